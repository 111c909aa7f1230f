import Testing

@testable import ProductClient

/// What a server says it still answers, in all the forms in which it is said.
@Suite(.timeLimit(.minutes(1)))
struct ServerQuotaTests {
  private static func quota(_ lines: [String]) -> ServerQuota? {
    ServerQuota(HTTPFields(block: Array(lines.map { $0 + "\r\n" }.joined().utf8)))
  }

  @Test(arguments: [
    ([#"RateLimit: "default";r=50;t=30"#], 50, 30),
    ([#"ratelimit: "default";r=50;t=30"#], 50, 30),
    ([#"RateLimit: "default" ; r=50 ; t=30"#], 50, 30),
    ([#"RateLimit: "default";T=30;R=0"#], 0, 30),
    // The tightest of several, be they in one field or in two.
    ([#"RateLimit: "minute";r=5;t=30, "day";r=2;t=3600"#], 2, 3600),
    ([#"RateLimit: "minute";r=5;t=30"#, #"RateLimit: "day";r=2;t=3600"#], 2, 3600),
    ([#"RateLimit: "a";r=0;t=30, "b";r=0;t=60"#], 0, 60),
    // The time is that of the policy of the same name, or else the shortest.
    ([#"RateLimit: "default";r=7"#, #"RateLimit-Policy: "default";q=100;w=60"#], 7, 60),
    (
      [#"RateLimit: "day";r=0"#, #"RateLimit-Policy: "burst";q=9;w=1, "day";q=99;w=86400"#],
      0, 86_400
    ),
    ([#"RateLimit: "x";r=0"#, #"RateLimit-Policy: "a";q=9;w=60, "b";q=99;w=3600"#], 0, 60),
    ([#"RateLimit: "x";r=0;t=9"#, #"RateLimit-Policy: "x";q=9;w=60"#], 0, 9),
    // The forms of before.
    (["RateLimit: limit=100, remaining=50, reset=30"], 50, 30),
    (["RateLimit: remaining=50,reset=30"], 50, 30),
    (["RateLimit-Limit: 100", "RateLimit-Remaining: 50", "RateLimit-Reset: 30"], 50, 30),
    (["Ratelimit-Remaining: 0", "Ratelimit-Reset: 0"], 0, 0),
    (["RateLimit-Remaining: 3", "RateLimit-Policy: 100;w=60"], 3, 60),
    (["Content-Type: text/plain", "RateLimit-Remaining: 3", "RateLimit-Reset: 1"], 3, 1),
    // As long as a year, and numbers without end.
    (["RateLimit-Remaining: 3", "RateLimit-Reset: 31536000"], 3, 31_536_000),
    (
      ["RateLimit-Remaining: 99999999999999999999999", "RateLimit-Reset: 1"],
      31_536_000_000_000_000, 1
    ),
  ])
  func aQuotaIsRead(_ lines: [String], _ remaining: Int, _ reset: Int) {
    let quota = Self.quota(lines)
    #expect(quota?.remaining == remaining)
    #expect(quota?.reset == .seconds(reset))
  }

  @Test(arguments: [
    [], ["Content-Type: text/plain"], ["X-RateLimit-Remaining: 3", "X-RateLimit-Reset: 1"],
    ["RateLimit: "], ["RateLimit: ;;,,="], [#"RateLimit: "default""#], [#"RateLimit: "x";r=5"#],
    [#"RateLimit: "x";t=5"#], [#"RateLimit: "x";r=-1;t=5"#], [#"RateLimit: "x";r=1.5;t=5"#],
    ["RateLimit-Remaining: 3"], ["RateLimit-Reset: 3"], ["RateLimit-Policy: 100;w=60"],
    ["RateLimit-Remaining: many", "RateLimit-Reset: 3"],
    // A date, not a span: to wait for that long would be to wait for ever.
    ["RateLimit-Remaining: 0", "RateLimit-Reset: 1781524800"],
    ["RateLimit-Remaining: 0", "RateLimit-Reset: 99999999999999999999999"],
  ])
  func whatSaysNoQuotaIsNone(_ lines: [String]) {
    #expect(Self.quota(lines) == nil)
  }

  @Test(arguments: [
    ("", false), ("R", false), ("RateLimit", false), ("RateLimit:", true), ("ratelimit-x: 1", true),
    ("A: 1\r\nRATELIMIT: 1\r\n", true), ("A: 1\nRateLimit: 1\n", true), ("\n\nRateLimit:", true),
    ("RateLimi\nRateLimit: 1", true), ("XRateLimit: 1\n", false), ("A: RateLimit\n", false),
    ("Ratelimi: 1\n", false), ("A: 1\n Ratelimit: 1\n", false),
  ])
  func aNameIsFoundInTheBytes(_ block: String, _ isThere: Bool) {
    #expect(HTTPFields(block: Array(block.utf8)).mayName("ratelimit") == isThere)
  }
}
