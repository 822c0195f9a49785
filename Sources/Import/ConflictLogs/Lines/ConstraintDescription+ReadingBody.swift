extension ConstraintDescription.Body {
  init?(_ text: Slice) {
    if text.hasPrefix("H:") || text.hasPrefix("V:"), let visual = ConstraintDescription.Visual(text) {
      self = .visual(visual)
    } else if let equation = ConstraintDescription.Equation(text) {
      self = .equation(equation)
    } else {
      return nil
    }
  }
}

extension ConstraintDescription.Item {
  init?(_ text: Slice) {
    guard !text.isEmpty else { return nil }
    for colon in text.positions(of: ":0x") where colon > text.start {
      let end = text.addressEnd(from: colon + 3)
      // A generic class may have brackets and spaces, but no other constraint.
      guard end > colon + 3, !text.to(colon).contains(ConsoleText.constraint) else { continue }
      let reference = Reference.object(
        className: text.to(colon).string, address: text.from(colon + 1).to(end).string)
      if end == text.end {
        self.init(reference: reference, text: nil)
        return
      }
      if text[end] == UInt8(ascii: "'"), text[text.end - 1] == UInt8(ascii: "'"), text.end - 1 > end {
        self.init(reference: reference, text: text.from(end + 1).to(text.end - 1).string)
        return
      }
    }
    // A bare name: an accessibility identifier or a nib's name.
    guard !text.contains(":0x") else { return nil }
    self.init(reference: .name(text.string), text: nil)
  }
}

extension ConstraintDescription.Visual {
  init?(_ text: Slice) {
    var rest = text.from(text.start + 2)
    var direction: String?
    for mark in ["(LTR)", "(RTL)"] as [StaticString] where rest.hasSuffix(mark) {
      direction = "\(mark)"
      rest = rest.to(rest.end - 5)
    }
    guard let (form, value) = Self.readForm(rest) else { return nil }
    self.init(isHorizontal: text.hasPrefix("H"), form: form, value: value, direction: direction)
  }

  private static func readForm(_ text: Slice) -> (Form, ConstraintDescription.Value)? {
    typealias Item = ConstraintDescription.Item
    typealias Value = ConstraintDescription.Value
    if text.hasPrefix("|-("), text.hasSuffix("]") {
      for end in text.positions(of: ")-[") {
        if let value = Value(text.from(text.start + 2).to(end + 1)),
          let item = Item(text.from(end + 3).to(text.end - 1))
        {
          return (.leadingEdge(item), value)
        }
      }
    }
    guard text.hasPrefix("[") else { return nil }
    if text.hasSuffix(")-|") {
      for start in text.positions(of: "]-(").reversed() {
        if let value = Value(text.from(start + 2).to(text.end - 2)),
          let item = Item(text.from(text.start + 1).to(start))
        {
          return (.trailingEdge(item), value)
        }
      }
    }
    guard text.hasSuffix("]") else { return nil }
    for start in text.positions(of: "]-(") {
      for end in text.positions(of: ")-[") where end > start {
        if let value = Value(text.from(start + 2).to(end + 1)),
          let first = Item(text.from(text.start + 1).to(start)), let second = Item(text.from(end + 3).to(text.end - 1))
        {
          return (.gap(first, second), value)
        }
      }
    }
    for start in text.positions(of: "(").reversed() {
      if let value = Value(text.from(start).to(text.end - 1)), let item = Item(text.from(text.start + 1).to(start)) {
        return (.size(item), value)
      }
    }
    return nil
  }
}

extension ConstraintDescription.Value {
  /// Reads a size such as `(>=8@750)`, with its parentheses; nil for any other text.
  init?(_ text: Slice) {
    guard text.hasPrefix("("), text.hasSuffix(")"), text.count > 2 else { return nil }
    var rest = text.from(text.start + 1).to(text.end - 1)
    var relation: String?
    for word in [">=", "<=", "=="] as [StaticString] where rest.hasPrefix(word) {
      relation = "\(word)"
      rest = rest.from(rest.start + 2)
      break
    }
    var priority: ConstraintDescription.Number?
    if let at = rest.lastIndex(of: "@") {
      guard let number = ConstraintDescription.Number(rest.from(at + 1)) else { return nil }
      priority = number
      rest = rest.to(at)
    }
    var spacing: String?
    if rest.hasSuffix(")"), let open = rest.firstIndex(of: "("), open > rest.start {
      spacing = rest.to(open).string
      guard spacing?.utf8.allSatisfy(isLetter) == true else { return nil }
      rest = rest.from(open + 1).to(rest.end - 1)
    }
    guard let number = ConstraintDescription.Number(rest) else { return nil }
    self.init(relation: relation, number: number, spacing: spacing, priority: priority)
  }
}

