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
