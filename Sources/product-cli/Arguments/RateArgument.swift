import ArgumentParser
import ProductClient

/// How often to ask, as it is written on the command line: `5/s`, or `5` for short.
struct RateArgument: ExpressibleByArgument, Hashable {
  let limit: RateLimit

  init?(argument: String) {
    let number = argument.hasSuffix("/s") ? argument.dropLast(2) : argument[...]
    guard let perSecond = Double(number), 0.001...1_000_000 ~= perSecond else { return nil }
    limit = RateLimit(perSecond: perSecond)
  }
}
