import Foundation

/// Writes to a descriptor, whole pieces at a time.
///
/// Blocks when the reader is slow, and so belongs to the ``Console``. A reader that has gone ends
/// the program quietly with 141, as SIGPIPE would; anything else that goes wrong ends it with 74.
@Console
final class OutputStream {
  /// Whether somebody sees what is written.
  let isTerminal: Bool
  private let descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []
  /// Once a write has failed nothing more is written: no half of a line after a gap.
  private var failure: Stop?

  private static let flushSize = 64 << 10

  /// - Parameter name: What it is called where writing fails.
  nonisolated init(_ descriptor: Int32, named name: String = "standard output") {
    self.descriptor = descriptor
    self.name = name
    isTerminal = isatty(descriptor) == 1
  }

  /// Adds text to the buffer; writes it when there is much of it.
  func write(_ text: String) throws(Stop) {
    try write(Array(text.utf8))
  }

  /// Adds bytes to the buffer; writes it when there is much of it.
  func write(_ bytes: [UInt8]) throws(Stop) {
    buffer += bytes
    if buffer.count >= Self.flushSize { try flush() }
  }

  /// Writes what is in the buffer.
  func flush() throws(Stop) {
    if let failure { throw failure }
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    var written = 0
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Foundation.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count >= 0 { written += count } else { try recover(from: errno) }
    }
  }

  private func recover(from code: Int32) throws(Stop) {
    switch code {
    case EINTR:
      return
    case EAGAIN:
      // Somebody else who has the same terminal or pipe open made it non-blocking.
      var descriptor = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&descriptor, 1, -1)
    default:
      let stop = code == EPIPE ? Stop(ExitStatus.closedPipe) : .unwritable(name, code: code)
      failure = stop
      throw stop
    }
  }
}
