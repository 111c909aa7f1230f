internal import CCurl

extension CurlLoop {
  /// Goes on watching a socket that libcurl does not use for now, to see it closed by the server.
  func watchIdle(_ socket: CInt) {
    // libcurl tells of a connection before it closes it. One that was given up in the making it closes
    // without a word, but there nothing is to be heard any more.
    guard poller.keepWatching(socket, for: .readable) else { return poller.forget(socket) }
    idleSockets.add(socket, at: .now)
  }

  /// Makes libcurl look after its idle connections when it is time; see ``IdleSockets``.
  func sweepIfDue() {
    guard idleSockets.due != nil, idleSockets.isDue(at: .now) else { return }
    sweep = sweep ?? IdleSweep(configuration)
    sweep?.run(on: multi) { proceed(CURL_SOCKET_TIMEOUT, 0) }
  }
}
