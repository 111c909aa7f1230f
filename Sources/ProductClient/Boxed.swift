/// A value behind one reference.
///
/// What is large and goes through the hands of every stage is handed on as one word; copies share
/// the box, and whoever changes the value makes a new one.
struct Boxed<Value: Hashable & Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var box: Box

  init(_ value: Value) {
    box = Box(value)
  }

  var value: Value {
    get { box.value }
    set { box = Box(newValue) }
  }
}

extension Boxed: Hashable {
  static func == (one: Boxed, other: Boxed) -> Bool {
    one.box === other.box || one.box.value == other.box.value
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(box.value)
  }
}
