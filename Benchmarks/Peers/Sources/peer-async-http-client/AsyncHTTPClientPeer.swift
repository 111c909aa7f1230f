import AsyncHTTPClient
import Dispatch
import Foundation
import Measuring
import NIOFoundationCompat
import NIOSSL

/// Loads over async-http-client, decoded by `JSONDecoder`, delivered on a serial queue.
@main
struct AsyncHTTPClientPeer: MeasuredProgram {
  private let client: HTTPClient
  private let addresses: [String]
  private let concurrency: Int
  private let results = DispatchQueue(label: "results")

  static func main() {
    guard let work = Work(CommandLine.arguments.dropFirst()) else {
      say("usage: peer-async-http-client \(Work.usage)")
      exit(64)
    }
    AsyncHTTPClientPeer(work).measureAndExit(work)
  }

  private init(_ work: Work) {
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = work.concurrency
    if let authorities = work.authorities {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .file(authorities)
      configuration.tlsConfiguration = tls
    }
    client = HTTPClient(configuration: configuration)
    addresses = work.ids.map { work.address(of: $0) }
    concurrency = work.concurrency
  }

  func run(_ tally: Tally) async {
    await Lanes(concurrency) { load(addresses[$0 % addresses.count], $1) }.run(tally)
  }

  private func load(_ address: String, _ handler: @escaping Lanes.Handler) {
    Task {
      let result: Result<Listing, any Error>
      do {
        result = .success(try await listing(at: address))
      } catch {
        result = .failure(error)
      }
      results.async { handler(result) }
    }
  }

  private func listing(at address: String) async throws -> Listing {
    var request = HTTPClientRequest(url: address)
    request.headers.add(name: "Accept", value: "application/json")
    let response = try await client.execute(request, timeout: .seconds(30))
    guard response.status == .ok else { throw UnexpectedStatus(code: response.status.code) }
    let body = try await response.body.collect(upTo: 1 << 20)
    return try Listing.decoder.decode(Listing.self, from: body)
  }
}

struct UnexpectedStatus: Error {
  let code: UInt
}
