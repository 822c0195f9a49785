import FuzzTargets
import Foundation
import SceneFuzzing
import SceneModel

/// The engine that is fuzzed, and the folder for what is found: ours in `Fuzz/Work`, each other in one of its own, with a list of
/// known findings of its own.
public struct FuzzedEngine {
  public let engine: NamedEngine
  public let store: FindingStore
  /// Seconds that it may take for one input: as long as an exact judge may need for a large one.
  let patience: Int
  private let offers: EngineOffers
  let known: KnownFindings
  private var process: EngineProcess { EngineProcess(engine, patience: patience) }

  /// `work` is the folder for what is found; nil: the usual one.
  public init(_ engine: NamedEngine, patience: Int, work: String?) throws {
    (self.engine, self.patience) = (engine, patience)
    offers = try engine.offers(patience: patience)
    let folder = work ?? FuzzedEngine.usualFolder(offers.name, isOurs: engine.isOurs)
    store = FindingStore(folder: URL(filePath: folder))
    known = try FuzzedEngine.known(FuzzedEngine.knownFindingsFile(isOurs: engine.isOurs, work: folder))
  }

  private static func usualFolder(_ name: String, isOurs: Bool) -> String {
    let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return isOurs ? FuzzedEngine.ourWork : "\(FuzzedEngine.ourWork)/\(String(plain))"
  }

  public static let ourWork = "Fuzz/Work"

  /// Ours is under version control, those of other engines are beside what was found.
  public static func knownFindingsFile(isOurs: Bool, work: String) -> URL {
    URL(filePath: isOurs ? "Fuzz/known-findings.json" : "\(work)/known-findings.json")
  }

  public static func known(_ file: URL) throws -> KnownFindings {
    do {
      return try KnownFindings(contentsOf: file)
    } catch {
      throw UserMistake("\(file.relativePath): not a list of findings (\(error)). Restore it from version control.")
    }
  }

  /// Targets that judge readers are about our own.
  public var targets: [FuzzTarget] { engine.isOurs ? FuzzTarget.all : offers.targets }

  public func requireService(of target: FuzzTarget) throws {
    if targets.contains(where: { $0.name == target.name }) { return }
    let names = targets.map(\.name).joined(separator: ", ")
    throw UserMistake(
      "\(target.name): the engine \(engine.name) cannot serve it. It can serve: \(names.isEmpty ? "none" : names).")
  }

  /// Fuzzing without libFuzzer.
  public func campaign(_ target: FuzzTarget, seconds: Double, seed: UInt32) throws -> FuzzRun {
    let start = ContinuousClock.now
    switch try process.run({ try campaign(target, seconds: seconds, seed: seed, $0.blackBox) }) {
    case .answered(let run): return run
    case .lost(let loss, _):
      var run = FuzzRun(
        engine: .inProcess, executions: loss.inputs, seconds: (.now - start) / .seconds(1), coverage: nil, crashes: [])
      let again = "layoutlab fuzz \(target.name) --in-process --seed \(seed)" + engine.suffix
      run.crashes.append(try crash(at: loss.bytes, target, output: loss.how, again: again))
      return run
    }
  }

  /// Replays and minimises what was recorded. An engine that does not come back from that is one more crash, and the violations
  /// are replayed without being minimised.
  public func triage(_ target: FuzzTarget, _ run: inout FuzzRun) throws -> FuzzTriage {
    for isMinimizing in [true, false] {
      switch try process.run({ try triage(target, isMinimizing: isMinimizing, $0.blackBox) }) {
      case .answered(let triage): return triage
      case .lost(let loss, _):
        let again = "layoutlab fuzz \(target.name)" + engine.suffix
        run.crashes.append(try crash(at: loss.bytes, target, output: loss.how, again: again))
      }
    }
    return FuzzTriage(findings: [], quiet: [])
  }

  /// An input from which the engine did not come back: a document is made as small as it goes.
  func crash(at bytes: [UInt8]?, _ target: FuzzTarget, output: String, again: String) throws -> FuzzRun.Crash {
    guard let bytes else { return FuzzRun.Crash(file: store.folder.relativePath, reproduce: again, output: output) }
    guard case .document(var document) = target.input(bytes).meaning else {
      let file = try store.recordCrash(bytes, target: target.name)
      return FuzzRun.Crash(file: file.relativePath, reproduce: again, output: output)
    }
    let isReproduced = process.isLost(at: document)
    if isReproduced { document = process.minimized(document) }
    let file = try store.recordCrash(document, target: target.name).relativePath
    return FuzzRun.Crash(
      file: file, reproduce: isReproduced ? "layoutlab plugins check \(engine.name) \(file)" : again, output: output)
  }
}

extension NamedEngine {
  /// What it is for, as it says in a process of its own.
  ///
  /// - Throws: `UserMistake` where it does not come back from being loaded, `EngineRefusal` where it cannot be loaded.
  public func offers(patience: Int) throws -> EngineOffers {
    switch try EngineProcess(self, patience: patience).run({ _ in EngineOffers(try plugin()) }) {
    case .answered(let offers): return offers
    case .lost(let loss, _): throw UserMistake("\(name): cannot be loaded: \(loss.how).")
    }
  }
}
