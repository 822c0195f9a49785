import SceneModel

/// Sentences about the lines of a conflict log.
struct ConflictWords {
  let log: ConflictLog
  private let names: [String: String]

  init(_ log: ConflictLog) {
    self.log = log
    names = ConflictWords.shortNames(log)
  }

  /// `UIView`, or `UIView (2)` where a log has several, or the text of a label.
  private static func shortNames(_ log: ConflictLog) -> [String: String] {
    var names: [String: String] = [:]
    var counts: [String: Int] = [:]
    func note(_ item: ConstraintDescription.Item, _ table: ItemNames) {
      let key = table.key(item)
      if names[key] != nil { return }
      let plain =
        item.text.map { "\(item.className) \"\($0)\"" }
        ?? item.className.split(separator: ".").last.map(String.init) ?? item.className
      counts[plain, default: 0] += 1
      names[key] = counts[plain] == 1 ? plain : "\(plain) (\(counts[plain]!))"
    }
    for (_, constraint) in log.constraints {
      let table = ItemNames(constraint.tail)
      switch constraint.body {
      case .visual(let visual):
        switch visual.form {
        case .size(let item), .leadingEdge(let item), .trailingEdge(let item): note(item, table)
        case .gap(let first, let second):
          note(first, table)
          note(second, table)
        }
      case .equation(let equation):
        note(equation.left.item, table)
        if let right = equation.right { note(right.item, table) }
      }
    }
    return names
  }

  func name(_ item: ConstraintDescription.Item, _ table: ItemNames) -> String {
    names[table.key(item)] ?? item.className
  }

  func constraint(_ index: Int) -> ConstraintDescription? {
    if case .read(let constraint) = log.entries[index] { constraint } else { nil }
  }

  /// What a line asks, such as `UIView is 200 high`.
  func sentence(for index: Int) -> String {
    guard let constraint = constraint(index) else { return "" }
    let table = ItemNames(constraint.tail)
    let asked: String
    switch constraint.body {
    case .visual(let visual): asked = sentence(visual, table)
    case .equation(let equation): asked = sentence(equation, table)
    }
    return asked + origin(of: constraint)
  }

  private func origin(of constraint: ConstraintDescription) -> String {
    if let identifier = constraint.identifier {
      if identifier.hasPrefix("UIView-Encapsulated-Layout") {
        return ", because the table or collection view said so when it last measured ('\(identifier)')"
      }
      if identifier.hasPrefix("_UITemporaryLayout") || identifier.hasPrefix("fittingSize") {
        return ", in a measuring pass of UIKit's ('\(identifier)')"
      }
      if identifier.hasPrefix("UISV-") { return ", because of a stack view ('\(identifier)')" }
      return " ('\(identifier)')"
    }
    if constraint.className == "NSAutoresizingMaskLayoutConstraint" {
      return ", because its autoresizing mask was translated into constraints"
    }
    if let source = constraint.source { return " (\(source.file), line \(source.line))" }
    return ""
  }

  private func sentence(_ visual: ConstraintDescription.Visual, _ table: ItemNames) -> String {
    let amount = relationWord(visual.value.relation) + visual.value.number.text
    switch visual.form {
    case .size(let item): return "\(name(item, table)) is \(amount) \(visual.isHorizontal ? "wide" : "high")"
    case .leadingEdge(let item):
      return
        "\(name(item, table)) starts \(amount) \(visual.isHorizontal ? "inside" : "below") its superview's \(visual.isHorizontal ? "leading edge" : "top")"
    case .trailingEdge(let item):
      return
        "\(name(item, table)) ends \(amount) before its superview's \(visual.isHorizontal ? "trailing edge" : "bottom")"
    case .gap(let first, let second):
      return "\(name(second, table)) starts \(amount) \(visual.isHorizontal ? "behind" : "below") \(name(first, table))"
    }
  }

  private func sentence(_ equation: ConstraintDescription.Equation, _ table: ItemNames) -> String {
    let left = equation.left
    let relation = equation.relation == "==" ? nil : equation.relation
    guard let right = equation.right else {
      let value = TextNumber.spell(equation.constant?.value ?? 0)
      switch left.attribute {
      case "width": return "\(name(left.item, table)) is \(relationWord(relation))\(value) wide"
      case "height": return "\(name(left.item, table)) is \(relationWord(relation))\(value) high"
      default: return "the \(left.attribute) of \(name(left.item, table)) is \(relationWord(relation))\(value)"
      }
    }
    var other = "the \(right.attribute) of \(name(right.item, table))"
    if let multiplier = equation.leadingMultiplier { other = "\(multiplier.text) × \(other)" }
    if let factor = equation.trailingMultiplier {
      other += factor.isDivision ? " / \(factor.number.text)" : " × \(factor.number.text)"
    }
    let constant = equation.constant?.value ?? 0
    if constant != 0 {
      other += constant > 0 ? " plus \(TextNumber.spell(constant))" : " minus \(TextNumber.spell(-constant))"
    }
    return "the \(left.attribute) of \(name(left.item, table)) is \(relationWord(relation))\(other)"
  }

  private func relationWord(_ relation: String?) -> String {
    switch relation {
    case ">=": "at least "
    case "<=": "at most "
    default: ""
    }
  }

  /// The arithmetic of the contradiction: what one side fixes, and what the others add up to.
  func summary(of core: [Int], prices: [Int: Double]) -> String {
    guard let pivot = fixedLength(in: core, prices: prices), let price = prices[pivot], price != 0,
      let constraint = constraint(pivot)
    else {
      return core.count == 1
        ? "This constraint contradicts itself: sizes are never negative."
        : "These \(core.count) constraints contradict each other; leaving out any one of them resolves it."
    }
    // Scaled so that the fixed length counts once, a Farkas vector says what the others need it to be.
    var needed = 0.0
    var parts: [String] = []
    for index in core where index != pivot {
      guard let other = prices[index], let line = self.constraint(index) else { continue }
      let share = -other / price * line.request
      needed += share
      if share != 0 { parts.append(TextNumber.spell(rounded(abs(share)))) }
    }
    let have = TextNumber.spell(constraint.request)
    let table = ItemNames(constraint.tail)
    let subject: String
    let length: String
    switch constraint.body {
    case .visual(let visual):
      guard case .size(let item) = visual.form else { return "" }
      (subject, length) = (name(item, table), visual.isHorizontal ? "wide" : "high")
    case .equation(let equation):
      (subject, length) = (name(equation.left.item, table), equation.left.attribute == "width" ? "wide" : "high")
    }
    let why = origin(of: constraint)
    let sum = parts.count > 1 ? " (\(parts.joined(separator: ", ")))" : ""
    return
      "\(subject) is \(have) \(length)\(why); the other constraints need \(TextNumber.spell(rounded(needed)))\(sum)."
  }

  /// The constant size that the contradiction turns about: a system one where there is one.
  private func fixedLength(in core: [Int], prices: [Int: Double]) -> Int? {
    let sizes = core.filter { constraint($0)?.isConstantSize == true && prices[$0] ?? 0 != 0 }
    return sizes.first { constraint($0)?.isSystem(in: log) == true } ?? sizes.last
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
