import SceneModel

/// The rules of one stack view. In a horizontal stack, `start` and `end` across the axis are top and bottom.
struct StackRules {
  let id: ItemID
  let stack: StackConfiguration
  let quirks: LayoutQuirks
  let arrangement: Arrangement
  let traits: StackTraits
  /// The natural lengths along the axis, if views share the stack in proportion to them; otherwise empty.
  private let lengths: [Double?]

  init(_ id: ItemID, _ stack: StackConfiguration, _ arrangement: Arrangement, kernel: LayoutKernel) {
    self.id = id
    self.stack = stack
    self.arrangement = arrangement
    quirks = kernel.quirks
    let isHorizontal = stack.axis == .horizontal
    let isProportional = stack.distribution == .fillProportionally
    var lengths: [Double?] = []
    if isProportional {
      lengths = Self.exact(arrangement.items.map { kernel.weight(of: $0, along: stack.axis) })
    }
    self.lengths = lengths
    let total = zip(arrangement.items, lengths).reduce(0) { $0 + ($1.0.view.isHidden ? 0 : $1.1 ?? 0) }
    let (count, items) = (arrangement.visibleCount, arrangement.items)
    let hasVisibleText = arrangement.hasText && items.contains { !$0.view.isHidden && $0.hasMultiLineText }
    let firstVisible = count > 0 ? items[arrangement.firstVisible].id : nil
    traits = StackTraits(
      axis: stack.axis, alignment: stack.alignment, distribution: stack.distribution,
      isBaselineRelative: stack.isBaselineRelative && !isHorizontal,
      hasSpacer: count == 0 || items.count >= 2 && stack.alignment != .fill, first: items.first?.id,
      firstVisible: stack.distribution == .fill ? items.first?.id : firstVisible,
      proportionalLength: total > 0 ? total + stack.spacing * Double(count - 1) : 0,
      textShares: isHorizontal && hasVisibleText && count > 1 ? count : 0, visibleCount: isProportional ? count : 0)
  }

  /// Returns lengths rounded to a grid. The grid is coarse enough that sums and shares of the lengths are exact, and so fine that nobody sees the
  /// rounding.
  private static func exact(_ lengths: [Double?]) -> [Double?] {
    let digits = lengths.reduce(0) { $0 + ($1 ?? 0) } < 0x1p20 ? 0x1p30 : 0x1p20
    return lengths.map { $0.map { ($0 * digits).rounded() / digits } }
  }

  var firstVisible: Item? { arrangement.visibleCount > 0 ? arrangement.items[arrangement.firstVisible] : nil }
  var lastVisible: Item? { arrangement.visibleCount > 0 ? arrangement.items[arrangement.lastVisible] : nil }

  /// Whether the `StackPlace` of a view depends only on its neighbours in the stack.
  var placesAreLocal: Bool {
    (stack.distribution == .fill || stack.distribution == .fillEqually) && !hidesBesideChain
  }

  private var hidesBesideChain: Bool { quirks.hiddenArrangedViews == .besideChain }

  func place(at index: Int) -> StackPlace {
    let view = arrangement.items[index]
    let isHidden = view.view.isHidden
    if hidesBesideChain { return placeBesideChain(at: index) }
    let previous = index > 0 ? arrangement.items[index - 1] : nil
    var place = StackPlace(isHidden: isHidden, isMultiLineText: view.hasMultiLineText, previous: previous?.id)
    if let previous, index > arrangement.firstVisible, index <= arrangement.lastVisible {
      // A hidden view has a gap on either side. Each gives up half of the spacing, so that one spacing is left in all.
      let hidden = (isHidden ? 1.0 : 0) + (previous.view.isHidden ? 1 : 0)
      // The custom spacing after a hidden view has no effect.
      let space = previous.view.isHidden ? stack.spacing : Self.spacing(after: previous, stack)
      place.spacing = space - hidden * stack.spacing / 2
    }
    return place
  }

