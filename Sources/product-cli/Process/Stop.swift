import Foundation

/// Ends the program: the status it ends with, and what it says about it on standard error.
struct Stop: Error, Hashable {
  let status: Int32
  /// One sentence without the program's name; nil: there is nothing to say.
  let message: String?

  init(_ status: Int32, _ message: String? = nil) {
    self.status = status
    self.message = message
  }
}

extension Stop {
  /// A file or folder that the user named cannot be read.
  static func unreadable(_ path: String, _ reason: String) -> Stop {
    Stop(ExitStatus.unreadableInput, "cannot read \(path): \(reason)")
  }

  /// A file that the user named cannot be created.
  static func uncreatable(_ path: String, _ reason: String) -> Stop {
    Stop(ExitStatus.uncreatableOutput, "cannot create \(path): \(reason)")
  }

  /// The same, with the reason that the last system call gave.
  static func uncreatable(_ path: String, code: Int32 = errno) -> Stop {
    uncreatable(path, String(cString: strerror(code)))
  }

  /// A journal does not go with the ids.
  static func otherJob(_ mismatch: JournalIndex.Mismatch) -> Stop {
    Stop(ExitStatus.unreadableInput, "cannot go on with the journal: \(mismatch.reason)")
  }

  /// Something was to be written that could not be, for the reason that the last system call gave.
  static func unwritable(_ name: String, code: Int32 = errno) -> Stop {
    Stop(ExitStatus.writingFailed, "cannot write to \(name): \(String(cString: strerror(code)))")
  }

  /// The same, with the reason that the last system call gave.
  static func unreadable(_ path: String, code: Int32 = errno) -> Stop {
    unreadable(path, String(cString: strerror(code)))
  }
}
