import Dispatch
import Foundation
import ProductClient
import ProductClientTesting
import Testing

/// A loader makes any model that is decodable and identified, by whatever its id is.
@Suite(.timeLimit(.minutes(1)))
struct ModelTests {
  struct Item<ID: Codable & Hashable & Sendable>: Codable, Identifiable, Equatable, Sendable {
    var id: ID
    var name: String
  }

  /// An id that is neither a text nor a number.
  struct Shelf: Codable, Hashable, Sendable, CustomStringConvertible {
    var row: Int
    var place: Int

    var description: String { "\(row)-\(place)" }
  }

  private func expectToLoad<ID>(_ id: ID, json: String, path: String) async throws
  where ID: Codable & Hashable & Sendable {
    var script = FixtureScript()
    script.on(path, .json(#"{"id": \#(json), "name": "Lamp"}"#))
    try await withFixtureServer(script) { server in
      let loader = ProductLoader<Item<ID>>(transport: CurlTransport.ownWithoutProxy()) { id in
        server.url("/\(id)")
      }
      let item = try await loader.product(withID: id)
      #expect(item == Item(id: id, name: "Lamp"))
    }
  }

  @Test func anIDMayBeAnInt() async throws {
    try await expectToLoad(7, json: "7", path: "/7")
  }

  @Test func anIDMayBeAUUID() async throws {
    let id = UUID()
    try await expectToLoad(id, json: "\"\(id)\"", path: "/\(id)")
  }

  @Test func anIDMayBeAString() async throws {
    try await expectToLoad("lamp-7", json: "\"lamp-7\"", path: "/lamp-7")
  }

  @Test func anIDMayBeAnything() async throws {
    try await expectToLoad(
      Shelf(row: 3, place: 7), json: #"{"row": 3, "place": 7}"#, path: "/3-7")
  }

  @Test func aModelMayHaveADecoderOfItsOwn() async throws {
    let decoder = ModelDecoder<Item<Int>> { body in
      let parts = String(decoding: body, as: UTF8.self).split(separator: ";")
      guard parts.count == 2, let id = Int(parts[0]) else {
        throw DecodingFailure(path: "line", byteOffset: 3, excerpt: "?", reason: "no two parts")
      }
      return Item(id: id, name: String(parts[1]))
    }
    var script = FixtureScript()
    script.on("/7", FixtureReply(body: Array("7;Lamp".utf8)))
    script.on("/8", FixtureReply(body: Array("8".utf8)))
    let url = try shopURL()
    let loader = ProductLoader(transport: FixtureTransport(script), decoder: decoder) { id in
      url.appending(path: "\(id)")
    }
    #expect(try await loader.product(withID: 7) == Item(id: 7, name: "Lamp"))
    guard case .failure(.undecodable(let fault, _)) = await loader.outcome(withID: 8).result else {
      Issue.record("decoded")
      return
    }
    #expect(
      fault
        == DecodingFailure(path: "line", byteOffset: 3, excerpt: "?", reason: "no two parts"))
  }

  @Test func foundationsDecoderMayStandIn() async throws {
    let decoder = ModelDecoder<Item<Int>> { body in
      try JSONDecoder().decode(Item<Int>.self, from: Data(body))
    }
    let url = try shopURL()
    let transport = FixtureTransport(.answering(.json(#"{"id": 7, "name": "Lamp"}"#)))
    let loader = ProductLoader(transport: transport, decoder: decoder) { _ in url }
    #expect(try await loader.product(withID: 7).name == "Lamp")
    let broken = ProductLoader(
      transport: FixtureTransport(.answering(.json("{"))), decoder: decoder
    ) { _ in url }
    #expect(await broken.outcome(withID: 7).result.code == "undecodable")
  }

  @Test func aModelMayBeAReferenceThatIsSendable() async throws {
    final class Lamp: Decodable, Identifiable, Sendable {
      let id: Int
    }
    let url = try shopURL()
    let transport = FixtureTransport(.answering(.json(#"{"id": 7}"#)))
    let loader = ProductLoader<Lamp>(transport: transport) { _ in url }
    #expect(try await loader.product(withID: 7).id == 7)
  }
}
