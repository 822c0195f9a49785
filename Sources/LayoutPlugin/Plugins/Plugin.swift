/// What a plugin says of itself.
public struct Manifest: Hashable, Sendable {
  /// How users name it: short, in small letters.
  public var name: String
  /// Its own, for reports; nothing is compared with it.
  public var version: String
  /// What it claims, and will be held to by the laws.
  public var capabilities: Capabilities
  /// Where it was loaded from; nil for an engine that is linked in.
  public var path: String?

  /// A manifest; `path` is left out for an engine that is linked in.
  public init(name: String, version: String, capabilities: Capabilities, path: String? = nil) {
    self.name = name
    self.version = version
    self.capabilities = capabilities
    self.path = path
  }
}

/// What an engine claims. Raw values are the C table's.
public struct Capabilities: OptionSet, Hashable, Sendable {
  /// The bits of the C table.
  public var rawValue: UInt64

  /// Of the bits of the C table; those that are unknown are kept, and claim nothing.
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
  /// What it says of itself.
  public var manifest: Manifest
  /// Makes a solver without constraints; nil where none is offered.
  public var makeSolver: (@Sendable () -> any ConstraintSolving)?
  /// Makes a sampler without a timeline; nil where none is offered.
  public var makeSampler: (@Sendable () -> any AnimationSampling)?

  /// A plugin that offers what it is given.
  public init(
    manifest: Manifest, makeSolver: (@Sendable () -> any ConstraintSolving)? = nil,
    makeSampler: (@Sendable () -> any AnimationSampling)? = nil
  ) {
    self.manifest = manifest
    self.makeSolver = makeSolver
    self.makeSampler = makeSampler
  }
}
