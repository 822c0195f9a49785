extension SolverScript {
  /// The script in compact form: `LLV`, a version, then the transactions. `Guides/scene-format.md` describes it byte by byte.
  public var compact: [UInt8] {
    var writer = CompactWriter()
    for byte in SolverScript.magic { writer.byte(byte) }
    writer.put(transactions, provenance)
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
    self.init(transactions: try reader.take())
    provenance = try reader.take()
    guard reader.isAtEnd else { throw reader.mistake(.misplaced, "bytes follow the end") }
  }

  static let magic: [UInt8] = Array("LLV".utf8) + [1]
}

extension Provenance: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(law, found) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(law: try bytes.take(), found: try bytes.take())
  }
}

extension SolverScript.Transaction: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(edits, expectations) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self.init(edits: try bytes.take(), expectations: try bytes.take())
  }
}

extension SolverScript.Expectation: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .value(let variable, let value): bytes.put(case: 0, variable, value)
    case .conflict(let ids): bytes.put(case: 1, ids)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0: self = .value(try bytes.take(), try bytes.take())
    case 1: self = .conflict(try bytes.take())
    default: throw bytes.mistake(.unknownWord, "unknown expectation")
    }
  }
}

extension SolverEdit: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .declare(let variable, let nonNegative): bytes.put(case: nonNegative ? 1 : 0, variable)
    case .forget(let variable): bytes.put(case: 2, variable)
    case .add(let constraint): bytes.put(case: 3, constraint)
    case .remove(let id): bytes.put(case: 4, id)
    case .setConstant(let id, let value): bytes.put(case: 5, id, value)
    case .setPriority(let id, let value): bytes.put(case: 6, id, value)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0: self = .declare(try bytes.take(), nonNegative: false)
    case 1: self = .declare(try bytes.take(), nonNegative: true)
    case 2: self = .forget(try bytes.take())
    case 3: self = .add(try bytes.take())
    case 4: self = .remove(try bytes.take())
    case 5: self = .setConstant(try bytes.take(), try bytes.take())
    case 6: self = .setPriority(try bytes.take(), try bytes.take())
    default: throw bytes.mistake(.unknownWord, "unknown edit")
    }
  }
}

extension Variable: Compact {
  func write(to bytes: inout CompactWriter) { bytes.unsigned(UInt64(id)) }
  init(from bytes: inout CompactReader) throws(CompactError) { self.init(try bytes.id()) }
}

extension LinearConstraint.ID: Compact {
  func write(to bytes: inout CompactWriter) { bytes.unsigned(UInt64(rawValue)) }
  init(from bytes: inout CompactReader) throws(CompactError) { self.init(try bytes.id()) }
}

extension Relation: Compact {}

extension LinearConstraint.Term: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(variable, coefficient) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    let variable: Variable = try bytes.take()
    self.init(try bytes.take(), variable)
  }
}

extension LinearConstraint: Compact {
  func write(to bytes: inout CompactWriter) { bytes.put(id, relation, constant, priority, terms) }
  init(from bytes: inout CompactReader) throws(CompactError) {
    let (id, relation): (ID, Relation) = (try bytes.take(), try bytes.take())
    let (constant, priority) = (try bytes.number(), try bytes.number())
    self.init(id: id, terms: try bytes.take(), relation: relation, constant: constant, priority: priority)
  }
}
