import ProductClient

/// How a load is to end when a call on its way has failed.
enum ExpectedEnd {
  /// With an error of this code.
  case failure(String)
  /// With `connect`, since no server had a say in it, and a reason that holds this text.
  case refused(String)
  /// With a product: the engine can do without.
  case success
  /// With a product, or refused: it depends on who was faster.
  case either(String)

  func allows(_ result: Result<Product, LoadError>) -> Bool {
    switch self {
    case .success: result.code == "ok"
    case .failure(let code): result.code == code
    case .refused(let culprit): result.isRefusal(becauseOf: culprit)
    case .either(let culprit): result.code == "ok" || result.isRefusal(becauseOf: culprit)
    }
  }
}

extension Result<Product, LoadError> {
  fileprivate func isRefusal(becauseOf culprit: String) -> Bool {
    code == "connect" && error?.failure?.reason.contains(culprit) == true
  }
}

extension FailedCall {
  /// What the engine cannot do without ends the load, and is named in the error; but see
  /// ``exception(in:)``.
  func expectedEnd(in situation: Situation) -> ExpectedEnd {
    exception(in: situation) ?? .refused(culprit)
  }

  private func exception(in situation: Situation) -> ExpectedEnd? {
    switch (function, option, value) {
    case ("curl_share_init", _, _), ("curl_share_setopt", _, _):
      // Each handle keeps its TLS sessions to itself then.
      .success
    case ("curl_easy_setopt", Self.quickExit, _), ("curl_easy_setopt", Self.maxLifetime, _):
      // libcurl before 7.87 and 7.80 does not have it.
      .success
    case ("curl_easy_setopt", Self.freshConnect, 0):
      // Set back when the exchange has ended. The handle makes new connections from then on.
      .success
    case ("curl_easy_setopt", Self.time, _)
    where situation == .loadOnDeadConnections && nth > 11,
      ("curl_easy_setopt", Self.freshConnect, _),
      ("curl_multi_add_handle", _, _) where nth > 1:
      // The exchange ends as it did on the dead connections.
      .failure("transfer")
    case ("epoll_ctl", Self.delete, _):
      // The kernel forgets a descriptor that is closed.
      .success
    case ("epoll_ctl", Self.modify, _) where nth > (situation == .firstLoad ? 5 : 1):
      // A connection in use must be watched, an idle one need not.
      .either(culprit)
    case ("curl_multi_socket_action", _, _) where nth > 1:
      // libcurl may want a last call when the exchange has ended.
      .either(culprit)
    default:
      setUpException(in: situation)
    }
  }

  /// The engine's thread fails before it takes its first order. An order that comes later still
  /// starts another thread.
  private func setUpException(in situation: Situation) -> ExpectedEnd? {
    guard situation == .firstLoad else { return nil }
    return switch function {
    case "epoll_create1", "curl_multi_init", "curl_multi_setopt": .either(culprit)
    // The first two are about the wake-up signal.
    case "epoll_ctl" where nth <= 2: .either(culprit)
    default: nil
    }
  }

  /// What the error is to name.
  private var culprit: String {
    switch function {
    case "eventfd", "epoll_create1": "no descriptor left"
    case "pthread_create": "no thread left"
    case "epoll_ctl": "refused to watch"
    case "curl_global_init": "libcurl cannot be set up: Out of memory"
    case "curl_multi_init": "no memory for a multi handle"
    case "curl_multi_setopt": "libcurl refused a multi option: Out of memory"
    case "curl_multi_add_handle": "libcurl refused the exchange: Out of memory"
    case "curl_multi_socket_action": "libcurl cannot go on: Out of memory"
    case "curl_easy_init": "no memory for an easy handle"
    case "curl_easy_setopt": "libcurl refused "
    case "curl_slist_append": "no memory for the request's fields"
    default: "a text for \(function)"
    }
  }

  // https://curl.se/libcurl/c/symbols-in-versions.html, epoll_ctl(2)
  private static let quickExit = 322
  private static let maxLifetime = 314
  private static let freshConnect = 74
  private static let time = 155
  private static let delete = 2
  private static let modify = 3
}
