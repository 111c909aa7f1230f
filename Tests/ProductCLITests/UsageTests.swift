import Testing

/// What `get` refuses before it loads anything, and what it says about it.
@Suite(.timeLimit(.minutes(1)))
struct UsageTests {
  @Test(arguments: ["--ids-file", "--fixtures", "--url-template"])
  func anOptionThatIsMeantOnceIsRefusedTwice(option: String) async throws {
    let run = try await CommandLineProgram.run("get", "a", option, "x", option, "y")
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("\(option) was given 2 times: give it once."))
  }
}
