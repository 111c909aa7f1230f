import ProductClient

/// Which loads are under way, and which results are held back because earlier ones are missing.
///
/// Ids take places in the order asked. In that order a slow load holds back those behind it; how
/// many is bounded, so that no list of ids can fill the memory.
struct Window {
  typealias Outcome = LoadOutcome<Product>

  /// How many ids there is room for now.
  var room: Int {
    let idle = width - (opened - closed)
    return isOrdered ? min(idle, width * Self.depth - (opened - next)) : idle
  }

  /// Whether no load is under way.
  var isIdle: Bool { opened == closed }

  private let width: Int
  private let isOrdered: Bool
  private var opened = 0
  private var closed = 0
  /// The place whose result is handed on next, in order.
  private var next = 0
  private var heldBack: [Int: Outcome] = [:]

  /// How many results are held back at most, for each load under way.
  private static let depth = 16

  init(width: Int, isOrdered: Bool) {
    self.width = width
    self.isOrdered = isOrdered
  }

  /// Takes a place.
  mutating func open() -> Int {
    defer { opened += 1 }
    return opened
  }

  /// Ends the load of a place; returns the results that can be handed on now.
  mutating func close(_ place: Int, with outcome: Outcome) -> [Outcome] {
    closed += 1
    guard isOrdered else { return [outcome] }
    heldBack[place] = outcome
    var released: [Outcome] = []
    while let outcome = heldBack.removeValue(forKey: next) {
      released.append(outcome)
      next += 1
    }
    return released
  }
}
