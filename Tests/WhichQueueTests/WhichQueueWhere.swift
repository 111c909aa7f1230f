import Foundation

/// The table of Docs/WhichQueueWhere.md.
enum WhichQueueWhere {
  struct Row: Hashable, Sendable {
    let place: String
    let arrives: String
    let thread: String
    let program: QueueProgram
    /// The file that the program is linked to.
    let source: URL

    /// What the program has to print.
    var outcome: String {
      "arrives: \(arrives), thread: \(thread), warnings: \(arrives == "never" ? 1 : 0)"
    }
  }

  /// A line of the table does not have its form.
  struct NoRow: Error {
    let line: Substring
  }

  static let programs = root.appending(path: "Tests/QueuePrograms")
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  /// The lines of the table, without its head.
  static func rows() throws -> [Row] {
    let page = root.appending(path: "Docs/WhichQueueWhere.md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("|") }.dropFirst(2).map(row)
  }

  private static func row(_ line: Substring) throws -> Row {
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 6, let link = try /\[(.+)\]\(\.\.\/(.+)\)/.wholeMatch(in: cells[5]) else {
      throw NoRow(line: line)
    }
    return Row(
      place: cells[0], arrives: cells[1], thread: cells[2],
      program: QueueProgram(name: String(link.1)),
      source: root.appending(path: String(link.2)))
  }
}
