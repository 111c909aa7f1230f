import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct SupportTests {
  @Test func aTemporaryFolderIsGoneAfterwards() async throws {
    let file = try await withTemporaryFolder { folder in
      let file = try folder.write("text", to: "a/b.txt")
      #expect(try String(contentsOf: file, encoding: .utf8) == "text")
      return file
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(
      !FileManager.default.fileExists(
        atPath: file.deletingLastPathComponent().deletingLastPathComponent().path
      )
    )
  }

  @Test(.needs("python3")) func productsAreTheSameEveryTime() async throws {
    try await withTemporaryFolder { folder in
      let few = try await Products.make(count: 3, in: folder("few"))
      let many = try await Products.make(count: 10, in: folder("many"))
      #expect(Array(many.ids.prefix(3)) == few.ids)
      #expect(Set(many.ids).count == 10)
      for id in few.ids {
        let document = try few.document(of: id)
        #expect(try many.document(of: id) == document)
        #expect((700...1400).contains(document.count))
        let fields = try JSONSerialization.jsonObject(with: document) as? [String: Any]
        #expect(fields?["id"] as? String == id)
      }
    }
  }

  @Test func freePortsDifferAndAreFree() throws {
    let ports = try freePorts(20)
    #expect(Set(ports).count == 20)
    #expect(!ports.contains(where: accepts))
  }

  @Test func waitingGivesUpInTheEnd() async {
    await #expect(throws: NeverHappened.self) {
      try await waitUntil("pigs fly", within: .milliseconds(20)) { false }
    }
  }

  @Test func aFailingProgramSaysWhy() async throws {
    let shell = Program("sh")
    #expect(try await shell.succeed(["-c", "echo fine"]) == "fine\n")
    let error = await #expect(throws: Program.Failed.self) {
      try await shell.succeed(["-c", "echo broken >&2; exit 4"])
    }
    #expect(error?.description.contains("status 4\nbroken") == true)
  }

  @Test(.needsCases) func casesAreAtHandWhereTheyAreSaidToBe() throws {
    #expect(try !Cases.contents(of: "README.md").isEmpty)
  }
}

/// Alone, since other tests open descriptors too.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct ThisProcessTests {
  @Test func countsDescriptors() throws {
    #expect(try ThisProcess.openDescriptors() > 2)
  }
}
