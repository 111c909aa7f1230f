import Foundation
import TestSupport

/// A small program that loads a product for the main queue, and prints what became of the result.
///
/// Either an executable of the package, or one test, which is run in a process of its own: what a
/// test framework does to the main queue is a matter of a whole process, and logging is set up in
/// one but once.
struct QueueProgram: Hashable, Sendable {
  /// `AsyncMain`, or suite and test such as `XCTestPrograms/testThatWaits`.
  let name: String

  /// Whether this process runs a test as a program.
  static let isThisProcess = ProcessInfo.processInfo.environment[mark] != nil
  static let reasonToSkip = "is run as a program of its own, by WhichQueueWhereTests"
  private static let mark = "PRODUCT_CLIENT_QUEUE_PROGRAM"

  /// Runs it to its end, and returns what it said of its result, or else why it said nothing.
  func run() async -> String {
    do {
      let output = try await Program("env").succeed(["\(Self.mark)=1"] + command)
      let said = output.split(separator: "\n").filter { $0.hasPrefix("arrives:") }
      return said.joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  private var command: [String] {
    // The tests and the programs lie side by side.
    let tests = CommandLine.arguments[0]
    let folder = URL(filePath: tests).deletingLastPathComponent()
    if name.hasPrefix("XCTest") { return [tests, "WhichQueueTests.\(name)"] }
    if name.hasPrefix("SwiftTesting") {
      return [
        tests, "--testing-library", "swift-testing", "--filter", "WhichQueueTests.\(name)\\(",
      ]
    }
    return [folder.appending(path: "QueueProgram\(name)").path]
  }
}
