import Foundation
import ProductClient
import Synchronization

/// The same loads without a loader: an exchange and a decoder, one after the other in each lane.
/// What a loader adds to it is sharing, retries, deadlines, limits, circuits and delivery.
final class Exchanges: Sendable {
  private let transport: any Transport
  private let requests: [HTTPRequest]
  private let limit: Int
  private let started = Atomic(0)
  private let failures = Atomic(0)

  init(_ limit: Int, of urls: [URL], over transport: any Transport) {
    self.limit = limit
    self.transport = transport
    let fields: [HTTPField] = [
      HTTPField(name: "Accept", value: "application/json"),
      HTTPField(name: "User-Agent", value: "ProductClient"),
    ].compactMap(\.self)
    requests = urls.map { url in
      var request = HTTPRequest(url: url)
      for field in fields { request.fields.append(field) }
      return request
    }
  }

  /// How many have failed.
  var failed: Int { failures.load(ordering: .relaxed) }

  func run(concurrency: Int) async {
    await withDiscardingTaskGroup { lanes in
      for _ in 0..<concurrency {
        lanes.addTask { [self] in await performOneAfterAnother() }
      }
    }
  }

  private func performOneAfterAnother() async {
    let decoder = ModelDecoder<Product>.json()
    while true {
      let number = started.wrappingAdd(1, ordering: .relaxed).oldValue
      guard number < limit else { return }
      do {
        let response = try await transport.perform(requests[number % requests.count])
        _ = try decoder.decode(response.body)
      } catch {
        if failures.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { say("\(error)") }
      }
    }
  }
}
