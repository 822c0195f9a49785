import SceneModel

extension LayoutKernel {
  /// Returns what does not hold in the tree and in the parts, as one line each; none in a sound kernel between two steps.
  ///
  /// Tests call it after each step; it looks at everything.
  func violations() -> [String] {
    let present = items.all
    return treeViolations(present) + rows.violations(among: present) + passes.violations(among: present)
      + measurement.violations(among: present) + environment.violations(among: present)
  }

  /// Superviews and subviews name each other, all items hang on the root, and counts and depths are those of the tree.
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
