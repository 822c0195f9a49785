import SceneImport
import SceneModel

/// Draws constraints as arrows, insets as bands, and lengths that cannot be met as brackets.
extension SceneDrawing {
  /// Draws a constraint as an arrow with a label that says what it demands. The arrow goes from one anchor to the other; for a length, it lies along
  /// the view. Empty if an item has no frame, or if the constraint is between distances.
  func arrow(
    _ constraint: LayoutConstraint, _ views: [ItemID: View], _ absolute: [ItemID: Rect], _ placer: inout LabelPlacer
  ) -> String {
    guard case .anchor(let first) = constraint.first, let frame = absolute[first.item] else { return "" }
    let axis = first.attribute.axis
    var text = SceneDrawing.symbol(constraint.relation)
    let from: Double, to: Double
    var other = frame
    if first.attribute.isSize {
      (from, to) = axis == .horizontal ? (frame.x, frame.maxX) : (frame.y, frame.maxY)
      if case .anchor(let second)? = constraint.second {
        if constraint.multiplier != 1 { text += "\(SVG.number(constraint.multiplier)) × " }
        text += "\(title(of: second.item)).\(second.attribute.name)"
        if constraint.constant != 0 { text += SceneDrawing.signed(constraint.constant) }
      } else {
        text += SVG.number(constraint.constant)
      }
    } else {
      guard case .anchor(let second)? = constraint.second, let far = absolute[second.item] else { return "" }
      other = far
      from = position(first, of: views[first.item], frame)
      to = position(second, of: views[second.item], far)
      if constraint.multiplier != 1 { text += "× \(SVG.number(constraint.multiplier)) " }
      text += SVG.number(abs(constraint.constant))
    }
    if !constraint.isRequired { text += " @\(SVG.number(constraint.priority))" }
    if !constraint.isActive { text += " (inactive)" }
    return line(from, to, text, axis, frame, other, isSize: first.attribute.isSize, &placer)
  }

  private static func symbol(_ relation: Relation) -> String {
    switch relation {
    case .lessThanOrEqual: "≤ "
    case .greaterThanOrEqual: "≥ "
    case .equal: ""
    }
  }

  private static func signed(_ value: Double) -> String {
    value < 0 ? " − \(SVG.number(-value))" : " + \(SVG.number(value))"
  }

  /// Returns the position of an anchor on its axis.
  private func position(_ anchor: LayoutAnchor, of view: View?, _ frame: Rect) -> Double {
    let insets = view?.alignmentInsets ?? .zero
    let margins = margins[anchor.item] ?? .zero
    let isFlipped = scene.direction == .rightToLeft
    switch anchor.attribute {
    case .left, .minX: return frame.x + insets.left
    case .right, .maxX: return frame.maxX - insets.right
    case .leading: return isFlipped ? frame.maxX - insets.right : frame.x + insets.left
    case .trailing: return isFlipped ? frame.x + insets.left : frame.maxX - insets.right
    case .top, .minY: return frame.y + insets.top
    case .bottom, .maxY: return frame.maxY - insets.bottom
    case .centerX, .centerXWithinMargins: return frame.midX
    case .centerY, .centerYWithinMargins: return frame.midY
    case .firstBaseline: return frame.y + insets.top + (view?.firstBaseline ?? 0)
    case .lastBaseline: return frame.maxY - insets.bottom - (view?.lastBaseline ?? 0)
    case .leftMargin: return frame.x + margins.left
    case .rightMargin: return frame.maxX - margins.right
    case .leadingMargin: return isFlipped ? frame.maxX - margins.right : frame.x + margins.left
    case .trailingMargin: return isFlipped ? frame.x + margins.left : frame.maxX - margins.right
    case .topMargin: return frame.y + margins.top
    case .bottomMargin: return frame.maxY - margins.bottom
    case .width, .height: return 0
    }
  }

