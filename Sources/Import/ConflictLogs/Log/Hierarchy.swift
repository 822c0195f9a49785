/// The superviews and depths of the views in a conflict log.
///
/// A log names a superview only where it explains `'|'`. The others are inferred from the way in which constraints are usually written. So depths are
/// an estimate, good enough for ranking views.
struct Hierarchy {
  private(set) var parents: [String: String] = [:]
  /// The views whose superview the log itself names. (If its lines name several, or the view itself, `parents` has the first one that is possible.)
  private(set) var placedByLog: Set<String> = []

  /// Returns the superviews that the log names. They may form a cycle, since a log is only text.
  private static func printedSuperviews(of log: ConflictLog) -> [(child: String, parent: String)] {
    var parents: [(child: String, parent: String)] = []
    for (_, constraint) in log.constraints {
      let names = ItemNames(constraint.tail)
      guard let superview = names.superview else { continue }
      switch constraint.body {
      case .visual(let visual):
        switch visual.form {
        case .leadingEdge(let item), .trailingEdge(let item): parents.append((names.key(item), superview))
        case .size, .gap: break
        }
      case .equation(let equation):
        parents.append((names.key(equation.left.item), superview))
      }
    }
    return parents
  }

  init(_ log: ConflictLog) {
    for (child, parent) in Hierarchy.printedSuperviews(of: log) { adopt(child, by: parent) }
    placedByLog = Set(parents.keys)
    let relations = log.constraints.compactMap { HierarchyEvidence($0.constraint) }
    let siblings = relations.flatMap(\.siblings)
    spread(siblings)
    // Stronger evidence comes first. Siblings of a view get the same superview.
    for strength in [HierarchyEvidence.Strength.stack, .inset, .container, .alignment] {
      for relation in relations where relation.strength == strength { adopt(relation.child, by: relation.parent) }
      spread(siblings)
      // Before two views are related only because their edges coincide.
      if strength == .container {
        adoptOutward(
          from: Hierarchy.roots(of: log), along: relations.filter { $0.strength == .length },
          leaves: Hierarchy.leaves(of: log))
        spread(siblings)
      }
    }
  }

  private mutating func spread(_ siblings: [(String, String)]) {
    // Four rounds are enough for usual chains of siblings. Each round visits every line of the log.
    for _ in 0..<4 {
      for (first, second) in siblings {
        if let parent = parents[first] { adopt(second, by: parent) }
        if let parent = parents[second] { adopt(first, by: parent) }
      }
    }
  }

  /// Returns the views whose classes have no subviews. If a length is compared with that of a label, the view is not a subview of the label.
  private static func leaves(of log: ConflictLog) -> Set<String> {
    var leaves: Set<String> = []
    for (_, constraint) in log.constraints {
      let names = ItemNames(constraint.tail)
      for item in constraint.items where leafClasses.contains(item.className) { leaves.insert(names.key(item)) }
    }
    return leaves
  }

  private static let leafClasses: Set<String> = [
    "UILabel", "UITextField", "UITextView", "UISwitch", "UISlider", "UIProgressView", "UIActivityIndicatorView",
  ]

  /// Returns the views whose size or place their container sets. All views that a layout pass moves are inside of these views.
  private static func roots(of log: ConflictLog) -> Set<String> {
    var roots: Set<String> = []
    for (_, constraint) in log.constraints where constraint.isSystem(in: log) {
      roots.formUnion(constraint.items(ItemNames(constraint.tail)).prefix(1))
    }
    return roots
  }

  /// Decides which of two related views is the superview if the log does not say it: the view that is nearer to a root.
  private mutating func adoptOutward(
    from roots: Set<String>, along relations: [HierarchyEvidence], leaves: Set<String>
  ) {
    var frontier = roots.subtracting(parents.keys)
    var reached = frontier
    while !frontier.isEmpty {
      var next: Set<String> = []
      for relation in relations where !relation.child.isEmpty {
        for (inner, outer) in [(relation.child, relation.parent), (relation.parent, relation.child)]
        where frontier.contains(outer) && !reached.contains(inner) && !leaves.contains(outer) {
          adopt(inner, by: outer)
          next.insert(inner)
        }
      }
      for (child, parent) in parents where frontier.contains(parent) && !reached.contains(child) { next.insert(child) }
      reached.formUnion(next)
      frontier = next
    }
  }

  private mutating func adopt(_ child: String, by parent: String) {
    guard parents[child] == nil, child != parent else { return }
    // A view never becomes its own ancestor, so every walk upward ends.
    var ancestor: String? = parent
    while let next = ancestor {
      if next == child { return }
      ancestor = parents[next]
    }
    parents[child] = parent
  }

