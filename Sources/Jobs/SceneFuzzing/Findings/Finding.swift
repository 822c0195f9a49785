import LayoutPlugin
import SceneModel
import SceneOracles

/// A broken law, with the smallest known document that breaks it.
public struct Finding: Sendable {
  public enum Status: String, Codable, Sendable {
    /// The finding is not on the list of known findings.
    case new
    /// The finding was fixed and occurs again.
    case returned
    /// The finding is on the list as open.
    case known
  }

  /// Whether the finding is reproducible.
  public enum Kind: String, Codable, Sendable {
    /// The law is broken each time the document is judged.
    case steady
    /// The law is broken now and then, depending on time, on addresses, or on what other code left in memory.
    case nondeterministic
  }

  public var kind: Kind
  public var target: String
  public var law: String
  /// The message of the verdict.
  public var detail: String
  /// The first line of the finding's description: what the engine did. Nil if that is the first line of `detail`.
  public var title: String?
  public var status: Status
  /// The day on which the finding was made, as an ISO date such as `2026-11-21`.
  public var found: String
  /// How often the minimised document breaks the law.
  public var rate: ReplayRate
  public var original: Document
  public var minimized: Document
  /// The parts of the minimised document that are needed; nil if that was not examined.
  public var explanation: Explanation?
  /// The engine's own messages about what it refused in the minimised document, one for each transaction.
  public var engineWords: [String] = []
  /// Further traits by which findings are put into buckets.
  public var traits: Traits

  public struct Traits: Codable, Hashable, Sendable {
    /// The shapes of the minimised documents.
    public var shapes: [DocumentShape]
    /// The subject of the verdict; nil in records that were made before it was kept.
    public var subject: VerdictSubject?
    /// The name of the law about repetition that the engine breaks with the document. If there is none, it is the finding's own law if the finding is
    /// not reproducible, otherwise nil.
    public var cause: String?
    /// The kind of constraint that the engine does not remove completely: after the removal its frames are wrong, although a new instance lays out
    /// the final document correctly. Nil if there is no such kind, or several.
    public var leftBehind: String?
    /// The kinds of edits that the engine must rightly refuse before the law breaks. Nil if the law breaks without any refusal.
    public var afterRefusal: String?
  }

  /// Makes a finding. Its traits are those of the document alone; the engine is not run for them.
  public init(
    kind: Kind, target: String, law: String, detail: VerdictMessage, status: Status, found: String, rate: ReplayRate,
    original: Document, minimized: Document
  ) {
    (self.kind, self.target, self.law) = (kind, target, law)
    (self.detail, title) = ("\(detail)", detail.title)
    (self.status, self.found, self.rate) = (status, found, rate)
    (self.original, self.minimized) = (original, minimized)
    traits = Traits(
      shapes: [DocumentShape(minimized)], subject: VerdictSubject(detail), cause: kind == .nondeterministic ? law : nil)
  }

  /// Makes a finding from a record that keeps its traits.
  public init(
    kind: Kind, target: String, law: String, recorded detail: String, traits: Traits, status: Status, found: String,
    rate: ReplayRate, minimized: Document
  ) {
    self.init(
      kind: kind, target: target, law: law, detail: VerdictMessage(text: detail), status: status, found: found,
      rate: rate, original: minimized, minimized: minimized)
    self.traits = traits
  }

  /// Makes a finding from its record in the store.
  public init(_ record: FindingStore.Record, _ minimized: Document) {
    self.init(
      kind: record.kind ?? .steady, target: record.target, law: record.law, detail: VerdictMessage(text: record.detail),
      status: record.status, found: record.found,
      rate: ReplayRate(broken: record.reproduced, of: record.replays), original: minimized, minimized: minimized)
    engineWords = record.engineWords ?? []
    title = record.title
  }

  /// The minimised document for people, with a remark on each part that says whether it is needed.
  public var text: String { explanation?.text ?? minimized.text }

  /// The subject of the verdict.
  public var subject: VerdictSubject { traits.subject ?? VerdictSubject(VerdictMessage(text: detail)) }

  /// Whether the finding's document or verdict has odd numbers (`OddNumbers`). False for findings that are not reproducible.
  public var isOdd: Bool { traits.cause == nil && (minimized.hasOddNumbers || subject.isOdd) }

  /// The id that `layoutlab keep` takes: the same whenever the same thing is found.
  public var id: String { Finding.id(fingerprint: fingerprint) }

  /// The fingerprint: equal for documents with equal normal forms. Findings that are not reproducible have one for each law.
  public var fingerprint: String {
    switch kind {
    case .steady: Finding.fingerprint(law: law, document: minimized)
    case .nondeterministic: Finding.fingerprintByChance(law: law)
    }
  }

  static func fingerprint(law: String, document: Document) -> String {
    fingerprint("\(law) \(document.normalForm.digest)")
  }

  static func fingerprintByChance(law: String) -> String {
    fingerprint("\(law) \(Kind.nondeterministic.rawValue)")
  }

  /// Returns the id that all nondeterministic findings of a law share.
  public static func idByChance(law: String) -> String { id(fingerprint: fingerprintByChance(law: law)) }

  private static func fingerprint(_ text: String) -> String {
    String(hash(of: text.utf8), radix: 16).paddedLeft(to: 16)
  }

  /// Returns the id of a finding that has no fingerprint. It is made from words that are the same each time it is found.
  package static func id(of words: String) -> String {
    id(fingerprint: String(SceneFuzzing.hash(of: words.utf8), radix: 16).paddedLeft(to: 16))
  }

  /// A short id that is the same whenever the same thing is found.
  static func id(fingerprint: String) -> String { String(fingerprint.prefix(6)) }
}

extension VerdictMessage {
  /// The description of a contract violation, beginning with what the engine did; nil if there is no violation.
  fileprivate var title: String? {
    guard let fault, let part = fault.part else { return nil }
    return "\(fault.text) (\(fault.place)the contract about \(part.rawValue))"
  }
}

extension String {
  func paddedLeft(to length: Int) -> String { String(repeating: "0", count: max(0, length - count)) + self }
}

extension Document {
  /// The document's size as people count it: `3 views, 4 constraints`, `2 variables, 3 constraints` or `1 layer, 2 animations`. Intrinsic
  /// sizes are constraints, groups are animations.
  public var summary: String {
    let weight = weight
    let first =
      switch self {
      case .scene: counted(weight.views, "view")
      case .solver(let script): counted(script.variables.count, "variable")
      case .timeline: counted(weight.views, "layer") + ", " + counted(weight.constraints, "animation")
      }
    if case .timeline = self { return first }
    return "\(first), \(counted(weight.constraints, "constraint"))"
  }
}
