import LayoutKernel
import SceneModel

// The same scene, written in another way: each twin must have the same layout, bit for bit. Nil if the scene contains nothing that the twin writes
// differently.
extension Scene {
  /// The scene rewritten in each of the ways of this file that are possible for it, and its mirror image if there is one.
  package var twins: [Scene] {
    let throughFormat = try? throughVisualFormat()
    return [withoutStacks, withoutMasks, mirrored, throughFormat ?? nil].compactMap(\.self)
  }

  /// The scene with explicit constraints in place of stack views that fill along and across; nil if there are none.
  var withoutStacks: Scene? {
    var twin = self
    for stack in views where stack.stack != nil {
      guard let constraints = constraintsInstead(of: stack) else { continue }
      let at = twin.views.firstIndex { $0.id == stack.id } ?? 0
      twin.views[at].stack = nil
      twin.views[at].kind = .plain
      for constraint in constraints { twin.add(constraint) }
    }
    return twin == self ? nil : twin
  }

  private func constraintsInstead(of view: View) -> [ConstraintDraft]? {
    guard let stack = view.stack, stack.alignment == .fill, [.fill, .fillEqually].contains(stack.distribution),
      !stack.isLayoutMarginsRelative, !stack.isBaselineRelative, view.semantic == .unspecified,
      !stack.arranged.isEmpty, Set(stack.arranged).count == stack.arranged.count, !isWeighed(view)
    else { return nil }
    let arranged = stack.arranged.compactMap { id in views.first { $0.id == id } }
    guard arranged.count == stack.arranged.count,
      arranged.allSatisfy({ !$0.isHidden && $0.semantic == .unspecified && $0.text.map { $0.lineLimit == 1 } ?? true }),
      // These constants mean other spacings.
      !stack.customSpacing.values.contains(where: \.isSpacingConstant),
      // A stack view's baselines are those of its views.
      !constraints.flatMap(\.anchors).contains(where: { $0.item == view.id && $0.attribute.isBaseline })
    else { return nil }

    let isHorizontal = stack.axis == .horizontal
    let (start, end, size): (LayoutAttribute, LayoutAttribute, LayoutAttribute) =
      isHorizontal ? (.leading, .trailing, .width) : (.top, .bottom, .height)
    let across: [LayoutAttribute] = isHorizontal ? [.top, .bottom] : [.leading, .trailing]
    func anchor(_ item: ItemID, _ attribute: LayoutAttribute) -> Operand { .anchor(LayoutAnchor(item, attribute)) }
    var drafts: [ConstraintDraft] = []
    for (index, child) in arranged.enumerated() {
      if index == 0 {
        drafts.append(ConstraintDraft(anchor(child.id, start), .equal, anchor(view.id, start)))
      } else {
        let before = arranged[index - 1].id
        drafts.append(
          ConstraintDraft(
            anchor(child.id, start), .equal, anchor(before, end),
            constant: stack.customSpacing[before] ?? stack.spacing))
        if stack.distribution == .fillEqually {
          drafts.append(ConstraintDraft(anchor(child.id, size), .equal, anchor(arranged[0].id, size)))
        }
      }
      for edge in across { drafts.append(ConstraintDraft(anchor(child.id, edge), .equal, anchor(view.id, edge))) }
    }
    drafts.append(ConstraintDraft(anchor(view.id, end), .equal, anchor(arranged[arranged.count - 1].id, end)))
    return drafts
  }

  /// Returns whether a stack view above the view shares its space in proportion to natural lengths.
  private func isWeighed(_ view: View) -> Bool {
    var above = view.parent.flatMap { id in views.first { $0.id == id } }
    for _ in views where above != nil {
      if above?.stack?.distribution == .fillProportionally { return true }
      above = above?.parent.flatMap { id in views.first { $0.id == id } }
    }
    return false
  }

  /// The scene with constraints to the superview's edges in place of masks with at most one flexible part on each axis; nil if there are none.
  var withoutMasks: Scene? {
    var twin = self
    for view in views {
      guard let mask = view.autoresizing, let id = view.parent, let parent = views.first(where: { $0.id == id }),
        view.alignmentInsets == .zero, parent.alignmentInsets == .zero, parent.scroll == nil, parent.table == nil,
        parent.flow == nil, !view.kind.isCell, parent.stack?.arranged.contains(view.id) != true,
        let horizontal = edges(of: view, in: parent, mask, .horizontal),
        let vertical = edges(of: view, in: parent, mask, .vertical),
        let at = twin.views.firstIndex(where: { $0.id == view.id })
      else { continue }
      twin.views[at].autoresizing = nil
      for constraint in horizontal + vertical { twin.add(constraint) }
    }
    return twin == self ? nil : twin
  }

