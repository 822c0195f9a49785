import SceneModel

/// An answer of an engine that its contract does not allow.
public struct ContractViolation: Hashable, Sendable, CustomStringConvertible {
  /// A part of the contract. Violations of one part are counted as one bug.
  public enum Part: String, Hashable, Codable, Sendable, CaseIterable {
    /// Functions return what the table allows.
    case table = "the table"
    /// A conflict lists each row once, and only required rows in force, however small the array for it is.
    case conflicts = "conflicts (rule 6)"
    /// Changes are of existing variables, and fit into the array.
    case changes = "changes (rule 7)"
    /// Values are finite.
    case values = "values (rule 8)"
    /// A certificate has finite prices, of existing rows.
    case certificates
    /// A process answers each request, and with a line of the protocol.
    case lines = "the lines of the protocol"
    /// The engine's own checks of its arithmetic agree.
    case arithmetic = "its own arithmetic"
  }

  /// The stable code of a violation. `Guides/codes.md` lists all with what to do.
  public enum Code: String, Hashable, Codable, Sendable, CaseIterable {
    /// `solver_create` returned null.
    case noEngine = "no-engine"
    /// A function returned a code that the table does not know.
    case unknownReturnCode = "unknown-return-code"
    /// A sampler states another number of values than its timeline has.
    case wrongValueCount = "wrong-value-count"
    /// A conflict has a negative number of rows, or more than there are.
    case wrongConflictCount = "wrong-conflict-count"
    /// A conflict lists a row that does not exist or is not in force.
    case unknownConflictRow = "unknown-conflict-row"
    /// A conflict lists a row twice.
    case repeatedConflictRow = "repeated-conflict-row"
    /// When the conflict was fetched again with more room, it had another size, or there was none.
    case unsteadyConflict = "unsteady-conflict"
    /// A conflict was written beyond the end of its array.
    case conflictBeyondRoom = "conflict-beyond-room"
    /// The number of changes is negative, or larger than the array or the number of variables.
    case wrongChangeCount = "wrong-change-count"
    /// A change is of a variable that does not exist.
    case unknownChangedVariable = "unknown-changed-variable"
    /// Changes were written beyond the end of their array.
    case changesBeyondRoom = "changes-beyond-room"
    /// A value is infinite or NaN.
    case valueNotFinite = "value-not-finite"
    /// A certificate has a negative number of entries, more than there can be, or a number that differs between two calls.
    case wrongCertificateCount = "wrong-certificate-count"
    /// A certificate prices a row that does not exist.
    case unknownPricedRow = "unknown-priced-row"
    /// A price is not finite, or belongs to a tier that does not exist.
    case wrongPrice = "wrong-price"
    /// A line that the process wrote, or did not write, is not an answer of the protocol.
    case wrongLine = "wrong-line"
    /// The engine's own checks of its arithmetic disagree.
    case doubtfulArithmetic = "doubtful-arithmetic"

    /// The part of the contract that the code belongs to.
    public var part: Part {
      switch self {
      case .noEngine, .unknownReturnCode, .wrongValueCount: .table
      case .wrongConflictCount, .unknownConflictRow, .repeatedConflictRow, .unsteadyConflict, .conflictBeyondRoom:
        .conflicts
      case .wrongChangeCount, .unknownChangedVariable, .changesBeyondRoom: .changes
      case .valueNotFinite: .values
      case .wrongCertificateCount, .unknownPricedRow, .wrongPrice: .certificates
      case .wrongLine: .lines
      case .doubtfulArithmetic: .arithmetic
      }
    }
  }

  /// A part of the message: text, a variable or a row. The program that uses the engine may print variables and rows under names of its own.
  public enum Word: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// Text that is printed as it is.
    case text(String)
    /// The name of a variable.
    case variable(Variable)
    /// The name of a row.
    case row(LinearConstraint.ID)

    /// Makes a part that is printed as it is.
    public init(stringLiteral text: String) { self = .text(text) }
  }

  /// The stable code.
  public var code: Code
  /// The engine's name.
  public var engine: String
  /// The parts of the message, in order.
  public var words: [Word]

  /// Makes a violation.
  public init(_ code: Code, by engine: String, _ words: [Word]) {
    (self.code, self.engine, self.words) = (code, engine, words)
  }

  /// The part of the contract that was not kept.
  public var part: Part { code.part }

  public var description: String { "\(engine): \(text)" }

  /// The message as text.
  public var text: String {
    words.map { word in
      switch word {
      case .text(let text): text
      case .variable(let variable): "\(variable)"
      case .row(let row): "\(row)"
      }
    }.joined()
  }
}

extension PluginFault {
  /// Returns a fault of this project's engine for when two of its own computations disagree. `what` is the message.
  package static func doubtful(_ what: String) -> PluginFault {
    .broken(ContractViolation(.doubtfulArithmetic, by: "layoutlab", [.text(what)]))
  }

  /// Returns the fault with readable names for the variables and rows in the message of a contract violation. Other faults are returned as they are.
  package func naming(
    variable: (Variable) -> String, row: (LinearConstraint.ID) -> String
  ) -> PluginFault {
    guard case .broken(var violation) = self else { return self }
    violation.words = violation.words.map { word in
      switch word {
      case .text: word
      case .variable(let own): .text(variable(own))
      case .row(let own): .text(row(own))
      }
    }
    return .broken(violation)
  }
}
