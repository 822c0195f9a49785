import ArgumentParser
import ConstraintSolver
import EngineIsolation
import Foundation
import NightReports
import Reports
import SceneChecking
import SceneModel

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Makes one HTML page from the results that the other verbs recorded.",
    discussion: """
      Reads check*.json, fuzz*.json, bench*.json, verdict*.json and *.svg in a folder, and shows them.

      With --site, reads a results folder that `campaign merge --results` filled, and makes three pages about all nights and \
      machines.

      Example: layoutlab report .layoutlab/night -o .layoutlab/night/report.html
      Example: layoutlab report --engine kiwi -o kiwi.html
      Example: layoutlab report results --site site
      """)

  @Argument(help: "The folder with the recorded results.")
  var folder: String?

  @Option(help: "An engine's name. The page is for its author, and has all findings of this engine.")
  var engine: String?

  @Option(help: "With --engine: the folder with its findings. If absent, Fuzz/Work/NAME.")
  var work: String?

  @Option(name: .shortAndLong, help: "Where the page is written.")
  var output: String?

  @Option(help: "The folder for the pages of all nights and machines.")
  var site: String?

  @Option(
    help: "A file with the figures of earlier nights. This night is added, and the page shows each figure over time.")
  var history: String?

  @Flag(help: "End with status 1 if something on the page needs attention.")
  var gate = false

  @Flag(help: "Print the recorded results as JSON.")
  var json = false

  func validate() throws {
    guard (folder == nil) != (engine == nil) else {
      throw ValidationError("Name the folder with the recorded results, or an engine with --engine.")
    }
    guard (output == nil) != (site == nil), site == nil || engine == nil else {
      throw ValidationError("Give -o FILE for one page, or --site DIR for the pages of all nights.")
    }
  }

  func run() throws {
    if let site, let folder {
      let pages = URL(filePath: site)
      try CampaignSite(try CampaignHistory(folder: URL(filePath: folder))).write(to: pages)
      return print(pages.appending(path: "index.html").relativePath)
    }
    guard let output else { return }
    if let engine {
      let page = try AuthorPage(
        of: engine, in: work ?? FuzzedEngine.usualFolder(engine, isOurs: engine == NamedEngine.ours))
      try UserFile.write(page.html, to: output)
      return print(json ? try jsonText(page) : output)
    }
    guard let folder else { return }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw UserMistake(.fileMissing, "\(folder): no such folder. Record a night with `make nightly`.")
    }
    var record = try NightRecord(folder: URL(fileURLWithPath: folder))
    record.drawFindings { FindingPicture.svg(of: $0, solver: ConstraintSolver()) }
    var nightPage = NightPage(record: record)
    if let history {
      nightPage.history = try recorded(record, of: folder, in: history)
      nightPage.regressions = try RegressionLedger(file: RegressionLedger.file(of: history))
      nightPage.regressions.update(with: nightPage.history)
      try nightPage.regressions.write(to: RegressionLedger.file(of: history))
    }
    try UserFile.write(try nightPage.html(), to: output)
    for problem in record.unreadable { printToStandardError("could not be read: \(problem)") }
    print(json ? try jsonText(NightSummary(of: nightPage, page: output)) : "\(output)\n\(nightPage.verdictText)")
    if gate, !nightPage.isClean { try Outcome.found.exit() }
  }

  /// Adds this night to the history in the file at `path`, and returns the history with it.
  private func recorded(_ record: NightRecord, of folder: String, in path: String) throws -> NightHistory {
    guard let night = record.night else {
      throw UserMistake(.valueMissing, "\(folder): facts.json has no date. Record the night again: make nightly")
    }
    let history = try NightHistory(adding: night, to: path)
    for line in history.unreadable {
      printToStandardError("layoutlab: \(path): no night, kept as it is: \(line.prefix(60))")
    }
    return history
  }
}
