import ArgumentParser
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// What a law says of one document.
struct JudgedLaw: Encodable {
  var file, law: String
  var verdict = "holds"
  /// What is wrong, or why nothing can be said.
  var detail: String?
  private(set) var outcome = Outcome.clean

  private enum CodingKeys: CodingKey {
    case file, law, verdict, detail
  }

  init(_ law: Law, _ document: Document, file: String, plugin: Plugin) {
    self.file = file
    self.law = law.name
    switch law.judge(document, plugin) {
    case .holds: break
    case .broken(let text): (verdict, detail, outcome) = ("broken", text, .found)
    case .undecided(let text): (verdict, detail, outcome) = ("undecided", text, .undecided)
    }
  }

  var text: String { "\(file): \(law) \(verdict == "holds" ? "holds" : "is \(verdict): \(detail ?? "")")" }
}

extension Law {
  /// The law that a user or a document names.
  static func ofAnyTarget(named name: String) -> Law? { ofAllTargets.first { $0.name == name } }
}
