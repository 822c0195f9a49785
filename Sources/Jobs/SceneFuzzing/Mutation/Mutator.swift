import SceneModel

/// One way to change a document into a similar one. If it finds nothing to change, it leaves the document as it is.
public struct Mutator<Subject: Sendable>: Sendable {
  public var name: String
  public var apply: @Sendable (inout Subject, inout Entropy) -> Void

  public init(_ name: String, _ apply: @escaping @Sendable (inout Subject, inout Entropy) -> Void) {
    self.name = name
    self.apply = apply
  }
}

extension Array {
  /// A random position, nil when there is none.
  func position(_ entropy: inout Entropy) -> Int? { isEmpty ? nil : entropy.below(count) }
}
