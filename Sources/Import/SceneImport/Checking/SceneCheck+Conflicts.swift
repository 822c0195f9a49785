import LayoutKernel
import LayoutPlugin
import SceneModel

extension ImportedScene {
  /// The views that the document's own members of a conflict are about.
  func items(of conflict: Conflict) -> Set<ItemID> {
    let members = Set(conflict.members.compactMap(\.constraint))
    let owners = Dictionary(scene.guides.map { ($0.id, $0.owner) }, uniquingKeysWith: { first, _ in first })
    return Set(
      scene.constraints.filter { members.contains($0.id) }.flatMap(\.anchors).map { owners[$0.item] ?? $0.item })
  }
}

extension ImportedScene {
  /// Whether a conflict of the canvas does not occur at run time. Either none of its constraints is in a conflict there, or it needs the
  /// file's size for a root with its own size, or for the view of a bar's item.
  fileprivate func isOfCanvasAlone(_ conflict: Conflict, besides lasting: [Set<LayoutConstraint.ID>]?) -> Bool {
    if rootHasOwnSize, conflict.members.contains(where: { $0.hostFact == .frame(.root) }) { return true }
    let isOfBarItem = conflict.members.contains { member in
      if case .frame(let item) = member.hostFact { barItemViews.contains(item) } else { false }
    }
    if isOfBarItem { return true }
    let own = Set(conflict.members.compactMap(\.constraint))
    return lasting.map { sets in sets.allSatisfy(own.isDisjoint) } ?? false
  }

  /// The views below the nearest common superview of each conflict's views. They may be ambiguous because the broken constraint no longer
  /// holds them, and the conflict is already reported.
  func views(below conflicts: [Set<ItemID>]) -> Set<ItemID> {
    let parents = Dictionary(
      scene.views.compactMap { view in view.parent.map { (view.id, $0) } }, uniquingKeysWith: { first, _ in first })
    func chain(_ item: ItemID) -> [ItemID] {
      var result = [item]
      while let parent = parents[result[result.count - 1]] { result.append(parent) }
      return result
    }
    var tops: Set<ItemID> = []
    for conflict in conflicts {
      let chains = conflict.map(chain)
      guard let shortest = chains.min(by: { $0.count < $1.count }) else { continue }
      if let top = shortest.first(where: { item in chains.allSatisfy { $0.contains(item) } }) { tops.insert(top) }
    }
    guard !tops.isEmpty else { return [] }
    return Set(scene.views.map(\.id).filter { !tops.isDisjoint(with: chain($0)) })
  }
}

extension SceneCheck {
  /// The limit in points below which a contradiction counts as rounding. Frames that were recorded on another canvas, and lengths that were copied
  /// from its frames, are off by a part of a pixel, and the coarsest canvas has one pixel per point.
  static let rounding = 1 - 1e-3

  /// Adds the conflicts to the report, and returns the items of each conflict. A conflict that occurs only on Interface Builder's canvas, not at run
  /// time, is added as a note and not returned.
  func tellConflicts(
    of kernel: LayoutKernel, _ imported: ImportedScene, _ quirks: LayoutQuirks, _ solver: any ConstraintSolving,
    in report: inout SceneReport
  ) throws(LayoutMistake) -> [Set<ItemID>] {
    var layout = SceneReport.ConflictLayout(scene: imported.scene, quirks: quirks)
    var told: Set<[String]> = []
    var items: [Set<ItemID>] = []
    var sets: [[Conflict.Member]] = []
    var lasting: [Set<LayoutConstraint.ID>]?
    if imported.isOfCanvas, kernel.conflicts.contains(where: { kernel.miss(of: $0) >= SceneCheck.rounding }),
      imported.atRunTime != imported.scene
    {
      let atRunTime = try layOut(imported.atRunTime, runTimeQuirks(quirks), solver) { _ in }
      lasting = atRunTime.conflicts.filter { atRunTime.miss(of: $0) >= SceneCheck.rounding }
        .map { Set($0.members.compactMap(\.constraint)) }
    }
    for (index, conflict) in kernel.conflicts.enumerated() {
      // A later round of the same pass may find the same set again, perhaps in another order. It is the same conflict.
      guard told.insert(conflict.members.map(\.text).sorted()).inserted else {
        continue
      }
      if let known = sets.firstIndex(where: { SceneCheck.isLeft(of: $0, conflict.members) }) {
        report.conflicts[known].further += 1
        continue
      }
      let miss = kernel.miss(of: conflict)
      let broken = SceneReport.BrokenConstraint(conflict, miss: miss)
      if imported.isOfCanvas, miss < SceneCheck.rounding {
        report.roundings.append(broken)
      } else if imported.isOfCanvas, imported.isOfCanvasAlone(conflict, besides: lasting) {
        report.notes.append(SceneReport.Note(canvas: broken.constraints))
      } else {
        report.conflicts.append(broken)
        sets.append(conflict.members)
        layout.indices.append(index)
        items.append(imported.items(of: conflict))
      }
    }
    for rounding in kernel.roundings where told.insert(rounding.members.map(\.text).sorted()).inserted {
      report.roundings.append(SceneReport.BrokenConstraint(rounding, miss: kernel.miss(of: rounding)))
    }
    if !layout.indices.isEmpty { report.conflictLayouts.append(layout) }
    return items
  }

