extension CurlConfiguration.Proxy {
  /// Whether there is no host in the URL, which libcurl would take for no proxy at all, or for one on
  /// this machine.
  package var lacksHost: Bool {
    guard case .url(let text) = self else { return false }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    var authority = text[start...]
    // As libcurl reads it: the last one, whatever is in a password.
    if let at = authority.lastIndex(of: "@") { authority = authority[at...].dropFirst() }
    let host = authority.prefix { !":/?#".contains($0) }
    return host.allSatisfy(\.isWhitespace)
  }
}

extension ProxyEnvironment {
  /// What the choice makes of the environment's variables.
  init(_ choice: CurlConfiguration.Proxy, environment: [String: String]) {
    switch choice {
    case .environment: self.init(environment)
    case .none: self.init([:])
    case .url(let url):
      // Exemptions hold for it, too, as they do for the proxy that libcurl is told of.
      var variables = environment.filter { $0.key == "no_proxy" || $0.key == "NO_PROXY" }
      variables["all_proxy"] = url
      self.init(variables)
    }
  }
}
