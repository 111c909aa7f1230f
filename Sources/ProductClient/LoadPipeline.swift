import Foundation
import Logging

/// The stages of one load, put together in their order: the one place that knows it.
///
///     resolving → sharing → transport → decoding
///
/// Each stage is a value with one function that returns or throws; none holds a handler, knows
/// its neighbours, or calls back up. What belongs to one caller (its queue, its handler, its
/// cancel) stays before sharing, in ``Load``; what belongs to the exchange comes after it.
///
/// Resolving comes first, since everything after it is told apart by URL. Decoding comes last and
/// above the transport, so that a body is decoded once, off the engine's thread, for all the loads
/// that share it.
struct LoadPipeline<Model>: Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  private let resolving: Resolving<Model>
  private let flights: Flights<Model>
  private let transport: any Transport
  private let decoding: Decoding<Model>
  private let logger: Logger

  init(
    transport: any Transport, decoder: ModelDecoder<Model>, configuration: LoaderConfiguration,
    launch: Launch, resolver: @escaping ProductLoader<Model>.Resolver
  ) {
    resolving = Resolving(configuration: configuration, resolver: resolver)
    flights = Flights(shares: configuration.sharesLoads, launch: launch)
    self.transport = transport
    decoding = Decoding(decoder: decoder)
    logger = configuration.logger
  }

  /// A load of the id that waits to be started.
  func load(of id: Model.ID) -> Load<Model> {
    Load(of: id, logger: logger)
  }

  /// Sends the load through the stages; its one result goes to the token.
  func start(_ load: Load<Model>, _ delivery: consuming sending Delivery<Model>) {
    load.start(delivery) {
      do throws(LoadError) {
        let request = try resolving.request(for: load.id)
        flights.board(load, for: request) { [self] in await fly(request) }
      } catch {
        load.settle(Landing(.failure(error), LoadMetrics(), from: nil))
      }
    }
  }

  private func fly(_ request: HTTPRequest) async -> Landing<Model> {
    var metrics = LoadMetrics(attempts: 1)
    do throws(LoadError) {
      let model = try await model(for: request, &metrics)
      return Landing(.success(model), metrics, from: request.url)
    } catch {
      // A response that came to nothing has left its numbers already.
      metrics.exchange = metrics.exchange ?? error.failure?.exchange
      return Landing(.failure(error), metrics, from: request.url)
    }
  }

  /// The stages after sharing, in their order.
  private func model(
    for request: HTTPRequest, _ metrics: inout LoadMetrics
  ) async throws(LoadError) -> Model {
    let response = try await transport.perform(request)
    metrics.status = response.status
    metrics.exchange = response.metrics
    let start = ContinuousClock.now
    defer { metrics.decoding = ContinuousClock.now - start }
    return try decoding.model(from: response, to: request)
  }
}
