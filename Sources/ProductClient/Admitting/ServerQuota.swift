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
    let window = fields["RateLimit-Policy"].flatMap {
      Self.parameters($0).compactMap { $0["w"] }.min()
    }
    let quotas = fields["RateLimit"].map(Self.quotas(in:)) ?? Self.quotasInSeparateFields(fields)
    let tightest = quotas.min {
      ($0.remaining, -($0.reset ?? 0)) < ($1.remaining, -($1.reset ?? 0))
    }
    guard let tightest, let reset = tightest.reset ?? window else { return nil }
    remaining = tightest.remaining
    self.reset = .seconds(reset)
  }

  private typealias Told = (remaining: Int, reset: Int?)

  private static func quotas(in text: String) -> [Told] {
    let items = parameters(text)
    let listed = items.compactMap { item -> Told? in item["r"].map { ($0, item["t"]) } }
    if !listed.isEmpty { return listed }
    // The form of before: one dictionary, which reads as items of one parameter each.
    let all = items.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    return all["remaining"].map { [($0, all["reset"])] } ?? []
  }

  private static func quotasInSeparateFields(_ fields: HTTPFields) -> [Told] {
    guard let remaining = fields["RateLimit-Remaining"].flatMap(number) else { return [] }
    return [(remaining, fields["RateLimit-Reset"].flatMap(number))]
  }

  /// The parameters with whole numbers of each item of a list (RFC 9651 §3.1), as far as it goes
  /// without a full parser: a name in quotes that holds a comma or a semicolon is cut in two,
  /// which loses nothing but that name.
  private static func parameters(_ text: String) -> [[String: Int]] {
    text.split(separator: ",").map { item in
      item.split(separator: ";").reduce(into: [:]) { parameters, part in
        let pair = part.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, let value = number(String(pair[1])) else { return }
        parameters[pair[0].trimmingCharacters(in: .whitespaces).lowercased()] = value
      }
    }
  }

  /// Zero to a year of seconds: more means the same, and less means nothing.
  private static func number(_ text: String) -> Int? {
    let digits = text.trimmingCharacters(in: .whitespaces)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    return min(Int(digits) ?? .max, 31_536_000)
  }
}
