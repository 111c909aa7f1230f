/// Which hosts are asked without a proxy: what `no_proxy` says, read as libcurl does from 7.86 on
/// (<https://curl.se/libcurl/c/CURLOPT_NOPROXY.html>).
struct ProxyExemptions: Hashable, Sendable {
  private enum Item: Hashable, Sendable {
    /// A host and all names under it.
    case domain(String)
    case block(IPBlock, bytes: Int)
  }

  private let isForAll: Bool
  private let items: [Item]

  /// - Parameter text: Names, addresses and blocks of addresses, between commas or blanks; or one
  ///   asterisk, which stands for every host.
  init(_ text: String) {
    isForAll = text == "*"
    items = text.split { $0 == "," || $0 == " " || $0 == "\t" }.flatMap { token in
      [Self.domain(String(token)), Self.block(String(token))].compactMap { $0 }
    }
  }

  func contain(_ host: URLHost) -> Bool {
    if isForAll { return true }
    return switch host {
    case .name(let name):
      items.contains { item in
        guard case .domain(let domain) = item else { return false }
        return name == domain || name.hasSuffix("." + domain)
      }
    case .address(let address):
      items.contains { item in
        guard case .block(let block, let bytes) = item else { return false }
        return address.bytes.count == bytes && block.contains(address)
      }
    case .malformed: false
    }
  }

  /// A dot before the name says nothing, nor does one after it.
  private static func domain(_ token: String) -> Item? {
    var name = token.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    if name.hasPrefix(".") { name.removeFirst() }
    return name.isEmpty ? nil : .domain(name)
  }

  private static func block(_ token: String) -> Item? {
    let parts = token.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(String(parts[0])) else { return nil }
    let all = address.bytes.count * 8
    let bits = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    guard 0...all ~= bits else { return nil }
    // To libcurl, 0 stands for the one address, not for all of them.
    return .block(IPBlock(address.bytes, bits == 0 ? all : bits), bytes: address.bytes.count)
  }
}
