import LayoutKernel
import SceneModel

/// A conflict log as a scene: its views and guides, and one constraint for each line that was read, so that a log can be solved, shrunk, drawn,
/// fuzzed and kept as a test.
///
/// Constraint `c<n>` is line n of the list, counted from 1. A superview that the log neither names nor suggests becomes a new view, named after its
/// subview. Apart from their kinds, the views have no properties. For example, the constraints that a stack view makes are lines of the list like
/// all others.
public struct LogScene: Sendable {
  /// The scene: the views of the log under an otherwise unrelated root, and its constraints.
  public private(set) var scene = Scene(rootSize: LogScene.canvas)
  /// The lines of the list that have no constraint in the scene, from 0, with the reason.
  public private(set) var leftOut: [(line: Int, reason: String)] = []

  /// Whether the scene represents all readable lines: none was left out, and each position with a multiplier is measured from the place that the
  /// log states.
  public private(set) var isWhole = true

  /// The size of the root. No constraint relates a view to it.
  static let canvas = Size(width: 375, height: 667)

  private let hierarchy: Hierarchy
  private var items: [String: ItemID] = [:]
  private var taken: Set<String> = ["root"]

  private let scrollViews: Set<String>

  /// Makes a scene of the lines that could be read; the others are in `leftOut`.
  public init(_ log: ConflictLog) {
    hierarchy = Hierarchy(log)
    scrollViews = LogScene.scrollViews(of: log)
    scene.views[0].name = "root"
    let classes = LogScene.classes(of: log)
    for (_, constraint) in log.constraints {
      for key in constraint.mentioned(ItemNames(constraint.tail)) { add(key, classes) }
    }
    for (index, entry) in log.entries.enumerated() {
      guard case .read(let line) = entry else {
        leftOut.append((index, "it cannot be read"))
        continue
      }
      do throws(Refused) {
        try add(line, index, classes)
      } catch {
        leftOut.append((index, error.reason))
        isWhole = false
      }
    }
    scene.steps = [.layout(.root)]
    breakAsTold(log)
  }

  /// Makes the kernel break the line that UIKit broke, if it would break another one. To this end, the root holds the other constraints, so that the
  /// view that holds this line's constraint is the deepest. The layout does not change. Positions with a multiplier keep their holder, because they
  /// are measured in the holder's coordinates.
  private mutating func breakAsTold(_ log: ConflictLog) {
    guard let told = log.brokenIndex, told != log.broken(by: .deepest),
      let chosen = scene.constraints.first(where: { $0.id.rawValue == UInt32(told + 1) })
    else { return }
    for at in scene.constraints.indices where scene.constraints[at].id != chosen.id {
      // A position with a multiplier is measured in the holder's coordinates.
      let isMeasured = scene.constraints[at].multiplier != 1 && scene.constraints[at].second != nil
      if !isMeasured, scene.constraints[at].holder == nil { scene.constraints[at].holder = .root }
    }
  }

  /// Returns the addresses of the views in a log whose classes are scroll views.
  static func scrollViews(of log: ConflictLog) -> Set<String> {
    let names = classes(of: log).mapValues { item in
      item.className.split(separator: ".").last.map(String.init) ?? item.className
    }
    // In AppKit, a scroll view contains a clip view inside its own edges.
    guard log.platform == .uiKit, !names.values.contains(where: { $0.hasPrefix("NS") && $0.hasSuffix("View") }) else {
      return []
    }
    return Set(
      names.filter { _, name in
        ["ScrollView", "UITableView", "UICollectionView", "UITextView"].contains { name.hasSuffix($0) }
      }.keys)
  }

  private struct Refused: Error {
    var reason: String
  }

  // MARK: views

  /// Returns the class of each item of the log, or its name if no line states the class.
  private static func classes(of log: ConflictLog) -> [String: ConstraintDescription.Item] {
    var classes: [String: ConstraintDescription.Item] = [:]
    for (_, constraint) in log.constraints {
      let names = ItemNames(constraint.tail)
      for item in constraint.items where classes[names.key(item)] == nil { classes[names.key(item)] = item }
      for (key, item) in names.described where classes[key] == nil { classes[key] = item }
    }
    return classes
  }

