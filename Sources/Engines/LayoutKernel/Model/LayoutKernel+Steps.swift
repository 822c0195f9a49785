import SceneModel

/// Each step does what its UIKit call does, and no more.
extension LayoutKernel {
  /// Performs a step. Only `layout`, `resize`, `endUpdates` and `advance` run passes.
  ///
  /// - Throws: what is wrong with the step; then nothing has changed, except by a pass that was already under way.
  public func perform(_ step: Step) throws(LayoutMistake) {
    switch step {
    case .setConstant(let id, let value): try setConstant(id, value)
    case .setPriority(let id, let value): try setPriority(id, value)
    case .activate(let id): try setActive(id, true)
    case .deactivate(let id): try setActive(id, false)
    case .addConstraint(let constraint):
      try requireOneHierarchy(constraint)
      try insert(constraint)
    case .removeConstraint(let id):
      _ = try constraint(id)
      removeConstraint(id.rawValue)
    case .addView(let view): try addView(view)
    case .removeView(let id): try removeView(id)
    case .addGuide(let guide):
      try insert(guide)
      if let item = items[guide.id] { refreshGuideRows(of: item) }
    case .removeGuide(let id): try removeGuide(id)
    case .arrange(let id, let stack, let position): try arrange(id, in: stack, at: position)
    case .unarrange(let id, let stack): try unarrange(id, from: stack)
    case .move(let id, let parent, let position): try move(id, in: parent, at: position)
    case .hide(let id): setHidden(try view(id), true)
    case .show(let id): setHidden(try view(id), false)
    case .setIntrinsic(let id, let size): try setIntrinsic(id, size)
    case .setProperty(let id, let property): try set(property, of: view(id))
    case .needsLayout(let id): setNeedsLayout(try view(id))
    case .needsProperties(let id): setNeedsUpdateProperties(try view(id))
    case .needsConstraints(let id): setNeedsUpdateConstraints(try view(id))
    case .layout(let id): try layoutIfNeeded(id)
    case .resize(let size): try resize(to: size)
    case .beginUpdates(let id): try beginUpdates(id)
    case .endUpdates(let id): try endUpdates(id)
    case .animate(let animation):
      for step in animation.steps { try perform(step) }
    // These steps need a clock, a finger or layers, which a kernel does not have.
    case .play: break
    case .advance(let seconds):
      try check(seconds, "step advance", "time")
      try layoutIfNeeded()
    }
  }

  /// Refuses a constraint between items without a common ancestor, as when a view has left the hierarchy.
  private func requireOneHierarchy(_ constraint: LayoutConstraint) throws(LayoutMistake) {
    let present = constraint.anchors.filter { items[$0.item] != nil }.count
    guard present > 0, present < constraint.anchors.count else { return }
    let refusal = ConstraintRules.refusalWithoutAncestor(of: constraint) { "\(name(of: $0.item)).\($0.attribute.name)" }
    throw .constraint(name: constraint.name, exception: refusal.exception, message: refusal.message)
  }

  private func constraint(_ id: LayoutConstraint.ID) throws(LayoutMistake) -> LayoutConstraint {
    guard let constraint = rows.constraints[id.rawValue] else {
      throw .scene(
        where: "step", problem: "there is no constraint \(id)", hint: "Name a constraint that is in the scene now.")
    }
    return constraint
  }

  private func replace(_ constraint: LayoutConstraint) {
    rows.constraints.update(constraint.id.rawValue) { state in
      (state.constant, state.priority) = (constraint.constant, constraint.priority)
      state.isActive = constraint.isActive
    }
    rows.markStale(constraint.id.rawValue)
  }

  /// Sets the constant of a constraint: one number of one row, unless the row has to be made anew.
  private func setConstant(_ id: LayoutConstraint.ID, _ value: Double) throws(LayoutMistake) {
    if value.magnitude <= Self.largestNumber, let index = rows.constraints.index(of: id.rawValue) {
      if !rows.constraints.states.values[index].isStale,
        let constant = rows.constraints.offsets(of: index)?.constant(value),
        constant.isFinite
      {
        rows.constraints.change(at: index) { $0.constant = value }
        rows.want(constant, for: id.rawValue)
        return
      }
    }
    var changed = try constraint(id)
    changed.constant = value
    try check(changed)
    replace(changed)
  }

  private func setPriority(_ id: LayoutConstraint.ID, _ value: Double) throws(LayoutMistake) {
    var changed = try constraint(id)
    if quirks.legacyPriorityRule, changed.isActive,
      let refusal = ConstraintRules.refusal(ofChanging: changed.priority, to: value)
    {
      throw .constraint(name: changed.name, exception: refusal.exception, message: refusal.message)
    }
    changed.priority = value
    try check(changed)
    replace(changed)
  }

  private func setActive(_ id: LayoutConstraint.ID, _ isActive: Bool) throws(LayoutMistake) {
    var changed = try constraint(id)
    changed.isActive = isActive
    replace(changed)
  }

  func removeConstraint(_ id: UInt32) {
    unregister(id)
    rows.constraints.remove(id)
    rows.drop(LinearConstraint.ID(id))
    rows.dropPart(of: id)
  }

