import ArgumentParser
import EngineIsolation
import Foundation
import SceneFuzzing
import SceneModel

struct KeepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep",
    abstract: "Promotes a finding to a regression test.",
    discussion: """
      Copies the minimised document, with its law and its date, into Tests/RegressionTests/Scenes, and notes it as \
      fixed in Fuzz/known-findings.json: should it return, fuzzing says so. What another engine broke stays in the folder \
      of what was found on it.

      Example: layoutlab keep 9f3a17 --as two-equal-tiers
      """)

  @Argument(help: "The id that `layoutlab fuzz` printed.")
  var finding: String

  @Option(name: .customLong("as"), help: "What is special about it, as a file name; the id when absent.")
  var what: String?

  @Option(help: "The folder with the findings.")
  var work = FuzzedEngine.ourWork

  @Option(
    help:
      "The folder of the regression test. Tests/RegressionTests/Scenes when absent, Scenes beside what another engine broke."
  )
  var scenes: String?

  @Flag(help: "Print the facts as JSON.")
  var json = false

  func run() throws {
    guard finding.allSatisfy({ $0.isHexDigit }),
      let found = try FindingStore(folder: URL(filePath: work)).finding(finding)
    else { throw UserMistake("\(work): there is no finding \(finding). `layoutlab fuzz` prints the ids it stores.") }
    let engine = NamedEngine(found.record.engine ?? NamedEngine.ours, linked: EngineOptions.registry)
    guard engine.laws(patience: 1).contains(where: { $0.name == found.record.law }) else {
      throw UserMistake(
        "\(work): finding \(finding) is said to break \(found.record.law), and no law is called so. Its record is damaged, or of another version: run the fuzzer again, which finds it anew."
      )
    }
    let what = self.what ?? found.record.id
    guard what.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }), !what.isEmpty else {
      throw ValidationError("--as \(what): use letters, digits and hyphens.")
    }
    let isOurs = found.record.engine == nil
    let folder = URL(filePath: scenes ?? (isOurs ? "Tests/RegressionTests/Scenes" : "\(work)/Scenes"))
    let file = folder.appending(path: "\(found.record.law)-\(what).\(found.minimized.fileExtension)")
    guard !FileManager.default.fileExists(atPath: file.path) else {
      throw UserMistake("\(file.relativePath): exists already. Choose another name with --as.")
    }
    let knownFile = FuzzedEngine.knownFindingsFile(isOurs: isOurs, work: work)
    // Before anything is written: what cannot be read stops here.
    var known = try FuzzedEngine.known(knownFile)
    try DurableFile.write(Array(found.minimized.text.utf8), to: file)
    known.findings.removeAll { $0.fingerprint == found.record.fingerprint }
    known.findings.append(
      .init(
        fingerprint: found.record.fingerprint, law: found.record.law, state: .fixed, found: found.record.found,
        reason: "kept as \(file.lastPathComponent)", document: found.minimized.text))
    known.findings.sort { ($0.law, $0.fingerprint) < ($1.law, $1.fingerprint) }
    try known.write(to: knownFile)

    if json {
      let facts = ["law": found.record.law, "file": file.relativePath, "fingerprint": found.record.fingerprint]
      let data = try JSONSerialization.data(withJSONObject: facts, options: [.sortedKeys, .prettyPrinted])
      print(String(decoding: data, as: UTF8.self))
    } else {
      let replay =
        found.record.engine.map { "layoutlab check \(folder.relativePath)" + NamedEngine.suffix($0) }
        ?? "swift test --filter RegressionTests"
      print("\(file.relativePath)\nReplay:  \(replay)")
    }
  }
}
