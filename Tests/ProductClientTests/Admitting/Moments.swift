@testable import ProductClient

extension Moment {
  static let start = Moment(elapsed: .zero)

  /// So many seconds after the start of a clock.
  static func at(_ seconds: Int) -> Moment { Moment(elapsed: .seconds(seconds)) }
  static func at(milliseconds: Int) -> Moment { Moment(elapsed: .milliseconds(milliseconds)) }
}

extension Duration {
  static let longest = Duration(attoseconds: .max)
  static let shortest = Duration(attoseconds: .min)
}
