import TestSupport
import Dispatch
import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// Loads that ask for the same at the same time make one exchange, and each keeps what is its own.
@Suite(.timeLimit(.minutes(1)))
struct SharingTests {
  let clock = VirtualClock()
  let results = Results<Product>()
  let queue = DispatchQueue(label: "SharingTests")

  /// A shop that takes a second for each answer.
  static var slowShop: FixtureScript {
    var script = FixtureScript()
    script.otherwise { request in
      .product("\(request.path.dropFirst())", named: "Lamp").with(.delay(.seconds(1)))
    }
    return script
  }

  private func loader(
    over transport: FixtureTransport, configuration: LoaderConfiguration = LoaderConfiguration()
  ) throws -> ProductLoader<Product> {
    let url = try shopURL()
    return ProductLoader(
      transport: transport, resultQueue: queue, configuration: configuration
    ) { id in url.appending(path: "\(id)") }
  }

  private func slowTransport() -> FixtureTransport {
    FixtureTransport(Self.slowShop, clock: clock)
  }

  @Test func oneExchangeServesAllAndEachOnItsQueue() async throws {
    let server = try await FixtureServer.start(Self.slowShop, clock: clock)
    let loader = ProductLoader.from(server)
    let queues = (0..<5).map { _ in MarkedQueue() }
    let places = Observed<[Bool]>([])
    for marked in queues {
      loader.loadProduct(withID: "7", resultQueue: marked.queue) { [results, queues] result in
        let isOnItsOwn = queues.map(\.isCurrent) == queues.map { $0 === marked }
        places.update { $0.append(isOnItsOwn) }
        results.handler(result)
      }
    }
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    let all = try await results.wait(count: 5)
    #expect(all.allSatisfy { $0.model?.id == "7" })
    #expect(places.value == Array(repeating: true, count: 5))
    #expect(server.requestCount == 1)
    await server.stop()
  }

  @Test func resultsArriveInTheOrderOfJoining() async throws {
    let transport = slowTransport()
    let loader = try loader(over: transport)
    let arrived = Observed<[Int]>([])
    for number in 0..<200 {
      loader.loadProduct(withID: "7") { _ in arrived.update { $0.append(number) } }
    }
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    try await arrived.wait { $0.count == 200 }
    #expect(arrived.value == Array(0..<200))
    #expect(transport.requestCount == 1)
  }

  @Test(arguments: [
    (FixtureReply.status(404), "notFound"), (.problem(503, title: "Out of order"), "status"),
    (.json("{"), "undecodable"), (FixtureReply.json("{}").with(.resetBeforeHead), "transfer"),
    (FixtureReply.json("{}").with(.silence), "timedOut"),
  ])
  func aFailureReachesAll(_ reply: FixtureReply, _ code: String) async throws {
    // The answer waits until all have joined.
    let gate = GatedTransport(FixtureTransport(.answering(reply), clock: clock))
    let url = try shopURL()
    let loader = ProductLoader(
      transport: gate, resultQueue: queue, configuration: LoaderConfiguration(retries: .never)
    ) { _ in url }
    for _ in 0..<3 { loader.loadProduct(withID: "7", handler: results.handler) }
    gate.open()
    if code == "timedOut" {
      try await clock.waitForSleepers(count: 1)
      clock.advance(by: .seconds(30))
    }
    let all = try await results.wait(count: 3)
    #expect(all.map(\.code) == [code, code, code])
    #expect(Set(all.map(\.error)).count == 1)
    #expect(gate.requestCount == 1)
  }

  @Test(arguments: [[0], [1], [2], [0, 1], [2, 0]])
  func cancellingSomeLeavesTheOthersUntouched(_ leaving: [Int]) async throws {
    let transport = slowTransport()
    let loader = try loader(over: transport)
    let arrived = Observed<[Int: String]>([:])
    let tasks = (0..<3).map { number in
      loader.loadProduct(withID: "7") { result in arrived.update { $0[number] = result.code } }
    }
    try await clock.waitForSleepers(count: 1)
    for number in leaving { tasks[number].cancel() }
    try await arrived.wait { $0.count == leaving.count }
    #expect(Set(arrived.value.keys) == Set(leaving))
    clock.advance(by: .seconds(1))
    try await arrived.wait { $0.count == 3 }
    for number in 0..<3 {
      #expect(arrived.value[number] == (leaving.contains(number) ? "cancelled" : "ok"))
    }
    #expect(transport.requestCount == 1)
  }

  @Test func theLastCancelEndsTheTransfer() async throws {
    try await withFixtureServer(.answering(CancellationTests.silence)) { server in
      let loader = ProductLoader.from(server)
      let tasks = (0..<3).map { _ in loader.loadProduct(withID: "", handler: results.handler) }
      try await server.waitForRequests(count: 1)
      for task in tasks { task.cancel() }
      try await server.waitForOpenConnections(count: 0)
      #expect(try await results.wait(count: 3) == Array(repeating: .failure(.cancelled), count: 3))
      #expect(server.requestCount == 1)
    }
  }

  @Test func whoAsksAfterTheLastCancelGetsANewExchange() async throws {
    let transport = FixtureTransport(Self.silentOnce, clock: clock)
    let loader = try loader(over: transport)
    let first = loader.loadProduct(withID: "7", handler: results.handler)
    let second = loader.loadProduct(withID: "7", handler: results.handler)
    first.cancel()
    second.cancel()
    loader.loadProduct(withID: "7", handler: results.handler)
    #expect(try await results.wait(count: 3).map(\.code) == ["cancelled", "cancelled", "ok"])
    #expect(transport.requestCount == 2)
  }

