/// Which of our ways to load is measured.
struct Choice {
  enum Model: String { case product, decodable }
  enum Variant: String { case closure, async, exchange }
  enum Wire: String { case curl, urlsession }

  static let usage = """
    [--model product|decodable] [--variant closure|async|exchange] [--transport curl|urlsession]
    """

  var model = Model.product
  var variant = Variant.closure
  var wire = Wire.curl

  /// Whether there is such an option and it can have that value.
  mutating func set(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--model": Self.assign(Model(rawValue: value), to: &model)
    case "--variant": Self.assign(Variant(rawValue: value), to: &variant)
    case "--transport": Self.assign(Wire(rawValue: value), to: &wire)
    default: false
    }
  }

  private static func assign<Value>(_ value: Value?, to place: inout Value) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }
}
