import Foundation

/// A real web server on loopback: what our client says must make sense to somebody else's server.
///
/// ``stop()`` it, or let go of it, or die: it ends in any case.
public final class Nginx: Sendable {
  /// One of the servers that a running nginx is.
  public enum Site: Int, CaseIterable, Sendable {
    /// HTTP/1.1 without TLS.
    case plain
    /// TLS with the good certificate, HTTP/2 or HTTP/1.1 as the client likes.
    case secure
    /// As ``secure``, HTTP/1.1 only, and every connection ends with its answer: for TLS resumption.
    case withoutKeepAlive
    /// TLS with a certificate that has expired.
    case expired
    /// TLS with a certificate for another host.
    case otherHost
    /// TLS with a certificate that nobody else has signed.
    case selfSigned
    /// As ``secure``, for clients that show a certificate of the authority; others get a 400.
    case clientsOnly
    /// As ``secure``, but nothing newer than TLS 1.2.
    case tls1_2Only
    /// As ``secure``, but nothing older than TLS 1.3.
    case tls1_3Only
  }

  /// Whether there is an nginx to start. See `needsNginx` for a test that depends on it.
  public static var isInstalled: Bool { program.isInstalled }

  /// What an https client has to trust; nil for a server without TLS.
  public let certificates: Certificates?

  static let program = Program("nginx")
  let folder: TemporaryFolder
  private let server: BackgroundProgram
  private let ports: [Site: UInt16]

  private init(
    folder: TemporaryFolder,
    certificates: Certificates?,
    ports: [Site: UInt16]
  ) throws {
    self.folder = folder
    self.certificates = certificates
    self.ports = ports
    server = try BackgroundProgram(
      Self.program,
      ["-p", folder.url.path, "-c", "nginx.conf"],
      in: folder.url
    )
  }

  /// Starts a server of the files in a folder, and returns when it answers.
  ///
  /// Below `/gzip/` the same files are compressed for clients that accept it. Without certificates
  /// there is only the site ``Site/plain``.
  public static func start(
    serving root: URL,
    certificates: Certificates? = nil
  ) async throws -> Nginx {
    var attempts = 0
    while true {
      let nginx = try launch(serving: root, certificates: certificates)
      do {
        try await nginx.answers()
        return nginx
      } catch let failure as FailedToStart where failure.portWasTaken && attempts < 5 {
        attempts += 1
      }
    }
  }

  /// The address of a file, by number so that name lookup has no part in it.
  public func url(_ path: String = "", on site: Site = .plain) -> URL {
    url(path, on: site, host: "127.0.0.1")
  }

  /// The address of a file under another name of this host.
  public func url(_ path: String, on site: Site, host: String) -> URL {
    var components = URLComponents()
    components.scheme = site == .plain ? "http" : "https"
    components.host = host
    components.port = ports[site].map(Int.init)
    components.path = "/\(path)"
    guard ports[site] != nil, let url = components.url else {
      preconditionFailure("no \(site) without certificates, or no path: \(path)")
    }
    return url
  }

  func site(on port: UInt16) -> Site? {
    ports.first { $0.value == port }?.key
  }

  /// Ends the server and waits until it is gone. The log stays readable.
  public func stop() async {
    await server.stop()
  }
}

extension Nginx {
  /// The server ended before it could be asked anything.
  public struct FailedToStart: Error, CustomStringConvertible {
    /// What it said about that.
    public let description: String

    var portWasTaken: Bool { description.contains("Address already in use") }
  }

  private static func launch(serving root: URL, certificates: Certificates?) throws -> Nginx {
    let sites = certificates == nil ? [.plain] : Site.allCases
    let ports = Dictionary(uniqueKeysWithValues: zip(sites, try freePorts(sites.count)))
    let folder = try TemporaryFolder()
    // Links keep strange characters of other people's paths out of the configuration.
    let files = FileManager.default
    try files.createSymbolicLink(at: folder("root"), withDestinationURL: root)
    if let certificates {
      try files.createSymbolicLink(
        at: folder("certificates"),
        withDestinationURL: certificates.folder.url
      )
    }
    try files.createDirectory(at: folder("temporary"), withIntermediateDirectories: false)
    try folder.write(configuration(ports: ports), to: "nginx.conf")
    return try Nginx(folder: folder, certificates: certificates, ports: ports)
  }

  /// nginx writes its process id once it listens everywhere; from then on nobody is turned away.
  private func answers() async throws {
    let pid = folder("nginx.pid")
    try await waitUntil("nginx listens") {
      if await server.hasEnded { throw FailedToStart(description: await server.output) }
      return FileManager.default.fileExists(atPath: pid.path)
    }
    for (site, port) in ports {
      guard accepts(port: port) else {
        throw FailedToStart(description: "nobody listens for \(site), port \(port)")
      }
    }
  }
}
