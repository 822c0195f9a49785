/// Which of the listed constraints an engine gives up. A strategy: replace it to model another system.
public struct BreakPolicy: Sendable {
  public var name: String
  /// The index, in the printed list, of the constraint to break; nil for a list without a constraint that can be read.
  public var choose: @Sendable (ConflictLog) -> Int?

  public init(name: String, choose: @escaping @Sendable (ConflictLog) -> Int?) {
    self.name = name
    self.choose = choose
  }

  /// The rule fitted to real logs: never a system constraint where there is another; then the one held by the deepest
  /// view; then the one with the deeper items; then an end before a start; then the one that asks for more.
  public static let deepestHolder = BreakPolicy(name: "deepest-holder") { log in
    let hierarchy = Hierarchy(log)
    let candidates = log.constraints.filter { !$0.constraint.isSystem(in: log) }
    let pool = candidates.isEmpty ? log.constraints : candidates
    return pool.max { BreakRank($0.constraint, hierarchy, $0.index) < BreakRank($1.constraint, hierarchy, $1.index) }?
      .index
  }
}

/// A constraint's place in the rule; the largest is broken.
private struct BreakRank: Comparable {
  var holderDepth: Int
  var itemDepth: Int
  var isEnd: Bool
  var request: Double
  /// Of equals, the first listed.
  var index: Int

  init(_ constraint: ConstraintDescription, _ hierarchy: Hierarchy, _ index: Int) {
    let names = ItemNames(constraint.tail)
    let items = constraint.items(names)
    if items.count == 2 {
      holderDepth = hierarchy.commonAncestorDepth(items[0], items[1])
      itemDepth = hierarchy.depth(of: items[0]) + hierarchy.depth(of: items[1])
    } else {
      holderDepth = items.first.map(hierarchy.depth) ?? 0
      itemDepth = 2 * holderDepth
    }
    isEnd = constraint.isEnd
    request = constraint.request
    self.index = index
  }

  static func < (a: BreakRank, b: BreakRank) -> Bool {
    if a.holderDepth != b.holderDepth { return a.holderDepth < b.holderDepth }
    if a.itemDepth != b.itemDepth { return a.itemDepth < b.itemDepth }
    if a.isEnd != b.isEnd { return b.isEnd }
    if a.request != b.request { return a.request < b.request }
    return a.index > b.index
  }
}

extension ConstraintDescription {
  /// Made by UIKit itself and never seen broken where another was in the set: autoresizing masks, the size a table or a
  /// sizing pass gives, layout support. Masonry and SnapKit hide the identifiers by which these are told, so beside their
  /// constraints a plain constant size is taken for one.
  public func isSystem(in log: ConflictLog) -> Bool {
    if className == "NSAutoresizingMaskLayoutConstraint" || className == "_UILayoutSupportConstraint" { return true }
    if let identifier {
      return ["UIView-Encapsulated-Layout", "_UITemporaryLayout", "fittingSize"].contains { identifier.hasPrefix($0) }
    }
    guard className == "NSLayoutConstraint", isConstantSize else { return false }
    return log.constraints.contains { $0.constraint.isFromLibrary }
  }

  /// Made by a stack view or a guide: UIKit may break it, but no code of the user's holds it.
  var isGenerated: Bool {
    guard let identifier else { return false }
    return ["UISV-", "UIView-", "UIViewSafeAreaLayoutGuide", "_UI"].contains { identifier.hasPrefix($0) }
  }

  var isFromLibrary: Bool {
    className == "MASLayoutConstraint" || className.hasSuffix(".LayoutConstraint") || source != nil
  }

  /// `A.height == 44`.
  var isConstantSize: Bool {
    switch body {
    case .visual(let visual): if case .size = visual.form { visual.value.relation == nil } else { false }
    case .equation(let equation):
      equation.right == nil && equation.relation == "=="
        && ["width", "height"].contains(equation.left.attribute)
    }
  }

  func items(_ names: ItemNames) -> [String] {
    switch body {
    case .visual(let visual):
      switch visual.form {
      case .size(let item): [names.key(item)]
      case .leadingEdge(let item), .trailingEdge(let item): [names.key(item)] + (names.superview.map { [$0] } ?? [])
      case .gap(let first, let second): [names.key(first), names.key(second)]
      }
    case .equation(let equation):
      if let right = equation.right, names.key(right.item) != names.key(equation.left.item) {
        [names.key(equation.left.item), names.key(right.item)]
      } else {
        [names.key(equation.left.item)]
      }
    }
  }

  var isEnd: Bool {
    let ends = ["trailing", "right", "bottom", "maxX", "maxY"]
    switch body {
    case .visual(let visual): if case .trailingEdge = visual.form { return true } else { return false }
    case .equation(let equation):
      guard let right = equation.right else { return false }
      return [equation.left.attribute, right.attribute].allSatisfy { attribute in
        ends.contains { attribute.hasPrefix($0) }
      }
    }
  }

  /// The size or coordinate that a constraint asks for, as far as it stands in its line.
  var request: Double {
    switch body {
    case .visual(let visual): visual.value.number.value
    case .equation(let equation): equation.constant?.value ?? 0
    }
  }
}
