import LayoutPlugin
import SceneModel

/// A conflict log as linear rows: one or two rows for each line of the list.
///
/// Items lie in one common coordinate space, so most lines need no superviews; where one had to be guessed, `assumptions` says so. Values that a log
/// does not state (margins, baselines, the superview of a single coordinate) are free unknowns, and `unknowns` lists them in words. A set that is
/// infeasible with free unknowns is infeasible for all their values.
struct ConflictSystem {
  /// A row of the log, in coefficients of unknowns.
  struct Row {
    var terms: [(coefficient: Double, variable: Variable)]
    var relation: Relation
    var constant: Double
    /// How far the constant may be off because the log prints six significant digits, in points.
    var uncertainty: Double
    var priority: Double

    /// The largest number that a line may contain, as points or as a factor. If a number is larger, the text is damaged.
    private static let largestNumber = 1e12

    static func fixing(_ variable: Variable, at value: Double) -> Row {
      Row(
        terms: [(1, variable)], relation: .equal, constant: value, uncertainty: 0,
        priority: LinearConstraint.requiredPriority)
    }

    var isSensible: Bool {
      priority > 0 && priority <= LinearConstraint.requiredPriority && abs(constant) <= Row.largestNumber
        && uncertainty <= Row.largestNumber && terms.allSatisfy { abs($0.coefficient) <= Row.largestNumber }
    }
  }

  /// Rows by index in the printed list; nil for a line that could not be read or is not linear.
  private(set) var rows: [Row?] = []
  /// The quantities of which the log does not state the value, in words, each once.
  private(set) var unknowns: [String] = []
  private(set) var hasMargins = false
  private(set) var variables: [(key: String, isNonNegative: Bool)] = []
  private var variableByKey: [String: Variable] = [:]
  private let hierarchy: Hierarchy
  /// The superviews that were guessed from the way in which the constraints are written, in words, each once.
  private(set) var assumptions: [String] = []

  /// How edges of scroll views were interpreted, in words, each once.
  private(set) var scrolled: [String] = []

  private let words: ConflictWords
  /// The scroll views. In a constraint with a view inside, the edges of a scroll view are those of its content.
  private let scrollViews: Set<String>
  /// The layout guides. It is not known whether UIKit forbids negative sizes for them.
  private let guides: Set<String>

  private let facts: ConflictFacts
  /// Rows for facts from the scene, after those of the list; they are in every query.
  private(set) var factRows: [Int] = []

  init(_ log: ConflictLog, _ facts: ConflictFacts = ConflictFacts()) {
    self.facts = facts
    words = ConflictWords(log, facts)
    hierarchy = Hierarchy(log)
    guides = Set(
      log.constraints.flatMap { _, constraint in
        constraint.items.filter { $0.className.hasSuffix("LayoutGuide") }.map(ItemNames(constraint.tail).key)
      })
    scrollViews = facts.scrollViews ?? LogScene.scrollViews(of: log)
    for entry in log.entries {
      guard case .read(let constraint) = entry else {
        rows.append(nil)
        continue
      }
      var row = row(of: constraint)
      if let found = row, !found.isSensible {
        note("what \"\(constraint.body)\" asks: it has numbers that no layout can have")
        row = nil
      }
      rows.append(row)
    }
    noteRemovedAddresses(log)
    for (index, entry) in variables.enumerated() {
      guard let margin = knownMargin(entry.key) else { continue }
      // A scene may have margins that reach beyond its views.
      if margin < 0 { variables[index].isNonNegative = false }
      factRows.append(rows.count)
      rows.append(.fixing(Variable(UInt32(index)), at: margin))
    }
  }
}

// Reading lines into rows.
extension ConflictSystem {
  private typealias Terms = [(coefficient: Double, variable: Variable)]
  private typealias Item = ConstraintDescription.Item

  /// Returns the unknown with a key such as `0x1f.minX`; nil if no line mentions it.
  func known(_ key: String) -> Variable? { variableByKey[key] }

  private mutating func variable(_ key: String, nonNegative: Bool = false) -> Variable {
    if let known = variableByKey[key] { return known }
    let variable = Variable(UInt32(variables.count))
    variables.append((key, nonNegative && !guides.contains(key.itemAndAttribute.item)))
    variableByKey[key] = variable
    return variable
  }

  private mutating func note(_ unknown: String) {
    if !unknowns.contains(unknown) { unknowns.append(unknown) }
  }

  /// Records that addresses were removed from the log, so that views of one class cannot be distinguished.
  private mutating func noteRemovedAddresses(_ log: ConflictLog) {
    var lines: [String: Int] = [:]
    for (_, constraint) in log.constraints {
      let keys = constraint.items.compactMap { item -> String? in
        guard case .object(_, let address) = item.reference, !ConstraintDescription.isAddress(address),
          !address.contains("<")
        else { return nil }
        return item.key
      }
      for key in Set(keys) { lines[key, default: 0] += 1 }
    }
    for (key, count) in lines.sorted(by: { $0.key < $1.key }) where count > 1 {
      assumptions.append("every \(key) is one and the same view, since the addresses were taken out")
    }
  }

