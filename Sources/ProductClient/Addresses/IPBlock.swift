/// All addresses that begin with the same bits.
struct IPBlock: Hashable, Sendable {
  private let prefix: [UInt8]
  private let bits: Int

  /// - Parameters:
  ///   - prefix: The first bytes, at least as many as the bits need.
  ///   - bits: How many bits count.
  init(_ prefix: [UInt8], _ bits: Int) {
    self.prefix = prefix
    self.bits = bits
  }

  /// Whether the address, which must be of the version that the block is of, lies in it.
  func contains(_ address: IPAddress) -> Bool {
    let bytes = address.bytes
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
    guard bits <= bytes.count * 8, bytes.prefix(whole).elementsEqual(prefix.prefix(whole)) else {
      return false
    }
    return rest == 0 || (bytes[whole] ^ prefix[whole]) >> (8 - rest) == 0
  }
}
