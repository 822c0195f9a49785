import Foundation
import LibC
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// The results of a target's triage.
public struct FuzzTriage: Codable, Sendable {
  public var findings: [FuzzReport.Item]
  /// Fingerprints of open findings whose documents no longer break the law.
  public var quiet: [String]
}

extension FuzzedEngine {
  /// Fuzzes without libFuzzer until the process is ended, and sends inputs that break a law. Runs in a worker.
  ///
  /// - Parameters:
  ///   - laws: the laws that judge every input; empty: all laws, the expensive ones on a sample.
  ///   - inputs: the number of inputs after which it stops and waits until it is ended; nil: no limit.
  func campaign(
    _ target: FuzzTarget, laws: [String], seed: UInt64, inputs: Int?, _ memory: WorkerMemory
  ) throws {
    memory.watchProcess(isLimited: engine.command == nil)
    let others = OtherProcesses(engine.name, patience: OtherProcesses.patience(within: patience))
    let asking = target.asking(others)
    let campaign = Campaign(
      laws.isEmpty ? asking : asking.judging(by: laws),
      plugin: try engine.plugin(
        answered: memory.noteAnswer, isCancelled: { [patience] in memory.isTimeUp(within: .seconds(patience)) }),
      seed: seed)
    var (documents, files) = (0, 0)
    var states = HardStateWatch()
    _ = campaign.run(
      willJudge: memory.note,
      until: { outcome in
        // Violations are sent at once, because a crash of the engine would lose them.
        for violation in outcome.violations[documents...] { memory.hand(over: violation) }
        for violation in outcome.fileViolations[files...] { memory.hand(over: violation) }
        (documents, files) = (outcome.violations.count, outcome.fileViolations.count)
        // A worker may end at any time. Errors of writing are ignored here: the supervisor writes to the same folder, and reports them.
        let isTime = outcome.executions % 1024 == 0
        if isTime { states.finish(executions: outcome.executions) }
        if states.look(executions: outcome.executions) || isTime {
          try? store.record(states.record, target: target.name)
        }
        return memory.inputs >= inputs ?? .max
      })
    memory.send(.done)
    while true { pause() }
  }

  /// Turns a violation into a finding, and records it. Runs in the process with the engine. Of the findings of one law that are not reproducible,
  /// only the first is examined.
  func triage(
    _ violation: Violation, _ target: FuzzTarget, present: [FuzzReport.Item], isMinimizing: Bool, _ blackBox: BlackBox
  ) throws -> FuzzReport.Item {
    let others = OtherProcesses.fresh(engine.name, patience: OtherProcesses.patience(within: patience))
    var triage = Triage(
      laws: target.asking(others).laws,
      plugin: try engine.plugin(answered: blackBox.noteAnswer, isCancelled: blackBox.isTimeUp), known: known,
      willJudge: { blackBox.note($0.compact) })
    triage.project = target.project
    if !isMinimizing { triage.minimizer.attemptLimit = 0 }
    let today = isoDate(Date())
    if let steady = triage.steady(violation, target: target.name, found: today) {
      return try write(steady, triage.laws, present: present)
    }
    let id = Finding.idByChance(law: violation.law)
    if let (record, minimized) = try store.finding(id), record.target == target.name, record.reproduced > 0 {
      return FuzzReport.Item(record, Finding(record, minimized), store: store)
    }
    let byChance = triage.byChance([violation], target: target.name, found: today)[0]
    return try write(byChance, triage.laws, present: present)
  }

  /// Returns the fingerprints of open findings whose law holds again. Findings that were kept as regression tests before the repair are marked as
  /// fixed.
  func quiet(_ target: FuzzTarget) throws -> [String] {
    guard known.findings.contains(where: { $0.state != .fixed }) else { return [] }
    let result = try process.run { (parentLink: EngineProcess.ParentLink<[String]>) in
      let plugin = try engine.plugin(
        answered: parentLink.blackBox.noteAnswer, isCancelled: parentLink.blackBox.isTimeUp)
      return Triage(laws: target.laws, plugin: plugin, known: known).quiet().map(\.fingerprint)
    }
    // If the engine crashes on one of the documents, no finding counts as gone.
    guard case .answered(let quiet) = result else { return [] }
    // The file is read again, so that entries stay that `keep` has written in the meantime.
    var present = try FuzzedEngine.known(knownFile)
    let before = present
    present.settle(quiet)
    if present != before { try present.write(to: knownFile) }
    let open = Set(known.findings.filter { $0.state == .open }.map(\.fingerprint))
    return quiet.filter(open.contains)
  }

  /// Records a finding. If the run has it already, reproduced at least as often, that one is returned. (Documents with equal normal forms may have
  /// different names, and a verdict uses the names of its own document.)
  func write(_ finding: Finding, _ laws: [Law], present: [FuzzReport.Item]) throws -> FuzzReport.Item {
    if let same = present.first(where: { $0.id == finding.id }), same.reproduced >= finding.rate.broken { return same }
    // Other triage processes work at the same time, and may just have recorded this finding.
    let turn = try FolderLock(waitingFor: store.folder.appending(path: finding.target))
    defer { withExtendedLifetime(turn) {} }
    if let (record, minimized) = try store.finding(finding.id), record.target == finding.target,
      record.found == finding.found, record.status == finding.status, record.reproduced >= finding.rate.broken
    {
      var same = Finding(record, minimized)
      same.traits = finding.traits
      return FuzzReport.Item(record, same, store: store)
    }
    let item = FuzzReport.Item(
      try store.record(finding, engine: engine.isOurs ? nil : engine.name), finding, store: store)
    try write(page: item)
    try writeConversation(finding, laws)
    return item
  }

  /// Writes `verdict.txt` of a finding.
  func write(page item: FuzzReport.Item) throws(UserMistake) {
    let folder = store.findingFolder(item.id, target: item.target)
    try DurableFile.write(Array(item.page.utf8), to: folder.appending(path: "verdict.txt"))
  }
}

extension WorkerMemory {
  public func hand(over violation: Violation) {
    guard wantsViolation(of: violation.kind) else { return }
    send(
      .violation(
        law: violation.law, detail: violation.detail.cut(to: WorkerMemory.longestDetail),
        isAfterRefusal: violation.isAfterRefusal, document: Data(violation.document.compact)))
  }

  public func hand(over violation: FileViolation) {
    guard wantsViolation(of: violation.law) else { return }
    let (law, detail) = (violation.law, String(violation.detail.prefix(WorkerMemory.longestDetail)))
    send(.file(law: law, detail: detail, bytes: Data(violation.bytes)))
  }

  private static let longestDetail = 10_000
}