  /// Returns the superview that the log names, otherwise the one that its constraints suggest, otherwise an unknown one.
  private mutating func superview(of item: Item, _ key: String, _ names: ItemNames) -> String {
    if let named = names.superview { return named }
    if let inferred = hierarchy.parents[key] {
      if hierarchy.placedByLog.contains(key) { return inferred }
      let assumption =
        "\(words.name(key) ?? "\(item)") lies in \(words.name(inferred) ?? inferred), as its constraints suggest"
      if !assumptions.contains(assumption) { assumptions.append(assumption) }
      return inferred
    }
    note("the superview of \(words.name(key) ?? "\(item)")")
    return "superview of \(key)"
  }

  /// Returns the coordinate space of a location with a multiplier: that of the view that contains both items.
  private mutating func space(of first: Item, and second: Item, _ names: ItemNames) -> String {
    let (one, two) = (names.key(first), names.key(second))
    if let common = hierarchy.commonSpace(one, two) { return common }
    let both = "\(words.name(one) ?? "\(first)") and \(words.name(two) ?? "\(second)")"
    note("the view that holds \(both)")
    return "space of \(one) and \(two)"
  }

  private mutating func row(of constraint: ConstraintDescription) -> Row? {
    let names = ItemNames(constraint.tail)
    var row: Row? =
      switch constraint.body {
      case .visual(let visual): self.row(of: visual, names: names)
      case .equation(let equation): self.row(of: equation, names: names, of: constraint)
      }
    if let priority = constraint.tail.priority ?? constraint.tail.caret { row?.priority = priority.value }
    // An intrinsic size is a pair of optional rows, which cannot be in a conflict of required ones.
    if constraint.tail.hugging != nil { row = nil }
    return row
  }

  private mutating func row(of visual: ConstraintDescription.Visual, names: ItemNames) -> Row? {
    let start = visual.isHorizontal ? "minX" : "minY"
    let length = visual.isHorizontal ? "width" : "height"
    var terms: Terms = []
    switch visual.form {
    case .size(let item): terms = [(1, variable("\(names.key(item)).\(length)", nonNegative: true))]
    case .leadingEdge(let item), .trailingEdge(let item):
      let child = names.key(item)
      let parent = superview(of: item, child, names)
      let content = scrollViews.contains(parent) ? ConflictSystem.contents : [:]
      if !content.isEmpty { noteScrolled(parent) }
      terms = [(1, variable("\(child).\(start)")), (-1, variable("\(parent).\(content[start] ?? start)"))]
      if case .trailingEdge = visual.form {
        // parent.end - child.end
        terms = terms.map { (-$0.coefficient, $0.variable) }
        terms.append((1, variable("\(parent).\(content[length] ?? length)", nonNegative: true)))
        terms.append((-1, variable("\(child).\(length)", nonNegative: true)))
      }
    case .gap(let first, let second):
      let before = names.key(first)
      terms = [
        (1, variable("\(names.key(second)).\(start)")), (-1, variable("\(before).\(start)")),
        (-1, variable("\(before).\(length)", nonNegative: true)),
      ]
    }
    return Row(
      terms: terms, relation: Relation(printed: visual.value.relation ?? "=="), constant: visual.value.number.value,
      uncertainty: visual.value.number.uncertainty,
      priority: visual.value.priority?.value ?? LinearConstraint.requiredPriority)
  }

