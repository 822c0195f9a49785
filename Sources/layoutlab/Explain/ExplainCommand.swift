import ArgumentParser
import ConflictLogs
import ConstraintSolver
import Foundation
import LayoutKernel
import LayoutPlugin
import SceneImport
import SceneModel

struct ExplainCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains conflicts of logs and scenes: the smallest contradicting sets, what is broken, what to change.",
    discussion: """
      A log is what a console printed: any number of "Unable to simultaneously satisfy constraints" messages, with other \
      output around them; - is standard input. Of a scene, the log is printed that UIKit would print while it is laid \
      out. Lines of a list are called c1, c2, …, as `layoutlab import` calls their constraints.

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

  @Option(help: "Where the conflicting views are drawn, with the impossible length marked.")
  var svg: String?

  @Option(help: "Say why a value is what it is: a view's name, a dot and an attribute, such as card.width.")
  var why: String?

  @Option(name: .customLong("what-if"), parsing: .upToNextOption, help: "Changes to try, such as deactivate c4.")
  var whatIf: [String] = []

  @Option(help: "The scene's root, or conflict-2 of a log, where the file has several.")
  var root: String?

  @Option(help: "A folder or .jsonl file of logs: how often the break policy chooses what UIKit broke.")
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
      return try explain(folder: file, plugin)
    }
    let subject = try ExplainedFile(file, root: root, whatIfs: whatIfs, asScene: why != nil, plugin: plugin)
    if let why {
      let scene = try subject.oneScene()
      return try WhyReport(subject.spelled(why), in: scene, plugin: plugin, file: file).tell(json: json)
    }
    let report = try subject.report(on: plugin)
    if let svg { try ConflictPicture(of: subject.logs.first, report.explanations.first, plugin).write(to: svg) }
    for mistake in subject.mistakes { printToStandardError("layoutlab: \(mistake)") }
    print(json ? try report.json() : report.text)
    try ExplainCommand.outcome(of: [report]).exit()
  }

  private static func outcome(of reports: [ExplainReport]) -> Outcome {
    let all = reports.flatMap(\.explanations)
    if all.contains(where: { $0.isInfeasible == true }) { return .found }
    return all.contains { $0.isInfeasible == nil } ? .undecided : .clean
  }

  /// Every screen and every log of a folder; what is fine is counted.
  private func explain(folder: String, _ plugin: Plugin) throws {
    var reports: [ExplainReport] = []
    var outcome = Outcome.clean
    for (path, _) in try SceneFile.list([folder]) {
      do {
        let subject = try ExplainedFile(path, root: nil, whatIfs: [], asScene: false, plugin: plugin)
        for mistake in subject.mistakes { printToStandardError("layoutlab: \(mistake)") }
        reports.append(try subject.report(on: plugin))
      } catch let mistake where mistake is UserMistake || mistake is TextError {
        printToStandardError("layoutlab: \(mistake)")
        outcome = .badInput
      }
    }
    if json {
      print(try ExplainReport.json(reports))
    } else {
      let troubled = reports.filter { !$0.logs.isEmpty }
      for report in troubled { print(report.text) }
      let fine = reports.count - troubled.count
      print("\(fine) file\(fine == 1 ? "" : "s") of \(reports.count) in which nothing conflicts")
    }
    try max(outcome, ExplainCommand.outcome(of: reports)).exit()
  }
}

/// One change that `--what-if` makes before anything else.
enum WhatIf {
  case activate(String, Bool)
  case constant(String, Double)
  case priority(String, Double)

  static func list(_ words: [String]) throws -> [WhatIf] {
    var rest = words[...]
    var list: [WhatIf] = []
    func operand(_ what: String) throws -> String {
      guard let word = rest.popFirst() else {
        throw ValidationError("--what-if \(words.joined(separator: " ")): \(what) is missing")
      }
      return word
    }
    func number() throws -> Double {
      let word = try operand("a number")
      guard let value = TextNumber.parse(word) else { throw ValidationError("--what-if: \(word) is no number") }
      return value
    }
    while let verb = rest.popFirst() {
      switch verb {
      case "deactivate": list.append(.activate(try operand("a constraint"), false))
      case "activate": list.append(.activate(try operand("a constraint"), true))
      case "constant": list.append(.constant(try operand("a constraint"), try number()))
      case "priority": list.append(.priority(try operand("a constraint"), try number()))
      default:
        throw ValidationError(
          "--what-if \(verb): say deactivate ID, activate ID, constant ID POINTS or priority ID PRIORITY")
      }
    }
    return list
  }

  var constraint: String {
    switch self {
    case .activate(let name, _), .constant(let name, _), .priority(let name, _): name
    }
  }

  func apply(to scene: inout Scene, file: String) throws {
    guard let at = scene.constraints.firstIndex(where: { $0.name == constraint || $0.identifier == constraint }) else {
      let names = scene.constraints.prefix(12).map(\.name).joined(separator: ", ")
      throw UserMistake("\(file): no constraint is called \"\(constraint)\". There are \(names).")
    }
    switch self {
    case .activate(_, let isActive): scene.constraints[at].isActive = isActive
    case .constant(_, let constant): scene.constraints[at].constant = constant
    case .priority(_, let priority):
      guard priority > 0, priority <= LinearConstraint.requiredPriority else {
        throw UserMistake("--what-if priority \(constraint): a priority is above 0 and at most 1000.")
      }
      scene.constraints[at].priority = priority
    }
  }
}

/// What `explain` was given: logs, or scenes and the logs that they cause.
struct ExplainedFile {
  private(set) var conflicts: [(log: ConflictLog, facts: ConflictFacts)] = []
  var logs: [ConflictLog] { conflicts.map(\.log) }
  /// The scene of each log; the scenes of a file.
  private(set) var scenes: [Scene] = []
  /// Nil: a pasted log, whose lines are called c1, c2, …; otherwise the scene that each conflict is of.
  private var owners: [Scene]?
  private var imported: [ImportedScene] = []
  private(set) var mistakes: [TextError] = []
  private let file: String

  init(_ file: String, root: String?, whatIfs: [WhatIf], asScene: Bool, plugin: Plugin) throws {
    let content = try SceneContent(path: file)
    self.file = content.name
    if SceneFile.interfaceBuilderEndings.contains(content.ending) || SceneFile.textEndings.contains(content.ending) {
      let source = try readUserFile(content)
      mistakes = source.mistakes
      imported = asScene || !whatIfs.isEmpty ? [try source.scene(root: root)] : try source.scenes(root: root)
      scenes = imported.map(\.scene)
      for change in whatIfs { try change.apply(to: &scenes[0], file: file) }
      owners = []
      if !asScene {
        for (scene, imported) in zip(scenes, imported) {
          try tell(scene, titles: imported.titles, plugin)
        }
      }
      return
    }
    let all = try ConflictLog.all(in: [UInt8](content.bytes), file: content.name)
    conflicts = try ExplainedFile.chosen(all, root: root, file: file).map { ($0, ConflictFacts()) }
    scenes = logs.map { LogScene($0).scene }
    if whatIfs.isEmpty { return }
    guard scenes.count == 1 else {
      throw UserMistake("\(file): \(logs.count) conflicts. Choose one with --root conflict-1.")
    }
    for change in whatIfs { try change.apply(to: &scenes[0], file: file) }
    (conflicts, owners) = ([], [])
    if !asScene { try tell(scenes[0], titles: [:], plugin) }
  }

  func oneScene() throws -> Scene {
    guard scenes.count == 1 else {
      throw UserMistake("\(file): \(scenes.count) conflicts. Choose one with --root conflict-1.")
    }
    return scenes[0]
  }

  /// `what`, such as `Title.width`, with the scene's own name of the view that a person means.
  func spelled(_ what: String) -> String {
    guard let dot = what.lastIndex(of: "."), let scene = imported.first,
      let view = scene.view(named: String(what[..<dot])),
      let name = scene.scene.views.first(where: { $0.id == view })?.name
    else { return what }
    return name + what[dot...]
  }

  func report(on plugin: Plugin) throws -> ExplainReport {
    ExplainReport(
      file: file, logs: logs, explanations: try conflicts.map { try ConflictExplanation($0.log, $0.facts, on: plugin) },
      scenes: owners)
  }

  private mutating func tell(_ scene: Scene, titles: [ItemID: String], _ plugin: Plugin) throws {
    guard let solver = plugin.makeSolver?() else {
      throw PluginFault.notOffered("plugin \"\(plugin.manifest.name)\" offers no solver")
    }
    do {
      for (log, facts) in try scene.toldConflicts(solver: solver) {
        var facts = facts
        facts.call(titles, in: scene)
        conflicts.append((log, facts))
        owners?.append(scene)
      }
    } catch {
      printToStandardError("layoutlab: \(file): \(error)")
      throw ExitCode(error.outcome.rawValue)
    }
  }

  private static func chosen(_ logs: [ConflictLog], root: String?, file: String) throws -> [ConflictLog] {
    guard let root else { return logs }
    guard let number = Int(root.replacingOccurrences(of: "conflict-", with: "")), logs.indices.contains(number - 1)
    else { throw UserMistake("\(file): no \(root). There are conflict-1 to conflict-\(logs.count).") }
    return [logs[number - 1]]
  }
}
