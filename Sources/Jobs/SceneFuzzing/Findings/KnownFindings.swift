import Foundation
import SceneModel

/// The content of `Fuzz/known-findings.json`: earlier findings, and their states.
public struct KnownFindings: Codable, Hashable, Sendable {
  public enum State: String, Codable, Sendable {
    /// The finding is known and not fixed, for a stated reason.
    case open
    /// The finding became a regression test before it was repaired. It becomes fixed as soon as its law holds in a run.
    case kept
    /// The finding was repaired. If it is found again, it has returned.
    case fixed
  }

  public struct Entry: Codable, Hashable, Sendable {
    public var fingerprint: String
    public var law: String
    public var state: State
    /// The day on which the finding was made, as an ISO date.
    public var found: String
    /// The reason why the finding is open, or how it was repaired.
    public var reason: String
    /// The minimised document in text form. It is replayed to see whether an open finding still occurs.
    public var document: String

    public init(
      fingerprint: String, law: String, state: State, found: String, reason: String, document: String
    ) {
      self.fingerprint = fingerprint
      self.law = law
      self.state = state
      self.found = found
      self.reason = reason
      self.document = document
    }
  }

  public var findings: [Entry]

  public init(findings: [Entry] = []) { self.findings = findings }

  public func status(of fingerprint: String) -> Finding.Status {
    switch findings.first(where: { $0.fingerprint == fingerprint })?.state {
    case .open, .kept: .known
    case .fixed: .returned
    case nil: .new
    }
  }

  /// Puts an entry on the list, in the place of an earlier one with its fingerprint.
  public mutating func note(_ entry: Entry) {
    findings.removeAll { $0.fingerprint == entry.fingerprint }
    findings.append(entry)
    findings.sort { ($0.law, $0.fingerprint) < ($1.law, $1.fingerprint) }
  }

  /// Marks findings with these fingerprints as fixed if their state is kept.
  public mutating func settle(_ quiet: [String]) {
    for at in findings.indices where findings[at].state == .kept && quiet.contains(findings[at].fingerprint) {
      findings[at].state = .fixed
    }
  }

  /// Reads the list. An absent file is an empty list; a damaged one is an error. People edit states and reasons by hand, so the file has no checksum;
  /// instead each entry's fingerprint is compared with its law and its document.
  public init(contentsOf file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else {
      findings = []
      return
    }
    self = try JSONDecoder().decode(KnownFindings.self, from: Data(try DurableFile.read(file)))
    var seen: Set<String> = []
    for entry in findings {
      let document = try Document(text: entry.document, file: "the document of \(entry.fingerprint)")
      let own = [Finding.fingerprint(law: entry.law, document: document), Finding.fingerprintByChance(law: entry.law)]
      guard own.contains(entry.fingerprint),
        document.provenance.map({ $0.law == entry.law && $0.found == entry.found }) ?? true
      else { throw UserMistake(.impossible, "\(entry.fingerprint) is not the fingerprint of its law and its document") }
      guard seen.insert(entry.fingerprint).inserted else {
        throw UserMistake(.existsAlready, "\(entry.fingerprint) is there twice")
      }
    }
  }

  public func write(to file: URL) throws(UserMistake) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { preconditionFailure("a list of findings is JSON") }
    try DurableFile.write(data + [UInt8(ascii: "\n")], to: file)
  }
}