  private mutating func row(
    of equation: ConstraintDescription.Equation, names: ItemNames, of constraint: ConstraintDescription
  ) -> Row? {
    let (leftKey, rightKey) = (names.key(equation.left.item), equation.right.map { names.key($0.item) })
    guard var terms = self.terms(of: equation.left, names: names, isContent: isScrolled(rightKey, in: leftKey)) else {
      return nil
    }
    var uncertainty = equation.constant?.number.uncertainty ?? 0
    if let right = equation.right {
      var multiplier = equation.leadingMultiplier?.value ?? 1
      if let factor = equation.trailingMultiplier {
        guard !factor.isDivision || factor.number.value != 0 else { return nil }
        multiplier = factor.isDivision ? multiplier / factor.number.value : multiplier * factor.number.value
      }
      if [equation.leadingMultiplier, equation.trailingMultiplier?.number].contains(where: { $0?.uncertainty ?? 0 > 0 })
      {
        // The multiplier has six printed digits, and multiplies a length of the screen.
        uncertainty += ConflictSystem.factorUncertainty
      }
      guard var second = self.terms(of: right, names: names, isContent: isScrolled(leftKey, in: rightKey)) else {
        return nil
      }
      let isLocation = !isSize(equation.left.attribute)
      if isLocation, isSize(right.attribute) || multiplier != 1 {
        // A fraction of a length is measured from the origin of the view that has this length.
        let parent =
          isSize(right.attribute) ? names.key(right.item) : space(of: equation.left.item, and: right.item, names)
        let start = isHorizontal(equation.left.attribute) ? "minX" : "minY"
        let origin = variable("\(parent).\(start)")
        terms.append((-1, origin))
        if !isSize(right.attribute) { second.append((-1, origin)) }
      } else if !isLocation, !isSize(right.attribute) {
        // A line of a mask relates the superview's length to a view's far edge, which is measured in the superview.
        second.append((-1, variable("\(leftKey).\(isHorizontal(right.attribute) ? "minX" : "minY")")))
      }
      terms += second.map { (-multiplier * $0.coefficient, $0.variable) }
    } else if !isSize(equation.left.attribute) {
      // `midY == + 39` does not name the superview.
      let child = names.key(equation.left.item)
      let parent = superview(of: equation.left.item, child, names)
      let start = isHorizontal(equation.left.attribute) ? "minX" : "minY"
      terms.append((-1, variable("\(parent).\(start)")))
    }
    return Row(
      terms: terms, relation: Relation(printed: equation.relation), constant: equation.constant?.value ?? 0,
      uncertainty: uncertainty, priority: LinearConstraint.requiredPriority)
  }

  /// The distance in points by which a multiplier's six printed digits can move a line: 5e-7 of a 2000-point screen.
  private static let factorUncertainty = 0.001

  private func isSize(_ attribute: String) -> Bool {
    ["width", "height", "contentWidth", "contentHeight"].contains(attribute)
  }

  private func isHorizontal(_ attribute: String) -> Bool {
    ["left", "right", "lead", "trail", "centerX", "minX", "maxX", "midX"].contains { attribute.hasPrefix($0) }
  }

  private static let contents = [
    "minX": "contentX", "minY": "contentY", "width": "contentWidth", "height": "contentHeight",
  ]

  private mutating func noteScrolled(_ item: String) {
    let note = "in constraints of what it holds, the edges of \(words.name(item) ?? item) are those of its content"
    if !scrolled.contains(note) { scrolled.append(note) }
  }

  /// Whether the second item is a scroll view that contains the first.
  private func isScrolled(_ inner: String?, in outer: String?) -> Bool {
    guard let inner, let outer, inner != outer, scrollViews.contains(outer) else { return false }
    return hierarchy.ancestors(of: inner).contains(outer)
  }

  /// Returns the terms of a side; nil if it is not linear. With `isContent`, an edge is that of a scroll view's content; its centre and its size
  /// remain its own.
  private mutating func terms(
    of side: ConstraintDescription.Side, names: ItemNames, isContent: Bool = false
  ) -> Terms? {
    let item = names.key(side.item)
    if isSize(side.attribute) { return [(1, variable("\(item).\(side.attribute)", nonNegative: true))] }
    let name = ["midX": "centerX", "midY": "centerY"][side.attribute] ?? side.attribute
    guard let attribute = LayoutAttribute(name: name) else { return nil }
    if attribute.isBaseline { note("where the \(side.attribute) of \(words.name(item) ?? "\(side.item)") lies") }
    let isHorizontal = attribute.axis == .horizontal
    // Edges of the margins guide are those of the item, moved inward by its margins.
    let names = isHorizontal ? ["left margin", "right margin"] : ["top margin", "bottom margin"]
    let margins = zip(names, [attribute.margins.before, attribute.margins.behind])
      .filter { $0.1 != 0 }.map { (key: "\(item).\($0)", factor: $1) }
    if margins.contains(where: { knownMargin($0.key) == nil }) {
      hasMargins = true
      note("the layout margins of \(words.name(item) ?? "\(side.item)")")
    }
    let form = attribute.form
    let content = isContent && (form.length == 0 || form.length == 1) ? ConflictSystem.contents : [:]
    if !content.isEmpty { noteScrolled(item) }
    func key(_ name: String) -> String { "\(item).\(content[name] ?? name)" }
    var terms: Terms = [(form.origin, variable(key(isHorizontal ? "minX" : "minY")))]
    if form.length != 0 {
      terms.append((form.length, variable(key(isHorizontal ? "width" : "height"), nonNegative: true)))
    }
    if attribute.isBaseline { terms.append((1, variable("\(item).\(side.attribute)"))) }
    for margin in margins { terms.append((margin.factor, variable(margin.key, nonNegative: true))) }
    return terms
  }

