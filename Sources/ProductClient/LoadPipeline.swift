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
    var course = Course()
    let result = await result(for: id, &course)
    course.metrics.total = ContinuousClock.now - start
    let outcome = LoadOutcome(id: id, result: result, metrics: course.metrics)
    log(outcome, course)
    return outcome
  }

  /// What is noted of a load on its way.
  private struct Course {
    var metrics = LoadMetrics()
    var url: URL?
  }

  private func result(
    for id: Model.ID, _ course: inout Course
  ) async -> Result<Model, LoadError> {
    do throws(LoadError) {
      return .success(try await model(for: id, &course))
    } catch {
      // A response that came to nothing has left its numbers already.
      course.metrics.exchange = course.metrics.exchange ?? error.failure?.exchange
      return .failure(error)
    }
  }

  /// The stages, in their order.
  private func model(
    for id: Model.ID, _ course: inout Course
  ) async throws(LoadError) -> Model {
    let request = try resolving.request(for: id)
    course.url = request.url
    course.metrics.attempts = 1
    let response = try await transport.perform(request)
    course.metrics.status = response.status
    course.metrics.exchange = response.metrics
    let start = ContinuousClock.now
    defer { course.metrics.decoding = ContinuousClock.now - start }
    return try decoding.model(from: response, to: request)
  }

  private func log(_ outcome: LoadOutcome<Model>, _ course: Course) {
    logger.debug(
      "load ended",
      metadata: [
        "id": "\(outcome.id)",
        "code": "\(outcome.code)",
        "url": "\(course.url.map(URLRules.redacted) ?? "")",
        "attempts": "\(course.metrics.attempts)",
        "total": "\(course.metrics.total)",
      ])
  }
}

extension LoadOutcome {
  /// The code of the error, or `ok`.
  fileprivate var code: String {
    switch result {
    case .success: "ok"
    case .failure(let error): error.code
    }
  }
}
