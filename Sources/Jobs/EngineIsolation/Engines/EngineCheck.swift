import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// A check of an engine by every law, over many documents.
public struct EngineCheck {
  typealias ParentLink = EngineProcess.ParentLink<LawRecord>

  private var rows: [LawRow] = []
  private let engine: GuardedEngine
  private var plugin: Plugin { engine.plugin }
  private let isRandom: Bool
  private let choice: LawChoice
  /// The other processes whose answers are compared with the engine's; nil: no comparison.
  private let others: OtherProcesses?

  /// Judges `documents` random documents of each kind, minimises those that break a law, and groups the laws that one bug breaks.
  ///
  /// - Parameter budget: the time for the documents of one kind. Those for which it does not suffice are not judged.
  public static func record(
    documents: Int, seed: UInt64, within budget: Duration, _ engine: NamedEngine, by choice: LawChoice = LawChoice(),
    asking others: OtherProcesses,
    _ parentLink: EngineProcess.ParentLink<LawRecord>
  ) throws -> LawRecord {
    var check = EngineCheck(
      try GuardedEngine(engine, parentLink.blackBox), isRandom: true, by: choice, asking: others)
    for target in EngineOffers(check.plugin).targets {
      try check.judge(
        EngineCheck.documents(documents, of: target, seed: seed), documents, of: target, within: budget, parentLink)
    }
    try check.minimize(parentLink)
    try check.findBuckets(parentLink)
    return check.record(parentLink)
  }

  /// Judges these documents by every law about them.
  public static func record(
    _ documents: [Document], _ engine: NamedEngine, by choice: LawChoice = LawChoice(), asking others: OtherProcesses?,
    _ parentLink: EngineProcess.ParentLink<LawRecord>
  ) throws -> LawRecord {
    var check = EngineCheck(
      try GuardedEngine(engine, parentLink.blackBox), isRandom: false, by: choice, asking: others)
    for target in EngineOffers(check.plugin).targets {
      let own = documents.filter { $0.fileExtension == target.fileExtension }
      if !own.isEmpty { try check.judge(own, own.count, of: target, within: nil, parentLink) }
    }
    return check.record(parentLink)
  }

  private func record(_ parentLink: ParentLink) -> LawRecord {
    let pace = parentLink.blackBox.pace
    return LawRecord(laws: rows, pace: pace.messages > 0 ? pace : nil)
  }

  /// The law about a document's expectations. It does not judge random documents, because they have none.
  private static let lawOfFiles = "solver.expectations-are-met"

  private init(_ engine: GuardedEngine, isRandom: Bool, by choice: LawChoice, asking others: OtherProcesses?) {
    (self.engine, self.choice) = (engine, choice)
    self.isRandom = isRandom
    self.others = others
  }

  /// Returns `count` random documents. They are the same for a seed, on any machine.
  private static func documents(_ count: Int, of target: FuzzTarget, seed: UInt64) -> some Sequence<Document> {
    (0..<count).lazy.map { target.varied($0, seed: seed) }
  }

  /// Judges documents. The rows so far are sent as a preliminary answer, in case the engine crashes or hangs.
  ///
  /// The verdicts on a document do not count if the deadline passed meanwhile, because a command gets no messages after it.
  private mutating func judge(
    _ documents: some Sequence<Document>, _ count: Int, of target: FuzzTarget, within budget: Duration?,
    _ parentLink: ParentLink
  ) throws {
    let end = budget.map { ContinuousClock.now + $0 }
    engine.deadline = end
    defer { engine.deadline = nil }
    let first = rows.count
    let laws = (others.map(target.asking) ?? target).laws.filter { law in
      choice.allows(law.name) && (!isRandom || law.name != EngineCheck.lawOfFiles)
    }
    let solver = plugin.makeSolver?()
    rows += laws.map { LawRow($0, isClaimed: $0.isClaimed(by: plugin, solver)) }
    for (number, met) in documents.enumerated() {
      let document = target.project(met)
      parentLink.blackBox.note(document.compact)
      let trial = Trial(document, plugin, of: laws)
      let verdicts = laws.map { law in
        parentLink.blackBox.tell("\(law.name): document \(number + 1) of \(count)")
        return trial.verdict(of: law)
      }
      if let end, let budget, ContinuousClock.now > end {
        let why = "too slow: \(number) of \(count) documents were judged in \(budget); --budget gives more time"
        for index in rows[first...].indices { rows[index].cut(why) }
        break
      }
      for (index, verdict) in verdicts.enumerated() { rows[first + index].note(verdict, on: document) }
      if number % 64 == 63 { try parentLink.draft(record(parentLink)) }
    }
    try parentLink.draft(record(parentLink))
  }

