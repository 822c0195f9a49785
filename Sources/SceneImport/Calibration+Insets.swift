import SceneModel

extension Calibration {
  mutating func collectVotes() {
    for (index, constraint) in scene.constraints.enumerated() where constraint.isActive {
      guard constraint.relation == .equal, let residual = geometry.residual(of: constraint),
        residual.terms.count == 1, let term = residual.terms.first
      else { continue }
      let vote = Vote(
        value: -residual.constant / term.coefficient, constraint: index,
        isRequired: constraint.priority >= LinearConstraint.requiredPriority)
      votes[term.unknown, default: []].append(vote)
    }
  }

  /// Superviews first, because the insets of a view's insides follow from its own.
  mutating func fitInsets() {
    let guides = Dictionary(grouping: scene.guides, by: \.owner)
    var safeAreas: [ItemID: Insets] = [:]
    var margins: [ItemID: Insets] = [:]
    for index in scene.views.indices {
      let view = scene.views[index]
      let frame = geometry.frame(of: view)
      let parent = view.parent.flatMap { geometry.view($0) }
      let parentSize = parent.map { geometry.frame(of: $0).size } ?? .zero
      var safeArea = MarginRules.safeArea(
        of: view, frame: frame, superviewSize: parentSize, superviewSafeArea: view.parent.flatMap { safeAreas[$0] })
      fitGuides(guides[view.id] ?? [], of: index, safeArea: &safeArea)
      safeAreas[view.id] = safeArea

      var margin = MarginRules.margins(
        of: view, frame: frame, superviewSize: parentSize, safeArea: safeArea,
        superviewMargins: view.parent.flatMap { margins[$0] })
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
        if let fit = fit(unknown, predicted: insets[edge]) ?? fitOfMiddle(unknown, guide: guide, insets: insets) {
          insets[edge] = fit.value
          note(.guide, guide.id, edge, fit)
        }
        self.insets[unknown] = insets[edge]
      }
      guard insets != rule else { continue }
      switch guide.kind {
      case .safeArea, .top, .bottom: safeArea = insets
      default: break
      }
      if index != 0, let position = scene.guides.firstIndex(where: { $0.id == guide.id }) {
        imported.scene.guides[position].insets = insets
      }
    }
    // The root's bars are the host's: its margins and its insides follow them by rule.
    if index == 0, safeArea != predicted { imported.scene.root.safeArea = safeArea }
  }

  /// The value that most votes agree on when it is not the predicted one; required constraints outvote the others.
  private func fit(_ unknown: Unknown, predicted: Double) -> (value: Double, vote: Vote)? {
    guard let all = votes[unknown] else { return nil }
    let required = all.filter(\.isRequired)
    let electorate = required.isEmpty ? all : required
    func support(of value: Double) -> Int { electorate.count { abs($0.value - value) <= tolerance } }
    var best: (vote: Vote, support: Int)?
    for vote in electorate {
      let support = support(of: vote.value)
      if support > best?.support ?? 0 { best = (vote, support) }
    }
    guard let best, support(of: predicted) < best.support else { return nil }
    return (best.vote.value, best.vote)
  }

  /// A centre or a size of a guide tells the sum or the difference of two insets: enough when one of them is known.
  /// Bars are at the top more often than anywhere else, so the near edge takes the blame when neither is.
  private func fitOfMiddle(
    _ unknown: Unknown, guide: Guide, insets: Insets
  ) -> (value: Double, vote: Vote)? {
    guard votes[unknown] == nil else { return nil }
    for (index, constraint) in scene.constraints.enumerated() where constraint.isActive {
      guard constraint.relation == .equal, constraint.priority >= LinearConstraint.requiredPriority,
        constraint.names(guide.id), let residual = geometry.residual(of: constraint), residual.terms.count == 2,
        let own = residual.terms.first(where: { $0.unknown == unknown }),
        let other = residual.terms.first(where: { $0.unknown != unknown }), other.unknown.item == guide.id
      else { continue }
      let isNear = unknown.edge == .top || unknown.edge == .left
      guard isNear || votes[other.unknown] != nil else { continue }
      let rest = residual.constant + other.coefficient * (self.insets[other.unknown] ?? insets[other.unknown.edge])
      let value = -rest / own.coefficient
      if abs(value - insets[unknown.edge]) <= 2 * tolerance { return nil }
      return (value, Vote(value: value, constraint: index, isRequired: true))
    }
    return nil
  }

  private mutating func note(
    _ what: CalibratedInput.What, _ item: ItemID, _ edge: Edge, _ fit: (value: Double, vote: Vote)
  ) {
    let identifier = imported.origins[item]?.identifier ?? geometry.guide(item)?.name ?? ""
    imported.calibrated.append(
      CalibratedInput(what: what, item: item, identifier: identifier, edge: "\(edge)", value: fit.value))
    let constraint = scene.constraints[fit.vote.constraint]
    for anchor in constraint.anchors where anchor.item != item { spend(anchor) }
  }

  /// The coordinates that an anchor tells are used up by a fit.
  private mutating func spend(_ anchor: LayoutAnchor) {
    guard geometry.view(anchor.item) != nil else { return }
    let isHorizontal = anchor.attribute.axis == .horizontal
    let position: Coordinate.Part = isHorizontal ? .x : .y
    let size: Coordinate.Part = isHorizontal ? .width : .height
    switch anchor.attribute {
    case .width, .height: imported.unjudged.insert(Coordinate(anchor.item, size))
    case .right, .trailing, .bottom, .maxX, .maxY, .rightMargin, .trailingMargin, .bottomMargin:
      // A far edge is the position and the size together.
      imported.unjudged.insert(Coordinate(anchor.item, position))
      imported.unjudged.insert(Coordinate(anchor.item, size))
    default: imported.unjudged.insert(Coordinate(anchor.item, position))
    }
  }
}
