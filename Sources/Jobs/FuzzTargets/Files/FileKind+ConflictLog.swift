import ConflictLogs
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

extension FileKind {
  public typealias LogReader = @Sendable ([UInt8]) -> [ConflictLog]?
  public typealias Explainer = @Sendable (ConflictLog, Plugin) throws -> ConflictExplanation

  /// The kind of pasted conflict logs. To show that the laws can fail, tests pass broken readers and explainers.
  public static func conflictLog(
    read: @escaping LogReader = { try? ConflictLog.all(in: $0) },
    explain: @escaping Explainer = { try ConflictExplanation($0, on: $1) }
  ) -> FileKind {
    let (listing, printing, proving) = (
      "import.constraint-lines-are-read-or-listed", "import.printed-log-is-read-as-the-same",
      "import.explanations-are-proved"
    )
    return FileKind(
      name: "conflict-log", mark: "log\n", endings: ["log"],
      laws: [
        FileLaw(
          listing, "Each line that starts like a constraint is in a log, and a log holds nothing that was not there."),
        FileLaw(printing, "A log that was read, printed and read again is the same log."),
        FileLaw(proving, "The exact judge confirms minimal sets and fixes.", cost: .exact),
      ],
      judge: { bytes, plugin, isSampled in
        let logs = read(bytes) ?? []
        var violations = [LawViolation(listing, ConflictLogLines(bytes).verdict(on: logs))]
        for log in logs {
          violations.append(LawViolation(printing, printed(log, read)))
          if isSampled { violations.append(LawViolation(proving, proved(log, plugin, explain))) }
        }
        return violations.compactMap(\.self)
      },
      generate: { entropy in
        var sketch = ConflictLogSketch(&entropy)
        return Array("log\n".utf8) + sketch.paste()
      },
      snippets: [
        "\"<", ">\",\n", "&lt;", "&quot;", "<private>", "\n(\n", "\n)\n", "\n", "\\\"", "'", "]-(", ")-[", " == ", "|",
        "   (active)", "(names: '|':UIView:0x1 )", "Unable to simultaneously satisfy constraints.\n(\n",
        "\nWill attempt to recover by breaking constraint \n", "Conflicting constraints detected: (\n", "\r\n", ":0x",
      ], remark: FileKind.lineRemark)
  }
}

private func printed(_ log: ConflictLog, _ read: FileKind.LogReader) -> Verdict {
  var expected = log
  expected.line = 1
  let again = read(Array(log.description.utf8)) ?? []
  return again == [expected] ? .holds : .broken("\(log) became \(again)")
}

private func proved(_ log: ConflictLog, _ plugin: Plugin, _ explain: FileKind.Explainer) -> Verdict {
  guard log.entries.count <= 24 else { return .undecided(.outOfReach, "a long list takes long to prove") }
  do {
    let explanation = try explain(log, plugin)
    if let doubt = try explanation.doubt(of: log, by: .reference) { return .broken(VerdictMessage(text: doubt)) }
    return laidOut(log, isInfeasible: explanation.isInfeasible == true, plugin)
  } catch {
    return .broken("\(error)")
  }
}

/// Judges the scene that is made from the log: it must be valid, and must have a conflict if the log has one (`isInfeasible`). Undecided if the scene
/// lacks a line of the log.
private func laidOut(_ log: ConflictLog, isInfeasible: Bool, _ plugin: Plugin) -> Verdict {
  let made = LogScene(log)
  if let mistake = made.scene.structuralMistake { return .broken("the log's scene has a mistake: \(mistake)") }
  guard made.isWhole else { return .undecided("the scene leaves lines out, or reads them differently") }
  guard let conflicts = made.scene.conflictLogs(on: plugin) else {
    return .broken("the log's scene cannot be laid out:\n\(made.scene.text)")
  }
  return isInfeasible && conflicts.isEmpty ? .broken("the log's scene has no conflict:\n\(made.scene.text)") : .holds
}
