import SceneModel

/// Stack views: the constraints that UIKit makes for them, with its identifiers and priorities.
extension LayoutKernel {
  func refreshStackRows(of item: Item) {
    guard item.view.stack != nil || !item.stackRows.isEmpty else { return }
    if item.view.stack?.isLayoutMarginsRelative == true { readEnvironment(item) }
    replace(&item.stackRows, with: stackConstraints(of: item))
  }

  func stackConstraints(of item: Item) -> [SystemConstraint] {
    guard let stack = item.view.stack else { return [] }
    return StackRules(item, stack, kernel: self).constraints()
  }
}

/// The rules of one stack view. `start` and `end` are top and bottom across a horizontal stack, and so on.
private struct StackRules {
  let id: ItemID
  let stack: StackConfiguration
  let kernel: LayoutKernel
  let arranged: [Item]
  let visible: [Item]
  let isHorizontal: Bool
  var result: [SystemConstraint] = []

  init(_ item: Item, _ stack: StackConfiguration, kernel: LayoutKernel) {
    id = item.id
    self.stack = stack
    self.kernel = kernel
    arranged = stack.arranged.compactMap { kernel.items[$0] }
    visible = arranged.filter { !$0.view.isHidden }
    isHorizontal = stack.axis == .horizontal
  }

  private var main: (start: LayoutAttribute, end: LayoutAttribute, size: LayoutAttribute, center: LayoutAttribute) {
    isHorizontal ? (.leading, .trailing, .width, .centerX) : (.top, .bottom, .height, .centerY)
  }

  private var cross: (start: LayoutAttribute, end: LayoutAttribute, size: LayoutAttribute, center: LayoutAttribute) {
    isHorizontal ? (.top, .bottom, .height, .centerY) : (.leading, .trailing, .width, .centerX)
  }

  private var isBaseline: Bool { stack.alignment == .firstBaseline || stack.alignment == .lastBaseline }
  private var isWeakAtStart: Bool { stack.alignment != .fill && stack.alignment != .leading }
  private var isWeakAtEnd: Bool { stack.alignment != .fill && stack.alignment != .trailing }
  private var isWeak: Bool { isWeakAtStart || isWeakAtEnd }
  private var hasSpacer: Bool { visible.isEmpty || (arranged.count >= 2 && isWeak) }
  private var isEqual: Bool { stack.distribution == .equalSpacing || stack.distribution == .equalCentering }

  func constraints() -> [SystemConstraint] {
    guard let first = arranged.first else { return [] }
    var rules = self
    rules.addAlignment(first)
    rules.addCanvasAcross(first)
    rules.addCanvasAlong()
    rules.addSpacing()
    rules.addDistribution()
    rules.addHiding()
    rules.addTextWidths()
    return rules.result
  }

  private mutating func add(
    _ owner: ItemID, _ slot: SystemSlot, _ identifier: String, _ first: Anchor, _ relation: Relation = .equal,
    _ second: Anchor? = nil, multiplier: Double = 1, constant: Double = 0, priority: Double = 1000
  ) {
    result.append(
      SystemConstraint(
        id: .init(owner, slot), kind: .stack, identifier: "UISV-" + identifier, holder: id, first: first,
        relation: relation, second: second, multiplier: multiplier, constant: constant, priority: priority))
  }

  /// The stack's own edge, or its margin's where the arrangement follows the margins.
  private func canvas(_ attribute: LayoutAttribute) -> Anchor {
    guard stack.isLayoutMarginsRelative else { return Anchor(id, attribute) }
    let margin: LayoutAttribute =
      switch attribute {
      case .leading: .leadingMargin
      case .trailing: .trailingMargin
      case .top: .topMargin
      case .bottom: .bottomMargin
      case .centerX: .centerXWithinMargins
      case .centerY: .centerYWithinMargins
      default: attribute
      }
    return Anchor(id, margin)
  }

