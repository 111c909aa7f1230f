/// Something to capture, which tells when it is let go of.
public final class Captured: Sendable {
  private let onRelease: @Sendable () -> Void

  /// Calls the closure when nobody holds this any more.
  public init(_ onRelease: @escaping @Sendable () -> Void) {
    self.onRelease = onRelease
  }

  deinit {
    onRelease()
  }

  /// Does nothing; a closure that calls it captures this.
  public func use() {}
}