  /// Returns the facts of a view if hidden views lie beside the chain of the visible ones. Two visible views with only hidden views between them are
  /// neighbours. A hidden view lies in the middle of the gap between its visible neighbours, or beyond the last visible view.
  private func placeBesideChain(at index: Int) -> StackPlace {
    let view = arrangement.items[index]
    let previous = arrangement.items[..<index].last { !$0.view.isHidden }
    let next = arrangement.items[(index + 1)...].first { !$0.view.isHidden }
    var place = StackPlace(
      isHidden: view.view.isHidden, isMultiLineText: view.hasMultiLineText, previous: previous?.id)
    if !place.isHidden {
      place.spacing = previous.map { Self.spacing(after: $0, stack) } ?? 0
    } else if previous == nil {
      place.nextVisible = next?.id
    } else if next != nil {
      place.spacing = stack.spacing / 2
    }
    return place
  }

  func orderedPlaces() -> [StackPlace] {
    var places = arrangement.items.indices.map(place)
    if placesAreLocal { return places }
    var order: Int32 = 0
    for index in places.indices {
      places[index].order = order
      if places[index].isHidden { continue }
      order += 1
      if !lengths.isEmpty { places[index].length = lengths[index] }
    }
    var next: ItemID?
    for index in places.indices.reversed() where !places[index].isHidden {
      // Needed only if the gaps have guides.
      if traits.isEqual || !hidesBesideChain { places[index].nextVisible = next }
      next = arrangement.items[index].id
    }
    return places
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

/// The constraints of the stack view itself, which connect its edges with its views.
extension StackRules {
  /// Appends the constraints between the stack view's edges and its arranged views. The rows that define the length of one share are not included
  /// (`appendParts`).
  func appendOwn(to result: inout some SystemConstraintSink) {
    guard let first = traits.first else { return }
    appendConnectionsAcross(first, to: &result)
    if traits.isWeak, traits.hasSpacer {
      result.append(
        constraint(id, .spanningFit, Anchor(.crossSpacer(id), cross.size), priority: 51))
    }
    let (start, end) = (firstVisible.map { Place.item($0.id) }, lastVisible.map { Place.item($0.id) })
    result.append(
      constraint(
        id, .mainStart, canvas(main.start), .equal, Anchor(start ?? .mainSpacer(id), main.start)))
    result.append(
      constraint(id, .mainEnd, canvas(main.end), .equal, Anchor(end ?? .mainSpacer(id), main.end)))
    if traits.isEqual { result.append(constraint(id, .mainFit, Anchor(id, main.size), priority: 49)) }
  }

  /// Appends the rows that define the length of one share, of which each view gets a multiple. UIKit has no such constraints, so they are not among
  /// the stack's constraints and appear in no conflict.
  func appendParts(to result: inout some SystemConstraintSink) {
    if traits.proportionalLength > 0 {
      result.append(
        constraint(
          id, .share, Anchor(id, main.size), .equal, Anchor(.share(id), main.size),
          multiplier: traits.proportionalLength))
    }
    if hasTextPart {
      result.append(
        constraint(
          id, .textShare, Anchor(id, .width), .equal, Anchor(.textShare(id), .width),
          multiplier: Double(traits.textShares)
        ))
    }
  }

  /// Whether equal shares of the width need a row that defines the length of one share. Halves, quarters and so on are exact as doubles and need
  /// none.
  private var hasTextPart: Bool {
    traits.textShares > 1 && traits.textShares.nonzeroBitCount > 1 && quirks.textWidthDisambiguation.priority != nil
  }

  /// The anchor of the stack's own edge, or of its margin if the arrangement follows the margins.
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

  private func appendConnectionsAcross(_ first: ItemID, to result: inout some SystemConstraintSink) {
    let spacer = Place.crossSpacer(id)
    let isEmpty = firstVisible == nil
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
  }
}

/// The constraints of one arranged view.
extension StackRules {
  /// Appends the constraints of one view.
  func append(of item: Item, _ place: StackPlace, to result: inout some SystemConstraintSink) {
    appendAlignment(of: item.id, place, to: &result)
    if place.isHidden, hidesBesideChain {
      appendBesideChain(item.id, place, to: &result)
      return
    }
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
      appendDistribution(of: item.id, place, to: &result)
    }
  }

  private func appendBesideChain(_ item: ItemID, _ place: StackPlace, to result: inout some SystemConstraintSink) {
    let (own, neighbour): (LayoutAttribute, Anchor)
    if let previous = place.previous {
      (own, neighbour) = (main.start, Anchor(previous, main.end))
    } else if let next = place.nextVisible {
      (own, neighbour) = (main.end, Anchor(next, main.start))
    } else {
      (own, neighbour) = (main.start, canvas(main.start))
    }
    // Both yield to the file's own constraints: recorded hidden views lie where the file's constraints put them.
    result.append(
      constraint(
        item, .spacing, Anchor(item, own), .equal, neighbour, constant: place.spacing,
        priority: SystemConstraint.yieldingPriority))
    result.append(
      constraint(item, .hiding, Anchor(item, main.size), priority: SystemConstraint.yieldingPriority))
  }

  private func appendAlignment(of item: ItemID, _ place: StackPlace, to result: inout some SystemConstraintSink) {
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
    guard traits.isWeak else { return }
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
  }

  private func appendDistribution(of item: ItemID, _ place: StackPlace, to result: inout some SystemConstraintSink) {
    guard let first = traits.firstVisible else { return }
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
      if let next = place.nextVisible { appendGap(item, place, next, first, to: &result) }
    }
    if place.isMultiLineText, traits.textShares > 0, let priority = quirks.textWidthDisambiguation.priority {
      var share = constraint(
        item, .textWidth, Anchor(item, .width), .equal, Anchor(id, .width), multiplier: 1 / Double(traits.textShares),
        priority: priority)
      if hasTextPart { share.part = .init(place: .textShare(id), times: 1) }
      result.append(share)
    }
  }

