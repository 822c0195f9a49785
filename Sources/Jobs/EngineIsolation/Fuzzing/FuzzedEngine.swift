import Foundation
import FuzzTargets
import SceneFuzzing
import SceneModel

/// The engine that is fuzzed, and the folder for its findings. Our own engine uses `Fuzz/Work`; every other engine has a folder and a list of known
/// findings of its own.
public struct FuzzedEngine {
  public let engine: NamedEngine
  public let store: FindingStore
  /// The seconds that the engine may take for one input. An exact judge may need that long for a large one.
  let patience: Int
  let offers: EngineOffers
  let known: KnownFindings
  /// The file that lists the known findings.
  let knownFile: URL
  var process: EngineProcess { EngineProcess(engine, patience: patience, streams: .none) }
  /// The lock on the folder; nil as long as nothing is written there.
  private(set) var lock: FolderLock?

  /// Makes a fuzzed engine with `work` as the folder for findings; nil: the default folder.
  public init(_ engine: NamedEngine, patience: Int, work: String?) throws {
    (self.engine, self.patience) = (engine, patience)
    offers = try engine.offers(patience: patience)
    let folder = work ?? FuzzedEngine.usualFolder(offers.name, isOurs: engine.isOurs)
    store = FindingStore(folder: URL(filePath: folder))
    knownFile = FuzzedEngine.knownFindingsFile(isOurs: engine.isOurs, work: folder)
    known = try FuzzedEngine.known(knownFile)
  }

  public static func usualFolder(_ name: String, isOurs: Bool) -> String {
    let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return isOurs ? FuzzedEngine.ourWork : "\(FuzzedEngine.ourWork)/\(String(plain))"
  }

  public static let ourWork = "Fuzz/Work"

  /// Returns the file of known findings. That of our engine is under version control; those of other engines lie beside their findings.
  public static func knownFindingsFile(isOurs: Bool, work: String) -> URL {
    URL(filePath: isOurs ? "Fuzz/known-findings.json" : "\(work)/known-findings.json")
  }

  public static func known(_ file: URL) throws -> KnownFindings {
    do {
      return try KnownFindings(contentsOf: file)
    } catch {
      throw UserMistake(
        .wrongFormat,
        "\(file.relativePath): not a list of findings (\((error as? UserMistake)?.message ?? "\(error)")). Restore it from version control."
      )
    }
  }

  /// The targets for the engine. Those that judge file readers are for our engine only.
  public var targets: [FuzzTarget] { engine.isOurs ? FuzzTarget.all : offers.targets }

  /// The names of the laws by which a target judges this engine.
  public func lawNames(of target: FuzzTarget) -> [String] {
    target.asking(OtherProcesses(engine.name, patience: patience)).lawNames
  }

  /// Returns this engine's version of a target, by the target's name.
  public func own(_ target: FuzzTarget) -> FuzzTarget { targets.first { $0.name == target.name } ?? target }

  public func requireService(of target: FuzzTarget) throws {
    if targets.contains(where: { $0.name == target.name }) { return }
    let names = targets.map(\.name).joined(separator: ", ")
    throw UserMistake(
      .engineUnsuitable,
      "\(target.name): this fuzz target does not work with the engine \(engine.name). These do: \(names.isEmpty ? "none" : names)."
    )
  }

  /// Locks the folder for findings.
  ///
  /// - Throws: `UserMistake` if another run holds the lock.
  public mutating func lockFolder() throws(UserMistake) { lock = try FolderLock(store.folder) }
}

extension NamedEngine {
  /// Returns the kinds of engine that the plugin offers. It is loaded in a process of its own.
  ///
  /// - Throws: `UserMistake` if loading crashes or hangs, `EngineRefusal` where it cannot be loaded.
  public func offers(patience: Int) throws -> EngineOffers {
    switch try EngineProcess(self, patience: patience).run({ _ in EngineOffers(try plugin()) }) {
    case .answered(let offers): return offers
    case .lost(let loss, _): throw UserMistake(.engineUnsuitable, "\(name): cannot be loaded: \(loss.how).")
    }
  }
}
