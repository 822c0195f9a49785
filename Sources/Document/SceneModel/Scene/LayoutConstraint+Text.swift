extension LayoutConstraint {
  /// Reads the text after the keyword: `name: first = 2 * second + 8 @ 750  identifier "gap"`. A constraint without a name is called after its first anchor.
  init(_ line: inout TextLine, _ names: inout SceneNames) throws(TextError) {
    let isNamed = !SceneShorthand.isUnnamed(line)
    let name = isNamed ? try line.name("the constraint's name") : SceneShorthand.name(of: line, names)
    let explicit = isNamed ? try line.explicitID() : nil
    let id = try names.declareConstraint(name, id: explicit, line: line)
    if isNamed { try line.expect(symbol: ":") }
    self.init(id: id, name: name, first: try Operand(&line, names))
    relation = try Relation(&line)
    try readRightSide(&line, names)
    if line.skip(symbol: "@") { priority = try line.priority() }
    while !line.isAtEnd, line.peek != .symbol("}"), line.peek != .symbol(";") {
      if line.skip(word: "identifier") {
        identifier = try line.name("the identifier")
      } else if line.skip(word: "inactive") {
        isActive = false
      } else if second == nil, line.skip(word: "multiplier") {
        multiplier = try line.number("the multiplier")
      } else if line.skip(word: "held") {
        try line.expect(word: "by")
        holder = try names.view(line.name("the holding view"), line: line)
      } else {
        throw line.mistake(.unexpected, "\"\(line.peek?.text ?? "")\" is not expected here")
      }
    }
  }

  /// Reads the right side: `8`, `second`, `second + 8`, or `2 * second - 8`.
  private mutating func readRightSide(_ line: inout TextLine, _ names: SceneNames) throws(TextError) {
    if case .word(let text)? = line.peek, TextNumber.parse(text) != nil || LayoutConstraint.isNumberLike(text) {
      let value = try line.number("a constant or a multiplier")
      guard line.skip(symbol: "*") else {
        constant = value
        return
      }
      multiplier = value
    }
    second = try Operand(&line, names)
    if line.skip(word: "+") {
      constant = try line.number("the constant")
    } else if line.skip(word: "-") {
      let value = try line.number("the constant")
      constant = value == 0 ? 0 : -value
    }
  }

  /// Whether a word is probably a mistyped number, so that the message is about a number.
  private static func isNumberLike(_ text: String) -> Bool {
    let lower = text.lowercased()
    return ["nan", "inf", "infinity", "-nan", "-inf", "+inf", "-infinity"].contains(lower)
      || text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || [UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(
            byte)
      }
  }

  func line(_ spelling: inout SceneSpelling) -> String { "constraint " + words(&spelling) }

  func words(_ spelling: inout SceneSpelling) -> String {
    var words = spelling.declare(name, id) + ": " + spelling.operand(first) + " \(relation.symbol) "
    if let second {
      if multiplier != 1 { words += "\(TextNumber.spell(multiplier)) * " }
      words += spelling.operand(second)
      if constant > 0 { words += " + \(TextNumber.spell(constant))" }
      if constant < 0 { words += " - \(TextNumber.spell(-constant))" }
    } else {
      words += TextNumber.spell(constant)
    }
    if priority != LinearConstraint.requiredPriority { words += " @ \(TextNumber.spell(priority))" }
    // Without a second operand the multiplier has no effect, but the constraint has it all the same.
    if second == nil, multiplier != 1 { words += "  multiplier \(TextNumber.spell(multiplier))" }
    if let identifier { words += "  identifier \(quoted(identifier))" }
    if let holder { words += "  held by \(spelling.name(holder))" }
    if !isActive { words += "  inactive" }
    return words
  }
}

extension Relation {
  init(_ line: inout TextLine) throws(TextError) {
    switch try line.next("a relation") {
    case .symbol("="), .symbol("=="): self = .equal
    case .symbol("<="): self = .lessThanOrEqual
    case .symbol(">="): self = .greaterThanOrEqual
    case let token: throw line.mistake(.wrongFormat, "\"\(token.text)\" is no relation", hint: "Write =, <= or >=.")
    }
  }
}

extension Operand {
  init(_ line: inout TextLine, _ names: SceneNames) throws(TextError) {
    if line.skip(word: "distance") {
      try line.expect(symbol: "(")
      let from = try LayoutAnchor(&line, names)
      try line.expect(symbol: ",")
      let to = try LayoutAnchor(&line, names)
      try line.expect(symbol: ")")
      self = .distance(from: from, to: to)
    } else {
      self = .anchor(try LayoutAnchor(&line, names))
    }
  }
}

extension LayoutAnchor {
  init(_ line: inout TextLine, _ names: SceneNames) throws(TextError) {
    let words = try line.anchorWords()
    let item = try names.item(words.item, line: line)
    guard let attribute = LayoutAttribute(name: words.attribute) else {
      throw line.mistake(
        .unknownWord, "unknown attribute \"\(words.attribute)\"",
        hint: didYouMean(words.attribute, among: LayoutAttribute.allCases.map(\.name)))
    }
    self.init(item, attribute)
  }
}
