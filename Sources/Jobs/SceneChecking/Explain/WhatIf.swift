import SceneModel

/// One change that `--what-if` makes before the layout.
package enum WhatIf: Sendable {
  case activate(String, Bool)
  case constant(String, Double)
  case priority(String, Double)

  private var constraint: String {
    switch self {
    case .activate(let name, _), .constant(let name, _), .priority(let name, _): name
    }
  }

  /// Changes a constraint that the scene has from the start, or one that a step adds.
  func apply(to scene: inout Scene, file: String) throws {
    func isMeant(_ candidate: LayoutConstraint) -> Bool {
      candidate.name == constraint || candidate.identifier == constraint
    }
    if let place = scene.constraints.firstIndex(where: isMeant) { return try apply(to: &scene.constraints[place]) }
    for (place, step) in scene.steps.enumerated() {
      guard case .addConstraint(var added) = step, isMeant(added) else { continue }
      try apply(to: &added)
      scene.steps[place] = .addConstraint(added)
      return
    }
    let all =
      scene.constraints + scene.steps.compactMap { if case .addConstraint(let added) = $0 { added } else { nil } }
    let names = all.prefix(12).map(\.name).joined(separator: ", ")
    throw UserMistake(.unknownName, "\(file): no constraint is called \"\(constraint)\". There are \(names).")
  }

  private func apply(to changed: inout LayoutConstraint) throws {
    switch self {
    case .activate(_, let isActive): changed.isActive = isActive
    case .constant(_, let constant): changed.constant = constant
    case .priority(_, let priority):
      guard priority > 0, priority <= LinearConstraint.requiredPriority else {
        throw UserMistake(.outside, "--what-if priority \(constraint): a priority is above 0 and at most 1000.")
      }
      changed.priority = priority
    }
  }
}
