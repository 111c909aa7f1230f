import Foundation

/// An authority of the tests' own and the certificates that a client must tell apart.
///
/// Written by the `openssl` tool. The folder goes with the last reference to them.
public final class Certificates: Sendable {
  /// A certificate that a server shows.
  public enum Kind: String, CaseIterable, Sendable {
    /// Right in every way, for `localhost` and 127.0.0.1.
    case good
    /// As the good one, but years ago.
    case expired
    /// By the right authority, for somebody else.
    case otherHost
    /// For the right host, by nobody but itself.
    case selfSigned
  }

  /// Where they are.
  public let folder: TemporaryFolder

  private init(folder: TemporaryFolder) {
    self.folder = folder
  }

  /// The certificate of the authority: what a client is given to trust.
  public var authority: URL { folder("authority.pem") }

  /// A certificate.
  public func certificate(_ kind: Kind) -> URL { folder("\(kind).pem") }

  /// The private key of a certificate, without a pass phrase.
  public func key(_ kind: Kind) -> URL { folder("\(kind).key") }

  /// The key of the good certificate once more, encrypted with ``keyPassword``.
  public func encryptedKey() async throws -> URL {
    try await openssl("pkey -in good.key -aes256 -passout pass:\(Self.keyPassword) -out secret.key")
    return folder("secret.key")
  }

  /// A folder with the certificate of the authority, under the name that OpenSSL looks for.
  public func authoritiesFolder() async throws -> URL {
    try folder.write(String(contentsOf: authority, encoding: .utf8), to: "authorities/1.pem")
    try await openssl("rehash authorities")
    return folder("authorities")
  }

  /// What ``encryptedKey()`` is encrypted with.
  public static let keyPassword = "open-sesame"

  /// The SHA-256 of a certificate's public key in base64 (RFC 7469 §2.4), made by openssl alone.
  public func publicKeyPin(_ kind: Kind) async throws -> String {
    try await openssl("x509 -in \(kind).pem -pubkey -noout -out \(kind).pub")
    try await openssl("pkey -pubin -in \(kind).pub -outform der -out \(kind).der")
    try await openssl("dgst -sha256 -binary -out \(kind).digest \(kind).der")
    return try Data(contentsOf: folder("\(kind).digest")).base64EncodedString()
  }
}

extension Certificates {
  /// Makes a new authority and its certificates.
  public static func make() async throws -> Certificates {
    let certificates = Certificates(folder: try TemporaryFolder())
    try certificates.folder.write(configuration, to: "openssl.cnf")
    try certificates.folder.write("", to: "index.txt")
    try await certificates.makeSelfSigned("authority", as: "authority")
    try await certificates.makeSelfSigned("selfSigned", as: "localhost")
    try await certificates.makeSigned(.good, as: "localhost")
    try await certificates.makeSigned(
      .expired,
      as: "localhost",
      from: "200101000000Z",
      until: "200201000000Z"
    )
    try await certificates.makeSigned(.otherHost, as: "elsewhere")
    return certificates
  }

  private func makeSelfSigned(_ name: String, as extensions: String) async throws {
    try await openssl(
      """
      req -x509 -config openssl.cnf -subj /CN=\(name) -extensions \(extensions) -days 30
      -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -keyout \(name).key -out \(name).pem
      """
    )
  }

  /// `openssl ca` rather than `x509 -req`: before OpenSSL 3.4 only it takes dates of the past.
  private func makeSigned(
    _ kind: Kind,
    as extensions: String,
    from start: String = "240101000000Z",
    until end: String = "491231000000Z"
  ) async throws {
    try await openssl(
      """
      req -new -config openssl.cnf -subj /CN=\(kind)
      -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -keyout \(kind).key -out \(kind).csr
      """
    )
    try await openssl(
      """
      ca -batch -notext -config openssl.cnf -extensions \(extensions)
      -cert authority.pem -keyfile authority.key -startdate \(start) -enddate \(end)
      -in \(kind).csr -out \(kind).pem
      """
    )
  }

  /// Runs openssl in the folder; the arguments are what stands between white space.
  private func openssl(_ arguments: String) async throws {
    try await Self.tool.succeed(
      arguments.split(whereSeparator: \.isWhitespace).map(String.init),
      in: folder.url
    )
  }

  private static let tool = Program("openssl")

  private static let configuration = """
    [req]
    distinguished_name = name
    encrypt_key = no
    prompt = no
    string_mask = utf8only

    [name]

    [ca]
    default_ca = tests

    [tests]
    database = index.txt
    new_certs_dir = .
    rand_serial = yes
    unique_subject = no
    default_md = sha256
    policy = any

    [any]
    commonName = supplied

    [authority]
    basicConstraints = critical, CA:true
    keyUsage = critical, keyCertSign, cRLSign
    subjectKeyIdentifier = hash

    [localhost]
    basicConstraints = critical, CA:false
    subjectAltName = DNS:localhost, IP:127.0.0.1

    [elsewhere]
    basicConstraints = critical, CA:false
    subjectAltName = DNS:elsewhere.example
    """
}
