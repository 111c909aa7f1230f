import Testing

/// What `get` refuses before it loads anything, and what it says about it.
@Suite(.timeLimit(.minutes(1)))
struct UsageTests {
  @Test(arguments: ["--ids-file", "--fixtures", "--url-template"])
  func anOptionThatIsMeantOnceIsRefusedTwice(option: String) async throws {
    let run = try await CommandLineProgram.run(
      "get", "a", option, "x", option, "y",
      environment: ["PRODUCT_CLI_URL_TEMPLATE": "http://shop.invalid/{id}"])
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("\(option) was given 2 times: give it once."))
  }

  @Test(arguments: [
    "http://u:secretpw@host/{id}", "HTTPS://u:secretpw@host/", "u:secretpw@host/{id}",
    "secretpw:x@host/{id}",
    "http://u:secretpw/x@host/{id}", "http://u:secretpw@x@host/{id}",
  ])
  func userInformationIsNotRepeated(template: String) async throws {
    let run = try await CommandLineProgram.run("get", "a", "--url-template", template)
    #expect(run.status == 64)
    #expect(run.errors.contains("@host/"))
    #expect(!run.errors.contains("secretpw"))
  }

  @Test(arguments: [
    "Content-Length", "Transfer-Encoding", "Connection", "TE", "Trailer", "Upgrade", "Keep-Alive",
    "Proxy-Connection",
  ])
  func whatFramesMessagesIsNotSet(name: String) async throws {
    for text in [name, name.lowercased()] {
      let run = try await CommandLineProgram.run(
        "get", "a", "--url-template", "http://shop.invalid/{id}", "--header", "\(text): 5")
      #expect(run.status == 64)
      #expect(run.errors.contains("\(name) belongs to the connection"))
    }
  }

  @Test(arguments: [
    ("secretpw", "there is no colon"), ("Api Key: secretpw", "not the name of a field"),
    (": secretpw", "not the name of a field"), ("X-Key: secretpw\r\nA: b", "a control character"),
  ])
  func aRefusedHeaderIsNotRepeated(header: String, reason: String) async throws {
    let run = try await CommandLineProgram.run(
      "get", "a", "--url-template", "http://shop.invalid/{id}", "--header", header)
    #expect(run.status == 64)
    #expect(run.errors.contains("--header cannot be used: "))
    #expect(run.errors.contains(reason))
    #expect(!run.errors.contains("secretpw"))
  }
}
