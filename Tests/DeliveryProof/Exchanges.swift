import Foundation

@testable import ProductClient

/// What is loaded: nothing but its number, so that a million of them cost little.
struct Thing: Decodable, Identifiable, Sendable {
  let id: Int
}

/// How an exchange is made to end, and what its loads must be told.
enum Ending: String, CaseIterable, Sendable {
  case ok, notFound, status, undecodable, transfer, timedOut

  func outcome(_ id: Int) -> Result<HTTPResponse, LoadError> {
    switch self {
    case .ok: .success(HTTPResponse(status: 200, body: [UInt8(id)]))
    case .undecodable: .success(HTTPResponse(status: 200, body: []))
    case .notFound: .success(HTTPResponse(status: 404))
    case .status: .success(HTTPResponse(status: 500))
    case .transfer: .failure(.transfer(LoadFailure(url: "", reason: "")))
    case .timedOut: .failure(.timedOut(LoadFailure(url: "", reason: "")))
    }
  }

  static let decoder = ModelDecoder<Thing> { body in
    guard let id = body.first else { throw LoadError.abandoned }
    return Thing(id: Int(id))
  }
}

/// One exchange, as the transport of a schedule sees it.
struct Exchange {
  let id: Int
  let loader: Int
  let slot: ExchangeSlot
  /// When it times out, in virtual time.
  let deadline: Int
  var isOpen = true
  /// How it was made to end, if it was.
  var ending: Ending?
}

/// Hands each exchange to the schedule, which decides how and when it ends.
struct SteppedTransport: Transport {
  let schedule: Schedule
  /// Which loader it belongs to.
  let loader: Int

  func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
    let id = Int(request.url.lastPathComponent) ?? -1
    let slot = ExchangeSlot()
    return try await slot.outcome(
      begin: { schedule.began(id, of: loader, slot) },
      end: { schedule.ended(slot) })
  }
}
