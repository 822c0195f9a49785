// Each part appends itself to the text of the line. To build a line from smaller strings would cost more than its text, and a log has many lines.

extension ConstraintDescription: CustomStringConvertible {
  public var description: String { String(writtenBy: write) }

  func write(to text: inout String) {
    text += "<"
    text += className
    text += ":"
    text += address
    if let source {
      text += "@"
      text += source.file
      text += "#"
      text += String(source.line)
    }
    if let masks {
      text += " h="
      text += masks.horizontal
      text += " v="
      text += masks.vertical
    }
    if let identifier {
      text += " '"
      text += identifier
      text += "'"
    }
    text += " "
    body.write(to: &text)
    tail.write(to: &text)
    text += ">"
  }
}

extension ConstraintDescription.Body: CustomStringConvertible {
  public var description: String { String(writtenBy: write) }

  fileprivate func write(to text: inout String) {
    switch self {
    case .visual(let visual): visual.write(to: &text)
    case .equation(let equation): equation.write(to: &text)
    }
  }
}

extension ConstraintDescription.Item: CustomStringConvertible {
  public var description: String { String(writtenBy: write) }

  fileprivate func write(to line: inout String) {
    switch reference {
    case .object(let className, let address):
      line += className
      line += ":"
      line += address
    case .name(let name): line += name
    }
    guard let text else { return }
    line += "'"
    line += text
    line += "'"
  }
}

extension ConstraintDescription.Visual {
  fileprivate func write(to text: inout String) {
    text += isHorizontal ? "H:" : "V:"
    switch form {
    case .size(let item):
      text += "["
      item.write(to: &text)
      value.write(to: &text)
      text += "]"
    case .leadingEdge(let item):
      text += "|-"
      value.write(to: &text)
      text += "-["
      item.write(to: &text)
      text += "]"
    case .trailingEdge(let item):
      text += "["
      item.write(to: &text)
      text += "]-"
      value.write(to: &text)
      text += "-|"
    case .gap(let first, let second):
      text += "["
      first.write(to: &text)
      text += "]-"
      value.write(to: &text)
      text += "-["
      second.write(to: &text)
      text += "]"
    }
    if let direction { text += direction }
  }
}

extension ConstraintDescription.Value {
  fileprivate func write(to text: inout String) {
    text += "("
    if let relation { text += relation }
    text.append(number, in: spacing)
    if let priority {
      text += "@"
      text += priority.text
    }
    text += ")"
  }
}

extension ConstraintDescription.Side {
  fileprivate func write(to text: inout String) {
    item.write(to: &text)
    text += "."
    text += attribute
    guard let variable else { return }
    text += "{id: "
    text += String(variable)
    text += "}"
  }
}

extension ConstraintDescription.Equation {
  fileprivate func write(to text: inout String) {
    left.write(to: &text)
    text += " "
    text += relation
    if let right {
      text += " "
      if let leadingMultiplier {
        text += leadingMultiplier.text
        text += "*"
      }
      right.write(to: &text)
      if let trailingMultiplier {
        text += trailingMultiplier.isDivision ? " / " : " * "
        text += trailingMultiplier.number.text
      }
    }
    if let constant {
      text += " "
      constant.write(to: &text)
    }
  }
}

extension ConstraintDescription.Constant {
  fileprivate func write(to text: inout String) {
    switch style {
    case .plain:
      if isNegative { text += "-" }
      text += number.text
    case .signed:
      text += isNegative ? "- " : "+ "
      text += number.text
    case .spacing(let word):
      if isNegative { text += "-" }
      text.append(number, in: word)
    }
  }
}

extension ConstraintDescription.Tail {
  fileprivate func write(to text: inout String) {
    text.append(" Hug:", hugging)
    text.append(" CompressionResistance:", resistance)
    text.append(" priority:", priority)
    text.append(" ^", caret)
    guard state != nil || !names.isEmpty else { return }
    text += gap
    text += "("
    if let state { text += state.rawValue }
    if !names.isEmpty {
      if state != nil { text += ", " }
      text += hasLegacyNames ? "Names: " : "names: "
      text += namesText
      text += closing
    }
    text += ")"
  }
}

extension String {
  fileprivate mutating func append(_ mark: String, _ number: ConstraintDescription.Number?) {
    guard let number else { return }
    self += mark
    self += number.text
  }

  /// Appends a number, in the parentheses of a standard distance if there is one.
  fileprivate mutating func append(_ number: ConstraintDescription.Number, in spacing: String?) {
    guard let spacing else {
      self += number.text
      return
    }
    self += spacing
    self += "("
    self += number.text
    self += ")"
  }
}

extension String {
  fileprivate init(writtenBy write: (inout String) -> Void) {
    self = ""
    write(&self)
  }
}
