extension CurlConfiguration {
  /// Who the client is, for servers that want to know (mutual TLS): PEM files on this machine.
  ///
  /// Read with each new connection, so that a renewed file is used without a restart. A file that
  /// cannot be read or used is ``LoadError/tls(_:)`` and named there. What prints or reflects on
  /// this never shows the password.
  public struct ClientCertificate: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The file with the certificate, and after it those that lead from it to the authority.
    public var certificateFile: String
    /// The file with the private key; may be the same.
    public var keyFile: String
    /// What the key is encrypted with; nil when it is not. Nobody is ever asked for it.
    public var keyPassword: String?

    /// Creates a client certificate.
    ///
    /// - Parameters:
    ///   - certificateFile: The path of the PEM file with the certificate.
    ///   - keyFile: The path of the PEM file with its key; nil: the certificate's.
    ///   - keyPassword: What the key is encrypted with.
    public init(certificateFile: String, keyFile: String? = nil, keyPassword: String? = nil) {
      self.certificateFile = certificateFile
      self.keyFile = keyFile ?? certificateFile
      self.keyPassword = keyPassword
    }

    /// The files, without the password.
    public var description: String {
      let key = keyFile == certificateFile ? "" : ", key \(keyFile)"
      return certificateFile + key + (keyPassword == nil ? "" : ", with a password")
    }

    /// The files, without the password.
    public var customMirror: Mirror {
      Mirror(self, children: ["certificateFile": certificateFile, "keyFile": keyFile])
    }
  }

  /// A version of TLS.
  public enum TLSVersion: Hashable, Sendable {
    /// TLS 1.2 (RFC 5246).
    case tls1_2
    /// TLS 1.3 (RFC 8446).
    case tls1_3
  }
}
