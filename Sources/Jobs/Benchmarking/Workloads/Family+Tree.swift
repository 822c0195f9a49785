import SceneModel

extension Family {
  public static let tree = Family(
    name: "tree", summary: "ten views in each view, rows and columns in turn; the size counts leaves",
    sizes: [10, 100, 1000, 10_000], peerSizes: [10, 100, 1000], hasGrowthGoal: true,
    solver: { size in
      let depth = TreeMetrics.depth(leaves: size)
      var system = SystemBuilder()
      let root = system.box()
      system.add(root.x == 0)
      system.add(root.y == 0)
      let rootWidth = system.add(root.width == TreeMetrics.rootSize(depth).width)
      let height = TreeMetrics.rootSize(depth).height
      let rootHeight = system.add(root.height == height)
      var gaps: [EditableConstant] = []
      var ends: [LinearConstraint.ID] = []
      var parents = [root]
      for level in 0..<depth {
        var children: [SystemBuilder.Box] = []
        for parent in parents {
          var previous: SystemBuilder.Box?
          for index in 0..<TreeMetrics.fan {
            let child = system.box()
            let (along, across) = TreeMetrics.spans(child, level: level)
            let (outerAlong, outerAcross) = TreeMetrics.spans(parent, level: level)
            if let previous {
              let before = TreeMetrics.spans(previous, level: level).along
              let gap = system.add(along.start == before.start + before.extent + TreeMetrics.gap)
              if level == depth - 1 {
                gaps.append(EditableConstant(constraint: gap, values: (TreeMetrics.gap, TreeMetrics.gap + 2)))
              }
              system.add(along.extent == before.extent)
            } else {
              system.add(along.start == outerAlong.start + TreeMetrics.gap)
            }
            system.add(across.start == outerAcross.start + TreeMetrics.gap)
            let end = system.add(
              across.start + across.extent == outerAcross.start + outerAcross.extent - TreeMetrics.gap)
            if level == depth - 1 { ends.append(end) }
            previous = child
            children.append(child)
          }
          if let previous {
            let last = TreeMetrics.spans(previous, level: level).along
            let outer = TreeMetrics.spans(parent, level: level).along
            system.add(last.start + last.extent == outer.start + outer.extent - TreeMetrics.gap)
          }
        }
        parents = children
      }
      return SolverWorkload(
        name: "tree-\(size)", system: system, rootWidth: rootWidth,
        turned: [EditableConstant(constraint: rootHeight, values: (height, height * 1.25))],
        leaf: [gaps[gaps.count / 2]],
        animated: [
          gaps[gaps.count / 2 / 9 * 9],
          EditableConstant(
            constraint: ends[gaps.count / 2 / 9 * 10 + 1], values: (-TreeMetrics.gap, -TreeMetrics.gap - 2)),
        ], toggles: ends, editable: gaps, frames: TreeMetrics.frames(depth))
    },
    scene: { size in
      let depth = TreeMetrics.depth(leaves: size)
      var builder = WorkloadBuilder(rootSize: TreeMetrics.rootSize(depth))
      var gaps: [EditableSceneConstant] = []
      var ends: [LayoutConstraint.ID] = []
      var parents = [ItemID.root]
      for level in 0..<depth {
        let isRow = level % 2 == 0
        let (start, end, extent): (LayoutAttribute, LayoutAttribute, LayoutAttribute) =
          isRow ? (.leading, .trailing, .width) : (.top, .bottom, .height)
        let (crossStart, crossEnd): (LayoutAttribute, LayoutAttribute) =
          isRow ? (.top, .bottom) : (.leading, .trailing)
        var children: [ItemID] = []
        for parent in parents {
          var previous: ItemID?
          for index in 0..<TreeMetrics.fan {
            let child = builder.view("node\(builder.scene.views.count)", in: parent)
            if let previous {
              let gap = builder.add(child, start, previous, end, constant: TreeMetrics.gap)
              if level == depth - 1 {
                gaps.append(EditableSceneConstant(constraint: gap, values: (TreeMetrics.gap, TreeMetrics.gap + 2)))
              }
              builder.add(child, extent, previous, extent)
            } else {
              builder.add(child, start, parent, start, constant: TreeMetrics.gap)
            }
            builder.add(child, crossStart, parent, crossStart, constant: TreeMetrics.gap)
            let last = builder.add(child, crossEnd, parent, crossEnd, constant: -TreeMetrics.gap)
            if level == depth - 1 { ends.append(last) }
            previous = child
            children.append(child)
          }
          if let previous { builder.add(previous, end, parent, end, constant: -TreeMetrics.gap) }
        }
        parents = children
      }
      return SceneWorkload(
        name: "tree-\(size)", scene: builder.scene, leaf: [gaps[gaps.count / 2]],
        animated: [
          gaps[gaps.count / 2 / 9 * 9],
          EditableSceneConstant(
            constraint: ends[gaps.count / 2 / 9 * 10 + 1], values: (-TreeMetrics.gap, -TreeMetrics.gap - 2)),
        ], toggles: ends, editable: gaps, frames: TreeMetrics.frames(depth))
    })
}

private enum TreeMetrics {
  static let fan = 10
  static let gap = 4.0

  typealias Span = (start: Expression, extent: Expression)

  /// Returns the axis along which a level's views are placed, and the other one.
  static func spans(_ box: SystemBuilder.Box, level: Int) -> (along: Span, across: Span) {
    let horizontal: Span = (box.x, box.width)
    let vertical: Span = (box.y, box.height)
    return level % 2 == 0 ? (horizontal, vertical) : (vertical, horizontal)
  }

  static func depth(leaves: Int) -> Int {
    var (depth, count) = (0, 1)
    while count < leaves {
      depth += 1
      count *= fan
    }
    precondition(count == leaves && depth > 0, "a tree has \(fan), \(fan * fan), … leaves, not \(leaves)")
    return depth
  }

  /// Returns a root size so large that all leaves still have a positive size at three quarters of it.
  static func rootSize(_ depth: Int) -> Size {
    var scale = 1.0
    for _ in 0..<(depth + 1) / 2 { scale *= Double(fan) }
    return Size(width: 400 * scale, height: 300 * scale)
  }

  static func frames(_ depth: Int) -> HandWrittenFrames {
    var (views, level) = (1, 1)
    for _ in 0..<depth {
      level *= fan
      views += level
    }
    let rootHeight = rootSize(depth).height
    return HandWrittenFrames(views: views) { rootWidth, out in
      out.setFrame(0, 0, 0, rootWidth, rootHeight)
      // Breadth first, as the generator numbers them: `parent` runs through a level while `next` fills the one below.
      var (parent, next, parents) = (0, 1, 1)
      for level in 0..<depth {
        for _ in 0..<parents {
          let outer = out + 4 * parent
          let (x, y) = (outer[0] + gap, outer[1] + gap)
          if level % 2 == 0 {
            let width = (outer[2] - gap * Double(fan + 1)) / Double(fan)
            let height = outer[3] - 2 * gap
            for index in 0..<fan { out.setFrame(next + index, x + Double(index) * (width + gap), y, width, height) }
          } else {
            let width = outer[2] - 2 * gap
            let height = (outer[3] - gap * Double(fan + 1)) / Double(fan)
            for index in 0..<fan { out.setFrame(next + index, x, y + Double(index) * (height + gap), width, height) }
          }
          next += fan
          parent += 1
        }
        parents *= fan
      }
    }
  }
}
