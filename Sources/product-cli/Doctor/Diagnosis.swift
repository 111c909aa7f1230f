import Foundation
import ProductClient

/// What a look at the surroundings found. Everything is asked of those who know: of libcurl, the
/// environment and the system.
struct Diagnosis {
  struct Finding: Hashable {
    enum Verdict {
      case fine
      case note
      case missing
    }

    let verdict: Verdict
    let name: String
    let text: String

    init(_ verdict: Verdict, _ name: String, _ text: String) {
      self.verdict = verdict
      self.name = name
      self.text = text
    }
  }

  private let library: CurlLibrary
  private let environment: [String: String]

  init(
    library: CurlLibrary,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.library = library
    self.environment = environment
  }

  var findings: [Finding] {
    [
      Finding(.fine, "product-cli", ProductCLI.number),
      Finding(.fine, "libcurl", library.version),
      tls, protocols, http2,
    ] + features + certificates + ProxyEnvironment.findings(in: environment) + [
      descriptors, temporaryFolder,
    ]
  }

  private var tls: Finding {
    guard let version = library.tlsVersion, library.has("SSL") else {
      return Finding(.missing, "tls", "this libcurl was built without it")
    }
    return Finding(.fine, "tls", version)
  }

  private var protocols: Finding {
    let wanted = ["http", "https"]
    let absent = wanted.filter { !library.protocols.contains($0) }
    guard absent.isEmpty else {
      return Finding(.missing, "protocols", "no \(absent.joined(separator: ", "))")
    }
    let others = library.protocols.count - wanted.count
    return Finding(.fine, "protocols", "http, https; \(others) others are never used")
  }

  /// A few a line: nobody reads a line that runs over the edge.
  private var features: [Finding] {
    let perLine = 5
    return stride(from: 0, to: library.features.count, by: perLine).map { start in
      let names = library.features[start...].prefix(perLine).joined(separator: ", ")
      return Finding(.fine, "features", names)
    }
  }

  private var http2: Finding {
    library.has("HTTP2")
      ? Finding(.fine, "http/2", "where a server offers it over TLS")
      : Finding(.note, "http/2", "this libcurl cannot: HTTP/1.1 is used")
  }

  private var descriptors: Finding {
    var limit = rlimit()
    guard getrlimit(Self.descriptorLimit, &limit) == 0 else {
      return Finding(.note, "descriptors", "the limit is unknown")
    }
    let isLow = limit.rlim_cur < 256
    let advice = isLow ? ": low for 64 loads at once; raise it with ulimit -n" : " at most"
    return Finding(isLow ? .note : .fine, "descriptors", "\(limit.rlim_cur)\(advice)")
  }

  #if canImport(Glibc)
    private static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let descriptorLimit = RLIMIT_NOFILE
  #endif

  private var temporaryFolder: Finding {
    let path = FileManager.default.temporaryDirectory.path
    guard access(path, W_OK | X_OK) == 0 else {
      return Finding(.note, "temp folder", "\(path) cannot be written")
    }
    return Finding(.fine, "temp folder", path)
  }
}

extension Diagnosis {
  /// One of file and folder is enough.
  private var certificates: [Finding] {
    let file = library.authoritiesFile.map { ($0, isReadable: access($0, R_OK) == 0) }
    let folder = library.authoritiesFolder.map { ($0, isReadable: access($0, R_OK | X_OK) == 0) }
    guard file != nil || folder != nil else {
      return [Finding(.note, "certificates", "libcurl names none: those of its TLS library")]
    }
    let isEnough = file?.isReadable == true || folder?.isReadable == true
    return [("cert file", file), ("cert folder", folder)].compactMap { name, place in
      guard let (path, isReadable) = place else { return nil }
      if isReadable { return Finding(.fine, name, path) }
      let advice = isEnough ? "" : "; install ca-certificates or give --cacert"
      return Finding(isEnough ? .note : .missing, name, "\(path) cannot be read\(advice)")
    }
  }
}
