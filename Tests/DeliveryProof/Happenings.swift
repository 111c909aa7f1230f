/// How often each thing happened that the law speaks of: what never happens is not checked.
package struct Happenings: Sendable {
  package private(set) var counts: [Kind: Int] = [:]

  package enum Kind: String, CaseIterable, Sendable {
    case shared, cancelled, lastCancel, refused, hopSpared, inlineElsewhere, delegateTold, streamEnd
    case retried, hedged, waitedInLine, broken, expired
  }

  mutating func note(_ kind: Kind) {
    counts[kind, default: 0] += 1
  }

  /// What never happened.
  package var missing: [Kind] { Kind.allCases.filter { counts[$0] == nil } }

  static func + (left: Happenings, right: Happenings) -> Happenings {
    var sum = left
    sum.counts.merge(right.counts, uniquingKeysWith: +)
    return sum
  }
}