  /// Returns the arrow with its label, at the first position beside other arrows at which the label has space.
  private func line(
    _ from: Double, _ to: Double, _ text: String, _ axis: Axis, _ frame: Rect, _ other: Rect, isSize: Bool,
    _ placer: inout LabelPlacer
  ) -> String {
    let isHorizontal = axis == .horizontal
    let (low, high) = isHorizontal ? (frame.y, frame.maxY) : (frame.x, frame.maxX)
    let (otherLow, otherHigh) = isHorizontal ? (other.y, other.maxY) : (other.x, other.maxX)
    // Where both views are, if they are anywhere side by side.
    let start = max(low, otherLow) < min(high, otherHigh) ? max(low, otherLow) : low
    let end = max(low, otherLow) < min(high, otherHigh) ? min(high, otherHigh) : high
    let shares = isSize ? [0.75, 0.25, 0.9, 0.1, 0.6, 0.4] : [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92]
    let extent = LabelPlacer.box(of: text)
    let middle = (from + to) / 2
    var chosen = start + (end - start) * shares[0]
    var box: Rect?
    for share in shares {
      let across = start + (end - start) * share
      let corners =
        isHorizontal
        ? [
          Point(x: middle - extent.width / 2, y: across - extent.height - 1),
          Point(x: middle - extent.width / 2, y: across + 1),
          Point(x: max(from, to) + 3, y: across - extent.height / 2),
          Point(x: min(from, to) - extent.width - 3, y: across - extent.height / 2),
        ]
        : [
          Point(x: across + 2, y: middle - extent.height / 2),
          Point(x: across - extent.width - 2, y: middle - extent.height / 2),
          Point(x: across - extent.width / 2, y: max(from, to) + 3),
          Point(x: across - extent.width / 2, y: min(from, to) - extent.height - 3),
        ]
      box = placer.place(text, at: corners)
      chosen = across
      if box != nil { break }
    }
    let style = "stroke=\"\(SceneDrawing.constraintColor)\" stroke-width=\"1\""
    func segment(_ a: Double, _ x: Double, _ b: Double, _ y: Double) -> String {
      isHorizontal ? SVG.line(a, x, b, y, style) : SVG.line(x, a, y, b, style)
    }
    var shape = segment(from, chosen, to, chosen)
    if abs(to - from) > 3 {
      let inward = to > from ? 3.0 : -3.0
      for (tip, back) in [(from, from + inward), (to, to - inward)] {
        shape += segment(back, chosen - 2.5, tip, chosen) + segment(back, chosen + 2.5, tip, chosen)
      }
    } else {
      shape += segment(from, chosen - 5, to, chosen + 5)
    }
    // The far anchor may be on a line that its view does not reach to.
    if !isSize, chosen < otherLow || chosen > otherHigh {
      let near = chosen < otherLow ? otherLow : otherHigh
      let dashed = style + " stroke-dasharray=\"2 2\" stroke-opacity=\"0.6\""
      shape += isHorizontal ? SVG.line(to, near, to, chosen, dashed) : SVG.line(near, to, chosen, to, dashed)
    }
    if let box {
      shape += SVG.rect(box, radius: 1.5, "fill=\"#f6f0ff\" fill-opacity=\"0.92\"")
      shape += SVG.text(
        text, x: box.x + 1.5, y: box.y + 7.2, size: LabelPlacer.size, fill: SceneDrawing.constraintColor,
        extra: "font-weight=\"bold\"")
    }
    return "<g>\(shape)</g>\n"
  }

  /// Draws margins as a dashed line and safe areas as bands.
  func insetShapes(_ absolute: [ItemID: Rect]) -> String {
    var shapes = ""
    for (id, insets) in safeAreas.sorted(by: { $0.key < $1.key }) {
      guard let frame = absolute[id], insets != .zero else { continue }
      let band = "fill=\"#e0554d\" fill-opacity=\"0.12\""
      let inner = frame.inset(by: insets)
      shapes += SVG.rect(Rect(x: frame.x, y: frame.y, width: frame.width, height: insets.top), band)
      shapes += SVG.rect(Rect(x: frame.x, y: inner.maxY, width: frame.width, height: insets.bottom), band)
      shapes += SVG.rect(Rect(x: frame.x, y: inner.y, width: insets.left, height: inner.height), band)
      shapes += SVG.rect(Rect(x: inner.maxX, y: inner.y, width: insets.right, height: inner.height), band)
    }
    for (id, insets) in shownMargins.sorted(by: { $0.key < $1.key }) {
      guard let frame = absolute[id] else { continue }
      shapes += SVG.rect(
        frame.inset(by: insets), "fill=\"none\" stroke=\"#e08a2d\" stroke-width=\"0.6\" stroke-dasharray=\"4 3\"")
    }
    return shapes
  }

  /// The margins of views that have subviews, or whose margins a constraint names. Other margins are not drawn.
  private var shownMargins: [ItemID: Insets] {
    guard showsMargins else { return [:] }
    var used = Set(scene.views.compactMap(\.parent))
    for constraint in scene.constraints {
      for anchor in constraint.anchors where anchor.attribute.isMargin { used.insert(anchor.item) }
    }
    return margins.filter { used.contains($0.key) }
  }

