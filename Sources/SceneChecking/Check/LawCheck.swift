import LayoutPlugin
import SceneModel
import SceneOracles

/// One law judged on each document of some files: the command that a finding names to repeat the judgement.
package struct LawCheck {
  private let law: Law
  private let plugin: Plugin
  package private(set) var items: [JudgedLaw] = []
  package private(set) var outcome = Outcome.clean

  package init(_ law: Law, plugin: Plugin) { (self.law, self.plugin) = (law, plugin) }

  package mutating func check(path: String, name: String) throws {
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

  package var text: String { items.map(\.text).joined(separator: "\n") }
}
