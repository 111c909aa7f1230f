import Foundation
import ProductClient

/// The command by which curl sends the same request.
struct CurlCommand: Sendable {
  /// What holds for every request: proxy, certificates, version, time.
  let options: [String]
  /// The environment variable that has the token; the command names it, and does not hold the token.
  let tokenVariable: String?

  func text(for request: HTTPRequest) -> String {
    var words = ["curl", "--fail", "--compressed"] + options.map(Self.quoted)
    for field in request.fields { words += ["--header", header(field)] }
    words.append(Self.quoted(request.url.absoluteString))
    return words.joined(separator: " ")
  }

  /// A secret is not written. Where it is the token of the variable, the shell puts it in.
  private func header(_ field: HTTPField) -> String {
    let isToken = field.name.lowercased() == "authorization"
    if isToken, let tokenVariable { return "\"\(field.name): Bearer $\(tokenVariable)\"" }
    // As curl wants it where there is no value.
    return Self.quoted(field.value.isEmpty ? "\(field.name);" : "\(field)")
  }

  /// The word as a POSIX shell takes it for one, whatever is in it.
  static func quoted(_ word: String) -> String {
    let word = TerminalText.escaped(word)
    let isPlain = word.utf8.allSatisfy { byte in
      byte > 0x7F
        || "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/:,=@%+"
          .utf8.contains(byte)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
