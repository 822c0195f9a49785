import SceneModel

/// The positions in a scene if every view has its recorded frame, computed by arithmetic without a solver.
///
/// Insets of guides and margins are unknowns, because a file does not have them.
struct RecordedGeometry {
  enum Edge: Int, Hashable, CaseIterable {
    case top, left, bottom, right
  }

  /// The distance of a guide's edge from its owner's, or of a view's margin from its own edge. No view has the id of a guide, so the item's id says
  /// which of the two it is.
  struct Unknown: Hashable {
    var item: ItemID
    var edge: Edge
  }

  /// A linear expression: `constant + Σ coefficient · unknown`.
  struct Expression {
    var constant: Double
    var terms: [(unknown: Unknown, coefficient: Double)] = []

    mutating func add(_ other: Expression, times factor: Double) {
      constant += factor * other.constant
      for term in other.terms {
        if let index = terms.firstIndex(where: { $0.unknown == term.unknown }) {
          terms[index].coefficient += factor * term.coefficient
        } else {
          terms.append((term.unknown, factor * term.coefficient))
        }
      }
      terms.removeAll { $0.coefficient == 0 }
    }

    func value(_ insets: [Unknown: Double]) -> Double {
      terms.reduce(constant) { $0 + $1.coefficient * (insets[$1.unknown] ?? 0) }
    }
  }

  private let scene: Scene
  private var viewIndex: [ItemID: Int] = [:]
  private var guideIndex: [ItemID: Int] = [:]
  private var origins: [ItemID: Point] = [:]

  init(_ scene: Scene) {
    self.scene = scene
    for (index, view) in scene.views.enumerated() {
      viewIndex[view.id] = index
      let frame = frame(of: view)
      if let parent = view.parent, let origin = origins[parent] {
        origins[view.id] = Point(x: origin.x + frame.x, y: origin.y + frame.y)
      } else {
        origins[view.id] = .zero
      }
    }
    for (index, guide) in scene.guides.enumerated() { guideIndex[guide.id] = index }
  }

  func view(_ id: ItemID) -> View? { viewIndex[id].map { scene.views[$0] } }
  func guide(_ id: ItemID) -> Guide? { guideIndex[id].map { scene.guides[$0] } }
  func frame(of view: View) -> Rect { scene.recorded[view.id] ?? view.frame }

  func isAncestor(_ ancestor: ItemID, of item: ItemID) -> Bool {
    var current = guide(item)?.owner ?? view(item)?.parent
    while let id = current {
      if id == ancestor { return true }
      current = view(id)?.parent
    }
    return false
  }

  /// The view whose baseline a view has: mostly the view itself. For a stack view without a baseline of its own, it is the first or the last arranged
  /// view, as in the kernel.
  func baselineView(of view: View, isFirst: Bool) -> View {
    guard let stack = view.stack, view.firstBaseline == 0, view.lastBaseline == 0 else { return view }
    let shown = stack.arranged.compactMap { self.view($0) }.filter { !$0.isHidden }
    let chosen = isFirst || stack.axis == .horizontal ? shown.first : shown.last
    return chosen.map { baselineView(of: $0, isFirst: isFirst) } ?? view
  }

  /// `first − multiplier · second − constant`; nil when a side is free at the recorded frames (a scroll view's content).
  func residual(of constraint: LayoutConstraint) -> Expression? {
    guard case .anchor(let first) = constraint.first else { return nil }
    let holder = constraint.holder ?? .root
    var secondItem: ItemID?
    if case .anchor(let second)? = constraint.second { secondItem = second.item }
    guard var result = position(of: first, other: secondItem, relativeTo: holder) else { return nil }
    switch constraint.second {
    case .anchor(let second)?:
      guard let other = position(of: second, other: first.item, relativeTo: holder) else { return nil }
      result.add(other, times: -constraint.multiplier)
    case .distance?: return nil
    case nil: break
    }
    result.constant -= constraint.constant
    return result
  }

  /// Returns the end of a scroll view's content that follows from a constraint between the scroll view's right or bottom edge and an item inside. Nil
  /// for every other constraint.
  func contentEnd(of constraint: LayoutConstraint) -> (Unknown, Double)? {
    guard case .anchor(let first) = constraint.first, case .anchor(let second)? = constraint.second,
      constraint.multiplier == 1
    else { return nil }
    func end(_ outer: LayoutAnchor, _ inner: LayoutAnchor, _ constant: Double) -> (Unknown, Double)? {
      guard view(outer.item)?.scroll != nil, view(inner.item) != nil, isAncestor(outer.item, of: inner.item) else {
        return nil
      }
      let edge: Edge
      switch outer.attribute {
      case .right, .trailing: edge = .right
      case .bottom: edge = .bottom
      default: return nil
      }
      guard let place = position(of: inner, other: nil, relativeTo: outer.item), place.terms.isEmpty else { return nil }
      return (Unknown(item: outer.item, edge: edge), place.constant + constant)
    }
    return end(first, second, constraint.constant) ?? end(second, first, -constraint.constant)
  }

