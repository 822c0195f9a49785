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
      "Explains conflicts in logs and scenes: the smallest contradicting sets, what gives way, and what to change.",
    discussion: """
      A log is what a console printed: any number of "Unable to simultaneously satisfy constraints" messages, with other \
      output around them; - is standard input. For a scene, it first prints the log that UIKit would print while the scene is \
      laid out. Lines of a list are called c1, c2, …, as `layoutlab import` calls their constraints.

      --why says which constraints make a value, and which lost; --what-if changes constraints first: deactivate ID, \
      activate ID, constant ID POINTS, priority ID PRIORITY, any number of them. On a log both speak of its scene.

      Exit status: 0 nothing contradicts itself, 1 something does, 3 the log does not hold enough to tell, 65 bad input.

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

  @Option(help: "Say why a value is what it is: a view's name, a dot and an attribute, such as card.width.")
  var why: String?

  @Option(name: .customLong("what-if"), parsing: .upToNextOption, help: "Changes to try, such as deactivate c4.")
  var whatIf: [String] = []

  @Option(help: "The scene's root, or conflict-2 of a log, where the file has several.")
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
      throw ValidationError("name a file with a log or a scene, or use --accuracy")
    }
    let whatIfs = try WhatIf.list(changes)
    let plugin = try engine.plugin()
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
      guard why == nil, svg == nil, whatIfs.isEmpty else {
        throw UserMistake("\(file): a folder. Name the one file that --why, --what-if or --svg is about.")
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
