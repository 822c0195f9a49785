import SceneModel

extension Calibration {
  /// Fits the baselines of views whose font is not the system font, because its metrics are not known. If the recorded frames violate a baseline
  /// constraint, the baseline of its first view is moved.
  mutating func fitBaselines() {
    var isFitted: Set<ItemID> = []
    for constraint in scene.constraints where constraint.isActive && constraint.relation == .equal {
      guard case .anchor(let first) = constraint.first, case .anchor(let second)? = constraint.second,
        first.attribute.isBaseline, second.attribute.isBaseline, constraint.multiplier == 1,
        let residual = geometry.residual(of: constraint), residual.terms.isEmpty
      else { continue }
      moveBaseline(first, second, by: residual.constant, fitted: &isFitted)
    }
    for view in scene.views {
      guard let stack = view.stack, stack.axis == .horizontal else { continue }
      let attribute: LayoutAttribute
      switch stack.alignment {
      case .firstBaseline: attribute = .firstBaseline
      case .lastBaseline: attribute = .lastBaseline
      default: continue
      }
      guard let lead = stack.arranged.first else { continue }
      for other in stack.arranged.dropFirst() {
        let probe = LayoutConstraint(
          id: .init(0), name: "", first: .anchor(LayoutAnchor(other, attribute)),
          second: .anchor(LayoutAnchor(lead, attribute)))
        guard let residual = geometry.residual(of: probe) else { continue }
        moveBaseline(
          LayoutAnchor(other, attribute), LayoutAnchor(lead, attribute), by: residual.constant, fitted: &isFitted)
      }
    }
  }

  private mutating func moveBaseline(
    _ first: LayoutAnchor, _ second: LayoutAnchor, by residual: Double, fitted: inout Set<ItemID>
  ) {
    guard abs(residual) > tolerance else { return }
    // A second constraint on the same view must not undo the first one's fit.
    let (anchor, change) = fitted.contains(first.item) ? (second, residual) : (first, -residual)
    guard !fitted.contains(anchor.item), let placed = geometry.view(anchor.item) else { return }
    let holder = geometry.baselineView(of: placed, isFirst: anchor.attribute == .firstBaseline).id
    guard let index = scene.views.firstIndex(where: { $0.id == holder }) else { return }
    fitted.formUnion([anchor.item, holder])
    let value: Double
    if anchor.attribute == .firstBaseline {
      imported.scene.views[index].firstBaseline += change
      value = scene.views[index].firstBaseline
    } else {
      imported.scene.views[index].lastBaseline -= change
      value = scene.views[index].lastBaseline
    }
    imported.calibrated.append(
      CalibratedInput(
        what: .baseline, item: holder, identifier: imported.origins[holder]?.identifier ?? "",
        edge: anchor.attribute.name, value: value))
    imported.unjudged[Coordinate(anchor.item, .y)] = .baseline
    geometry = RecordedGeometry(imported.scene)
  }

  /// Fits the positions of symbols. A symbol whose insets differ between edges is displaced by a few points. If its recorded frame misses a required
  /// position by less than `mostOfSymbol`, the insets are moved to fit, and the position is not compared (IB4.5).
  mutating func fitPlacesOfSymbols() {
    let symbols = imported.symbols
    guard !symbols.isEmpty else { return }
    var fitted: Set<Coordinate> = []
    for constraint in scene.constraints where constraint.isActive && constraint.relation == .equal {
      guard constraint.isRequired, constraint.multiplier == 1, case .anchor(let first) = constraint.first,
        case .anchor(let second)? = constraint.second, let residual = geometry.residual(of: constraint),
        residual.terms.isEmpty, abs(residual.constant) > tolerance, abs(residual.constant) < Self.mostOfSymbol,
        symbols.contains(first.item) != symbols.contains(second.item)
      else { continue }
      let (anchor, miss) = symbols.contains(first.item) ? (first, residual.constant) : (second, -residual.constant)
      let isHorizontal = anchor.attribute.axis == .horizontal
      guard let index = scene.views.firstIndex(where: { $0.id == anchor.item }),
        fitted.insert(Coordinate(anchor.item, isHorizontal ? .x : .y)).inserted
      else { continue }
      let (near, far): (Edge, Edge) = isHorizontal ? (.left, .right) : (.top, .bottom)
      switch anchor.attribute {
      // The alignment rectangle moves as a whole, because its size is known.
      case .centerX, .centerY, .left, .leading, .top, .right, .trailing, .bottom:
        imported.scene.views[index].alignmentInsets[near] -= miss
        imported.scene.views[index].alignmentInsets[far] += miss
      default: continue
      }
      imported.calibrated.append(
        CalibratedInput(
          what: .alignmentInset, item: anchor.item, identifier: imported.origins[anchor.item]?.identifier ?? "",
          edge: "\(near)", value: scene.views[index].alignmentInsets[near]))
      imported.unjudged[Coordinate(anchor.item, isHorizontal ? .x : .y)] = .alignmentInset
      geometry = RecordedGeometry(imported.scene)
    }
  }

  /// The largest distance in points between the artwork of a symbol and the middle of its alignment rectangle.
  private static let mostOfSymbol = 3.0

  /// Fits the alignment insets of SF Symbols, whose artwork is larger or smaller than the alignment rect. The recorded frame and a required length
  /// give the insets.
  mutating func fitSymbols() {
    let symbols = Set(imported.calibrated.filter { $0.what == .imageSize }.map(\.item))
    guard !symbols.isEmpty else { return }
    for constraint in scene.constraints where constraint.isActive && constraint.relation == .equal {
      guard constraint.isRequired, constraint.second == nil,
        case .anchor(let anchor) = constraint.first, symbols.contains(anchor.item), anchor.attribute.isSize,
        let index = scene.views.firstIndex(where: { $0.id == anchor.item }),
        let residual = geometry.residual(of: constraint), abs(residual.constant) > tolerance
      else { continue }
      let inset = residual.constant / 2
      let edges: [Edge] = anchor.attribute == .width ? [.left, .right] : [.top, .bottom]
      for edge in edges {
        imported.scene.views[index].alignmentInsets[edge] += inset
        imported.calibrated.append(
          CalibratedInput(
            what: .alignmentInset, item: anchor.item, identifier: imported.origins[anchor.item]?.identifier ?? "",
            edge: "\(edge)", value: inset))
      }
      if anchor.attribute == .width {
        imported.scene.views[index].intrinsic.width = constraint.constant
        imported.unjudged[Coordinate(anchor.item, .x)] = .alignmentInset
      } else {
        imported.scene.views[index].intrinsic.height = constraint.constant
        imported.unjudged[Coordinate(anchor.item, .y)] = .alignmentInset
      }
      geometry = RecordedGeometry(imported.scene)
    }
  }
}
