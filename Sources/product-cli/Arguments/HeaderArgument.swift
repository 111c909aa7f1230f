import ArgumentParser
import ProductClient

/// A field to be sent, as it is written on the command line: `Name: value`.
struct HeaderArgument: ExpressibleByArgument {
  let field: HTTPField

  init?(argument: String) {
    guard let colon = argument.firstIndex(of: ":"),
      let field = HTTPField(
        name: String(argument[..<colon]),
        value: argument[argument.index(after: colon)...].trimmed
      )
    else { return nil }
    self.field = field
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(start[...last])
  }
}
