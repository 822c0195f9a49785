import Foundation
import SceneFuzzing

/// A finding that will not be repaired, with the reason. The list of known findings has it as open, so later runs only count it.
public struct AcceptedFinding: Encodable, Sendable {
  /// The law that the finding breaks, the finding's fingerprint, the reason for accepting it, and the file of the list.
  public var law, fingerprint, reason, file: String

  /// Accepts a finding: enters it into the list of known findings as open.
  ///
  /// - Parameters:
  ///   - id: the id of a finding in the folder `work`.
  ///   - reason: one sentence for readers of the list.
  /// - Throws: `UserMistake` if there is no such finding, if its record is damaged, or if the list cannot be read or written. Then nothing is
  ///   written.
  public init(accepting id: String, of work: String, reason: String) throws {
    let (record, document) = try FindingStore(folder: URL(filePath: work)).required(id)
    let list = FuzzedEngine.knownFindingsFile(isOurs: record.engine == nil, work: work)
    var known = try FuzzedEngine.known(list)
    known.note(
      .init(
        fingerprint: record.fingerprint, law: record.law, state: .open, found: record.found, reason: reason,
        document: document.text))
    try known.write(to: list)
    (law, fingerprint, self.reason, file) = (record.law, record.fingerprint, reason, list.relativePath)
  }

  public var text: String { "\(law) is known from now on: \(reason)\n\(file)" }
}
