import ArgumentParser
import ProductClient

/// The program as a whole: its name, its version, its commands.
struct ProductCLI: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "product-cli",
    abstract: "Loads products by id over HTTP.",
    discussion: """
      Data goes to standard output; progress, failures and notes go to standard error. Nothing \
      that a server sends reaches a terminal unescaped.

      Exit status: 0 all loaded, 1 some or all products failed, 64 usage, 66 an input file \
      cannot be read, 69 a server cannot be started, 73 a file cannot be created, 74 writing failed, 130 interrupted, \
      129 its terminal was closed, 143 it was terminated, \
      141 the reader of standard output has gone.
      """,
    version: version,
    subcommands: [GetCommand.self, ServeCommand.self, DoctorCommand.self, DemoCommand.self]
  )

  /// The number of this version.
  static let number = "0.1.0"

  /// The version of this program and of the libcurl that it runs with.
  static var version: String { "product-cli \(number) (\(engine))" }

  /// The libcurl of this process, with its TLS library.
  static var engine: String {
    let library = CurlLibrary.current
    return "libcurl \(library.version)" + (library.tlsVersion.map { ", \($0)" } ?? "")
  }
}
