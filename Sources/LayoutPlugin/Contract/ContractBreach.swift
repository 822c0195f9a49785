import SceneModel

/// A contract violation: an answer of an engine that its contract does not allow.
public struct ContractBreach: Hashable, Sendable, CustomStringConvertible {
  /// The part of the contract that was violated. Violations of one part count as one mistake.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// Functions return what the table says that they may.
    case table = "the table"
    /// A conflict names existing required rows, each once, whatever the size of the array for them.
    case conflicts = "conflicts (rule 6)"
    /// Changes name existing variables, each once, and fit the array.
    case changes = "changes (rule 7)"
    /// Values are finite.
    case values = "values (rule 8)"
    /// A certificate has finite prices for existing rows.
    case certificates
    /// Lines are those of the protocol, and the process is there to answer.
    case lines = "the lines of the protocol"
    /// Steps of an engine that check one another agree.
    case arithmetic = "its own arithmetic"
  }

  /// A piece of the words: text, or the name of a variable or a row, which a host may call otherwise.
  public enum Word: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// Words as they are.
    case text(String)
    /// The name of a variable.
    case variable(Variable)
    /// The name of a row.
    case row(LinearConstraint.ID)

    /// Makes words as they are.
    public init(stringLiteral text: String) { self = .text(text) }
  }

  /// The part that was violated.
  public var part: Part
  /// The engine's name.
  public var engine: String
  /// What the engine did, piece by piece.
  public var words: [Word]

  /// Makes a violation of one part of the contract.
  public init(_ part: Part, by engine: String, _ words: [Word]) {
    (self.part, self.engine, self.words) = (part, engine, words)
  }

  public var description: String { "\(engine): \(text)" }

  /// What the engine did, as text.
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
  /// A fault of our engine, which found out by itself that it is wrong.
  package static func doubtful(_ what: String) -> PluginFault {
    .broken(ContractBreach(.arithmetic, by: "layoutlab", [.text(what)]))
  }

  /// The fault with other names for variables and rows: those of people, where a scene is behind them.
  package func naming(
    variable: (Variable) -> String, row: (LinearConstraint.ID) -> String
  ) -> PluginFault {
    guard case .broken(var breach) = self else { return self }
    breach.words = breach.words.map { word in
      switch word {
      case .text: word
      case .variable(let own): .text(variable(own))
      case .row(let own): .text(row(own))
      }
    }
    return .broken(breach)
  }
}
