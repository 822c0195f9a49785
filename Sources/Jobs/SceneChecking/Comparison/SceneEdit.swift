import LayoutKernel
import Reports
import SceneImport
import SceneModel

/// One difference between two documents of a screen, and the way to undo it. A layout without the edit shows its effects.
struct SceneEdit {
  enum Undoing {
    /// Changes the later document so that it has the earlier value again.
    case inLater((inout ImportedScene) -> Void)
    /// Removes from the earlier document what the later one has lost. The views and problems that this changes are the edit's effects.
    case inEarlier((inout ImportedScene) -> Void)
  }

  var change: DocumentChange
  /// The line in the later document, or in the earlier one if `isOfEarlier`; 0 if it is not known.
  var line: Int
  var isOfEarlier = false
  /// The line of code, in a recorded screen; nil in other documents.
  var source: SourcePlace?
  /// A description of the change, such as `title.top = card.top + 24: the constant was 16`.
  var words: String
  var undoing: Undoing
  /// Whether the edit is reported even if nothing moves, such as a changed text.
  var isAlwaysTold = false

  /// Returns every difference between two documents that can be undone by itself, in the order of their lines.
  static func all(from earlier: ImportedScene, to later: ImportedScene) -> [SceneEdit] {
    var finder = EditFinder(earlier, later)
    finder.findViews()
    finder.findConstraints()
    return finder.edits.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(
      \.element)
  }
}

/// Compares two documents part by part.
private struct EditFinder {
  private let earlier, later: ImportedScene
  private let earlierNames, laterNames: ElementNames
  /// The later item for each earlier one.
  private var counterpart: [ItemID: ItemID] = [:]
  private(set) var edits: [SceneEdit] = []
  /// The items that only the later document has.
  private var added: Set<ItemID> = []
  private var removed: Set<ItemID> = []

  init(_ earlier: ImportedScene, _ later: ImportedScene) {
    (self.earlier, self.later) = (earlier, later)
    (earlierNames, laterNames) = (ElementNames(earlier), ElementNames(later))
    var ids: [String: ItemID] = [:]
    for view in later.scene.views { ids[later.identifier(of: view.id)] = view.id }
    for guide in later.scene.guides { ids[later.identifier(of: guide.id)] = guide.id }
    for view in earlier.scene.views { counterpart[view.id] = ids[earlier.identifier(of: view.id)] }
    for guide in earlier.scene.guides { counterpart[guide.id] = ids[earlier.identifier(of: guide.id)] }
    counterpart[.root] = .root
    let known = Set(counterpart.values)
    added = Set(later.scene.views.map(\.id)).subtracting(known)
    removed = Set(earlier.scene.views.map(\.id)).subtracting(counterpart.keys)
  }

  // MARK: Views

