import Foundation

/// What is measured. Read by hand: a parser of arguments would be measured with it.
struct Options {
  enum Model: String { case product, decodable }
  enum Variant: String { case closure, async, exchange }
  enum Wire: String { case curl, urlsession }

  var base = ""
  var idsFile = ""
  var loads = 0
  var concurrency = 0
  var model = Model.product
  var variant = Variant.closure
  var wire = Wire.curl

  static let usage = """
    usage: load-benchmark BASE IDS-FILE LOADS CONCURRENCY [--model product|decodable]
             [--variant closure|async|exchange] [--transport curl|urlsession]

    Loads BASE/products/ID.json for the ids in the file, over and over until there are LOADS.
    """

  /// Nil when the arguments make no sense.
  init?(_ arguments: some Sequence<String>) {
    var words: [String] = []
    var rest = arguments.makeIterator()
    while let word = rest.next() {
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      guard let value = rest.next(), set(word, value) else { return nil }
    }
    guard words.count == 4, let loads = Int(words[2]), let concurrency = Int(words[3]),
      loads > 0, concurrency > 0
    else { return nil }
    (base, idsFile) = (words[0], words[1])
    (self.loads, self.concurrency) = (loads, concurrency)
  }

  private mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--model": assign(Model(rawValue: value), to: &model)
    case "--variant": assign(Variant(rawValue: value), to: &variant)
    case "--transport": assign(Wire(rawValue: value), to: &wire)
    default: false
    }
  }

  private func assign<Value>(_ value: Value?, to place: inout Value) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }
}
