/// What a plugin says of itself.
public struct Manifest: Hashable, Sendable {
  public var name: String
  public var version: String
  public var capabilities: Capabilities
  /// Where it was loaded from; nil for an engine that is linked in.
  public var path: String?

  public init(name: String, version: String, capabilities: Capabilities, path: String? = nil) {
    self.name = name
    self.version = version
    self.capabilities = capabilities
    self.path = path
  }
}

/// What an engine claims. Raw values are the C table's.
public struct Capabilities: OptionSet, Hashable, Sendable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Ties are broken canonically: the layout is a function of the constraint set, never of its history.
  public static let canonical = Capabilities(rawValue: 1)
  /// Can hand out a proof of optimality, and a Farkas vector for a conflict.
  public static let certifying = Capabilities(rawValue: 2)
  /// Conflicts are irreducible sets.
  public static let conflictSets = Capabilities(rawValue: 4)
  /// Can tell whether a value is unique before the tie-break.
  public static let uniqueness = Capabilities(rawValue: 8)
}

/// A set of engines under one name. A nil factory: not offered.
public struct Plugin: Sendable {
  public var manifest: Manifest
  public var makeSolver: (@Sendable () -> any ConstraintSolving)?
  public var makeSampler: (@Sendable () -> any AnimationSampling)?

  public init(
    manifest: Manifest, makeSolver: (@Sendable () -> any ConstraintSolving)? = nil,
    makeSampler: (@Sendable () -> any AnimationSampling)? = nil
  ) {
    self.manifest = manifest
    self.makeSolver = makeSolver
    self.makeSampler = makeSampler
  }
}
