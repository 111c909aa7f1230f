import Foundation
import Subprocess

/// The real product-cli, run as a user runs it, in an environment of its own.
struct CommandLineProgram {
  /// What it left behind.
  struct Finished: Hashable, Sendable {
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// It lies beside the tests.
  static let path = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("product-cli").path

  /// `Fixtures` of this package.
  static let fixtures = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../Fixtures").standardizedFileURL.path

  /// Runs it to its end.
  static func run(
    _ arguments: String...,
    input: String = "",
    environment: [String: String] = [:]
  ) async throws -> Finished {
    try await runProgram(path, arguments, input: input, environment: environment)
  }

  /// The same with a list of arguments.
  static func run(_ arguments: [String]) async throws -> Finished {
    try await runProgram(path, arguments, input: "", environment: [:])
  }

  /// Runs a bash script in which "$@" is product-cli with the arguments.
  static func runScript(
    _ script: String,
    _ arguments: String...,
    environment: [String: String] = [:]
  ) async throws -> Finished {
    let all = ["-c", script, "bash", path] + arguments
    return try await runProgram("/bin/bash", all, input: "", environment: environment)
  }

  private static func runProgram(
    _ program: String,
    _ arguments: [String],
    input: String,
    environment: [String: String]
  ) async throws -> Finished {
    let result = try await Subprocess.run(
      .path(.init(program)),
      arguments: Arguments(arguments),
      environment: Self.environment(environment),
      input: .string(input),
      output: .string(limit: 1 << 24),
      error: .string(limit: 1 << 24)
    )
    return Finished(
      status: result.terminationStatus.code,
      output: result.standardOutput,
      errors: result.standardError
    )
  }

  /// Runs it with its standard input open, and hands each line of its output to the body, which
  /// may send it signals. Returns when it has ended.
  static func follow(
    _ arguments: String...,
    line: (String, _ send: (Signal) throws -> Void) async throws -> Void
  ) async throws -> Finished {
    try await follow(arguments, line: line)
  }

  /// Runs it and interrupts it when it has written so many lines.
  static func run(
    _ arguments: [String], interruptedAfterLines count: Int
  ) async throws -> Finished {
    var seen = 0
    return try await follow(arguments) { _, send in
      seen += 1
      if seen == count { try send(.interrupt) }
    }
  }

  private static func follow(
    _ arguments: [String],
    line: (String, _ send: (Signal) throws -> Void) async throws -> Void
  ) async throws -> Finished {
    let result = try await Subprocess.run(
      .path(.init(path)),
      arguments: Arguments(arguments),
      environment: environment([:]),
      input: .inputWriter,
      output: .sequence,
      error: .string(limit: 1 << 20)
    ) { execution in
      var output = ""
      for try await text in execution.standardOutput.strings() {
        output += text + "\n"
        try await line(text) { try execution.send(signal: $0) }
      }
      return output
    }
    return Finished(
      status: result.terminationStatus.code,
      output: result.closureResult,
      errors: result.standardError
    )
  }

  /// Of the environment of the tests only what it takes to run: no proxy, no template, no colours.
  private static func environment(_ more: [String: String]) -> Environment {
    let own = ProcessInfo.processInfo.environment
    var variables = ["LC_ALL": "C.UTF-8"]
    let needed = [
      "PATH", "HOME", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE", "TSAN_OPTIONS", "LSAN_OPTIONS",
    ]
    for name in needed { variables[name] = own[name] }
    return .custom(variables.merging(more) { $1 }.map { Array("\($0)=\($1)\0".utf8) })
  }
}

extension TerminationStatus {
  /// As a shell tells it.
  fileprivate var code: Int32 {
    switch self {
    case .exited(let code): code
    case .signaled(let code): 128 + code
    }
  }
}
