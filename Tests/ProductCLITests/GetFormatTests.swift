import Foundation
import ProductClient
import Testing

/// What `get` writes, and where.
@Suite(.timeLimit(.minutes(2)))
struct GetFormatTests {
  private let fixtures = CommandLineProgram.fixtures

  @Test func linesAreTheFixturesInMeaning() async throws {
    let ids = try FixtureProducts.ids()
    let list = ids.joined(separator: "\n")
    let run = try await CommandLineProgram.run(
      "get", "--ids-file", "-", "--fixtures", fixtures, input: list)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let lines = try run.lines.map(ProductLine.decode)
    #expect(lines.map(\.id).sorted() == ids)
    for line in lines {
      #expect(try line.product == FixtureProducts.product(line.id))
    }
  }

  @Test func aLineHoldsTheCanonicalForm() async throws {
    let run = try await CommandLineProgram.run("get", "lamp-walnut", "--fixtures", fixtures)
    let canonical = try FixtureProducts.product("lamp-walnut").canonicalJSON()
    let text = String(decoding: canonical, as: UTF8.self)
    #expect(run.output == #"{"id":"lamp-walnut","product":\#(text)}"# + "\n")
  }

  @Test func failuresAreJSONLinesOnStandardError() async throws {
    let run = try await CommandLineProgram.run(
      "get", "mug-plain", "nothing", "--fixtures", fixtures, "--format", "ndjson")
    #expect(run.status == 1)
    #expect(try run.lines.map(ProductLine.decode).map(\.id) == ["mug-plain"])
    let failures = try run.errorLines.map(FailureLine.decode)
    #expect(failures.map(\.id) == ["nothing"])
    #expect(failures.map(\.error.code) == ["notFound"])
    #expect(failures.map(\.error.attempts) == [1])
  }

  @Test func anArrayIsCompleteWhenSomeFail() async throws {
    let run = try await CommandLineProgram.run(
      "get", "nothing", "mug-plain", "nought", "bare", "--fixtures", fixtures,
      "--format", "json", "--ordered")
    #expect(run.status == 1)
    let lines = try JSONDecoder().decode([ProductLine].self, from: Data(run.output.utf8))
    #expect(lines.map(\.id) == ["mug-plain", "bare"])
    #expect(try run.errorLines.map(FailureLine.decode).map(\.id) == ["nothing", "nought"])
  }

  @Test func anArrayIsCompleteWhenAllFail() async throws {
    let run = try await CommandLineProgram.run(
      "get", "nothing", "--fixtures", fixtures, "--format", "json")
    #expect(run.status == 1)
    #expect(run.output == "[]\n")
  }

  @Test func aTableHasStraightColumns() async throws {
    let run = try await CommandLineProgram.run(
      "get", "emoji-mug", "kiddush-cup", "lamp-walnut", "bare", "escapes",
      "--fixtures", fixtures, "--format", "table", "--ordered")
    #expect(run.status == 0)
    #expect(run.lines.first?.hasPrefix("ID ") == true)
    #expect(run.lines.count == 6)
    let dates = run.lines.filter { $0.hasSuffix("Z") || $0.hasSuffix("UPDATED") }
    let columns = Set(dates.map { displayColumn(ofLastWordIn: $0) })
    #expect(dates.count == 5)
    #expect(columns.count == 1)
  }

  @Test func aTableTellsFailuresInSentences() async throws {
    let run = try await CommandLineProgram.run(
      "get", "bare", "nothing", "--fixtures", fixtures, "--format", "table")
    #expect(run.status == 1)
    #expect(run.lines.count == 2)
    #expect(run.errors.hasPrefix("nothing: No product at http://127.0.0.1:"))
    #expect(run.errorLines.count == 1)
  }

  @Test func aPipeCutsNothing() async throws {
    let run = try await CommandLineProgram.run(
      "get", "book-very-long", "--fixtures", fixtures, "--format", "table")
    #expect(try run.output.contains(FixtureProducts.product("book-very-long").name))
  }

  @Test func orderedResultsComeInTheOrderAsked() async throws {
    let ids = try FixtureProducts.ids().reversed() + ["nothing"] + FixtureProducts.ids()
    let run = try await CommandLineProgram.run(
      "get", "--ordered", "--ids-file", "-", "--fixtures", fixtures,
      input: ids.joined(separator: "\n"))
    #expect(try run.lines.map(ProductLine.decode).map(\.id) == ids.filter { $0 != "nothing" })
  }

  @Test func idsAskedForTwiceAreLoadedTwice() async throws {
    let run = try await CommandLineProgram.run("get", "bare", "bare", "--fixtures", fixtures)
    #expect(try run.lines.map(ProductLine.decode).map(\.id) == ["bare", "bare"])
  }

  @Test func verboseTellsEachLoadInNumbers() async throws {
    let run = try await CommandLineProgram.run("get", "bare", "--fixtures", fixtures, "--verbose")
    #expect(run.lines.count == 1)
    for word in ["connect", "first byte", "total", "bytes", "HTTP/1.1", "new connection"] {
      #expect(run.errors.contains(word))
    }
    #expect(run.errors.contains("debug ProductClient"))
  }

  /// The columns that come before the last word, as a terminal counts them.
  private func displayColumn(ofLastWordIn line: String) -> Int {
    let start = line.lastIndex(of: " ").map { line.index(after: $0) } ?? line.startIndex
    return line[..<start].reduce(0) { $0 + ($1.isEmojiOrWide ? 2 : 1) }
  }
}

extension Character {
  /// Enough for the fixtures, and not what the program does.
  fileprivate var isEmojiOrWide: Bool {
    unicodeScalars.contains { $0.value >= 0x1F000 || $0.value == 0xFE0F }
  }
}
