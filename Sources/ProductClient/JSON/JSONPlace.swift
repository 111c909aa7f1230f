/// Where a value stands in its document: its token, and the way there from the outermost one.
///
/// A way is a chain and not a list, so that going down one level costs the same at any depth, and
/// an error deep in a large document costs no search.
final class JSONPlace: Sendable {
  let document: JSONDocument
  let token: Int
  private let parent: JSONPlace?
  /// The last step of the way: a position in an array, or the token of a key in an object.
  private let step: Int

  init(document: JSONDocument, token: Int, parent: JSONPlace?, step: Int) {
    self.document = document
    self.token = token
    self.parent = parent
    self.step = step
  }

  /// The document itself.
  convenience init(root document: JSONDocument) {
    self.init(document: document, token: 0, parent: nil, step: 0)
  }

  /// The value of a member of this object.
  func member(at value: Int) -> JSONPlace {
    JSONPlace(document: document, token: value, parent: self, step: value - 1)
  }

  /// An element of this array.
  func element(at value: Int, position: Int) -> JSONPlace {
    JSONPlace(document: document, token: value, parent: self, step: position)
  }

  var kind: JSONToken.Kind {
    document.tokens[token].kind
  }

  /// The way in the form that `Decoder` wants. Keys are spelled as models spell them.
  var codingPath: [any CodingKey] {
    var path: [JSONPathKey] = []
    var place = self
    while let parent = place.parent {
      path.append(place.key(in: parent))
      place = parent
    }
    return path.reversed()
  }

  private func key(in parent: JSONPlace) -> JSONPathKey {
    if parent.kind == .array { return JSONPathKey(position: step) }
    let name = document.string(at: step) ?? ""
    return JSONPathKey(name: document.rules.keys.modelName(for: name))
  }
}

/// One step of a way through a document.
struct JSONPathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(name: String) {
    stringValue = name
    intValue = nil
  }

  init(position: Int) {
    stringValue = "\(position)"
    intValue = position
  }

  init(stringValue: String) {
    self.init(name: stringValue)
  }

  init(intValue: Int) {
    self.init(position: intValue)
  }

  /// The key under which a class finds the members of the class it inherits from.
  static let superclass = JSONPathKey(name: "super")
}
