@testable import ProductClient

/// What a schedule knows of one stream. Its ids are nobody else's.
struct StreamRecord {
  static let firstID = 10
  static let idsPerStream = 6

  let ids: [Int]
  let maxConcurrent: Int
  let order: OutcomeOrder
  /// After how many outcomes the reader stops.
  let stopsAfter: Int
  var task: Task<Void, Never>?
  var read: [Int] = []
  var hasEnded = false
  var wasCancelled = false
}

extension Schedule {
  func startStream(_ loader: ProductLoader<Thing>) {
    guard streams.count < 2 else { return }
    let number = streams.count
    let first = StreamRecord.firstID + number * StreamRecord.idsPerStream
    let record = StreamRecord(
      ids: Array(first..<first + 2 + random.below(StreamRecord.idsPerStream - 1)),
      maxConcurrent: 1 + random.below(3), order: random.once(in: 2) ? .asFinished : .asRequested,
      stopsAfter: random.once(in: 3) ? random.below(4) : .max)
    streams.append(record)
    note("stream \(number) of \(record.ids), \(record.maxConcurrent) at once, \(record.order)")
    let capture = Capture(self)
    streams[number].task = Task(executorPreference: executor) { [self] in
      await read(number, of: loader)
      capture.use()
      checkNothingGoesOn(ofStream: number)
      streams[number].hasEnded = true
      streams[number].wasCancelled = Task.isCancelled
    }
  }

  private func read(_ number: Int, of loader: ProductLoader<Thing>) async {
    let record = streams[number]
    guard record.stopsAfter > 0 else { return }
    let outcomes = loader.products(
      withIDs: record.ids, maxConcurrent: record.maxConcurrent, order: record.order)
    for await outcome in outcomes {
      checkThread()
      note("stream \(number) reads \(outcome.id): \(outcome.result.code)")
      results += 1
      streams[number].read.append(outcome.id)
      if case .success(let thing) = outcome.result, thing.id != outcome.id {
        fault("stream \(number) reads \(thing.id) for \(outcome.id)")
      }
      checkOutcome(outcome, ofStream: number)
      if streams[number].read.count == record.stopsAfter { return }
    }
  }

  /// What an exchange came to is what is read; a cancel is one of the reader's.
  private func checkOutcome(_ outcome: LoadOutcome<Thing>, ofStream number: Int) {
    let code = outcome.result.code
    let ending = exchanges.last { $0.id == outcome.id }?.ending?.rawValue
    let isRight = code == "cancelled" ? Task.isCancelled : code == ending
    if !isRight { fault("stream \(number) reads \(code) for \(outcome.id)") }
  }

  /// No more exchanges at once than allowed.
  func checkWidth(ofStreamWith id: Int) {
    guard let stream = streams.first(where: { $0.ids.contains(id) }) else {
      return fault("an exchange begins for \(id), which no stream asks for")
    }
    let open = exchanges.filter { $0.isOpen && stream.ids.contains($0.id) }.count
    let begun = exchanges.filter { stream.ids.contains($0.id) }.count
    // One is on its way to the reader while the next begins.
    let bound = stream.maxConcurrent * (stream.order == .asRequested ? 2 : 1) + 1
    if begun - stream.read.count > bound {
      fault("a stream is \(begun - stream.read.count) ahead of its reader")
    }
    if open > stream.maxConcurrent { fault("\(open) exchanges of one stream are open at once") }
  }

  /// A reader that stopped, or was cancelled, wants nothing any more.
  private func checkNothingGoesOn(ofStream number: Int) {
    let open = exchanges.filter { $0.isOpen && streams[number].ids.contains($0.id) }.count
    if open > 0 { fault("stream \(number) has ended, and \(open) of its exchanges go on") }
  }

  func checkStreams() {
    for (number, stream) in streams.enumerated() {
      happenings.note(.streamEnd)
      if !stream.hasEnded { fault("stream \(number) has not ended") }
      if Set(stream.read).count != stream.read.count { fault("stream \(number) reads one twice") }
      if stream.order == .asRequested, stream.read != stream.read.sorted() {
        fault("stream \(number) reads out of order: \(stream.read)")
      }
      let due = min(stream.stopsAfter, stream.ids.count)
      if !stream.wasCancelled, stream.read.count != due {
        fault("stream \(number) reads \(stream.read.count) outcomes of \(due)")
      }
    }
  }
}
