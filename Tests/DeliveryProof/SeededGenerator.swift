/// Random numbers that a seed decides (SplitMix64, <https://prng.di.unimi.it/splitmix64.c>).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to the bound, which is small.
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 33) % bound
  }

  /// True once in so many times.
  package mutating func once(in count: Int) -> Bool {
    below(count) == 0
  }
}
