import Testing

@testable import ProductClient

/// A block of field lines reads as RFC 9110 and 9112 say, and nothing slips into one that is sent.
@Suite(.timeLimit(.minutes(1)))
struct HTTPFieldsTests {
  @Test(arguments: [
    ("", []),
    ("A: 1\r\n", ["A=1"]),
    ("A: 1\n", ["A=1"]),
    ("A: 1", ["A=1"]),
    ("A:1\r\nB:2\r\n", ["A=1", "B=2"]),
    ("A:  \t1 2\t \r\n", ["A=1 2"]),
    ("A:\r\n", ["A="]),
    ("A: \r\n", ["A="]),
    ("A: x: y\r\n", ["A=x: y"]),
    ("A: http://h:80/\r\n", ["A=http://h:80/"]),
    ("A : 1\r\n", ["A=1"]),
    ("A: 1\r\n 2\r\n", ["A=1 2"]),
    ("A: 1\r\n\t2\r\n   3\r\nB: 4\r\n", ["A=1 2 3", "B=4"]),
    ("A:\r\n 1\r\n", ["A= 1"]),
    ("no colon\r\nA: 1\r\n", ["A=1"]),
    (": nameless\r\nA: 1\r\n", ["A=1"]),
    ("no colon\r\n B: folded into it\r\nA: 1\r\n", ["A=1"]),
    (" B: folded into nothing\r\nA: 1\r\n", ["A=1"]),
    ("A: \u{FC}\r\n", ["A=\u{FC}"]),
    ("\r\nA: 1\r\n\r\n", ["A=1"]),
  ])
  func aBlockReadsLineByLine(_ block: String, _ expected: [String]) {
    let fields = HTTPFields(block: Array(block.utf8))
    #expect(fields.map { "\($0.name)=\($0.value)" } == expected)
  }

  @Test func bytesThatAreNoUTF8DoNotHideTheField() {
    let fields = HTTPFields(block: Array("A: ".utf8) + [0xFF, 0x31, 0x0A])
    #expect(fields["A"] == "\u{FFFD}1")
  }

  @Test func namesCompareWithoutCaseAndAsWholes() {
    let fields = HTTPFields(block: Array("ETag: x\r\nX-[a: y\r\n".utf8))
    #expect(fields["etag"] == "x")
    #expect(fields["ETAG"] == "x")
    #expect(fields["ETa"] == nil)
    #expect(fields["ETagg"] == nil)
    // These differ in the bit that tells letters' case apart, and are no letters.
    #expect(fields["X-{a"] == nil)
    #expect(fields["X-[A"] == "y")
  }

  @Test func repeatedFieldsKeepTheirOrderAndJoin() {
    let fields = HTTPFields(block: Array("Via: a\r\nX: 1\r\nvia: b, c\r\nVIA:\r\n".utf8))
    #expect(fields.values(of: "Via") == ["a", "b, c", ""])
    #expect(fields["Via"] == "a, b, c, ")
    #expect(fields.values(of: "Y").isEmpty)
    #expect(fields["Y"] == nil)
  }

  @Test func whatIsAppendedReadsBack() throws {
    var fields: HTTPFields = [
      try #require(HTTPField(name: "A", value: "1")),
      try #require(HTTPField(name: "Empty", value: "")),
    ]
    fields.append(try #require(HTTPField(name: "a", value: "tab\there")))
    #expect(fields.map(\.name) == ["A", "Empty", "a"])
    #expect(fields["A"] == "1, tab\there")
    #expect(fields["Empty"] == "")
    #expect(fields.byteCount == "A: 1\nEmpty: \na: tab\there\n".utf8.count)
  }

  @Test(arguments: [
    ("A", "1"), ("x-y_z.1", ""), ("!#$%&'*+-.^_`|~09", "any: \"text\" @{}"), ("A", "tab\there"),
    ("A", "größer"), ("A", "emoji 🪔"),
  ])
  func aFieldThatMayBeSent(_ name: String, _ value: String) throws {
    let field = try #require(HTTPField(name: name, value: value))
    #expect(field.name == name)
    #expect(field.value == value)
  }

  @Test(arguments: [
    ("", "1"), ("A B", "1"), ("A:", "1"), (" A", "1"), ("A\r\nB", "1"), ("A\n", "1"), ("ä", "1"),
    ("A/B", "1"), ("A\0", "1"), ("(A)", "1"), ("A,B", "1"), ("A;B", "1"), ("A=B", "1"),
    ("A", "1\r\nEvil: 1"), ("A", "1\nEvil: 1"), ("A", "1\rEvil: 1"), ("A", "1\r\n Evil"),
    ("A", "\n"), ("A", "1\0"), ("A", "\u{1B}[31m"), ("A", "\u{7F}"), ("A", "\u{1}"),
  ])
  func aFieldThatMayNot(_ name: String, _ value: String) {
    #expect(HTTPField(name: name, value: value) == nil)
  }

  @Test(arguments: [(" 1", "1"), ("1 ", "1"), ("\t 1 2 \t", "1 2"), ("  ", ""), (" ü ", "ü")])
  func whiteSpaceAroundAValueIsNoPartOfIt(_ given: String, _ value: String) {
    #expect(HTTPField(name: "A", value: given)?.value == value)
  }
}

extension HTTPFields {
  /// What is made of the lines of a block, as they come from the wire.
  init(block: [UInt8]) {
    self.init()
    var rest = block[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      appendLine(rest[..<end])
      rest = rest[end...]
    }
  }
}
