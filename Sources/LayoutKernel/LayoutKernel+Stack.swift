import SceneModel

/// Stack views: the constraints that UIKit makes for them, with its identifiers and priorities.
extension LayoutKernel {
  /// Brings a stack view's rows up to date. Rows of an arranged view are made again only when something that they
  /// depend on has changed, so hiding one view of many touches that view and its neighbours.
  func refreshStackRows(of item: Item) {
    guard let stack = item.view.stack else { return }
    if stack.isLayoutMarginsRelative { readEnvironment(item) }
    let rules = StackRules(item, stack, kernel: self)
    replace(.stack, of: item, with: rules.ownConstraints())
    let ends = StackEnds(first: rules.firstVisible.flatMap { items[$0] }, last: rules.lastVisible.flatMap { items[$0] })
    if ends.first !== item.stackEnds.first || ends.last !== item.stackEnds.last {
      item.stackEnds = ends
      // Constraints with the stack view's baselines read those of its views.
      markStale(item.constraints)
    }
    let isSameForAll = item.stackTraits == rules.traits
    item.stackTraits = rules.traits
    for (view, place) in zip(rules.arranged, rules.places) {
      if isSameForAll, view.stackPlace == place { continue }
      view.stackPlace = place
      replace(.arranged, of: view, with: rules.constraints(of: view, place))
    }
  }

  /// Forgets what a view was in its stack view.
  func leaveStack(_ item: Item) {
    item.stackPlace = nil
    replace(.arranged, of: item, with: [])
  }

  func stackConstraints(of item: Item) -> [SystemConstraint] {
    guard let stack = item.view.stack else { return [] }
    let rules = StackRules(item, stack, kernel: self)
    return zip(rules.arranged, rules.places).reduce(rules.ownConstraints()) { $0 + rules.constraints(of: $1.0, $1.1) }
  }
}

/// The visible arranged views at the ends of a stack view.
struct StackEnds {
  // Arranged views are subviews, so these are in the kernel's table while the stack view is.
  unowned(unsafe) var first: Item?
  unowned(unsafe) var last: Item?
}

/// What the constraints of every arranged view depend on.
struct StackTraits: Hashable {
  var axis: Axis
  var alignment: StackConfiguration.Alignment
  var distribution: StackConfiguration.Distribution
  var isBaselineRelative: Bool
  var hasSpacer: Bool
  /// The first arranged view, and the first that is not hidden, where it matters to the others.
  var first: ItemID?
  var firstVisible: ItemID?
  /// Length of all visible views and the gaps between them, where they share the stack in proportion to it; 0: they
  /// have no lengths.
  var proportionalLength: Double
  /// How many views share the width, where one of them is multi-line text.
  var textShares: Int
  var visibleCount: Int

  var isEqual: Bool { distribution == .equalSpacing || distribution == .equalCentering }
  var isHorizontal: Bool { axis == .horizontal }
  var isWeakAtStart: Bool { alignment != .fill && alignment != .leading }
  var isWeakAtEnd: Bool { alignment != .fill && alignment != .trailing }
  var isWeak: Bool { isWeakAtStart || isWeakAtEnd }
}

/// What an arranged view's constraints depend on besides.
struct StackPlace: Hashable {
  var previous: ItemID?
  /// Distance to the previous arranged view, in points.
  var spacing: Double
  var isHidden: Bool
  var nextVisible: ItemID?
  /// Number among the visible views, where it matters.
  var order: Int
  /// Intrinsic length along the axis, where it matters.
  var length: Double?
  var isMultiLineText: Bool
}

/// The rules of one stack view. `start` and `end` are top and bottom across a horizontal stack, and so on.
private struct StackRules {
  let id: ItemID
  let stack: StackConfiguration
  let quirks: LayoutQuirks
  let arranged: [Item]
  let traits: StackTraits
  let places: [StackPlace]
  let firstVisible: ItemID?
  let lastVisible: ItemID?

