import Foundation

/// A response, and how it was come by.
struct Answer: Sendable {
  var response: HTTPResponse
  /// What it answers; another than was asked first when there were redirects.
  var request: HTTPRequest
  /// The URLs that redirected, in order, the first one asked among them; empty without redirects.
  var redirects: [URL] = []
}