  /// Whether a line is only about frames that containers set.
  func isHosted(_ line: Int) -> Bool {
    guard let row = rows[line] else { return false }
    return row.terms.allSatisfy { term in
      facts.hosted.contains(variables[Int(term.variable.id)].key.itemAndAttribute.item)
    }
  }

  /// Returns the scene's facts about margins that the given lines mention, in words.
  func facts(among lines: [Int]) -> [String] {
    let used = Set(lines.flatMap { rows[$0]?.terms.map(\.variable) ?? [] })
    return factRows.compactMap { index in
      guard let row = rows[index], used.contains(row.terms[0].variable) else { return nil }
      let (item, margin) = variables[Int(row.terms[0].variable.id)].key.itemAndAttribute
      return "The \(margin) of \(words.name(item) ?? item) is \(TextNumber.spell(row.constant))"
    }
  }

  /// Returns the margin that the scene states for a key such as `0x7f.left margin`; nil if it states none.
  private func knownMargin(_ key: String) -> Double? {
    let (item, attribute) = key.itemAndAttribute
    guard attribute.hasSuffix(" margin"),
      let edge = ConflictFacts.Edge(rawValue: String(attribute.dropLast(" margin".count)))
    else { return nil }
    return facts.margins[item]?[edge]
  }

  /// Declares the sizes of layout guides as non-negative, too. Returns whether there are any guides.
  mutating func forbidNegativeGuides() -> Bool {
    var isChanged = false
    for (index, entry) in variables.enumerated() {
      let (item, attribute) = entry.key.itemAndAttribute
      guard !entry.isNonNegative, guides.contains(item), isSize(attribute) else { continue }
      variables[index].isNonNegative = true
      isChanged = true
    }
    return isChanged
  }

  /// Returns the sums that unknown margins must have for the lines to be satisfiable, in words; empty if the lines do not determine them.
  func marginSums(among lines: [Int], on probe: ConflictProbe) throws(PluginFault) -> [String] {
    var groups: [(item: String, isHorizontal: Bool, margins: [(name: String, variable: Variable)])] = []
    let used = Set(lines.flatMap { rows[$0]?.terms.map(\.variable) ?? [] })
    for (number, entry) in variables.enumerated() where entry.key.hasSuffix(" margin") && knownMargin(entry.key) == nil
    {
      let variable = Variable(UInt32(number))
      guard used.contains(variable) else { continue }
      let (item, name) = entry.key.itemAndAttribute
      let isHorizontal = name.hasPrefix("left") || name.hasPrefix("right")
      if let at = groups.firstIndex(where: { $0.item == item && $0.isHorizontal == isHorizontal }) {
        groups[at].margins.append((name, variable))
      } else {
        groups.append((item, isHorizontal, [(name, variable)]))
      }
    }
    var sums: [String] = []
    let order = ["left margin", "right margin", "top margin", "bottom margin"]
    for at in groups.indices {
      groups[at].margins.sort { (order.firstIndex(of: $0.name) ?? 0) < (order.firstIndex(of: $1.name) ?? 0) }
    }
    for group in groups {
      func bound(_ target: Double) throws(PluginFault) -> Double? {
        var system = self
        let terms = group.margins.map { (coefficient: 1.0, variable: $0.variable) }
        system.rows.append(
          Row(
            terms: terms, relation: .equal, constant: target, uncertainty: 0, priority: ConflictSystem.almostRequired))
        let values = try system.values(among: lines + [system.rows.count - 1], on: probe)
        return values.map { values in terms.reduce(0) { $0 + (values[$1.variable] ?? 0) } }
      }
      guard let least = try bound(-1e5), let most = try bound(1e5), abs(most - least) < 0.01 else { continue }
      let amount = TextNumber.spell((least * 1000).rounded() / 1000 + 0)
      let name = words.name(group.item) ?? group.item
      let names = group.margins.map { String($0.name.dropLast(" margin".count)) }.joined(separator: " and ")
      sums.append(
        group.margins.count > 1
          ? "The \(names) margins of \(name) would have to add up to \(amount) for these to hold together, and they do not."
          : "The \(names) margin of \(name) would have to be \(amount) for these to hold together, and it is not.")
    }
    return sums
  }

  /// Fixes every unknown margin at UIKit's default of 8 points, by rows that do not count as lines of the log.
  mutating func assumeDefaultMargins() {
    for (index, entry) in variables.enumerated() where entry.key.hasSuffix(" margin") && knownMargin(entry.key) == nil {
      rows.append(.fixing(Variable(UInt32(index)), at: 8))
    }
  }
}

extension String {
  /// The parts of an unknown's key such as `0x7f.left margin`.
  fileprivate var itemAndAttribute: (item: String, attribute: String) {
    guard let dot = lastIndex(of: ".") else { return (self, "") }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }
}
