/// The proxy variables of the environment, as libcurl reads them
/// (<https://curl.se/libcurl/c/libcurl-env.html>): small letters first, and `HTTP_PROXY` in
/// capitals not at all, because a CGI script would take it from a request.
struct ProxyEnvironment {
  private let environment: [String: String]

  private static let variables = [
    ["http_proxy"], ["https_proxy", "HTTPS_PROXY"], ["all_proxy", "ALL_PROXY"],
    ["no_proxy", "NO_PROXY"],
  ]

  init(_ environment: [String: String]) {
    self.environment = environment
  }

  var findings: [Diagnosis.Finding] {
    let set = Self.variables.compactMap { names in
      names.first { !environment[$0, default: ""].isEmpty }
    }
    var findings = set.map { name in
      Diagnosis.Finding(.fine, name, Self.redacted(environment[name, default: ""]))
    }
    if !environment["HTTP_PROXY", default: ""].isEmpty {
      findings.append(.init(.note, "HTTP_PROXY", "not used: libcurl reads http_proxy only"))
    }
    return findings.isEmpty ? [.init(.fine, "proxy", "none in the environment")] : findings
  }

  /// Without the user and password that may stand before the host.
  static func redacted(_ proxy: String) -> String {
    guard let at = proxy.lastIndex(of: "@") else { return proxy }
    let start = proxy.firstRange(of: "://")?.upperBound ?? proxy.startIndex
    guard start <= at else { return proxy }
    return proxy[..<start] + "…" + proxy[at...]
  }
}
