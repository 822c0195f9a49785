import LayoutPlugin
import SceneModel
import SceneOracles

/// A law that a document broke, as a fuzzer found it: neither minimised nor compared with known findings.
public struct Violation: Sendable {
  public var law: String
  public var document: Document
  /// The law's message about the problem.
  public var detail: VerdictMessage
  /// Whether the engine refused a transaction of the document.
  public var isAfterRefusal: Bool

  public init(law: String, document: Document, detail: VerdictMessage, isAfterRefusal: Bool = false) {
    (self.law, self.document, self.detail) = (law, document, detail)
    self.isAfterRefusal = isAfterRefusal
  }

  /// A name that violations share if they probably show one bug: the law, whether the numbers are odd, and whether a transaction was refused.
  public var kind: String {
    law + (document.hasOddNumbers || OddNumbers.areAmong(detail.numbers) ? " with odd numbers" : "")
      + (isAfterRefusal ? " after a refusal" : "")
  }
}

/// Judges one input after the other. If a law is broken, `record` gets the document, and the session continues; only a crash ends it.
///
/// It serves one thread at a time.
public final class FuzzSession {
  /// The largest number of violations of one kind that are recorded, because a frequent bug needs no more.
  public static let violationsRecordedPerLaw = 12

  public let target: FuzzTarget
  public private(set) var executions = 0
  /// The number of executions on which expensive laws judged too.
  public private(set) var sampled = 0
  private let plugin: Plugin
  private let record: (Violation) -> Void
  private let recordFile: (FileViolation) -> Void
  private let cheapLaws: [Law]
  /// The laws that run a document twice. A sample of the inputs is also judged by one of these.
  private let comparingLaws: [Law]
  private var recorded: [String: Set<String>] = [:]

  /// Makes a session. `record` gets documents that break a law, `recordFile` gets files that do.
  public init(
    _ target: FuzzTarget, plugin: Plugin,
    recordFile: @escaping (FileViolation) -> Void, record: @escaping (Violation) -> Void
  ) {
    self.target = target
    self.plugin = plugin
    self.record = record
    self.recordFile = recordFile
    cheapLaws = target.laws.filter { $0.cost == .cheap }
    comparingLaws = target.laws.filter { $0.cost == .comparing }
  }

  /// Judges an input of a fuzzer. Returns false if the input is not worth keeping, even if it reached new code.
  public func execute(_ input: FuzzInput) -> Bool {
    let draw = hash(of: input.bytes)
    switch input.meaning {
    case .file(let kind):
      judge(input.bytes, as: kind, isSampled: draw % target.exactSample == 0)
      return true
    case .document(let document):
      return judge(document, draw: draw) || (draw >> 16) % target.silentSample == 0
    }
  }

  private func judge(_ bytes: [UInt8], as kind: FileKind, isSampled: Bool) {
    executions += 1
    if isSampled { sampled += 1 }
    for violation in kind.judge(kind.content(of: bytes), plugin, isSampled) {
      recordFile(FileViolation(law: violation.law, bytes: bytes, detail: violation.detail))
    }
  }

  /// Judges a document. `draw` is a hash of the input and decides which laws judge: for one input in `exactSample` all laws, for the others the cheap
  /// ones. One in `comparingSample` of the others is also judged by a comparing law (one that runs the document a second time): the first one that
  /// can. Returns false if no comparing law can judge the document; after all laws have judged, if none of them could.
  @discardableResult
  public func judge(_ met: Document, draw: UInt64) -> Bool {
    executions += 1
    let document = target.project(met)
    let trial = Trial(document, plugin, of: target.laws)
    if draw % target.exactSample == 0 {
      sampled += 1
      return target.laws.reduce(false) { isDecided, law in judge(law, trial, document) || isDecided }
    }
    for law in cheapLaws { judge(law, trial, document) }
    guard trial.isComparable else { return false }
    if comparingLaws.isEmpty || (draw >> 24) % target.comparingSample != 0 { return true }
    let first = Int(draw >> 32) % comparingLaws.count
    return (0..<comparingLaws.count).contains {
      judge(comparingLaws[(first + $0) % comparingLaws.count], trial, document)
    }
  }

  /// Judges the document by a law and records a violation. Returns whether the law could be judged.
  @discardableResult
  private func judge(_ law: Law, _ trial: Trial, _ document: Document) -> Bool {
    switch trial.verdict(of: law) {
    case .undecided: return false
    case .holds: return true
    case .broken(let detail):
      let violation = Violation(
        law: law.name, document: document, detail: detail, isAfterRefusal: trial.hasRefusals)
      guard recorded[violation.kind, default: []].count < FuzzSession.violationsRecordedPerLaw,
        recorded[violation.kind, default: []].insert(document.normalForm.digest.description).inserted
      else { return true }
      record(violation)
      return true
    }
  }
}
