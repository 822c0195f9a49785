/// How large a document is, for a minimiser: compared in the order views, constraints, steps, digits.
public struct Weight: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Views besides the root; a solver script has none, a timeline has its layers.
  public var views: Int
  /// Constraints, with intrinsic sizes among them; a timeline's animations, groups among them.
  public var constraints: Int
  /// Steps of a scene, transactions of a solver script, properties and outputs of a timeline.
  public var steps: Int
  /// Bytes of the text form besides white space: dropping a word or a digit makes a document lighter.
  public var digits: Int

  public static func < (a: Weight, b: Weight) -> Bool {
    (a.views, a.constraints, a.steps, a.digits) < (b.views, b.constraints, b.steps, b.digits)
  }

  public var description: String {
    "\(views) view\(views == 1 ? "" : "s"), \(constraints) constraint\(constraints == 1 ? "" : "s"), "
      + "\(steps) step\(steps == 1 ? "" : "s")"
  }
}

extension Scene {
  /// Views, constraints and steps; fewer is simpler.
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
  /// Rows, terms and edits; fewer is simpler.
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
  /// Layers and animations; fewer is simpler.
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
