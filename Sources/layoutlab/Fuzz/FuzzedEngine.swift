import ArgumentParser
import Foundation
import SceneFuzzing
import SceneModel

/// The engine that is fuzzed, and the folder for what is found: ours in `Fuzz/Work`, each other in one of its own, with a list of
/// known findings of its own.
struct FuzzedEngine {
  /// As the user named it.
  let name: String
  let store: FindingStore
  /// Seconds that it may take for one input: as long as an exact judge may need for a large one.
  let patience: Int
  private let offers: EngineOffers
  private let known: KnownFindings
  private var process: EngineProcess { EngineProcess(engine: name, patience: patience) }

  init(_ engine: EngineOptions, work: String?) async throws {
    (name, patience) = (engine.engine, engine.enginePatience)
    let process = EngineProcess(engine: name, patience: patience)
    switch try await process.run(.describe, answer: EngineOffers.self) {
    case .answered(let offers): self.offers = offers
    case .lost(let loss, _): throw UserMistake("\(name): cannot be loaded: \(loss.how).")
    }
    let isOurs = name == EngineOptions.ours
    let folder = work ?? FuzzedEngine.usualFolder(offers.name, isOurs: isOurs)
    store = FindingStore(folder: URL(filePath: folder))
    known = try FuzzedEngine.known(FuzzedEngine.knownFindingsFile(isOurs: isOurs, work: folder))
  }

  private static func usualFolder(_ name: String, isOurs: Bool) -> String {
    let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return isOurs ? FuzzedEngine.ourWork : "\(FuzzedEngine.ourWork)/\(String(plain))"
  }

  static let ourWork = "Fuzz/Work"

  /// Ours is under version control, those of other engines are beside what was found.
  static func knownFindingsFile(isOurs: Bool, work: String) -> URL {
    URL(filePath: isOurs ? "Fuzz/known-findings.json" : "\(work)/known-findings.json")
  }

  static func known(_ file: URL) throws -> KnownFindings {
    do {
      return try KnownFindings(contentsOf: file)
    } catch {
      throw UserMistake("\(file.relativePath): not a list of findings (\(error)). Restore it from version control.")
    }
  }

  private var isOurs: Bool { name == EngineOptions.ours }

  /// Targets that judge readers are about our own.
  var targets: [FuzzTarget] { isOurs ? FuzzTarget.all : offers.targets }

  func requireService(of target: FuzzTarget) throws {
    if targets.contains(where: { $0.name == target.name }) { return }
    let names = targets.map(\.name).joined(separator: ", ")
    throw UserMistake(
      "\(target.name): the engine \(name) cannot serve it. It can serve: \(names.isEmpty ? "none" : names).")
  }

  /// Fuzzing without libFuzzer.
  func campaign(_ target: FuzzTarget, seconds: Double, seed: UInt32) async throws -> FuzzRun {
    let start = ContinuousClock.now
    let work = EngineWork.campaign(target: target.name, seed: seed, seconds: seconds, store: store.folder.path)
    switch try await process.run(work, answer: FuzzRun.self) {
    case .answered(let run): return run
    case .lost(let loss, _):
      var run = FuzzRun(
        engine: .inProcess, executions: loss.inputs, seconds: (.now - start) / .seconds(1), coverage: nil, crashes: [])
      let again = "layoutlab fuzz \(target.name) --in-process --seed \(seed)" + EngineOptions.suffix(name)
      run.crashes.append(try await crash(at: loss.bytes, target, output: loss.how, again: again))
      return run
    }
  }

  /// Replays and minimises what was recorded. An engine that does not come back from that is one more crash, and the violations
  /// are replayed without being minimised.
  func triage(_ target: FuzzTarget, _ run: inout FuzzRun) async throws -> FuzzTriage {
    for isMinimizing in [true, false] {
      let work = EngineWork.triage(
        target: target.name, store: store.folder.path, known: known, isMinimizing: isMinimizing)
      switch try await process.run(work, answer: FuzzTriage.self) {
      case .answered(let triage): return triage
      case .lost(let loss, _):
        let again = "layoutlab fuzz \(target.name)" + EngineOptions.suffix(name)
        run.crashes.append(try await crash(at: loss.bytes, target, output: loss.how, again: again))
      }
    }
    return FuzzTriage(findings: [], quiet: [])
  }

  /// An input from which the engine did not come back: a document is made as small as it goes.
  func crash(at bytes: [UInt8]?, _ target: FuzzTarget, output: String, again: String) async throws -> FuzzRun.Crash {
    guard let bytes else { return FuzzRun.Crash(file: store.folder.relativePath, reproduce: again, output: output) }
    guard case .document(var document) = target.input(bytes).meaning else {
      let file = try store.recordCrash(bytes, target: target.name)
      return FuzzRun.Crash(file: file.relativePath, reproduce: again, output: output)
    }
    let isReproduced = await process.isLost(at: document)
    if isReproduced { document = await process.minimized(document) }
    let file = try store.recordCrash(document, target: target.name).relativePath
    return FuzzRun.Crash(
      file: file, reproduce: isReproduced ? "layoutlab plugins check \(name) \(file)" : again, output: output)
  }
}