  init(_ item: Item, _ stack: StackConfiguration, kernel: LayoutKernel) {
    id = item.id
    self.stack = stack
    quirks = kernel.quirks
    arranged = stack.arranged.compactMap { kernel.items[$0] }
    let isHorizontal = stack.axis == .horizontal
    let firstIndex = arranged.firstIndex { !$0.view.isHidden } ?? arranged.count
    let lastIndex = arranged.lastIndex { !$0.view.isHidden } ?? -1
    let visibleCount = arranged.reduce(0) { $0 + ($1.view.isHidden ? 0 : 1) }
    firstVisible = firstIndex < arranged.count ? arranged[firstIndex].id : nil
    lastVisible = lastIndex >= 0 ? arranged[lastIndex].id : nil

    let isProportional = stack.distribution == .fillProportionally
    let isOrdered = isProportional || stack.distribution == .equalSpacing || stack.distribution == .equalCentering
    var places: [StackPlace] = []
    places.reserveCapacity(arranged.count)
    var order = 0
    var lengths = 0.0
    var hasText = false
    for (index, view) in arranged.enumerated() {
      let isHidden = view.view.isHidden
      var place = StackPlace(
        previous: index > 0 ? arranged[index - 1].id : nil, spacing: 0, isHidden: isHidden, nextVisible: nil,
        order: isOrdered ? order : 0, length: nil,
        isMultiLineText: view.view.text.map { $0.lineLimit != 1 } ?? false)
      if index > firstIndex, index <= lastIndex {
        let previous = arranged[index - 1]
        // Two gaps meet at a hidden view; each gives up half, so that one spacing is left.
        let hidden = (isHidden ? 1.0 : 0) + (previous.view.isHidden ? 1 : 0)
        place.spacing = Self.spacing(after: previous, stack) - hidden * stack.spacing / 2
      }
      if !isHidden {
        order += 1
        if isProportional {
          let size = kernel.intrinsicSize(of: view)
          place.length = isHorizontal ? size.width : size.height
          lengths += place.length ?? 0
        }
        hasText = hasText || place.isMultiLineText
      }
      places.append(place)
    }
    if isOrdered {
      var next: ItemID?
      for index in places.indices.reversed() where !places[index].isHidden {
        places[index].nextVisible = next
        next = arranged[index].id
      }
    }
    self.places = places
    let isWeak = stack.alignment != .fill
    traits = StackTraits(
      axis: stack.axis, alignment: stack.alignment, distribution: stack.distribution,
      isBaselineRelative: stack.isBaselineRelative && !isHorizontal,
      hasSpacer: visibleCount == 0 || arranged.count >= 2 && isWeak, first: arranged.first?.id,
      firstVisible: stack.distribution == .fill ? arranged.first?.id : firstVisible,
      proportionalLength: lengths > 0 ? lengths + stack.spacing * Double(visibleCount - 1) : 0,
      textShares: isHorizontal && hasText && visibleCount > 1 ? visibleCount : 0,
      visibleCount: isProportional ? visibleCount : 0)
  }

  /// The spacing after an arranged view: its own, or the stack's.
  private static func spacing(after item: Item, _ stack: StackConfiguration) -> Double {
    guard let custom = stack.customSpacing[item.id] else { return stack.spacing }
    // `spacingUseDefault` is the largest Float, `spacingUseSystem` the smallest normal one.
    if custom >= Double(Float.greatestFiniteMagnitude) { return stack.spacing }
    return custom == Double(Float.leastNormalMagnitude) ? 8 : custom
  }

  private typealias Attributes = (
    start: LayoutAttribute, end: LayoutAttribute, size: LayoutAttribute, center: LayoutAttribute
  )

  private var main: Attributes {
    traits.isHorizontal ? (.leading, .trailing, .width, .centerX) : (.top, .bottom, .height, .centerY)
  }

  private var cross: Attributes {
    traits.isHorizontal ? (.top, .bottom, .height, .centerY) : (.leading, .trailing, .width, .centerX)
  }

