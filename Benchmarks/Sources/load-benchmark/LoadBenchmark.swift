import Dispatch
import Foundation
import Measuring
import ProductClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Loads products as a program would, decoded and delivered, and prints what that has cost.
@main
enum LoadBenchmark {
  static func main() {
    var choice = Choice()
    let work = Work(CommandLine.arguments.dropFirst()) { choice.set($0, $1) }
    guard let work else {
      say("usage: load-benchmark \(Work.usage) \(Choice.usage)")
      exit(64)
    }
    let ids = work.ids
    switch (choice.model, choice.variant) {
    case (_, .exchange):
      let urls = ids.compactMap { try? work.url(of: $0) }
      Exchanges(of: urls, over: transport(choice, work), concurrency: work.concurrency)
        .measureAndExit(work)
    case (.product, let variant):
      Loads(ids.map { Product.ID($0) }, by: products(choice, work), variant, work.concurrency)
        .measureAndExit(work)
    case (.decodable, let variant):
      Loads(ids, by: offers(choice, work), variant, work.concurrency).measureAndExit(work)
    }
  }

  // Each names its model, as programs do: the loader of products has a decoder of its own, which
  // code that is generic over the model would not choose.

  private static func products(_ choice: Choice, _ work: Work) -> ProductLoader<Product> {
    ProductLoader(
      transport: transport(choice, work), resultQueue: DispatchQueue(label: "results"),
      configuration: configuration(work)
    ) { try work.url(of: $0) }
  }

  private static func offers(_ choice: Choice, _ work: Work) -> ProductLoader<Offer> {
    ProductLoader(
      transport: transport(choice, work), resultQueue: DispatchQueue(label: "results"),
      configuration: configuration(work)
    ) { try work.url(of: $0) }
  }

  /// Who wants so many at once from one server says so.
  private static func configuration(_ work: Work) -> LoaderConfiguration {
    LoaderConfiguration(
      traffic: Traffic(
        TrafficRules(maxInFlight: work.concurrency, maxInFlightPerOrigin: work.concurrency)))
  }

  private static func transport(_ choice: Choice, _ work: Work) -> any Transport {
    switch choice.wire {
    case .curl:
      return CurlTransport(
        configuration: CurlConfiguration(
          maxConcurrentExchanges: work.concurrency,
          authorities: work.authorities.map { .file($0) } ?? .system, proxy: .none))
    case .urlsession:
      // Its authorities come from the environment: URLSessionCertificateAuthorityInfoFile.
      let configuration = URLSessionConfiguration.withoutMemory
      configuration.httpMaximumConnectionsPerHost = work.concurrency
      return URLSessionTransport(configuration: configuration)
    }
  }
}
