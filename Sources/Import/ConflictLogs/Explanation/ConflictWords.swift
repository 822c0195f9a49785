import SceneModel

extension ConflictLog {
  /// Returns sentences that say what each readable line of the list demands. `broken` is the sentence for the constraint that UIKit breaks, if this
  /// constraint is not in the list; otherwise nil.
  public func sentences() -> (lines: [(index: Int, text: String)], broken: String?) {
    let words = ConflictWords(self)
    let lines = constraints.map { ($0.index, words.sentence(for: $0.index)) }
    guard brokenIndex == nil, case .read(let constraint)? = broken else { return (lines, nil) }
    let alone = ConflictLog(entries: [.read(constraint)])
    return (lines, ConflictWords(alone).sentence(for: 0))
  }
}

/// Sentences about the lines of a conflict log.
struct ConflictWords {
  let log: ConflictLog
  private let names: [String: String]

  init(_ log: ConflictLog, _ facts: ConflictFacts = ConflictFacts()) {
    self.log = log
    names = ConflictWords.names(of: log).merging(facts.names) { $1 }
  }

  /// Returns the names of the items in the log's scene, each followed by a label's text if it has one, so that users can type the printed names.
  private static func names(of log: ConflictLog) -> [String: String] {
    var names = LogScene(log).names
    var told: Set<String> = []
    for (_, constraint) in log.constraints {
      let table = ItemNames(constraint.tail)
      for item in constraint.items {
        let key = table.key(item)
        guard let text = item.text, !item.className.hasSuffix("LayoutGuide"), told.insert(key).inserted else {
          continue
        }
        names[key]? += " \(text.withCharacters.inQuotes)"
      }
    }
    return names
  }

  func name(_ item: ConstraintDescription.Item, _ table: ItemNames) -> String {
    names[table.key(item)] ?? item.className
  }

  /// Returns the name of a constraint's first item, the subject of its sentence; the constraint's class if it names no item.
  func subject(_ constraint: ConstraintDescription) -> String {
    constraint.items.first.map { name($0, ItemNames(constraint.tail)) } ?? constraint.className
  }

  /// Returns the name of an item by its address, or by its name if the log has no address. Nil if no line contains the item.
  func name(_ key: String) -> String? { names[key] }

  func constraint(_ index: Int) -> ConstraintDescription? {
    // An index after the last line is the row of an assumed margin.
    guard log.entries.indices.contains(index), case .read(let constraint) = log.entries[index] else { return nil }
    return constraint
  }

  /// Returns the demand of a line, such as `UIView is 200 high`.
  func sentence(for index: Int) -> String {
    guard let constraint = constraint(index) else { return "" }
    let table = ItemNames(constraint.tail)
    let asked: String
    switch constraint.body {
    case .visual(let visual): asked = sentence(visual, table)
    case .equation(let equation): asked = sentence(equation, table)
    }
    return (asked + origin(of: constraint)).withCharacters
  }

  /// Returns the demand of a line as a quotation.
  func quotation(of index: Int) -> String { sentence(for: index).inQuotes }

  func origin(of constraint: ConstraintDescription) -> String {
    if let identifier = constraint.identifier {
      if identifier.hasPrefix("UIView-Encapsulated-Layout") {
        let who =
          constraint.isMeasuredHeight(in: log)
          ? (constraint.isAboutTable
            ? "the table said so when it last measured" : "the collection view or table gives its cell this height")
          : "the view around it gives it this size"
        return ", because \(who) ('\(identifier)')"
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
    if constraint.isMeasuredHeight(in: log) { return ", because the table said so when it last measured" }
    if let source = constraint.source { return " (\(source.file), line \(source.line))" }
    return ""
  }

  private func sentence(_ visual: ConstraintDescription.Visual, _ table: ItemNames) -> String {
    let amount = relationWord(visual.value.relation) + visual.value.number.text
    switch visual.form {
    case .size(let item): return "\(name(item, table)) is \(amount) \(visual.isHorizontal ? "wide" : "high")"
    case .leadingEdge(let item):
      let edge = visual.isHorizontal ? "leading edge" : "top"
      if isFlush(visual) { return "\(name(item, table)) starts at its superview's \(edge)" }
      return "\(name(item, table)) starts \(amount) \(visual.isHorizontal ? "inside" : "below") its superview's \(edge)"
    case .trailingEdge(let item):
      let edge = visual.isHorizontal ? "trailing edge" : "bottom"
      if isFlush(visual) { return "\(name(item, table)) ends at its superview's \(edge)" }
      return "\(name(item, table)) ends \(amount) before its superview's \(edge)"
    case .gap(let first, let second):
      if isFlush(visual) { return "\(name(second, table)) starts where \(name(first, table)) ends" }
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

  private func isFlush(_ visual: ConstraintDescription.Visual) -> Bool {
    visual.value.relation == nil && visual.value.number.value == 0
  }

  private func relationWord(_ relation: String?) -> String {
    switch relation {
    case ">=": "at least "
    case "<=": "at most "
    default: ""
    }
  }
}

extension String {
  /// The text with characters in place of a property list's escapes such as `\U4f60`.
  fileprivate var withCharacters: String {
    guard contains("\\U") else { return self }
    var units: [UInt16] = []
    var rest = Array(utf16)[...]
    while let unit = rest.first {
      let digits = rest.dropFirst(2).prefix(4)
      if rest.starts(with: "\\U".utf16), digits.count == 4,
        let value = UInt16(String(decoding: digits, as: UTF16.self), radix: 16)
      {
        units.append(value)
        rest = rest.dropFirst(6)
      } else {
        units.append(unit)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The text in quotes. Quotes inside become single quotes, so that the end of the text is visible.
  fileprivate var inQuotes: String { "\"\(replacing("\"", with: "'"))\"" }
}