  private func constraint(
    _ owner: ItemID, _ slot: SystemSlot, _ first: Anchor, _ relation: Relation = .equal,
    _ second: Anchor? = nil, multiplier: Double = 1, constant: Double = 0, priority: Double = 1000
  ) -> SystemConstraint {
    SystemConstraint(
      id: .init(owner, slot), kind: .stack, holder: id, first: first, relation: relation, second: second,
      multiplier: multiplier, constant: constant, priority: priority)
  }
}

/// Constraints of the stack view itself: what its edges hold on to.
extension StackRules {
  func ownConstraints() -> [SystemConstraint] {
    guard let first = traits.first else { return [] }
    var result = connectionsAcross(first)
    if traits.isWeak, traits.hasSpacer {
      result.append(
        constraint(id, .spanningFit, Anchor(.crossSpacer(id), cross.size), priority: 51))
    }
    let (start, end) = (firstVisible.map(Place.item), lastVisible.map(Place.item))
    result.append(
      constraint(
        id, .mainStart, canvas(main.start), .equal, Anchor(start ?? .mainSpacer(id), main.start)))
    result.append(
      constraint(id, .mainEnd, canvas(main.end), .equal, Anchor(end ?? .mainSpacer(id), main.end)))
    if traits.isEqual { result.append(constraint(id, .mainFit, Anchor(id, main.size), priority: 49)) }
    return result
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

  private func connectionsAcross(_ first: ItemID) -> [SystemConstraint] {
    let spacer = Place.crossSpacer(id)
    let isEmpty = firstVisible == nil
    var result: [SystemConstraint] = []
    var isLoose = false
    func connect(_ slot: SystemSlot, _ edge: LayoutAttribute, isStart: Bool, isWeak: Bool, baselineHolds: Bool) {
      var target = isEmpty || isWeak ? spacer : .item(first)
      var relation = Relation.equal
      if !isEmpty, traits.isHorizontal && baselineHolds || isWeak && !traits.hasSpacer {
        target = .item(first)
        relation = isStart ? .lessThanOrEqual : .greaterThanOrEqual
        isLoose = true
      }
      result.append(constraint(id, slot, canvas(edge), relation, Anchor(target, edge)))
    }
    connect(
      .crossStart, cross.start, isStart: true, isWeak: traits.isWeakAtStart,
      baselineHolds: stack.alignment == .firstBaseline)
    connect(
      .crossEnd, cross.end, isStart: false, isWeak: traits.isWeakAtEnd, baselineHolds: stack.alignment == .lastBaseline)
    if stack.alignment == .center {
      let target = Anchor(isEmpty ? spacer : .item(first), cross.center)
      result.append(constraint(id, .crossCenter, canvas(cross.center), .equal, target))
    }
    if isLoose { result.append(constraint(id, .crossFit, Anchor(id, cross.size), priority: 49)) }
    return result
  }
}

/// Constraints of one arranged view.
extension StackRules {
  func constraints(of item: Item, _ place: StackPlace) -> [SystemConstraint] {
    var result = alignment(of: item.id, place)
    if let previous = place.previous {
      let isBaseline = traits.isBaselineRelative
      result.append(
        constraint(
          item.id, .spacing, Anchor(item.id, isBaseline ? .firstBaseline : main.start),
          traits.isEqual ? .greaterThanOrEqual : .equal, Anchor(previous, isBaseline ? .lastBaseline : main.end),
          constant: place.spacing))
    }
    if place.isHidden {
      result.append(constraint(item.id, .hiding, Anchor(item.id, main.size)))
    } else {
      result += distribution(of: item.id, place)
    }
    return result
  }

