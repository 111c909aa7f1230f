import Foundation
import TestSupport
import Testing

/// What a person sees who runs it on a terminal. util-linux's `script` lends one.
@Suite(.enabled(if: Program("script").isInstalled), .timeLimit(.minutes(2)))
struct TerminalTests {
  private let fixtures = CommandLineProgram.fixtures
  private let onTerminal = #"script -qec "$(printf '%q ' "$@")" /dev/null < /dev/null"#
  private let terminal = ["TERM": "xterm", "COLUMNS": "70", "SHELL": "/bin/bash"]

  @Test func aTableFitsTheTerminal() async throws {
    let run = try await CommandLineProgram.runScript(
      onTerminal, "get", "book-very-long", "mug-plain", "--fixtures", fixtures,
      environment: terminal)
    #expect(run.status == 0)
    let rows = run.output.replacing("\r\n", with: "\n").split(separator: "\n").suffix(2)
    #expect(run.output.contains("NAME"))
    #expect(rows.contains { $0.contains("…") })
    #expect(rows.allSatisfy { ($0.split(separator: "\u{1B}[K").last ?? "").count <= 70 })
  }

  @Test func progressIsTakenAway() async throws {
    let run = try await CommandLineProgram.runScript(
      onTerminal, "get", "bare", "--fixtures", fixtures, environment: terminal)
    #expect(run.output.contains("loaded 1 of 1"))
    let afterProgress = try #require(run.output.components(separatedBy: "loaded 1 of 1").last)
    #expect(afterProgress.contains("\r\u{1B}[K"))
    #expect(afterProgress.contains("Only a Name"))
  }

  @Test func progressNeverWraps() async throws {
    let run = try await CommandLineProgram.runScript(
      onTerminal, "get", "bare", "--fixtures", fixtures, "--format", "ndjson",
      environment: terminal.merging(["COLUMNS": "12"]) { $1 })
    #expect(run.output.contains("\r\u{1B}[Kloaded 1 o…\r\u{1B}[K"))
  }

  @Test func coloursAreUsedUnlessUnwanted() async throws {
    let coloured = try await CommandLineProgram.runScript(
      onTerminal, "doctor", environment: terminal)
    #expect(coloured.output.contains("\u{1B}[32m"))
    let plain = try await CommandLineProgram.runScript(
      onTerminal, "doctor", environment: terminal.merging(["NO_COLOR": "1"]) { $1 })
    #expect(!plain.output.contains("\u{1B}"))
  }
}
