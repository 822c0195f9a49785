import SceneModel

extension Family {
  public static let inequalities = Family(
    name: "inequalities",
    summary: "panels with least, greatest and preferred widths, each with a centred badge that keeps its margins",
    sizes: [10, 30, 100, 300], peerSizes: [10, 30], hasGrowthGoal: true,
    solver: { size in
      precondition(size > 0, "no panels")
      var entropy = Entropy(seed: 11)
      var system = SystemBuilder()
      let root = system.box()
      system.add(root.x == 0)
      system.add(root.y == 0)
      let rootWidth = system.add(root.width == 100 * Double(size))
      let rootHeight = system.add(root.height == 200)
      var edge = root.x
      var preferred: [EditableConstant] = []
      // Wishes of the highest priority that no limit cuts: what the leaf edit changes is really seen.
      var granted: [EditableConstant] = []
      var badges: [LinearConstraint.ID] = []
      var texts: [[EditableConstant]] = []
      var heights: [EditableConstant] = []
      for _ in 0..<size {
        let (panel, badge) = (system.box(), system.box())
        system.add(panel.x >= edge + 8)
        system.add(panel.x == edge + 8, at: 400)
        system.add(panel.width >= Double(20 + entropy.below(31)))
        let widest = Double(90 + entropy.below(71))
        system.add(panel.width <= widest)
        let wish = Double(60 + entropy.below(91))
        let priority = entropy.pick([501, 550, 600, 650, 700])
        let width = system.add(panel.width == wish, at: Double(priority))
        preferred.append(EditableConstant(constraint: width, values: (wish, wish + 9)))
        if priority == 700, wish + 9 < widest { granted.append(preferred[preferred.count - 1]) }
        system.add(panel.y >= root.y + 8)
        system.add(panel.maxY <= root.maxY - 8)
        system.add(panel.midY2 == root.midY2, at: 750)
        system.add(panel.height == panel.width, at: 300)
        heights.append(
          EditableConstant(constraint: system.add(panel.height >= 44, at: 760), values: (44, 60)))

        system.add(badge.midX2 == panel.midX2, at: 750)
        system.add(badge.x >= panel.x + 4)
        system.add(badge.maxX <= panel.maxX - 4)
        let words = Double(20 + entropy.below(101))
        texts.append(
          system.addIntrinsic(badge.width, words, hugging: 251, resistance: 740).map {
            EditableConstant(constraint: $0, values: (words, words + 17))
          })
        system.add(badge.width >= 0)
        system.add(badge.y >= panel.y + 4)
        system.add(badge.height == 20, at: 720)
        badges.append(system.add(badge.maxY <= panel.maxY - 4))
        system.add(badge.y == panel.y + 4, at: 260)
        edge = panel.maxX
      }
      system.add(edge <= root.maxX - 8)
      system.add(edge == root.maxX - 8, at: 200)
      return SolverWorkload(
        name: "inequalities-\(size)", system: system, rootWidth: rootWidth,
        turned: [EditableConstant(constraint: rootHeight, values: (200, 160))],
        leaf: [granted.isEmpty ? preferred[size / 2] : granted[granted.count / 2]],
        animated: [preferred[size / 2], heights[size / 2]], toggles: badges, editable: preferred, texts: texts,
        narrowest: 0.85)
    },
    scene: nil)

  public static let tiers = Family(
    name: "tiers", summary: "random wishes that contradict each other; the size counts priorities",
    sizes: [3, 10, 50, 1000], peerSizes: [3, 10], hasGrowthGoal: false,
    solver: { size in
      precondition((1..<4000).contains(size), "between 1 and 3999 priorities, not \(size)")
      var entropy = Entropy(seed: 3000 + UInt64(size))
      let unknowns = max(20, size / 4)
      let priorities = (1...size).map { 999.0 * Double($0) / Double(size + 1) }
      var system = SystemBuilder()
      let variables = (0..<unknowns).map { _ in system.variable() }
      for variable in variables {
        system.add(variable >= 0)
        system.add(variable <= 2000)
      }
      let anchor = system.add(variables[0] == 500)
      var wishes: [EditableConstant] = []
      for _ in 0..<5 * unknowns {
        let first = entropy.below(unknowns)
        let a = variables[first]
        let b = variables[(first + 1 + entropy.below(unknowns - 1)) % unknowns]
        let distance = Double(entropy.below(601)) - 300
        let row: Row =
          switch entropy.below(5) {
          case 0, 1: a == b + distance
          case 2: a == 3 * abs(distance)
          case 3: a >= b + distance
          default: a + b <= 4 * abs(distance)
          }
        let wish = system.add(row, at: entropy.pick(priorities))
        wishes.append(EditableConstant(constraint: wish, values: (row.constant, row.constant + 25)))
      }
      return SolverWorkload(
        name: "tiers-\(size)", system: system, rootWidth: anchor, leaf: [wishes[7]],
        animated: [wishes[7], wishes[11]], toggles: wishes[unknowns...].map(\.constraint), editable: wishes)
    },
    scene: nil)
}
