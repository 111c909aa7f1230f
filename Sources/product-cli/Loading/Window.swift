/// Which loads are under way, and which results are held back because earlier ones are missing.
///
/// Ids take places in the order asked. In that order a slow load holds back those behind it; how
/// many is bounded, so that no list of ids can fill the memory.
struct Window<End> {
  /// How many ids there is room for now.
  var room: Int {
    let idle = width - inFlight
    return isOrdered ? min(idle, width * Self.depth - (opened - next)) : idle
  }

  /// How many places were taken.
  private(set) var opened = 0

  /// How many loads are under way.
  var inFlight: Int { opened - closed }

  private let width: Int
  private let isOrdered: Bool
  private var closed = 0
  /// The place whose result is handed on next, in order.
  private var next = 0
  private var heldBack: [Int: End] = [:]

  /// How many results are held back at most, for each load under way.
  private static var depth: Int { 16 }

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
  mutating func close(_ place: Int, with end: End) -> [End] {
    closed += 1
    guard isOrdered else { return [end] }
    heldBack[place] = end
    var released: [End] = []
    while let end = heldBack.removeValue(forKey: next) {
      released.append(end)
      next += 1
    }
    return released
  }
}
