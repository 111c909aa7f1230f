import Foundation
import ProductClient
import Testing

@testable import product_cli

/// Values between commas that no reader takes for anything else.
@Suite(.timeLimit(.minutes(1)))
struct CSVFormatTests {
  private static let header =
    "id,name,description,amount,currency,availability,imageURLs,attributes,updatedAt\r\n"

  private func cells(_ json: String, isShown: Bool = false) throws -> String {
    var format = CSVFormat(isShown: isShown)
    let product = try ModelDecoder<Product>.json().decode(Array(json.utf8))
    let text = String(decoding: format.text(for: product, of: product.id), as: UTF8.self)
    #expect(format.end().isEmpty)
    return try String(#require(text.stripping(prefix: Self.header)))
  }

  @Test func aProductIsALine() throws {
    let json =
      #"{"id":7,"name":"Mug","description":"Blue","price":{"amount":"12.50","currency":"EUR"},"#
      + #""availability":"inStock","imageURLs":["https://a/1.png","https://a/2.png"],"#
      + #""attributes":{"b":"2","a":"1"},"updatedAt":"2026-01-02T03:04:05Z"}"#
    #expect(
      try cells(json)
        == #"7,Mug,Blue,12.50,EUR,inStock,https://a/1.png https://a/2.png,"{""a"":""1"",""b"":""2""}",2026-01-02T03:04:05Z"#
        + "\r\n")
  }

  @Test(arguments: [
    ("a,b", #""a,b""#), (#"a\"b"#, #""a""b""#), (#"a\nb"#, "\"a\nb\""), (#"a\rb"#, "\"a\rb\""),
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), (#"\tx"#, "'\tx"),
    (#"=a,\"b\""#, #""'=a,""b""""#), ("＝1", "'＝1"), ("a=1", "a=1"), ("", ""),
  ])
  func namesAreQuotedAndNeverFormulas(_ name: String, _ cell: String) throws {
    #expect(try cells(#"{"id":"x","name":"\#(name)"}"#) == "x,\(cell),,,,,,,\r\n")
  }

  @Test func onATerminalControlCharactersAreWrittenOut() throws {
    let json = #"{"id":"x","name":"a\u001b[31mb"}"#
    #expect(try cells(json, isShown: true) == "x,a\\u{1b}[31mb,,,,,,,\r\n")
  }

  @Test func withoutProductsThereAreStillColumns() {
    #expect(String(decoding: CSVFormat().end(), as: UTF8.self) == Self.header)
  }
}

extension String {
  fileprivate func stripping(prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
