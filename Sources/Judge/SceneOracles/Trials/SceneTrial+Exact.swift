import LayoutKernel
import LayoutPlugin
import SceneModel

extension SceneTrial {
  /// Judges as `judgeCanonical` does, but only scenes in which every view's layout is unique. For others, the verdict is undecided.
  private func judgeUnique(_ body: (Ending) throws(Obstacle) -> Verdict) -> Verdict {
    judgeCanonical(on: untouched) { (ending) throws(Obstacle) in
      for view in ending.scene.views where ending.kernel.hasAmbiguousLayout(view.id) != false {
        throw Obstacle(text: "\(view.name) is ambiguous, or the engine cannot tell")
      }
      return try body(ending)
    }
  }

  func judgeRedundancy() -> Verdict {
    judgeUnique { (ending) throws(Obstacle) in
      let scene = ending.scene
      guard var copy = scene.constraints.last(where: { $0.isActive && $0.priority >= 1000 }) else {
        throw Obstacle(text: "nothing is required")
      }
      let newest = scene.constraints.map(\.id.rawValue).max() ?? 0
      copy.id = LayoutConstraint.ID(newest &+ 1)
      copy.name = scene.unusedName(like: copy.name)
      let kernel = try kernel(scene, plugin)
      try layOut(kernel)
      try perform(.addConstraint(copy), on: kernel)
      try layOut(kernel)
      if kernel.hasConflict { return .broken("a copy of a satisfied constraint is a conflict") }
      return compare("with a copy of a constraint", kernel, with: ending)
    }
  }

  /// The tolerance in points: mirroring recomputes an edge from values that were each rounded to 2⁻²⁰.
  private static let mirrorTolerance = 0x1p-17

  func judgeMirror() -> Verdict {
    judgeUnique { (ending) throws(Obstacle) in
      guard let mirrored = ending.scene.mirrored else { throw Obstacle(text: "the scene has no mirror image") }
      let other = try kernel(mirrored, plugin)
      try layOut(other)
      if other.hasConflict { return .broken("the mirrored scene has a conflict") }
      for view in ending.scene.views.dropFirst() {
        guard let parent = view.parent, let frame = ending.frame(of: view.id), let around = ending.frame(of: parent)
        else { continue }
        let expected = Rect(x: around.width - frame.maxX, y: frame.y, width: frame.width, height: frame.height)
        let found = other.frame(of: view.id)
        if !(distance(found, expected) <= SceneTrial.mirrorTolerance) {
          return .broken("mirrored, \(view.name) is expected at \(text(expected)), and is at \(text(found))")
        }
      }
      return .holds
    }
  }

  func judgeAmbiguity() -> Verdict {
    return judgeCanonical(on: untouched) { (ending) throws(Obstacle) in
      let judge = try SceneTrial(scene, .reference, make).ending.get()
      for view in ending.scene.views {
        let (said, expected) = (
          ending.kernel.hasAmbiguousLayout(view.id), judge.kernel.hasAmbiguousLayout(view.id)
        )
        if said != expected {
          return .broken("\(view.name): ambiguous is \(said.spelled), and the judge says \(expected.spelled)")
        }
      }
      return .holds
    }
  }
}

extension Bool? {
  var spelled: String { map(\.description) ?? "unknown" }
}

extension Scene {
  fileprivate func unusedName(like name: String) -> String {
    let taken = Set(constraints.map(\.name))
    var candidate = name + "-copy"
    while taken.contains(candidate) { candidate += "-copy" }
    return candidate
  }

  /// The mirror image of the scene: directions reversed, left and right exchanged. Nil if a scene cannot express a part of the mirror image: a frame
  /// set from outside, a multiplied position, a content offset.
  var mirrored: Scene? {
    var scene = self
    scene.direction = direction == .leftToRight ? .rightToLeft : .leftToRight
    for index in scene.views.indices {
      var view = scene.views[index]
      if index > 0, view.autoresizing != nil { return nil }
      if view.scroll != nil || view.table != nil || view.flow != nil { return nil }
      switch view.semantic {
      case .unspecified: break
      case .forceLeftToRight: view.semantic = .forceRightToLeft
      case .forceRightToLeft: view.semantic = .forceLeftToRight
      case .playback, .spatial: return nil
      }
      view.alignmentInsets = view.alignmentInsets.mirrored
      view.safeArea = view.safeArea.mirrored
      scene.views[index] = view
    }
    for index in scene.guides.indices {
      scene.guides[index].insets = scene.guides[index].insets?.mirrored
    }
    for index in scene.constraints.indices {
      guard let mirrored = scene.constraints[index].mirrored else { return nil }
      scene.constraints[index] = mirrored
    }
    return scene
  }
}

extension Insets {
  fileprivate var mirrored: Insets { Insets(top: top, left: right, bottom: bottom, right: left) }
}

extension LayoutConstraint {
  fileprivate var mirrored: LayoutConstraint? {
    guard case .anchor(let anchor) = first else { return nil }
    if anchor.attribute.axis == .vertical || anchor.attribute.isSize {
      if case .distance = second { return nil }
      return self
    }
    // A position: `first = second + constant` has an image where both move alike.
    guard case .anchor(let other) = second, multiplier == 1 else { return nil }
    switch (anchor.attribute.side, other.attribute.side) {
    // The kernel mirrors these itself.
    case (.directional, .directional), (.directional, .neutral), (.neutral, .directional): return self
    case (.absolute, .absolute), (.absolute, .neutral), (.neutral, .absolute), (.neutral, .neutral): break
    case (.directional, .absolute), (.absolute, .directional): return nil
    }
    var result = self
    result.first = .anchor(LayoutAnchor(anchor.item, anchor.attribute.opposite))
    result.second = .anchor(LayoutAnchor(other.item, other.attribute.opposite))
    result.constant = 0 - constant
    switch relation {
    case .equal: break
    case .lessThanOrEqual: result.relation = .greaterThanOrEqual
    case .greaterThanOrEqual: result.relation = .lessThanOrEqual
    }
    return result
  }
}

extension LayoutAttribute {
  fileprivate var opposite: LayoutAttribute {
    switch self {
    case .left: .right
    case .right: .left
    case .leftMargin: .rightMargin
    case .rightMargin: .leftMargin
    case .minX: .maxX
    case .maxX: .minX
    default: self
    }
  }
}