  /// Adds a view or guide, after the views that contain it.
  private mutating func add(_ key: String, _ classes: [String: ConstraintDescription.Item]) {
    var path = [key]
    while let parent = hierarchy.parents[path[path.count - 1]] { path.append(parent) }
    var superview = ItemID.root
    for key in path.reversed() {
      if let known = items[key] {
        superview = scene.guides.first { $0.id == known }?.owner ?? known
        continue
      }
      superview = add(key, described: classes[key], in: superview)
    }
  }

  private mutating func add(
    _ key: String, described item: ConstraintDescription.Item?, in superview: ItemID
  ) -> ItemID {
    let id = ItemID(UInt32(scene.views.count + scene.guides.count))
    items[key] = id
    let className = item?.className.split(separator: ".").last.map(String.init) ?? "UIView"
    if className.hasSuffix("LayoutGuide") {
      let name = unique(item?.text ?? className)
      scene.guides.append(Guide(id: id, name: name, owner: superview))
      return superview
    }
    var view = View(id: id, name: unique(className), parent: superview)
    view.kind = LogScene.kinds[className] ?? .plain
    if scrollViews.contains(key) { (view.kind, view.scroll) = (.scroll, ScrollConfiguration()) }
    scene.views.append(view)
    return id
  }

  /// The names of the log's items in the scene, by address, or by name for items without an address.
  var names: [String: String] {
    let names = Dictionary(
      scene.views.map { ($0.id, $0.name) } + scene.guides.map { ($0.id, $0.name) }, uniquingKeysWith: { a, _ in a })
    return items.compactMapValues { names[$0] }
  }

