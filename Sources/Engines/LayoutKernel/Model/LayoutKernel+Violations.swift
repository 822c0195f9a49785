import SceneModel

extension LayoutKernel {
  /// Returns the broken invariants of the tree and of the kernel's parts, one line each; empty for a sound kernel between two steps.
  ///
  /// Tests call it after each step. It visits the whole tree.
  func violations() -> [String] {
    let present = items.all
    return treeViolations(present) + rows.violations(among: present) + passes.violations(among: present)
      + measurement.violations(among: present) + environment.violations(among: present)
  }

  /// Checks that superviews and subviews refer to each other, that all items descend from the root, and that counts and depths are those of the
  /// tree.
  private func treeViolations(_ items: [Item]) -> [String] {
    var found: [String] = []
    func expect(_ holds: Bool, _ problem: String) { if !holds { found.append(problem) } }
    for item in items {
      expect(self.items[item.id] === item, "\(item.id) is not the item of its number")
      for (index, child) in item.children.enumerated() {
        expect(child.parent === item && child.index == index, "\(child.id) is not where \(item.id) has it")
        expect(child.depth == item.depth + 1, "\(child.id) has the depth \(child.depth)")
        expect(self.items[child.id] === child, "\(child.id) is a subview and not in the scene")
      }
      let masks = item.children.reduce(0) { $0 + ($1.view.autoresizing == nil ? 0 : 1) }
      expect(item.autoresizedChildren == masks, "\(item.id) counts \(item.autoresizedChildren) masks, and has \(masks)")
      guard let parent = item.parent else {
        expect(item === root, "\(item.id) has no superview")
        continue
      }
      expect(
        (item.isGuide ? parent.guides : parent.children).contains { $0 === item },
        "\(parent.id) does not have \(item.id)")
    }
    return found
  }
}
