import Dispatch
import Foundation
import Logging
import ProductClient
import ProductClientTesting

/// A loader as anybody would make one, of which results come on the main queue.
public let shop: ProductLoader<Product> = {
  var script = FixtureScript()
  script.on("/products/1.json", .json(#"{"id": "1", "name": "Lamp"}"#))
  return ProductLoader(transport: FixtureTransport(script)) { id in
    URL(string: "https://shop.example/products/\(id).json")!
  }
}()

/// Where a program's result arrived, and what was logged meanwhile.
public final class Arrival: Sendable {
  private let place = Lock<String?>(nil)
  private let warnings = Lock(0)
  private let key = DispatchSpecificKey<Bool>()

  /// Begins to listen to the log, which a process can do once.
  /// - Parameter warned: Called with each warning, on the thread that logs it.
  public init(orWarning warned: @escaping @Sendable () -> Void = {}) {
    DispatchQueue.main.setSpecific(key: key, value: true)
    LoggingSystem.bootstrap { _ in
      WarningLog { [self] in
        warnings.withLock { $0 += 1 }
        warned()
      }
    }
  }

  /// To be called where the result arrives.
  public func note() {
    let isOnMain = DispatchQueue.getSpecific(key: key) == true
    let thread = Thread.isMainThread ? "main" : "another"
    place.withLock { $0 = "arrives: \(isOnMain ? "yes" : "elsewhere"), thread: \(thread)" }
  }

  /// Prints what is known by now.
  public func report() {
    let place = place.withLock { $0 } ?? "arrives: never, thread: none"
    print("\(place), warnings: \(warnings.withLock { $0 })")
  }
}

/// Calls a closure with each warning.
private struct WarningLog: LogHandler {
  let warned: @Sendable () -> Void
  var logLevel = Logger.Level.warning
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  init(_ warned: @escaping @Sendable () -> Void) {
    self.warned = warned
  }

  func log(event: LogEvent) {
    warned()
  }
}
