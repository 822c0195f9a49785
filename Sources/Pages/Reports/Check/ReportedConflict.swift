import ConflictLogs
import LayoutKernel
import LayoutPlugin
import SceneImport
import SceneModel

/// A conflict of a report, as UIKit would log it: what `check` finds and `explain` explains.
package struct ReportedConflict {
  package var log: ConflictLog
  /// The facts about the conflict, with the names that developers use for the views, and the assumptions.
  package var facts: ConflictFacts
  /// The view whose own system constraint is broken: the length 0 of a hidden view, or the natural size of a view's content. Nil if another
  /// constraint is broken.
  package var subject: ItemID?

  /// Returns the conflicts of a report, in its order. Each layout with conflicts is repeated, because a log must be made at the moment of its
  /// conflict.
  ///
  /// - Throws: the reason why the scene cannot be laid out.
  package static func all(
    in report: SceneReport, of imported: ImportedScene, solver: () -> any ConstraintSolving
  ) throws(LayoutMistake) -> [ReportedConflict] {
    var told: [ReportedConflict] = []
    let names = ElementNames(imported)
    for layout in report.conflictLayouts {
      let all = try layout.scene.toldConflicts(solver: solver(), quirks: layout.quirks)
      for index in layout.indices where all.indices.contains(index) {
        var conflict = ReportedConflict(log: all[index].log, facts: all[index].facts)
        conflict.facts.call(names.titles, in: layout.scene)
        let isOfRunTime = report.conflicts.indices.contains(told.count) && report.conflicts[told.count].isOfRunTime
        conflict.subject = all[index].conflict.contentSubject
        conflict.facts.assumptions = all[index].conflict.assumptions(of: imported, names, isOfRunTime: isOfRunTime)
        told.append(conflict)
      }
    }
    return told
  }
}

extension Conflict {
  fileprivate var contentSubject: ItemID? {
    let member = members[broken]
    guard member.constraint == nil else { return nil }
    switch member.hostFact {
    case .contentSize(let view)?, .isHidden(let view)?: return view
    case .frame?, nil: return nil
    }
  }

  /// Returns the assumptions about facts of a file that may differ at run time, as text. A scene without a file has none.
  fileprivate func assumptions(of imported: ImportedScene, _ names: ElementNames, isOfRunTime: Bool) -> [String] {
    guard !imported.origins.isEmpty else { return [] }
    var words: [String] = []
    func add(_ text: String) { if !words.contains(text) { words.append(text) } }
    for fact in members.compactMap(\.hostFact) {
      switch fact {
      case .isHidden(let item):
        add("\(names.title(item)) is hidden when it is first laid out, as in the file")
      case .contentSize(let item):
        if isOfRunTime { add("the content of \(names.title(item)) is as large as in the file") }
      case .frame(let item):
        guard let view = imported.scene.views.first(where: { $0.id == item }) else { continue }
        switch view.kind {
        case .tableCell, .tableCellContent:
          add("\(names.title(item)) has the size that the file gives it; a table gives its own")
        case .collectionCell, .collectionCellContent:
          add("\(names.title(item)) has the size that the file gives it; a collection's layout gives its own")
        default:
          if view.parent == nil, imported.isFreeStanding {
            add("\(names.title(item)) has the size that the file gives it; the code that shows it may give another")
          }
        }
      }
    }
    if isOfRunTime, let last = words.popLast() {
      words.append(last + "; Interface Builder's canvas resolves it without a message, UIKit logs it")
    }
    return words
  }
}
