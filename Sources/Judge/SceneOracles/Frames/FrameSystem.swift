import LayoutPlugin
import SceneModel

/// The linear rows that express a scene of the engine protocol, made from the document alone, without an engine.
///
/// The position and size of each item are four variables, with `x` and `y` in the coordinates of its superview or owner. Those of the root are
/// constants.
final class FrameSystem {
  struct Row: Hashable {
    /// A description of the row, for people.
    var name: String
    /// The constraint; nil if the row is about a natural size.
    var constraint: LayoutConstraint.ID?
    var row: LinearConstraint
  }

  let scene: Scene
  let promise: EnginePromise
  /// The views and guides except the root, in the scene's order.
  let items: [ItemID]
  private let index: [ItemID: Int]
  private(set) var rows: [Row] = []
  /// Whether the exact judge can solve the scene. It cannot if there are stack views or masks, or if the engine has weights and the scene is too
  /// large.
  let isWhole: Bool

  init(_ scene: Scene, _ promise: EnginePromise) {
    (self.scene, self.promise) = (scene, promise)
    items = scene.views.dropFirst().map(\.id) + scene.guides.map(\.id)
    index = Dictionary(items.enumerated().map { ($1, $0) }) { first, _ in first }
    let isPlain = !scene.views.contains { $0.stack != nil || $0.autoresizing != nil }
    isWhole = isPlain && (promise.weights.isEmpty || scene.constraints.count <= FrameSystem.mostWeighed)
    for constraint in scene.constraints where constraint.isActive { add(constraint) }
    for view in scene.views.dropFirst() { add(view.intrinsic, of: view) }
  }

  /// The largest number of constraints for which the exact judge weights violations. Weights make the numbers long, and exact arithmetic slow.
  private static let mostWeighed = 24

  // MARK: rows

  /// A sum of variables and a number.
  private struct Sum {
    var terms: [(variable: UInt32, coefficient: Double)] = []
    var constant = 0.0
  }

  /// The names of an item's numbers: x, y, width, height.
  static let parts = ["left", "top", "width", "height"]

  func variable(_ item: Int, _ part: Int) -> Variable { Variable(UInt32(item * 4 + part)) }

  /// Adds `factor` times a number of an item to a sum. A position is measured in `space`, a view that contains the item or is it.
  private func add(_ part: Int, of item: ItemID, in space: ItemID, times factor: Double, to sum: inout Sum) {
    if part < 2, item == space { return }
    guard let at = index[item] else {
      let size = scene.root.frame
      sum.constant += factor * [0, 0, size.width, size.height][part]
      return
    }
    sum.terms.append((UInt32(at * 4 + part), factor))
    if part < 2, let parent = scene.container(of: item) { add(part, of: parent, in: space, times: factor, to: &sum) }
  }

  /// Returns the item, or a guide's owner, and all its ancestors, innermost first.
  private func around(_ item: ItemID) -> [ItemID] {
    var views: [ItemID] = scene.guides.contains { $0.id == item } ? [] : [item]
    var present = item
    while let next = scene.container(of: present) {
      views.append(next)
      present = next
    }
    return views
  }

  /// Returns the nearest view that contains the items of a constraint, in which positions are measured.
  private func space(of constraint: LayoutConstraint) -> ItemID {
    let anchors = constraint.anchors
    guard let first = anchors.first else { return .root }
    return around(first.item).first { view in anchors.allSatisfy { around($0.item).contains(view) } } ?? .root
  }

  private func add(
    _ anchor: LayoutAnchor, in space: ItemID, isTurned: Bool, times given: Double, to sum: inout Sum
  ) {
    let view = scene.views.first { $0.id == anchor.item }
    let isMirrored = scene.direction == .rightToLeft
    // In a right-to-left layout, horizontal positions count from the right edge.
    let isTurned = isTurned && anchor.attribute.axis == .horizontal && !anchor.attribute.isSize
    if isTurned { add(2, of: space, in: space, times: given, to: &sum) }
    let factor = isTurned ? -given : given
    let own = view?.margins.own ?? DirectionalInsets()
    let (left, right) = isMirrored ? (own.trailing, own.leading) : (own.leading, own.trailing)
    let (start, end) = ([(0, 1.0)], [(0, 1.0), (2, 1.0)])
    let (above, below) = ([(1, 1.0)], [(1, 1.0), (3, 1.0)])
    let (parts, constant): ([(part: Int, times: Double)], Double) =
      switch anchor.attribute {
      case .left, .minX: (start, 0)
      case .right, .maxX: (end, 0)
      case .leading: (isMirrored ? end : start, 0)
      case .trailing: (isMirrored ? start : end, 0)
      case .top, .minY: (above, 0)
      case .bottom, .maxY: (below, 0)
      case .width: ([(2, 1)], 0)
      case .height: ([(3, 1)], 0)
      case .centerX: ([(0, 1), (2, 0.5)], 0)
      case .centerY: ([(1, 1), (3, 0.5)], 0)
      case .firstBaseline: (above, view?.firstBaseline ?? 0)
      case .lastBaseline: (below, -(view?.lastBaseline ?? 0))
      case .leftMargin: (start, left)
      case .rightMargin: (end, -right)
      case .leadingMargin: isMirrored ? (end, -right) : (start, left)
      case .trailingMargin: isMirrored ? (start, left) : (end, -right)
      case .topMargin: (above, own.top)
      case .bottomMargin: (below, -own.bottom)
      // The protocol does not have these attributes.
      case .centerXWithinMargins: ([(0, 1), (2, 0.5)], (left - right) / 2)
      case .centerYWithinMargins: ([(1, 1), (3, 0.5)], (own.top - own.bottom) / 2)
      }
    for (part, times) in parts { add(part, of: anchor.item, in: space, times: times * factor, to: &sum) }
    sum.constant += factor * constant
  }

