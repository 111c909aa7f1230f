import Foundation

/// A file that is there whole or not at all: it is written beside its place, under another name, and
/// renamed when it is complete. Until then, or if that never comes, what was there before stays.
///
/// What is no file (a pipe, a device) cannot be replaced, and is written to as it is.
@Console
final class OutputFile {
  /// What the file is made of.
  let stream: OutputStream
  private let path: String
  private let descriptor: Int32
  private let draft: Draft?

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
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw .uncreatable(path, "it is a folder") }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      draft = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      let destination = exists ? Self.resolved(path) : path
      let draft = Draft(path: Self.draftPath(beside: destination), destination: destination)
      self.draft = draft
      descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw .uncreatable(path, String(cString: strerror(errno))) }
    // As the one that it replaces.
    if exists, draft != nil { fchmod(descriptor, status.st_mode & 0o7777) }
    stream = OutputStream(descriptor, named: path)
  }

  /// Puts the file in its place. Throws when a part of it cannot be written: then it is left out.
  func complete() throws(Stop) {
    do throws(Stop) {
      try stream.flush()
      guard let draft else { return }
      // Before it has its name: a machine that goes down must not leave an empty file behind.
      guard fsync(descriptor) == 0 || errno == EINVAL, rename(draft.path, draft.destination) == 0
      else { throw .unwritable(path) }
    } catch {
      discard()
      throw error
    }
    close(descriptor)
  }

  /// Leaves out what was written, and what was there before as it was.
  func discard() {
    close(descriptor)
    if let draft { unlink(draft.path) }
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func draftPath(beside path: String) -> String {
    let url = URL(fileURLWithPath: path)
    // So short that with it no name becomes longer than file systems take.
    let name = url.lastPathComponent.prefix(32)
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    return url.deletingLastPathComponent().appendingPathComponent(".\(name).\(number)").path
  }
}
