import Foundation
import SceneModel

/// The folder of one work directory (`Fuzz/Work`): violations as fuzzers meet them, findings as triage leaves them.
///
///     <target>/violations/<law>-<digest>.scene
///     <target>/findings/<id>/{original.scene, minimized.scene, finding.json}
///     <target>/crashes/: inputs that ended a process, and files that broke a law
public struct FindingStore: Sendable {
  public var folder: URL

  public init(folder: URL) { self.folder = folder }

  /// `finding.json`: the facts; the documents lie beside it.
  public struct Record: Codable, Hashable, Sendable {
    public var id, target, law, detail, found, fingerprint: String
    /// The engine that breaks the law, as the user named it; nil: our own.
    public var engine: String?
    public var status: Finding.Status
    public var reproduced, replays: Int
    /// For people: `3 views, 4 constraints`.
    public var weight, originalWeight: String
    public var views, constraints, originalConstraints: Int
    /// Relative to the current directory.
    public var file: String
  }

  // MARK: violations

  public func violationsFolder(of target: String) -> URL { folder.appending(path: "\(target)/violations") }

  /// Written once: the same document breaking the same law again changes nothing.
  public func record(_ violation: Violation, target: String, found: String) throws {
    let violations = violationsFolder(of: target)
    try FileManager.default.createDirectory(at: violations, withIntermediateDirectories: true)
    var document = violation.document
    let name = "\(violation.law)-\(document.digest).\(document.fileExtension)"
    let file = violations.appending(path: name)
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    document.provenance = Provenance(law: violation.law, found: found)
    try Data(document.text.utf8).write(to: file, options: .atomic)
  }

  /// What fuzzers have left, in the order of the file names.
  public func violations(of target: String) throws -> [Violation] {
    try files(in: violationsFolder(of: target)).compactMap { file in
      let document = try Document(text: String(decoding: Data(contentsOf: file), as: UTF8.self), file: file.path)
      guard let law = document.provenance?.law else { return nil }
      return Violation(law: law, document: document, detail: "")
    }
  }

  /// After triage.
  public func forgetViolations(of target: String) throws {
    for file in files(in: violationsFolder(of: target)) { try FileManager.default.removeItem(at: file) }
  }

  // MARK: crashes

  public func crashesFolder(of target: String) -> URL { folder.appending(path: "\(target)/crashes") }

  /// A document is kept in its text form, with the name of what it is.
  @discardableResult
  public func recordCrash(_ document: Document, target: String) throws -> URL {
    try recordCrash([UInt8](document.text.utf8), named: "\(document.digest).\(document.fileExtension)", target: target)
  }

  /// A file from outside.
  @discardableResult
  public func recordCrash(_ bytes: [UInt8], target: String) throws -> URL {
    try recordCrash(bytes, named: "file-\(String(hash(of: bytes), radix: 16))", target: target)
  }

  private func recordCrash(_ bytes: [UInt8], named name: String, target: String) throws -> URL {
    let crashes = crashesFolder(of: target)
    try FileManager.default.createDirectory(at: crashes, withIntermediateDirectories: true)
    let file = crashes.appending(path: name)
    try Data(bytes).write(to: file, options: .atomic)
    return file
  }

  // MARK: findings

  public func findingFolder(_ id: String, target: String) -> URL { folder.appending(path: "\(target)/findings/\(id)") }

  public func minimizedFile(of finding: Finding) -> URL {
    findingFolder(finding.id, target: finding.target).appending(path: "minimized.\(finding.minimized.fileExtension)")
  }

  /// `engine` is the one that breaks the law, as the user named it; nil: our own.
  @discardableResult
  public func record(_ finding: Finding, engine: String? = nil) throws -> Record {
    let folder = findingFolder(finding.id, target: finding.target)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let kind = finding.minimized.fileExtension
    try Data(finding.original.text.utf8).write(to: folder.appending(path: "original.\(kind)"), options: .atomic)
    try Data(finding.minimized.text.utf8).write(to: minimizedFile(of: finding), options: .atomic)
    let record = self.record(of: finding, engine: engine)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(record).write(to: folder.appending(path: "finding.json"), options: .atomic)
    return record
  }

  private func record(of finding: Finding, engine: String?) -> Record {
    Record(
      id: finding.id, target: finding.target, law: finding.law, detail: finding.detail, found: finding.found,
      fingerprint: finding.fingerprint, engine: engine, status: finding.status, reproduced: finding.reproduced,
      replays: finding.replays, weight: finding.minimized.summary, originalWeight: finding.original.summary,
      views: finding.minimized.weight.views, constraints: finding.minimized.weight.constraints,
      originalConstraints: finding.original.weight.constraints, file: minimizedFile(of: finding).relativePath)
  }

  /// The record and the minimised document of a finding; nil when no target has it.
  public func finding(_ id: String) throws -> (record: Record, minimized: Document)? {
    let targets = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
    for target in targets {
      let file = findingFolder(id, target: target).appending(path: "finding.json")
      guard let data = try? Data(contentsOf: file) else { continue }
      let hint = "Run the fuzzer again, which finds it anew, or restore the file."
      guard let record = try? JSONDecoder().decode(Record.self, from: data) else {
        throw TextError(file: file.path, line: 0, problem: "not the record of a finding", hint: hint)
      }
      let name = URL(filePath: record.file).lastPathComponent
      let minimized = findingFolder(id, target: target).appending(path: name)
      guard let text = try? String(contentsOf: minimized, encoding: .utf8) else {
        throw TextError(file: minimized.path, line: 0, problem: "cannot be read", hint: hint)
      }
      return (record, try Document(text: text, file: minimized.path))
    }
    return nil
  }

  private func files(in folder: URL) -> [URL] {
    let found = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return found.filter { ["scene", "solver", "timeline"].contains($0.pathExtension) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}

/// Today as the documents write it: `2026-11-21`, in UTC.
public func isoDate(_ date: Date) -> String {
  date.formatted(.iso8601.year().month().day())
}
