import ArgumentParser
import Foundation

/// Serves a folder as a product API.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a folder as a product API on loopback.",
    discussion: """
      Prints its URL on standard output, then answers until it is stopped. Files are read when \
      they are asked for, so that an edited one is served as it is now.

      Exit status: 0 when stopped by SIGTERM, 130 by ctrl-C, 66 if the folder cannot be read, \
      69 if the server cannot be started, as when the port is taken.
      """
  )

  @Argument(help: ArgumentHelp("The folder.", valueName: "dir"), completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("Where to listen; 0 is a free port.", valueName: "n"))
  var port: UInt16 = 0

  func run() async throws {
    ConsoleLog.bootstrap(isVerbose: false)
    let (_, signal) = try await Signals.cancelling {
      let server = try await FixtureFolder(folder).serve(port: port)
      try await Console.printLine(server.url.absoluteString)
      await untilCancelled()
      await server.stop()
    }
    if signal == SIGINT { throw Stop(ExitStatus.signal(SIGINT)) }
  }
}

/// Returns when the task is cancelled.
private func untilCancelled() async {
  let (never, _) = AsyncStream.makeStream(of: Never.self)
  for await _ in never {}
}
