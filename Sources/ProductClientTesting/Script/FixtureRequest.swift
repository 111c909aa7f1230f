import ProductClient

/// One request, as a ``FixtureServer`` or a ``FixtureTransport`` got it.
public struct FixtureRequest: Hashable, Sendable {
  /// The method, as sent.
  public let method: String
  /// The request target, as sent: path and query, nothing decoded.
  public let target: String
  /// Its place in the order of arrival, from 1.
  public internal(set) var number = 0
  /// How often the route it goes to was asked, this time included. 0: it goes to the folder.
  public internal(set) var visit = 0

  /// Lines `Name: value`, each ended by LF or CR LF.
  private let block: [UInt8]

  init(method: String, target: String, block: [UInt8]) {
    self.method = method
    self.target = target
    self.block = block
  }

  /// The target without its query, as sent.
  public var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The fields in the order sent; a line that is no field is passed over. Read anew each time.
  public var fields: HTTPFields {
    var fields = HTTPFields()
    for line in block.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self)
      let value = String(decoding: line[(colon + 1)...].trimmed, as: UTF8.self)
      guard let field = HTTPField(name: name, value: value) else { continue }
      fields.append(field)
    }
    return fields
  }
}

extension ArraySlice<UInt8> {
  /// Without the white space around it, a carriage return included.
  var trimmed: ArraySlice<UInt8> {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    guard let start = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return [] }
    return self[start...last]
  }
}
