/// The size of a document, for a minimiser. Weights compare by views, then constraints, then steps, then digits.
public struct Weight: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of views besides the root; of a timeline, the number of layers; of a solver script, 0.
  public var views: Int
  /// The constraints and intrinsic sizes; for a timeline its animations, groups included.
  public var constraints: Int
  /// The steps of a scene, the transactions and edits of a solver script, or the properties and outputs of a timeline.
  public var steps: Int
  /// The bytes of the text form without white space: a document with a shorter word or number is lighter.
  public var digits: Int

  public static func < (a: Weight, b: Weight) -> Bool {
    (a.views, a.constraints, a.steps, a.digits) < (b.views, b.constraints, b.steps, b.digits)
  }

  public var description: String {
    "\(counted(views, "view")), \(counted(constraints, "constraint")), \(counted(steps, "step"))"
  }
}

extension Scene {
  /// The scene's size: its views, constraints and steps.
  public var weight: Weight {
    var views = self.views.count - 1
    var constraints = self.constraints.count
    for view in self.views where view.intrinsic.width != nil || view.intrinsic.height != nil { constraints += 1 }
    for step in steps {
      switch step {
      case .addView: views += 1
      case .addConstraint: constraints += 1
      default: break
      }
    }
    return Weight(views: views, constraints: constraints, steps: steps.count, digits: textWeight(text))
  }
}

extension SolverScript {
  /// The script's size: its constraints, and its transactions with their edits.
  public var weight: Weight {
    var constraints = 0
    var edits = 0
    for edit in transactions.flatMap(\.edits) {
      edits += 1
      if case .add = edit { constraints += 1 }
    }
    return Weight(views: 0, constraints: constraints, steps: transactions.count + edits, digits: textWeight(text))
  }
}

extension Timeline {
  /// The timeline's size: its layers, animations, properties and outputs.
  public var weight: Weight {
    func count(_ animation: Animation) -> Int {
      guard case .group(let children) = animation.content else { return 1 }
      return 1 + children.reduce(0) { $0 + count($1) }
    }
    let animations = layers.reduce(0) { $0 + $1.animations.reduce(0) { $0 + count($1) } }
    return Weight(
      views: layers.count, constraints: animations, steps: layers.reduce(outputs.count) { $0 + $1.model.count },
      digits: textWeight(text))
  }
}

private func textWeight(_ text: String) -> Int {
  var weight = 0
  for byte in text.utf8 where byte > UInt8(ascii: " ") { weight += 1 }
  return weight
}
