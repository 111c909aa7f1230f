import Foundation

/// How long this process has used a processor so far.
struct CPUTime {
  private let microseconds: Double

  static func now() -> CPUTime {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return CPUTime(
      microseconds: Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6
        + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec))
  }

  /// One line of `key=value`: what each of so many pieces of so many bytes has cost.
  func line(since start: CPUTime, pieces: Int, bytes: Int) -> String {
    let cost = (microseconds - start.microseconds) / Double(pieces)
    return String(
      format: "pieces=%ld cpu-us/piece=%.3f MB/s=%.1f", pieces, cost, Double(bytes) / cost)
  }
}
