import LayoutPlugin
import SceneModel

/// Plays random scripts to two engines and compares their answers bit for bit.
///
/// Script `n` of a seed is always the same, so that any range of them can be played again, on any machine.
public struct Soak: Sendable {
  public struct Disagreement: Sendable {
    public var number: Int
    public var script: SolverScript
    public var detail: String
  }

  public struct Outcome: Sendable {
    public var scripts = 0
    public var transactions = 0
    public var conflicts = 0
    public var refusals = 0
    public var values = 0
    /// The largest number of tiers of one script.
    public var tiers = 0
    public var disagreements: [Disagreement] = []

    public init() {}

    /// Adds the figures of another part of the scripts.
    public mutating func add(_ other: Outcome) {
      scripts += other.scripts
      transactions += other.transactions
      conflicts += other.conflicts
      refusals += other.refusals
      values += other.values
      tiers = max(tiers, other.tiers)
      disagreements += other.disagreements
    }
  }

  public var reference: Plugin
  public var engine: Plugin
  public var seed: UInt64

  public init(reference: Plugin, engine: Plugin, seed: UInt64) {
    self.reference = reference
    self.engine = engine
    self.seed = seed
  }

  /// Plays the scripts with these numbers.
  public func run(_ numbers: Range<Int>) -> Outcome {
    var outcome = Outcome()
    for number in numbers { play(.varied(number, seed: seed), number: number, &outcome) }
    return outcome
  }

  private func play(_ script: SolverScript, number: Int, _ outcome: inout Outcome) {
    outcome.scripts += 1
    let optional = Set(script.rows.map(\.priority)).subtracting([LinearConstraint.requiredPriority])
    outcome.tiers = max(outcome.tiers, optional.count)
    guard let judge = reference.makeSolver?(), let judged = engine.makeSolver?() else {
      preconditionFailure("a soak needs two plugins that offer solvers")
    }
    var expected: [Variable: Double] = [:], actual: [Variable: Double] = [:]
    for (at, transaction) in script.transactions.enumerated() {
      outcome.transactions += 1
      let right = Answer(to: transaction.edits, from: judge, values: &expected)
      let given = Answer(to: transaction.edits, from: judged, values: &actual)
      if right == .conflict { outcome.conflicts += 1 }
      if right == .refused { outcome.refusals += 1 }
      outcome.values += expected.count
      var detail: String?
      if right != given {
        detail = "\(engine.manifest.name) says \(given), \(reference.manifest.name) says \(right)"
      } else if let variable = Set(expected.keys).union(actual.keys).sorted().first(where: {
        expected[$0]?.bitPattern != actual[$0]?.bitPattern
      }) {
        func spelled(_ value: Double?) -> String { value.map { "\($0)" } ?? "nothing" }
        detail = "\(variable) is \(spelled(actual[variable])), not \(spelled(expected[variable]))"
      }
      if let detail {
        var cut = script
        cut.transactions.removeSubrange((at + 1)...)
        outcome.disagreements.append(
          Disagreement(number: number, script: cut, detail: "transaction \(at): \(detail)"))
        return
      }
    }
  }

  /// An answer to compare. Conflict sets are not compared, because several may be irreducible.
  private enum Answer: Equatable {
    case solved, conflict, refused
    case fault(String)

    init(to edits: [SolverEdit], from solver: any ConstraintSolving, values: inout [Variable: Double]) {
      do {
        let outcome = try solver.apply(edits)
        if outcome == .solved {
          for case .forget(let variable) in edits { values[variable] = nil }
        }
        try solver.drainChanges { variable, value in values[variable] = value }
        self = outcome == .solved ? .solved : .conflict
      } catch .rejected {
        self = .refused
      } catch {
        self = .fault("\(error)")
      }
    }
  }
}
