import ArgumentParser
import Foundation
import ProductClient

/// Over what the server is reached, and which one may be.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Trust the certificates in this PEM file, in place of the system's.",
      valueName: "file"
    ),
    completion: .file()
  )
  var cacert: String?

  @Option(
    help: ArgumentHelp(
      "The proxy to use, in place of what the environment says.",
      valueName: "url"
    )
  )
  var proxy: String?

  @Flag(help: "Speak HTTP/1.1 only, or HTTP/2 where the server offers it over TLS (default).")
  var version: Version?

  @Flag(
    help: ArgumentHelp(
      "Connect to private, loopback and link-local addresses too. Without it that is done only "
        + "where the URL names such a host itself."
    )
  )
  var allowPrivateAddresses = false

  enum Version: EnumerableFlag {
    case http1
    case http2

    static func name(for value: Version) -> NameSpecification {
      switch value {
      case .http1: .customLong("http1.1")
      case .http2: .customLong("http2")
      }
    }
  }

  func validate() throws {
    if let proxy, CurlConfiguration.Proxy.url(proxy).lacksHost {
      throw ValidationError("--proxy names no proxy: its URL is without a host.")
    }
  }

  /// Which addresses may be connected to for the ids of the template, which come from anywhere.
  func addressPolicy(for template: URLTemplate) throws -> AddressPolicy {
    let isMeant = AddressPolicy.namesPrivateHost(try template.url(for: "id"))
    return allowPrivateAddresses || isMeant ? .any : .publicOnly
  }

  /// The same for curl, without the password of a proxy.
  var curlOptions: [String] {
    var options: [String] = []
    switch version {
    case .http1: options.append("--http1.1")
    case .http2: options.append("--http2")
    case nil: break
    }
    if let proxy { options += ["--proxy", URLTemplate.redacted(proxy)] }
    if let cacert { options += ["--cacert", cacert] }
    return options
  }

  /// The configuration of the transport. Throws when a file that it needs cannot be read.
  func transport(concurrency: Int) throws(Stop) -> CurlConfiguration {
    // More than there are descriptors for wait in line instead of failing.
    let width = min(concurrency, Descriptors.room)
    var configuration = CurlConfiguration(maxConcurrentExchanges: width)
    if version == .http1 { configuration.version = .http1 }
    if let proxy { configuration.proxy = .url(proxy) }
    if let cacert {
      try CertificateFile.check(cacert)
      configuration.authorities = .file(cacert)
    }
    return configuration
  }
}
