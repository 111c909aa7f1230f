import Testing

@testable import product_cli

/// Text as it stands on a terminal.
@Suite(.timeLimit(.minutes(1)))
struct TextLayoutTests {
  @Test(arguments: [
    ("lamp", 4), ("椅子", 4), ("é", 1), ("e\u{301}", 1), ("👩‍👩‍👧‍👦", 2), ("🇪🇺", 2), ("☕️", 2),
    ("❤️", 2), ("❤", 1), ("גביע", 4), ("ｆ", 2), ("한", 2), ("", 0), ("👍🏽", 2),
  ])
  func charactersTakeTheirColumns(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\u{1B}[31m", "a\\u{1b}[31m"), ("\u{7F}\u{85}", "\\u{7f}\\u{85}"),
    ("a\r\nb\tc", "a\\u{d}\\u{a}b\\u{9}c"), ("\u{202E}x\u{2069}", "\\u{202e}x\\u{2069}"),
    ("שלום 👩‍👧", "שלום 👩‍👧"),
  ])
  func whatSteersIsWrittenOut(text: String, shown: String) {
    #expect(TerminalText.escaped(text) == shown)
  }

  @Test(arguments: [("lamp", 4, "lamp"), ("lamps", 4, "lam…"), ("椅子子", 4, "椅…"), ("🪑🪑", 3, "🪑…")])
  func whatDoesNotFitIsCut(text: String, columns: Int, shown: String) {
    #expect(TerminalText.truncated(text, to: columns) == shown)
  }

  @Test func columnsAreAsWideAsTheirValues() {
    let layout = TableLayout(
      [.init("ID"), .init("PRICE", isRightAligned: true), .init("X")],
      rows: [["椅子", "1.00", "a"], ["b", "", ""]], width: nil)
    #expect(layout.header == "ID    PRICE  X\n")
    #expect(layout.line(["椅子", "1.00", "a"]) == "椅子   1.00  a\n")
    #expect(layout.line(["b", "", ""]) == "b\n")
  }

  @Test func amountsAreNeverCut() {
    let amount = "12345678901234567890.123456 EUR"
    let columns: [TableLayout.Column] = [.init("ID"), .init("PRICE", cut: .never)]
    let layout = TableLayout(columns, rows: [["a", amount]], width: 20)
    #expect(layout.line(["a", amount]).contains(amount))
  }

  @Test func namesAreCutBeforeIds() {
    let columns: [TableLayout.Column] = [.init("ID"), .init("NAME", cut: .first)]
    let row = ["an-id-of-some-length", "a name that is longer than the id by far"]
    let layout = TableLayout(columns, rows: [row], width: 40)
    #expect(layout.line(row) == "an-id-of-some-length  a name that is lo…\n")
  }
}