extension ConstraintDescription.Equation {
  private static let relations: [(mark: StaticString, word: String)] = [(" ==", "=="), (" <=", "<="), (" >=", ">=")]

  init?(_ text: Slice) {
    for (mark, relation) in Self.relations {
      for position in text.positions(of: mark) {
        let after = position + 3
        guard after == text.end || text[after] == UInt8(ascii: " ") else { continue }
        guard let left = ConstraintDescription.Side(text.to(position)),
          let equation = Self.readRight(text.from(min(after + 1, text.end)), left: left, relation: relation)
        else { continue }
        self = equation
        return
      }
    }
    return nil
  }

  private static func readRight(_ text: Slice, left: ConstraintDescription.Side, relation: String) -> Self? {
    typealias Number = ConstraintDescription.Number
    var equation = Self(left: left, relation: relation)
    if text.isEmpty { return equation }
    if let constant = ConstraintDescription.Constant(text) {
      equation.constant = constant
      return equation
    }
    var rest = text
    if let star = rest.firstIndex(of: "*"), let number = Number(rest.to(star)) {
      equation.leadingMultiplier = number
      rest = rest.from(star + 1)
    }
    // The second side ends at a space before a factor or a constant, or at the end.
    var ends = rest.positions(of: " ")
    var isLast = false
    while !isLast {
      let next = ends.next()
      isLast = next == nil
      let end = next ?? rest.end
      guard let right = ConstraintDescription.Side(rest.to(end)) else { continue }
      equation.right = right
      equation.trailingMultiplier = nil
      equation.constant = nil
      var suffix = rest.from(end)
      if suffix.hasPrefix(" * ") || suffix.hasPrefix(" / ") {
        let isDivision = suffix.hasPrefix(" /")
        let start = suffix.start + 3
        let stop = suffix.from(start).firstIndex(of: " ") ?? suffix.end
        guard let number = Number(suffix.from(start).to(stop)) else { continue }
        equation.trailingMultiplier = .init(isDivision: isDivision, number: number)
        suffix = suffix.from(stop)
      }
      if suffix.isEmpty { return equation }
      guard suffix.hasPrefix(" "), let constant = ConstraintDescription.Constant(suffix.from(suffix.start + 1)) else {
        continue
      }
      equation.constant = constant
      return equation
    }
    return nil
  }
}

extension ConstraintDescription.Constant {
  init?(_ text: Slice) {
    typealias Number = ConstraintDescription.Number
    if text.hasPrefix("+ ") || text.hasPrefix("- ") {
      guard let number = Number(text.from(text.start + 2)), number.value >= 0 else { return nil }
      self.init(isNegative: text.hasPrefix("-"), number: number, style: .signed)
      return
    }
    let isNegative = text.hasPrefix("-")
    let rest = isNegative ? text.from(text.start + 1) : text
    if rest.hasSuffix(")"), let open = rest.firstIndex(of: "("), open > rest.start,
      rest.to(open).allSatisfy(isLetter), let number = Number(rest.from(open + 1).to(rest.end - 1))
    {
      self.init(isNegative: isNegative, number: number, style: .spacing(rest.to(open).string))
      return
    }
    guard let number = Number(rest), number.value >= 0 else { return nil }
    self.init(isNegative: isNegative, number: number, style: .plain)
  }
}

extension ConstraintDescription.Side {
  /// The attributes in logs: UIKit's, the private ones of autoresizing, and a scroll view's content size.
  static let attributes: Set<String> = [
    "left", "right", "leading", "trailing", "top", "bottom", "width", "height", "centerX", "centerY", "firstBaseline",
    "lastBaseline", "baseline", "minX", "maxX", "midX", "minY", "maxY", "midY", "leftMargin", "rightMargin",
    "topMargin",
    "bottomMargin", "leadingMargin", "trailingMargin", "centerXWithinMargins", "centerYWithinMargins", "contentWidth",
    "contentHeight",
  ]

  init?(_ text: Slice) {
    var rest = text
    var variable: Int?
    if rest.hasSuffix("}"), let open = rest.positions(of: "{id: ").last {
      guard let number = integer(rest.from(open + 5).to(rest.end - 1)) else { return nil }
      variable = number
      rest = rest.to(open)
    }
    guard let dot = rest.lastIndex(of: ".") else { return nil }
    let attribute = rest.from(dot + 1).string
    guard Self.attributes.contains(attribute), let item = ConstraintDescription.Item(rest.to(dot)) else { return nil }
    self.init(item: item, attribute: attribute, variable: variable)
  }
}
