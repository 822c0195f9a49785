import Foundation
import SceneFuzzing
import SceneModel
import SceneOracles

/// The answer of `plugins check`: the result of each law.
public struct LawRecord: Codable, Sendable {
  public var laws: [LawRow]
  /// The number and speed of messages of an engine that is a command; nil for other engines, and if it answered none.
  public var pace: EnginePace?

  public init(laws: [LawRow], pace: EnginePace? = nil) { (self.laws, self.pace) = (laws, pace) }

  /// A sentence with the number of broken laws and of bugs behind them; nil if no law is broken.
  public var causes: String? {
    let broken = laws.filter { $0.verdict == .broken }
    if broken.isEmpty { return nil }
    let causes = broken.count { $0.bucket == nil }
    return "\(counted(broken.count, "law")) broken, by what may well be \(counted(causes, "bug"))"
  }
}

/// The result of one law over all documents.
public struct LawRow: Codable, Sendable {
  public enum Fate: String, Codable, Sendable {
    case holds, broken, undecided
  }

  public var law: String
  public var verdict: Fate
  /// Whether the engine makes the claims that the law needs.
  public var isClaimed: Bool
  /// The number of documents on which the law could be judged.
  public var judged: Int
  public var detail: String?
  /// The code of the reason why no document could be judged; nil if one was.
  public var undecided: Undecided.Code?
  /// The facts of the verdict by which rows are put into buckets; nil if the law is not broken.
  public var subject: VerdictSubject?
  /// The first document that breaks the law, minimised if possible, in text form; nil if none does.
  public var document: String?
  /// Another broken law whose smaller document shows the same bug; nil if there is none.
  public var bucket: String?
  /// The reason why not all documents were judged; nil if all were.
  public var cut: String?

  /// Makes the row of an engine that crashed, hung or exited. Its law, `plugin.answers`, says that an engine answers; it is not one of the judge's
  /// laws.
  public init(lost loss: EngineProcess.Loss) {
    (law, verdict, isClaimed, judged, detail) = ("plugin.answers", .broken, true, 0, loss.how)
  }

  init(_ law: Law, isClaimed: Bool) {
    (self.law, verdict, self.isClaimed, judged) = (law.name, .undecided, isClaimed, 0)
  }

  public var text: String {
    switch verdict {
    case .broken where bucket != nil: "\(law) is broken\n  by what breaks \(bucket!): \(detail ?? "")"
    case .broken:
      "\(law) is broken\n  \(detail ?? "")"
        + (document ?? "").split(separator: "\n").map { "\n    \($0)" }.joined()
    case .holds: "\(law) holds (\(judged) documents\(cut.map { "; \($0)" } ?? ""))"
    case .undecided: "\(law) undecided: \(detail ?? "no document could be judged")"
    }
  }

  /// Records that the remaining documents are not judged, and the reason.
  mutating func cut(_ why: String) {
    cut = why
    // What the engine does not claim is undecided for that reason.
    if verdict == .undecided, isClaimed { detail = why }
  }

  mutating func note(_ verdict: SceneOracles.Verdict, on document: Document) {
    switch verdict {
    case .holds:
      judged += 1
      if self.verdict == .undecided { (self.verdict, detail, undecided) = (.holds, nil, nil) }
    case .broken(let why):
      judged += 1
      guard self.verdict != .broken else { return }
      (self.verdict, undecided) = (.broken, nil)
      take(document, why)
    case .undecided(let why): if judged == 0 { (detail, undecided) = (why.description, why.code) }
    }
  }

  /// Records a document that breaks the law, and the reason.
  public mutating func take(_ document: Document, _ why: VerdictMessage) {
    var document = document
    document.provenance = Provenance(law: law, found: isoDate(Date()))
    (detail, subject) = ("\(why)", VerdictSubject(why))
    self.document = document.text
  }
}