  private func equalSize(_ item: ItemID, _ first: ItemID) -> SystemConstraint {
    constraint(item, .fillEqually, Anchor(item, main.size), .equal, Anchor(first, main.size))
  }

  private func proportion(_ item: ItemID, _ place: StackPlace) -> SystemConstraint {
    guard let length = place.length, length > 0 else {
      return constraint(item, .fillProportionally, Anchor(item, main.size))
    }
    var share = constraint(
      item, .fillProportionally, Anchor(item, main.size), .equal, Anchor(id, main.size),
      multiplier: length / traits.proportionalLength,
      priority: traits.visibleCount == 1 ? 1000 : max(1, 999 - Double(place.order)))
    share.part = .init(place: .share(id), times: length)
    return share
  }

  /// Appends the constraints of the invisible guide that fills a gap, for equal spacing and equal centering. All guides of a stack
  /// view have the same length.
  private func appendGap(
    _ item: ItemID, _ place: StackPlace, _ next: ItemID, _ first: ItemID, to result: inout some SystemConstraintSink
  ) {
    let isCentering = traits.distribution == .equalCentering
    let gap = Place.gap(after: item)
    result.append(
      constraint(
        item, .gapStart, Anchor(gap, main.start), .equal, Anchor(item, isCentering ? main.center : main.end)))
    result.append(
      constraint(
        item, .gapEnd, Anchor(gap, main.end), .equal, Anchor(next, isCentering ? main.center : main.start)))
    if place.order > 0 {
      result.append(
        constraint(
          item, .gapEquality, Anchor(gap, main.size), .equal, Anchor(.gap(after: first), main.size),
          priority: isCentering ? max(100, 150 - Double(place.order)) : 1000))
    }
  }
}
