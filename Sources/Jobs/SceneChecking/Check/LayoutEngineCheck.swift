import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// A check of an engine that does its own layout: its frames for scenes are compared with recorded ones, and judged by the laws.
package struct LayoutEngineCheck {
  private let plugin: Plugin
  private let laws: [Law]
  package private(set) var items: [Item] = []
  package private(set) var outcome = Outcome.clean

  /// The result for one scene.
  package struct Item: Encodable, Sendable {
    package var file: String
    /// The parts of the scene that the engine does not claim.
    package var unclaimed: [String]
    /// The number of views whose recorded frames were compared.
    package var compared = 0
    package var mismatches: [String] = []
    package var brokenLaws: [String] = []
    package var heldLaws = 0
  }

  package init(_ plugin: Plugin) { (self.plugin, laws) = (plugin, Law.frameLaws) }

  package mutating func check(path: String, name: String) throws {
    guard case .scenes(let scenes) = try SceneFile(path: path, name: name).content else { return }
    for imported in scenes { check(imported.scene, file: name) }
  }

  private mutating func check(_ scene: Scene, file: String) {
    var item = Item(file: file, unclaimed: scene.unclaimed(by: plugin.manifest.promise))
    let document = Document.scene(scene)
    for (law, verdict) in zip(laws, Law.verdicts(of: laws, on: document, with: plugin)) {
      switch verdict {
      case .holds: item.heldLaws += 1
      case .broken(let how): item.brokenLaws.append("\(law.name) is broken: \(how)")
      case .undecided: break
      }
    }
    // If a part of the scene was left out, its recorded frames do not apply.
    if item.unclaimed.isEmpty, !scene.recorded.isEmpty, let frames = try? plugin.frames(of: scene) {
      let slack = max(plugin.manifest.promise.slack ?? 0, LayoutEngineCheck.recordedSlack)
      for (id, expected) in scene.recorded.sorted(by: { $0.key < $1.key }) {
        guard let found = frames[id] else { continue }
        item.compared += 1
        let differences = [
          found.x - expected.x, found.y - expected.y, found.width - expected.width, found.height - expected.height,
        ]
        guard differences.contains(where: { $0.magnitude > slack }) else { continue }
        let name = scene.views.first { $0.id == id }?.name ?? scene.guides.first { $0.id == id }?.name ?? "\(id)"
        item.mismatches.append("\(name) is at \(text(found)); recorded: \(text(expected))")
      }
    }
    if !item.brokenLaws.isEmpty || !item.mismatches.isEmpty { outcome = max(outcome, .found) }
    items.append(item)
  }

  /// The tolerance in points, because recorded frames are rounded.
  private static let recordedSlack = 0.01

  private func text(_ rect: Rect) -> String {
    [rect.x, rect.y, rect.width, rect.height].map(TextNumber.spell).joined(separator: " ")
  }

  package var text: String {
    items.map { item in
      var lines = ["\(item.file): \(item.heldLaws) laws hold, \(item.brokenLaws.count) are broken"]
      if item.compared > 0 {
        lines[0] += "; \(item.compared - item.mismatches.count) of \(item.compared) recorded frames"
      }
      if !item.unclaimed.isEmpty {
        lines.append("  not claimed, and left out: \(item.unclaimed.joined(separator: ", "))")
      }
      lines += (item.brokenLaws + item.mismatches).map { "  \($0)" }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension Plugin {
  /// Returns an engine's frames for a scene without its steps, the root's frame included.
  ///
  /// - Throws: `UserMistake` if the engine returns none.
  package func frames(of scene: Scene) throws -> [ItemID: Rect] {
    guard let engine = try makeLayoutEngine?() else {
      throw UserMistake(
        .engineUnsuitable, "\(manifest.name): not a layout engine. Name an engine of the kind \"layout\".")
    }
    var start = scene
    start.steps = []
    let answer = try engine.open(start)
    guard let frames = answer.frames else {
      throw UserMistake(.cannotLayOut, "\(manifest.name): returned no frames for this scene: \(answer).")
    }
    return frames
  }
}

/// Records an engine's frames in scenes.
package struct LayoutRecording {
  /// The result for one scene.
  package struct Item: Encodable, Sendable {
    package var file: String
    /// The file that was written; nil if there is none.
    package var output: String?
    /// The number of views and guides with a frame.
    package var frames = 0
    package var unclaimed: [String]
    /// The reason why nothing was written; nil if something was written.
    package var problem: String?
  }

  private let plugin: Plugin
  /// Whether scenes are recorded without the parts that the engine does not claim.
  private let isProjecting: Bool
  /// The folder for the scenes; nil if each scene replaces its file.
  private let output: String?
  package private(set) var items: [Item] = []

  package init(_ plugin: Plugin, isProjecting: Bool, output: String?) {
    (self.plugin, self.isProjecting, self.output) = (plugin, isProjecting, output)
  }

  package mutating func record(path: String, name: String) throws {
    guard case .scenes(let scenes) = try SceneFile(path: path, name: name).content else { return }
    for (number, imported) in scenes.enumerated() {
      var scene = imported.scene
      var item = Item(file: name, unclaimed: scene.unclaimed(by: plugin.manifest.promise))
      if isProjecting { scene = scene.projected(onto: plugin.manifest.promise) }
      if !item.unclaimed.isEmpty, !isProjecting {
        item.problem = "the engine does not claim all of it; --projected records the rest"
      } else {
        do {
          let frames = try plugin.frames(of: scene)
          let items = scene.views.dropFirst().map(\.id) + scene.guides.map(\.id)
          scene.recorded = frames.filter { items.contains($0.key) }
          item.frames = scene.recorded.count
          let own = ((name as NSString).lastPathComponent as NSString).deletingPathExtension
          let file = own + (scenes.count > 1 ? "-\(number + 1)" : "") + ".scene"
          let place = output ?? (path as NSString).deletingLastPathComponent
          let target = (place as NSString).appendingPathComponent(file)
          try FileManager.default.createDirectory(
            atPath: place.isEmpty ? "." : place, withIntermediateDirectories: true)
          try DurableFile.write(Array(scene.text.utf8), to: URL(filePath: target))
          item.output = target
        } catch let mistake as UserMistake { item.problem = mistake.description }
      }
      items.append(item)
    }
  }

  package var outcome: Outcome { items.contains { $0.problem != nil } ? .undecided : .clean }

  package var text: String {
    items.map { item in
      if let problem = item.problem {
        let parts = item.unclaimed.isEmpty ? "" : " (\(item.unclaimed.joined(separator: ", ")))"
        return "\(item.file): not recorded: \(problem)\(parts)"
      }
      return "\(item.file): \(counted(item.frames, "frame")) recorded in \(item.output ?? "")"
    }.joined(separator: "\n")
  }
}
