import LayoutPlugin
import SceneModel
import SceneOracles

/// A law that a document broke, as it was met: neither minimised nor looked up.
public struct Violation: Sendable {
  public var law: String
  public var document: Document
  /// What the law says is wrong.
  public var detail: String

  public init(law: String, document: Document, detail: String) {
    self.law = law
    self.document = document
    self.detail = detail
  }
}

/// Judges one input after the other. A broken law is handed to `record` and the session goes on; only a crash ends it.
///
/// It serves one thread at a time.
public final class FuzzSession {
  /// How many violations of one law are handed on: a bug that every second input shows is one bug.
  public static let violationsRecordedPerLaw = 12

  public let target: FuzzTarget
  public private(set) var executions = 0
  /// Executions on which the expensive laws judged too.
  public private(set) var sampled = 0
  private let plugin: Plugin
  private let record: (Violation) -> Void
  private let recordFile: (FileViolation) -> Void
  private let cheapLaws: [Law]
  private var recorded: [String: Set<String>] = [:]

  /// `recordFile`: a file that breaks a law; by default it ends the process with the law's name.
  public init(
    _ target: FuzzTarget, plugin: Plugin,
    recordFile: @escaping (FileViolation) -> Void = { fatalError("\($0.law) is broken: \($0.detail)") },
    record: @escaping (Violation) -> Void
  ) {
    self.target = target
    self.plugin = plugin
    self.record = record
    self.recordFile = recordFile
    cheapLaws = target.laws.filter { $0.cost == .cheap }
  }

  /// One execution of a fuzzer.
  public func execute(_ input: FuzzInput) {
    let isSampled = hash(of: input.bytes) % target.exactSample == 0
    switch input.meaning {
    case .file(let kind): judge(input.bytes, as: kind, isSampled: isSampled)
    case .document(let document): judge(document, isSampled: isSampled)
    }
  }

  private func judge(_ bytes: [UInt8], as kind: FileKind, isSampled: Bool) {
    executions += 1
    if isSampled { sampled += 1 }
    let content = kind.content(of: bytes)
    for law in kind.laws where isSampled || law.cost == .cheap {
      guard case .broken(let detail) = law.judge(content, plugin) else { continue }
      recordFile(FileViolation(law: law.name, bytes: bytes, detail: detail))
    }
  }

  /// `isSampled`: the expensive laws judge too.
  public func judge(_ document: Document, isSampled: Bool) {
    executions += 1
    if isSampled { sampled += 1 }
    let laws = isSampled ? target.laws : cheapLaws
    for (law, verdict) in zip(laws, Law.verdicts(of: laws, on: document, with: plugin)) {
      guard case .broken(let detail) = verdict else { continue }
      guard recorded[law.name, default: []].count < FuzzSession.violationsRecordedPerLaw,
        recorded[law.name, default: []].insert(document.normalForm.digest.description).inserted
      else { continue }
      record(Violation(law: law.name, document: document, detail: detail))
    }
  }
}
