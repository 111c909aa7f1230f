import ArgumentParser

/// An option that may be given once. The parser would take the last of several and drop the others
/// without a word, and what they asked for would be missing from the result.
enum Once {
  /// The value, or nil when the option was not given. Throws when it was given again.
  static func value(of values: [String], option name: String) throws -> String? {
    guard values.count <= 1 else {
      throw ValidationError("\(name) was given \(values.count) times: give it once.")
    }
    return values.first
  }
}
