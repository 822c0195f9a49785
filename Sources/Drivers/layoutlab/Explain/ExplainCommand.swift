import ArgumentParser
import ConflictLogs
import Foundation
import LayoutPlugin
import Reports
import SceneChecking
import SceneModel

struct ExplainCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Explains conflicts in logs and scenes: the smallest sets of constraints that contradict each other, the one that breaks, and what to change.",
    discussion: """
      A log is console output with any number of "Unable to simultaneously satisfy constraints" messages. For a scene, it first \
      prints the log that UIKit would print while the scene is laid out. The lines of a conflict are named c1, c2, …, and \
      `layoutlab import` gives their constraints the same names.

      --why lists the constraints that determine a value, and those that were overridden. --what-if changes constraints first, \
      by any number of these: deactivate ID, activate ID, constant ID POINTS, priority ID PRIORITY. For a log, both work on the \
      scene that is made from it.

      Exit status: 0 no conflict, 1 a conflict, 3 the log has too little information to decide, 65 bad input.

      Examples:
        layoutlab explain console.txt --svg conflict.svg
        layoutlab explain --why card.height cell.scene
        layoutlab explain cell.scene --what-if deactivate c4 priority c7 999
        layoutlab explain --accuracy logs/
      """)

  @Argument(help: "A file with pasted conflict logs, a .scene, .storyboard or .xib file, or - for standard input.")
  var file: String?

  @Flag(help: "Print JSON.")
  var json = false

  @Option(help: "Where the views of each conflict are drawn, with the impossible length marked.")
  var svg: String?

  @Option(help: "Explain this value: a view's name, a dot and an attribute, such as card.width.")
  var why: String?

  @Option(name: .customLong("what-if"), parsing: .upToNextOption, help: "Changes to try, such as deactivate c4.")
  var whatIf: [String] = []

  @Option(help: "The id of the root view, where the file has several scenes; of a log, a name such as conflict-2.")
  var root: String?

  @Option(
    help:
      "Count how often the breaking policy chooses the constraint that UIKit broke, in a folder or .jsonl file of logs."
  )
  var accuracy: String?

  @OptionGroup var engine: EngineOptions

  func run() throws {
    if let accuracy {
      let result = try BreakAccuracy(path: accuracy)
      return print(json ? try jsonText(result) : result.text)
    }
    var changes = whatIf
    // The file may stand behind the changes, which take whatever follows them.
    guard let file = file ?? (changes.isEmpty ? nil : changes.removeLast()) else {
      throw ValidationError("Name a file with a log or a scene, or use --accuracy.")
    }
    let whatIfs = try WhatIf.list(changes)
    let plugin = try engine.plugin()
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
      guard why == nil, svg == nil, whatIfs.isEmpty else {
        throw UserMistake(.fileUnreadable, "\(file): is a folder. --why, --what-if and --svg need one file.")
      }
      let folder = try ExplainedFolder(file, plugin: plugin)
      for mistake in folder.mistakes { printToStandardError("layoutlab: \(mistake)") }
      print(json ? try ExplainReport.json(folder.reports) : folder.text)
      return try folder.outcome.exit()
    }
    let subject = try ExplainedFile(file, root: root, whatIfs: whatIfs, asScene: why != nil, plugin: plugin)
    if let why {
      do {
        let report = try subject.why(why, on: plugin)
        return print(json ? try jsonText(report.facts) : report.text)
      } catch let unknown as UnknownValue {
        throw ValidationError(unknown.description)
      }
    }
    let report = try subject.report(on: plugin)
    if let svg {
      let picture = try ConflictPicture(of: subject.logs, report.explanations, plugin)
      try picture.write(to: svg, say: printToStandardError)
      if picture.leftOut > 0 {
        let drawn = subject.logs.count - picture.leftOut
        printToStandardError(
          "layoutlab: \(svg): drawn are the first \(drawn) of \(subject.logs.count) conflicts; name another with --root."
        )
      }
    }
    for mistake in subject.mistakes { printToStandardError("layoutlab: \(mistake)") }
    print(json ? try report.json() : report.text)
    try ExplainReport.outcome(of: [report]).exit()
  }
}
