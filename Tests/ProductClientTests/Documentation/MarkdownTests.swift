import Testing

/// Blocks and regions are found, so that a difference between them is.
@Suite(.timeLimit(.minutes(1)))
struct MarkdownTests {
  @Test func aBlockKnowsItsLineItsCommentAndItsCode() {
    let document = """
      # Title

      <!-- snippet: load -->
      ```swift
      let a = 1

        let b = 2
      ```

      ```swift
      let c = 3
      ```
      """
    #expect(
      CodeBlock.all(in: document) == [
        CodeBlock(line: 4, comment: "snippet: load", code: "let a = 1\n\n  let b = 2"),
        CodeBlock(line: 10, comment: nil, code: "let c = 3"),
      ])
    #expect(CodeBlock.all(in: document).map(\.snippet) == ["load", nil])
  }

  @Test func anIndentedBlockIsReadWithoutItsIndentation() {
    let document = "1. first\n\n   <!-- snippet: x -->\n\n   ```swift\n   a\n     b\n   ```\n"
    #expect(CodeBlock.all(in: document).map(\.code) == ["a\n  b"])
    #expect(CodeBlock.all(in: document).map(\.snippet) == ["x"])
  }

  @Test func otherLanguagesArePassedOver() {
    let document = "```sh\nls\n```\n```\n```swift\n```\n<!-- snippet: x -->\ntext\n```swift\na\n```"
    #expect(CodeBlock.all(in: document) == [CodeBlock(line: 9, comment: nil, code: "a")])
  }

  @Test func importsAtTheStartAreLeftOut() {
    let block = CodeBlock(
      line: 1, comment: nil, code: "import A\nimport B\n\nlet a = 1\n\nlet b = 2")
    #expect(block.codeWithoutImports == "let a = 1\n\nlet b = 2")
  }

  @Test func aBlockMaySayWhyItIsNotCompiled() {
    let document = "<!-- not compiled: a manifest -->\n```swift\n.package()\n```"
    #expect(CodeBlock.all(in: document).map(\.reasonNotToCompile) == ["a manifest"])
    #expect(CodeBlock.all(in: document).map(\.snippet) == [nil])
  }

  @Test func aReasonMustBeGiven() {
    let document = "<!-- not compiled: -->\n```swift\n.package()\n```"
    #expect(CodeBlock.all(in: document).map(\.reasonNotToCompile) == [nil])
  }

  @Test func docCommentsAreReadAsMarkdown() {
    let file = """
      struct A {
        /// Does it.
        ///
        /// <!-- snippet: one -->
        /// ```swift
        /// if true {
        ///   f()
        /// }
        /// ```
        func f() {}
        // ```swift
      }
      """
    #expect(
      CodeBlock.all(in: docComments(in: file)) == [
        CodeBlock(line: 5, comment: "snippet: one", code: "if true {\n  f()\n}")
      ])
  }

  @Test func aRegionIsReadWithoutItsIndentation() {
    let file = """
      func f() {
        // snippet: one
        if true {

          g()
        }
        // end
      }
      // snippet: two
      let a = 1
      // end
      """
    let regions = snippetRegions(in: file)
    #expect(regions.map(\.name) == ["one", "two"])
    #expect(regions.map(\.code) == ["if true {\n\n  g()\n}", "let a = 1"])
  }

  @Test func aRegionThatIsNotEndedIsNone() {
    #expect(snippetRegions(in: "// snippet: one\nlet a = 1\n").isEmpty)
  }
}
