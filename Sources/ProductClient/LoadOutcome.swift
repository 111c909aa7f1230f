/// How one load ended: its id, its one result, and its numbers.
public struct LoadOutcome<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
  /// The id that was asked for.
  public let id: Model.ID
  /// The one result.
  public let result: Result<Model, LoadError>
  /// The numbers of the load.
  public let metrics: LoadMetrics

  /// Creates an outcome.
  public init(id: Model.ID, result: Result<Model, LoadError>, metrics: LoadMetrics) {
    self.id = id
    self.result = result
    self.metrics = metrics
  }
}

extension LoadOutcome: Equatable where Model: Equatable {}
extension LoadOutcome: Hashable where Model: Hashable {}
