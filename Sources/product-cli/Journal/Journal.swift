import Foundation
import ProductClient

/// The products that a run has loaded, in a file that outlives it: whoever runs the same again loads
/// what is missing, and writes all of it.
///
/// A product is in the journal before it is in the output. What the system was given survives the end
/// of the program, however that comes; once a second it is put on the disk, too.
@Console
final class Journal {
  /// What it had when it was opened.
  nonisolated let done: JournalIndex
  private let path: String
  private let descriptor: Int32
  private let output: OutputStream
  private var lastSync = ContinuousClock.now
  /// How long it was when it was opened.
  private var wholeBytes: off_t = 0

  private static let decoder = ModelDecoder<Product>.json()

  /// Opens a journal, or begins one. Throws when it is one of another job, in use, or damaged.
  init(_ path: String, header: [UInt8]) throws(Stop) {
    let isThere = access(path, F_OK) == 0
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw isThere ? .unreadable(path, reason) : .uncreatable(path, reason)
    }
    self.path = path
    output = OutputStream(descriptor, named: path)
    do throws(Stop) {
      done = try Self.read(descriptor, path, header)
    } catch {
      close(descriptor)
      throw error
    }
    wholeBytes = lseek(descriptor, 0, SEEK_END)
    if wholeBytes == 0 {
      try output.write(header)
      try output.flush()
      wholeBytes = off_t(header.count)
    }
  }

  deinit {
    close(descriptor)
  }

  /// Keeps products: each with its id, and the place of that among all ids.
  func keep(_ products: [(product: Product, id: String, place: Int)]) throws(Stop) {
    guard !products.isEmpty else { return }
    for (product, id, place) in products {
      var writer = JSONWriter(reservingCapacity: 1024)
      product.write(to: &writer)
      try output.write(JournalLine.bytes(for: writer.bytes, of: id, at: place))
    }
    try output.flush()
    if .now - lastSync >= .seconds(1) { try sync() }
  }

  /// Puts on the disk what is kept.
  func sync() throws(Stop) {
    guard fsync(descriptor) == 0 else { throw .unwritable(path) }
    lastSync = .now
  }

  /// Forgets what was kept since it was opened: the run is another job's.
  func takeBack() {
    ftruncate(descriptor, wholeBytes)
  }

  /// The product that is kept.
  func product(at entry: JournalIndex.Entry) throws(Stop) -> Product {
    let bytes = [UInt8](unsafeUninitializedCapacity: entry.count) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(entry.offset)))
    }
    do {
      return try Self.decoder.decode(bytes)
    } catch {
      throw .unreadable(path, "a product in it is damaged: \(error)")
    }
  }

  private static func read(
    _ descriptor: Int32, _ path: String, _ header: [UInt8]
  ) throws(Stop) -> JournalIndex {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw .unreadable(path, errno == EWOULDBLOCK ? "another run is using it" : reason)
    }
    var reader = JournalReader(header: header)
    do throws(JournalReader.Fault) {
      while let piece = try nextPiece(of: descriptor) { try reader.read(piece) }
      try reader.finish()
    } catch {
      throw .unreadable(path, error.reason)
    }
    guard ftruncate(descriptor, off_t(reader.wholeBytes)) == 0 else {
      throw .unreadable(path, reason)
    }
    return reader.index
  }

  private static func nextPiece(
    of descriptor: Int32
  ) throws(JournalReader.Fault) -> [UInt8]? {
    var code: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      let result = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if result < 0 { code = errno }
      count = max(0, result)
    }
    guard code == 0 else { throw JournalReader.Fault(reason: String(cString: strerror(code))) }
    return piece.isEmpty ? nil : piece
  }

  private static var reason: String { String(cString: strerror(errno)) }
}
