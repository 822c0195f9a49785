import Foundation
import SceneModel

/// The folder of one work directory (`Fuzz/Work`): violations as recorded by fuzzers, and findings as written by triage.
///
///     <target>/violations/<law>-<digest>.scene
///     <target>/findings/<id>/{original.scene, minimized.scene, finding.json}
///     <target>/crashes/<id>/: inputs at which the engine crashed, hung or exited, and files that broke a law
public struct FindingStore: Sendable {
  public var folder: URL

  public init(folder: URL) { self.folder = folder }

  /// The content of `finding.json`. The documents are in the same folder.
  public struct Record: Codable, Hashable, Sendable {
    public var id, target, law, detail, found, fingerprint: String
    /// The engine that breaks the law, as the user named it; nil: our own.
    public var engine: String?
    public var status: Finding.Status
    public var kind: Finding.Kind?
    /// The number of replays in which the minimised document broke the law again, and the number of all replays.
    public var reproduced, replays: Int
    /// The id of the finding with the smallest document among those of the same bug; nil if it is this one.
    public var bucket: String?
    /// The ids of the other findings that show the same bug; nil for all findings but the one with the smallest document.
    public var others: [String]?
    /// The engine's own messages about what it refused; nil if it refused nothing.
    public var engineWords: [String]?
    /// The first line of the description; nil if that is the first line of `detail`.
    public var title: String?
    /// The sizes of the documents, for people: `3 views, 4 constraints`.
    public var weight, originalWeight: String
    public var views, constraints, originalConstraints: Int
    /// The path of the document, relative to the current directory.
    public var file: String
  }

  // MARK: violations

  public func violationsFolder(of target: String) -> URL { folder.appending(path: "\(target)/violations") }

  /// Records a violation. Returns nil, and changes nothing, if the same document has broken the same law before.
  @discardableResult
  public func record(_ violation: Violation, target: String, found: String) throws(UserMistake) -> URL? {
    var document = violation.document
    let name = "\(violation.law)-\(document.digest).\(document.fileExtension)"
    let file = violationsFolder(of: target).appending(path: name)
    guard !FileManager.default.fileExists(atPath: file.path) else { return nil }
    document.provenance = Provenance(law: violation.law, found: found)
    try DurableFile.write(Array(document.text.utf8), to: file)
    return file
  }

  /// Returns the law that a violation breaks, by the name of its file.
  public static func law(ofViolation file: URL) -> String {
    file.lastPathComponent.split(separator: "-").dropLast().joined(separator: "-")
  }

  /// Returns the files that fuzzers have left, in the order of their names.
  public func violationFiles(of target: String) throws(UserMistake) -> [URL] {
    let folder = violationsFolder(of: target)
    return try DurableFile.names(in: folder).map { folder.appending(path: $0) }
      .filter { ["scene", "solver", "timeline"].contains($0.pathExtension) }
  }

  public func violation(in file: URL) throws -> Violation {
    let text = String(decoding: try DurableFile.read(file), as: UTF8.self)
    let document = try Document(text: text, file: file.relativePath)
    guard let law = document.provenance?.law else {
      throw UserMistake(
        .valueMissing,
        "\(file.relativePath): the document does not say which law it breaks. Add a line `law NAME`, or remove the file."
      )
    }
    return Violation(law: law, document: document, detail: "")
  }

  /// Removes everything about a target: corpus, violations, findings, crashes.
  public func forget(_ target: String) throws(UserMistake) {
    let own = folder.appending(path: target)
    guard FileManager.default.fileExists(atPath: own.path) else { return }
    do {
      try FileManager.default.removeItem(at: own)
    } catch {
      throw UserMistake(
        .fileUnwritable,
        "\(own.relativePath): cannot be removed (\(error.localizedDescription)). Name another folder with --work.")
    }
  }

  // MARK: crashes

  public func crashesFolder(of target: String) -> URL { folder.appending(path: "\(target)/crashes") }

  // MARK: findings

  public func findingFolder(_ id: String, target: String) -> URL { folder.appending(path: "\(target)/findings/\(id)") }

