#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An address of the Internet Protocol, version 4 or 6. A port or a zone is no part of it.
public struct IPAddress: Hashable, Sendable {
  /// The address in network order: 4 bytes of version 4, 16 of version 6.
  public let bytes: [UInt8]

  /// Creates an address of 4 or 16 bytes in network order; nil for any other number.
  ///
  /// - Parameter bytes: The address, first byte first.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = Array(bytes)
  }

  /// Takes the address out of a socket address, as the system's calls fill one in; nil when it
  /// is too short, or of another family.
  ///
  /// - Parameter socketAddress: A `sockaddr_in` or a `sockaddr_in6`; need not be aligned.
  public init?(socketAddress: UnsafeRawBufferPointer) {
    guard socketAddress.count >= MemoryLayout<sockaddr>.size else { return nil }
    switch CInt(socketAddress.loadUnaligned(as: sockaddr.self).sa_family) {
    case AF_INET where socketAddress.count >= MemoryLayout<sockaddr_in>.size:
      let address = socketAddress.loadUnaligned(as: sockaddr_in.self).sin_addr
      bytes = withUnsafeBytes(of: address, Array.init)
    case AF_INET6 where socketAddress.count >= MemoryLayout<sockaddr_in6>.size:
      let address = socketAddress.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      bytes = withUnsafeBytes(of: address, Array.init)
    default:
      return nil
    }
  }

  /// The version 4 address that this one of version 6 stands for, if it does: mapped (RFC 4291
  /// §2.5.5.2), compatible (§2.5.5.1), 6to4 (RFC 3056) or NAT64 (RFC 6052).
  public var embedded: IPAddress? {
    guard bytes.count == 16 else { return nil }
    let zeros = bytes.prefix { $0 == 0 }.count
    return switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0x20, 0x02, _, _): IPAddress(bytes: bytes[2..<6])
    case (0, 0x64, 0xFF, 0x9B) where bytes[4..<12].allSatisfy({ $0 == 0 }):
      IPAddress(bytes: bytes[12...])
    case _ where zeros == 10 && bytes[10] == 0xFF && bytes[11] == 0xFF:
      IPAddress(bytes: bytes[12...])
    // `::` and `::1` have meanings of their own.
    case _ where zeros >= 12 && bytes[12...] != [0, 0, 0, 0] && bytes[12...] != [0, 0, 0, 1]:
      IPAddress(bytes: bytes[12...])
    default: nil
    }
  }
}

extension IPAddress: LosslessStringConvertible {
  /// Reads the one strict form: four decimal numbers without leading zeros, or RFC 4291 §2.2
  /// without brackets and zone. nil for anything else.
  ///
  /// - Parameter text: The address.
  public init?(_ text: String) {
    // To C, a zero would be the end of the text.
    guard !text.utf8.contains(0) else { return nil }
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: four, Array.init)
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      bytes = withUnsafeBytes(of: six, Array.init)
    } else {
      return nil
    }
  }

  /// The address in its usual form; version 6 without brackets, shortened (RFC 5952).
  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else {
      preconditionFailure("the room is enough for any address")
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
