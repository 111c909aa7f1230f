import DeliveryProof
import ProductClientTesting

/// How the load of a number ends when it is let be.
struct LoadEnding {
  let reply: FixtureReply
  let code: String

  init(reply: FixtureReply, code: String) {
    self.reply = reply
    self.code = code
  }

  /// - Parameter id: The id of the product; the number, unless told.
  init(of number: Int, named id: String? = nil, seed: UInt64) {
    let product = FixtureReply.product(id ?? "\(number)", named: "Thing")
    var random = SeededGenerator(seed ^ (UInt64(number) &+ 1) &* 0x9E37_79B9)
    switch UInt8.random(in: 0..<24, using: &random) {
    case 0: (reply, code) = (.status(500), "status")
    case 1: (reply, code) = (.problem(503, title: "Out of order"), "status")
    case 2: (reply, code) = (product.with(.resetBeforeHead), "transfer")
    case 3: (reply, code) = (product.with(.reset(afterBodyBytes: 5)), "transfer")
    case 4: (reply, code) = (product.with(.cut(afterBodyBytes: 5)), "transfer")
    case 5: (reply, code) = (.json(#"{"id": "#), "undecodable")
    case 6: (reply, code) = (.status(404), "notFound")
    case 7: (reply, code) = (product.with(.malformedHead(Array("?".utf8))), "transfer")
    case 8: (reply, code) = (product.with(.delay(.milliseconds(2))), "ok")
    case 9: (reply, code) = (product.with(.chunked(size: 3)), "ok")
    default: (reply, code) = (product, "ok")
    }
  }
}
