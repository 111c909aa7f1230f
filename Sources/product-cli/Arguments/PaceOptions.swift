import ArgumentParser
import ProductClient

/// How much is asked at once, how often, and how long it may take.
struct PaceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How many loads are under way at once.", valueName: "n"))
  var concurrency = 64

  @Option(
    help: ArgumentHelp("How many attempts may follow one that failed.", valueName: "n"))
  var retries = 3

  @Option(help: ArgumentHelp("How long an attempt may take, in seconds.", valueName: "seconds"))
  var timeout = Seconds(.seconds(30))

  @Option(
    help: ArgumentHelp(
      "How long a load may take in all, retries and waits included, in seconds.",
      valueName: "seconds"))
  var deadline: Seconds?

  @Option(
    help: ArgumentHelp(
      "Ask no more often than that: 5/s is five requests a second, 0.5/s one every other second.",
      valueName: "n/s"))
  var rate: RateArgument?

  /// More at once than this is a slip of the finger: each needs a descriptor.
  private static let mostConcurrent = 10_000
  private static let mostRetries = 100

  func validate() throws {
    guard 1...Self.mostConcurrent ~= concurrency else {
      throw ValidationError("--concurrency must be between 1 and \(Self.mostConcurrent).")
    }
    guard 0...Self.mostRetries ~= retries else {
      throw ValidationError("--retries must be between 0 and \(Self.mostRetries).")
    }
  }

  func apply(to configuration: inout LoaderConfiguration) {
    configuration.timeouts.attempt = timeout.duration
    // Who allows more than the usual time for an attempt is ready to wait for a silent server.
    configuration.timeouts.stall = max(configuration.timeouts.stall, timeout.duration)
    configuration.deadline = deadline?.duration
    configuration.retries.maxRetries = retries
    configuration.traffic = Traffic(rules)
  }

  /// Somebody asked for each of these ids, and for so many retries: none is left out because others
  /// failed, so there is no circuit to open, and the budget has room for all.
  private var rules: TrafficRules {
    TrafficRules(
      maxInFlight: concurrency, maxInFlightPerOrigin: concurrency, rate: rate?.limit,
      breaker: nil, retryShare: Double(retries), retryReserve: .max)
  }
}
