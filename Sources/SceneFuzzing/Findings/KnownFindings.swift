import Foundation

/// `Fuzz/known-findings.json`: what fuzzing has found before, and what became of it.
public struct KnownFindings: Codable, Hashable, Sendable {
  public enum State: String, Codable, Sendable {
    case open, fixed
  }

  public struct Entry: Codable, Hashable, Sendable {
    public var fingerprint: String
    public var law: String
    public var state: State
    /// ISO date.
    public var found: String
    /// Why it is open, or what fixed it.
    public var reason: String
    /// The minimised document in text form; replayed to see whether an open finding has gone quiet.
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
    case .open: .known
    case .fixed: .returned
    case nil: .new
    }
  }

  /// An absent file is an empty list; a damaged one is an error.
  public init(contentsOf file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else {
      findings = []
      return
    }
    self = try JSONDecoder().decode(KnownFindings.self, from: Data(contentsOf: file))
  }

  public func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(self)
    data.append(UInt8(ascii: "\n"))
    try data.write(to: file, options: .atomic)
  }
}
