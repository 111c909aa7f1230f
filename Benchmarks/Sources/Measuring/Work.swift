import Foundation

/// What a program is asked to load: `BASE IDS-FILE LOADS CONCURRENCY [--cacert FILE]`.
///
/// Read by hand: a parser of arguments would be measured with it.
package struct Work: Sendable {
  package static let usage = "BASE IDS-FILE LOADS CONCURRENCY [--cacert FILE]"

  /// The ids to load, over and over until there are enough.
  package let ids: [String]
  /// How many loads there are.
  package let loads: Int
  /// How many are under way at once.
  package let concurrency: Int
  /// The PEM file of who vouches for the server; nil: whom the system trusts.
  package let authorities: String?
  private let base: String

  /// Nil when the arguments make no sense.
  ///
  /// - Parameters:
  ///   - arguments: Those of the process, without its name.
  ///   - set: Told of each option that is not one of ours; false where it makes no sense.
  package init?(
    _ arguments: some Sequence<String>, set: (String, String) -> Bool = { _, _ in false }
  ) {
    var words: [String] = []
    var authorities: String?
    var rest = arguments.makeIterator()
    while let word = rest.next() {
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      guard let value = rest.next() else { return nil }
      if word == "--cacert" {
        authorities = value
      } else if !set(word, value) {
        return nil
      }
    }
    guard words.count == 4, let loads = Int(words[2]), let concurrency = Int(words[3]),
      loads > 0, concurrency > 0, let ids = Self.ids(in: words[1])
    else { return nil }
    self.ids = ids
    self.loads = loads
    self.concurrency = concurrency
    self.authorities = authorities
    base = words[0]
  }

  private static func ids(in path: String) -> [String]? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let ids = text.split(separator: "\n").map(String.init)
    return ids.isEmpty ? nil : ids
  }

  /// Where the product of an id is.
  package func address(of id: some CustomStringConvertible) -> String {
    "\(base)/products/\(id).json"
  }

  package func url(of id: some CustomStringConvertible) throws -> URL {
    guard let url = URL(string: address(of: id)) else { throw CocoaError(.fileReadInvalidFileName) }
    return url
  }
}