  private func edges(of view: View, in parent: View, _ mask: AutoresizingMask, _ axis: Axis) -> [ConstraintDraft]? {
    let isHorizontal = axis == .horizontal
    let parts = Autoresizing.Parts(mask, axis)
    let frame = view.resizingOrigin?.frame ?? view.frame
    let container = view.resizingOrigin?.superviewSize ?? parent.frame.size
    let (position, length) = isHorizontal ? (frame.x, frame.width) : (frame.y, frame.height)
    let rest = (isHorizontal ? container.width : container.height) - position - length
    let (start, end): (LayoutAttribute, LayoutAttribute) = isHorizontal ? (.left, .right) : (.top, .bottom)
    func edge(_ attribute: LayoutAttribute, _ distance: Double) -> ConstraintDraft {
      ConstraintDraft(
        .anchor(LayoutAnchor(view.id, attribute)), .equal, .anchor(LayoutAnchor(parent.id, attribute)),
        constant: distance)
    }
    let size = ConstraintDraft(
      .anchor(LayoutAnchor(view.id, isHorizontal ? .width : .height)), .equal, constant: length)
    return switch (parts.before, parts.size, parts.after) {
    case (false, false, _): [edge(start, position), size]
    case (true, false, false): [edge(end, -rest), size]
    case (false, true, false): [edge(start, position), edge(end, -rest)]
    default: nil
    }
  }

  /// Returns the scene in which each constraint that the visual format language can express was written in it and parsed again. Nil if there is no
  /// such constraint.
  ///
  /// - Throws: if the parser refuses one of these formats.
  func throughVisualFormat() throws(VisualFormat.Mistake) -> Scene? {
    var twin = self
    let parents = Dictionary(views.map { ($0.id, $0.parent) }) { first, _ in first }
    var isOther = false
    for index in constraints.indices {
      let old = constraints[index]
      guard let sentence = VisualSentence(old, parents: parents) else { continue }
      let format = VisualFormat(views: sentence.views, metrics: sentence.metrics) { parents[$0] ?? nil }
      var new = try format.constraints(sentence.format, options: sentence.options, firstID: old.id)
      guard new.count == 1 else { continue }
      (new[0].name, new[0].identifier, new[0].isActive, new[0].holder) = (
        old.name, old.identifier, old.isActive, old.holder
      )
      twin.constraints[index] = new[0]
      isOther = true
    }
    return isOther ? twin : nil
  }
}

/// One constraint in the visual format language: `H:[v]-(>=m@p)-[w]`. Numbers are written as metrics, because metrics may have any value.
private struct VisualSentence {
  var format: String
  var views: [String: ItemID]
  var metrics: [String: Double]
  var options: VisualFormat.Options = []

  /// Makes the sentence of a constraint; nil if the language cannot express it.
  init?(_ constraint: LayoutConstraint, parents: [ItemID: ItemID?]) {
    guard case .anchor(let first) = constraint.first, constraint.multiplier == 1, parents[first.item] != nil else {
      return nil
    }
    metrics = ["m": constraint.constant, "p": constraint.priority]
    views = ["v": first.item]
    let letter = first.attribute.axis == .horizontal ? "H" : "V"
    let sign = constraint.relation.sign
    guard let second = constraint.second else {
      guard first.attribute.isSize else { return nil }
      format = "\(letter):[v(\(sign)m@p)]"
      return
    }
    guard case .anchor(let other) = second, parents[other.item] != nil, other.item != first.item else { return nil }
    views["w"] = other.item
    if first.attribute.isSize {
      guard first.attribute == other.attribute, constraint.constant == 0 else { return nil }
      format = "\(letter):[v(\(sign)w@p)]"
      return
    }
    let (starts, ends): (Set<LayoutAttribute>, Set<LayoutAttribute>) = (
      [.leading, .left, .top], [.trailing, .right, .bottom]
    )
    if [.left, .right].contains(first.attribute) { options = .directionLeftToRight }
    let isInside = parents[first.item] == other.item
    switch (starts.contains(first.attribute), starts.contains(other.attribute)) {
    case (true, true) where isInside && first.attribute == other.attribute:
      format = "\(letter):|-(\(sign)m@p)-[v]"
    case (false, false) where isInside && first.attribute == other.attribute && ends.contains(first.attribute):
      // The format goes from the view to the edge, so the relation is turned and the constant is negated.
      metrics["m"] = -constraint.constant
      format = "\(letter):[v]-(\(constraint.relation.turned.sign)m@p)-|"
    case (true, false) where ends.contains(other.attribute) && first.attribute.side == other.attribute.side:
      format = "\(letter):[w]-(\(sign)m@p)-[v]"
    default: return nil
    }
  }
}

extension Relation {
  fileprivate var sign: String {
    switch self {
    case .equal: "=="
    case .lessThanOrEqual: "<="
    case .greaterThanOrEqual: ">="
    }
  }

  /// The relation seen from the other side.
  var turned: Relation {
    switch self {
    case .equal: .equal
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThanOrEqual: .lessThanOrEqual
    }
  }
}

extension LayoutAttribute {
  fileprivate var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
}

extension View.Kind {
  fileprivate var isCell: Bool { self == .tableCell || self == .collectionCell || isCellContent }
}
