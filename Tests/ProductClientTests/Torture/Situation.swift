/// When, in the life of a transport, a call fails.
enum Situation {
  /// With its first load, which sets everything up.
  case firstLoad
  /// With a later one, which finds handle and connection, and needs other fields, limits and times.
  case laterLoad
  /// With one that finds only dead connections, more than libcurl tries, so that it goes once more.
  case loadOnDeadConnections

  /// How often what is called in this situation is called at least: fewer failures would prove
  /// less. How often a socket is waited for depends on how fast the server is.
  var leastCalls: [String: Int] {
    switch self {
    case .firstLoad:
      [
        "eventfd": 1, "pthread_create": 1, "epoll_create1": 1, "epoll_ctl": 4,
        "curl_multi_init": 1, "curl_multi_setopt": 6, "curl_multi_add_handle": 1,
        "curl_multi_socket_action": 1, "curl_share_init": 1, "curl_share_setopt": 1,
        "curl_easy_init": 1, "curl_easy_setopt": 31, "curl_slist_append": 3,
      ]
    case .laterLoad:
      [
        "curl_multi_add_handle": 1, "curl_multi_socket_action": 1, "curl_easy_setopt": 10,
        "curl_slist_append": 3,
      ]
    case .loadOnDeadConnections:
      [
        "epoll_ctl": 1, "curl_multi_add_handle": 2, "curl_multi_socket_action": 2,
        "curl_easy_setopt": 13, "curl_slist_append": 3,
      ]
    }
  }
}