  /// Who is told that it was cancelled may take it for granted that the exchange is over.
  @Test func whoAsksInTheHandlerOfTheLastCancelGetsANewExchange() async throws {
    let transport = FixtureTransport(Self.silentOnce, clock: clock)
    let loader = try loader(over: transport)
    let first = loader.loadProduct(withID: "7", resultQueue: .inline) { [results] result in
      results.handler(result)
      loader.loadProduct(withID: "7", handler: results.handler)
    }
    first.cancel()
    try #require(transport.requestCount == 2)
    #expect(try await results.wait(count: 2).map(\.code) == ["cancelled", "ok"])
  }

  /// Such a load settles before it has its seat: it gives it back as soon as it is there.
  @Test func whoIsCancelledInsideItsStartLeavesTheFlight() async throws {
    let transport = ManualTransport()
    let url = try shopURL("7")
    let loader = ProductLoader(transport: transport) { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return url
    }
    #expect(await Task { await loader.outcome(withID: "7").result }.value == .failure(.cancelled))
    try await transport.wait { $0.inFlight == 0 }
    // Nobody is left on that flight to be joined.
    await Task { _ = await loader.outcome(withID: "7") }.value
    #expect(transport.current.asked == ["7", "7"])
  }

  /// Answers the first request with silence, and every other with a product.
  static var silentOnce: FixtureScript {
    var script = FixtureScript()
    script.on("/7", FixtureReply.json("{}").with(.silence), .product("7", named: "Lamp"))
    return script
  }

  @Test func whatAsksForSomethingElseIsNotShared() async throws {
    let transport = slowTransport()
    let loader = try loader(over: transport)
    for number in 0..<5 {
      loader.loadProduct(withID: Product.ID(number), handler: results.handler)
    }
    try await clock.waitForSleepers(count: 5)
    clock.advance(by: .seconds(1))
    let ids = try await results.wait(count: 5).map(\.model?.id)
    #expect(Set(ids) == Set((0..<5).map { Product.ID($0) }))
    #expect(transport.requestCount == 5)
  }

  @Test func twoLoadersShareNothing() async throws {
    let transport = slowTransport()
    var german = LoaderConfiguration()
    german.fields.append(try #require(HTTPField(name: "Accept-Language", value: "de")))
    let loaders = [
      try loader(over: transport), try loader(over: transport),
      try loader(over: transport, configuration: german),
    ]
    for loader in loaders { loader.loadProduct(withID: "7", handler: results.handler) }
    try await clock.waitForSleepers(count: 3)
    clock.advance(by: .seconds(1))
    try await results.wait(count: 3)
    #expect(transport.requests.compactMap { $0.fields["Accept-Language"] } == ["de"])
    #expect(transport.requestCount == 3)
  }

  @Test func idsOfOneURLShareAndKeepTheirNames() async throws {
    let transport = slowTransport()
    let url = try shopURL()
    let loader = ProductLoader(transport: transport) { id in
      url.appending(path: id == "other" ? "other" : "same")
    }
    let outcomes = loader.products(withIDs: ["1", "2", "3", "other"], order: .asRequested)
    let reading = Task { await outcomes.reduce(into: []) { $0.append($1) } }
    // With the exchange of the last one all have been begun.
    try await clock.waitForSleepers(count: 2)
    clock.advance(by: .seconds(1))
    let all = await reading.value
    #expect(all.map(\.id) == ["1", "2", "3", "other"])
    #expect(all.map(\.result.model?.id) == ["same", "same", "same", "other"])
    #expect(transport.requestCount == 2)
  }

  @Test func sharingMayBeSwitchedOff() async throws {
    let transport = slowTransport()
    let loader = try loader(
      over: transport, configuration: LoaderConfiguration(sharesLoads: false))
    let tasks = (0..<3).map { _ in loader.loadProduct(withID: "7", handler: results.handler) }
    try await clock.waitForSleepers(count: 3)
    tasks[1].cancel()
    #expect(try await results.first().code == "cancelled")
    clock.advance(by: .seconds(1))
    #expect(try await results.wait(count: 3).map(\.code) == ["cancelled", "ok", "ok"])
    #expect(transport.requestCount == 3)
    #expect(tasks.map(\.metrics?.isShared) == [false, nil, false])
  }

  @Test func theNumbersSayWhetherTheExchangeWasBegunForAnother() async throws {
    let transport = slowTransport()
    let loader = try loader(over: transport)
    let tasks = (0..<4).map { _ in loader.loadProduct(withID: "7", handler: results.handler) }
    tasks[1].cancel()
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    try await results.wait(count: 4)
    #expect(tasks.map(\.metrics?.isShared) == [false, nil, true, true])
    #expect(tasks.map(\.metrics?.attempts) == [1, nil, 1, 1])
    #expect(tasks.map(\.metrics?.status) == [200, nil, 200, 200])
  }

  @Test func theOthersAreSharedEvenWhenTheFirstHasLeft() async throws {
    let loader = try loader(over: slowTransport())
    let tasks = (0..<3).map { _ in loader.loadProduct(withID: "7", handler: results.handler) }
    tasks[0].cancel()
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    try await results.wait(count: 3)
    #expect(tasks.map(\.metrics?.isShared) == [nil, true, true])
  }
}

/// Lets no request through before it is opened.
private final class GatedTransport: Transport {
  private let transport: FixtureTransport
  private let isOpen = Observed(false)

  init(_ transport: FixtureTransport) {
    self.transport = transport
  }

  var requestCount: Int { transport.requestCount }

  func open() {
    isOpen.update { $0 = true }
  }

  func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
    do {
      try await isOpen.wait { $0 }
    } catch {
      throw .cancelled
    }
    return try await transport.perform(request)
  }
}
