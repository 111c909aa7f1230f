import Foundation
import Measuring

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Loads over `URLSession`, decoded by `JSONDecoder` and delivered on its delegate queue, a serial
/// one.
@main
struct URLSessionPeer: MeasuredProgram {
  private let session: URLSession
  private let urls: [URL]
  private let concurrency: Int

  static func main() {
    guard let work = Work(CommandLine.arguments.dropFirst()) else {
      say("usage: peer-urlsession \(Work.usage)")
      exit(64)
    }
    URLSessionPeer(work).measureAndExit(work)
  }

  /// Its authorities come from the environment: URLSessionCertificateAuthorityInfoFile.
  private init(_ work: Work) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = work.concurrency
    // Each load is to be one: the same products are asked for again and again.
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    let results = OperationQueue()
    results.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: nil, delegateQueue: results)
    urls = work.ids.compactMap { try? work.url(of: $0) }
    concurrency = work.concurrency
  }

  func run(_ tally: Tally) async {
    await Lanes(concurrency) { load(urls[$0 % urls.count], $1) }.run(tally)
  }

  private func load(_ url: URL, _ handler: @escaping Lanes.Handler) {
    var request = URLRequest(url: url)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    session.dataTask(with: request) { body, response, error in
      handler(Result { try listing(body, response, error) })
    }.resume()
  }
}

private func listing(
  _ body: Data?, _ response: URLResponse?, _ error: (any Error)?
) throws -> Listing {
  if let error { throw error }
  guard let body, let response = response as? HTTPURLResponse, response.statusCode == 200 else {
    throw URLError(.badServerResponse)
  }
  return try Listing.decoder.decode(Listing.self, from: body)
}
