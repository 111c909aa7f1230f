import ProductClientTesting

/// What the server of the demo answers: the catalogue, and one of each common failure.
enum DemoScript {
  /// Ids that fail, each in its own way.
  static let failing = ["no-such-product", "broken-price", "never-answers"]

  /// An attempt to load the last of them takes so long.
  static let timeout = Duration.milliseconds(300)

  static func make() -> FixtureScript {
    var script = FixtureScript()
    for (index, document) in DemoCatalogue.documents.enumerated() {
      let reply = FixtureReply.json(document.json).with(.delay(delay(index)))
      script.on("/products/\(document.id).json", reply)
    }
    script.on(
      "/products/broken-price.json",
      .json(#"{"id":"broken-price","name":"Broken Jug","price":{"amount":[],"currency":"EUR"}}"#)
    )
    script.on("/products/never-answers.json", FixtureReply.json("{}").with(.silence))
    script.otherwise(.problem(404, title: "No such product"))
    return script
  }

  /// Servers are not all equally quick; without this nobody would see the progress.
  private static func delay(_ index: Int) -> Duration {
    .milliseconds(60 + index * 173 % 540)
  }
}
