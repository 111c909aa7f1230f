/// Where random numbers come from: an argument, so that a test can say what is drawn.
package struct Chance: Sendable {
  package let draw: @Sendable () -> UInt64

  package init(draw: @escaping @Sendable () -> UInt64) {
    self.draw = draw
  }

  package static let system = Chance {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
