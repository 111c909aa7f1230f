import Foundation

/// The stages of one load, put together in their order: the one place that knows it.
///
///     resolving → sharing → retrying → hedging → attempting → redirecting → authorizing
///     → admitting → transport → decoding
///
/// Each stage is a value with one function that returns or throws; none holds a handler, knows
/// its neighbours, or calls back up. What belongs to one caller (its queue, its handler, its
/// cancel, its deadline) stays before sharing, in ``Load``; what belongs to the exchange comes
/// after it.
///
/// Why this order:
/// - resolving is first, since everything after it is told apart by URL;
/// - sharing is outside retrying: one load's retries serve all who wait, and who comes while a retry
///   is waited for joins it. The other way round, each would retry for itself, and the server that
///   is down would get as many requests as there are callers;
/// - retrying is outside hedging: a retry follows when both exchanges of an attempt have failed;
/// - redirecting is inside retrying: an attempt is the whole way to an answer, and a retry begins
///   it anew. It is outside authorizing, so that each origin on the way gets its own credential and
///   no other's;
/// - admitting is innermost, at the wire: it counts what really goes out, be it a retry, a hedge or
///   a redirect, and an attempt that waits for its retry holds no place that another could use;
/// - decoding is last and above the transport, so that a body is decoded once, off the engine's
///   thread, for all the loads that share it. It is outside retrying, since the same bytes would not
///   decode the second time either.
struct LoadPipeline<Model>: Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  private let resolving: Resolving<Model>
  private let flights: Flights
  private let flying: Flying
  private let deadline: Duration?
  private let clock: LoadClock
  private let launch: Launch
  private let observers: Observers

  init(
    transport: any Transport, decoder: ModelDecoder<Model>, configuration: LoaderConfiguration,
    launch: Launch, chance: Chance, resolver: @escaping ProductLoader<Model>.Resolver
  ) {
    observers = Observers(configuration)
    resolving = Resolving(configuration: configuration, resolver: resolver)
    flights = Flights(shares: configuration.sharesLoads, launch: launch)
    flying = Flying(
      exchanging: Exchanging(
        over: transport, configuration: configuration, observers: observers, launch: launch,
        chance: chance),
      decoding: Decoding(decoder: decoder), clock: configuration.traffic.clock)
    deadline = configuration.deadline
    clock = configuration.traffic.clock
    self.launch = launch
  }

  /// A load of the id that waits to be started; its time runs from now on.
  #if compiler(>=6.3)
    @specialized(where Model == Product)
  #endif
  func load(of id: Model.ID, _ options: LoadOptions = LoadOptions()) -> Load {
    let patience = options.deadline ?? deadline
    let terms = FlightTerms(
      priority: options.priority, deadline: patience.map { clock.now() + $0 })
    let number = LoadNumber.next()
    let observation = observers.observation(
      of: number, id, LoadOptions(deadline: patience, priority: options.priority))
    return Load(of: id, terms: terms, number: number, observation: observation)
  }

  /// Sends the load through the stages; its one result goes to the token.
  #if compiler(>=6.3)
    @specialized(where Model == Product)
  #endif
  func start(_ load: Load, of id: Model.ID, _ delivery: consuming sending Delivery) {
    load.start(delivery) {
      let deadline = load.terms.deadline
      // No time from the start: nobody is asked.
      if let deadline, deadline <= clock.now() { return load.expire() }
      do throws(LoadError) {
        let request = try resolving.request(for: id)
        flights.board(load, for: request) { [flying] course in
          await flying.landing(of: request, on: course)
        }
        // Inside the start: where the timer goes off at once, no handler may run in here.
        if let deadline { setTimer(of: load, to: deadline) }
      } catch {
        load.settle(Landing(.failure(error), LoadMetrics(), from: nil))
      }
    }
  }

  private func setTimer(of load: Load, to deadline: Moment) {
    let timer = launch.later.begin { [clock, weak load] in
      guard (try? await clock.sleep(deadline - clock.now())) != nil else { return }
      load?.expire()
    }
    load.keep(timer)
  }
}

/// The stages between sharing and decoding.
struct Exchanging: Stage {
  // A type of its own and not a name for this one: whoever calls it calls what was compiled for
  // just these stages.
  private let first:
    Retrying<
      Hedging<Attempting<Redirecting<Authorizing<Admitting<Transporting>>>>>
    >

  init(
    over transport: any Transport, configuration: LoaderConfiguration, observers: Observers,
    launch: Launch, chance: Chance
  ) {
    let (traffic, retries) = (configuration.traffic, configuration.retries)
    let transporting = Transporting(transport: transport)
    let admitting = Admitting(
      next: transporting, traffic: traffic, launch: launch, observers: observers)
    let credentials = configuration.authorization.map { Credentials(from: $0, launch: launch) }
    let authorizing = Authorizing(next: admitting, credentials: credentials)
    let redirecting = Redirecting(next: authorizing, policy: configuration.redirects)
    let attempting = Attempting(next: redirecting)
    let hedging = Hedging(
      next: attempting, policy: configuration.hedging, retries: retries, traffic: traffic)
    first = Retrying(next: hedging, policy: retries, traffic: traffic, chance: chance)
  }

  nonisolated(nonsending) func answer(to request: HTTPRequest, on course: Course)
    async throws(LoadError) -> Answer
  {
    try await first.answer(to: request, on: course)
  }
}
