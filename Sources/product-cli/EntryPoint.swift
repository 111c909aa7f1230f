import ArgumentParser

/// Where the program starts and ends.
@main
enum EntryPoint {
  static func main() async {
    Signals.ignoreThoseOfWrites()
    Descriptors.raiseLimit()
    do {
      try await run()
      try await Console.finish()
    } catch let stop as Stop {
      await Console.finish(with: stop)
      ProductCLI.exit(withError: ExitCode(stop.status))
    } catch {
      ProductCLI.exit(withError: error)
    }
  }

  private static func run() async throws {
    var command = try ProductCLI.parseAsRoot()
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }
}