  /// Minimises each law's first broken document.
  private mutating func minimize(_ parentLink: ParentLink) throws {
    let laws = Law.ofAllTargets + (others?.laws ?? [])
    for index in rows.indices {
      guard let text = rows[index].document, let law = laws.first(where: { $0.name == rows[index].law })
      else { continue }
      let document = try Document(text: text, file: law.name)
      parentLink.blackBox.tell("making the document small that breaks \(law.name)")
      let end = ContinuousClock.now + EngineCheck.timeForMinimizing
      let outcome = Minimizer(attemptLimit: EngineCheck.minimizerLimit).minimize(document) { proposal in
        if ContinuousClock.now > end { return false }
        parentLink.blackBox.note(proposal.compact)
        if case .broken = engine.verdict(of: law, on: proposal).verdict { return true }
        return false
      }
      let target = EngineOffers(plugin).targets.first { $0.fileExtension == document.fileExtension }
      let small = target?.project(outcome.document) ?? outcome.document
      // If the law is broken only now and then, the first document may stay.
      guard case .broken(let detail) = engine.verdict(of: law, on: small).verdict else { continue }
      rows[index].take(small, detail)
    }
  }

  /// Finds laws whose smallest documents show the same bug. The row of each such law but the first names the first law.
  private mutating func findBuckets(_ parentLink: ParentLink) throws {
    let laws = Law.ofAllTargets + (others?.laws ?? [])
    var findings: [Finding] = []
    for row in rows {
      guard row.verdict == .broken, let text = row.document else { continue }
      let document = try Document(text: text, file: row.law)
      var finding = Finding(
        kind: .steady, target: document.fileExtension, law: row.law, detail: VerdictMessage(text: row.detail ?? ""),
        status: .new, found: "", rate: ReplayRate(broken: 1, of: 1), original: document, minimized: document)
      finding.traits.subject = row.subject
      findings.append(finding)
    }
    let end = ContinuousClock.now + EngineCheck.timeForBuckets
    let blackBox = parentLink.blackBox
    blackBox.tell("looking for laws that one bug breaks")
    // Findings with documents of different kinds are not compared.
    for (kind, own) in Dictionary(grouping: findings, by: \.target).sorted(by: { $0.key < $1.key }) where own.count > 1
    {
      var triage = Triage(laws: laws, plugin: plugin, willJudge: { blackBox.note($0.compact) })
      if let target = EngineOffers(plugin).targets.first(where: { $0.fileExtension == kind }) {
        triage.project = target.project
      }
      for bucket in triage.buckets(of: own, while: { ContinuousClock.now < end }) {
        for other in bucket.others {
          guard let at = rows.firstIndex(where: { $0.law == other.law }) else { continue }
          rows[at].bucket = bucket.smallest.law
        }
      }
    }
  }

  private static let timeForBuckets = Duration.seconds(20)
  /// The time limit for minimising the findings of one law. An engine that starts a new process for each query is slow.
  private static let timeForMinimizing = Duration.seconds(10)

  /// The largest number of documents that are tried: some seconds for a small document.
  private static let minimizerLimit = 5000
}
