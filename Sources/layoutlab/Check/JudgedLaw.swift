import ArgumentParser
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// What a law says of one document.
struct JudgedLaw: Encodable {
  enum Verdict: String, Codable {
    case holds, broken, undecided
  }

  let file, law: String
  let verdict: Verdict
  /// What is wrong, or why nothing can be said.
  let detail: String?

  init(_ law: Law, _ document: Document, file: String, plugin: Plugin) {
    self.file = file
    self.law = law.name
    switch law.judge(document, plugin) {
    case .holds: (verdict, detail) = (.holds, nil)
    case .broken(let text): (verdict, detail) = (.broken, text)
    case .undecided(let text): (verdict, detail) = (.undecided, text)
    }
  }

  var outcome: Outcome {
    switch verdict {
    case .holds: .clean
    case .broken: .found
    case .undecided: .undecided
    }
  }

  var text: String { "\(file): \(law) " + (detail.map { "is \(verdict): \($0)" } ?? "holds") }
}