  private mutating func addAlignment(_ first: Item) {
    for item in arranged.dropFirst() {
      func align(_ slot: SystemSlot, _ attribute: LayoutAttribute) {
        add(item.id, slot, "alignment", Anchor(first.id, attribute), .equal, Anchor(item.id, attribute))
      }
      switch stack.alignment {
      case .fill:
        align(.alignmentEnd, cross.end)
        align(.alignmentStart, cross.start)
      case .leading: align(.alignmentStart, cross.start)
      case .trailing: align(.alignmentEnd, cross.end)
      case .center: align(.alignmentStart, cross.center)
      case .firstBaseline: if isHorizontal { align(.alignmentStart, .firstBaseline) }
      case .lastBaseline: if isHorizontal { align(.alignmentStart, .lastBaseline) }
      }
    }
    guard isWeak else { return }
    if hasSpacer {
      let spacer = Place.crossSpacer(id)
      for item in visible {
        add(
          item.id, .boundaryStart, "spanning-boundary", Anchor(spacer, cross.start),
          isWeakAtStart ? .lessThanOrEqual : .equal, Anchor(item.id, cross.start),
          priority: isWeakAtStart ? 1000 : 999.5)
        add(
          item.id, .boundaryEnd, "spanning-boundary", Anchor(spacer, cross.end),
          isWeakAtEnd ? .greaterThanOrEqual : .equal, Anchor(item.id, cross.end), priority: isWeakAtEnd ? 1000 : 999.5)
      }
      add(id, .spanningFit, "spanning-fit", Anchor(spacer, cross.size), priority: 51)
    }
    for item in arranged {
      add(item.id, .suppression, "ambiguity-suppression", Anchor(item.id, cross.size), priority: 25)
    }
  }

  /// Across the axis: what the stack's two edges hold on to.
  private mutating func addCanvasAcross(_ first: Item) {
    let spacer = Place.crossSpacer(id)
    var isLoose = false
    func connect(_ slot: SystemSlot, _ edge: LayoutAttribute, isStart: Bool, isWeak: Bool, baselineHolds: Bool) {
      let target: Place
      var relation = Relation.equal
      if visible.isEmpty {
        target = spacer
      } else if isHorizontal && baselineHolds || isWeak && !hasSpacer {
        target = .item(first.id)
        relation = isStart ? .lessThanOrEqual : .greaterThanOrEqual
        isLoose = true
      } else {
        target = isWeak ? spacer : .item(first.id)
      }
      add(id, slot, "canvas-connection", canvas(edge), relation, Anchor(target, edge))
    }
    connect(
      .crossStart, cross.start, isStart: true, isWeak: isWeakAtStart, baselineHolds: stack.alignment == .firstBaseline)
    connect(.crossEnd, cross.end, isStart: false, isWeak: isWeakAtEnd, baselineHolds: stack.alignment == .lastBaseline)
    if stack.alignment == .center {
      let target: Place = visible.isEmpty ? spacer : .item(first.id)
      add(id, .crossCenter, "canvas-connection", canvas(cross.center), .equal, Anchor(target, cross.center))
    }
    if isLoose { add(id, .crossFit, "canvas-fit", Anchor(id, cross.size), priority: 49) }
  }

  private mutating func addCanvasAlong() {
    let spacer = Place.mainSpacer(id)
    let first = visible.first.map { Place.item($0.id) } ?? spacer
    let last = visible.last.map { Place.item($0.id) } ?? spacer
    add(id, .mainStart, "canvas-connection", canvas(main.start), .equal, Anchor(first, main.start))
    add(id, .mainEnd, "canvas-connection", canvas(main.end), .equal, Anchor(last, main.end))
    if isEqual { add(id, .mainFit, "canvas-fit", Anchor(id, main.size), priority: 49) }
  }

  /// The spacing after an arranged view: its own, or the stack's.
  private func spacing(after item: Item) -> Double {
    guard let custom = stack.customSpacing[item.id] else { return stack.spacing }
    // `spacingUseDefault` is the largest Float, `spacingUseSystem` the smallest normal one.
    if custom >= Double(Float.greatestFiniteMagnitude) { return stack.spacing }
    return custom == Double(Float.leastNormalMagnitude) ? 8 : custom
  }

