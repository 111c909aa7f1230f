import Foundation

/// A model with fields of every kind that decoders treat in a way of their own.
struct Everything: Codable, Equatable, Sendable {
  enum Colour: String, Codable { case red, green }
  struct Inner: Codable, Equatable, Sendable { var x: Int; var y: [Double] }

  var bool: Bool?
  var int: Int?
  var int8: Int8?
  var int64: Int64?
  var int128: Int128?
  var uint64: UInt64?
  var uint128: UInt128?
  var double: [Double]?
  var float: [Float]?
  var decimal: [Decimal]?
  var string: [String]?
  var date: Date?
  var url: URL?
  var data: Data?
  var uuid: UUID?
  var colour: Colour?
  var inner: Inner?
  var optionals: [Int?]?
  var byName: [String: Inner]?
  var byNumber: [Int: String]?
  var pairs: [[String: Bool]]?

  static let sparse = #"{"bool":null,"unknown":[{"a":[null]}],"inner":{"y":[],"x":-7}}"#

  static let full = #"""
    {
      "bool": true, "int": -9223372036854775808, "int8": 1e2, "int64": 9223372036854775807,
      "int128": -170141183460469231731687303715884105728, "uint64": 18446744073709551615,
      "uint128": 340282366920938463463374607431768211455,
      "double": [0.1, -0.0, -0, 1e22, 1e23, 5e-324, 1.7976931348623157e308, 9007199254740993,
        123456789012345678901234567890.5e-10, 2.2250738585072011e-308, 100, 3.0],
      "float": [0.1, 16777217, 3.4028235e38, 1.00000017881393432617187499, 1e-45],
      "decimal": [12.30, 0.1, -79228162514264337593543950335, 1e10, 0],
      "string": ["", "plain", "\"\\\/\b\f\n\r\t", "\u00e9\u20ac\ud83d\ude00", "é€😀", "\u0000"],
      "date": "2026-11-20T10:20:30Z", "url": "https://shop.example/a?b=c#d", "data": "aGVsbG8=",
      "uuid": "6F9619FF-8B86-4011-B42D-00CF4FC964FF", "colour": "green",
      "inner": {"x": 1, "y": [1, 2.5]}, "optionals": [1, null, 3],
      "byName": {"snake_case": {"x": 1, "y": []}, "a b": {"x": 2, "y": [0]}},
      "byNumber": {"1": "one", "-2": "minus two"}, "pairs": [{}, {"a": false}]
    }
    """#
}
