import SceneModel

extension Family {
  public static let chain = Family(
    name: "chain", summary: "views of equal width in one row, each tied to the one before",
    sizes: [10, 100, 1000, 10_000], peerSizes: [10, 100], hasGrowthGoal: true,
    solver: { size in
      precondition(size > 0, "a chain of no views")
      var system = SystemBuilder()
      let root = system.box()
      system.add(root.x == 0)
      system.add(root.y == 0)
      let rootWidth = system.add(root.width == ChainMetrics.rootWidth(size))
      let rootHeight = system.add(root.height == ChainMetrics.height)
      var previous: SystemBuilder.Box?
      var gaps: [EditableConstant] = []
      var bottoms: [LinearConstraint.ID] = []
      for _ in 0..<size {
        let view = system.box()
        if let previous {
          let gap = system.add(view.x == previous.maxX + ChainMetrics.gap)
          gaps.append(EditableConstant(constraint: gap, values: (ChainMetrics.gap, ChainMetrics.gap + 4)))
          system.add(view.width == previous.width)
        } else {
          let gap = system.add(view.x == root.x + ChainMetrics.gap)
          gaps.append(EditableConstant(constraint: gap, values: (ChainMetrics.gap, ChainMetrics.gap + 4)))
        }
        system.add(view.y == root.y + ChainMetrics.inset)
        bottoms.append(system.add(view.maxY == root.maxY - ChainMetrics.inset))
        previous = view
      }
      var turned = [EditableConstant(constraint: rootHeight, values: (ChainMetrics.height, ChainMetrics.height + 20))]
      if let previous {
        let end = system.add(previous.maxX == root.maxX - ChainMetrics.gap)
        turned += [gaps[0], EditableConstant(constraint: end, values: (-ChainMetrics.gap, -ChainMetrics.gap - 4))]
      }
      let bottom = EditableConstant(
        constraint: bottoms[size / 2], values: (-ChainMetrics.inset, -ChainMetrics.inset - 4))
      return SolverWorkload(
        name: "chain-\(size)", system: system, rootWidth: rootWidth, turned: turned, leaf: [gaps[size / 2]],
        animated: [gaps[size / 2], bottom], toggles: bottoms, editable: gaps, frames: ChainMetrics.frames(size))
    },
    scene: { size in
      var builder = WorkloadBuilder(
        rootSize: Size(width: ChainMetrics.rootWidth(size), height: ChainMetrics.height))
      var previous: ItemID?
      var gaps: [EditableSceneConstant] = []
      var bottoms: [LayoutConstraint.ID] = []
      for index in 0..<size {
        let view = builder.view("link\(index)")
        let gap: LayoutConstraint.ID
        if let previous {
          gap = builder.add(view, .leading, previous, .trailing, constant: ChainMetrics.gap)
          builder.add(view, .width, previous, .width)
        } else {
          gap = builder.add(view, .leading, .root, .leading, constant: ChainMetrics.gap)
        }
        gaps.append(EditableSceneConstant(constraint: gap, values: (ChainMetrics.gap, ChainMetrics.gap + 4)))
        builder.add(view, .top, .root, .top, constant: ChainMetrics.inset)
        bottoms.append(builder.add(view, .bottom, .root, .bottom, constant: -ChainMetrics.inset))
        previous = view
      }
      if let previous { builder.add(previous, .trailing, .root, .trailing, constant: -ChainMetrics.gap) }
      return SceneWorkload(
        name: "chain-\(size)", scene: builder.scene, leaf: [gaps[size / 2]],
        animated: [
          gaps[size / 2],
          EditableSceneConstant(
            constraint: bottoms[size / 2], values: (-ChainMetrics.inset, -ChainMetrics.inset - 4)),
        ], toggles: bottoms, editable: gaps, frames: ChainMetrics.frames(size))
    })
}

private enum ChainMetrics {
  static let gap = 8.0
  static let inset = 4.0
  static let height = 44.0

  /// Returns a root width so large that all views still have a positive width at three quarters of it.
  static func rootWidth(_ size: Int) -> Double { 20 * Double(size) + 100 }

  static func frames(_ size: Int) -> HandWrittenFrames {
    HandWrittenFrames(views: size + 1) { rootWidth, out in
      out.setFrame(0, 0, 0, rootWidth, height)
      let width = (rootWidth - gap * Double(size + 1)) / Double(size)
      var x = gap
      for view in 1...size {
        out.setFrame(view, x, inset, width, height - 2 * inset)
        x += width + gap
      }
    }
  }
}