  /// Whether a conflict is the rest of a reported set, one of whose constraints was broken before. It may also contain the length of a view, if the
  /// reported set only used that this length is not negative.
  static func isLeft(of told: [Conflict.Member], _ members: [Conflict.Member]) -> Bool {
    let known = Set(told.map(\.text))
    let new = members.filter { !known.contains($0.text) }
    guard !new.isEmpty else { return true }
    let lines = Set(members.map(\.text))
    let places = told.filter { !$0.isLength }
    guard places.contains(where: { lines.contains($0.text) }) else { return false }
    let placed = Set(places.flatMap(\.items))
    return new.allSatisfy { $0.isLength && placed.isSuperset(of: $0.items) }
  }

  /// Returns the canvas's rules, with UIKit's in place of those that hold only on the canvas.
  private func runTimeQuirks(_ canvas: LayoutQuirks) -> LayoutQuirks {
    var quirks = canvas
    let standard = LayoutQuirks()
    quirks.hiddenArrangedViews = standard.hiddenArrangedViews
    quirks.contentSizeYields = standard.contentSizeYields
    return quirks
  }

  /// Reports the conflicts that the canvas resolves without a message and UIKit logs: a hidden arranged view with a required length, and a required
  /// resistance against an explicit size. Returns the items of each conflict.
  func tellRunTime(
    of imported: ImportedScene, _ quirks: LayoutQuirks, _ solver: any ConstraintSolving, in report: inout SceneReport
  ) throws(LayoutMistake) -> [Set<ItemID>] {
    let scene = imported.atRunTime
    let arranged = Set(scene.views.flatMap { $0.stack?.arranged ?? [] })
    let mayDiffer = scene.views.contains { view in
      let wants = view.intrinsic
      let isRequired = [wants.hugging, wants.resistance].contains { $0.horizontal == 1000 || $0.vertical == 1000 }
      return view.isHidden && arranged.contains(view.id) || isRequired
    }
    guard mayDiffer else { return [] }
    var layout = SceneReport.ConflictLayout(scene: scene, quirks: runTimeQuirks(quirks))
    var settles = true
    let kernel = try layOut(scene, layout.quirks, solver) { _ in settles = false }
    guard settles else { return [] }
    let known = Set((report.conflicts + report.roundings).map { Set($0.constraints) })
    var told: Set<[String]> = []
    var items: [Set<ItemID>] = []
    for (index, conflict) in kernel.conflicts.enumerated() where kernel.miss(of: conflict) >= SceneCheck.rounding {
      var broken = SceneReport.BrokenConstraint(conflict, miss: kernel.miss(of: conflict))
      guard conflict.members.contains(where: \.isSettledByCanvas), !known.contains(Set(broken.constraints)),
        told.insert(broken.constraints).inserted
      else { continue }
      // The sizes of AppKit's controls are not known here (IB6.17).
      if imported.isOfAppKit, conflict.members.contains(where: { $0.hostFact?.isContentSize == true }) {
        report.notes.append(SceneReport.Note(canvas: broken.constraints))
        continue
      }
      broken.isOfRunTime = true
      report.conflicts.append(broken)
      layout.indices.append(index)
      items.append(imported.items(of: conflict))
    }
    if !layout.indices.isEmpty { report.conflictLayouts.append(layout) }
    return items
  }
}

extension Conflict.Member {
  /// Whether the member is one that Interface Builder's canvas lets give way without a message: it hides a view, or is a content size.
  fileprivate var isSettledByCanvas: Bool {
    switch hostFact {
    case .isHidden, .contentSize: true
    case .frame, nil: false
    }
  }
}

extension Conflict.Member.HostFact {
  /// Whether the fact is that a view's content has a size of its own.
  fileprivate var isContentSize: Bool {
    if case .contentSize = self { true } else { false }
  }
}

extension ImportedScene {
  /// Whether the scene's frames were recorded on Interface Builder's canvas. If not, the rules of run time apply.
  package var isOfCanvas: Bool { !origins.isEmpty || !scene.recorded.isEmpty }

  /// The rules by which the scene is laid out: those of Interface Builder's canvas or of UIKit, with frames on whole pixels.
  package var quirks: LayoutQuirks {
    if isOfCanvas { return SceneCheck.canvas }
    var quirks = LayoutQuirks()
    quirks.pixelRounding = SceneCheck.canvas.pixelRounding
    return quirks
  }
}
