import ArgumentParser
import ConstraintSolver
import Foundation
import LayoutKernel
import NightReports
import Reports
import SceneImport
import SceneModel

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "One HTML page from the results that the other verbs recorded.",
    discussion: """
      Reads check*.json, fuzz*.json, bench*.json, verdict*.json and *.svg of a folder; a page shows them and computes \
      nothing.

      Example: layoutlab report .layoutlab/night -o .layoutlab/night/report.html
      """)

  @Argument(help: "The folder with the recorded results.")
  var folder: String

  @Option(name: .shortAndLong, help: "Where the page is written.")
  var output: String

  @Option(
    help: "A file of nights past: this night is added to it, and the page shows each figure over the nights.")
  var history: String?

  @Flag(help: "Print what was read as JSON.")
  var json = false

  func run() throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw UserMistake("\(folder): no such folder. Run `make nightly`, or name the folder with the recorded results.")
    }
    var record = try NightRecord(folder: URL(fileURLWithPath: folder))
    record.drawFindings { document in
      guard let scene = try? Scene(text: document),
        let kernel = try? LayoutKernel(scene: scene, solver: ConstraintSolver()), (try? kernel.layoutIfNeeded()) != nil
      else { return nil }
      var drawing = SceneDrawing(of: ImportedScene(scene: scene), laidOutBy: kernel)
      drawing.showConflicts(of: kernel)
      return drawing.svg
    }
    var nightPage = NightPage(record: record)
    if let history { nightPage.history = try recorded(record, in: history) }
    let page = try nightPage.html()
    do {
      try Data(page.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      throw UserMistake(
        "\(output): cannot be written (\(error.localizedDescription)). Name a file in a folder that exists.")
    }
    for problem in record.unreadable { printToStandardError("could not be read: \(problem)") }
    if json {
      let summary: [String: Any] = [
        "page": output, "checks": record.checks.count, "campaigns": record.campaigns.count,
        "findings": record.campaigns.reduce(0) { $0 + $1.findings.count }, "benchmarks": record.benchmarks.count,
        "changes": record.changes.count, "drawings": record.drawings.count, "unreadable": record.unreadable,
      ]
      let data = try JSONSerialization.data(withJSONObject: summary, options: [.sortedKeys, .prettyPrinted])
      print(String(decoding: data, as: UTF8.self))
    } else {
      print("\(output)")
    }
  }

  /// The history with this night, as it is in the file afterwards.
  private func recorded(_ record: NightRecord, in path: String) throws -> NightHistory {
    guard let night = record.night else {
      throw UserMistake("\(folder): facts.json tells no date, so this night has no place in \(path).")
    }
    let file = URL(fileURLWithPath: path)
    var history = NightHistory()
    if FileManager.default.fileExists(atPath: path) {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else {
        throw UserMistake("\(path): cannot be read as text. Name a file that an earlier `report --history` wrote.")
      }
      history = NightHistory(text: text)
    }
    for line in history.unreadable {
      printToStandardError("layoutlab: \(path): no night, kept as it is: \(line.prefix(60))")
    }
    history.record(night)
    do { try Data(history.text.utf8).write(to: file, options: .atomic) } catch {
      throw UserMistake("\(path): cannot be written. Name a file in a folder that exists.")
    }
    return history
  }
}
