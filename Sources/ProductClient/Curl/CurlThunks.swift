internal import CCurl

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// The functions that libcurl calls. Each unwraps its context, calls one method, and returns.
// All run on the engine's thread, inside a call that the engine itself made.

/// What a context of the next two is; see ``EasyHandle/collector``.
private func collector(
  _ context: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<ResponseCollector> {
  guard let context else { preconditionFailure("libcurl lost the context it was given") }
  return context.assumingMemoryBound(to: ResponseCollector.self)
}

/// <https://curl.se/libcurl/c/CURLOPT_HEADERFUNCTION.html>
func receiveHeaderThunk(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return collector(context).pointee.receiveHeaderLine(line) ? line.count : 0
}

/// <https://curl.se/libcurl/c/CURLOPT_WRITEFUNCTION.html>
func receiveBodyThunk(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
  // Anything but the full count ends the transfer; an empty piece is not an end.
  return collector(context).pointee.receiveBody(piece) ? piece.count : piece.count - 1
}

/// <https://curl.se/libcurl/c/CURLMOPT_SOCKETFUNCTION.html>
func socketThunk(
  _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: CInt,
  _ context: UnsafeMutableRawPointer?, _ socketContext: UnsafeMutableRawPointer?
) -> CInt {
  CurlLoop.from(context).watch(socket, what)
  return 0
}

/// <https://curl.se/libcurl/c/CURLMOPT_TIMERFUNCTION.html>
func timerThunk(
  _ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> CInt {
  CurlLoop.from(context).setTimer(milliseconds: milliseconds)
  return 0
}

/// Keeps a connection from being inherited by child processes, which would hold it open.
///
/// <https://curl.se/libcurl/c/CURLOPT_SOCKOPTFUNCTION.html>
func socketOptionThunk(
  _ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ purpose: curlsocktype
) -> CInt {
  _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
  return CInt(CURL_SOCKOPT_OK)
}

/// <https://curl.se/libcurl/c/CURLOPT_OPENSOCKETFUNCTION.html>
func openSocketThunk(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let address else { return -1 }
  return EasyHandle.from(context).openSocket(for: address)
}

/// <https://curl.se/libcurl/c/CURLOPT_PREREQFUNCTION.html>
func beforeRequestThunk(
  _ context: UnsafeMutableRawPointer?, _ remoteAddress: UnsafeMutablePointer<CChar>?,
  _ localAddress: UnsafeMutablePointer<CChar>?, _ remotePort: CInt, _ localPort: CInt
) -> CInt {
  let address = remoteAddress.map { String(cString: $0) } ?? ""
  // 0 goes on, anything else ends the transfer; the names for it are not in older headers.
  return EasyHandle.from(context).mayUse(connectionTo: address) ? 0 : 1
}

/// Opens nothing; see ``IdleSweep``.
///
/// <https://curl.se/libcurl/c/CURLOPT_OPENSOCKETFUNCTION.html>
func refuseSocketThunk(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  -1
}
