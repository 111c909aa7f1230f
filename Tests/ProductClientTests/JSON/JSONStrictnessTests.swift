import Testing

@testable import ProductClient

/// What is JSON and what is not, beyond what the public test suite asks.
@Suite(.timeLimit(.minutes(1)))
struct JSONStrictnessTests {
  @Test(arguments: [
    "{\"a\":1}", " [ ] ", "\"\"", "0", "-0", "-0.0e-0", "1E+2", "\t\n\r null\n", "[[],{}]",
    "\"\\u0000\\ud83d\\ude00\\/\"", "\"\u{7F}\u{2028}\u{10FFFF}\"", "{\"\":0}", "{\"a\":1,\"a\":2}",
  ])
  func acceptsWhatTheGrammarAllows(text: String) {
    #expect(throws: Never.self) { try JSONDocument(reading: Array(text.utf8), rules: JSONRules()) }
  }

  @Test(arguments: [
    ("", 0, "", "expected a value, found the end of the document"),
    ("[1,]", 3, "[1]", "expected a value, found something else"),
    ("{\"a\":1,}", 7, "", "expected a key in quotation marks, found something else"),
    ("{\"a\" 1}", 5, "a", "expected \":\", found something else"),
    ("[1 2]", 3, "[1]", "expected \",\" or \"]\", found something else"),
    ("{\"a\":[true,{\"b\":nul}]}", 16, "a[1].b", "expected a value, found an unknown word"),
    ("[01]", 1, "[0]", "a number that begins with 0"),
    ("[1.]", 3, "[0]", "expected a digit, found something else"),
    ("[NaN]", 1, "[0]", "expected a value, found something else"),
    ("[\"a\tb\"]", 3, "[0]", "a control character in a string"),
    ("[\"\\x\"]", 2, "[0]", "an unknown escape in a string"),
    ("[\"\\u12G4\"]", 2, "[0]", "\\u needs four hexadecimal digits"),
    ("[\"\\ud83d\"]", 2, "[0]", "a surrogate without its other half"),
    ("[\"\\ude00\"]", 2, "[0]", "a surrogate without its other half"),
    ("[\"\\ud83d\\u0041\"]", 2, "[0]", "a surrogate without its other half"),
    ("[\"abc", 1, "[0]", "the string does not end"),
    ("[\"abc\\", 5, "[0]", "the string does not end"),
    ("1 2", 2, "", "expected the end of the document, found something else"),
    ("\u{FEFF}{}", 0, "", "expected a value, found something else"),
  ])
  func namesTheFirstThingThatIsWrong(text: String, offset: Int, path: String, reason: String) {
    let failure = failure(Array(text.utf8))
    #expect(failure?.byteOffset == offset)
    #expect(failure?.path == path)
    #expect(failure?.reason == reason)
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ] as [[UInt8]]
  )
  func refusesBytesThatAreNotUTF8(bytes: [UInt8]) {
    let failure = failure(Array("[\"12345678".utf8) + bytes + Array("\"]".utf8))
    #expect(failure?.reason == "the text is not UTF-8")
    #expect(failure?.byteOffset == 10)
    #expect(self.failure(Array("\"".utf8) + bytes)?.reason == "the text is not UTF-8")
  }

  @Test func acceptsEveryScalarThereIs() throws {
    for block in stride(from: UInt32(0x20), through: 0x10FFFF, by: 0x800) {
      var text = ""
      for value in block..<min(block + 0x800, 0x110000) where value != 0x22 && value != 0x5C {
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let document = try JSONDocument(reading: Array("\"\(text)\"".utf8), rules: JSONRules())
      #expect(document.string(at: 0)?.utf8.elementsEqual(text.utf8) == true)
    }
  }

  @Test(arguments: 0...24)
  func findsTheEndOfAStringAtAnyDistance(length: Int) throws {
    for special in ["", "\\n", "é", "\u{7F}"] {
      let text = String(repeating: "x", count: length) + special
      let document = try JSONDocument(reading: Array("\"\(text)\"".utf8), rules: JSONRules())
      #expect(document.string(at: 0) == text.replacing("\\n", with: "\n"))
    }
    let broken = "\"" + String(repeating: "x", count: length) + "\n\""
    #expect(failure(Array(broken.utf8))?.byteOffset == length + 1)
  }

  @Test func nestsAsDeepAsAllowedAndNoDeeper() throws {
    let limit = JSONRules.defaultMaximumNesting
    #expect(failure(nested(limit)) == nil)
    let tooDeep = try #require(failure(nested(limit + 1)))
    #expect(tooDeep.reason == "the nesting is deeper than 512")
    #expect(tooDeep.byteOffset == 512)
    #expect(tooDeep.path.count < 100)
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func survivesAMillionOpenBrackets(bracket: String) {
    let text = Array(String(repeating: bracket, count: 1_000_000).utf8)
    #expect(failure(text) != nil)
    #expect(failure(text, maximumNesting: .max) != nil)
  }

  @Test func survivesAMillionLevelsThatAreClosedAgain() {
    #expect(failure(nested(1_000_000), maximumNesting: .max) == nil)
  }

  @Test func neverShowsControlCharactersInAnExcerpt() throws {
    let text = "[\"\u{9B}31m\u{202E}\", \u{1B}[31m]"
    let excerpt = try #require(failure(Array(text.utf8))).excerpt
    #expect(excerpt.unicodeScalars.allSatisfy { !JSONEscaping.mustEscape($0) })
    #expect(excerpt.contains("\\u001b[31m]"))
  }

  @Test func keepsExcerptsAndPathsShort() throws {
    let long = String(repeating: "é", count: 5000)
    let failure = try #require(
      self.failure(Array("{\"\(long)\": [\"\(long)\", x, \"\(long)\"]}".utf8))
    )
    #expect(failure.excerpt.count <= 50)
    #expect(failure.excerpt.hasPrefix("…"))
    #expect(failure.excerpt.hasSuffix("…"))
    #expect(!failure.excerpt.contains("\u{FFFD}"))
    #expect(failure.path.hasSuffix("é…\"][1]"))
    #expect(failure.path.count < 100)
  }

  private func nested(_ depth: Int) -> [UInt8] {
    Array(repeating: UInt8(ascii: "["), count: depth)
      + Array(repeating: UInt8(ascii: "]"), count: depth)
  }

  private func failure(_ bytes: [UInt8], maximumNesting: Int = 512) -> DecodingFailure? {
    do throws(DecodingFailure) {
      _ = try JSONDocument(reading: bytes, rules: JSONRules(maximumNesting: maximumNesting))
      return nil
    } catch {
      return error
    }
  }
}
