/// Whether a loader goes where a server redirects it.
///
/// A redirect leads to http or https only, never from https to http, and never to a URL that may
/// not be loaded from (``URLRules``): such a one fails the load with ``LoadError/invalidURL(_:)``.
/// When it leads to another origin, secret fields stay behind; see ``HTTPFields/secretNames``.
public enum RedirectPolicy: Hashable, Sendable {
  /// The statuses 301, 302, 303, 307 and 308 (RFC 9110 §15.4) are followed to where their Location
  /// leads. More than so many for a load, or a circle, fail it with
  /// ``LoadError/tooManyRedirects(_:)``. Ten unless told.
  case follow(atMost: Int = 10)
  /// None is followed: a redirect is the answer, and so ``LoadError/status(_:_:_:)``.
  case refuse
}
