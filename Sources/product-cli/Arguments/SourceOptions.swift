import ArgumentParser
import Foundation

/// Where products are loaded from: a server somewhere, or a folder.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .customLong("url-template"),
    help: ArgumentHelp(
      "Where a product is: an http or https URL with {id} in its path or query, which is filled in "
        + "percent-encoded. If neither this nor --fixtures is given, the environment variable "
        + "PRODUCT_CLI_URL_TEMPLATE is used.",
      valueName: "url"
    )
  )
  var urlTemplates: [String] = []

  @Option(
    name: .customLong("fixtures"),
    help: ArgumentHelp(
      "Load from this folder, served on loopback: <id>.json in its folder products if it has one, "
        + "else in the folder itself.",
      valueName: "dir"
    ),
    completion: .directory
  )
  var fixtureFolders: [String] = []

  private static let variable = "PRODUCT_CLI_URL_TEMPLATE"

  enum Source: Hashable, Sendable {
    case template(URLTemplate)
    case fixtures(String)
  }

  func validate() throws {
    _ = try source()
  }

  /// The one source that was named.
  func source() throws -> Source {
    let urlTemplate = try Once.value(of: urlTemplates, option: "--url-template")
    let fixtures = try Once.value(of: fixtureFolders, option: "--fixtures")
    switch (urlTemplate, fixtures) {
    case (.some, .some):
      throw ValidationError("--url-template and --fixtures exclude each other: give one.")
    case (let text?, nil):
      return .template(try template(text, from: "--url-template"))
    case (nil, let folder?):
      return .fixtures(folder)
    case (nil, nil):
      guard let text = ProcessInfo.processInfo.environment[Self.variable], !text.isEmpty else {
        throw ValidationError(
          "Where to load from? Give --url-template URL (or set \(Self.variable)), or --fixtures DIR."
        )
      }
      return .template(try template(text, from: Self.variable))
    }
  }

  /// What tells the source apart from others: in full, and without a secret.
  func names() throws -> (full: String, shown: String) {
    switch try source() {
    case .template(let template): return (template.text, template.shown)
    case .fixtures(let path):
      let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      return (folder, folder)
    }
  }

  private func template(_ text: String, from name: String) throws -> URLTemplate {
    do {
      return try URLTemplate(text)
    } catch {
      throw ValidationError(
        "\(name) “\(TerminalText.escaped(URLTemplate.redacted(text)))” cannot be used: \(error). "
          + "It looks like https://shop.example/products/{id}.json"
      )
    }
  }
}
