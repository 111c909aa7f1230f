/// Puts one response together from what libcurl hands over piece by piece. Pure: no C, no I/O.
///
/// Each `receive` returns whether to go on; after a false, ``overflow`` tells which limit it was.
struct ResponseCollector {
  /// The status of the newest head, as far as it takes to tell an interim one; 0 before the first.
  private(set) var status = 0
  /// The fields of the newest head.
  private(set) var fields = HTTPFields()
  private(set) var body: [UInt8] = []
  /// Which limit the answer went past, in words.
  private(set) var overflow: String?

  private let limits: ExchangeLimits
  private var headerBytes = 0
  private var isHeadExpected = true
  /// Whether the empty line that ends a final head has come.
  private(set) var isHeadComplete = false

  /// What is said of a body past the limit.
  var bodyOverflow: String { "its body is larger than the limit of \(limits.bodyBytes) bytes" }

  /// Whether nothing of an answer has come.
  var isEmpty: Bool { headerBytes == 0 }

  init(limits: ExchangeLimits) {
    self.limits = limits
  }

  /// Takes one line of a head, with its line end. Lines after a final head are trailer fields,
  /// which are counted and passed over.
  mutating func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= limits.headerBytes else {
      overflow = "its header is larger than the limit of \(limits.headerBytes) bytes"
      return false
    }
    guard !isHeadComplete else { return true }
    if isHeadExpected, line.starts(with: "HTTP/".utf8) {
      beginHead(line)
    } else if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
      // A head with an interim status (RFC 9110 §15.2) is followed by another.
      isHeadComplete = status >= 200
      isHeadExpected = !isHeadComplete
    } else {
      fields.appendLine(line)
    }
    return true
  }

  /// Takes a piece of the body, decompressed.
  mutating func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= limits.bodyBytes - body.count else {
      overflow = bodyOverflow
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  private mutating func beginHead(_ line: UnsafeRawBufferPointer) {
    let space = UInt8(ascii: " ")
    let digits = line.drop { $0 != space }.drop { $0 == space }.prefix(3)
    status = Int(String(decoding: digits, as: UTF8.self)) ?? 0
    // Most are shorter: grown line by line, they would be copied four times.
    fields.removeAll(reservingCapacity: 512)
    isHeadExpected = false
  }
}
