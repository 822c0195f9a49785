import ArgumentParser
import AnimationSampler
import Foundation
import Glibc
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// What an `EngineProcess` is asked to do. Each has its own kind of answer.
enum EngineWork: Codable {
  /// Tells what the engine is for. Answer: `EngineOffers`.
  case describe
  /// Performs a verb of the tool: its arguments. Answer: `Int32`, the exit status.
  case verb([String])
  /// Judges random documents of each kind by every law. Answer: `[LawRow]`.
  case check(documents: Int, seed: UInt64)
  /// Judges these files by every law about them. Answer: `[LawRow]`.
  case judge(files: [String])
  /// Fuzzes without libFuzzer; violations go to the store. Answer: `FuzzRun`.
  case campaign(target: String, seed: UInt32, seconds: Double, store: String)
  /// Turns the violations of the store into findings. Answer: `FuzzTriage`.
  case triage(target: String, store: String, known: KnownFindings, isMinimizing: Bool)
}

struct EngineTask: Codable {
  var engine: String
  var work: EngineWork
}

/// What an engine is for.
struct EngineOffers: Codable {
  var name, version: String
  /// Of `Capabilities`.
  var claims: UInt64
  var hasSolver: Bool
  var hasSampler: Bool

  init(_ plugin: Plugin) {
    (name, version) = (plugin.manifest.name, plugin.manifest.version)
    claims = plugin.manifest.capabilities.rawValue
    (hasSolver, hasSampler) = (plugin.makeSolver != nil, plugin.makeSampler != nil)
  }

  /// Fuzz targets that judge engines, of those that this one can serve.
  var targets: [FuzzTarget] { (hasSolver ? [.solver(), .layout()] : []) + (hasSampler ? [.timeline()] : []) }
}

/// What became of a target's violations.
struct FuzzTriage: Codable {
  var findings: [FuzzReport.Item]
  /// Fingerprints of open findings that no longer break their law.
  var quiet: [String]
}

/// The other side of `EngineProcess`.
struct EngineWorker: AsyncParsableCommand {
  static let name = "engine-worker"

  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Does what another process of this tool asks for.", shouldDisplay: false)

  @Argument(help: "The folder with the task.")
  var folder: String

  /// Bytes of data beyond which an engine gets no more memory.
  private static let memoryLimit: rlim_t = 2 << 30

  func run() async throws {
    let desk = EngineDesk(folder: URL(filePath: folder))
    guard let task: EngineTask = desk.read(desk.task) else { throw UserMistake("\(folder): there is no task.") }
    endWithParent()
    var limit = rlimit(rlim_cur: EngineWorker.memoryLimit, rlim_max: EngineWorker.memoryLimit)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    do {
      let blackBox = try BlackBox(writing: desk.blackBox)
      if case .verb(let arguments) = task.work {
        try await perform(arguments, blackBox, desk)
      } else {
        try answer(task, blackBox, desk)
      }
    } catch {
      let status = LayoutLab.tell(error)
      try desk.write(status, to: desk.refusal)
      throw ExitCode(status)
    }
  }

  /// The process that waits for this one may be killed, and an engine may hang.
  private func endWithParent() {
    let parent = getppid()
    Thread.detachNewThread {
      while getppid() == parent { sleep(1) }
      _exit(Outcome.ownFault.rawValue)
    }
  }

  private func perform(_ arguments: [String], _ blackBox: sending BlackBox, _ desk: EngineDesk) async throws {
    StandardOutput.keepFromEngines()
    EngineWatch.begin(blackBox)
    let status = await LayoutLab.perform(try LayoutLab.parseAsRoot(arguments))
    StandardOutput.flush()
    try desk.write(status, to: desk.answer)
  }

