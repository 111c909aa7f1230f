import Foundation

/// What a run has cost, from the process's own books.
struct Numbers: CustomStringConvertible {
  let loads: Int
  let failed: Int
  let seconds: Double
  let cpuMicroseconds: Double
  let peakKiB: Int

  init(loads: Int, failed: Int, elapsed: Duration) {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    self.loads = loads
    self.failed = failed
    seconds = elapsed / .seconds(1)
    cpuMicroseconds = usage.ru_utime.microseconds + usage.ru_stime.microseconds
    peakKiB = usage.ru_maxrss
  }

  /// One line, as `floor` and `measure` print it.
  var description: String {
    String(
      format: "loads=%ld failed=%ld seconds=%.3f loads/s=%.0f cpu-us/load=%.2f peak-KiB=%ld",
      loads, failed, seconds, Double(loads) / seconds, cpuMicroseconds / Double(loads), peakKiB)
  }
}

extension timeval {
  fileprivate var microseconds: Double { Double(tv_sec) * 1e6 + Double(tv_usec) }
}
