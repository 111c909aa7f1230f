import Foundation

/// A file that is there whole or not at all: it is written beside its place, under another name, and
/// renamed when it is complete. Until then, or if that never comes, what was there before stays.
///
/// A run that was killed leaves a draft behind; the next one for the same file takes it over. Two at
/// once are not let in.
///
/// What is no file (a pipe, a device) cannot be replaced, and is written to as it is.
@Console
final class OutputFile {
  /// What the file is made of.
  let stream: OutputStream
  private let path: String
  private let descriptor: Int32
  private let draft: Draft?
  /// The rights of what it replaces.
  private let mode: mode_t?

  /// What the file is until it is complete.
  private struct Draft {
    let path: String
    /// Where it belongs: the file itself, where a link leads to it.
    let destination: String
  }

  /// Creates what is written to; throws when that cannot be done.
  init(_ path: String) throws(Stop) {
    self.path = path
    var status = stat()
    let exists = stat(path, &status) == 0
    var link = stat()
    if !exists, lstat(path, &link) == 0 { throw .uncreatable(path, "it is a link to nothing") }
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw .uncreatable(path, "it is a folder") }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      draft = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .uncreatable(path) }
    } else {
      let destination = exists ? Self.resolved(path) : path
      let draft = Draft(path: Self.draftPath(beside: destination), destination: destination)
      descriptor = try Self.begin(draft, of: path)
      self.draft = draft
    }
    mode = exists ? status.st_mode & 0o7777 : nil
    stream = OutputStream(descriptor, named: path)
  }

  /// Puts the file in its place. Throws when a part of it cannot be written: then it is left out.
  func complete() throws(Stop) {
    do throws(Stop) {
      try stream.flush()
      if let draft {
        // Before it has its name: a machine that goes down must not leave an empty file behind.
        if let mode { fchmod(descriptor, mode) }
        guard fsync(descriptor) == 0, rename(draft.path, draft.destination) == 0
        else { throw .unwritable(path) }
      }
    } catch {
      discard()
      throw error
    }
    close(descriptor)
  }

  /// Leaves out what was written, and what was there before as it was.
  func discard() {
    // While it is ours: closed, it may be another run's.
    if let draft { unlink(draft.path) }
    close(descriptor)
  }

  private static func begin(_ draft: Draft, of path: String) throws(Stop) -> Int32 {
    while true {
      let descriptor = open(
        draft.path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
      guard descriptor >= 0 else { throw .uncreatable(path) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        throw .uncreatable(path, "another run is writing it")
      }
      // Whoever had it until now may just have given it its name: then it is no draft any more.
      if isSame(descriptor, draft.path) {
        if ftruncate(descriptor, 0) == 0 { return descriptor }
        let code = errno
        close(descriptor)
        throw .uncreatable(path, code: code)
      }
      close(descriptor)
    }
  }

  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var (one, other) = (stat(), stat())
    return fstat(descriptor, &one) == 0 && stat(path, &other) == 0
      && (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func draftPath(beside path: String) -> String {
    let url = URL(fileURLWithPath: path)
    // File systems take names of 255 bytes.
    let name = ".\(url.lastPathComponent).draft"
    let isLong = name.utf8.count > 255
    let short = ".\(String(JournalLine.checksum(of: name.utf8), radix: 36)).draft"
    return url.deletingLastPathComponent().appendingPathComponent(isLong ? short : name).path
  }
}
