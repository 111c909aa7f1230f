import ProductClient

/// A field to be sent, as it is written on the command line: `Name: value`.
struct HeaderArgument: Hashable, Sendable {
  let field: HTTPField

  /// What is wrong with a text. It never repeats the text, which may hold a key or a password.
  enum Fault: Error, Hashable, CustomStringConvertible {
    case noColon
    case nameIsNoToken
    case controlCharacter

    var description: String {
      switch self {
      case .noColon: "there is no colon between a name and a value"
      case .nameIsNoToken: "what stands before the colon is not the name of a field"
      case .controlCharacter: "its value holds a control character"
      }
    }
  }

  init(_ text: String) throws(Fault) {
    // By bytes: a combining mark after the colon would make another character of it.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .noColon }
    let name = String(text[..<colon])
    guard HTTPField(name: name, value: "") != nil else { throw .nameIsNoToken }
    let value = String(text[text.utf8.index(after: colon)...])
    guard let field = HTTPField(name: name, value: value) else { throw .controlCharacter }
    self.field = field
  }
}
