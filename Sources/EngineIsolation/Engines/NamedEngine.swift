import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneModel

/// An engine as the user names it: one of those that are linked, or the path of a library, which may do anything.
public struct NamedEngine: Sendable {
  public let name: String
  private let linked: PluginRegistry

  public init(_ name: String, linked: PluginRegistry) { (self.name, self.linked) = (name, linked) }

  public static let ours = "layoutlab"

  public var isOurs: Bool { name == NamedEngine.ours }
  public var isForeign: Bool { linked[name] == nil }

  /// Loads a library into this process.
  public func plugin() throws(PluginFault) -> Plugin { try linked.plugin(name) }

  /// The option that names the engine in a command to do something again; empty for ours.
  public var suffix: String { NamedEngine.suffix(name) }
  public static func suffix(_ name: String) -> String { name == ours ? "" : " --engine \(name.shellQuoted)" }
}

/// The kinds of engine that a plugin offers.
public struct EngineOffers: Codable, Sendable {
  public var name, version: String
  /// Of `Capabilities`.
  public var claims: UInt64
  public var hasSolver: Bool
  public var hasSampler: Bool

  public init(_ plugin: Plugin) {
    (name, version) = (plugin.manifest.name, plugin.manifest.version)
    claims = plugin.manifest.capabilities.rawValue
    (hasSolver, hasSampler) = (plugin.makeSolver != nil, plugin.makeSampler != nil)
  }

  /// Fuzz targets that judge engines, of those that this one can serve.
  public var targets: [FuzzTarget] {
    (hasSolver ? [.solver(), .layout()] : []) + (hasSampler ? [.sampler()] : [])
      + (hasSolver && hasSampler ? [.player()] : [])
  }
}

/// An engine as `plugins list` shows it.
public struct ListedEngine: Encodable, Sendable {
  var name, version: String
  var offers: [String]
  var capabilities: [String]
  /// Of a library.
  var path: String?

  public init(_ engine: EngineOffers, path: String? = nil) {
    (name, version, self.path) = (engine.name, engine.version, path)
    offers = (engine.hasSolver ? ["solver"] : []) + (engine.hasSampler ? ["sampler"] : [])
    let claims = Capabilities(rawValue: engine.claims)
    capabilities = ListedEngine.words.filter { claims.contains($0.capability) }.map(\.word)
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
