import Testing

@testable import ProductClient

/// Heads and bodies are put together, and limits hold, without any network.
@Suite(.timeLimit(.minutes(1)))
struct ResponseCollectorTests {
  private func collector(
    _ lines: [String], body: [String] = [],
    limits: ExchangeLimits = ExchangeLimits(bodyBytes: 10, headerBytes: 100)
  ) -> (collector: ResponseCollector, went: [Bool]) {
    var collector = ResponseCollector(limits: limits)
    var went = lines.map { line in
      Array(line.utf8).withUnsafeBytes { collector.receiveHeaderLine($0) }
    }
    went += body.map { piece in
      Array(piece.utf8).withUnsafeBytes { collector.receiveBody($0) }
    }
    return (collector, went)
  }

  @Test func aHeadGivesStatusAndFields() {
    let (collector, went) = collector(["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n"])
    #expect(went == [true, true, true])
    #expect(collector.status == 200)
    #expect(collector.isHeadComplete)
    #expect(collector.fields.map(\.name) == ["A"])
  }

  @Test func aHeadWithoutReasonOrVersionMinorIsRead() {
    #expect(collector(["HTTP/2 204 \r\n", "\r\n"]).collector.status == 204)
    #expect(collector(["HTTP/1.1 999\n", "\n"]).collector.status == 999)
  }

  @Test func aStatusMayComeAfterSeveralSpaces() {
    #expect(collector(["HTTP/1.1  200 OK\r\n", "\r\n"]).collector.isHeadComplete)
  }

  @Test func aFieldThatLooksLikeAStatusLineBeginsNoHead() {
    let (collector, _) = collector(["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "HTTP/9: x\r\n", "\r\n"])
    #expect(collector.status == 200)
    #expect(collector.fields.map(\.name) == ["A", "HTTP/9"])
  }

  @Test func anInterimHeadIsReplacedByTheFinalOne() {
    let (collector, _) = collector([
      "HTTP/1.1 103 Early Hints\r\n", "Early: 1\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "Late: 1\r\n",
      "\r\n",
    ])
    #expect(collector.status == 200)
    #expect(collector.fields.map(\.name) == ["Late"])
  }

  @Test func linesAfterTheFinalHeadAreCountedButNotKept() {
    let (collector, went) = collector([
      "HTTP/1.1 200 OK\r\n", "\r\n", "Trailer: 1\r\n", "HTTP/1.1 500 No\r\n",
    ])
    #expect(went == [true, true, true, true])
    #expect(collector.status == 200)
    #expect(collector.fields.byteCount == 0)
  }

  @Test func aHeadThatIsNotEndedIsNotComplete() {
    #expect(!collector(["HTTP/1.1 200 OK\r\n", "A: 1\r\n"]).collector.isHeadComplete)
    #expect(!collector(["HTTP/1.1 100 Continue\r\n", "\r\n"]).collector.isHeadComplete)
    #expect(!collector([]).collector.isHeadComplete)
  }

  @Test func headerBytesAreCountedOverAllHeads() {
    let line = "X: 1234567890123456\r\n"  // 21 bytes
    let (collector, went) = collector(["HTTP/1.1 100 OK\r\n", line, line, line, "\r\n"])
    #expect(went.last == true)
    #expect(collector.overflow == nil)
    let (over, stopped) = self.collector(["HTTP/1.1 100 OK\r\n", line, line, line, line])
    #expect(stopped == [true, true, true, true, false])
    #expect(over.overflow?.contains("100 bytes") == true)
  }

  @Test(arguments: [["1234567890"], ["12345", "67890"], []])
  func aBodyUpToTheLimitIsKept(_ pieces: [String]) {
    let (collector, went) = collector(["HTTP/1.1 200 OK\r\n", "\r\n"], body: pieces)
    #expect(!went.contains(false))
    #expect(collector.body == Array(pieces.joined().utf8))
    #expect(collector.overflow == nil)
  }

  @Test(arguments: [["12345678901"], ["1234567890", "1"]])
  func aBodyPastTheLimitStopsTheTransfer(_ pieces: [String]) {
    let (collector, went) = collector(["HTTP/1.1 200 OK\r\n", "\r\n"], body: pieces)
    #expect(went.last == false)
    #expect(collector.overflow?.contains("10 bytes") == true)
  }
}

/// First come, first served, in any mix of arriving and leaving.
@Suite(.timeLimit(.minutes(1)))
struct WaitingLineTests {
  @Test func elementsLeaveInTheOrderTheyCame() {
    var line = WaitingLine<Int>()
    var arrived = 0
    var left: [Int] = []
    for round in 0..<100 {
      for _ in 0..<(round % 7) * 20 {
        line.append(arrived)
        arrived += 1
      }
      for _ in 0..<(round % 5) * 20 { if let first = line.popFirst() { left.append(first) } }
    }
    while let first = line.popFirst() { left.append(first) }
    #expect(left == Array(0..<arrived))
    #expect(line.isEmpty)
    #expect(line.popFirst() == nil)
  }
}
