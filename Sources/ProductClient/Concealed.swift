/// Something that is kept and never shown: of whatever holds it, a description or a dump has `…`
/// in its place.
struct Concealed<Value: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }

  var description: String { "…" }

  var customMirror: Mirror { Mirror(self, children: []) }
}
