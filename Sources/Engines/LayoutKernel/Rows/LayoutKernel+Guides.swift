import LayoutPlugin
import SceneModel

/// Safe areas, margins and the guides that follow them. The constants of their rows come from frames. So they are set again when a frame has changed,
/// and the pass runs another round.
extension LayoutKernel {
  /// Notes that a row reads a view's margins or safe area, and computes both.
  func readEnvironment(_ item: Item) {
    guard !item.readsEnvironment, !item.isGuide else { return }
    item.readsEnvironment = true
    var path: [Item] = []
    var present: Item? = item
    while let step = present {
      step.environmentReaders += 1
      path.append(step)
      present = step.parent
    }
    for step in path.reversed() { computeEnvironment(of: step) }
  }

  private func computeEnvironment(of item: Item) {
    let superview = surroundings(of: item)
    item.safeInsets = MarginRules.safeArea(
      of: item.view, frame: item.frame, in: superview, isClamped: quirks.clampsSafeAreaOverlap)
    item.margins = MarginRules.margins(
      of: item.view, frame: item.frame, safeArea: item.safeInsets, in: superview,
      isRightToLeft: isRightToLeft(item.node))
  }

  /// Computes margins and safe areas of a view and of those below it that depend on them, and updates the rows that
  /// read them.
  func refreshEnvironment(from top: Item) { refreshEnvironment(from: top, withSubviews: true) }

  /// Updates safe area and margins of a view whose frame was set. Its subviews are not at their new places yet, so their safe areas and margins are
  /// updated only after the pass has placed them.
  func refreshEnvironment(ofGiven item: Item) {
    refreshEnvironment(from: item, withSubviews: false)
    if item.environmentReaders > (item.readsEnvironment ? 1 : 0) { environment.awaiting.append(item) }
  }

  /// Updates the safe areas and margins that were postponed by `refreshEnvironment(ofGiven:)`.
  func refreshAwaitedEnvironments() {
    guard !environment.awaiting.isEmpty else { return }
    HardState.subviewsAwaited.reach()
    let waiting = environment.awaiting
    environment.awaiting.removeAll(keepingCapacity: true)
    for item in waiting where items[item.id] === item { refreshEnvironment(from: item) }
  }

  private func refreshEnvironment(from top: Item, withSubviews: Bool) {
    guard top.environmentReaders > 0 else { return }
    var stack = [top]
    while let item = stack.popLast() {
      let (safe, margins) = (item.safeInsets, item.margins)
      computeEnvironment(of: item)
      let isSafeChanged = safe != item.safeInsets
      let areMarginsChanged = margins != item.margins
      guard item === top || isSafeChanged || areMarginsChanged else { continue }
      if item.readsEnvironment {
        if isSafeChanged { note(.safeAreaInsetsDidChange(item.id)) }
        if areMarginsChanged { note(.layoutMarginsDidChange(item.id)) }
        if isSafeChanged || areMarginsChanged { setNeedsLayout(item) }
        refreshEnvironmentRows(of: item)
      }
      guard withSubviews else { return }
      for child in item.children.reversed() where child.environmentReaders > 0 { stack.append(child) }
    }
  }

  /// Updates the rows that read a view's margins or safe area.
  func refreshEnvironmentRows(of item: Item) {
    rows.markStale(readersOf: item, marginsOnly: true)
    if item.view.stack?.isLayoutMarginsRelative == true { refreshStackRows(of: item) }
    for guide in item.guides { refreshGuideRows(of: guide) }
  }

  private func surroundings(of item: Item) -> MarginRules.Surroundings? {
    item.parent.map {
      MarginRules.Surroundings(
        size: $0.frame.size, safeArea: $0.safeInsets, margins: $0.margins, isScrollView: $0.view.scroll != nil)
    }
  }

  func refreshGuideRows(of guide: Item) {
    guard let kind = guide.guide, let owner = guide.parent else { return }
    if kind.insets == nil {
      switch kind.kind {
      case .safeArea, .layoutMargins, .readableContent, .keyboard, .top, .bottom: readEnvironment(owner)
      case .custom, .scrollContent, .scrollFrame: break
      }
    }
    replace(.guide, of: guide) { appendGuideConstraints(of: guide, to: &$0) }
  }

