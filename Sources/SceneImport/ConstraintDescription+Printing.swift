extension ConstraintDescription: CustomStringConvertible {
  public var description: String {
    var line = "<\(className):\(address)"
    if let source { line += "@\(source.file)#\(source.line)" }
    if let masks { line += " h=\(masks.horizontal) v=\(masks.vertical)" }
    if let identifier { line += " '\(identifier)'" }
    return line + " \(body.description)\(tail.description)>"
  }
}

extension ConstraintDescription.Body: CustomStringConvertible {
  public var description: String {
    switch self {
    case .visual(let visual): visual.description
    case .equation(let equation): equation.description
    }
  }
}

extension ConstraintDescription.Item: CustomStringConvertible {
  public var description: String {
    let name =
      switch reference {
      case .object(let className, let address): "\(className):\(address)"
      case .name(let name): name
      }
    return name + (text.map { "'\($0)'" } ?? "")
  }
}

extension ConstraintDescription.Visual: CustomStringConvertible {
  public var description: String {
    let shape =
      switch form {
      case .size(let item): "[\(item)\(value)]"
      case .leadingEdge(let item): "|-\(value)-[\(item)]"
      case .trailingEdge(let item): "[\(item)]-\(value)-|"
      case .gap(let first, let second): "[\(first)]-\(value)-[\(second)]"
      }
    return (isHorizontal ? "H:" : "V:") + shape + (direction ?? "")
  }
}

extension ConstraintDescription.Value: CustomStringConvertible {
  public var description: String {
    let inner = spacing.map { "\($0)(\(number.text))" } ?? number.text
    return "(\(relation ?? "")\(inner)\(priority.map { "@\($0.text)" } ?? ""))"
  }
}

extension ConstraintDescription.Side: CustomStringConvertible {
  public var description: String { "\(item).\(attribute)" + (variable.map { "{id: \($0)}" } ?? "") }
}

extension ConstraintDescription.Equation: CustomStringConvertible {
  public var description: String {
    var text = "\(left) \(relation)"
    if let right {
      text += " " + (leadingMultiplier.map { "\($0.text)*" } ?? "") + right.description
      if let trailingMultiplier {
        text += trailingMultiplier.isDivision ? " / " : " * "
        text += trailingMultiplier.number.text
      }
    }
    if let constant { text += " " + constant.description }
    return text
  }
}

extension ConstraintDescription.Constant: CustomStringConvertible {
  public var description: String {
    switch style {
    case .plain: (isNegative ? "-" : "") + number.text
    case .signed: (isNegative ? "- " : "+ ") + number.text
    case .spacing(let word): (isNegative ? "-" : "") + "\(word)(\(number.text))"
    }
  }
}

extension ConstraintDescription.Tail: CustomStringConvertible {
  public var description: String {
    var text = ""
    if let hugging { text += " Hug:\(hugging.text)" }
    if let resistance { text += " CompressionResistance:\(resistance.text)" }
    if let priority { text += " priority:\(priority.text)" }
    if let caret { text += " ^\(caret.text)" }
    guard state != nil || !names.isEmpty else { return text }
    text += "\(gap)("
    if let state { text += state.rawValue }
    if !names.isEmpty {
      if state != nil { text += ", " }
      text += (hasLegacyNames ? "Names: " : "names: ") + namesText + closing
    }
    return text + ")"
  }
}
