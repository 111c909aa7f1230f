/// Who waits for an origin, in a fair order. Pure.
///
/// A priority is a head start: `high` goes before what came up to two seconds earlier as `normal`,
/// and `low` after what comes up to two seconds later. Within a priority it is first come, first
/// served. So nothing waits for ever, whatever comes after it.
struct PriorityLine: Sendable {
  typealias Ticket = Int

  private struct Place: Sendable {
    let ticket: Ticket
    let since: Moment
  }

  private var lines = [WaitingLine<Place>](
    repeating: WaitingLine(), count: LoadPriority.allCases.count)
  /// Who has not given up. The others are passed over when their turn comes.
  private var waiting: Set<Ticket> = []

  var isEmpty: Bool { waiting.isEmpty }
  var count: Int { waiting.count }

  mutating func append(_ ticket: Ticket, _ priority: LoadPriority, at now: Moment) {
    lines[priority.rawValue].append(Place(ticket: ticket, since: now))
    waiting.insert(ticket)
  }

  /// Takes a ticket back. Returns whether it was still in line.
  mutating func remove(_ ticket: Ticket) -> Bool {
    waiting.remove(ticket) != nil
  }

  /// The ticket whose turn it is; nil when nobody waits.
  mutating func popFirst() -> Ticket? {
    for index in lines.indices {
      while let first = lines[index].first, !waiting.contains(first.ticket) {
        _ = lines[index].popFirst()
      }
    }
    let next = lines.indices
      .compactMap { index in
        lines[index].first.map { (index, due: $0.since + Self.allowance[index]) }
      }
      .min { $0.due < $1.due }
    guard let next, let place = lines[next.0].popFirst() else { return nil }
    waiting.remove(place.ticket)
    return place.ticket
  }

  /// Takes all of them.
  mutating func popAll() -> [Ticket] {
    var all: [Ticket] = []
    while let ticket = popFirst() { all.append(ticket) }
    return all
  }

  /// How long each priority can be made to wait by what comes later, from `low` to `high`.
  private static let allowance: [Duration] = [.seconds(4), .seconds(2), .zero]
}