  private func add(_ constraint: LayoutConstraint) {
    var sum = Sum()
    guard case .anchor(let first) = constraint.first else { return }
    let space = space(of: constraint)
    let isTurned = scene.direction == .rightToLeft && constraint.anchors.contains { $0.attribute.side == .directional }
    add(first, in: space, isTurned: isTurned, times: 1, to: &sum)
    if case .anchor(let second)? = constraint.second {
      add(second, in: space, isTurned: isTurned, times: -constraint.multiplier, to: &sum)
    }
    add(
      sum, constraint.relation, constraint.constant, constraint.priority, name: text(of: constraint),
      constraint: constraint.id)
  }

  private func add(_ size: IntrinsicSize, of view: View) {
    let axes = [
      (2, size.width, size.hugging.horizontal, size.resistance.horizontal),
      (3, size.height, size.hugging.vertical, size.resistance.vertical),
    ]
    for (part, length, hugging, resistance) in axes {
      guard let length else { continue }
      var sum = Sum()
      add(part, of: view.id, in: .root, times: 1, to: &sum)
      let name = "the natural \(FrameSystem.parts[part]) of \(view.name), \(TextNumber.spell(length))"
      add(sum, .lessThanOrEqual, length, hugging, name: name + " (hugging)", constraint: nil)
      add(sum, .greaterThanOrEqual, length, resistance, name: name + " (resistance)", constraint: nil)
    }
  }

  private func add(
    _ sum: Sum, _ relation: Relation, _ constant: Double, _ priority: Double, name: String,
    constraint: LayoutConstraint.ID?
  ) {
    var merged: [UInt32: Double] = [:]
    for term in sum.terms { merged[term.variable, default: 0] += term.coefficient }
    let terms = merged.filter { $0.value != 0 }.sorted { $0.key < $1.key }
      .map { LinearConstraint.Term($0.value, Variable($0.key)) }
    let row = LinearConstraint(
      id: LinearConstraint.ID(UInt32(rows.count)), terms: terms, relation: relation,
      constant: constant - sum.constant, priority: priority)
    rows.append(Row(name: name, constraint: constraint, row: row))
  }

  /// Returns the constraint as text.
  private func text(of constraint: LayoutConstraint) -> String {
    func text(_ operand: Operand) -> String {
      operand.anchors.map { "\(name(of: $0.item)).\($0.attribute.name)" }.joined(separator: "..")
    }
    var right = constraint.second.map(text) ?? ""
    if constraint.second != nil, constraint.multiplier != 1 {
      right = "\(TextNumber.spell(constraint.multiplier)) * \(right)"
    }
    let constant = constraint.constant
    if right.isEmpty {
      right = TextNumber.spell(constant)
    } else if constant != 0 {
      right += " \(constant < 0 ? "-" : "+") \(TextNumber.spell(constant.magnitude))"
    }
    let priority = constraint.isRequired ? "" : " @ \(TextNumber.spell(constraint.priority))"
    return "\(constraint.name): \(text(constraint.first)) \(constraint.relation.symbol) \(right)\(priority)"
  }

  func name(of item: ItemID) -> String {
    scene.views.first { $0.id == item }?.name ?? scene.guides.first { $0.id == item }?.name ?? "\(item)"
  }

  // MARK: the exact judge

  private(set) lazy var system: LinearSystem = {
    var variables: [Variable: Bool] = [:]
    for item in items.indices { for part in 0..<4 { variables[variable(item, part)] = part >= 2 } }
    return LinearSystem(variables: variables, constraints: rows.map(\.row)).weighted(by: promise)
  }()

  /// The exact solution; nil if the required rows contradict each other.
  private(set) lazy var exact: ExactSolution? = ExactSolution(system)
  private lazy var uniqueness: [Variable: Bool] = ExactSolution.uniqueness(in: system)

  /// Whether the tiers alone determine an item's number.
  func isUnique(_ item: Int, _ part: Int) -> Bool {
    isWhole && exact != nil && uniqueness[variable(item, part)] == true
  }

  /// Whether the constraints can be met; nil if the judge cannot decide it.
  var isFeasible: Bool? { isWhole ? exact != nil : nil }

  // MARK: frames

  /// Returns the error in points that is permitted for a number of a frame.
  func slack(_ part: Int) -> Double {
    (promise.tolerance ?? FrameSystem.usualTolerance) + (part < 2 ? promise.placeGrid : promise.sizeGrid)
  }

  private static let usualTolerance = 0x1p-18

  /// Returns the numbers of the frames, by variable. Those of an item without a frame are zero.
  func values(of frames: [ItemID: Rect]) -> [Double] {
    items.flatMap { item in
      let frame = frames[item] ?? .zero
      return [frame.x, frame.y, frame.width, frame.height]
    }
  }

  /// Returns by how much a row is violated (0 or less: not at all), and the error that is allowed for it.
  func violation(of row: LinearConstraint, _ values: [Double]) -> (excess: Double, slack: Double) {
    var residual = -row.constant
    var slack = 0.0
    var size = row.constant.magnitude
    for term in row.terms {
      let variable = Int(term.variable.id)
      residual += term.coefficient * values[variable]
      slack += term.coefficient.magnitude * self.slack(variable % 4)
      size += (term.coefficient * values[variable]).magnitude
    }
    // The rounding errors of this sum, and of the engine's sum.
    slack += size * 0x1p-40
    let violation =
      switch row.relation {
      case .equal: residual.magnitude
      case .lessThanOrEqual: residual
      case .greaterThanOrEqual: -residual
      }
    return (violation, slack)
  }
}