  func appendGuideConstraints(of item: Item, to result: inout some SystemConstraintSink) {
    guard let guide = item.guide, let owner = item.parent else { return }
    switch guide.kind {
    case .custom:
      if let insets = guide.insets { appendEdges(of: item, owner, insets, to: &result) }
    case .safeArea:
      appendEdges(of: item, owner, guide.insets ?? owner.safeInsets, to: &result)
    case .layoutMargins:
      appendEdges(of: item, owner, guide.insets ?? owner.margins, to: &result)
    case .readableContent:
      var insets = owner.margins
      let excess = owner.frame.width - insets.left - insets.right - quirks.readableWidth(for: textSize)
      if excess > 0 {
        insets.left += excess / 2
        insets.right += excess / 2
      }
      appendEdges(of: item, owner, guide.insets ?? insets, to: &result)
    case .keyboard:
      if let keyboard = environment.keyboard, guide.insets == nil {
        appendEdges(of: item, owner, insets(of: keyboard, in: owner), to: &result)
        return
      }
      // The keyboard is hidden: its guide stands where the safe area ends.
      let height = guide.insets?.bottom ?? owner.safeInsets.bottom
      appendStrip(of: item, owner, height: height, isTop: false, to: &result)
    case .top:
      appendStrip(of: item, owner, height: guide.insets?.top ?? owner.safeInsets.top, isTop: true, to: &result)
    case .bottom:
      appendStrip(of: item, owner, height: guide.insets?.bottom ?? owner.safeInsets.bottom, isTop: false, to: &result)
    case .scrollContent:
      appendContentEdges(of: item, owner, to: &result)
    case .scrollFrame:
      appendEdges(of: item, owner, .zero, to: &result)
    }
  }

  /// Converts a rectangle of the root to insets from the edges of a view's frame.
  private func insets(of rect: Rect, in owner: Item) -> Insets {
    var (x, y) = (0.0, 0.0)
    var present = owner
    while let parent = present.parent {
      x += present.frame.x - parent.boundsOrigin.x
      y += present.frame.y - parent.boundsOrigin.y
      present = parent
    }
    return Insets(
      top: rect.y - y, left: rect.x - x, bottom: y + owner.frame.height - rect.maxY,
      right: x + owner.frame.width - rect.maxX)
  }

  /// Updates the guides of one kind that depend on the keyboard or on the text size.
  func refreshGuides(of kind: Guide.Kind) {
    for item in items.all where item.guide?.kind == kind {
      refreshGuideRows(of: item)
      if let owner = item.parent { setNeedsLayout(owner) }
    }
  }

  private func guideConstraint(
    _ item: Item, _ owner: Item, _ slot: SystemSlot, _ first: Anchor, _ second: Anchor?, _ constant: Double
  ) -> SystemConstraint {
    SystemConstraint(
      id: .init(item.id, slot), kind: .guide(item.guide?.kind ?? .custom), holder: owner.id, first: first,
      relation: .equal, second: second, constant: constant)
  }

  /// Appends constraints that hold a guide at four distances inward from the owner's frame.
  private func appendEdges(
    of item: Item, _ owner: Item, _ insets: Insets, to result: inout some SystemConstraintSink
  ) {
    func add(_ slot: SystemSlot, _ first: Anchor, _ second: Anchor, _ constant: Double) {
      result.append(guideConstraint(item, owner, slot, first, second, constant))
    }
    add(.guideLeft, Anchor(item.id, .left), Anchor(owner.id, .minX), insets.left)
    add(.guideTop, Anchor(item.id, .top), Anchor(owner.id, .minY), insets.top)
    add(.guideRight, Anchor(owner.id, .maxX), Anchor(item.id, .right), insets.right)
    add(.guideBottom, Anchor(owner.id, .maxY), Anchor(item.id, .bottom), insets.bottom)
  }

  /// Appends constraints that make a guide as large as a scroll view's content.
  private func appendContentEdges(of item: Item, _ owner: Item, to result: inout some SystemConstraintSink) {
    func add(_ slot: SystemSlot, _ first: Anchor, _ second: Anchor) {
      result.append(guideConstraint(item, owner, slot, first, second, 0))
    }
    add(.guideLeft, Anchor(item.id, .left), Anchor(owner.id, .left))
    add(.guideTop, Anchor(item.id, .top), Anchor(owner.id, .top))
    add(.guideRight, Anchor(owner.id, .right), Anchor(item.id, .right))
    add(.guideBottom, Anchor(owner.id, .bottom), Anchor(item.id, .bottom))
  }

  /// Appends constraints for a strip along the owner's top or bottom edge.
  private func appendStrip(
    of item: Item, _ owner: Item, height: Double, isTop: Bool, to result: inout some SystemConstraintSink
  ) {
    func add(_ slot: SystemSlot, _ first: Anchor, _ second: Anchor?, _ constant: Double = 0) {
      result.append(guideConstraint(item, owner, slot, first, second, constant))
    }
    add(.guideLeft, Anchor(item.id, .left), Anchor(owner.id, .minX))
    add(.guideTop, Anchor(item.id, .height), nil, height)
    add(.guideRight, Anchor(owner.id, .maxX), Anchor(item.id, .right))
    isTop
      ? add(.guideBottom, Anchor(item.id, .top), Anchor(owner.id, .minY))
      : add(.guideBottom, Anchor(owner.id, .maxY), Anchor(item.id, .bottom))
  }
}