  private func setHidden(_ item: Item, _ isHidden: Bool) {
    let wasHidden = item.view.isHidden
    let parent = isArranged(item) ? item.parent : nil
    if quirks.emulateHiddenCount, parent != nil {
      item.hiddenCount = max(0, item.hiddenCount + (isHidden ? 1 : -1))
      item.view.isHidden = item.hiddenCount > 0
    } else {
      item.view.isHidden = isHidden
    }
    guard let parent, wasHidden != item.view.isHidden else { return }
    if let index = item.arrangedIndex { parent.arrangement?.visibilityChanged(at: index) }
    weightChanged(of: item)
    setNeedsUpdateConstraints(parent)
    setNeedsLayout(parent)
  }

  private func setIntrinsic(_ id: ItemID, _ size: IntrinsicSize) throws(LayoutMistake) {
    let item = try view(id)
    try check(size, "view \(item.view.name)")
    item.view.intrinsic = size
    item.refreshTraits()
    // The text may have to be wrapped again although the frame stays.
    if item.view.text != nil { setNeedsLayout(item) }
    intrinsicSizeChanged(item)
  }

  private func set(_ property: Property, of item: Item) throws(LayoutMistake) {
    var place: String { "view \(item.view.name)" }
    switch property {
    case .frame(let frame):
      try check(frame, place)
      setFrame(frame, of: item)
    case .center(let center):
      try check(center.x, place, "center")
      try check(center.y, place, "center")
      let frame = item.frame
      setFrame(
        Rect(x: center.x - frame.width / 2, y: center.y - frame.height / 2, width: frame.width, height: frame.height),
        of: item)
    case .bounds(let bounds):
      try check(bounds, place)
      try setBounds(bounds, of: item)
    case .alpha(let alpha): try check(alpha, place, "alpha")
    case .transform(let transform):
      for number in transform.lanes { try check(number, place, "transform") }
    case .margins(let margins):
      try check(margins, place)
      item.view.margins.own = margins
      environmentChanged(item)
    case .safeArea(let insets):
      try check(insets, place)
      item.view.safeArea = insets
      environmentChanged(item)
    case .semantic(let semantic):
      item.view.semantic = semantic
      environmentChanged(item)
      rows.markStale(readersOf: item)
      // The constraints stay the same, but leading and trailing change sides.
      item.stackTraits = nil
      refreshStackRows(of: item)
      setNeedsLayout(item)
    case .text(let text):
      var changed = item.view
      changed.text = text
      try check(changed)
      item.view.text = text
      item.refreshTraits()
      item.textWidth = nil
      setNeedsLayout(item)
      intrinsicSizeChanged(item)
    case .spacing(let spacing):
      try check(spacing, place, "spacing")
      guard item.view.stack != nil else {
        throw .scene(where: place, problem: "it is not a stack view", hint: "Only stack views have spacing.")
      }
      item.view.stack?.spacing = spacing
      item.arrangement = nil
      ownWeightChanged(of: item)
      setNeedsUpdateConstraints(item)
      setNeedsLayout(item)
    }
  }

  private func environmentChanged(_ item: Item) {
    refreshEnvironment(from: item)
    setNeedsLayout(item)
  }

  /// Sets a frame, as code does. It is shown at once. A view with an autoresizing mask keeps the frame; a view that constraints lay out returns to
  /// its place when its superview is laid out next.
  private func setFrame(_ given: Rect, of item: Item) {
    let frame = onValueGrid(given)
    if item.view.autoresizing != nil || item === root || item.hasRows(.frame) || item.takesGivenFrame {
      setGivenFrame(frame, of: item)
    }
    if frame != item.frame { show(frame, of: item.node, byEngine: false) }
    noteReturn(of: item)
  }

  /// Adds a view to the list of views that the engine will move, without marking its superview as needing layout.
  private func noteReturn(of item: Item) {
    guard let parent = item.parent, item.view.autoresizing == nil, !item.isMoved, item.engineFrame != item.frame
    else { return }
    parent.node.noteMove(of: item.node)
  }

  private func setBounds(_ bounds: Rect, of item: Item) throws(LayoutMistake) {
    let origin = Point(x: bounds.x, y: bounds.y)
    if let scroll = item.view.scroll {
      if scroll.contentOffset != origin {
        item.view.scroll?.contentOffset = origin
        rows.markStale(readersOf: item)
        for guide in item.guides { refreshGuideRows(of: guide) }
        setNeedsLayout(item)
        shown?.append(item.id)
      }
    } else if item.plainOrigin != origin {
      item.plainOrigin = origin
      setNeedsLayout(item)
      shown?.append(item.id)
    }
    let frame = item.frame
    guard frame.size != bounds.size else { return }
    setFrame(
      Rect(
        x: frame.midX - bounds.width / 2, y: frame.midY - bounds.height / 2, width: bounds.width,
        height: bounds.height),
      of: item)
  }

  private func resize(to size: Size) throws(LayoutMistake) {
    let frame = Rect(x: root.givenFrame.x, y: root.givenFrame.y, width: size.width, height: size.height)
    try check(frame, "step resize")
    guard size.width >= 0, size.height >= 0 else {
      throw .scene(where: "step resize", problem: "a size is negative", hint: "Use sizes of 0 and more.")
    }
    setFrame(frame, of: root)
    try layoutIfNeeded()
  }
}
