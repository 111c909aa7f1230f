import ProductClient

extension ProxyEnvironment {
  /// What `doctor` tells of the environment's proxies.
  static func findings(in environment: [String: String]) -> [Diagnosis.Finding] {
    var findings = ProxyEnvironment(environment).settings.map { setting in
      Diagnosis.Finding(.fine, setting.name, "\(setting)")
    }
    if !environment["HTTP_PROXY", default: ""].isEmpty {
      findings.append(.init(.note, "HTTP_PROXY", "not used: only http_proxy is, as in libcurl"))
    }
    return findings.isEmpty ? [.init(.fine, "proxy", "none in the environment")] : findings
  }
}
