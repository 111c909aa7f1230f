import Dispatch
import Foundation
import ProductClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Loads products as a program would, decoded and delivered, and prints what that has cost.
@main
enum LoadBenchmark {
  /// The main thread only waits: valgrind cannot follow one that Dispatch takes over.
  static func main() {
    Task.detached {
      do {
        try await run()
      } catch {
        say("load-benchmark: \(error)")
        exit(1)
      }
    }
    DispatchSemaphore(value: 0).wait()
  }

  private static func run() async throws {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      say(Options.usage)
      exit(64)
    }
    let names = try String(contentsOfFile: options.idsFile, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    guard !names.isEmpty else {
      say("load-benchmark: there are no ids in \(options.idsFile)")
      exit(66)
    }
    let numbers =
      switch (options.model, options.variant) {
      case (_, .exchange): try await exchanges(names, options)
      case (.product, _): await measure(products(options), names.map { Product.ID($0) }, options)
      case (.decodable, _): await measure(offers(options), names, options)
      }
    print(numbers)
    exit(numbers.failed > 0 ? 1 : 0)
  }

  private static func measure<Model>(
    _ loader: ProductLoader<Model>, _ ids: [Model.ID], _ options: Options
  ) async -> Numbers {
    let loads = Loads(options.loads, of: ids, by: loader, concurrency: options.concurrency)
    let elapsed = await ContinuousClock().measure {
      switch options.variant {
      case .closure: await loads.runWithHandlers()
      case .async, .exchange: await loads.runWithTasks()
      }
    }
    return Numbers(loads: options.loads, failed: loads.failed, elapsed: elapsed)
  }

  private static func exchanges(_ names: [String], _ options: Options) async throws -> Numbers {
    let urls = try names.map { try url(of: $0, below: options.base) }
    let exchanges = Exchanges(options.loads, of: urls, over: transport(options))
    let elapsed = await ContinuousClock().measure {
      await exchanges.run(concurrency: options.concurrency)
    }
    return Numbers(loads: options.loads, failed: exchanges.failed, elapsed: elapsed)
  }

  // Each names its model, as programs do: the loader of products has a decoder of its own, which
  // code that is generic over the model would not choose.

  private static func products(_ options: Options) -> ProductLoader<Product> {
    ProductLoader(transport: transport(options), resultQueue: DispatchQueue(label: "results")) {
      try url(of: $0, below: options.base)
    }
  }

  private static func offers(_ options: Options) -> ProductLoader<Offer> {
    ProductLoader(transport: transport(options), resultQueue: DispatchQueue(label: "results")) {
      try url(of: $0, below: options.base)
    }
  }

  private static func url(
    of id: some CustomStringConvertible, below base: String
  ) throws -> URL {
    guard let url = URL(string: "\(base)/products/\(id).json") else { throw URLError(.badURL) }
    return url
  }

  private static func transport(_ options: Options) -> any Transport {
    switch options.wire {
    case .curl:
      return CurlTransport(
        configuration: CurlConfiguration(
          maxConcurrentExchanges: options.concurrency, proxy: .none))
    case .urlsession:
      let configuration = URLSessionConfiguration.withoutMemory
      configuration.httpMaximumConnectionsPerHost = options.concurrency
      return URLSessionTransport(configuration: configuration)
    }
  }
}

/// Writes a line to standard error.
func say(_ text: String) {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
}
