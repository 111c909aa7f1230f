import Foundation
import Logging

/// The stages of one load, put together in their order: the one place that knows it.
///
///     resolving → transport → decoding
///
/// Each stage is a value with one function that returns or throws; none holds a handler, knows
/// its neighbours, or calls back up. What belongs to one caller (its queue, its handler, its
/// cancel) stays outside, in ``Load``; what belongs to the exchange stays inside.
///
/// Resolving comes first, since everything after it is told apart by URL. Decoding comes last and
/// above the transport, so that a body is decoded once, off the engine's thread.
struct LoadPipeline<Model>: Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  private let resolving: Resolving<Model>
  private let transport: any Transport
  private let decoding: Decoding<Model>
  private let logger: Logger

  init(
    transport: any Transport, decoder: ModelDecoder<Model>, configuration: LoaderConfiguration,
    resolver: @escaping ProductLoader<Model>.Resolver
  ) {
    resolving = Resolving(configuration: configuration, resolver: resolver)
    self.transport = transport
    decoding = Decoding(decoder: decoder)
    logger = configuration.logger
  }

  /// Runs one load through the stages. Cancelling the calling task ends it.
  func outcome(for id: Model.ID) async -> LoadOutcome<Model> {
    let start = ContinuousClock.now
    var metrics = LoadMetrics()
    let result: Result<Model, LoadError>
    do throws(LoadError) {
      result = .success(try await model(for: id, &metrics))
    } catch {
      result = .failure(error)
      metrics.exchange = metrics.exchange ?? error.failure?.exchange
    }
    metrics.total = ContinuousClock.now - start
    let outcome = LoadOutcome(id: id, result: result, metrics: metrics)
    log(outcome)
    return outcome
  }

  private func model(
    for id: Model.ID, _ metrics: inout LoadMetrics
  ) async throws(LoadError) -> Model {
    let request = try resolving.request(for: id)
    metrics.attempts = 1
    let response = try await transport.perform(request)
    metrics.status = response.status
    metrics.exchange = response.metrics
    let start = ContinuousClock.now
    defer { metrics.decoding = ContinuousClock.now - start }
    return try decoding.model(from: response, to: request)
  }

  private func log(_ outcome: LoadOutcome<Model>) {
    logger.debug(
      "load ended",
      metadata: [
        "id": "\(outcome.id)",
        "code": "\(outcome.result.failure?.code ?? "ok")",
        "url": "\(outcome.result.failure?.failure?.url ?? "")",
        "total": "\(outcome.metrics.total)",
      ])
  }
}

extension Result {
  fileprivate var failure: Failure? {
    switch self {
    case .success: nil
    case .failure(let error): error
    }
  }
}
