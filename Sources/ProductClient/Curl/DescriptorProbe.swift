#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tries to open a file, to learn whether descriptors are to be had.
enum DescriptorProbe {
  /// Whether the process, or the system, has none left at this moment.
  static var findsNone: Bool {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return false
    }
    return errno == EMFILE || errno == ENFILE
  }
}
