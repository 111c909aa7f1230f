import CFaults
import Testing

/// A C function that the engine calls, and that can be made to fail once.
struct FallibleFunction: CustomStringConvertible {
  private let number: CInt

  static let all = (0..<faults_count()).map(FallibleFunction.init(number:))

  static func named(_ name: String) throws -> FallibleFunction {
    try #require(all.first { "\($0)" == name })
  }

  /// Its name in C.
  var description: String { String(cString: faults_name(number)) }

  /// Lets the nth call from now on fail.
  func failAtCall(_ nth: Int) {
    faults_arm(number, CInt(nth))
  }
}

/// A call that was made to fail.
struct FailedCall {
  let function: String
  /// Which of the function's calls it was, from 1.
  let nth: Int
  /// Second and third argument: an option and its value, an operation and its descriptor.
  let option: Int
  let value: Int

  /// The call that failed; from now on none does. nil when the function was not called so often.
  static func end(of function: FallibleFunction, nth: Int) -> FailedCall? {
    faults_disarm()
    guard faults_struck() else { return nil }
    return FailedCall(
      function: "\(function)", nth: nth, option: faults_option(), value: faults_value())
  }
}

extension Trait where Self == ConditionTrait {
  /// Needs a system where functions can be replaced; see CFaults.h.
  static var needsFaults: Self {
    .enabled(if: faults_count() > 0, "functions are replaced on Linux only")
  }
}
