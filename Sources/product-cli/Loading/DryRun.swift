import ProductClient

/// A transport that sends nothing: it prints what would be sent.
struct DryRun: Transport {
  /// The text for a request, without the line feed after it.
  let text: @Sendable (HTTPRequest) -> String

  /// Prints the request, and ends the load as cancelled: there is nothing to tell of it.
  func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
    // What cannot be written, the end of the program tells.
    try? await Console.printLine(text(request))
    throw .cancelled
  }

  /// Method, URL and fields, a line each, secrets left out; a blank line ends them.
  static func lines(for request: HTTPRequest) -> String {
    let fields = request.fields.map { "\($0)\n" }.joined()
    return TerminalText.escaped("GET \(request.url.absoluteString)") + "\n"
      + fields.split(separator: "\n").map { TerminalText.escaped(String($0)) + "\n" }.joined()
  }
}
