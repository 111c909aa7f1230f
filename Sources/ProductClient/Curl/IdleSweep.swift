internal import CCurl

/// Makes libcurl close the idle connections that are over.
///
/// It does that when an exchange is about to be given a connection, and has no call for it: so an
/// exchange is begun that gets that far and no further, since it may not open a socket. Nothing is
/// sent, to nobody.
struct IdleSweep {
  private let easy: UnsafeMutableRawPointer

  /// nil when libcurl has no memory for it.
  init?(_ configuration: CurlConfiguration) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    let age = configuration.maxConnectionAge?.wholeSeconds ?? 0
    let codes = [
      pc_easy_setopt_string(easy, CURLOPT_URL, "http://127.0.0.1:9/"),
      pc_easy_setopt_string(easy, CURLOPT_PROXY, ""),
      pc_easy_setopt_long(easy, CURLOPT_NOSIGNAL, 1),
      pc_easy_setopt_long(easy, CURLOPT_MAXAGE_CONN, configuration.maxIdleAge.wholeSeconds),
      pc_easy_setopt_open_socket(easy, refuseSocketThunk),
    ]
    _ = pc_easy_setopt_long(easy, pc_option_max_lifetime, age)
    guard codes.allSatisfy({ $0 == CURLE_OK }) else {
      close()
      return nil
    }
  }

  /// Sweeps the connections of a multi handle. `proceed` is to let libcurl act on its timer.
  func run(on multi: UnsafeMutableRawPointer, proceed: () -> Void) {
    guard curl_multi_add_handle(multi, easy) == CURLM_OK else { return }
    proceed()
    // Its end is among libcurl's messages, and goes with it.
    curl_multi_remove_handle(multi, easy)
  }

  func close() {
    curl_easy_cleanup(easy)
  }
}
