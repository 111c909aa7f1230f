import OpenCombine
import ProductClient
import TestSupport
import Testing

@testable import ProductClientOpenCombine
@testable import ProductClientTesting

/// Each subscription loads once, when it is first asked for a value.
@Suite(.timeLimit(.minutes(1)))
struct DemandTests {
  let shop = Shop()
  let loads = ObservedLoads()

  @Test(arguments: [Subscribers.Demand.unlimited, .max(1), .max(7)])
  func aSubscriberReceivesOneProductAndTheEnd(_ demand: Subscribers.Demand) async throws {
    let recorder = Recorder(asking: demand)
    shop.loader.productPublisher(withID: "7").subscribe(recorder)
    #expect(try await recorder.wait(count: 2) == [.value("7"), .finished])
  }

  @Test func aSubscriberReceivesAFailureAlone() async throws {
    let recorder = Recorder()
    shop.loader.productPublisher(withID: "missing").subscribe(recorder)
    #expect(try await recorder.wait(count: 1) == [.failed(code: "notFound")])
    await shop.marked.queue.drain()
    #expect(recorder.received.count == 1)
  }

  @Test func nothingIsLoadedBeforeThereIsDemand() async throws {
    let recorder = Recorder(asking: .none)
    loads.publisher(withID: "7", from: shop.loader).subscribe(recorder)
    #expect(loads.started.value == 0)
    recorder.request(.max(1))
    #expect(loads.started.value == 1)
    #expect(try await recorder.wait(count: 2) == [.value("7"), .finished])
  }

  @Test func moreDemandLoadsNothingMore() async throws {
    let recorder = Recorder { recorder in
      recorder.request(.unlimited)
      return .max(1)
    }
    loads.publisher(withID: "late", from: shop.loader).subscribe(recorder)
    recorder.request(.max(1))
    try await shop.clock.waitForSleepers(count: 1)
    recorder.request(.max(1))
    shop.clock.advance(by: .seconds(1))
    #expect(try await recorder.wait(count: 2) == [.value("late"), .finished])
    recorder.request(.max(1))
    #expect(loads.started.value == 1)
    await shop.marked.queue.drain()
    #expect(recorder.received.count == 2)
  }

  @Test func aDemandOfZeroIsAProgrammersError() async {
    await #expect(processExitsWith: .failure) {
      let recorder = Recorder(asking: .none)
      Shop().loader.productPublisher(withID: "7").subscribe(recorder)
      recorder.request(.none)
    }
  }

  @Test func twoSubscriptionsAreTwoLoads() async throws {
    let publisher = shop.loader.productPublisher(withID: "7")
    let recorders = [Recorder(), Recorder()]
    for recorder in recorders { publisher.subscribe(recorder) }
    for recorder in recorders {
      #expect(try await recorder.wait(count: 2) == [.value("7"), .finished])
    }
    #expect(shop.transport.requestCount == 2)
  }

  @Test func aResultMayComeBeforeTheStartOfItsLoadReturns() async throws {
    let product = Product(id: "7", name: "Lamp")
    let recorder = Recorder()
    ProductPublisher<Product> { [shop] handler in
      handler(.success(product))
      return shop.loader.loadProduct(withID: "7") { _ in }
    }.subscribe(recorder)
    #expect(recorder.received == [.value("7"), .finished])
  }
}
