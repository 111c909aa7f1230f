#if TSAN
  import Glibc

  /// The lock of a build for the thread sanitizer: same use as `Synchronization.Mutex`.
  ///
  /// When it is contended, `Mutex` waits in a futex of a library that the sanitizer does not see
  /// into, so it reports races that are none. It does see into `pthread_mutex_t`. Build with
  /// `--sanitize=thread -Xswiftc -DTSAN`.
  ///
  // safe: `@unchecked Sendable`, since both pointers are set once, in `init`; what `value` points
  // to is touched by `withLock` only, with the mutex held, and by `deinit`, when nobody is left.
  package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    package init(_ initialValue: consuming sending Value) {
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      value = .allocate(capacity: 1)
      value.initialize(to: initialValue)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deinitialize(count: 1)
      mutex.deallocate()
    }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
#else
  import Synchronization

  /// The one kind of lock of this package: held for a few lines of bookkeeping, never while user
  /// code runs and never across an `await`.
  package typealias Lock = Mutex
#endif
