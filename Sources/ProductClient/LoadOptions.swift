/// What one load asks for that another may not.
public struct LoadOptions: Hashable, Sendable {
  /// How long the load may take in all, over all its attempts and waits, counted from its start.
  /// Then it ends with ``LoadError/deadlineExceeded(_:)``, whatever goes on, and no later. Loads that
  /// share an exchange keep their own. nil: ``LoaderConfiguration/deadline``.
  public var deadline: Duration?
  /// How much it matters where loads wait for their turn. Of loads that share, the highest counts: one
  /// that joins those in line takes them forward with it, to where they would be had they had its
  /// priority from the start. They stay there when it leaves.
  public var priority: LoadPriority

  /// Creates options; what is not given takes its default.
  public init(deadline: Duration? = nil, priority: LoadPriority = .normal) {
    self.deadline = deadline
    self.priority = priority
  }
}
