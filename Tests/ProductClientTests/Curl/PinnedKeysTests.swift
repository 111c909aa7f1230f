import Foundation
import Testing

@testable import ProductClient

/// A mistake in the pins is never "no pin".
@Suite(.timeLimit(.minutes(1)))
struct PinnedKeysTests {
  private static let one = Data(repeating: 1, count: 32).base64EncodedString()
  private static let two = Data(repeating: 2, count: 32).base64EncodedString()

  private func option(
    _ pins: [String: [String]], _ url: String = "https://shop.example:8443/1.json"
  ) throws -> String? {
    try PinnedKeys(pins).option(for: #require(URL(string: url)))
  }

  @Test(arguments: ["shop.example", "SHOP.Example", "shop.example."])
  func aHostIsFoundHoweverItIsWritten(_ name: String) throws {
    #expect(try option([name: [Self.one]]) == "sha256//\(Self.one)")
    #expect(try option([name: [Self.one]], "https://SHOP.example./") == "sha256//\(Self.one)")
  }

  @Test func anyOfSeveralPinsWillDo() throws {
    let pins = ["shop.example": [Self.one, "sha256//\(Self.two)"]]
    #expect(try option(pins) == "sha256//\(Self.one);sha256//\(Self.two)")
  }

  @Test(arguments: ["https://example/", "https://a.shop.example/", "https://shop.example.org/"])
  func otherHostsAreNotPinned(_ url: String) throws {
    #expect(try option(["shop.example": [Self.one]], url) == nil)
    #expect(try option([:], url) == nil)
  }

  @Test(arguments: ["[::1]", "127.0.0.1"])
  func anAddressMayBePinned(_ address: String) throws {
    #expect(try option([address: [Self.one]], "https://\(address):8443/") != nil)
  }

  @Test func aNameInAnotherScriptIsTheSameHostAsItsEncoding() throws {
    #expect(try option(["bücher.example": [Self.one]], "https://xn--bcher-kva.example/") != nil)
  }

  @Test(arguments: ["https://B%C3%BCcher.example/", "https://%2E/"])
  func aHostThatCannotBeToldIsAnErrorWhereThereArePins(_ url: String) throws {
    #expect(throws: EngineFault.self) { try option(["shop.example": [Self.one]], url) }
    #expect(try option([:], url) == nil)
  }

  @Test(arguments: [
    [], [""], ["abc"], ["sha256//"], [String(repeating: "=", count: 44)],
    [String(one.dropLast())], [one + "="], [one + ";" + two], [one + "\n"], ["sha1//" + one],
    // The last character holds two bits that are not part of the digest.
    [String(one.dropLast(2)) + "F="], [one, "abc"],
    [Data(repeating: 251, count: 32).base64EncodedString().replacing("/", with: "_")],
  ])
  func aPinThatIsNoneIsAnErrorOfItsHostAlone(_ pins: [String]) throws {
    #expect(throws: EngineFault.self) { try option(["shop.example": pins]) }
    #expect(try option(["shop.example": pins], "https://other.example/") == nil)
  }

  @Test(arguments: [
    "", ".", "*", "*.shop.example", "https://shop.example", "shop.example:443", "a b",
  ])
  func aNameThatIsNoHostIsAnErrorOfAllHosts(_ name: String) throws {
    #expect(throws: EngineFault.self) {
      try option([name: [Self.one], "shop.example": [Self.one]])
    }
    #expect(throws: EngineFault.self) { try option([name: [Self.one]], "https://other.example/") }
  }

  @Test func twoNamesOfOneHostAddUpAndAMistakeInOneIsNotLost() throws {
    let both = ["shop.example": [Self.one], "SHOP.example": [Self.two]]
    #expect(try option(both) == "sha256//\(Self.two);sha256//\(Self.one)")
    #expect(throws: EngineFault.self) {
      try option(["shop.example": [Self.one], "SHOP.example": ["abc"]])
    }
  }
}
