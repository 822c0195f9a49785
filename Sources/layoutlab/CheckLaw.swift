import ArgumentParser
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// One law judged on each document of some files: the command that a finding names to do it again.
struct CheckLaw {
  private struct Item: Encodable {
    var file, law, verdict: String
    /// What is wrong, or why nothing can be said.
    var detail: String?
  }

  private var law: Law
  private var plugin: Plugin
  private var items: [Item] = []
  private(set) var outcome = Outcome.clean

  init(_ name: String, plugin: Plugin) throws {
    law = try CheckLaw.law(name)
    self.plugin = plugin
  }

  static func law(_ name: String) throws -> Law {
    if let law = Law.ofAllTargets.first(where: { $0.name == name }) { return law }
    let names = Law.ofAllTargets.map { "  \($0.name)" }.joined(separator: "\n")
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
      var item = Item(file: name, law: law.name, verdict: "holds")
      switch law.judge(document, plugin) {
      case .holds: break
      case .broken(let detail):
        (item.verdict, item.detail) = ("broken", detail)
        outcome = max(outcome, .found)
      case .undecided(let reason):
        (item.verdict, item.detail) = ("undecided", reason)
        outcome = max(outcome, .undecided)
      }
      items.append(item)
    }
  }

  var text: String {
    items.map { item in
      "\(item.file): \(item.law) \(item.verdict == "holds" ? "holds" : "is \(item.verdict): \(item.detail ?? "")")"
    }.joined(separator: "\n")
  }

  func json() throws -> String {
    return try jsonText(["laws": items])
  }
}
