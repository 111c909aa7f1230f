import Foundation

@testable import ProductClient

/// What the stages between sharing and the transport cost where they have nothing to do: the same
/// exchanges through them and straight through the transport, in turns, in one run.
@main
enum StageCost {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let count = Int(arguments[3]), let lanes = Int(arguments[4]) else {
      FileHandle.standardError.write(
        Data("usage: stage-cost BASE IDS-FILE EXCHANGES CONCURRENCY\n".utf8))
      exit(64)
    }
    let ids = try String(contentsOfFile: arguments[2], encoding: .utf8).split(separator: "\n")
    let requests = ids.compactMap { URL(string: "\(arguments[1])/products/\($0).json") }
      .map { HTTPRequest(url: $0) }
    let transport = CurlTransport(
      configuration: CurlConfiguration(maxConcurrentExchanges: lanes, proxy: .none))
    let straight = Transporting(transport: transport)
    let configuration = LoaderConfiguration()
    let stages = Exchanging(
      over: transport, configuration: configuration, observers: Observers(configuration),
      launch: Launch(), chance: .system)
    let rounds = 21
    var costs: (straight: [Double], stages: [Double]) = ([], [])
    for round in 0..<(2 * rounds) {
      let share = Share(requests: requests, count: count / (2 * rounds), lanes: lanes)
      if round.isMultiple(of: 2) {
        costs.straight.append(try await share.cost(of: straight))
      } else {
        costs.stages.append(try await share.cost(of: stages))
      }
    }
    // The first of each makes the connections.
    let ratios = zip(costs.stages, costs.straight).dropFirst().map { $0 / $1 }.sorted()
    let median = ratios[ratios.count / 2]
    print(
      "exchanges=\(count) straight-us=\(costs.straight.median) stages-us=\(costs.stages.median) "
        + "ratio=\(median.rounded(toPlaces: 3)) least=\(ratios[0].rounded(toPlaces: 3)) "
        + "greatest=\(ratios[ratios.count - 1].rounded(toPlaces: 3))")
  }
}

/// Some of the exchanges.
struct Share {
  let requests: [HTTPRequest]
  let count: Int
  let lanes: Int

  /// CPU per exchange, in microseconds, of all threads of this process.
  func cost(of stage: some Stage) async throws -> Double {
    let before = Self.processTime()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<lanes {
        group.addTask {
          for number in stride(from: lane, to: count, by: lanes) {
            let course = Course(passengers: Nobody())
            _ = try await stage.answer(to: requests[number % requests.count], on: course)
          }
        }
      }
      try await group.waitForAll()
    }
    return (Self.processTime() - before) / Double(count)
  }

  private static func processTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}

final class Nobody: Passengers {
  var terms: FlightTerms { FlightTerms() }
  func note(_ progress: FlightProgress) {}
  func note(_ wait: ExchangeWait?) {}
}

extension [Double] {
  var median: Double { sorted()[count / 2].rounded(toPlaces: 1) }
}

extension Double {
  func rounded(toPlaces places: Int) -> Double {
    let scale = pow(10, Double(places))
    return (self * scale).rounded() / scale
  }
}
