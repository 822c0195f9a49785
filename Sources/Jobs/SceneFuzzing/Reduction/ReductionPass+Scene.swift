import SceneModel

extension ReductionPass {
  static let scenes: [ReductionPass] = [
    .scene("drop views") { scene in
      chunks(of: scene.views.count - 1).lazy.map { range in
        var smaller = scene
        for view in scene.views[(range.lowerBound + 1)..<(range.upperBound + 1)] { smaller.removeSubtree(of: view.id) }
        return smaller
      }
    },
    .scene("drop constraints") { scene in
      chunks(of: scene.constraints.count).lazy.map { range in
        var smaller = scene
        smaller.removeConstraints(Set(scene.constraints[range].map(\.id)))
        return smaller
      }
    },
    .scene("drop steps") { scene in
      chunks(of: scene.steps.count).lazy.map { range in
        var smaller = scene
        smaller.steps.removeSubrange(range)
        return smaller
      }
    },
    .scene("drop guides") { scene in
      scene.guides.lazy.map { guide in
        var smaller = scene
        smaller.removeGuide(guide.id)
        return smaller
      }
    },
    .scene("drop what a capture recorded") { scene in
      var smaller = scene
      smaller.recorded = [:]
      smaller.device = nil
      return smaller == scene ? [] : [smaller]
    },
    .scene("dissolve views") { scene in
      scene.views.dropFirst().lazy.map { view in
        var smaller = scene
        smaller.dissolve(view.id)
        return smaller
      }
    },
    .scene("start with what a step does") { scene in
      scene.steps.indices.lazy.compactMap { at in
        var smaller = scene
        switch smaller.steps.remove(at: at) {
        case .addConstraint(let constraint): smaller.constraints.append(constraint)
        case .addView(let view): smaller.views.append(view)
        case .addGuide(let guide): smaller.guides.append(guide)
        case .setIntrinsic(let id, let size):
          guard let view = smaller.views.firstIndex(where: { $0.id == id }) else { return nil }
          smaller.views[view].intrinsic = size
        case .setConstant(let id, let value):
          guard let constraint = smaller.constraints.firstIndex(where: { $0.id == id }) else { return nil }
          smaller.constraints[constraint].constant = value
        case .setPriority(let id, let value):
          guard let constraint = smaller.constraints.firstIndex(where: { $0.id == id }) else { return nil }
          smaller.constraints[constraint].priority = value
        case .resize(let size): (smaller.root.frame.width, smaller.root.frame.height) = (size.width, size.height)
        default: return nil
        }
        return smaller
      }
    },
    .scene("remove a constraint instead of changing it") { scene in
      scene.steps.indices.lazy.compactMap { at in
        guard let id = scene.steps[at].changedConstraint else { return nil }
        var smaller = scene
        smaller.steps[at] = .deactivate(id)
        return smaller
      }
    },
    .scene("refer to the root instead") { scene in
      scene.constraints.indices.lazy.compactMap { at in
        guard case .anchor(var anchor)? = scene.constraints[at].second, anchor.item != .root else { return nil }
        anchor.item = .root
        var smaller = scene
        smaller.constraints[at].second = .anchor(anchor)
        return smaller
      }
    },
    .scene("make views plain") { scene in
      scene.views.indices.lazy.flatMap { at in View.plainings.lazy.map { scene.changingView(at, $0) } }
    },
    .scene("make the root plain") { scene in
      var plain = Scene(rootSize: scene.root.frame.size)
      (plain.views, plain.guides, plain.constraints) = (scene.views, scene.guides, scene.constraints)
      (plain.recorded, plain.steps, plain.provenance) = (scene.recorded, scene.steps, scene.provenance)
      let sizes = [Size(width: 100, height: 100), Size(width: 10, height: 10)].map { size in
        var smaller = plain
        (smaller.root.frame.width, smaller.root.frame.height) = (size.width, size.height)
        return smaller
      }
      return [plain] + sizes
    },
    .scene("make constraints plain") { scene in
      scene.constraints.indices.lazy.flatMap { at in
        LayoutConstraint.plainings(of: scene.constraints[at]).lazy.map { plain in
          var smaller = scene
          smaller.constraints[at] = plain
          return smaller
        }
      }
    },
    .scene("make steps plain") { scene in
      scene.steps.indices.lazy.flatMap { at in
        Step.plainings(of: scene.steps[at]).lazy.map { plain in
          var smaller = scene
          smaller.steps[at] = plain
          return smaller
        }
      }
    },
    .scene("normal form") { scene in [scene.normalForm] },
  ]
}

