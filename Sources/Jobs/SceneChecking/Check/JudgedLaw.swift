import LayoutPlugin
import SceneModel
import SceneOracles

/// The verdict of a law on one document or file.
package struct JudgedLaw: Codable, Sendable {
  package enum Verdict: String, Codable, Sendable {
    case holds, broken, undecided
  }

  package let file, law: String
  package let verdict: Verdict
  /// The problem, or the reason why the law cannot be judged.
  package let detail: String?
  /// The code of that reason, or of the fault with which the engine answered; nil if there is none.
  package let code: String?

  package init(_ law: String, _ verdict: SceneOracles.Verdict, file: String) {
    (self.file, self.law) = (file, law)
    (self.verdict, detail, code) =
      switch verdict {
      case .holds: (.holds, nil, nil)
      case .broken(let message): (.broken, "\(message)", message.fault?.code)
      case .undecided(let reason): (.undecided, "\(reason)", reason.code.rawValue)
      }
  }

  package init(_ law: Law, _ document: Document, file: String, plugin: Plugin) {
    self.init(law.name, law.judge(document, plugin), file: file)
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
