import Foundation
import SceneFuzzing
import SceneModel
import SceneOracles

/// A finding that became a regression test. Its document is in the folder of the tests. The list of known findings has it as fixed if its law holds
/// already, otherwise as kept.
public struct KeptFinding: Encodable, Sendable {
  /// The law that the regression test is about, the test's file, and the finding's fingerprint.
  var law, file, fingerprint: String
  private var engine: String?
  private var folder: String

  private enum CodingKeys: CodingKey { case law, file, fingerprint }

  /// Keeps a finding as a regression test.
  ///
  /// - Parameters:
  ///   - id: the id of a finding in the folder `work`.
  ///   - name: a word for the file's name that says what is special about the finding; nil: its id.
  ///   - scenes: the folder of the tests; nil: this project's, or one beside the findings of another engine.
  ///   - engine: returns the engine that a record names.
  /// - Throws: `UserMistake` if there is no such finding, if its record is damaged, or if the test exists. Then nothing is written.
  public init(
    keeping id: String, of work: String, as name: String?, in scenes: String?, engine: (String) -> NamedEngine
  ) throws {
    let (record, document) = try FindingStore(folder: URL(filePath: work)).required(id)
    let named = engine(record.engine ?? NamedEngine.ours)
    guard let judging = named.laws(patience: KeptFinding.patience).first(where: { $0.name == record.law }) else {
      throw UserMistake(
        .wrongFormat,
        "\(work): the record of finding \(id) names the law \(record.law), which does not exist. The record is damaged or of another version. Run the fuzzer again to find it again."
      )
    }
    let name = name ?? record.id
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }), !name.isEmpty else {
      throw UsageMistake(.wrongFormat, "--as \(name): use letters, digits and hyphens.")
    }
    let isOurs = record.engine == nil
    let folder = URL(filePath: scenes ?? (isOurs ? "Tests/RegressionTests/Scenes" : "\(work)/Scenes"))
    let file = folder.appending(path: "\(record.law)-\(name).\(document.fileExtension)")
    guard !FileManager.default.fileExists(atPath: file.path) else {
      throw UserMistake(.existsAlready, "\(file.relativePath): exists already. Choose another name with --as.")
    }
    let knownFile = FuzzedEngine.knownFindingsFile(isOurs: isOurs, work: work)
    // The list is read before anything is written, because the list may be unreadable.
    var known = try FuzzedEngine.known(knownFile)
    try DurableFile.write(Array(document.text.utf8), to: file)
    known.note(
      .init(
        fingerprint: record.fingerprint, law: record.law,
        state: KeptFinding.holds(judging, document, on: named) ? .fixed : .kept, found: record.found,
        reason: "kept as \(file.lastPathComponent)", document: document.text))
    try known.write(to: knownFile)
    (law, self.file, fingerprint) = (record.law, file.relativePath, record.fingerprint)
    (self.engine, self.folder) = (record.engine, folder.relativePath)
  }

  /// The time limit for the document, in seconds.
  private static let patience = 10

  /// Whether the present engine does not break the law with the document. False if the engine cannot be run.
  private static func holds(_ law: Law, _ document: Document, on engine: NamedEngine) -> Bool {
    let result = try? EngineProcess(engine, patience: patience, streams: .none).run {
      (parentLink: EngineProcess.ParentLink<Bool>) in
      parentLink.blackBox.note(document.compact)
      if case .broken = law.judge(document, try engine.plugin()) { return false }
      return true
    }
    if case .answered(let answer)? = result { return answer }
    return false
  }

  public var text: String {
    let replay =
      engine.map { "layoutlab check \(folder.shellQuoted)" + NamedEngine.suffix($0) }
      ?? "swift test --filter RegressionTests"
    return "\(file)\nReplay:  \(replay)"
  }
}