  private func position(of anchor: LayoutAnchor, other: ItemID?, relativeTo holder: ItemID) -> Expression? {
    let base = origins[holder] ?? .zero
    if let guide = guide(anchor.item) {
      return position(of: anchor.attribute, guide: guide, base: base)
    }
    guard let view = view(anchor.item), let origin = origins[view.id] else { return nil }
    // If the file records no frame for a view, nothing says where its constraints put it.
    if view.autoresizing == nil, scene.recorded[view.id] == nil { return nil }
    // A scroll view's trailing edges, seen from its contents, are those of the content area, whose size is free.
    if view.scroll != nil, let other, isAncestor(view.id, of: other) {
      switch anchor.attribute {
      case .right, .trailing, .rightMargin, .trailingMargin, .bottom, .bottomMargin, .lastBaseline: return nil
      default: break
      }
    }
    let frame = frame(of: view)
    let x = origin.x - base.x
    let y = origin.y - base.y
    let insets = view.alignmentInsets
    let left = x + insets.left
    let right = x + frame.width - insets.right
    let top = y + insets.top
    let bottom = y + frame.height - insets.bottom
    func margin(_ edge: Edge, _ value: Double, _ sign: Double) -> Expression {
      Expression(constant: value, terms: [(Unknown(item: view.id, edge: edge), sign)])
    }
    switch anchor.attribute {
    case .left, .leading, .minX: return Expression(constant: left)
    case .right, .trailing, .maxX: return Expression(constant: right)
    case .top, .minY: return Expression(constant: top)
    case .bottom, .maxY: return Expression(constant: bottom)
    case .width: return Expression(constant: right - left)
    case .height: return Expression(constant: bottom - top)
    case .centerX: return Expression(constant: (left + right) / 2)
    case .centerY: return Expression(constant: (top + bottom) / 2)
    case .firstBaseline, .lastBaseline:
      let isFirst = anchor.attribute == .firstBaseline
      let holder = baselineView(of: view, isFirst: isFirst)
      guard holder.id != view.id else {
        return Expression(constant: isFirst ? top + view.firstBaseline : bottom - view.lastBaseline)
      }
      // The view that has the baseline is inside this one, so it is not a scroll view's content.
      let offset = (origins[holder.id]?.y ?? origin.y) - base.y
      let (frame, insets) = (self.frame(of: holder), holder.alignmentInsets)
      return Expression(
        constant: isFirst
          ? offset + insets.top + holder.firstBaseline
          : offset + frame.height - insets.bottom - holder.lastBaseline)
    case .leftMargin, .leadingMargin: return margin(.left, x, 1)
    case .rightMargin, .trailingMargin: return margin(.right, x + frame.width, -1)
    case .topMargin: return margin(.top, y, 1)
    case .bottomMargin: return margin(.bottom, y + frame.height, -1)
    case .centerXWithinMargins:
      return middle(margin(.left, x, 1), margin(.right, x + frame.width, -1))
    case .centerYWithinMargins:
      return middle(margin(.top, y, 1), margin(.bottom, y + frame.height, -1))
    }
  }

  private func position(of attribute: LayoutAttribute, guide: Guide, base: Point) -> Expression? {
    guard let owner = view(guide.owner), let origin = origins[owner.id] else { return nil }
    let frame = frame(of: owner)
    let x = origin.x - base.x
    let y = origin.y - base.y
    func edge(_ edge: Edge) -> Expression {
      let unknown = Unknown(item: guide.id, edge: edge)
      switch (edge, guide.kind) {
      case (.left, .top), (.left, .bottom), (.left, .keyboard), (.left, .scrollFrame), (.left, .scrollContent):
        return Expression(constant: x)
      case (.right, .top), (.right, .bottom), (.right, .keyboard), (.right, .scrollFrame):
        return Expression(constant: x + frame.width)
      case (.top, .top), (.top, .scrollFrame), (.top, .scrollContent): return Expression(constant: y)
      case (.bottom, .bottom), (.bottom, .keyboard), (.bottom, .scrollFrame):
        return Expression(constant: y + frame.height)
      // The inner edge of a bar is where the top guide ends, and where the bottom guide and the guide of a hidden keyboard begin.
      case (.bottom, .top): return Expression(constant: y, terms: [(Unknown(item: guide.id, edge: .top), 1)])
      case (.top, .bottom), (.top, .keyboard):
        return Expression(constant: y + frame.height, terms: [(Unknown(item: guide.id, edge: .bottom), -1)])
      case (.left, _): return Expression(constant: x, terms: [(unknown, 1)])
      case (.right, _): return Expression(constant: x + frame.width, terms: [(unknown, -1)])
      case (.top, _): return Expression(constant: y, terms: [(unknown, 1)])
      case (.bottom, _): return Expression(constant: y + frame.height, terms: [(unknown, -1)])
      }
    }
    func difference(_ far: Edge, _ near: Edge) -> Expression {
      var result = edge(far)
      result.add(edge(near), times: -1)
      return result
    }
    if guide.kind == .scrollContent {
      switch attribute {
      case .left, .leading, .top: break
      default: return nil
      }
    }
    switch attribute {
    case .left, .leading, .leftMargin, .leadingMargin, .minX: return edge(.left)
    case .right, .trailing, .rightMargin, .trailingMargin, .maxX: return edge(.right)
    case .top, .topMargin, .minY, .firstBaseline: return edge(.top)
    case .bottom, .bottomMargin, .maxY, .lastBaseline: return edge(.bottom)
    case .width: return difference(.right, .left)
    case .height: return difference(.bottom, .top)
    case .centerX, .centerXWithinMargins: return middle(edge(.left), edge(.right))
    case .centerY, .centerYWithinMargins: return middle(edge(.top), edge(.bottom))
    }
  }

  private func middle(_ a: Expression, _ b: Expression) -> Expression {
    var result = Expression(constant: 0)
    result.add(a, times: 0.5)
    result.add(b, times: 0.5)
    return result
  }
}

extension Insets {
  subscript(edge: RecordedGeometry.Edge) -> Double {
    get {
      switch edge {
      case .top: top
      case .left: left
      case .bottom: bottom
      case .right: right
      }
    }
    set {
      switch edge {
      case .top: top = newValue
      case .left: left = newValue
      case .bottom: bottom = newValue
      case .right: right = newValue
      }
    }
  }
}
