extension SolverScript {
  /// Reads the text form, in time linear in its length: `solver 1`, then a line for each transaction (`apply: edit; edit; …`), followed by
  /// what is expected after it.
  ///
  /// - Throws: a `TextError` that names `file` and the line.
  public init(text: String, file: String = "script") throws(TextError) {
    self.init()
    provenance = try DocumentLines.read(
      text, file: file, keyword: "solver", name: "solver script", knownKeywords: ["apply", "expect"]
    ) { (keyword, line) throws(TextError) in
      switch keyword {
      case "apply": transactions.append(try Transaction(&line))
      case "expect":
        guard !transactions.isEmpty else {
          throw line.mistake(.misplaced, "nothing has been applied yet", hint: "Write an \"apply:\" line first.")
        }
        transactions[transactions.count - 1].expectations.append(try Expectation(&line))
      default: return false
      }
      return true
    }
  }

  /// The script in text form; reading it gives an equal script.
  public var text: String {
    var lines: [String] = []
    for transaction in transactions {
      let edits = transaction.edits.map(\.words).joined(separator: "; ")
      lines.append("apply:" + (edits.isEmpty ? "" : " " + edits))
      for expectation in transaction.expectations { lines.append("expect " + expectation.words) }
    }
    return DocumentLines.text("solver", lines, provenance)
  }
}

extension SolverScript.Transaction {
  init(_ line: inout TextLine) throws(TextError) {
    self.init()
    try line.expect(symbol: ":")
    while !line.isAtEnd {
      edits.append(try SolverEdit(&line))
      if !line.isAtEnd { try line.expect(symbol: ";") }
    }
  }
}

extension SolverScript.Expectation {
  init(_ line: inout TextLine) throws(TextError) {
    if line.skip(word: "conflict") {
      var ids: [LinearConstraint.ID] = []
      while !line.isAtEnd {
        ids.append(try line.constraintID())
        _ = line.skip(symbol: ",")
      }
      self = .conflict(ids)
    } else {
      let variable = try line.variable()
      _ = line.skip(symbol: "=")
      self = .value(variable, try line.number("the value"))
    }
  }

  var words: String {
    switch self {
    case .value(let variable, let value): "\(variable) \(TextNumber.spell(value))"
    case .conflict(let ids): (["conflict"] + ids.map(\.description)).joined(separator: " ")
    }
  }
}

extension SolverEdit {
  init(_ line: inout TextLine) throws(TextError) {
    let verb = try line.name("an edit")
    switch verb {
    case "declare":
      let variable = try line.variable()
      self = .declare(variable, nonNegative: line.skip(word: "non-negative"))
    case "forget": self = .forget(try line.variable())
    case "add": self = .add(try LinearConstraint(&line))
    case "remove": self = .remove(try line.constraintID())
    case "constant":
      let id = try line.constraintID()
      try line.expect(symbol: "=")
      self = .setConstant(id, try line.number("the constant"))
    case "priority":
      let id = try line.constraintID()
      try line.expect(symbol: "=")
      self = .setPriority(id, try line.number("the priority"))
    default:
      throw line.mistake(
        .unknownWord, "unknown edit \"\(verb)\"",
        hint: didYouMean(verb, among: ["declare", "forget", "add", "remove", "constant", "priority"]))
    }
  }

  /// The spelling of the text form.
  public var words: String {
    switch self {
    case .declare(let variable, let nonNegative): "declare \(variable)\(nonNegative ? " non-negative" : "")"
    case .forget(let variable): "forget \(variable)"
    case .add(let constraint): "add \(constraint.words)"
    case .remove(let id): "remove \(id)"
    case .setConstant(let id, let value): "constant \(id) = \(TextNumber.spell(value))"
    case .setPriority(let id, let value): "priority \(id) = \(TextNumber.spell(value))"
    }
  }
}

extension LinearConstraint {
  /// Reads `c10: v1 + 2 v2 - v3 = 100 @1000`; a constraint without terms has the left side `0`.
  init(_ line: inout TextLine) throws(TextError) {
    let id = try line.constraintID()
    try line.expect(symbol: ":")
    var terms: [Term] = []
    var sign = 1.0
    if line.isLoneZero {
      _ = try line.name("0")
    } else {
      while true {
        if line.skip(word: "-") {
          sign = -1
        } else if line.skip(word: "+") {
          sign = 1
        }
        var coefficient = 1.0
        var text = try line.name("a term such as 2 v1")
        if let value = TextNumber.parse(text) {
          coefficient = value
          _ = line.skip(symbol: "*")
          text = try line.name("a variable")
        } else if text.hasPrefix("-") {
          coefficient = -1
          text = String(text.dropFirst())
        }
        let product = sign * coefficient
        terms.append(Term(product == 0 ? 0 : product, try line.variable(text)))
        sign = 1
        guard line.peek == .word("+") || line.peek == .word("-") else { break }
      }
    }
    let relation = try Relation(&line)
    let constant = try line.number("the constant")
    var priority = LinearConstraint.requiredPriority
    if line.skip(symbol: "@") { priority = try line.number("the priority") }
    self.init(id: id, terms: terms, relation: relation, constant: constant, priority: priority)
  }

  /// The constraint as the text form writes it.
  public var words: String {
    var words = "\(id):"
    for (index, term) in terms.enumerated() {
      let magnitude = abs(term.coefficient)
      words += term.coefficient < 0 ? " - " : index == 0 ? " " : " + "
      words += magnitude == 1 ? "\(term.variable)" : "\(TextNumber.spell(magnitude)) \(term.variable)"
    }
    if terms.isEmpty { words += " 0" }
    return words + " \(relation.symbol) \(TextNumber.spell(constant)) @\(TextNumber.spell(priority))"
  }
}

extension TextLine {
  /// Whether the row has no terms (`0 = 3`), unlike a row with a term whose coefficient is zero (`0 v1 = 3`).
  fileprivate var isLoneZero: Bool {
    guard peek == .word("0"), case .symbol(let symbol)? = peekAfterNext else { return false }
    return symbol != "*"
  }

  mutating func variable() throws(TextError) -> Variable { try variable(try name("a variable such as v1")) }

  func variable(_ text: String) throws(TextError) -> Variable {
    guard text.hasPrefix("v"), let id = UInt32(text.dropFirst()) else {
      throw mistake(.wrongFormat, "\"\(text)\" is no variable", hint: "Variables are v0 to v4294967295.")
    }
    return Variable(id)
  }

  mutating func constraintID() throws(TextError) -> LinearConstraint.ID {
    let text = try name("a constraint such as c1")
    guard text.hasPrefix("c"), let id = UInt32(text.dropFirst()) else {
      throw mistake(.wrongFormat, "\"\(text)\" is no constraint", hint: "Constraints are c0 to c4294967295.")
    }
    return LinearConstraint.ID(id)
  }
}