  /// Makes a unique name. Letters, digits, `-` and `_` stay; `-2`, `-3`, … are appended to a name that is taken.
  private mutating func unique(_ text: String) -> String {
    let plain = String(
      text.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": Character(scalar)
        default: "_"
        }
      })
    let base = plain.first.map { $0.isLetter || $0 == "_" } == true ? plain : "_" + plain
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base)-\(number)"
      number += 1
    }
    return name
  }

  /// The kinds of view that add no layout rules of their own, by class name.
  private static let kinds: [String: View.Kind] = Dictionary(
    uniqueKeysWithValues: [View.Kind.label, .button, .image, .textField, .toggle, .slider, .progress].map {
      ($0.className, $0)
    })

  /// Returns the superview of an item in one line: the one that the line names, otherwise the one that other lines suggest, otherwise a new one.
  private mutating func superview(of item: ConstraintDescription.Item, _ names: ItemNames) -> ItemID {
    let key = names.key(item)
    if let named = names.superview.flatMap({ items[$0] }) { return named }
    if let known = hierarchy.parents[key].flatMap({ items[$0] }) { return known }
    let unknown = "superview of \(key)"
    if let made = items[unknown] { return made }
    // The unknown superview is inserted between the item and the root, its makeshift superview.
    let id = ItemID(UInt32(scene.views.count + scene.guides.count))
    items[unknown] = id
    let own = items[key]
    let name = scene.views.first { $0.id == own }?.name ?? scene.guides.first { $0.id == own }?.name ?? "view"
    let view = View(id: id, name: unique("superview-of-\(name)"), parent: .root)
    let place = scene.views.firstIndex { $0.id == own } ?? scene.views.count
    scene.views.insert(view, at: max(1, place))
    if let own, let at = scene.views.firstIndex(where: { $0.id == own }), scene.views[at].parent == .root {
      scene.views[at].parent = id
    }
    return id
  }

  // MARK: constraints

  private mutating func add(
    _ line: ConstraintDescription, _ index: Int, _ classes: [String: ConstraintDescription.Item]
  ) throws(Refused) {
    let names = ItemNames(line.tail)
    if line.tail.hugging != nil || line.tail.resistance != nil { return try addIntrinsic(line, names) }
    var constraint =
      switch line.body {
      case .visual(let visual): self.constraint(visual, names)
      case .equation(let equation): try self.constraint(equation, names)
      }
    constraint.id = .init(UInt32(index + 1))
    constraint.name = "c\(index + 1)"
    constraint.identifier = line.identifier ?? line.origin
    if let priority = line.tail.priority ?? line.tail.caret { constraint.priority = priority.value }
    guard [constraint.constant, constraint.multiplier].allSatisfy({ abs($0) <= LogScene.largestNumber }) else {
      throw Refused(reason: "it has numbers that no layout can have")
    }
    constraint.unifyFamilies()
    guard case .anchor(let first) = constraint.first, constraint.priority > 0,
      constraint.priority <= LinearConstraint.requiredPriority
    else { throw Refused(reason: "it has a priority that no constraint can have") }
    var second: LayoutAnchor?
    if case .anchor(let anchor)? = constraint.second { second = anchor }
    if let mispairing = ConstraintRules.mispairing(first, second, multiplier: constraint.multiplier) {
      throw Refused(reason: "it \(mispairing.description)")
    }
    scene.constraints.append(constraint)
  }

  /// The largest number in points; a larger one comes from damaged text, not from a layout.
  private static let largestNumber = 1e9

  private mutating func addIntrinsic(_ line: ConstraintDescription, _ names: ItemNames) throws(Refused) {
    guard case .equation(let equation) = line.body, equation.right == nil, let constant = equation.constant,
      let id = items[names.key(equation.left.item)], let at = scene.views.firstIndex(where: { $0.id == id })
    else { throw Refused(reason: "it is an intrinsic size of no view") }
    let size = min(max(0, constant.value), LogScene.largestNumber)
    func priority(_ number: ConstraintDescription.Number?, _ standard: Double) -> Double {
      guard let value = number?.value, value > 0, value <= LinearConstraint.requiredPriority else { return standard }
      return value
    }
    let hugging = priority(line.tail.hugging, 250), resistance = priority(line.tail.resistance, 750)
    if equation.left.attribute == "width" {
      scene.views[at].intrinsic.width = size
      scene.views[at].intrinsic.hugging.horizontal = hugging
      scene.views[at].intrinsic.resistance.horizontal = resistance
    } else {
      scene.views[at].intrinsic.height = size
      scene.views[at].intrinsic.hugging.vertical = hugging
      scene.views[at].intrinsic.resistance.vertical = resistance
    }
  }

  private mutating func constraint(_ visual: ConstraintDescription.Visual, _ names: ItemNames) -> LayoutConstraint {
    let isSided = visual.direction != nil
    let start: LayoutAttribute = visual.isHorizontal ? isSided ? .left : .leading : .top
    let end: LayoutAttribute = visual.isHorizontal ? isSided ? .right : .trailing : .bottom
    var first, second: LayoutAnchor?
    switch visual.form {
    case .size(let item): first = anchor(item, visual.isHorizontal ? .width : .height, names)
    case .leadingEdge(let item):
      first = anchor(item, start, names)
      second = LayoutAnchor(superview(of: item, names), start)
    case .trailingEdge(let item):
      first = LayoutAnchor(superview(of: item, names), end)
      second = anchor(item, end, names)
    case .gap(let before, let after):
      first = anchor(after, start, names)
      second = anchor(before, end, names)
    }
    var constraint = LayoutConstraint(
      id: .init(0), name: "", first: .anchor(first ?? LayoutAnchor(.root, start)),
      relation: Relation(printed: visual.value.relation ?? "=="), second: second.map { .anchor($0) },
      constant: visual.value.number.value)
    if let priority = visual.value.priority { constraint.priority = priority.value }
    return constraint
  }

  private func anchor(
    _ item: ConstraintDescription.Item, _ attribute: LayoutAttribute, _ names: ItemNames
  ) -> LayoutAnchor {
    LayoutAnchor(items[names.key(item)] ?? .root, attribute)
  }

  private mutating func constraint(
    _ equation: ConstraintDescription.Equation, _ names: ItemNames
  ) throws(Refused) -> LayoutConstraint {
    let first = try anchor(equation.left, names)
    var constraint = LayoutConstraint(
      id: .init(0), name: "", first: .anchor(first), relation: Relation(printed: equation.relation),
      constant: equation.constant?.value ?? 0)
    guard let right = equation.right else {
      if !first.attribute.isSize {
        // `midY == + 39` is measured from the superview's origin.
        let origin: LayoutAttribute = first.attribute.axis == .horizontal ? .left : .top
        constraint.second = .anchor(LayoutAnchor(superview(of: equation.left.item, names), origin))
      }
      return constraint
    }
    var second = try anchor(right, names)
    constraint.multiplier = equation.leadingMultiplier?.value ?? 1
    if let factor = equation.trailingMultiplier {
      guard !factor.isDivision || factor.number.value != 0 else { throw Refused(reason: "it divides by zero") }
      constraint.multiplier *= factor.isDivision ? 1 / factor.number.value : factor.number.value
    }
    if !first.attribute.isSize, second.attribute.isSize {
      // A fraction of a length, measured from the superview's origin: it is that fraction of the superview's far edge in its own coordinates.
      second.attribute = second.attribute == .width ? .right : .bottom
      constraint.holder = second.item
    } else if !first.attribute.isSize, constraint.multiplier != 1 {
      constraint.holder =
        hierarchy.commonSpace(names.key(equation.left.item), names.key(right.item)).flatMap { items[$0] }
    }
    constraint.second = .anchor(second)
    if let holder = constraint.holder, !isView(holder) || !holds(holder, first.item) || !holds(holder, second.item) {
      // The place from which the position is measured cannot be the holder of a constraint in a scene.
      constraint.holder = nil
      isWhole = false
    }
    return constraint
  }

  private mutating func anchor(_ side: ConstraintDescription.Side, _ names: ItemNames) throws(Refused) -> LayoutAnchor {
    let item = anchor(side.item, .width, names).item
    switch side.attribute {
    case "midX": return LayoutAnchor(item, .centerX)
    case "midY": return LayoutAnchor(item, .centerY)
    case "minX": return LayoutAnchor(item, .left)
    case "maxX": return LayoutAnchor(item, .right)
    case "minY": return LayoutAnchor(item, .top)
    case "maxY": return LayoutAnchor(item, .bottom)
    case "contentWidth": return LayoutAnchor(content(of: item), .width)
    case "contentHeight": return LayoutAnchor(content(of: item), .height)
    default:
      guard let attribute = LayoutAttribute(name: side.attribute) else {
        throw Refused(reason: "\(side.attribute) is no attribute")
      }
      return LayoutAnchor(item, attribute)
    }
  }

  /// A scroll view's content, as a view of its own.
  private mutating func content(of item: ItemID) -> ItemID {
    let key = "content of \(item)"
    if let known = items[key] { return known }
    let name = scene.views.first { $0.id == item }?.name ?? "view"
    let owner = scene.guides.first { $0.id == item }?.owner ?? item
    let id = ItemID(UInt32(scene.views.count + scene.guides.count))
    items[key] = id
    scene.views.append(View(id: id, name: unique("content-of-\(name)"), parent: owner))
    return id
  }

  private func isView(_ item: ItemID) -> Bool { scene.views.contains { $0.id == item } }

  private func holds(_ view: ItemID, _ item: ItemID) -> Bool {
    var present = scene.guides.first { $0.id == item }?.owner ?? item
    while present != view {
      guard let parent = scene.views.first(where: { $0.id == present })?.parent else { return false }
      present = parent
    }
    return true
  }
}

