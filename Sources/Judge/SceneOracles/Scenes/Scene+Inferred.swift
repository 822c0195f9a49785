import LayoutKernel
import SceneModel

/// Scenes made from frames: the layout is known, because the constraints were derived from the frames.
extension Scene {
  /// Returns plain views with these frames, and random constraints that determine them, as people write them: edges to the superview, sizes,
  /// centres, neighbours, equal sizes. Some optional constraints and inequalities that hold anyway are added.
  ///
  /// The frames are those of the views, in the same order; their numbers must be multiples of the grid.
  func inferred(from frames: [Rect], _ entropy: inout Entropy) -> Scene {
    var scene = Scene(rootSize: root.frame.size)
    scene.direction = direction
    scene.views[0].frame = frames[0]
    for (view, frame) in zip(views, frames).dropFirst() {
      var plain = View(id: view.id, name: view.name, parent: view.parent)
      plain.semantic = view.semantic
      scene.views.append(plain)
      guard let parent = view.parent, let above = views.firstIndex(where: { $0.id == parent }) else { continue }
      let sibling = Array(zip(scene.views, frames)).last { $0.0.parent == parent && $0.0.id != view.id }
      for axis in Axis.allCases {
        let place = Place(
          view: view.id, span: Span(frame, axis), parent: parent, container: Span(frames[above], axis).length,
          sibling: sibling.map { ($0.0.id, Span($0.1, axis)) }, axis: axis)
        for draft in place.constraints(&entropy) { scene.add(draft) }
      }
    }
    return scene
  }
}

private struct Span {
  var start, length: Double
  var end: Double { start + length }

  init(_ rect: Rect, _ axis: Axis) {
    (start, length) = axis == .horizontal ? (rect.x, rect.width) : (rect.y, rect.height)
  }
}

/// One view on one axis, with the positions that its constraints may refer to.
private struct Place {
  var view: ItemID
  var span: Span
  var parent: ItemID
  var container: Double
  var sibling: (id: ItemID, span: Span)?
  var axis: Axis

  private var attributes: (start: LayoutAttribute, end: LayoutAttribute, size: LayoutAttribute, center: LayoutAttribute)
  {
    axis == .horizontal ? (.left, .right, .width, .centerX) : (.top, .bottom, .height, .centerY)
  }

  func constraints(_ entropy: inout Entropy) -> [ConstraintDraft] {
    let (start, end, size, center) = attributes
    func own(_ attribute: LayoutAttribute) -> Operand { .anchor(LayoutAnchor(view, attribute)) }
    func outer(_ attribute: LayoutAttribute) -> Operand { .anchor(LayoutAnchor(parent, attribute)) }
    let toStart = ConstraintDraft(own(start), .equal, outer(start), constant: span.start)
    let toEnd = ConstraintDraft(own(end), .equal, outer(end), constant: span.end - container)
    let length = ConstraintDraft(own(size), .equal, constant: span.length)

    var drafts: [ConstraintDraft]
    switch (entropy.below(6), sibling) {
    case (0, _): drafts = [toStart, length]
    case (1, _): drafts = [length, toEnd]
    case (2, _):
      let offset = span.start + span.length / 2 - container / 2
      drafts = [ConstraintDraft(own(center), .equal, outer(center), constant: offset), length]
    case (3, let sibling?):
      let before = Operand.anchor(LayoutAnchor(sibling.id, end))
      drafts = [ConstraintDraft(own(start), .equal, before, constant: span.start - sibling.span.end), length]
    case (4, let sibling?):
      let other = Operand.anchor(LayoutAnchor(sibling.id, size))
      drafts = [toStart, ConstraintDraft(own(size), .equal, other, constant: span.length - sibling.span.length)]
    default: drafts = [toStart, toEnd]
    }
    // No other constraint competes with an optional one, so it holds, too.
    if entropy.chance(1, in: 4) { drafts[entropy.below(2)].priority = entropy.pick([250, 500, 750, 999]) }
    if entropy.chance(1, in: 3) {
      let slack = Double(entropy.below(40))
      var bound = entropy.pick([toStart, toEnd, length])
      bound.relation = entropy.chance(1, in: 2) ? .lessThanOrEqual : .greaterThanOrEqual
      bound.constant += bound.relation == .lessThanOrEqual ? slack : -slack
      if entropy.chance(1, in: 2) { bound.priority = entropy.pick([250, 500, 750, 999]) }
      drafts.append(bound)
    }
    return drafts
  }
}
