import ArgumentParser
import Foundation
import ProductClient

/// How loads are made: the options that become the configuration of transport and loader.
struct LoadOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How many loads are under way at once.", valueName: "n"))
  var concurrency = 64

  @Option(help: ArgumentHelp("How long an attempt may take, in seconds.", valueName: "seconds"))
  var timeout = Seconds(.seconds(30))

  @Option(
    name: .customLong("header"),
    help: ArgumentHelp(
      "A field to send with each request; may be repeated.",
      valueName: "name: value"
    )
  )
  var headers: [String] = []

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

  @Flag(name: .long, help: "Tell each load in numbers, and what the library logs.")
  var verbose = false

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

  /// More at once than this is a slip of the finger: each needs a descriptor.
  private static let mostConcurrent = 10_000

  func validate() throws {
    guard 1...Self.mostConcurrent ~= concurrency else {
      throw ValidationError("--concurrency must be between 1 and \(Self.mostConcurrent).")
    }
    _ = try fields()
    if let proxy, proxy.isEmpty { throw ValidationError("--proxy names no proxy.") }
  }

  /// The fields to send. Read here and not by the parser, which would repeat a value that it
  /// refuses: there are keys and passwords among them.
  private func fields() throws -> HTTPFields {
    var fields = HTTPFields()
    for (index, header) in headers.enumerated() {
      do {
        fields.append(try HeaderArgument(header).field)
      } catch {
        let place = headers.count > 1 ? " (the one at place \(index + 1))" : ""
        throw ValidationError("--header cannot be used\(place): \(error).")
      }
    }
    return fields
  }

  /// The configuration of the loader.
  func loader() throws -> LoaderConfiguration {
    var configuration = LoaderConfiguration(fields: try fields())
    configuration.timeouts.attempt = timeout.duration
    // Who allows more than the usual time for an attempt is ready to wait for a silent server.
    configuration.timeouts.stall = max(configuration.timeouts.stall, timeout.duration)
    return configuration
  }

  /// The configuration of the transport. Throws when a file that it needs cannot be read.
  func transport() throws(Stop) -> CurlConfiguration {
    // More than there are descriptors for wait in line instead of failing.
    let width = min(concurrency, Descriptors.room)
    var configuration = CurlConfiguration(maxConcurrentExchanges: width)
    if version == .http1 { configuration.version = .http1 }
    if let proxy { configuration.proxy = .url(proxy) }
    if let cacert {
      guard access(cacert, R_OK) == 0 else { throw .unreadable(cacert) }
      configuration.authorities = .file(cacert)
    }
    return configuration
  }
}
