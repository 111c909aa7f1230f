/// Ways through a document as text, as in `price.amount` or `imageURLs[2]`.
enum JSONPath {
  /// Keys that are no plain names stand in brackets and quotation marks, escaped. A path comes from
  /// outside, so it is kept short: what is left out of a long key or a deep path shows as `…`.
  static func text(_ path: [JSONPathKey]) -> String {
    let text = path.prefix(longestPath).reduce(into: "") { text, key in
      if let position = key.intValue {
        text += "[\(position)]"
      } else if isPlain(key.stringValue) {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      } else {
        text += "[\"\(abbreviated(key.stringValue))\"]"
      }
    }
    return path.count > longestPath ? text + "…" : text
  }

  private static let longestPath = 16
  private static let longestKey = 64

  private static func abbreviated(_ name: String) -> String {
    let head = String(name.unicodeScalars.prefix(longestKey))
    let isWhole = head.utf8.count == name.utf8.count
    return JSONEscaping.escapingInvisible(head) + (isWhole ? "" : "…")
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longestKey
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "$"), UInt8(ascii: "@"):
          true
        default: false
        }
      }
  }

  /// The way to where a scanner stopped. It costs a walk over what was read, once.
  static func steps(of scanner: JSONScanner) -> [JSONPathKey] {
    let chain = scanner.openContainers
    return zip(chain, chain.dropFirst() + [scanner.tokens.count]).compactMap { container, end in
      scanner.tokens[container].kind == .array
        ? JSONPathKey(position: scanner.members(of: container, before: end).count)
        : scanner.pendingKey(of: container, before: end)
    }
  }
}

extension JSONScanner {
  /// The tokens of the complete members of an open container.
  fileprivate func members(of container: Int, before end: Int) -> [Int] {
    var members: [Int] = []
    var index = container + 1
    while index < end {
      members.append(index)
      index = tokens[index].isContainer ? tokens[index].extent : index + 1
    }
    return members
  }

  /// The key whose value was being read; nil when none was.
  fileprivate func pendingKey(of object: Int, before end: Int) -> JSONPathKey? {
    let members = members(of: object, before: end)
    guard !members.count.isMultiple(of: 2), let last = members.last else { return nil }
    return JSONPathKey(name: String(decoding: bytes[tokens[last].range], as: UTF8.self))
  }
}