  /// Draws the recorded frame of each view whose present frame differs, with a label that says by how much. Returns the SVG, and these views.
  func recordedShapes(
    _ absolute: [ItemID: Rect], _ placer: inout LabelPlacer
  ) -> (shapes: String, misplaced: Set<ItemID>) {
    var shapes = ""
    var misplaced: Set<ItemID> = []
    for view in scene.views.dropFirst() {
      guard let wanted = recorded[view.id], let solved = frames[view.id], let frame = absolute[view.id] else {
        continue
      }
      let differences: [(String, Double)] = [
        ("x", solved.x - wanted.x), ("y", solved.y - wanted.y), ("width", solved.width - wanted.width),
        ("height", solved.height - wanted.height),
      ]
      let off = differences.filter { abs($0.1) > SceneCheck.tolerance }
      guard !off.isEmpty else { continue }
      misplaced.insert(view.id)
      let place = Rect(
        x: frame.x - solved.x + wanted.x, y: frame.y - solved.y + wanted.y, width: wanted.width, height: wanted.height)
      shapes += SVG.rect(
        place, "fill=\"none\" stroke=\"\(SceneDrawing.recordedColor)\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"")
      shapes += SVG.rect(frame, "fill=\"none\" stroke=\"\(SceneDrawing.trouble)\" stroke-width=\"1.5\"")
      let text = off.map { "\($0.0) \($0.1 > 0 ? "+" : "−")\(SVG.number(abs($0.1)))" }.joined(separator: ", ")
      placer.name("\(title(of: view.id)): \(text)", of: frame, isTrouble: true)
    }
    return (shapes, misplaced)
  }

  func alternativeShapes(_ absolute: [ItemID: Rect]) -> String {
    alternatives.map { view, frame in
      guard let own = frames[view], let place = absolute[view] else { return "" }
      let shifted = Rect(
        x: place.x - own.x + frame.x, y: place.y - own.y + frame.y, width: frame.width, height: frame.height)
      return SVG.rect(shifted, "fill=\"none\" stroke=\"\(SceneDrawing.trouble)\" stroke-dasharray=\"3 2\"")
    }.joined()
  }

  /// Draws brackets along a view, beside each other, each followed by its text.
  func lengthArrows(_ absolute: [ItemID: Rect], _ canvas: inout Rect) -> String {
    var shapes = ""
    let distance = 14.0
    var texts: [Rect] = []
    for (index, dimension) in dimensions.enumerated() {
      let frame = absolute[dimension.view] ?? .zero
      let style = "stroke=\"\(SceneDrawing.trouble)\" stroke-width=\"1.5\""
      let size = 11.0
      let offset = Double(index + 1) * distance
      var place: Rect
      let width = SVG.width(of: dimension.text, size: size) * 1.08
      if dimension.axis == .vertical {
        let (x, end) = (frame.maxX + offset, frame.y + dimension.length)
        shapes += SVG.line(x, frame.y, x, end, style) + SVG.line(x - 4, frame.y, x + 4, frame.y, style)
        shapes += SVG.line(x - 4, end, x + 4, end, style)
        let beside = frame.maxX + Double(dimensions.count) * distance + 6
        place = Rect(x: beside, y: end - 12, width: width, height: 13)
      } else {
        let (y, end) = (frame.maxY + offset, frame.x + dimension.length)
        shapes += SVG.line(frame.x, y, end, y, style) + SVG.line(frame.x, y - 4, frame.x, y + 4, style)
        shapes += SVG.line(end, y - 4, end, y + 4, style)
        place = Rect(x: end + 6, y: y - 7, width: width, height: 13)
      }
      while let other = texts.first(where: place.intersects) { place.y = other.maxY }
      texts.append(place)
      shapes += SVG.rect(place, radius: 2, "fill=\"#ffffff\" fill-opacity=\"0.85\"")
      shapes += SVG.text(
        dimension.text, x: place.x + 1, y: place.y + 10, size: size, fill: SceneDrawing.trouble,
        extra: "font-weight=\"bold\"")
      canvas = canvas.union(place.outset(by: .all(4)))
        .union(frame.outset(by: Insets(bottom: offset + 8, right: offset + 8)))
      canvas.height = max(canvas.height, frame.y + (dimension.axis == .vertical ? dimension.length : 0) + 8 - canvas.y)
    }
    return shapes
  }
}
