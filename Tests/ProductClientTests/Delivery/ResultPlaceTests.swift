import Dispatch
import Foundation
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// How a result gets to its handler, by where it belongs, whether the starting call still runs, and
/// whether the result may run right here.
@Suite(.timeLimit(.minutes(1)))
struct ResultPlaceTests {
  typealias Row = (
    place: ResultPlace, insideStart: Bool, canRunAtOnce: Bool, way: ResultPlace.Way, isAsked: Bool
  )

  private static let queue = DispatchQueue(label: "ResultPlaceTests")

  static let rows: [Row] = [
    (.queue(queue, .always), false, false, .queue, false),
    (.queue(queue, .always), false, true, .queue, false),
    (.queue(queue, .always), true, false, .queue, false),
    (.queue(queue, .always), true, true, .queue, false),
    (.queue(queue, .whenNeeded), false, false, .queue, false),
    (.queue(queue, .whenNeeded), false, true, .queue, false),
    (.queue(queue, .whenNeeded), true, false, .queue, true),
    (.queue(queue, .whenNeeded), true, true, .here, true),
    (.inline(elsewhere: queue), false, false, .here, false),
    (.inline(elsewhere: queue), false, true, .here, false),
    (.inline(elsewhere: queue), true, false, .elsewhere, false),
    (.inline(elsewhere: queue), true, true, .elsewhere, false),
    (.immediate, false, false, .here, false),
    (.immediate, false, true, .here, false),
    (.immediate, true, false, .here, false),
    (.immediate, true, true, .here, false),
  ]

  @Test(arguments: rows)
  func theWayFollowsFromThePlace(_ row: Row) {
    var isAsked = false
    let way = row.place.way(
      insideStart: row.insideStart,
      canRunAtOnce: {
        isAsked = true
        return row.canRunAtOnce
      }())
    #expect(way == row.way)
    // Asking a dispatch queue leaves a mark on it: only who opted in does.
    #expect(isAsked == row.isAsked)
  }

  @Test func aPlaceIsWhatItsQueueSays() {
    #expect(Self.name(of: ResultPlace(Self.queue)) == "queue always")
    #expect(Self.name(of: ResultPlace(Self.queue, hop: .whenNeeded)) == "queue whenNeeded")
    #expect(Self.name(of: ResultPlace(OperationQueue())) == "queue always")
    #expect(Self.name(of: ResultPlace(InlineQueue())) == "inline")
    #expect(Self.name(of: ResultPlace(InlineQueue(), hop: .whenNeeded)) == "inline")
    let any: any ResultQueue = InlineQueue()
    #expect(Self.name(of: ResultPlace(any)) == "inline")
  }

  @Test func whatAnOperationQueueStartsIsInlineWhereverItEnds() {
    #expect(Self.name(of: ResultPlace(InlineQueue()).orImmediate) == "immediate")
    #expect(Self.name(of: ResultPlace(Self.queue).orImmediate) == "queue always")
    #expect(Self.name(of: ResultPlace.immediate.orImmediate) == "immediate")
  }

  private static func name(of place: ResultPlace) -> String {
    switch place {
    case .queue(_, let hop): "queue \(hop)"
    case .inline: "inline"
    case .immediate: "immediate"
    }
  }
}
