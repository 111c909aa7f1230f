#if os(Linux)  // The threads of the table are Linux's.
  import Foundation
  import Testing

  /// What Docs/WhichQueueWhere.md states is what its programs print.
  @Suite(
    .enabled(
      if: ProcessInfo.processInfo.activeProcessorCount > 1,
      "on one core, a test that blocks leaves no thread to load with"),
    .timeLimit(.minutes(1)))
  struct WhichQueueWhereTests {
    /// All at once: those to which no result comes wait 2 s for the warning.
    @Test func eachProgramPrintsWhatItsRowStates() async throws {
      let rows = try WhichQueueWhere.rows()
      let printed = await withTaskGroup { group in
        for row in rows {
          group.addTask { (row.program, await row.program.run()) }
        }
        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      for row in rows {
        #expect(printed[row.program] == row.outcome, "\(row.program.name)")
      }
    }

    @Test func theFirstLineOfAProgramStatesItsRow() throws {
      for row in try WhichQueueWhere.rows() where row.hasItsOwnFile {
        let text = try String(contentsOf: row.source, encoding: .utf8)
        #expect(text.split(separator: "\n").first == "// \(row.place). \(row.outcome)")
      }
    }

    @Test func eachProgramHasARow() throws {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: WhichQueueWhere.programs.path
      ).filter { $0.hasSuffix(".swift") }
      let named = try WhichQueueWhere.rows().filter(\.hasItsOwnFile).map(\.source.lastPathComponent)
      #expect(named.sorted() == files.sorted())
      #expect(!files.isEmpty)
    }
  }

  extension WhichQueueWhere.Row {
    /// Whether the program is an executable, not one test among others.
    fileprivate var hasItsOwnFile: Bool {
      source.deletingLastPathComponent().path == WhichQueueWhere.programs.path
    }
  }
#endif
