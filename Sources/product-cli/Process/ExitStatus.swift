/// How the program ends, as shells and scripts see it. After BSD's sysexits where they say more
/// than 1 does.
enum ExitStatus {
  static let someFailed: Int32 = 1
  static let usage: Int32 = 64
  static let unreadableInput: Int32 = 66
  static let uncreatableOutput: Int32 = 73
  static let unavailable: Int32 = 69
  static let writingFailed: Int32 = 74
  static let closedPipe: Int32 = 141

  /// What a shell makes of a program that a signal ended: 130 for ctrl-C.
  static func signal(_ number: Int32) -> Int32 { 128 + number }
}
