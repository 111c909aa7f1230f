/// The names of status codes (RFC 9110 §15 and the IANA registry), for people.
enum HTTPStatus {
  static func phrase(for status: Int) -> String {
    phrases[status] ?? classPhrase(for: status)
  }

  private static func classPhrase(for status: Int) -> String {
    switch status {
    case 300...399: "Redirected"
    case 400...499: "Client error"
    case 500...599: "Server error"
    default: "Unexpected status"
    }
  }

  private static let phrases = [
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
    401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 405: "Method Not Allowed",
    406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
    409: "Conflict", 414: "URI Too Long", 418: "Unused", 421: "Misdirected Request",
    425: "Too Early", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    505: "HTTP Version Not Supported", 511: "Network Authentication Required",
  ]
}
