/// Where a load stands. Pure: each step returns what to do.
enum LoadPhase: ~Copyable {
  /// No token yet: the task that is to wait does not wait yet. Exits: starting, revoked.
  case new
  /// Cancelled before there was a token. Exits: settled, with the first token that comes.
  case revoked
  /// The call that starts the load is running; it has a seat once it boarded a flight.
  /// Exits: aboard, settled.
  case starting(Delivery, Seat?)
  /// Waits for the flight it has a seat on. Exits: settled.
  case aboard(Delivery, Seat)
  /// The result was handed over. No exits.
  case settled(LoadMetrics?)

  /// What ``settle(_:)`` asks the caller to do, outside the lock.
  enum Action: ~Copyable {
    /// Indicates that this caller was first: the result is its to deliver, and the seat to leave.
    case deliver(Delivery, leaving: Seat)
    /// Indicates the same, while the starting call is running; there may be a seat to leave.
    case deliverInsideStart(Delivery, leaving: Seat?)
    /// Indicates that a result was settled before, or that there is nobody to deliver to yet.
    case nothing
  }

  /// Takes the token. Returns false, and leaves the token, when the load was cancelled before:
  /// then that is to be delivered.
  mutating func start(_ arriving: inout Delivery?) -> Bool {
    switch consume self {
    case .new:
      guard let delivery = arriving.take() else { preconditionFailure("a start brings a token") }
      self = .starting(delivery, nil)
      return true
    case .starting(let first, let seat): self = .starting(first, seat)
    case .aboard(let first, let seat): self = .aboard(first, seat)
    case .revoked: self = .settled(nil)
    case .settled(let metrics): self = .settled(metrics)
    }
    return false
  }

  /// Keeps the seat, to leave it if the load is cancelled. Returns whether the load still waits.
  mutating func board(_ seat: Seat) -> Bool {
    switch consume self {
    case .starting(let delivery, _):
      self = .starting(delivery, seat)
      return true
    case .aboard(let delivery, _):
      self = .aboard(delivery, seat)
      return true
    case .settled(let metrics):
      self = .settled(metrics)
      return false
    case .new:
      self = .new
      return false
    case .revoked:
      self = .revoked
      return false
    }
  }

  /// The starting call is over: whatever settles the load from now on is outside it.
  mutating func started() {
    switch consume self {
    case .starting(let delivery, let seat):
      if let seat {
        self = .aboard(delivery, seat)
      } else {
        self = .starting(delivery, nil)
      }
    case .aboard(let delivery, let seat): self = .aboard(delivery, seat)
    case .new: self = .new
    case .revoked: self = .revoked
    case .settled(let metrics): self = .settled(metrics)
    }
  }

  mutating func settle(_ metrics: LoadMetrics?) -> sending Action {
    switch consume self {
    case .new:
      self = .revoked
      return .nothing
    case .revoked:
      self = .revoked
      return .nothing
    case .starting(let delivery, let seat):
      self = .settled(metrics)
      return .deliverInsideStart(delivery, leaving: seat)
    case .aboard(let delivery, let seat):
      self = .settled(metrics)
      return .deliver(delivery, leaving: seat)
    case .settled(let first):
      self = .settled(first)
      return .nothing
    }
  }

  /// Whether its result is still to come.
  var isWaiting: Bool {
    switch self {
    case .starting: true
    case .aboard: true
    default: false
    }
  }

  var metrics: LoadMetrics? {
    switch self {
    case .settled(let metrics): metrics
    default: nil
    }
  }
}
