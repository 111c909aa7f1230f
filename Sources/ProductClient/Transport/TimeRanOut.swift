/// Which time of an exchange ran out; what transports say about it.
package enum TimeRanOut: Hashable, Sendable, CustomStringConvertible {
  /// ``ExchangeTimeouts/connect``
  case connect(Duration)
  /// ``ExchangeTimeouts/attempt``
  case attempt(Duration)
  /// ``ExchangeTimeouts/firstByte``
  case firstByte(Duration)
  /// ``ExchangeTimeouts/stall``
  case stall(Duration, bytesPerSecond: Int)

  /// In words, without a full stop.
  package var description: String {
    switch self {
    case .connect(let time): "no connection within \(time.inWords)"
    case .attempt(let time): "no whole answer within \(time.inWords)"
    case .firstByte(let time): "no byte of an answer within \(time.inWords)"
    case .stall(let time, ...1): "not a byte a second for \(time.inWords)"
    case .stall(let time, let rate): "fewer than \(rate) bytes a second for \(time.inWords)"
    }
  }
}

extension Duration {
  fileprivate var inWords: String {
    let (seconds, attoseconds) = components
    guard attoseconds == 0 else { return description }
    return seconds == 1 ? "1 second" : "\(seconds) seconds"
  }
}
