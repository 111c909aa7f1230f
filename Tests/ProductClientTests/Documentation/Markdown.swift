/// Code that stands in a document, and the comment before it that says where it comes from.
struct CodeBlock: Equatable, Sendable {
  /// Where its fence is, counted from 1.
  var line: Int
  /// The text of the comment right above the fence; nil when there is none.
  var comment: String?
  var code: String

  /// The name of the region that it is a copy of; nil when the comment names none.
  var snippet: String? { value(of: "snippet:") }

  /// Why it is not compiled; nil when it is to be.
  var reasonNotToCompile: String? { value(of: "not compiled:") }

  /// The code after the imports it begins with: a region stands inside a function.
  var codeWithoutImports: String {
    code.lines.drop { $0.hasPrefix("import ") || $0.isEmpty }.joined(separator: "\n")
  }

  private func value(of key: String) -> String? {
    guard let comment, comment.hasPrefix(key) else { return nil }
    let value = comment.dropFirst(key.count).trimmed
    return value.isEmpty ? nil : value
  }

  /// The blocks of a document that are fenced as Swift.
  static func all(in document: String) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var above: String?
    var open: (block: CodeBlock, indent: Int, isSwift: Bool, lines: [Substring])?
    for (index, line) in document.lines.enumerated() {
      let text = line.trimmed
      if var block = open {
        if text == "```" {
          block.block.code = unindented(block.lines, by: block.indent)
          if block.isSwift { blocks.append(block.block) }
          (open, above) = (nil, nil)
        } else {
          block.lines.append(line)
          open = block
        }
      } else if text.hasPrefix("```") {
        let indent = line.prefix { $0 == " " }.count
        let block = CodeBlock(line: index + 1, comment: above, code: "")
        open = (block, indent, text == "```swift", [])
      } else if text.hasPrefix("<!--"), text.hasSuffix("-->") {
        above = Substring(text.dropFirst(4).dropLast(3)).trimmed
      } else if !text.isEmpty {
        above = nil
      }
    }
    return blocks
  }
}

/// The doc comments of a Swift file as Markdown: its lines that begin with `///`, without that, and
/// empty ones for all others, so that each keeps its number.
func docComments(in file: String) -> String {
  file.lines.map { line -> Substring in
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("///") else { return "" }
    let comment = text.dropFirst(3)
    return comment.hasPrefix(" ") ? comment.dropFirst() : comment
  }.joined(separator: "\n")
}

/// The regions of a Swift file between `// snippet: NAME` and `// end`, by name, less their
/// indentation.
func snippetRegions(in file: String) -> [(name: String, code: String)] {
  var regions: [(name: String, code: String)] = []
  var open: (name: String, lines: [Substring])?
  for line in file.lines {
    let text = line.trimmed
    if let region = open, text == "// end" {
      let indent = region.lines.filter { !$0.trimmed.isEmpty }
        .map { $0.prefix { $0 == " " }.count }.min()
      regions.append((region.name, unindented(region.lines, by: indent ?? 0)))
      open = nil
    } else if open != nil {
      open?.lines.append(line)
    } else if text.hasPrefix("// snippet: ") {
      open = (text.dropFirst("// snippet: ".count).trimmed, [])
    }
  }
  return regions
}

private func unindented(_ lines: [Substring], by indent: Int) -> String {
  lines.map { $0.dropFirst(min(indent, $0.prefix { $0 == " " }.count)) }
    .map { $0.trimmed.isEmpty ? "" : String($0) }.joined(separator: "\n")
}

extension String {
  fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
