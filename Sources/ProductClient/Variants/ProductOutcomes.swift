/// The outcomes of loading many ids: one for each. Made by
/// ``ProductLoader/products(withIDs:maxConcurrent:order:options:)``.
public struct ProductOutcomes<Model, IDs>: AsyncSequence
where
  Model: Decodable & Identifiable & Sendable, Model.ID: Sendable,
  IDs: Sequence, IDs.Element == Model.ID
{
  /// The id, its one result, and its numbers.
  public typealias Element = LoadOutcome<Model>
  /// Failures are outcomes.
  public typealias Failure = Never

  let loader: ProductLoader<Model>
  let ids: IDs
  let window: OutcomeWindow
  let order: OutcomeOrder
  let options: LoadOptions

  /// Starts anew: each iteration loads every id once.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self, OutcomeLine(order: order, window: window))
  }

  /// Starts loads and reads their outcomes. Letting go of it cancels what is in flight.
  public struct Iterator: AsyncIteratorProtocol {
    private let loader: ProductLoader<Model>
    private let options: LoadOptions
    /// nil when there are no more.
    private var ids: IDs.Iterator?
    private let reader: OutcomeReader<Model>

    init(_ outcomes: ProductOutcomes, _ line: OutcomeLine<Model>) {
      loader = outcomes.loader
      options = outcomes.options
      ids = outcomes.ids.makeIterator()
      reader = OutcomeReader(line)
    }

    /// The next outcome; nil after the last.
    ///
    /// Loads are started here and nowhere else, so that a slow reader slows the loading. When the
    /// task is cancelled, no further load is started: those in flight end as `.cancelled`, and
    /// then the sequence ends.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> LoadOutcome<Model>? {
      while true {
        let outcome = reader.line.take()
        fill()
        if let outcome { return outcome }
        guard await reader.line.waitForOutcome(isolation: actor) else { return nil }
      }
    }

    private mutating func fill() {
      if Task.isCancelled { reader.line.cancel() }
      while reader.line.hasRoom {
        guard let id = ids?.next() else {
          ids = nil
          return
        }
        start(id)
      }
    }

    private func start(_ id: Model.ID) {
      let (line, load) = (reader.line, loader.pipeline.load(of: id, options))
      guard let number = line.append(load) else { return }
      loader.pipeline.start(
        load, of: id, Delivery(of: id, at: .immediate) { line.finish(number, with: $0) })
    }
  }
}

extension ProductOutcomes: Sendable where IDs: Sendable {}

/// The order in which the outcomes of many ids come.
public enum OutcomeOrder: Sendable {
  /// As the loads finish: nothing waits for a slow one.
  case asFinished
  /// As their ids were given. While the first is slow, as many again may finish behind it.
  case asRequested
}

extension ProductLoader {
  /// Loads many products; an asynchronous sequence of one outcome for each id.
  ///
  /// <!-- snippet: outcomes -->
  /// ```swift
  /// for await outcome in loader.products(withIDs: ids) {
  ///   print(outcome.id, outcome.result)
  /// }
  /// ```
  ///
  /// A load that fails is an outcome like any other; the sequence goes on. Loads are started when
  /// the next outcome is asked for, so a slow reader slows the loading, and the ids are read as
  /// they are needed: there may be any number. Ending the loop early cancels what is in flight.
  /// Never touches the result queue.
  ///
  /// - Parameters:
  ///   - ids: What to load. An id that comes twice has two outcomes.
  ///   - maxConcurrent: How many loads may be in flight, at least 1. Those that ended and were not
  ///     read count too; in the order asked, as many again may be unread.
  ///   - order: As they finish, unless told.
  ///   - options: The priority of each load, and its deadline, counted from its own start.
  public func products<IDs: Sequence>(
    withIDs ids: IDs, maxConcurrent: Int = 64, order: OutcomeOrder = .asFinished,
    options: LoadOptions = LoadOptions()
  ) -> ProductOutcomes<Model, IDs> where IDs.Element == Model.ID {
    ProductOutcomes(
      loader: self, ids: ids, window: OutcomeWindow(maxConcurrent: maxConcurrent, order: order),
      order: order, options: options)
  }
}
