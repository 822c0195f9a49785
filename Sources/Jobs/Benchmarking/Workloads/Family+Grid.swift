import SceneModel

extension Family {
  public static let grid = Family(
    name: "grid", summary: "equal cells, each with a picture that fits by its aspect ratio; the size is one side",
    sizes: [3, 5, 10, 30], peerSizes: [3, 5], hasGrowthGoal: true,
    solver: { side in
      precondition(side > 0, "a grid without cells")
      var system = SystemBuilder()
      let root = system.box()
      system.add(root.x == 0)
      system.add(root.y == 0)
      let rootWidth = system.add(root.width == GridMetrics.rootWidth(side))
      let cells = (0..<side * side).map { _ in system.box() }
      let pictures = (0..<side * side).map { _ in system.box() }
      let first = cells[0]
      var editable: [EditableConstant] = []
      var leaf: [EditableConstant] = []
      let margins = [system.add(first.x == root.x + GridMetrics.gap), system.add(first.y == root.y + GridMetrics.gap)]
      system.add(first.height == 0.75 * first.width)
      for index in 1..<max(1, side * side) {
        let (row, column) = (index / side, index % side)
        let cell = cells[index]
        system.add(cell.width == first.width)
        system.add(cell.height == first.height)
        if row == 0 {
          let gap = system.add(cell.x == cells[column - 1].maxX + GridMetrics.gap)
          let constant = EditableConstant(constraint: gap, values: (GridMetrics.gap, GridMetrics.gap + 4))
          editable.append(constant)
          if column == side / 2 { leaf = [constant] }
        } else {
          system.add(cell.x == cells[column].x)
        }
        if column == 0 {
          let gap = system.add(cell.y == cells[index - side].maxY + GridMetrics.gap)
          editable.append(EditableConstant(constraint: gap, values: (GridMetrics.gap, GridMetrics.gap + 4)))
        } else {
          system.add(cell.y == cells[row * side].y)
        }
      }
      system.add(cells[side - 1].maxX == root.maxX - GridMetrics.gap)
      system.add(cells[side * (side - 1)].maxY == root.maxY - GridMetrics.gap)
      var aspects: [LinearConstraint.ID] = []
      for (index, (cell, picture)) in zip(cells, pictures).enumerated() {
        aspects.append(system.add(picture.width == GridMetrics.ratio(index) * picture.height))
        system.add(picture.midX2 == cell.midX2)
        system.add(picture.midY2 == cell.midY2)
        system.add(picture.width <= cell.width - GridMetrics.frame)
        system.add(picture.height <= cell.height - GridMetrics.frame)
        system.add(picture.width == cell.width - GridMetrics.frame, at: 750)
        system.add(picture.height == cell.height - GridMetrics.frame, at: 740)
      }
      return SolverWorkload(
        name: "grid-\(side)", system: system, rootWidth: rootWidth,
        turned: margins.map { EditableConstant(constraint: $0, values: (GridMetrics.gap, GridMetrics.gap + 4)) },
        leaf: leaf, animated: leaf + editable.suffix(1), toggles: aspects, editable: editable,
        frames: GridMetrics.frames(side))
    },
    scene: nil)
}

private enum GridMetrics {
  static let gap = 8.0
  static let frame = 4.0

  static func rootWidth(_ side: Int) -> Double { 60 * Double(side) }

  /// Returns the ratio of a picture's width to its height. There are tall and wide pictures, so that some are limited by their width and some by
  /// their height.
  @inline(__always)
  static func ratio(_ index: Int) -> Double {
    switch index % 5 {
    case 0: 16.0 / 9
    case 1: 4.0 / 3
    case 2: 1
    case 3: 0.75
    default: 2
    }
  }

  static func frames(_ side: Int) -> HandWrittenFrames {
    HandWrittenFrames(views: 1 + 2 * side * side) { rootWidth, out in
      let width = (rootWidth - gap * Double(side + 1)) / Double(side)
      let height = 0.75 * width
      out.setFrame(0, 0, 0, rootWidth, gap + Double(side) * (height + gap))
      var index = 0
      for row in 0..<side {
        let y = gap + Double(row) * (height + gap)
        for column in 0..<side {
          let x = gap + Double(column) * (width + gap)
          out.setFrame(1 + index, x, y, width, height)
          let ratio = ratio(index)
          let wide = min(width - frame, ratio * (height - frame))
          let high = wide / ratio
          out.setFrame(1 + side * side + index, x + (width - wide) / 2, y + (height - high) / 2, wide, high)
          index += 1
        }
      }
    }
  }
}