extension Scene {
  fileprivate func changingView(_ at: Int, _ change: (inout View) -> Void) -> Scene {
    var changed = self
    change(&changed.views[at])
    return changed
  }
}

extension View {
  /// Simplifications of a view, each of which resets something.
  fileprivate static let plainings: [@Sendable (inout View) -> Void] = [
    { view in
      var plain = View(id: view.id, name: view.name, parent: view.parent)
      if view.parent == nil { plain.frame = view.frame }
      view = plain
    },
    { $0.kind = .plain },
    { $0.stack = nil },
    { $0.stack?.arranged.removeAll() },
    { $0.stack?.spacing = 0 },
    { $0.stack?.customSpacing = [:] },
    { $0.stack?.alignment = .fill },
    { $0.stack?.distribution = .fill },
    { $0.stack?.axis = .horizontal },
    { $0.stack?.isLayoutMarginsRelative = false },
    { $0.scroll = nil },
    { $0.table = nil }, { $0.flow = nil },
    { $0.text = nil },
    { $0.autoresizing = nil },
    { $0.resizingOrigin = nil },
    { $0.intrinsic = IntrinsicSize() },
    { $0.intrinsic.width = nil },
    { $0.intrinsic.height = nil },
    { $0.intrinsic = IntrinsicSize(width: $0.intrinsic.width, height: $0.intrinsic.height) },
    { view in view.intrinsic.width = view.intrinsic.width.map { _ in 10 } },
    { view in view.intrinsic.height = view.intrinsic.height.map { _ in 10 } },
    { $0.isHidden = false },
    { $0.margins = Margins() },
    { $0.safeArea = .zero },
    { $0.semantic = .unspecified },
    { $0.alignmentInsets = .zero },
    { view in (view.firstBaseline, view.lastBaseline) = (0, 0) },
    { view in if view.parent != nil { view.frame = .zero } },
    { view in if view.parent != nil { view.parent = .root } },
  ]
}

extension LayoutConstraint {
  fileprivate static func plainings(of constraint: LayoutConstraint) -> [LayoutConstraint] {
    var plain: [LayoutConstraint] = []
    func propose(_ change: (inout LayoutConstraint) -> Void) {
      var changed = constraint
      change(&changed)
      if changed != constraint { plain.append(changed) }
    }
    propose {
      $0.identifier = nil
      $0.holder = nil
    }
    propose { $0.isActive = true }
    propose { $0.priority = LinearConstraint.requiredPriority }
    propose { $0.relation = .equal }
    propose { $0.multiplier = 1 }
    propose { if $0.second != nil { $0.multiplier = 2 } }
    propose { constraint in
      guard case .anchor(let anchor) = constraint.first, anchor.attribute.isSize else { return }
      constraint.second = nil
      constraint.multiplier = 1
    }
    for number in plainer(than: constraint.constant) { propose { $0.constant = number } }
    for number in [500.0, 10, 1] where !(constraint.priority == number) { propose { $0.priority = number } }
    return plain
  }
}

extension Step {
  /// The constraint whose constant or priority the step sets; nil for other steps.
  var changedConstraint: LayoutConstraint.ID? {
    switch self {
    case .setConstant(let id, _), .setPriority(let id, _): id
    default: nil
    }
  }

  fileprivate static func plainings(of step: Step) -> [Step] {
    switch step {
    case .setConstant(let id, let value): plainer(than: value).map { .setConstant(id, $0) }
    case .setPriority(let id, let value): [1000, 500, 10, 1].filter { $0 != value }.map { .setPriority(id, $0) }
    case .addConstraint(let constraint): LayoutConstraint.plainings(of: constraint).map { .addConstraint($0) }
    case .addView(let view):
      View.plainings.compactMap { change in
        var plain = view
        change(&plain)
        return plain == view ? nil : .addView(plain)
      }
    case .layout(let view): view == .root ? [] : [.layout(.root)]
    case .resize(let size):
      [Size(width: 10, height: 10), Size(width: 100, height: 100)].filter { $0 != size }.map { .resize($0) }
    case .advance: [.layout(.root)]
    case .animate(let animation): animation.steps
    case .play(let step): step.steps
    default: []
    }
  }
}
