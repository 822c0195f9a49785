import LayoutPlugin
import SceneModel
import SceneOracles

/// The verdict of a law on one document.
package struct JudgedLaw: Codable, Sendable {
  package enum Verdict: String, Codable, Sendable {
    case holds, broken, undecided
  }

  package let file, law: String
  package let verdict: Verdict
  /// The problem, or the reason why the law cannot be judged.
  package let detail: String?

  package init(_ law: Law, _ document: Document, file: String, plugin: Plugin) {
    self.file = file
    self.law = law.name
    switch law.judge(document, plugin) {
    case .holds: (verdict, detail) = (.holds, nil)
    case .broken(let text): (verdict, detail) = (.broken, text)
    case .undecided(let text): (verdict, detail) = (.undecided, text)
    }
  }

  package var outcome: Outcome {
    switch verdict {
    case .holds: .clean
    case .broken: .found
    case .undecided: .undecided
    }
  }

  package var text: String { "\(file): \(law) " + (detail.map { "is \(verdict): \($0)" } ?? "holds") }
}
