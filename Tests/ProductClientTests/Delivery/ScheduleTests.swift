import DeliveryProof
import Dispatch
import Testing

/// The law of delivery under random schedules. `Scripts/prove` runs a million, and breaks the
/// library on purpose to see that it is noticed.
@Suite(.timeLimit(.minutes(3)))
struct ScheduleTests {
  @Test func twentyThousandSchedulesKeepTheLaw() async {
    // Others each time; a violation says which.
    let first = UInt64.random(in: 0..<1 << 40)
    let proof = await DispatchQueue(label: "ScheduleTests").run {
      Proof.run(seeds: first..<first + 20_000, threads: 2) { _ in }
    }
    #expect(proof.violations.isEmpty, "\(proof.violations)")
    #expect(proof.schedules == 20_000)
    #expect(proof.results > 100_000)
  }

  @Test(arguments: 1...20)
  func aSeedReplaysExactly(_ seed: UInt64) {
    let first = Proof.replay(seed: seed)
    #expect(first.count > 10)
    #expect(Proof.replay(seed: seed) == first)
  }
}
