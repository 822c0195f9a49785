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

  func apply(to scene: inout Scene, file: String) throws {
    guard let at = scene.constraints.firstIndex(where: { $0.name == constraint || $0.identifier == constraint }) else {
      let names = scene.constraints.prefix(12).map(\.name).joined(separator: ", ")
      throw UserMistake("\(file): no constraint is called \"\(constraint)\". There are \(names).")
    }
    switch self {
    case .activate(_, let isActive): scene.constraints[at].isActive = isActive
    case .constant(_, let constant): scene.constraints[at].constant = constant
    case .priority(_, let priority):
      guard priority > 0, priority <= LinearConstraint.requiredPriority else {
        throw UserMistake("--what-if priority \(constraint): a priority is above 0 and at most 1000.")
      }
      scene.constraints[at].priority = priority
    }
  }
}
