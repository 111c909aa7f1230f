import ArgumentParser
import ProductClient

/// Tells what the program runs with.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Tell what this program runs with, and whether something is missing.",
    discussion: """
      Versions, what libcurl can do, certificates, proxies, limits: as the engine sees them. \
      Passwords in proxy variables are not shown.

      Exit status: 0, or 1 if something is missing that loading from https needs.
      """
  )

  func run() async throws {
    let findings = Diagnosis(library: .current).findings
    let width = findings.map(\.name.count).max() ?? 0
    for finding in findings {
      let name = TerminalText.padded(finding.name, to: width)
      let text = TerminalText.escaped(finding.text)
      try await Console.printLine("\(finding.mark)  \(name)  \(text)")
    }
    if findings.contains(where: { $0.verdict == .missing }) { throw Stop(ExitStatus.someFailed) }
  }
}

extension Diagnosis.Finding {
  fileprivate var mark: String {
    let terminal = Terminal.output
    return switch verdict {
    case .fine: terminal.styled("ok     ", .green)
    case .note: "note   "
    case .missing: terminal.styled("missing", .red)
    }
  }
}