  private mutating func addSpacing() {
    let isBaselineRelative = stack.isBaselineRelative && !isHorizontal
    let firstVisible = arranged.firstIndex { !$0.view.isHidden } ?? arranged.count
    let lastVisible = arranged.lastIndex { !$0.view.isHidden } ?? -1
    for (index, pair) in zip(arranged, arranged.dropFirst()).enumerated() {
      let (previous, next) = pair
      var spacing = 0.0
      if index >= firstVisible, index < lastVisible {
        // Two gaps meet at a hidden view; each gives up half, so that one spacing is left.
        let hidden = [previous, next].filter(\.view.isHidden).count
        spacing = self.spacing(after: previous) - Double(hidden) * stack.spacing / 2
      }
      add(
        next.id, .spacing, "spacing", Anchor(next.id, isBaselineRelative ? .firstBaseline : main.start),
        isEqual ? .greaterThanOrEqual : .equal, Anchor(previous.id, isBaselineRelative ? .lastBaseline : main.end),
        constant: spacing)
    }
  }

  private mutating func addDistribution() {
    guard let first = visible.first else { return }
    switch stack.distribution {
    case .fill: break
    case .fillEqually: addEqualSizes(first)
    case .fillProportionally: addProportions(first)
    case .equalSpacing, .equalCentering: addGaps()
    }
  }

  private mutating func addEqualSizes(_ first: Item) {
    for item in visible.dropFirst() {
      add(item.id, .fillEqually, "fill-equally", Anchor(item.id, main.size), .equal, Anchor(first.id, main.size))
    }
  }

  private mutating func addProportions(_ first: Item) {
    let sizes = visible.map { item in
      let size = kernel.intrinsicSize(of: item)
      return isHorizontal ? size.width : size.height
    }
    let total = sizes.reduce(0) { $0 + ($1 ?? 0) }
    guard total > 0 else {
      addEqualSizes(first)
      return
    }
    let whole = total + stack.spacing * Double(visible.count - 1)
    for (index, item) in visible.enumerated() {
      guard let size = sizes[index], size > 0, whole > 0 else {
        add(item.id, .fillProportionally, "fill-proportionally", Anchor(item.id, main.size))
        continue
      }
      add(
        item.id, .fillProportionally, "fill-proportionally", Anchor(item.id, main.size), .equal, Anchor(id, main.size),
        multiplier: size / whole, priority: visible.count == 1 ? 1000 : max(1, 999 - Double(index)))
    }
  }

  /// Equal spacing and equal centering: an invisible guide fills each gap, and the guides are alike.
  private mutating func addGaps() {
    let isCentering = stack.distribution == .equalCentering
    for (index, pair) in zip(visible, visible.dropFirst()).enumerated() {
      let (previous, next) = pair
      let gap = Place.gap(after: previous.id)
      add(
        previous.id, .gapStart, "distributing-edge", Anchor(gap, main.start), .equal,
        Anchor(previous.id, isCentering ? main.center : main.end))
      add(
        previous.id, .gapEnd, "distributing-edge", Anchor(gap, main.end), .equal,
        Anchor(next.id, isCentering ? main.center : main.start))
      if index > 0 {
        add(
          previous.id, .gapEquality, "fill-equally", Anchor(gap, main.size), .equal,
          Anchor(.gap(after: visible[0].id), main.size),
          priority: isCentering ? max(100, 150 - Double(index)) : 1000)
      }
    }
  }

  private mutating func addHiding() {
    for item in arranged where item.view.isHidden {
      add(item.id, .hiding, "hiding", Anchor(item.id, main.size))
    }
  }

  private mutating func addTextWidths() {
    guard isHorizontal, let priority = kernel.quirks.textWidthDisambiguation, visible.count > 1 else { return }
    for item in visible where item.view.text.map({ $0.lineLimit != 1 }) ?? false {
      add(
        item.id, .textWidth, "text-width-disambiguation", Anchor(item.id, .width), .equal, Anchor(id, .width),
        multiplier: 1 / Double(visible.count), priority: priority)
    }
  }
}
