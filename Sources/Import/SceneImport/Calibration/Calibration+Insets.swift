import LayoutKernel
import SceneModel

extension Calibration {
  mutating func collectVotes() {
    // Interface Builder itself has marked these views as not lying where the constraints put them.
    let misplaced = imported.marks("misplaced")
    for constraint in scene.constraints where constraint.isActive && constraint.relation == .equal {
      guard !constraint.anchors.contains(where: { misplaced.contains($0.item) }) else { continue }
      guard let residual = geometry.residual(of: constraint) else { continue }
      if residual.terms.count == 1, let term = residual.terms.first {
        let value = -residual.constant / term.coefficient
        votes[term.unknown, default: []].append(
          Vote(value: value, anchors: constraint.anchors, isRequired: constraint.isRequired))
      } else if residual.terms.count == 2, constraint.isRequired,
        residual.terms[0].unknown.item == residual.terms[1].unknown.item
      {
        middles[residual.terms[0].unknown.item, default: []].append((residual, constraint.anchors))
      } else if residual.terms.count == 2, constraint.isRequired,
        let guide = residual.terms.first(where: { geometry.guide($0.unknown.item) != nil })
      {
        mixed[guide.unknown, default: []].append((residual, constraint.anchors))
      }
    }
    for view in scene.views where view.stack?.isLayoutMarginsRelative == true { collectStackVotes(view) }
    collectBounds()
  }

  /// Collects votes for a stack view's margins. The outermost arranged views touch them: along its axis, and across it on the sides to which they
  /// are aligned.
  private mutating func collectStackVotes(_ view: View) {
    guard let stack = view.stack else { return }
    let size = geometry.frame(of: view).size
    let arranged = stack.arranged.compactMap { geometry.view($0) }.filter { !$0.isHidden }
    let touches = (
      near: [.fill, .center, .leading].contains(stack.alignment),
      far: [.fill, .center, .trailing].contains(stack.alignment)
    )
    func vote(_ edge: Edge, _ attribute: LayoutAttribute, _ distance: (Rect) -> Double) {
      let isNear = edge == .left || edge == .top
      let isAcross = (edge == .left || edge == .right) == (stack.axis == .vertical)
      guard !isAcross || (isNear ? touches.near : touches.far) else { return }
      let distances = arranged.map { ($0.id, distance(geometry.frame(of: $0).inset(by: $0.alignmentInsets))) }
      // If a view reaches beyond the stack view, the margins do not hold it.
      guard let (item, value) = distances.min(by: { $0.1 < $1.1 }), value >= 0 else { return }
      votes[Unknown(item: view.id, edge: edge), default: []].append(
        Vote(value: value, anchors: [LayoutAnchor(item, attribute)], isRequired: true))
    }
    vote(.left, .left) { $0.x }
    vote(.right, .right) { size.width - $0.maxX }
    vote(.top, .top) { $0.y }
    vote(.bottom, .bottom) { size.height - $0.maxY }
  }

  /// Collects limits of insets from required inequalities. They are used only if nothing else determines an inset.
  private mutating func collectBounds() {
    for constraint in scene.constraints where constraint.isActive && constraint.relation != .equal {
      guard constraint.isRequired,
        let residual = geometry.residual(of: constraint), residual.terms.count == 1, let term = residual.terms.first
      else { continue }
      // The constraint is `residual <= 0` or `residual >= 0`. Division by a negative coefficient reverses it.
      let isUpper = (constraint.relation == .lessThanOrEqual) == (term.coefficient > 0)
      bounds[term.unknown, default: []].append(
        Bound(value: -residual.constant / term.coefficient, isUpper: isUpper, anchors: constraint.anchors))
    }
  }