  /// The view in whose coordinates two items are compared: one of them if it contains the other, otherwise the nearest that contains both. Nil if
  /// the log does not determine it.
  func commonSpace(_ first: String, _ second: String) -> String? {
    let around = Set([second] + ancestors(of: second))
    return ([first] + ancestors(of: first)).first(where: around.contains)
  }

  func ancestors(of item: String) -> [String] {
    var ancestors: [String] = []
    while let parent = parents[ancestors.last ?? item] { ancestors.append(parent) }
    return ancestors
  }

  /// The number of superviews between the view and the topmost view that the log shows.
  func depth(of item: String) -> Int { ancestors(of: item).count }

  func commonAncestorDepth(_ first: String, _ second: String) -> Int {
    // If no common superview is known, it is taken to be one level above the upper one of the two views.
    commonSpace(first, second).map(depth) ?? min(depth(of: first), depth(of: second)) - 1
  }
}

/// The evidence of one line about which of two views contains the other.
struct HierarchyEvidence {
  enum Strength: Int {
    /// A stack view contains the views that it is connected with.
    case stack
    /// `S.bottom - 12`, `S.topMargin`: an inset from an edge of a superview.
    case inset
    /// A content view, a cell, a window or a scroll view contains the view that it is aligned with.
    case container
    /// Two edges coincide: one view may be the other's superview, or its sibling.
    case alignment
    /// Two lengths are compared: only the distances from a root say which view contains the other.
    case length
    case none
  }

  var strength = Strength.none
  var child = ""
  var parent = ""
  var siblings: [(String, String)] = []

  init?(_ constraint: ConstraintDescription) {
    let names = ItemNames(constraint.tail)
    switch constraint.body {
    case .visual(let visual):
      guard case .gap(let first, let second) = visual.form else { return nil }
      siblings = [(names.key(first), names.key(second))]
    case .equation(let equation):
      guard let right = equation.right else { return nil }
      let left = equation.left
      let (first, second) = (names.key(left.item), names.key(right.item))
      guard first != second else { return nil }
      if right.attribute.hasSuffix("Margin") || right.attribute.hasSuffix("WithinMargins") {
        (strength, child, parent) = (.inset, first, second)
      } else if left.attribute.hasSuffix("Margin") || left.attribute.hasSuffix("WithinMargins") {
        (strength, child, parent) = (.inset, second, first)
      } else if ["width", "height"].contains(left.attribute) {
        (strength, child, parent) = (.length, first, second)
      } else if left.attribute == right.attribute {
        readAligned(constraint, equation, right: right, first: first, second: second)
      } else if HierarchyEvidence.isOppositeEdge(left.attribute, right.attribute) {
        siblings = [(first, second)]
      } else {
        return nil
      }
    }
  }

  private mutating func readAligned(
    _ constraint: ConstraintDescription, _ equation: ConstraintDescription.Equation, right: ConstraintDescription.Side,
    first: String, second: String
  ) {
    let constant = equation.constant?.value ?? 0
    let attribute = right.attribute
    let isEnd = ["trailing", "right", "bottom", "maxX", "maxY"].contains(attribute)
    let isStart = ["leading", "left", "top", "minX", "minY"].contains(attribute)
    let identifier = constraint.identifier ?? ""
    if identifier.hasPrefix("UISV-canvas-connection") {
      (strength, child, parent) = (.stack, second, first)
    } else if identifier.hasPrefix("UISV-") {
      siblings = [(first, second)]
    } else if HierarchyEvidence.holdsContent(right.item), !HierarchyEvidence.holdsContent(equation.left.item) {
      (strength, child, parent) = (.container, first, second)
    } else if HierarchyEvidence.holdsContent(equation.left.item), !HierarchyEvidence.holdsContent(right.item) {
      (strength, child, parent) = (.container, second, first)
    } else if isStart, constant == 0, constraint.className == "NSLayoutConstraint" {
      // If one were the superview of the other, this constraint would be printed in visual form.
      siblings = [(first, second)]
    } else if isEnd && constant < 0 || isStart && constant > 0 {
      (strength, child, parent) = (.inset, first, second)
    } else if isEnd && constant > 0 || isStart && constant < 0 {
      (strength, child, parent) = (.inset, second, first)
    } else {
      (strength, child, parent) = (.alignment, first, second)
    }
  }

  private static func isOppositeEdge(_ a: String, _ b: String) -> Bool {
    let starts: Set = ["leading", "left", "top"]
    let ends: Set = ["trailing", "right", "bottom"]
    return starts.contains(a) && ends.contains(b) || ends.contains(a) && starts.contains(b)
  }

  /// Whether views of the item's class usually contain other views.
  private static func holdsContent(_ item: ConstraintDescription.Item) -> Bool {
    let name = item.className
    return name.hasSuffix("ContentView") || name.hasSuffix("Cell") || name.hasSuffix("Window")
      || name.hasSuffix("ScrollView")
  }
}
