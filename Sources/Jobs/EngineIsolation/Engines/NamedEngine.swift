import EngineConversation
import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneModel

/// An engine as the user names it: a linked engine, the path of a library, or a command (`cmd:…`). Libraries and commands may do anything, even
/// crash.
public struct NamedEngine: Sendable {
  /// The place where the name was written.
  public enum Source: Sendable {
    /// The user typed it on the command line.
    case commandLine
    /// The name comes from a file. A file must not be able to start a command.
    case file
  }

  public let name: String
  private let linked: PluginRegistry
  private let source: Source

  public init(_ name: String, linked: PluginRegistry, from source: Source) {
    (self.name, self.linked, self.source) = (name, linked, source)
  }

  /// The command; nil for an engine that is not a command.
  public var command: String? {
    name.hasPrefix(CommandConnection.prefix) ? String(name.dropFirst(CommandConnection.prefix.count)) : nil
  }

  /// Starts the engine's command; nil if the engine is not a command.
  ///
  /// - Parameters:
  ///   - isTimed: whether its speed is measured.
  ///   - isNoting: whether requests and answers are recorded.
  ///   - answered: Called after each answer with the time that it took.
  ///   - lost: Called when a process of the command ended or was killed; without it, this process ends in the same way.
  /// - Throws: `.notOffered` if the command does not come from the command line.
  package func connection(
    isTimed: Bool = false, isNoting: Bool = false, answered: @escaping @Sendable (Duration) -> Void = { _ in },
    lost: @escaping @Sendable (CommandLoss) -> Void = { $0.endProcessAlike() }
  ) throws(PluginFault) -> CommandConnection? {
    guard let command else { return nil }
    guard source == .commandLine else {
      throw .notOffered("\(name) stands in a file, and only the command line starts a command: give it with --engine")
    }
    return try CommandConnection(command, isTimed: isTimed, isNoting: isNoting, answered: answered, lost: lost)
  }

  public static let ours = "layoutlab"

  public var isOurs: Bool { name == NamedEngine.ours }
  public var isForeign: Bool { linked[name] == nil }

  /// Loads a library into this process, or starts a command.
  ///
  /// - Parameters:
  ///   - answered: Called after each answer of a command with the time that it took.
  ///   - isCancelled: Whether an engine of a library should give up.
  public func plugin(
    answered: @escaping @Sendable (Duration) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(PluginFault) -> Plugin {
    if let connection = try connection(answered: answered) { return connection.plugin }
    return try linked.plugin(name, host: EngineHost(isCancelled: isCancelled))
  }

  /// The option that selects the engine in printed commands; empty for our own engine.
  public var suffix: String { NamedEngine.suffix(name) }
  public static func suffix(_ name: String) -> String { name == ours ? "" : " --engine \(name.shellQuoted)" }
}

/// The kinds of engine that a plugin offers.
public struct EngineOffers: Codable, Sendable {
  public var name, version: String
  /// The claims, as the bits of `Capabilities`.
  public var claims: UInt64
  public var hasSolver: Bool
  public var hasSampler: Bool
  public var hasLayout: Bool
  public var promise: EnginePromise

  public init(_ plugin: Plugin) {
    (name, version) = (plugin.manifest.name, plugin.manifest.version)
    claims = plugin.manifest.capabilities.rawValue
    (hasSolver, hasSampler) = (plugin.makeSolver != nil, plugin.makeSampler != nil)
    hasLayout = plugin.makeLayoutEngine != nil
    promise = plugin.manifest.promise
  }

  /// The fuzz targets that this engine can be judged by.
  public var targets: [FuzzTarget] {
    (hasSolver ? [.solver().within(promise)] : []) + (hasSolver && isWhole ? [.layout()] : [])
      + (hasLayout ? [.frames().within(promise)] : []) + (hasSampler ? [.sampler()] : [])
      + (hasSolver && hasSampler ? [.player()] : [])
  }
}

extension EngineOffers {
  /// Whether a kernel can work with this solver: it must support every row and every priority.
  fileprivate var isWhole: Bool {
    promise.claims == nil && promise.levels.isEmpty && promise.range == nil && promise.edits == nil
  }
}

/// An engine as `plugins list` shows it.
public struct ListedEngine: Encodable, Sendable {
  var name, version: String
  var offers: [String]
  var capabilities: [String]
  /// The path of the library; nil for an engine of another kind.
  var path: String?

  public init(_ engine: EngineOffers, path: String? = nil) {
    (name, version, self.path) = (engine.name, engine.version, path)
    offers =
      (engine.hasSolver ? ["solver"] : []) + (engine.hasLayout ? ["layout"] : [])
      + (engine.hasSampler ? ["sampler"] : [])
    let claims = Capabilities(rawValue: engine.claims)
    capabilities =
      ListedEngine.words.filter { claims.contains($0.capability) }.map(\.word)
      + (engine.promise.claims ?? []).map(\.rawValue).sorted()
  }

  private static let words: [(capability: Capabilities, word: String)] = [
    (.canonical, "canonical"), (.certifying, "certifying"), (.conflictSets, "conflictSets"),
    (.uniqueness, "uniqueness"),
  ]

  public var text: String {
    let claims = capabilities.isEmpty ? "nothing" : capabilities.joined(separator: ", ")
    let kinds =
      offers.isEmpty ? "neither solver nor sampler: both create functions are null" : offers.joined(separator: ", ")
    return "\(name) \(version)  \(kinds)\n  claims: \(claims)"
      + (path.map { "\n  from \($0)" } ?? "")
  }
}
