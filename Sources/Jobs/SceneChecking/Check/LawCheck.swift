import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// One law judged on some files. A finding names the command that does this, to repeat the judgement.
package struct LawCheck {
  private enum Judge {
    /// A law about documents: each document in a file is judged.
    case documents(Law)
    /// A law about the bytes of files of a kind.
    case files(FileKind)
  }

  private let judge: Judge
  private let law: String
  private let plugin: Plugin
  package private(set) var items: [JudgedLaw] = []
  package private(set) var outcome = Outcome.clean

  /// Makes a check of the law with a name: one of `laws`, or one about files.
  ///
  /// - Throws: `UsageMistake` with the names of all.
  package init(_ law: String, among laws: [Law], plugin: Plugin) throws {
    (self.law, self.plugin) = (law, plugin)
    if let kind = FileKind.all.lazy.compactMap({ $0.judging { $0 == law } }).first {
      judge = .files(kind)
    } else {
      judge = .documents(try Law.named(law, among: laws, besides: FileKind.all.flatMap { $0.laws.map(\.name) }))
    }
  }

  /// The extensions of the files in a folder that the check judges.
  package var endings: Set<String> {
    switch judge {
    case .documents: SceneFile.interfaceBuilderEndings.union(SceneFile.textEndings)
    case .files(let kind): kind.endings
    }
  }

  package mutating func check(path: String, name: String) throws {
    switch judge {
    case .documents(let law):
      let documents: [Document] =
        switch try SceneFile(path: path, name: name).content {
        case .scenes(let scenes): scenes.map { .scene($0.scene) }
        case .script(let script): [.solver(script)]
        case .timeline(let timeline): [.timeline(timeline)]
        }
      for document in documents { note(JudgedLaw(law, document, file: name, plugin: plugin)) }
    case .files(let kind):
      let content = try SceneContent(path: path, name: name)
      let isLog = SceneFile.logEndings.contains(content.ending) && !kind.endings.isDisjoint(with: SceneFile.logEndings)
      guard isLog || kind.endings.contains(content.ending) else {
        let kinds = kind.endings.sorted().map { ".\($0)" }.joined(separator: " and ")
        return note(JudgedLaw(law, .undecided("the law is about \(kinds) files"), file: content.name))
      }
      let violations = kind.judge(kind.content(of: [UInt8](content.bytes)), plugin, true)
      note(
        JudgedLaw(law, violations.first.map { .broken(VerdictMessage(text: $0.detail)) } ?? .holds, file: content.name))
    }
  }

  private mutating func note(_ item: JudgedLaw) {
    outcome = max(outcome, item.outcome)
    items.append(item)
  }

  package var text: String { items.map(\.text).joined(separator: "\n") }
}
