import Foundation

/// A file of trusted certificates, looked at before anything is loaded: the engine would say of each
/// load anew that it cannot be used.
enum CertificateFile {
  /// Throws when the file cannot be read, or is none, or holds no certificate.
  static func check(_ path: String) throws(Stop) {
    var facts = stat()
    guard stat(path, &facts) == 0, access(path, R_OK) == 0 else { throw .unreadable(path) }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: throw .unreadable(path, code: EISDIR)
    case S_IFREG: break
    // What is read from a pipe is not there for the engine any more.
    default: return
    }
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
    guard holdsCertificate(String(decoding: data, as: UTF8.self)) else {
      throw .unreadable(path, "there is no certificate in it")
    }
  }

  /// Whether a line begins a certificate (RFC 7468 §5.1), be it one that OpenSSL calls `TRUSTED`.
  private static func holdsCertificate(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { line in
      line.hasPrefix("-----BEGIN ") && line.contains(" CERTIFICATE-----")
    }
  }
}
