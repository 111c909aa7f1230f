/// A real web server with certificates, and one thing to load from each of its sites: a lamp, at
/// `1.json`.
public struct SecureShop: Sendable {
  /// What its sites show.
  public let certificates: Certificates
  /// The server itself.
  public let nginx: Nginx
  private let folder: TemporaryFolder

  /// Makes the certificates and starts the server.
  public init() async throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"id": "1", "name": "Lamp"}"#, to: "1.json")
    certificates = try await Certificates.make()
    nginx = try await Nginx.start(serving: folder.url, certificates: certificates)
  }
}
