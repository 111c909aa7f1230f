import ProductClient

/// A field to be sent, as it is written on the command line: `Name: value`.
struct HeaderArgument: Hashable, Sendable {
  let field: HTTPField

  /// What is wrong with a text. It never repeats the text, which may hold a key or a password.
  enum Fault: Error, Hashable, CustomStringConvertible {
    case noColon
    case nameIsNoToken
    case controlCharacter
    case framing(name: String)

    var description: String {
      switch self {
      case .noColon: "there is no colon between a name and a value"
      case .nameIsNoToken: "what stands before the colon is not the name of a field"
      case .controlCharacter: "its value holds a control character"
      case .framing(let name): "\(name) belongs to the connection, and is not for you to set"
      }
    }
  }

  /// What says where a message ends, and what becomes of the connection (RFC 9110 §7.6.1, RFC 9112
  /// §6). With another word on that than libcurl's, servers and proxies would disagree about it.
  private static let framing = [
    "Content-Length", "Transfer-Encoding", "Connection", "TE", "Trailer", "Upgrade", "Keep-Alive",
    "Proxy-Connection",
  ]

  /// What may be sent to another server as well, when this one redirects there. Of all others,
  /// nobody knows which hold a key.
  private static let harmless = ["accept", "accept-language", "user-agent"]

  init(_ text: String) throws(Fault) {
    // By bytes: a combining mark after the colon would make another character of it.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .noColon }
    let name = String(text[..<colon])
    guard HTTPField(name: name, value: "") != nil else { throw .nameIsNoToken }
    if let known = Self.framing.first(where: { $0.lowercased() == name.lowercased() }) {
      throw .framing(name: known)
    }
    let value = String(text[text.utf8.index(after: colon)...])
    let isSecret = !Self.harmless.contains(name.lowercased())
    guard let field = HTTPField(name: name, value: value, isSecret: isSecret) else {
      throw .controlCharacter
    }
    self.field = field
  }
}
