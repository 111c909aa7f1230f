import Foundation
import Measuring
import ProductClient

/// The same loads without a loader: an exchange and a decoder, one after the other in each lane.
/// What a loader adds to it is sharing, retries, deadlines, limits, circuits and delivery.
struct Exchanges: MeasuredProgram {
  private let transport: any Transport
  private let requests: [HTTPRequest]
  private let concurrency: Int

  init(of urls: [URL], over transport: any Transport, concurrency: Int) {
    self.transport = transport
    self.concurrency = concurrency
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

  func run(_ tally: Tally) async {
    await withDiscardingTaskGroup { lanes in
      for _ in 0..<concurrency {
        lanes.addTask { await performOneAfterAnother(tally) }
      }
    }
  }

  private func performOneAfterAnother(_ tally: Tally) async {
    let decoder = ModelDecoder<Product>.json()
    while let number = tally.next() {
      let start = tally.begin()
      do {
        let response = try await transport.perform(requests[number % requests.count])
        _ = try decoder.decode(response.body)
        tally.end(start)
      } catch {
        tally.end(start, error)
      }
    }
  }
}
