import Foundation
import Subprocess

/// A program of the machine, found by name on PATH or where servers are kept.
public struct Program: Sendable {
  /// What it is called.
  public let name: String
  /// Where it is; nil when it is not installed.
  public let path: String?

  /// Looks for the program.
  public init(_ name: String) {
    self.name = name
    let listed = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    // Debian keeps servers in sbin, which only root has on PATH.
    let folders = listed.map(String.init) + ["/usr/local/sbin", "/usr/sbin", "/sbin"]
    path = folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  /// Whether the program is there.
  public var isInstalled: Bool { path != nil }

  /// Runs the program to its end, whatever that is.
  public func run(_ arguments: [String], in folder: URL? = nil) async throws -> Finished {
    let result = try await Subprocess.run(
      .path(.init(requirePath())),
      arguments: Arguments(arguments),
      workingDirectory: folder.map { .init($0.path) },
      output: .string(limit: 1 << 24),
      error: .string(limit: 1 << 20)
    )
    return Finished(
      status: result.terminationStatus.code,
      output: result.standardOutput,
      errors: result.standardError
    )
  }

  /// Runs the program to its end and returns what it wrote to standard output; throws ``Failed``
  /// unless it ended with status 0.
  @discardableResult
  public func succeed(_ arguments: [String], in folder: URL? = nil) async throws -> String {
    let finished = try await run(arguments, in: folder)
    guard finished.status == 0 else {
      throw Failed(program: name, arguments: arguments, finished: finished)
    }
    return finished.output
  }

  func requirePath() throws -> String {
    guard let path else { throw NotInstalled(program: name) }
    return path
  }
}

extension Program {
  /// What a program left behind.
  public struct Finished: Hashable, Sendable {
    /// The exit status, or the number of the signal that ended it.
    public var status: Int32
    /// What it wrote to standard output.
    public var output: String
    /// What it wrote to standard error.
    public var errors: String
  }

  /// The program ended with a status other than 0.
  public struct Failed: Error, CustomStringConvertible {
    let program: String
    let arguments: [String]
    let finished: Finished

    /// The command, its status and its last words.
    public var description: String {
      let command = ([program] + arguments).joined(separator: " ")
      return "\(command): status \(finished.status)\n\(finished.errors)"
    }
  }

  /// The program is not on this machine.
  public struct NotInstalled: Error, CustomStringConvertible {
    let program: String

    /// Which one.
    public var description: String { "\(program) is not installed" }
  }
}

extension TerminationStatus {
  var code: Int32 {
    switch self {
    case .exited(let code): code
    case .signaled(let code): code
    }
  }
}
