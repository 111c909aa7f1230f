import ArgumentParser
import Foundation
import ProductClient

/// What is sent with each request.
struct RequestOptions: ParsableArguments {
  @Option(
    name: .customLong("header"),
    help: ArgumentHelp(
      "A field to send with each request; may be repeated.",
      valueName: "name: value"
    )
  )
  var headers: [String] = []

  @Option(
    help: ArgumentHelp(
      "Send the token in this environment variable as `Authorization: Bearer …`, to the host of "
        + "the URL and nowhere else.",
      valueName: "name"
    )
  )
  var bearerTokenEnv: String?

  func validate() throws {
    _ = try fields()
    _ = try bearerToken()
  }

  /// The fields to send. Read here and not by the parser, which would repeat a value that it
  /// refuses: there are keys and passwords among them.
  func fields() throws -> HTTPFields {
    var fields = HTTPFields()
    for (index, header) in headers.enumerated() {
      do {
        fields.append(try HeaderArgument(header).field)
      } catch {
        let place = headers.count > 1 ? " (the one at place \(index + 1))" : ""
        throw ValidationError("--header cannot be used\(place): \(error).")
      }
    }
    return fields
  }

  /// Who knows the token, for the server of the template.
  func authorization(for template: URLTemplate) throws -> FixedAuthorization? {
    guard let token = try bearerToken() else { return nil }
    return FixedAuthorization(.bearer(token), for: [try template.url(for: "id")])
  }

  private func bearerToken() throws -> String? {
    guard let bearerTokenEnv else { return nil }
    let token = ProcessInfo.processInfo.environment[bearerTokenEnv]?
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard let token, !token.isEmpty else {
      throw ValidationError(
        "--bearer-token-env: the environment variable "
          + "\(TerminalText.escaped(bearerTokenEnv)) is not set, or empty.")
    }
    guard HTTPField(name: "Authorization", value: token) != nil else {
      throw ValidationError(
        "--bearer-token-env: what is in \(TerminalText.escaped(bearerTokenEnv)) cannot be sent: "
          + "it holds a control character.")
    }
    return token
  }
}
