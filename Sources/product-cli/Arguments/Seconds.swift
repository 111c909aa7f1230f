import ArgumentParser

/// A length of time, as it is written on the command line: seconds, with a fraction if need be.
struct Seconds: ExpressibleByArgument {
  let duration: Duration

  /// Longer ones are slips of the finger.
  static let longest = 86_400.0

  init(_ duration: Duration) {
    self.duration = duration
  }

  init?(argument: String) {
    guard let seconds = Double(argument), seconds >= 0.001, seconds <= Self.longest else {
      return nil
    }
    duration = .milliseconds((seconds * 1000).rounded())
  }

  var defaultValueDescription: String { "\(Int(duration / .seconds(1)))" }
}
