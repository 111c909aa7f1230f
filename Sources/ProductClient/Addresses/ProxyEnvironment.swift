import Foundation

/// The proxy variables of an environment, read as libcurl does
/// (<https://curl.se/libcurl/c/libcurl-env.html>): small letters first, and `HTTP_PROXY` in
/// capitals not at all, because a CGI script would take it from a request.
///
/// We read them ourselves, so that it is known of each request whether it goes through a proxy, and
/// so that nothing changes under way.
package struct ProxyEnvironment: Hashable, Sendable {
  /// A variable that is set.
  package struct Setting: Hashable, Sendable, CustomStringConvertible {
    /// Its name, as it is spelt there.
    package let name: String
    fileprivate let value: String

    /// Its value without user and password.
    package var description: String { ProxyEnvironment.redacted(value) }
  }

  /// What is set and has an effect, in the order http, https, all, no.
  package let settings: [Setting]

  private let http: String?
  private let https: String?
  private let exemptions: ProxyExemptions

  /// - Parameter environment: The variables of a process.
  package init(_ environment: [String: String]) {
    let setting = { (names: String...) -> Setting? in
      names.lazy.map { Setting(name: $0, value: environment[$0, default: ""]) }
        .first { !$0.value.isEmpty }
    }
    let http = setting("http_proxy")
    let https = setting("https_proxy", "HTTPS_PROXY")
    let all = setting("all_proxy", "ALL_PROXY")
    let no = setting("no_proxy", "NO_PROXY")
    settings = [http, https, all, no].compactMap { $0 }
    self.http = (http ?? all)?.value
    self.https = (https ?? all)?.value
    exemptions = ProxyExemptions(no?.value ?? "")
  }

  /// The proxy through which the URL is asked for, as it was given; nil when there is none.
  ///
  /// - Parameter url: One that keeps to ``URLRules``.
  package func proxy(for url: URL) -> String? {
    guard http != nil || https != nil else { return nil }
    guard let proxy = URLRules.isSecure(url.absoluteString) ? https : http else { return nil }
    return exemptions.contain(URLHost(of: url)) ? nil : proxy
  }

  /// A proxy as it may be shown: without the user and password that may stand before its host.
  ///
  /// - Parameter proxy: A URL, or what libcurl takes for one.
  package static func redacted(_ proxy: String) -> String {
    guard let at = proxy.lastIndex(of: "@") else { return proxy }
    let start = proxy.firstRange(of: "://")?.upperBound ?? proxy.startIndex
    guard start <= at else { return "…" + proxy[at...] }
    return proxy[..<start] + "…" + proxy[at...]
  }
}

extension ProxyEnvironment: CustomStringConvertible {
  /// What is set, without secrets.
  package var description: String {
    settings.map { "\($0.name)=\($0)" }.joined(separator: " ")
  }
}

extension ProxyEnvironment: CustomReflectable {
  /// Its settings as they describe themselves: without user and password.
  package var customMirror: Mirror {
    Mirror(self, children: ["settings": settings.map(\.description)], displayStyle: .struct)
  }
}
