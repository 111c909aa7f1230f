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
    guard waiting.remove(ticket) != nil else { return false }
    // A line that stands still while many come and give up must not grow with each of them.
    if places > 2 * waiting.count + 64 {
      for index in lines.indices { lines[index].keep { waiting.contains($0.ticket) } }
    }
    return true
  }

  /// Puts a ticket where it would be had it had the priority when it came. One that is not in line, or
  /// has as high a priority, stays as it is.
  mutating func raise(_ ticket: Ticket, to priority: LoadPriority) {
    guard waiting.contains(ticket) else { return }
    for index in 0..<priority.rawValue {
      guard let place = lines[index].remove(where: { $0.ticket == ticket }) else { continue }
      lines[priority.rawValue].insert(place) {
        ($0.since, $0.ticket) > (place.since, place.ticket)
      }
    }
  }

  /// How many places are taken, by those who gave up too.
  var places: Int { lines.reduce(0) { $0 + $1.count } }

  /// The ticket whose turn it is; nil when nobody waits.
  mutating func popFirst() -> Ticket? {
    var next: (index: Int, due: Moment)?
    // From high to low: of two that are due at the same time, the one that matters more goes.
    for index in lines.indices.reversed() {
      guard let first = first(ofLine: index) else { continue }
      let due = first.since + Self.allowance[index]
      if next.map({ due < $0.due }) ?? true { next = (index, due) }
    }
    guard let next, let place = lines[next.index].popFirst() else { return nil }
    waiting.remove(place.ticket)
    return place.ticket
  }

  /// Whoever is first of a priority and has not given up.
  private mutating func first(ofLine index: Int) -> Place? {
    while let first = lines[index].first {
      if waiting.contains(first.ticket) { return first }
      _ = lines[index].popFirst()
    }
    return nil
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
