import Foundation

/// A list of ids that is read as it is needed: from a file, or from standard input as it comes.
struct IdFile {
  private let name: String
  private let descriptor: Int32
  private var lines = IdLines()

  private static let pieceSize = 64 << 10
  /// How often a task that waits for input looks whether it was cancelled.
  private static let patience: Int32 = 100

  /// Whether it can be read more than once.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Opens the file; `-` is standard input.
  init(_ path: String) throws(Stop) {
    name = path == "-" ? "standard input" : path
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(name) }
  }

  /// The ids on the next lines; nil at the end, or when the task is cancelled. Blocks.
  mutating func next() throws(Stop) -> [String]? {
    while let piece = try read() {
      do throws(IdLines.Fault) {
        if piece.isEmpty { return try lines.last().map { [$0] } }
        let ids = try lines.ids(in: piece)
        if !ids.isEmpty { return ids }
      } catch {
        throw .unreadable(name, "line \(error.line) \(error.reason)")
      }
    }
    return nil
  }

  /// The next bytes, none at the end; nil when the task is cancelled.
  private func read() throws(Stop) -> [UInt8]? {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, Self.patience) <= 0 {
      if Task.isCancelled { return nil }
    }
    var code: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
      let result = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if result < 0 { code = errno }
      count = max(0, result)
    }
    if code == EINTR || code == EAGAIN { return try read() }
    guard code == 0 else { throw .unreadable(name, code: code) }
    return piece
  }
}
