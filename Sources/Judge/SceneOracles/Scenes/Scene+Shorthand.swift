import LayoutKernel
import SceneModel

extension Scene {
  /// The scene with the constraints that SnapKit can express written as SnapKit writes them: edges, sizes and centres combined, and a superview's
  /// constraint written from the subview's side. Nil if it can express none.
  var throughShorthand: Scene? {
    var twin = self
    let parents = Dictionary(views.map { ($0.id, $0.parent) }) { first, _ in first }
    /// The lines of SnapKit, each with the indices of the constraints that it expresses, in the order of the scene.
    var lines: [(line: ShorthandLine, constraints: [Int])] = []
    for index in constraints.indices {
      guard let line = ShorthandLine(constraints[index], parents: parents) else { continue }
      if let at = lines.firstIndex(where: { $0.line.takes(line) }) {
        lines[at].line.take(line)
        lines[at].constraints.append(index)
      } else {
        lines.append((line, [index]))
      }
    }
    for (line, indices) in lines {
      guard let drafts = line.shorthand.drafts(for: line.item, in: line.superview) else { return nil }
      for index in indices {
        let attribute = line.attribute(of: constraints[index])
        guard let draft = drafts.first(where: { $0.first == .anchor(LayoutAnchor(line.item, attribute)) }) else {
          return nil
        }
        (twin.constraints[index].first, twin.constraints[index].second) = (draft.first, draft.second)
        (twin.constraints[index].relation, twin.constraints[index].multiplier) = (draft.relation, draft.multiplier)
        (twin.constraints[index].constant, twin.constraints[index].priority) = (draft.constant, draft.priority)
      }
    }
    return lines.isEmpty ? nil : twin
  }
}

/// One line of SnapKit for some attributes of a view.
private struct ShorthandLine {
  let item: ItemID
  let superview: ItemID
  private let relation: Relation
  private let multiplier: Double
  private let priority: Double
  /// The anchor on the other side; nil if a size is a number of points.
  private let other: LayoutAnchor?
  /// The constraint's constant in points for each attribute of the view; positive is to the right or down.
  private var constants: [LayoutAttribute: Double]

  /// The largest magnitude that can be multiplied by 2 and stays finite. `insets` multiplies the offset of a centre by 2.
  private static let largest = Double.greatestFiniteMagnitude / 2

  /// Makes the line of a constraint; nil if SnapKit cannot express it.
  init?(_ constraint: LayoutConstraint, parents: [ItemID: ItemID?]) {
    guard case .anchor(let first) = constraint.first, constraint.constant.magnitude < Self.largest else { return nil }
    var second: LayoutAnchor?
    switch constraint.second {
    case nil: break
    case .anchor(let anchor)?: second = anchor
    case .distance?: return nil
    }
    (multiplier, priority) = (constraint.multiplier, constraint.priority)
    // A constraint from a superview to a subview is written from the subview's side.
    if let below = second, parents[below.item] == .some(.some(first.item)), constraint.multiplier == 1 {
      (item, superview, other) = (below.item, first.item, first)
      relation = constraint.relation.turned
      constants = [below.attribute: -constraint.constant]
      return
    }
    guard let parent = parents[first.item] ?? nil else { return nil }
    (item, superview, other, relation) = (first.item, parent, second, constraint.relation)
    constants = [first.attribute: constraint.constant]
    if second == nil, !first.attribute.isSize || multiplier != 1 { return nil }
  }

  /// Returns the attribute of the view that the constraint is about.
  func attribute(of constraint: LayoutConstraint) -> LayoutAttribute {
    if case .anchor(let first) = constraint.first, first.item == item { return first.attribute }
    if case .anchor(let second)? = constraint.second { return second.attribute }
    preconditionFailure("the line is about one of the two sides")
  }

  /// Returns whether `line` can be combined with this one to a single line.
  func takes(_ line: ShorthandLine) -> Bool {
    guard item == line.item, relation == line.relation, multiplier == line.multiplier, priority == line.priority,
      isRelatedToItself, line.isRelatedToItself, other?.item == line.other?.item,
      constants.keys.allSatisfy({ line.constants[$0] == nil })
    else { return false }
    let together = Set(constants.keys).union(line.constants.keys)
    return ShorthandLine.groups.contains { together.isSubset(of: $0.attributes) }
  }

  mutating func take(_ line: ShorthandLine) { constants.merge(line.constants) { first, _ in first } }

  /// Whether the attribute on the other side is one of the line's own attributes, as in `left == other.left`, or the other side is a number.
  private var isRelatedToItself: Bool { other.map { constants.keys.contains($0.attribute) } ?? true }

  private static let groups: [ConstraintShorthand.Group] = [
    "edges", "directionalEdges", "size", "center", "margins", "directionalMargins", "centerWithinMargins",
  ].compactMap { .init(named: $0) }

  var shorthand: ConstraintShorthand {
    let group = ConstraintShorthand.Group(Array(constants.keys))
    let target: ConstraintShorthand.Target
    var shift = ConstraintShorthand.Shift.offset(0)
    if let other {
      if isRelatedToItself {
        target = other.item == superview ? .superview : .item(other.item)
        shift = Set(constants.values).count == 1 ? .offset(constants.values.first ?? 0) : .inset(insets)
      } else {
        target = .attributes(other.item, ConstraintShorthand.Group([other.attribute]))
        shift = .offset(constants.values.first ?? 0)
      }
    } else if let number = constants.values.first, Set(constants.values).count == 1 {
      target = .number(number)
    } else {
      target = .size(Size(width: constants[.width] ?? 0, height: constants[.height] ?? 0))
    }
    return ConstraintShorthand(
      group, relation, to: target, multiplier: multiplier, shift: shift, priority: priority)
  }

  /// The insets from each edge. A centre takes half of the difference of two insets, so its offset counts twice, on one side.
  private var insets: Insets {
    var insets = Insets.zero
    for (attribute, constant) in constants {
      switch attribute {
      case .left, .leading, .leftMargin, .leadingMargin, .width: insets.left = attribute.isSize ? -constant : constant
      case .right, .trailing, .rightMargin, .trailingMargin: insets.right = -constant
      case .top, .topMargin, .height: insets.top = attribute.isSize ? -constant : constant
      case .bottom, .bottomMargin: insets.bottom = -constant
      case .centerX, .centerXWithinMargins: insets.left = 2 * constant
      case .centerY, .centerYWithinMargins: insets.top = 2 * constant
      default: preconditionFailure("\(attribute) is in no group")
      }
    }
    return insets
  }
}
