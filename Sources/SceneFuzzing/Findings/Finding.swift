import SceneModel

/// A broken law with the lightest document that shows it.
public struct Finding: Sendable {
  public enum Status: String, Codable, Sendable {
    /// Nobody has seen it before.
    case new
    /// It was fixed once.
    case returned
    /// It is on the list of open ones.
    case known
  }

  /// How it comes again.
  public enum Kind: String, Codable, Sendable {
    /// Whenever its document is judged.
    case steady
    /// Now and then: by the time, by an address, by what another left in memory.
    case nondeterministic
  }

  public var kind: Kind
  public var target: String
  public var law: String
  public var detail: String
  public var status: Status
  /// ISO date, such as `2026-11-21`.
  public var found: String
  /// Of the minimised document.
  public var rate: ReplayRate
  public var original: Document
  public var minimized: Document
  /// The part that each piece of the minimised document has in the finding; nil: nobody asked.
  public var explanation: Explanation?
  /// The engine's own words about what it refused of the minimised document, one a transaction.
  public var engineWords: [String] = []
  /// Further traits by which findings are put into buckets.
  public var traits: Traits

  public struct Traits: Codable, Hashable, Sendable {
    /// Those that minimisers came to rest at.
    public var shapes: [DocumentShape]
    /// The law about repetition that its document breaks, where it does; of one that comes and goes, else its own.
    public var cause: String?
  }

  /// Its traits are what can be seen from the document alone.
  public init(
    kind: Kind, target: String, law: String, detail: String, status: Status, found: String, rate: ReplayRate,
    original: Document, minimized: Document
  ) {
    (self.kind, self.target, self.law, self.detail) = (kind, target, law, detail)
    (self.status, self.found, self.rate) = (status, found, rate)
    (self.original, self.minimized) = (original, minimized)
    traits = Traits(shapes: [DocumentShape(minimized)], cause: kind == .nondeterministic ? law : nil)
  }

  /// As it lies in the store.
  public init(_ record: FindingStore.Record, _ minimized: Document) {
    self.init(
      kind: record.kind ?? .steady, target: record.target, law: record.law, detail: record.detail,
      status: record.status, found: record.found,
      rate: ReplayRate(broken: record.reproduced, of: record.replays), original: minimized, minimized: minimized)
    engineWords = record.engineWords ?? []
  }

  /// The minimised document as people read it: each part with what it has to do with the finding.
  public var text: String { explanation?.text ?? minimized.text }

  /// The subject of the verdict.
  public var subject: VerdictSubject { VerdictSubject(detail) }

  /// Whether it is about odd numbers, in its document or in its verdict. What comes and goes is about neither.
  public var isOdd: Bool { traits.cause == nil && (minimized.hasOddNumbers || subject.isOdd) }

  /// The id that `layoutlab keep` takes: the same whenever the same thing is found.
  public var id: String { Finding.id(fingerprint: fingerprint) }

  /// The same for every document that normalises to the same one; what comes and goes is one thing a law.
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

  /// Of what breaks a law now and then.
  public static func idByChance(law: String) -> String { id(fingerprint: fingerprintByChance(law: law)) }

  private static func fingerprint(_ text: String) -> String {
    String(hash(of: text.utf8), radix: 16).paddedLeft(to: 16)
  }

  /// Of something that has no fingerprint but words that are the same whenever it is found.
  package static func id(of words: String) -> String {
    id(fingerprint: String(SceneFuzzing.hash(of: words.utf8), radix: 16).paddedLeft(to: 16))
  }

  /// A short id that is the same whenever the same thing is found.
  static func id(fingerprint: String) -> String { String(fingerprint.prefix(6)) }
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
