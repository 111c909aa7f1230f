import DeliveryProof
import ProductClient
import ProductClientTesting

/// What each load of a storm is, by its number alone: so that server, starters and checks agree.
struct StormPlan: Sendable {
  enum Variant: CaseIterable {
    case closure, whenNeeded, operationQueue, inline, delegate, async, stream, operation
  }

  let seed: UInt64
  /// How many loads are started by threads. Behind them come those that handlers start.
  let count: Int

  private static let loadsPerFollower = 16

  var total: Int { count + count / Self.loadsPerFollower }

  func variant(of number: Int) -> Variant {
    if number >= count { return .closure }
    // A handler that starts another load is one that is called for sure.
    if follower(of: number) != nil { return .closure }
    var random = generator(number)
    return Variant.allCases.randomElement(using: &random) ?? .closure
  }

  /// The load that the handler of this one starts.
  func follower(of number: Int) -> Int? {
    guard number < count, number % Self.loadsPerFollower == Self.loadsPerFollower - 1 else {
      return nil
    }
    return count + number / Self.loadsPerFollower
  }

  /// Neighbours ask for the same, and share when they meet. The number is in the id of those that
  /// are told to a delegate, which has nothing else to tell them apart.
  func id(of number: Int) -> Product.ID {
    Product.ID(variant(of: number) == .delegate ? "d\(number)" : "n\(number / 3)")
  }

  func number(of id: String) -> Int {
    Int(id.drop { !$0.isNumber }) ?? -1
  }

  /// How the exchange for an id ends, by its path or its text.
  func ending(of id: String) -> LoadEnding {
    let text = id.drop { $0 == "/" }
    let number = number(of: String(text))
    // Each one holds a place in line until its time is up: few of them.
    if number % 128 == 5 { return LoadEnding(reply: .json("{}").with(.silence), code: "timedOut") }
    return LoadEnding(of: number, named: String(text), seed: seed)
  }

  private func generator(_ number: Int) -> SeededGenerator {
    SeededGenerator(seed ^ (UInt64(number) &+ 1) &* 0x2545_F491_4F6C_DD1D)
  }
}
