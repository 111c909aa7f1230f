internal import CCurl

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EasyHandle {
  /// Goes through the proxy from now on; not through any when it is empty.
  func use(proxy: String) throws(EngineFault) {
    try set(CURLOPT_PROXY, proxy)
    sentProxy = proxy
  }

  /// Has libcurl ask before it connects to an address, and before it sends a request.
  ///
  /// An exchange that may go anywhere has no guard, and costs nothing. Nor has one through a proxy:
  /// its connection is to the proxy, and whoever named that may do so.
  func guardAddresses(by policy: AddressPolicy) throws(EngineFault) {
    let isGuarded = policy != .any && sentProxy.isEmpty
    addressGuard = isGuarded ? AddressGuard(policy) : nil
    if sentGuard != isGuarded { try askBeforeConnecting(isGuarded) }
    // Whose addresses the connections that stand have been held against is not known.
    if isGuarded && !isAskedOfReused { try insistOnNewConnection() }
  }

  private func askBeforeConnecting(_ asks: Bool) throws(EngineFault) {
    let context = asks ? Unmanaged.passUnretained(self).toOpaque() : nil
    try EngineFault.check(
      pc_easy_setopt_open_socket(easy, asks ? openSocketThunk : nil), "the callback for addresses")
    try set(CURLOPT_OPENSOCKETDATA, context)
    let code = pc_easy_setopt_before_request(easy, asks ? beforeRequestThunk : nil, context)
    // libcurl before 7.80 does not know it.
    isAskedOfReused = code != CURLE_UNKNOWN_OPTION
    if isAskedOfReused { try EngineFault.check(code, "the callback before a request") }
    sentGuard = asks
  }

  /// Opens a socket for a connection to the address, unless that is refused.
  func openSocket(for address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
    let bytes = UnsafeRawBufferPointer(
      start: pc_address_bytes(address), count: Int(address.pointee.addrlen))
    // Without a guard nobody asks; should it happen, no is the safe answer.
    guard addressGuard?.mayOpen(IPAddress(socketAddress: bytes)) == true else { return -1 }
    let (family, protocolNumber) = (address.pointee.family, address.pointee.protocol)
    #if os(Linux)
      let type = address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue)
    #else
      // `socketOptionThunk` sees to it.
      let type = address.pointee.socktype
    #endif
    return socket(family, type, protocolNumber)
  }

  /// Whether the request may go over the connection to this address.
  func mayUse(connectionTo address: String) -> Bool {
    addressGuard?.mayUse(connectionTo: IPAddress(address)) == true
  }
}
