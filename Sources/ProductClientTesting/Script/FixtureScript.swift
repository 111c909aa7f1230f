import Foundation

/// What a ``FixtureServer`` or a ``FixtureTransport`` answers: a folder, routes, and a reply for
/// all else.
///
/// <!-- snippet: fixture script -->
/// ```swift
/// var script = FixtureScript(folder: URL(filePath: "Fixtures"))
/// script.on("/products/1.json", .status(503), .json(#"{"id": 1, "name": "Lamp"}"#))
/// script.on("/products/2.json") { request in
///   request.visit.isMultiple(of: 3) ? .status(500) : .json(#"{"id": 2, "name": "Chair"}"#)
/// }
/// ```
///
/// A route comes before a file of the folder. A script is a value: what is changed after it was
/// handed to a server does not reach the server.
public struct FixtureScript: Sendable {
  /// The folder whose files answer the paths below it; nil: none.
  ///
  /// A path that leads out of it, by `..`, an encoded one or a symbolic link, names no file.
  /// A file has an entity tag, and a request that names it in If-None-Match is answered with 304.
  public var folder: URL?
  /// What becomes of successive connections; the last goes for all that follow. Empty: served.
  public var acceptances: [Acceptance] = []

  private(set) var routes: [String: Route] = [:]
  private(set) var fallback = Route.replies([.problem(404, title: "No such fixture")])

  enum Route: Sendable {
    case replies([FixtureReply])
    case computed(@Sendable (FixtureRequest) -> FixtureReply)
  }

  /// Creates a script; without a folder it answers 404 to everything.
  public init(folder: URL? = nil) {
    self.folder = folder
  }

  /// Answers successive requests for the path with successive replies; the last one repeats.
  ///
  /// The path is compared as it is sent, without the query. Any method will do.
  public mutating func on(_ path: String, _ first: FixtureReply, _ others: FixtureReply...) {
    routes[path] = .replies([first] + others)
  }

  /// Answers each request for the path with what the closure makes of it, many at once.
  public mutating func on(
    _ path: String,
    reply: @escaping @Sendable (FixtureRequest) -> FixtureReply
  ) {
    routes[path] = .computed(reply)
  }

  /// Answers what neither a route nor a file answers, in the manner of ``on(_:_:_:)``. Without
  /// this it is 404 with problem details.
  public mutating func otherwise(_ first: FixtureReply, _ others: FixtureReply...) {
    fallback = .replies([first] + others)
  }

  /// Answers what neither a route nor a file answers with what the closure makes of it.
  public mutating func otherwise(_ reply: @escaping @Sendable (FixtureRequest) -> FixtureReply) {
    fallback = .computed(reply)
  }
}