  mutating func findViews() {
    let earlierViews = Dictionary(earlier.scene.views.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let laterViews = Dictionary(later.scene.views.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    // A view with everything inside it is one edit.
    for view in later.scene.views where added.contains(view.id) && !(view.parent.map(added.contains) ?? false) {
      let below = later.scene.views(below: view.id)
      let name = laterNames.element(later.identifier(of: view.id))
      edits.append(
        SceneEdit(
          change: DocumentChange(code: .viewAdded, element: name),
          line: laterNames.line(ofView: later.identifier(of: view.id)),
          source: laterNames.source(ofView: later.identifier(of: view.id)),
          words: "\(name) was added" + (below.count > 1 ? ", with \(counted(below.count - 1, "view")) in it" : ""),
          undoing: .inLater { $0.scene.remove(below) }))
    }
    for view in earlier.scene.views where removed.contains(view.id) && !(view.parent.map(removed.contains) ?? false) {
      let below = earlier.scene.views(below: view.id)
      let name = earlierNames.element(earlier.identifier(of: view.id))
      edits.append(
        SceneEdit(
          change: DocumentChange(code: .viewRemoved, element: name),
          line: earlierNames.line(ofView: earlier.identifier(of: view.id)), isOfEarlier: true,
          source: earlierNames.source(ofView: earlier.identifier(of: view.id)),
          words: "\(name) was removed" + (below.count > 1 ? ", with \(counted(below.count - 1, "view")) in it" : ""),
          undoing: .inEarlier { $0.scene.remove(below) }))
    }
    for (old, new) in counterpart.sorted(by: { $0.value < $1.value }) {
      guard let before = earlierViews[old], let after = laterViews[new] else { continue }
      compare(before, after)
    }
  }

  private mutating func compare(_ before: View, _ after: View) {
    let identifier = later.identifier(of: after.id)
    let name = laterNames.element(identifier)
    func edit(
      _ properties: [String], _ words: String, isAlwaysTold: Bool = false, _ undo: @escaping (inout View) -> Void
    ) -> SceneEdit {
      SceneEdit(
        change: DocumentChange(code: .viewChanged, element: name, properties: properties),
        line: laterNames.line(ofView: identifier), source: laterNames.source(ofView: identifier),
        words: "\(name): \(words)",
        undoing: .inLater { $0.scene.change(after.id, undo) }, isAlwaysTold: isAlwaysTold)
    }
    let (oldText, newText) = (earlier.origins[before.id]?.look.text, later.origins[after.id]?.look.text)
    let hasSameContent = before.text == after.text && before.intrinsic == after.intrinsic
    if oldText != newText || (!hasSameContent && (newText != nil || before.text != nil || after.text != nil)) {
      let words =
        oldText == newText
        ? "its text takes another size"
        : "its text is \(EditFinder.quoted(newText)) and was \(EditFinder.quoted(oldText))"
      var one = edit(
        [oldText == newText ? "intrinsicContentSize" : "text"], words, isAlwaysTold: oldText != newText
      ) { _ in }
      let (natural, traits) = (earlier.naturalSizes[before.id], earlier.textTraits[before.id])
      one.undoing = .inLater { imported in
        imported.scene.change(after.id) { view in
          (view.text, view.intrinsic) = (before.text, before.intrinsic)
          (view.firstBaseline, view.lastBaseline) = (before.firstBaseline, before.lastBaseline)
        }
        (imported.naturalSizes[after.id], imported.textTraits[after.id]) = (natural, traits)
        imported.origins[after.id]?.look.text = oldText
      }
      edits.append(one)
    } else if before.intrinsic.width != after.intrinsic.width || before.intrinsic.height != after.intrinsic.height {
      edits.append(
        edit(["intrinsicContentSize"], "its natural size is another") { $0.intrinsic = before.intrinsic })
    } else if !hasSameContent {
      var changed = PropertyChanges()
      changed.add("contentHuggingPriority", before.intrinsic.hugging != after.intrinsic.hugging)
      changed.add("contentCompressionResistancePriority", before.intrinsic.resistance != after.intrinsic.resistance)
      edits.append(
        edit(changed.names, "its hugging or compression resistance is another") { $0.intrinsic = before.intrinsic })
    }
    if before.isHidden != after.isHidden {
      edits.append(
        edit(["isHidden"], after.isHidden ? "it is hidden now" : "it is no longer hidden") {
          $0.isHidden = before.isHidden
        })
    }
    if before.margins != after.margins {
      edits.append(edit(["layoutMargins"], "its layout margins are others") { $0.margins = before.margins })
    }
    if before.safeArea != after.safeArea, after.parent != nil {
      edits.append(edit(["safeAreaInsets"], "its safe area insets are others") { $0.safeArea = before.safeArea })
    }
    if before.alignmentInsets != after.alignmentInsets {
      edits.append(
        edit(["alignmentRectInsets"], "its alignment rectangle is another") {
          $0.alignmentInsets = before.alignmentInsets
        })
    }
    if let (changed, stack) = stackDifference(before, after) {
      edits.append(edit(changed.names, changed.words) { $0.stack = stack })
    }
    if before.autoresizing != after.autoresizing {
      edits.append(
        edit(["autoresizingMask"], "its autoresizing is another") {
          ($0.autoresizing, $0.resizingOrigin) = (before.autoresizing, before.resizingOrigin)
        })
    } else if before.frame != after.frame || before.resizingOrigin != after.resizingOrigin {
      edits.append(
        edit(
          ["frame"],
          after.parent == nil
            ? "the screen is \(readable(after.frame.width)) × \(readable(after.frame.height)) and was \(readable(before.frame.width)) × \(readable(before.frame.height))"
            : "its frame is set to \(after.frame.words) and was \(before.frame.words)"
        ) { ($0.frame, $0.resizingOrigin) = (before.frame, before.resizingOrigin) })
    }
    if let old = before.scroll, let new = after.scroll, old != new {
      var changed = PropertyChanges()
      changed.add("contentOffset", old.contentOffset != new.contentOffset)
      changed.add("contentInset", old.contentInset != new.contentInset)
      edits.append(edit(changed.names, "its content offset or insets are others") { $0.scroll = old })
    }
    if before.table != after.table, before.table != nil, after.table != nil {
      edits.append(edit(["rowHeight"], "its row heights are others") { $0.table = before.table })
    }
    if before.flow != after.flow, before.flow != nil, after.flow != nil {
      edits.append(edit(["collectionViewLayout"], "its flow layout is another") { $0.flow = before.flow })
    }
    if before.semantic != after.semantic {
      edits.append(
        edit(["semanticContentAttribute"], "its layout direction is another") { $0.semantic = before.semantic })
    }
  }

  /// Returns the changed properties of a stack view, and its earlier arrangement with the later document's items. Nil if the two differ only in views
  /// that one of them does not have, or if one is not a stack view.
  private func stackDifference(_ before: View, _ after: View) -> (PropertyChanges, StackConfiguration)? {
    guard var old = before.stack, let new = after.stack else { return nil }
    old.arranged = old.arranged.compactMap { counterpart[$0] }
    old.customSpacing = Dictionary(
      old.customSpacing.compactMap { id, points in counterpart[id].map { ($0, points) } },
      uniquingKeysWith: { first, _ in first })
    let common = Set(old.arranged)
    let isSameOrder = new.arranged.filter(common.contains) == old.arranged.filter(Set(new.arranged).contains)
    var changed = PropertyChanges()
    changed.add("axis", old.axis != new.axis, "its axis is \(new.axis) and was \(old.axis)")
    changed.add(
      "spacing", old.spacing != new.spacing, "its spacing is \(readable(new.spacing)) and was \(readable(old.spacing))")
    changed.add(
      "alignment", old.alignment != new.alignment,
      "its alignment is \(new.alignment.rawValue) and was \(old.alignment.rawValue)")
    changed.add(
      "distribution", old.distribution != new.distribution,
      "its distribution is \(new.distribution.rawValue) and was \(old.distribution.rawValue)")
    changed.add("arrangedSubviews", !isSameOrder, "it arranges its views in another order")
    changed.add(
      "customSpacing", old.customSpacing != new.customSpacing.filter { common.contains($0.key) },
      "its custom spacing is another")
    changed.add(
      "isLayoutMarginsRelativeArrangement", old.isLayoutMarginsRelative != new.isLayoutMarginsRelative,
      "its relation to margins changed")
    changed.add(
      "isBaselineRelativeArrangement", old.isBaselineRelative != new.isBaselineRelative,
      "its relation to baselines changed")
    guard !changed.names.isEmpty else { return nil }
    // New arranged views keep their places.
    if isSameOrder {
      old.arranged = new.arranged
    } else {
      old.arranged += new.arranged.filter { !common.contains($0) }
    }
    for (id, points) in new.customSpacing where !common.contains(id) { old.customSpacing[id] = points }
    return (changed, old)
  }

  // MARK: Constraints

  /// Returns a constraint with the items of the later document; nil if it names something that the later document does not have.
  private func translated(_ constraint: LayoutConstraint) -> LayoutConstraint? {
    func anchor(_ anchor: LayoutAnchor) -> LayoutAnchor? {
      counterpart[anchor.item].map { LayoutAnchor($0, anchor.attribute) }
    }
    func operand(_ operand: Operand) -> Operand? {
      switch operand {
      case .anchor(let one): anchor(one).map(Operand.anchor)
      case .distance(let from, let to):
        if let from = anchor(from), let to = anchor(to) { .distance(from: from, to: to) } else { nil }
      }
    }
    var result = constraint
    guard let first = operand(constraint.first) else { return nil }
    result.first = first
    if let second = constraint.second {
      guard let translated = operand(second) else { return nil }
      result.second = translated
    }
    result.holder = constraint.holder.flatMap { counterpart[$0] }
    return result
  }

  /// The ways to match a constraint with one in another revision, the most certain first: by name and items; by items, relation and all numbers;
  /// by items and relation; by items; by name. Numbers help with recorded code, where a name contains the line of code and may differ.
  private enum Likeness: CaseIterable {
    case nameAndEnds, content, endsAndRelation, ends, name

    struct Key: Hashable {
      var name: String?
      var first: Operand?
      var second: Operand?
      var relation: Relation?
      var numbers: [Double] = []
    }

    func key(_ one: LayoutConstraint) -> Key {
      switch self {
      case .nameAndEnds: Key(name: one.name, first: one.first, second: one.second)
      case .content:
        Key(
          first: one.first, second: one.second, relation: one.relation,
          numbers: [one.multiplier, one.constant, one.priority, one.isActive ? 1 : 0])
      case .endsAndRelation: Key(first: one.first, second: one.second, relation: one.relation)
      case .ends: Key(first: one.first, second: one.second)
      case .name: Key(name: one.name)
      }
    }
  }

  mutating func findConstraints() {
    // Constraints of views that only one document has are part of the edits about these views.
    let laterOwn = later.scene.constraints.filter { $0.items.allSatisfy { !added.contains($0) } }
    let earlierOwn = earlier.scene.constraints.compactMap { constraint in
      translated(constraint).map { (original: constraint, translated: $0) }
    }
    var open = earlierOwn
    var pairs: [(old: (original: LayoutConstraint, translated: LayoutConstraint), new: LayoutConstraint)] = []
    // Constraints are paired in several rounds, the most certain way first (`Likeness`).
    var unmatched = laterOwn
    for likeness in Likeness.allCases where !open.isEmpty && !unmatched.isEmpty {
      // Each constraint is compared only with those that have the same key, because a screen may have tens of thousands.
      var byKey: [Likeness.Key: [Int]] = [:]
      for (at, candidate) in open.enumerated() { byKey[likeness.key(candidate.translated), default: []].append(at) }
      var taken: Set<Int> = []
      unmatched = unmatched.filter { new in
        guard let at = byKey[likeness.key(new)]?.first(where: { !taken.contains($0) }) else { return true }
        taken.insert(at)
        pairs.append((open[at], new))
        return false
      }
      open = open.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
    }
    for (old, new) in pairs { compare(old.original, old.translated, new) }
    for new in unmatched {
      edits.append(
        SceneEdit(
          change: DocumentChange(code: .constraintAdded, element: text(new, later, laterNames)),
          line: line(new, later), source: new.source,
          words: "\(text(new, later, laterNames)): this constraint was added",
          undoing: .inLater { $0.scene.constraints.removeAll { $0.id == new.id } }))
    }
    for (old, _) in open {
      edits.append(
        SceneEdit(
          change: DocumentChange(code: .constraintRemoved, element: text(old, earlier, earlierNames)),
          line: line(old, earlier), isOfEarlier: true, source: old.source,
          words: "\(text(old, earlier, earlierNames)): this constraint was removed",
          undoing: .inEarlier { $0.scene.constraints.removeAll { $0.id == old.id } }))
    }
  }

  private mutating func compare(_ original: LayoutConstraint, _ old: LayoutConstraint, _ new: LayoutConstraint) {
    var changed = PropertyChanges()
    if old.first != new.first || old.second != new.second {
      changed.add("items", true, "it was \(text(original, earlier, earlierNames))")
    } else {
      changed.add("constant", old.constant != new.constant, "the constant was \(readable(old.constant))")
      changed.add("multiplier", old.multiplier != new.multiplier, "the multiplier was \(readable(old.multiplier))")
      changed.add("priority", old.priority != new.priority, "the priority was \(readable(old.priority))")
      changed.add("relation", old.relation != new.relation, "the relation was \(old.relation.symbol)")
    }
    changed.add("isActive", old.isActive != new.isActive, new.isActive ? "it was inactive" : "it is inactive now")
    guard !changed.names.isEmpty else { return }
    edits.append(
      SceneEdit(
        change: DocumentChange(
          code: .constraintChanged, element: text(new, later, laterNames), properties: changed.names),
        line: line(new, later), source: new.source,
        words: "\(text(new, later, laterNames)): \(changed.words)",
        undoing: .inLater { imported in
          guard let at = imported.scene.constraints.firstIndex(where: { $0.id == new.id }) else { return }
          let (id, name) = (new.id, new.name)
          imported.scene.constraints[at] = old
          (imported.scene.constraints[at].id, imported.scene.constraints[at].name) = (id, name)
        }))
  }

  private func line(_ constraint: LayoutConstraint, _ imported: ImportedScene) -> Int {
    imported.lines.constraints[constraint.id] ?? 0
  }

  private func text(_ constraint: LayoutConstraint, _ imported: ImportedScene, _ names: ElementNames) -> String {
    func anchor(_ anchor: LayoutAnchor) -> String { "\(names.title(anchor.item)).\(anchor.attribute.name)" }
    func operand(_ operand: Operand) -> String {
      switch operand {
      case .anchor(let one): anchor(one)
      case .distance(let from, let to): "(\(anchor(to)) - \(anchor(from)))"
      }
    }
    var text = "\(operand(constraint.first)) \(constraint.relation.symbol) "
    if let second = constraint.second {
      if constraint.multiplier != 1 { text += "\(readable(constraint.multiplier)) * " }
      text += operand(second)
      if constraint.constant != 0 {
        text += " \(constraint.constant > 0 ? "+" : "-") \(readable(abs(constraint.constant)))"
      }
    } else {
      text += readable(constraint.constant)
    }
    return text + (constraint.isRequired ? "" : " @ \(readable(constraint.priority))")
  }

  private static func quoted(_ text: String?) -> String {
    guard let text else { return "none" }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\"\(line.count <= 60 ? line : line.prefix(59) + "…")\""
  }
}

/// The changed properties of an element, by their names in UIKit.
private struct PropertyChanges {
  private(set) var names: [String] = []
  private var texts: [String] = []

  /// The texts about the properties, as one.
  var words: String { texts.joined(separator: ", ") }

  /// Adds a property if it has changed. The text about it is only made then, because a screen may have tens of thousands of constraints.
  mutating func add(_ name: String, _ isChanged: Bool, _ text: @autoclosure () -> String? = nil) {
    guard isChanged else { return }
    names.append(name)
    if let text = text() { texts.append(text) }
  }
}
