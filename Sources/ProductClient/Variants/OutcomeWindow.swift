/// How far a stream may run ahead of its reader.
struct OutcomeWindow: Sendable {
  private let maxConcurrent: Int
  private let maxUnread: Int

  /// In the order asked, outcomes wait behind a slow one: so that the others go on meanwhile, as
  /// many again may wait.
  init(maxConcurrent: Int, order: OutcomeOrder) {
    self.maxConcurrent = min(max(1, maxConcurrent), Int.max / 2)
    maxUnread = self.maxConcurrent * (order == .asRequested ? 2 : 1)
  }

  func hasRoom(inFlight: Int, unread: Int) -> Bool {
    inFlight < maxConcurrent && inFlight + unread < maxUnread
  }
}
