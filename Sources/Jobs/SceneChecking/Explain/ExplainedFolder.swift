import LayoutPlugin
import SceneModel

/// The explanations of every screen and every log in a folder.
package struct ExplainedFolder {
  package private(set) var reports: [ExplainReport] = []
  /// The mistakes in files that could not be read, or only in part.
  package private(set) var mistakes: [any Error] = []
  private var hasBadInput = false

  package init(_ folder: String, plugin: Plugin) throws {
    for (path, _) in try SceneFile.list([folder]) {
      do {
        let subject = try ExplainedFile(path, root: nil, whatIfs: [], asScene: false, plugin: plugin)
        mistakes += subject.mistakes
        reports.append(try subject.report(on: plugin))
      } catch let mistake where mistake is UserMistake || mistake is TextError {
        mistakes.append(mistake)
        hasBadInput = true
      }
    }
  }

  /// The reports of files with conflicts. Files without conflicts are only counted.
  package var text: String {
    let troubled = reports.filter { !$0.logs.isEmpty }
    let fine = reports.count - troubled.count
    let count = "\(counted(fine, "file")) of \(reports.count) in which nothing conflicts"
    return (troubled.map(\.text) + [count]).joined(separator: "\n")
  }

  package var outcome: Outcome { max(hasBadInput ? .badInput : .clean, ExplainReport.outcome(of: reports)) }
}
