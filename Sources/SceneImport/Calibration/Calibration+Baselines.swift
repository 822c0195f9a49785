import SceneModel

extension Calibration {
  /// The font metrics predict baselines of the system font only. A baseline constraint that misses at the recorded
  /// frames moves the baseline of its first view.
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
    guard !fitted.contains(anchor.item), let index = scene.views.firstIndex(where: { $0.id == anchor.item }) else {
      return
    }
    fitted.insert(anchor.item)
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
        what: .baseline, item: anchor.item, identifier: imported.origins[anchor.item]?.identifier ?? "",
        edge: anchor.attribute.name, value: value))
    imported.unjudged[Coordinate(anchor.item, .y)] = .baseline
    geometry = RecordedGeometry(imported.scene)
  }

  /// An SF Symbol's artwork is larger or smaller than its alignment rect, and only the symbol knows by how much: a
  /// required length that its recorded frame misses tells.
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
