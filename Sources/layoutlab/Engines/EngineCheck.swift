import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// An engine before every law, over many documents.
struct EngineCheck {
  private(set) var rows: [LawRow] = []
  private let plugin: Plugin
  private let isRandom: Bool

  /// Nothing is expected of random documents, so this law has nothing to say about them.
  private static let lawOfFiles = "solver.expectations-are-met"

  init(_ plugin: Plugin, isRandom: Bool) {
    self.plugin = plugin
    self.isRandom = isRandom
  }

  /// So many random documents: the same ones for a seed, on any machine.
  static func documents(_ count: Int, of target: FuzzTarget, seed: UInt64) -> some Sequence<Document> {
    var entropy = Entropy(seed: seed)
    return (0..<count).lazy.map { number in
      // Engines take other paths through large systems, which a fuzzer avoids: they are slow.
      target.fileExtension == "solver" ? .solver(.varied(number, seed: seed)) : target.generate(&entropy)
    }
  }

  /// The rows so far are kept on the desk, for the case that the engine does not come back.
  mutating func judge(
    _ documents: some Sequence<Document>, of target: FuzzTarget, _ blackBox: BlackBox, _ desk: EngineDesk
  ) throws {
    let first = rows.count
    let laws = target.laws.filter { isRandom ? $0.name != EngineCheck.lawOfFiles : true }
    rows += laws.map { law in
      let isClaimed = law.claims.isSubset(of: plugin.manifest.capabilities)
      return LawRow(law: law.name, verdict: .undecided, isClaimed: isClaimed, judged: 0)
    }
    for (number, document) in documents.enumerated() {
      try blackBox.note(document)
      for (index, verdict) in Law.verdicts(of: laws, on: document, with: plugin).enumerated() {
        rows[first + index].note(verdict, on: document)
      }
      if number % 64 == 63 { try desk.write(rows, to: desk.draft) }
    }
    try desk.write(rows, to: desk.draft)
  }

  /// Each law's first broken document, made small.
  mutating func minimize(_ blackBox: BlackBox) throws {
    for index in rows.indices {
      guard let text = rows[index].document, let law = Law.ofAnyTarget(named: rows[index].law) else { continue }
      let document = try Document(text: text, file: law.name)
      var problem: Error?
      let outcome = Minimizer(attemptLimit: EngineCheck.minimizerLimit).minimize(document) { proposal in
        do { try blackBox.note(proposal) } catch { problem = error }
        if case .broken = law.judge(proposal, plugin) { return true }
        return false
      }
      if let problem { throw problem }
      // What breaks only now and then is left as it was met.
      guard case .broken(let detail) = law.judge(outcome.document, plugin) else { continue }
      rows[index].take(outcome.document, detail)
    }
  }

  /// Some seconds on a small document.
  private static let minimizerLimit = 5000
}

/// A law's fate over all documents.
struct LawRow: Codable {
  var law: String
  var verdict: JudgedLaw.Verdict
  /// Whether the engine claims what the law is about.
  var isClaimed: Bool
  /// Documents on which the law could be judged.
  var judged: Int
  var detail: String?
  /// The first document that breaks the law, in text form.
  var document: String?

  var text: String {
    switch verdict {
    case .broken:
      "\(law) is broken\n  \(detail ?? "")"
        + (document ?? "").split(separator: "\n").map { "\n    \($0)" }.joined()
    case .holds: "\(law) holds (\(judged) documents)"
    case .undecided: "\(law) undecided: \(detail ?? "no document could be judged")"
    }
  }

  mutating func note(_ verdict: SceneOracles.Verdict, on document: Document) {
    switch verdict {
    case .holds:
      judged += 1
      if self.verdict == .undecided { (self.verdict, detail) = (.holds, nil) }
    case .broken(let why):
      judged += 1
      guard self.verdict != .broken else { return }
      self.verdict = .broken
      take(document, why)
    case .undecided(let why): if judged == 0 { detail = why }
    }
  }

  /// A document that breaks the law, and what is wrong.
  mutating func take(_ document: Document, _ why: String) {
    var document = document
    document.provenance = Provenance(law: law, found: isoDate(Date()))
    detail = why
    self.document = document.text
  }
}
