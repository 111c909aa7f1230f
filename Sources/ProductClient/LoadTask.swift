/// A handle on one load.
///
/// Letting go of it neither cancels the load nor loses its result.
public struct LoadTask: Sendable {
  private let load: Load

  init(_ load: Load) {
    self.load = load
  }

  /// Asks for the load to stop. May be called from anywhere, any number of times.
  ///
  /// A request, not an outcome: the handler gets ``LoadError/cancelled``, on the result queue,
  /// unless another result had been settled before; then it gets that one.
  public func cancel() {
    load.cancel()
  }

  /// The numbers of the load once its result is settled, which is before the handler runs.
  ///
  /// nil until then, and for a load that was cancelled: its result does not wait for them.
  public var metrics: LoadMetrics? {
    load.metrics
  }
}