  private func answer(_ task: EngineTask, _ blackBox: BlackBox, _ desk: EngineDesk) throws {
    let plugin = try EngineOptions.registry.plugin(task.engine)
    switch task.work {
    case .verb: break
    case .describe:
      try desk.write(EngineOffers(plugin), to: desk.answer)
    case .check(let documents, let seed):
      var check = EngineCheck(plugin, isRandom: true)
      for target in EngineOffers(plugin).targets {
        try check.judge(EngineCheck.documents(documents, of: target, seed: seed), of: target, blackBox, desk)
      }
      try check.minimize(blackBox)
      try desk.write(check.rows, to: desk.answer)
    case .judge(let files):
      var check = EngineCheck(plugin, isRandom: false)
      let documents = try files.map(Shrink.document)
      for target in EngineOffers(plugin).targets {
        let own = documents.filter { $0.fileExtension == target.fileExtension }
        if !own.isEmpty { try check.judge(own, of: target, blackBox, desk) }
      }
      try desk.write(check.rows, to: desk.answer)
    case .campaign(let target, let seed, let seconds, let store):
      let target = try FuzzTarget.named(target), store = FindingStore(folder: URL(filePath: store))
      try desk.write(
        try campaign(Campaign(target, plugin: plugin, seed: UInt64(seed)), seconds, store, blackBox), to: desk.answer)
    case .triage(let target, let store, let known, let isMinimizing):
      let target = try FuzzTarget.named(target), store = FindingStore(folder: URL(filePath: store))
      var triage = Triage(laws: target.laws, plugin: plugin, known: known)
      if !isMinimizing { triage.minimizer.attemptLimit = 0 }
      var lost: Error?
      let findings = triage.findings(
        from: try store.violations(of: target.name), target: target.name, found: isoDate(Date()),
        willJudge: { do { try blackBox.note($0) } catch { lost = error } })
      if let lost { throw lost }
      let engine = task.engine == EngineOptions.ours ? nil : task.engine
      let items = try findings.map { finding in
        FuzzReport.Item(try store.record(finding, engine: engine), finding, store: store)
      }
      try desk.write(FuzzTriage(findings: items, quiet: triage.quiet().map(\.fingerprint)), to: desk.answer)
    }
  }

  private func campaign(
    _ campaign: Campaign, _ seconds: Double, _ store: FindingStore, _ blackBox: BlackBox
  ) throws -> FuzzRun {
    let clock = ContinuousClock()
    let start = clock.now
    let today = isoDate(Date())
    let again = "layoutlab fuzz \(campaign.target.name) --in-process --seed \(campaign.seed)"
    var recorded = 0
    var crashes: [FuzzRun.Crash] = []
    var problem: Error?
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { problem = error }
    }
    let outcome = campaign.run(
      willJudge: { bytes in attempt { try blackBox.note(bytes) } },
      until: { outcome in
        // At once: the engine may take everything with it.
        for violation in outcome.violations[recorded...] {
          attempt { try store.record(violation, target: campaign.target.name, found: today) }
        }
        recorded = outcome.violations.count
        for violation in outcome.fileViolations[crashes.count...] {
          attempt {
            let file = try store.recordCrash(violation.bytes, target: campaign.target.name)
            crashes.append(
              .init(
                file: file.relativePath, reproduce: again, output: "\(violation.law) is broken: \(violation.detail)"))
          }
        }
        // Reading the clock costs more than some executions.
        return problem != nil || outcome.executions % 64 == 0 && clock.now >= start + .seconds(seconds)
      })
    if let problem { throw problem }
    return FuzzRun(
      engine: .inProcess, executions: outcome.executions, seconds: (clock.now - start) / .seconds(1), coverage: nil,
      crashes: crashes)
  }
}

extension FuzzTarget {
  static func named(_ name: String) throws -> FuzzTarget {
    if let target = all.first(where: { $0.name.lowercased() == name.lowercased() }) { return target }
    let names = all.map(\.name).joined(separator: ", ")
    throw ValidationError("unknown target \"\(name)\". There are \(names).")
  }
}
