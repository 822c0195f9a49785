import ArgumentParser
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// One law judged on each document of some files: the command that a finding names to do it again.
struct CheckLaw {
  private var law: Law
  private var plugin: Plugin
  private var items: [JudgedLaw] = []
  private(set) var outcome = Outcome.clean

  init(_ name: String, of laws: [Law], plugin: Plugin) throws {
    law = try CheckLaw.law(name, of: laws)
    self.plugin = plugin
  }

  static func law(_ name: String, of laws: [Law]) throws -> Law {
    if let law = laws.first(where: { $0.name == name }) { return law }
    let names = laws.map { "  \($0.name)" }.joined(separator: "\n")
    throw ValidationError("there is no law \"\(name)\". The laws are:\n\(names)")
  }

  mutating func check(path: String, name: String) throws {
    let documents: [Document] =
      switch try SceneFile(path: path, name: name).content {
      case .scenes(let scenes): scenes.map { .scene($0.scene) }
      case .script(let script): [.solver(script)]
      case .timeline(let timeline): [.timeline(timeline)]
      }
    for document in documents {
      let item = JudgedLaw(law, document, file: name, plugin: plugin)
      outcome = max(outcome, item.outcome)
      items.append(item)
    }
  }

  var text: String { items.map(\.text).joined(separator: "\n") }

  func json() throws -> String {
    return try jsonText(["laws": items])
  }
}
