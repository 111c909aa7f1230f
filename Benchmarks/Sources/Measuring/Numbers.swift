import Foundation

/// What a run has cost, from the process's own books.
struct Numbers {
  let seconds: Double
  let cpuMicroseconds: Double
  let peakKiB: Int
  /// By how much the peak is above what was resident before the loads.
  let riseKiB: Int

  init(elapsed: Duration, residentBefore: Int) {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    seconds = elapsed / .seconds(1)
    cpuMicroseconds = usage.ru_utime.microseconds + usage.ru_stime.microseconds
    peakKiB = usage.ru_maxrss
    riseKiB = peakKiB - residentBefore
  }

  /// How much of this process is resident now.
  static func residentKiB() -> Int {
    let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE)) / 1024
  }

  /// One line, as `floor` and `measure` print it.
  func description(of tally: Tally) -> String {
    let loads = Double(tally.limit)
    let costs = String(
      format:
        "loads=%ld failed=%ld seconds=%.3f loads/s=%.0f cpu-us/load=%.2f peak-KiB=%ld rise-KiB=%ld",
      tally.limit, tally.failed, seconds, loads / seconds, cpuMicroseconds / loads, peakKiB,
      riseKiB)
    let latencies = tally.sortedLatencies
    guard !latencies.isEmpty else { return costs }
    let median = latencies[latencies.count / 2] / .microseconds(1)
    let p99 = latencies[latencies.count * 99 / 100] / .microseconds(1)
    return costs + String(format: " median-us=%.1f p99-us=%.1f", median, p99)
  }
}

extension timeval {
  fileprivate var microseconds: Double { Double(tv_sec) * 1e6 + Double(tv_usec) }
}
