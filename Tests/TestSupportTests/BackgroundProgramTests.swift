import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct BackgroundProgramTests {
  @Test func tellsThatItEndedByItself() async throws {
    let folder = try TemporaryFolder()
    let program = try BackgroundProgram(
      Program("sh"),
      ["-c", "echo out; echo error >&2; exit 3"],
      in: folder.url
    )
    try await waitUntil("it ended") { await program.hasEnded }
    #expect(Set(await program.output.split(separator: "\n")) == ["out", "error"])
    await program.stop()
  }

  @Test func endsWhenTold() async throws {
    let folder = try TemporaryFolder()
    let program = try BackgroundProgram(
      Program("sh"),
      ["-c", "echo $$ > pid; exec sleep 600"],
      in: folder.url
    )
    try await waitUntil("it runs") { (try? processID(in: folder)) != nil }
    #expect(await !program.hasEnded)
    await program.stop()
    #expect(await program.hasEnded)
    #expect(kill(try processID(in: folder), 0) == -1)
  }

  @Test func refusesAProgramThatIsNotThere() throws {
    let folder = try TemporaryFolder()
    #expect(throws: Program.NotInstalled.self) {
      try BackgroundProgram(Program("no-such-program"), [], in: folder.url)
    }
  }

  private func processID(in folder: TemporaryFolder) throws -> pid_t {
    let text = try String(contentsOf: folder("pid"), encoding: .utf8)
    return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }
}
