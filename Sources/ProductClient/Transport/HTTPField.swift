/// One field of a message: a name and a value.
public struct HTTPField: Hashable, Sendable {
  /// The name, as written; names compare without case.
  public let name: String
  /// The value, without the white space around it.
  public let value: String
  /// Whether it was marked as a secret.
  let isMarked: Bool

  /// Creates a field to be sent.
  ///
  /// A secret is sent like any other field, but never shown: not in a description or a dump of
  /// whatever holds it, nor in an error or a log. A redirect to another origin drops it. What is
  /// named as in ``HTTPFields/secretNames`` is one without being marked.
  ///
  /// nil when the name is not a token (RFC 9110 §5.6.2), or when the value holds a control
  /// character other than a tab: such a value could smuggle in a second field. White space around
  /// the value is left out: on the wire it would be no part of it.
  ///
  /// - Parameters:
  ///   - name: The name, as it is to be written.
  ///   - value: The value.
  ///   - isSecret: Whether the value is a secret. Not unless told, or named like one.
  public init?(name: String, value: String, isSecret: Bool = false) {
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte),
      value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 })
    else { return nil }
    self.name = name
    self.value = Self.trimmed(value)
    isMarked = isSecret
  }

  /// A field as a server sent it, which may be anything.
  init(parsedName: String, value: String, isMarked: Bool = false) {
    name = parsedName
    self.value = value
    self.isMarked = isMarked
  }

  /// Whether its value is never shown: it was marked as a secret, or is named like one.
  public var isSecret: Bool {
    isMarked || HTTPFields.wellKnownSecretNames.contains(name.lowercased())
  }

  /// The same, marked as a secret.
  var asSecret: HTTPField {
    HTTPField(parsedName: name, value: value, isMarked: true)
  }

  func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && zip(name.utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  private static func trimmed(_ value: String) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard let start = value.utf8.firstIndex(where: { !isBlank($0) }),
      let last = value.utf8.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(Substring(value.utf8[start...last]))
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension HTTPField: CustomStringConvertible, CustomReflectable {
  /// `Name: value`; the value of a secret is `…`.
  public var description: String { "\(name): \(shownValue)" }

  /// Name and value; the value of a secret is `…`.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "value": shownValue], displayStyle: .struct)
  }

  var shownValue: String { isSecret ? "…" : value }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