  private func alignment(of item: ItemID, _ place: StackPlace) -> [SystemConstraint] {
    var result: [SystemConstraint] = []
    if let first = traits.first, item != first {
      func align(_ slot: SystemSlot, _ attribute: LayoutAttribute) {
        result.append(constraint(item, slot, Anchor(first, attribute), .equal, Anchor(item, attribute)))
      }
      switch traits.alignment {
      case .fill:
        align(.alignmentEnd, cross.end)
        align(.alignmentStart, cross.start)
      case .leading: align(.alignmentStart, cross.start)
      case .trailing: align(.alignmentEnd, cross.end)
      case .center: align(.alignmentStart, cross.center)
      case .firstBaseline: if traits.isHorizontal { align(.alignmentStart, .firstBaseline) }
      case .lastBaseline: if traits.isHorizontal { align(.alignmentStart, .lastBaseline) }
      }
    }
    guard traits.isWeak else { return result }
    if traits.hasSpacer, !place.isHidden {
      let spacer = Place.crossSpacer(id)
      result.append(
        constraint(
          item, .boundaryStart, Anchor(spacer, cross.start),
          traits.isWeakAtStart ? .lessThanOrEqual : .equal, Anchor(item, cross.start),
          priority: traits.isWeakAtStart ? 1000 : 999.5))
      result.append(
        constraint(
          item, .boundaryEnd, Anchor(spacer, cross.end),
          traits.isWeakAtEnd ? .greaterThanOrEqual : .equal, Anchor(item, cross.end),
          priority: traits.isWeakAtEnd ? 1000 : 999.5))
    }
    result.append(constraint(item, .suppression, Anchor(item, cross.size), priority: 25))
    return result
  }

  private func distribution(of item: ItemID, _ place: StackPlace) -> [SystemConstraint] {
    guard let first = traits.firstVisible else { return [] }
    var result: [SystemConstraint] = []
    switch traits.distribution {
    case .fill: break
    case .fillEqually: if item != first { result.append(equalSize(item, first)) }
    case .fillProportionally:
      if traits.proportionalLength > 0 {
        result.append(proportion(item, place))
      } else if item != first {
        result.append(equalSize(item, first))
      }
    case .equalSpacing, .equalCentering:
      if let next = place.nextVisible { result += gap(item, place, next, first) }
    }
    if place.isMultiLineText, traits.textShares > 0, let priority = quirks.textWidthDisambiguation {
      result.append(
        constraint(
          item, .textWidth, Anchor(item, .width), .equal, Anchor(id, .width),
          multiplier: 1 / Double(traits.textShares), priority: priority))
    }
    return result
  }

  private func equalSize(_ item: ItemID, _ first: ItemID) -> SystemConstraint {
    constraint(item, .fillEqually, Anchor(item, main.size), .equal, Anchor(first, main.size))
  }

  private func proportion(_ item: ItemID, _ place: StackPlace) -> SystemConstraint {
    guard let length = place.length, length > 0 else {
      return constraint(item, .fillProportionally, Anchor(item, main.size))
    }
    return constraint(
      item, .fillProportionally, Anchor(item, main.size), .equal, Anchor(id, main.size),
      multiplier: length / traits.proportionalLength,
      priority: traits.visibleCount == 1 ? 1000 : max(1, 999 - Double(place.order)))
  }

  /// Equal spacing and equal centering: an invisible guide fills each gap, and the guides are alike.
  private func gap(_ item: ItemID, _ place: StackPlace, _ next: ItemID, _ first: ItemID) -> [SystemConstraint] {
    let isCentering = traits.distribution == .equalCentering
    let gap = Place.gap(after: item)
    var result = [
      constraint(
        item, .gapStart, Anchor(gap, main.start), .equal,
        Anchor(item, isCentering ? main.center : main.end)),
      constraint(
        item, .gapEnd, Anchor(gap, main.end), .equal,
        Anchor(next, isCentering ? main.center : main.start)),
    ]
    if place.order > 0 {
      result.append(
        constraint(
          item, .gapEquality, Anchor(gap, main.size), .equal, Anchor(.gap(after: first), main.size),
          priority: isCentering ? max(100, 150 - Double(place.order)) : 1000))
    }
    return result
  }
}