  /// Fits the insets of views, superviews first, because the insets inside a view depend on its own.
  mutating func fitInsets() {
    let guides = Dictionary(grouping: scene.guides, by: \.owner)
    var safeAreas: [ItemID: Insets] = [:]
    var margins: [ItemID: Insets] = [:]
    for index in scene.views.indices {
      let view = scene.views[index]
      let frame = geometry.frame(of: view)
      let parent = view.parent.flatMap { geometry.view($0) }
      let superview = parent.map {
        MarginRules.Surroundings(
          size: geometry.frame(of: $0).size, safeArea: safeAreas[$0.id] ?? .zero, margins: margins[$0.id] ?? .zero,
          isScrollView: $0.scroll != nil)
      }
      var safeArea = MarginRules.safeArea(of: view, frame: frame, in: superview, isClamped: true)
      fitGuides(guides[view.id] ?? [], of: index, safeArea: &safeArea)
      safeAreas[view.id] = safeArea

      var margin = MarginRules.margins(
        of: view, frame: frame, safeArea: safeArea, in: superview, isRightToLeft: false)
      let predicted = margin
      for edge in Edge.allCases {
        let unknown = Unknown(item: view.id, edge: edge)
        if let fit = fit(unknown, predicted: margin[edge]) {
          margin[edge] = fit.value
          note(.margin, view.id, edge, fit)
        }
        insets[unknown] = margin[edge]
      }
      if margin != predicted {
        imported.scene.views[index].margins.own = DirectionalInsets(
          top: margin.top, leading: margin.left, bottom: margin.bottom, trailing: margin.right)
        imported.scene.views[index].margins.preservesSuperviewMargins = false
        imported.scene.views[index].margins.insetsFromSafeArea = false
        imported.scene.views[index].margins.systemMinimum = nil
      }
      margins[view.id] = margin
    }
  }

  private mutating func fitGuides(_ guides: [Guide], of index: Int, safeArea: inout Insets) {
    let predicted = safeArea
    for guide in guides {
      var insets: Insets
      switch guide.kind {
      case .safeArea, .top, .bottom, .keyboard: insets = safeArea
      default: insets = .zero
      }
      let rule = insets
      for edge in Edge.allCases where guide.kind.has(edge) {
        let unknown = Unknown(item: guide.id, edge: edge)
        let found = fit(unknown, predicted: insets[edge]) ?? fitOfMiddle(unknown, guide: guide, insets: insets)
        if let fit = found ?? fitOfMargin(unknown, predicted: insets[edge]),
          leavesRoom(fit.value, edge, insets, in: index), fit.value >= 0 || !guide.kind.isBar
        {
          insets[edge] = fit.value
          note(.guide, guide.id, edge, fit)
        }
        self.insets[unknown] = insets[edge]
      }
      guard insets != rule else { continue }
      switch guide.kind {
      case .safeArea, .top, .bottom, .keyboard: safeArea = insets
      default: break
      }
      if index != 0, let position = scene.guides.firstIndex(where: { $0.id == guide.id }) {
        imported.scene.guides[position].insets = insets
      }
    }
    // The root's bars belong to its host. Its margins and the insets inside it follow from them by rule.
    if index == 0, safeArea != predicted { imported.scene.root.safeArea = safeArea }
  }

  /// Returns the value that most votes give, if it differs from the predicted one; otherwise nil. Votes of required constraints win over others.
  private func fit(_ unknown: Unknown, predicted: Double) -> (value: Double, vote: Vote)? {
    guard let all = votes[unknown] else { return fitOfBounds(unknown, predicted: predicted) }
    let required = all.filter(\.isRequired)
    let electorate = required.isEmpty ? all : required
    let values = electorate.map(\.value).sorted()
    func support(of value: Double) -> Int {
      values.firstIndex(after: value + tolerance) - values.firstIndex(notBefore: value - tolerance)
    }
    var best: (vote: Vote, support: Int)?
    for vote in electorate {
      let support = support(of: vote.value)
      if support > best?.support ?? 0 { best = (vote, support) }
    }
    guard let best, support(of: predicted) < best.support else { return nil }
    return (best.vote.value, best.vote)
  }

  /// Returns the nearest value that violates no required inequality, if the predicted value violates one; otherwise nil.
  private func fitOfBounds(_ unknown: Unknown, predicted: Double) -> (value: Double, vote: Vote)? {
    var worst: (miss: Double, bound: Bound)?
    for bound in bounds[unknown] ?? [] {
      let miss = bound.isUpper ? predicted - bound.value : bound.value - predicted
      if miss > max(tolerance, worst?.miss ?? 0) { worst = (miss, bound) }
    }
    return worst.map { ($0.bound.value, Vote(value: $0.bound.value, anchors: $0.bound.anchors, isRequired: true)) }
  }

