import SceneModel
import SceneOracles

/// Recognises findings in which an engine does not remove a constraint completely. Such an engine breaks every law, with documents that have little
/// else in common.
extension Triage {
  /// The kind of constraint that the steps of a scene remove or change. Nil if there are several kinds, or if a law is broken without the steps as
  /// well.
  func leftBehind(by document: Document, _ law: Law) -> String? {
    guard plugin.makeLayoutEngine != nil, case .scene(let scene) = document, !scene.steps.isEmpty else { return nil }
    var end = scene
    end.steps = []
    var kinds: Set<String> = []
    var isChanged = false
    for step in scene.steps {
      let before = end.constraints
      _ = end.make(step)
      for constraint in before where constraint.isActive {
        let after = end.constraints.first { $0.id == constraint.id }
        if after == constraint, step.changedConstraint != constraint.id { continue }
        kinds.insert(constraint.kindInSystem)
        isChanged = isChanged || after?.isActive == true
      }
    }
    guard kinds.count == 1, verdict(of: law, on: .scene(end)) == nil else { return nil }
    let isRemoval = !isChanged || verdict(of: law, on: .scene(scene.removingChanged)) != nil
    return kinds.first.map { "\(isRemoval ? "removed" : "changed") \($0)" }
  }
}

extension LayoutConstraint {
  fileprivate var kindInSystem: String {
    (priority < LinearConstraint.requiredPriority ? "optional " : "required ")
      + (relation == .equal ? "equation" : "inequality")
  }
}

extension Scene {
  /// The scene with each step that changes a constraint replaced by steps that remove it and add it again.
  fileprivate var removingChanged: Scene {
    var (other, present) = (self, self)
    (other.steps, present.steps) = ([], [])
    for step in steps {
      _ = present.make(step)
      if let id = step.changedConstraint, let changed = present.constraints.first(where: { $0.id == id && $0.isActive })
      {
        other.steps += [.removeConstraint(id), .addConstraint(changed)]
      } else {
        other.steps.append(step)
      }
    }
    return other
  }
}