extension LayoutConstraint {
  /// Replaces leading and trailing by left and right if a constraint mixes both kinds, which UIKit refuses. The log is damaged then, or UIKit knew
  /// the layout direction when it printed it.
  fileprivate mutating func unifyFamilies() {
    guard case .anchor(var one) = first, case .anchor(var two)? = second,
      ConstraintRules.mispairing(one, two) == .directionalWithAbsolute
    else { return }
    one.attribute = one.attribute.absolute
    two.attribute = two.attribute.absolute
    first = .anchor(one)
    second = .anchor(two)
  }
}

extension LayoutAttribute {
  fileprivate var absolute: LayoutAttribute {
    switch self {
    case .leading: .left
    case .trailing: .right
    case .leadingMargin: .leftMargin
    case .trailingMargin: .rightMargin
    default: self
    }
  }
}

extension ConstraintDescription {
  /// Returns the keys of the items in a line, and of the superview that `|` means in it.
  func mentioned(_ names: ItemNames) -> [String] {
    (names.superview.map { [$0] } ?? []) + items.map(names.key)
  }

  /// The text that replaces a missing identifier: the line of code, or the mask that made the constraint. Nil if the log has neither.
  fileprivate var origin: String? {
    if let source { return "\(source.file)#\(source.line)" }
    return masks.map { "\(ConflictLog.maskIdentifier) h=\($0.horizontal) v=\($0.vertical)" }
  }
}

extension ConflictLog {
  /// The beginning of the identifiers of constraints that replace UIKit's constraints for an autoresizing mask.
  static let maskIdentifier = "NSAutoresizingMaskLayoutConstraint"
}
