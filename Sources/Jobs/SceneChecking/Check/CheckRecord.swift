import Reports
import SceneImport
import SceneModel

/// All results of a check: the JSON of `check --json`.
package struct CheckRecord: Codable, Sendable {
  package struct Mistake: Codable, Sendable {
    package var file: String
    package var line: Int
    /// The stable code; nil in records that older versions wrote.
    package var code: MistakeCode?
    package var problem, hint: String
  }

  package var scenes: [SceneReport]
  package var scripts: [ScriptReport]?
  package var laws: [JudgedLaw]?
  package var mistakes: [Mistake]
  package var findings: [CheckFinding]
  package var accepted: Int
  /// The lines of the baseline that match no finding.
  package var stale: [CheckBaseline.Entry]?
  package var summary: CheckSummary
}