  public func minimizedFile(of finding: Finding) -> URL {
    findingFolder(finding.id, target: finding.target).appending(path: "minimized.\(finding.minimized.fileExtension)")
  }

  /// Writes the record of a finding. `engine` is the engine that breaks the law, as the user named it; nil: our own.
  @discardableResult
  public func record(_ finding: Finding, engine: String? = nil) throws(UserMistake) -> Record {
    let folder = findingFolder(finding.id, target: finding.target)
    let kind = finding.minimized.fileExtension
    try DurableFile.write(Array(finding.original.text.utf8), to: folder.appending(path: "original.\(kind)"))
    try DurableFile.write(Array(finding.text.utf8), to: minimizedFile(of: finding))
    let record = self.record(of: finding, engine: engine)
    try write(record)
    return record
  }

  /// Writes `picture.svg` beside a finding's document.
  public func write(picture svg: String, of id: String, target: String) throws(UserMistake) {
    try DurableFile.write(Array(svg.utf8), to: findingFolder(id, target: target).appending(path: "picture.svg"))
  }

  /// Writes `finding.json`.
  public func write(_ record: Record) throws(UserMistake) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(record) else { preconditionFailure("a finding's facts are JSON") }
    try DurableFile.write(data, to: findingFolder(record.id, target: record.target).appending(path: "finding.json"))
  }

  private func record(of finding: Finding, engine: String?) -> Record {
    var record = Record(
      id: finding.id, target: finding.target, law: finding.law, detail: finding.detail, found: finding.found,
      fingerprint: finding.fingerprint, engine: engine, status: finding.status, kind: finding.kind,
      reproduced: finding.rate.broken, replays: finding.rate.replays, weight: finding.minimized.summary,
      originalWeight: finding.original.summary,
      views: finding.minimized.weight.views, constraints: finding.minimized.weight.constraints,
      originalConstraints: finding.original.weight.constraints, file: minimizedFile(of: finding).relativePath)
    record.engineWords = finding.engineWords.isEmpty ? nil : finding.engineWords
    record.title = finding.title
    return record
  }

  /// Returns the record and the minimised document of a finding that the user names.
  ///
  /// - Throws: `UserMistake` if it does not exist, `TextError` if it is damaged.
  public func required(_ id: String) throws -> (record: Record, minimized: Document) {
    guard id.allSatisfy(\.isHexDigit), let found = try finding(id) else {
      throw UserMistake(
        .unknownName,
        "\(folder.relativePath): there is no finding \(id). `layoutlab fuzz` prints the ids it stores.")
    }
    return found
  }

  /// Returns the record and the minimised document of a finding; nil if no target has it.
  public func finding(_ id: String) throws -> (record: Record, minimized: Document)? {
    let targets = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
    for target in targets {
      let file = findingFolder(id, target: target).appending(path: "finding.json")
      guard let data = try? Data(contentsOf: file) else { continue }
      let hint = "Run the fuzzer again, which finds it anew, or restore the file."
      guard let record = try? JSONDecoder().decode(Record.self, from: data) else {
        throw TextError(
          file: file.path, line: 0, code: .wrongFormat, problem: "not the record of a finding", hint: hint)
      }
      let name = URL(filePath: record.file).lastPathComponent
      let minimized = findingFolder(id, target: target).appending(path: name)
      guard let text = try? String(contentsOf: minimized, encoding: .utf8) else {
        throw TextError(file: minimized.path, line: 0, code: .fileUnreadable, problem: "cannot be read", hint: hint)
      }
      let document = try Document(text: text, file: minimized.path)
      // The record and the document are checked against each other, so a changed bit in either is found.
      guard record.id == id, document.provenance?.law == record.law,
        record.fingerprint == Finding(record, document).fingerprint
      else {
        throw TextError(
          file: file.path, line: 0,
          code: .wrongFormat, problem: "does not fit \(minimized.lastPathComponent) beside it: one of them is damaged",
          hint: hint)
      }
      return (record, document)
    }
    return nil
  }
}

/// Returns a date in the form of the documents: `2026-11-21`, in UTC.
public func isoDate(_ date: Date) -> String {
  date.formatted(.iso8601.year().month().day())
}
