/// A model on its way from its decoder to its handlers, whatever its type is.
///
/// What lies between the two is not compiled for each model and need not be: it costs the same for
/// a type that the library has never seen as for ``Product``.
struct AnyModel: Sendable {
  private let box: AnyObject & Sendable

  init<Model: Sendable>(_ model: Model) {
    box = Box(model)
  }

  /// The model, of the type it went in with.
  func model<Model: Sendable>(_ type: Model.Type = Model.self) -> Model {
    guard let box = box as? Box<Model> else {
      // One loader decodes, and hands over what it decoded: both of its one model. No input gets here.
      preconditionFailure("a model came out with another type than it went in with")
    }
    return box.model
  }

  private final class Box<Model: Sendable>: Sendable {
    let model: Model

    init(_ model: Model) {
      self.model = model
    }
  }
}

/// How one load ended, whatever its model is.
struct AnyOutcome: Sendable {
  let result: Result<AnyModel, LoadError>
  let metrics: LoadMetrics

  /// The same as its handler is to have it.
  func outcome<Model: Identifiable & Sendable>(of id: Model.ID) -> LoadOutcome<Model>
  where Model.ID: Sendable {
    switch result {
    case .success(let model): LoadOutcome(id: id, result: .success(model.model()), metrics: metrics)
    case .failure(let error): LoadOutcome(id: id, result: .failure(error), metrics: metrics)
    }
  }
}
