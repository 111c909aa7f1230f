import Foundation

/// What a server says it will still answer, and until when: the fields `RateLimit` and
/// `RateLimit-Policy`, and what they were called before
/// (<https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/>).
struct ServerQuota: Hashable, Sendable {
  /// How many more it answers.
  var remaining: Int
  /// In what time it forgets and begins anew.
  var reset: Duration

  /// The tightest quota that the response tells; nil where it tells none.
  ///
  ///     RateLimit: "default";r=50;t=30
  ///     RateLimit: limit=100, remaining=50, reset=30
  ///     RateLimit-Remaining: 50 / RateLimit-Reset: 30
  ///
  /// `RateLimit-Policy: "default";q=100;w=60` gives the time where `RateLimit` gives none.
  init?(_ fields: HTTPFields) {
    // Looked for in the bytes first: hardly any response has it, and reading fields costs.
    guard fields.mayName("ratelimit") else { return nil }
    let windows = fields["RateLimit-Policy"].map(Self.windows(in:)) ?? [:]
    let quotas = fields["RateLimit"].map(Self.quotas(in:)) ?? Self.quotasInSeparateFields(fields)
    let spans = quotas.compactMap { quota -> (remaining: Int, reset: Int)? in
      let reset = quota.reset ?? windows[quota.name] ?? windows.values.min()
      // More than a year is no span of time, but some server's idea of a date.
      guard let reset, reset <= Self.year else { return nil }
      return (quota.remaining, reset)
    }
    guard let tightest = spans.min(by: { ($0.0, -$0.1) < ($1.0, -$1.1) }) else { return nil }
    remaining = tightest.remaining
    reset = .seconds(tightest.reset)
  }

  private typealias Told = (name: String, remaining: Int, reset: Int?)

  private static func quotas(in text: String) -> [Told] {
    let items = items(of: text)
    let listed = items.compactMap { item -> Told? in
      item.parameters["r"].map { (item.name, $0, item.parameters["t"]) }
    }
    if !listed.isEmpty { return listed }
    // The form of before: one dictionary, which reads as items of one parameter each.
    let all = items.reduce(into: [:]) { $0.merge($1.parameters) { first, _ in first } }
    return all["remaining"].map { [("", $0, all["reset"])] } ?? []
  }

  private static func quotasInSeparateFields(_ fields: HTTPFields) -> [Told] {
    guard let remaining = fields["RateLimit-Remaining"].flatMap(number) else { return [] }
    return [("", remaining, fields["RateLimit-Reset"].flatMap(number))]
  }

  /// How long the window of each policy is.
  private static func windows(in text: String) -> [String: Int] {
    items(of: text).reduce(into: [:]) { windows, item in
      if let window = item.parameters["w"] { windows[item.name] = window }
    }
  }

  /// The items of a list (RFC 9651 §3.1), each with its parameters that are whole numbers, as far as
  /// it goes without a full parser: a name in quotes that holds a comma or a semicolon is cut in
  /// two, which loses nothing but that name.
  private static func items(of text: String) -> [(name: String, parameters: [String: Int])] {
    text.split(separator: ",").map { item in
      let parts = item.split(separator: ";")
      let parameters = parts.reduce(into: [:]) { (parameters: inout [String: Int], part) in
        let pair = part.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, let value = number(String(pair[1])) else { return }
        parameters[pair[0].trimmingCharacters(in: .whitespaces).lowercased()] = value
      }
      return (parts.first?.trimmingCharacters(in: .whitespaces) ?? "", parameters)
    }
  }

  /// Nothing but digits; more of them than a number holds mean the largest of a billion years.
  private static func number(_ text: String) -> Int? {
    let digits = text.trimmingCharacters(in: .whitespaces)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    return min(Int(digits) ?? .max, 1_000_000_000 * year)
  }

  private static let year = 31_536_000
}
