import ArgumentParser
import ConstraintSolver
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
      Reads check*.json, fuzz*.json, bench*.json, verdict*.json and *.svg of a folder; the page shows them and computes nothing.

      With --site the folder is one of results that `campaign merge --results` filled: three pages over all nights and machines.

      Example: layoutlab report .layoutlab/night -o .layoutlab/night/report.html
      Example: layoutlab report results --site site
      """)

  @Argument(help: "The folder with the recorded results.")
  var folder: String

  @Option(name: .shortAndLong, help: "Where the page is written.")
  var output: String?

  @Option(help: "The folder for the pages of all nights and machines.")
  var site: String?

  @Option(
    help: "A file with the figures of earlier nights. This night is added, and the page shows each figure over time.")
  var history: String?

  @Flag(help: "Print the recorded results as JSON.")
  var json = false

  func validate() throws {
    guard (output == nil) != (site == nil) else {
      throw ValidationError("give -o FILE for one night, or --site DIR for all")
    }
  }

  func run() throws {
    if let site {
      let folder = URL(filePath: site)
      try CampaignSite(try CampaignHistory(folder: URL(filePath: self.folder))).write(to: folder)
      return print(folder.appending(path: "index.html").relativePath)
    }
    guard let output else { return }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw UserMistake("\(folder): no such folder. Run `make nightly`, or name the folder with the recorded results.")
    }
    var record = try NightRecord(folder: URL(fileURLWithPath: folder))
    record.drawFindings { FindingPicture.svg(of: $0, solver: ConstraintSolver()) }
    var nightPage = NightPage(record: record)
    if let history { nightPage.history = try recorded(record, in: history) }
    try UserFile.write(try nightPage.html(), to: output)
    for problem in record.unreadable { printToStandardError("could not be read: \(problem)") }
    print(json ? try jsonText(NightSummary(of: record, page: output)) : output)
  }

  /// The history with this night, as it is in the file afterwards.
  private func recorded(_ record: NightRecord, in path: String) throws -> NightHistory {
    guard let night = record.night else {
      throw UserMistake("\(folder): facts.json tells no date, so this night has no place in \(path).")
    }
    let history = try NightHistory(adding: night, to: path)
    for line in history.unreadable {
      printToStandardError("layoutlab: \(path): no night, kept as it is: \(line.prefix(60))")
    }
    return history
  }
}
