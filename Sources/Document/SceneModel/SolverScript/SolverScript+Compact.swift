extension SolverScript {
  /// The script in compact form: `LLV`, a version, then the transactions. `Guides/scene-format.md` describes it byte by byte.
  public var compact: [UInt8] {
    var writer = CompactWriter()
    for byte in SolverScript.magic { writer.byte(byte) }
    writer.list(transactions)
    writer.optional(provenance) { $1.write(to: &$0) }
    return writer.bytes
  }

  /// Reads a script from bytes of any origin. Time and memory are linear in their number.
  public init(compact: [UInt8]) throws(CompactError) {
    var reader = CompactReader(compact)
    for byte in SolverScript.magic {
      guard try reader.byte() == byte else {
        throw reader.mistake(.wrongFormat, "this is no compact solver script of version 1")
      }
    }
    self.init(transactions: try reader.list())
    provenance = try reader.optional { (bytes) throws(CompactError) in try Provenance(from: &bytes) }
    guard reader.isAtEnd else { throw reader.mistake(.misplaced, "bytes follow the end") }
  }

  static let magic: [UInt8] = Array("LLV".utf8) + [1]
}

extension Provenance: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.text(law)
    bytes.text(found)
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(law: try bytes.text(), found: try bytes.text())
  }
}

extension SolverScript.Transaction: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.list(edits)
    bytes.list(expectations)
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(edits: try bytes.list(), expectations: try bytes.list())
  }
}

extension SolverScript.Expectation: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .value(let variable, let value):
      bytes.byte(0)
      bytes.unsigned(UInt64(variable.id))
      bytes.number(value)
    case .conflict(let ids):
      bytes.byte(1)
      bytes.count(ids.count)
      for id in ids { bytes.unsigned(UInt64(id.rawValue)) }
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0: self = .value(Variable(try bytes.id()), try bytes.number())
    case 1:
      var ids: [LinearConstraint.ID] = []
      for _ in 0..<(try bytes.count()) { ids.append(LinearConstraint.ID(try bytes.id())) }
      self = .conflict(ids)
    default: throw bytes.mistake(.unknownWord, "unknown expectation")
    }
  }
}

extension SolverEdit: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .declare(let variable, let nonNegative):
      bytes.byte(nonNegative ? 1 : 0)
      bytes.unsigned(UInt64(variable.id))
    case .forget(let variable):
      bytes.byte(2)
      bytes.unsigned(UInt64(variable.id))
    case .add(let constraint):
      bytes.byte(3)
      constraint.write(to: &bytes)
    case .remove(let id):
      bytes.byte(4)
      bytes.unsigned(UInt64(id.rawValue))
    case .setConstant(let id, let value):
      bytes.byte(5)
      bytes.unsigned(UInt64(id.rawValue))
      bytes.number(value)
    case .setPriority(let id, let value):
      bytes.byte(6)
      bytes.unsigned(UInt64(id.rawValue))
      bytes.number(value)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0: self = .declare(Variable(try bytes.id()), nonNegative: false)
    case 1: self = .declare(Variable(try bytes.id()), nonNegative: true)
    case 2: self = .forget(Variable(try bytes.id()))
    case 3: self = .add(try LinearConstraint(from: &bytes))
    case 4: self = .remove(LinearConstraint.ID(try bytes.id()))
    case 5: self = .setConstant(LinearConstraint.ID(try bytes.id()), try bytes.number())
    case 6: self = .setPriority(LinearConstraint.ID(try bytes.id()), try bytes.number())
    default: throw bytes.mistake(.unknownWord, "unknown edit")
    }
  }
}

extension LinearConstraint: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.unsigned(UInt64(id.rawValue))
    bytes.choice(relation)
    bytes.number(constant)
    bytes.number(priority)
    bytes.count(terms.count)
    for term in terms {
      bytes.unsigned(UInt64(term.variable.id))
      bytes.number(term.coefficient)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    let id = ID(try bytes.id())
    let relation: Relation = try bytes.choice()
    let constant = try bytes.number()
    let priority = try bytes.number()
    var terms: [Term] = []
    for _ in 0..<(try bytes.count()) {
      let variable = Variable(try bytes.id())
      terms.append(Term(try bytes.number(), variable))
    }
    self.init(id: id, terms: terms, relation: relation, constant: constant, priority: priority)
  }
}
