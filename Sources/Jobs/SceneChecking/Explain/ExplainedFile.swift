import ConflictLogs
import LayoutKernel
import LayoutPlugin
import Reports
import SceneImport
import SceneModel

/// The input of `explain`: logs, or scenes and the logs that they cause.
package struct ExplainedFile {
  private(set) var conflicts: [(log: ConflictLog, facts: ConflictFacts)] = []
  package var logs: [ConflictLog] { conflicts.map(\.log) }
  /// The scenes of the file; for pasted logs, the scene of each log.
  package private(set) var scenes: [Scene] = []
  /// The lines at which the messages of each pasted conflict start.
  private var places: [[Int]] = []
  /// The scene of each conflict; nil for pasted logs, whose lines are called c1, c2, …
  private var owners: [Scene]?
  private var imported: [ImportedScene] = []
  package private(set) var mistakes: [TextError] = []
  private let file: String

  package init(_ file: String, root: String?, whatIfs: [WhatIf], asScene: Bool, plugin: Plugin) throws {
    let content = try SceneContent(path: file)
    self.file = content.name
    if SceneFile.interfaceBuilderEndings.contains(content.ending) || SceneFile.textEndings.contains(content.ending) {
      let source = try readUserFile(content)
      mistakes = source.mistakes
      imported = asScene || !whatIfs.isEmpty ? [try source.scene(root: root)] : try source.scenes(root: root)
      scenes = imported.map(\.scene)
      for change in whatIfs { try change.apply(to: &scenes[0], file: file) }
      owners = []
      if asScene { return }
      for (scene, var imported) in zip(scenes, imported) {
        imported.scene = scene
        try tell(imported, plugin)
      }
      return
    }
    let all = try ConflictLog.all(in: [UInt8](content.bytes), file: content.name)
    let told = try ExplainedFile.chosen(RepeatedConflict.all(in: all), root: root, file: file)
    conflicts = told.map { ($0.log, ConflictFacts()) }
    places = told.map(\.lines)
    scenes = logs.map { LogScene($0).scene }
    if whatIfs.isEmpty { return }
    guard scenes.count == 1 else {
      throw UserMistake(
        .severalMatch, "\(file): the file has \(logs.count) conflicts. Choose one with --root conflict-1.")
    }
    for change in whatIfs { try change.apply(to: &scenes[0], file: file) }
    (conflicts, owners) = ([], [])
    if !asScene { try tell(ImportedScene(scene: scenes[0]), plugin) }
  }

  private func oneScene() throws -> Scene {
    guard scenes.count == 1 else {
      throw UserMistake(
        .severalMatch, "\(file): the file has \(scenes.count) conflicts. Choose one with --root conflict-1.")
    }
    return scenes[0]
  }

  /// Explains the value of `what`, such as `Title.width`, with the names that people use for the views.
  package func why(_ what: String, on plugin: Plugin) throws -> WhyReport {
    let scene = try oneScene()
    guard var imported = imported.first else { return try WhyReport(what, in: scene, plugin: plugin, file: file) }
    imported.scene = scene
    let titled = imported.titled
    var asked = what
    if let dot = what.lastIndex(of: ".") {
      let word = String(what[..<dot])
      let twins = scene.views.filter { imported.title(of: $0.id) == word }.map { imported.identifier(of: $0.id) }
      if let view = imported.view(named: word) {
        asked = (titled.views.first { $0.id == view }?.name ?? word) + what[dot...]
      } else if twins.count > 1 {
        throw UserMistake(
          .severalMatch,
          "\(file): \(twins.count) views are called \"\(word)\". Name one by its id: "
            + "\(twins.prefix(12).joined(separator: ", "))\(twins.count > 12 ? ", …" : "").")
      }
    }
    return try WhyReport(
      asked, in: titled, plugin: plugin, file: file, lines: imported.origins.isEmpty ? nil : imported.lines)
  }

  package func report(on plugin: Plugin) throws -> ExplainReport {
    ExplainReport(
      file: file, logs: logs, explanations: try conflicts.map { try ConflictExplanation($0.log, $0.facts, on: plugin) },
      scenes: owners, places: owners == nil ? places : logs.map { [$0.line] })
  }

  /// Adds the conflicts that `check` finds in a scene, with the facts from which `report` explains them.
  private mutating func tell(_ imported: ImportedScene, _ plugin: Plugin) throws {
    guard let makeSolver = plugin.makeSolver else {
      throw PluginFault.notOffered("plugin \"\(plugin.manifest.name)\" offers no solver")
    }
    do {
      let report = try SceneCheck(findsAmbiguity: false).report(on: imported, file: file, solver: makeSolver())
      for told in try ReportedConflict.all(in: report, of: imported, solver: makeSolver) {
        conflicts.append((told.log, told.facts))
        owners?.append(imported.scene)
      }
    } catch {
      throw LayoutFailure(file: file, mistake: error)
    }
  }

  private static func chosen(
    _ logs: [RepeatedConflict], root: String?, file: String
  ) throws -> [RepeatedConflict] {
    guard let root else { return logs }
    guard let number = Int(root.replacingOccurrences(of: "conflict-", with: "")), logs.indices.contains(number - 1)
    else {
      throw UserMistake(.unknownName, "\(file): there is no \(root). There are conflict-1 to conflict-\(logs.count).")
    }
    return [logs[number - 1]]
  }
}
