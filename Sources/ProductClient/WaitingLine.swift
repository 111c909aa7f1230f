/// First come, first served. Taking from the front costs the same however long the line is.
struct WaitingLine<Element> {
  private var elements: [Element?] = []
  private var front = 0

  var isEmpty: Bool { front == elements.count }
  var count: Int { elements.count - front }

  /// Whose turn it is, or nil.
  var first: Element? { front < elements.count ? elements[front] : nil }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard front < elements.count else { return nil }
    let first = elements[front].take()
    front += 1
    if front == elements.count || front >= 1024 && front * 2 > elements.count {
      elements.removeFirst(front)
      front = 0
    }
    return first
  }

  /// Takes out the first that matches; nil when there is none. Looks at each.
  mutating func remove(where matches: (Element) -> Bool) -> Element? {
    let index = elements[front...].firstIndex { $0.map(matches) ?? false }
    return index.flatMap { elements.remove(at: $0) }
  }

  /// Lets somebody in, right before the first that is to come later. Looks at each.
  mutating func insert(_ element: Element, before comesLater: (Element) -> Bool) {
    let index = elements[front...].firstIndex { $0.map(comesLater) ?? false }
    elements.insert(element, at: index ?? elements.endIndex)
  }

  /// Lets all others go; those that stay keep their order.
  mutating func keep(_ stays: (Element) -> Bool) {
    elements = elements[front...].filter { $0.map(stays) ?? false }
    front = 0
  }
}

extension WaitingLine: Sendable where Element: Sendable {}
