import ProductClient

/// What a schedule knows of one load, from the outside.
struct LoadRecord {
  enum Variant: String {
    case closure, delegate, inline, whenNeeded, async, operation, inlineOperation
  }

  let variant: Variant
  let id: Int
  let loader: Int
  /// The queue that its result must come on; nil where there is none.
  let queue: SteppedQueue?
  var task: LoadTask?
  var asyncTask: Task<Void, Never>?
  var operation: ProductLoadOperation<Thing>?
  /// When its time runs out; nil: never.
  var deadline: Duration?
  /// nil as long as its URL was not asked for, and where what waits for what is not followed.
  var flight: Int?
  /// Whether its URL was refused.
  var isRefused = false
  var isCancelled = false
  /// Whether it was seen to wait when it was cancelled: then it must end so.
  var mustBeCancelled = false
  /// When its result was decided, on a clock that counts such moments; nil if that was not seen.
  var settled: Int?
  /// Whether nobody waited for its flight any more when it was cancelled.
  var leftLast = false
  var deliveries = 0

  init(_ variant: Variant, _ id: Int, of loader: Int, on queue: SteppedQueue?) {
    self.variant = variant
    self.id = id
    self.loader = loader
    self.queue = queue
  }
}

/// Something that a handler captures, which tells when it is let go of.
final class Capture: Sendable {
  private let schedule: Schedule

  init(_ schedule: Schedule) {
    self.schedule = schedule
    schedule.captures += 1
  }

  deinit {
    schedule.captures -= 1
  }

  func use() {}
}

/// A delegate with a name.
final class Listener: ProductLoaderDelegate {
  let number: Int
  private let schedule: Schedule

  init(_ number: Int, _ schedule: Schedule) {
    self.number = number
    self.schedule = schedule
  }

  func productLoader(
    _ loader: ProductLoader<Thing>, didFinishLoading result: Result<Thing, LoadError>, for id: Int
  ) {
    schedule.told(self, by: loader, result, id)
  }
}
