import DeliveryProof

/// Writes products, most of them as they should be: in any order, with and without what may be missing,
/// in all the spellings that JSON has for one and the same text.
struct MadeProduct {
  private var random: SeededGenerator
  private var text: [UInt8] = []

  static func document(from random: inout SeededGenerator) -> [UInt8] {
    var writer = MadeProduct(random: random)
    writer.writeProduct()
    random = writer.random
    return writer.text
  }

  private init(random: SeededGenerator) {
    self.random = random
  }

  private mutating func writeProduct() {
    var members: [(String, (inout Self) -> Void)] = [
      ("id", { $0.writeIdentifier() }), ("name", { $0.writeString() }),
    ]
    let optional: [(String, (inout Self) -> Void)] = [
      ("description", { $0.writeString() }), ("price", { $0.writePrice() }),
      ("availability", { $0.write(#""inStock""#) }), ("imageURLs", { $0.writeImages() }),
      ("attributes", { $0.writeAttributes() }), ("updatedAt", { $0.writeDate() }),
      ("unknown", { $0.write($0.random.element(OddValues.others.prefix(3))) }),
    ]
    for member in optional where !random.once(in: 4) {
      members.append(random.once(in: 12) ? (member.0, { $0.write("null") }) : member)
    }
    if random.once(in: 3) { members.shuffle(using: &random) }
    writeObject(members)
  }

  private mutating func writeObject(_ members: [(String, (inout Self) -> Void)]) {
    write("{")
    for (index, member) in members.enumerated() {
      if index > 0 { write(",") }
      writeSpace()
      write("\"\(member.0)\"")
      writeSpace()
      write(":")
      writeSpace()
      member.1(&self)
    }
    writeSpace()
    write("}")
  }

  private mutating func writeIdentifier() {
    if random.once(in: 3) {
      write("\(random.next() >> UInt64(random.below(60)))")
    } else if random.once(in: 10) {
      write(random.element(OddValues.numbers))
    } else {
      writeString(orEmpty: false)
    }
  }

  private mutating func writePrice() {
    let members: [(String, (inout Self) -> Void)] = [
      ("amount", { $0.writeAmount() }),
      ("currency", { $0.write(#""\#($0.random.element(["EUR", "SEK", "JPY", "KWD"]))""#) }),
    ]
    writeObject(random.once(in: 4) ? members.reversed() : members)
  }

  private mutating func writeAmount() {
    var amount = "\(random.below(10_000)).\(random.below(100))"
    if random.once(in: 4) { amount += String(repeating: "0", count: random.below(30)) }
    if random.once(in: 6) { amount = "\(random.next())\(random.next()).\(random.below(100))" }
    if random.once(in: 6) { amount += "e\(random.below(300) - 150)" }
    if random.once(in: 8) { amount = random.element(OddValues.numbers) }
    write(random.once(in: 2) ? amount : "\"\(amount)\"")
  }

  private mutating func writeImages() {
    write("[")
    for index in 0..<random.below(4) {
      if index > 0 { write(",") }
      writeSpace()
      let isOdd = random.once(in: 8)
      write(
        isOdd
          ? "\"\(random.element(OddValues.urls))\""
          : "\"https://img.example.com/\(random.below(1000))/front.webp\"")
    }
    write("]")
  }

  private mutating func writeAttributes() {
    let count = random.once(in: 20) ? 60 + random.below(20) : random.below(6)
    let members = (0..<count).map { number in
      let name = random.once(in: 4) ? random.element(OddValues.keys) : "key \(number)"
      return (name, { (writer: inout Self) in writer.writeString() })
    }
    writeObject(members)
  }

  private mutating func writeDate() {
    let isOdd = random.once(in: 4)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let day =
      "20\(two(random.below(100)))-\(two(1 + random.below(12)))-\(two(1 + random.below(28)))"
    let time = "\(two(random.below(24))):\(two(random.below(60))):\(two(random.below(60)))"
    write("\"\(isOdd ? random.element(OddValues.dates) : "\(day)T\(time)Z")\"")
  }

  private mutating func writeString(orEmpty: Bool = true) {
    let pieces = [
      "a", "B", " ", "7", "é", "ß", "漢", "😀", "\u{200D}", "\u{301}", "\\n", "\\\"", "\\\\",
      "\\u00fc",
      "\\ud83d\\ude00", "\\u0000", "\\/", "made to be repaired",
    ]
    write("\"")
    for _ in 0..<(random.below(random.once(in: 10) ? 60 : 8) + (orEmpty ? 0 : 1)) {
      write(random.element(random.once(in: 3) ? pieces[...] : pieces.prefix(4)))
    }
    write("\"")
  }

  private mutating func writeSpace() {
    if random.once(in: 10) { write(random.element([" ", "\n", "\t", "\r\n", "    "])) }
  }

  private mutating func write(_ text: String) {
    self.text += text.utf8
  }
}

extension SeededGenerator {
  mutating func element<Elements: RandomAccessCollection>(
    _ elements: Elements
  ) -> Elements.Element {
    elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
  }
}