  /// Returns an inset from the centre or the size of a guide, which gives the sum or the difference of two insets. The other inset is the one that
  /// votes determine. If there are no votes, the inset at the bottom or right keeps its predicted value, because bars are mostly at the top.
  private func fitOfMiddle(
    _ unknown: Unknown, guide: Guide, insets: Insets
  ) -> (value: Double, vote: Vote)? {
    guard votes[unknown] == nil else { return nil }
    for (residual, anchors) in middles[guide.id] ?? [] {
      guard let own = residual.terms.first(where: { $0.unknown == unknown }),
        let other = residual.terms.first(where: { $0.unknown != unknown })
      else { continue }
      let isNear = unknown.edge == .top || unknown.edge == .left
      guard isNear || votes[other.unknown] != nil else { continue }
      let rest = residual.constant + other.coefficient * (self.insets[other.unknown] ?? insets[other.unknown.edge])
      let value = -rest / own.coefficient
      if abs(value - insets[unknown.edge]) <= 2 * tolerance { return nil }
      return (value, Vote(value: value, anchors: anchors, isRequired: true))
    }
    return nil
  }

  /// Whether a guide with this inset has a length of at least 0.
  private func leavesRoom(_ value: Double, _ edge: Edge, _ insets: Insets, in index: Int) -> Bool {
    let size = geometry.frame(of: scene.views[index]).size
    return switch edge {
    case .top: value + insets.bottom <= size.height
    case .bottom: insets.top + value <= size.height
    case .left: value + insets.right <= size.width
    case .right: insets.left + value <= size.width
    }
  }

  /// Computes the inset of a guide's edge that a constraint ties to a view's margin, so that two insets of two items are unknown. The margin is
  /// assumed to be the view's own, without the safe area, which would depend on the guide. The guide's inset follows from it. Nil if there is no such
  /// constraint, or if the predicted inset is right.
  private mutating func fitOfMargin(_ unknown: Unknown, predicted: Double) -> (value: Double, vote: Vote)? {
    guard votes[unknown] == nil else { return nil }
    for (residual, anchors) in mixed[unknown] ?? [] {
      guard let own = residual.terms.first(where: { $0.unknown == unknown }),
        let margin = residual.terms.first(where: { $0.unknown != unknown }), votes[margin.unknown] == nil,
        let view = geometry.view(margin.unknown.item)
      else { continue }
      let alone = MarginRules.margins(
        of: view, frame: geometry.frame(of: view), safeArea: .zero, in: nil, isRightToLeft: false)[margin.unknown.edge]
      let value = -(residual.constant + margin.coefficient * alone) / own.coefficient
      guard value >= 0 else { continue }
      votes[margin.unknown] = [
        Vote(value: alone, anchors: anchors.filter { $0.item == margin.unknown.item }, isRequired: true)
      ]
      if abs(value - predicted) <= tolerance { return nil }
      return (value, Vote(value: value, anchors: anchors, isRequired: true))
    }
    return nil
  }

  private mutating func note(
    _ what: CalibratedInput.What, _ item: ItemID, _ edge: Edge, _ fit: (value: Double, vote: Vote)
  ) {
    let identifier = imported.origins[item]?.identifier ?? geometry.guide(item)?.name ?? ""
    imported.calibrated.append(
      CalibratedInput(what: what, item: item, identifier: identifier, edge: "\(edge)", value: fit.value))
    for anchor in fit.vote.anchors where anchor.item != item { spend(anchor, as: what) }
  }

  /// Marks the coordinates of an anchor as used by a fit, so that they are not compared.
  private mutating func spend(_ anchor: LayoutAnchor, as what: CalibratedInput.What) {
    guard geometry.view(anchor.item) != nil else { return }
    let isHorizontal = anchor.attribute.axis == .horizontal
    let position: Coordinate.Part = isHorizontal ? .x : .y
    let size: Coordinate.Part = isHorizontal ? .width : .height
    switch anchor.attribute {
    case .width, .height: imported.unjudged[Coordinate(anchor.item, size)] = what
    case .right, .trailing, .bottom, .maxX, .maxY, .rightMargin, .trailingMargin, .bottomMargin:
      // The place of a far edge depends on the position and the size.
      imported.unjudged[Coordinate(anchor.item, position)] = what
      imported.unjudged[Coordinate(anchor.item, size)] = what
    default: imported.unjudged[Coordinate(anchor.item, position)] = what
    }
  }
}

extension [Double] {
  /// Returns the first index of a sorted list with a greater value.
  fileprivate func firstIndex(after value: Double) -> Int { partition { $0 > value } }
  fileprivate func firstIndex(notBefore value: Double) -> Int { partition { $0 >= value } }

  private func partition(_ isBeyond: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
