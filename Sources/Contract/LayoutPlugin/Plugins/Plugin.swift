/// A plugin's description of itself.
public struct Manifest: Hashable, Sendable {
  /// The name by which users call the engine: short, in small letters.
  public var name: String
  /// The plugin's own version, for reports. The program does not compare it with anything.
  public var version: String
  /// The capabilities that the plugin claims; the laws judge each of them.
  public var capabilities: Capabilities
  /// The path of the library that the engine was loaded from; `nil` for an engine that is linked in.
  public var path: String?
  /// The engine's promises about its answers. Laws judge the engine by these.
  public var promise = EnginePromise()

  /// Makes a manifest; leave `path` out for an engine that is linked in.
  public init(name: String, version: String, capabilities: Capabilities, path: String? = nil) {
    self.name = name
    self.version = version
    self.capabilities = capabilities
    self.path = path
  }
}

/// The claims of an engine. Raw values are the C table's.
public struct Capabilities: OptionSet, Hashable, Sendable {
  /// The bits of the C table.
  public var rawValue: UInt64

  /// Makes capabilities from the bits of the C table. Unknown bits are kept and have no effect.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The engine breaks ties canonically: a layout depends on the set of constraints alone, never on its history.
  public static let canonical = Capabilities(rawValue: 1)
  /// The engine can return a proof of optimality, and a Farkas vector for a conflict.
  public static let certifying = Capabilities(rawValue: 2)
  /// The engine's conflicts are irreducible sets.
  public static let conflictSets = Capabilities(rawValue: 4)
  /// The engine decides whether a value is unique before the tie-break.
  public static let uniqueness = Capabilities(rawValue: 8)
}

/// A set of engines under one name.
public struct Plugin: Sendable {
  /// The plugin's description of itself.
  public var manifest: Manifest
  /// Makes a solver without constraints; `nil` where the plugin offers none.
  public var makeSolver: (@Sendable () -> any ConstraintSolving)?
  /// Makes a sampler without a timeline; `nil` where the plugin offers none.
  public var makeSampler: (@Sendable () -> any AnimationSampling)?
  /// Makes a layout engine without a document; `nil` where the plugin offers none.
  public var makeLayoutEngine: (@Sendable () throws(PluginFault) -> any LayoutEngine)?
  /// Returns how often the plugin's engines were told to give up. After that, a wrong answer is no evidence against an engine.
  package var cancellations: @Sendable () -> Int = { 0 }

  /// Makes a plugin that offers the engines whose functions are given.
  public init(
    manifest: Manifest, makeSolver: (@Sendable () -> any ConstraintSolving)? = nil,
    makeSampler: (@Sendable () -> any AnimationSampling)? = nil
  ) {
    self.manifest = manifest
    self.makeSolver = makeSolver
    self.makeSampler = makeSampler
  }
}
