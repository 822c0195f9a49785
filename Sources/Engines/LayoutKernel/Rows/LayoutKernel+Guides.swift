import LayoutPlugin
import SceneModel

/// Safe areas, margins and the guides that follow them. Their constants come from frames, so they are set again when a frame has changed, and the
/// pass runs another round.
extension LayoutKernel {
  /// Notes that a row reads a view's margins or safe area, and computes them.
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
      of: item.view, frame: item.frame, safeArea: item.safeInsets, in: superview, isRightToLeft: isRightToLeft(item))
  }

  /// Computes margins and safe areas of a view and of those below it that depend on them, and updates the rows that
  /// read them.
  func refreshEnvironment(from top: Item) { refreshEnvironment(from: top, withSubviews: true) }

  /// Updates the environment of a view whose frame was set. Its subviews are not at their new places yet, so their distances to its edges mean
  /// nothing. They wait until the pass has placed them.
  func refreshEnvironment(ofGiven item: Item) {
    refreshEnvironment(from: item, withSubviews: false)
    if item.environmentReaders > (item.readsEnvironment ? 1 : 0) { awaitingEnvironment.append(item) }
  }

  /// Updates safe areas and margins inside views whose frames were set before the pass.
  func refreshAwaitedEnvironments() {
    guard !awaitingEnvironment.isEmpty else { return }
    HardState.subviewsAwaited.reach()
    let waiting = awaitingEnvironment
    awaitingEnvironment.removeAll(keepingCapacity: true)
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
    markStale(readersOf: item, marginsOnly: true)
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
    replace(.guide, of: guide, with: guideConstraints(of: guide))
  }

  func guideConstraints(of item: Item) -> [SystemConstraint] {
    guard let guide = item.guide, let owner = item.parent else { return [] }
    switch guide.kind {
    case .custom:
      return guide.insets.map { edges(of: item, owner, $0) } ?? []
    case .safeArea:
      return edges(of: item, owner, guide.insets ?? owner.safeInsets)
    case .layoutMargins:
      return edges(of: item, owner, guide.insets ?? owner.margins)
    case .readableContent:
      var insets = owner.margins
      let excess = owner.frame.width - insets.left - insets.right - quirks.readableWidth(for: textSize)
      if excess > 0 {
        insets.left += excess / 2
        insets.right += excess / 2
      }
      return edges(of: item, owner, guide.insets ?? insets)
    case .keyboard:
      if let keyboard, guide.insets == nil { return edges(of: item, owner, insets(of: keyboard, in: owner)) }
      // The keyboard is hidden: its guide stands where the safe area ends.
      let height = guide.insets?.bottom ?? owner.safeInsets.bottom
      return strip(of: item, owner, height: height, isTop: false)
    case .top:
      return strip(
        of: item, owner, height: guide.insets?.top ?? owner.safeInsets.top, isTop: true)
    case .bottom:
      return strip(
        of: item, owner, height: guide.insets?.bottom ?? owner.safeInsets.bottom, isTop: false)
    case .scrollContent:
      return contentEdges(of: item, owner)
    case .scrollFrame:
      return edges(of: item, owner, .zero)
    }
  }

  /// Returns a rectangle of the root as distances inward from a view's frame.
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

  /// Updates the keyboard guides or the readable guides, which depend on facts that belong to no view.
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

  /// Returns constraints that hold a guide at four distances inward from the owner's frame.
  private func edges(of item: Item, _ owner: Item, _ insets: Insets) -> [SystemConstraint] {
    [
      guideConstraint(item, owner, .guideLeft, Anchor(item.id, .left), Anchor(owner.id, .minX), insets.left),
      guideConstraint(item, owner, .guideTop, Anchor(item.id, .top), Anchor(owner.id, .minY), insets.top),
      guideConstraint(item, owner, .guideRight, Anchor(owner.id, .maxX), Anchor(item.id, .right), insets.right),
      guideConstraint(item, owner, .guideBottom, Anchor(owner.id, .maxY), Anchor(item.id, .bottom), insets.bottom),
    ]
  }

  /// Returns constraints for the whole content of a scroll view, which is as large as its constraints make it.
  private func contentEdges(of item: Item, _ owner: Item) -> [SystemConstraint] {
    [
      guideConstraint(item, owner, .guideLeft, Anchor(item.id, .left), Anchor(owner.id, .left), 0),
      guideConstraint(item, owner, .guideTop, Anchor(item.id, .top), Anchor(owner.id, .top), 0),
      guideConstraint(item, owner, .guideRight, Anchor(owner.id, .right), Anchor(item.id, .right), 0),
      guideConstraint(item, owner, .guideBottom, Anchor(owner.id, .bottom), Anchor(item.id, .bottom), 0),
    ]
  }

  /// Returns constraints for a strip along the owner's top or bottom edge.
  private func strip(of item: Item, _ owner: Item, height: Double, isTop: Bool) -> [SystemConstraint] {
    [
      guideConstraint(item, owner, .guideLeft, Anchor(item.id, .left), Anchor(owner.id, .minX), 0),
      guideConstraint(item, owner, .guideTop, Anchor(item.id, .height), nil, height),
      guideConstraint(item, owner, .guideRight, Anchor(owner.id, .maxX), Anchor(item.id, .right), 0),
      isTop
        ? guideConstraint(item, owner, .guideBottom, Anchor(item.id, .top), Anchor(owner.id, .minY), 0)
        : guideConstraint(item, owner, .guideBottom, Anchor(owner.id, .maxY), Anchor(item.id, .bottom), 0),
    ]
  }
}
