import LayoutPlugin
import SceneModel

/// The error for a benchmark that is not worth timing, because the engine's answer is wrong.
public struct CheckFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the answer.
  public enum Kind: Hashable, Sendable {
    /// The constraints can be met, but the engine refused them or broke one.
    case refused
    /// A required constraint does not hold.
    case requiredMissed
    /// A value or a frame differs from the one that hand-written code computes.
    case notAsByHand
    /// A new engine or kernel in the same state gives another answer.
    case notAsFresh
  }

  /// What is wrong with the answer; nil if the benchmark has nothing to measure.
  public var kind: Kind?
  public var description: String

  public init(_ kind: Kind? = nil, description: String) { (self.kind, self.description) = (kind, description) }
}

/// The distance in points by which an answer may miss a required row or an expected frame. It is far above the rounding errors of doubles and far
/// below a pixel. This check only asks whether the layout is right; laws compare bits.
public let checkTolerance = 1e-3

/// The number of edits that are checked at the start of a run without repetition. It is odd, so that a row that is removed and added in turn is
/// absent at the end.
let checkedFreshEdits = 7

extension SolverWorkload {
  /// Runs the build, one round of an operation and the first edits of its run without repetition (`fresh`). Compares the answers with known ones.
  /// Required rows hold after each checked transaction, and frames equal those that hand-written code computes. The answer of a canonical engine
  /// equals that of a new one, bit for bit.
  /// - Parameters:
  ///   - isCanonical: whether the engine claims that a layout depends on the set of constraints alone.
  ///   - seconds: the time after which the next transaction is the last one that is checked, because the engine is slow.
  /// - Returns: The mean seconds of a transaction; of the build, if the operation has no others.
  @discardableResult
  public func check(
    _ operation: Operation, isCanonical: Bool, within seconds: Double = .infinity,
    makeEngine: () -> any ConstraintSolving
  ) throws -> Double {
    var state = LinearState()
    let session = SolverSession(engine: makeEngine(), variableCount: variableCount)
    let start = ContinuousClock.now
    var taken = Duration.zero
    func perform(_ edits: [SolverEdit], _ moment: String, isJudged: Bool) throws {
      let start = ContinuousClock.now
      let outcome = try session.apply(edits)
      taken += .now - start
      guard outcome == .solved else {
        throw CheckFailure(.refused, description: "\(name): satisfiable edits were refused (\(moment))")
      }
      state.apply(edits)
      if isJudged { try judge(session.values, state, moment) }
    }
    try perform(build, "build", isJudged: true)
    let buildTime = taken
    taken = .zero
    var count = 0
    let cycle = cycles[operation] ?? []
    let fresh = try fresh[operation]?()
    let first = try (0..<(fresh == nil ? 0 : checkedFreshEdits)).compactMap { try fresh?($0) }
    let middle = (cycle.count - 1) / 2
    for (index, edits) in (cycle + first).enumerated() {
      let isLast = index == cycle.count + first.count - 1 || (.now - start) / .seconds(1) > seconds
      let isJudged = index == 0 || index == middle || index == cycle.count - 1 || isLast
      try perform(edits, "\(operation.rawValue) \(index + 1) of \(cycle.count + first.count)", isJudged: isJudged)
      count += 1
      if isCanonical, index == middle || isLast {
        let fresh = SolverSession(engine: makeEngine(), variableCount: variableCount)
        let moment = "\(operation.rawValue) \(index + 1) of \(cycle.count + first.count)"
        guard try fresh.apply(state.edits) == .solved else {
          throw CheckFailure(.notAsFresh, description: "\(name): a fresh engine refuses what this one took (\(moment))")
        }
        if let wrong = zip(fresh.values, session.values).enumerated().first(where: { $0.element.0 != $0.element.1 }) {
          throw CheckFailure(
            .notAsFresh,
            description:
              "\(name): v\(wrong.offset) is \(wrong.element.1), a fresh engine has \(wrong.element.0) (\(moment))")
        }
      }
      if isLast { break }
    }
    return count == 0 ? buildTime / .seconds(1) : taken / .seconds(1) / Double(count)
  }

  private func judge(_ values: [Double], _ state: LinearState, _ moment: String) throws {
    for constraint in state.constraints where constraint.isRequired {
      let excess = constraint.violation(at: values)
      guard excess <= max(checkTolerance, constraint.roundingOfValues) else {
        let variable =
          constraint.terms.first.map { "v\($0.variable.id) is \(values[Int($0.variable.id)])" } ?? "no value is wrong"
        let sum = constraint.terms.reduce(0) { $0 + $1.coefficient * values[Int($1.variable.id)] }
        throw CheckFailure(
          .requiredMissed,
          description:
            "\(name): \(variable), and \(constraint.id) expects \(constraint.relation.symbol) \(constraint.constant) "
            + "where it gets \(sum): it is missed by \(excess) pt (\(moment))")
      }
    }
    // The formula knows the constants of the build and any root width; other edits are judged by the laws above.
    guard let frames, let rootWidth, state.differsFromBuildOnly(in: rootWidth),
      let width = state[rootWidth]?.constant
    else { return }
    for (variable, expected) in frames.values(rootWidth: width).enumerated() {
      guard abs(values[variable] - expected) <= checkTolerance else {
        throw CheckFailure(
          .notAsByHand,
          description: "\(name): v\(variable) is \(values[variable]), by hand it is \(expected) (\(moment))")
      }
    }
  }
}

extension LinearConstraint {
  /// Returns by how much the values miss the row, in its own units; 0 when it holds.
  func violation(at values: [Double]) -> Double {
    let excess = terms.reduce(0) { $0 + $1.coefficient * values[Int($1.variable.id)] } - constant
    return switch relation {
    case .equal: abs(excess)
    case .lessThanOrEqual: max(0, excess)
    case .greaterThanOrEqual: max(0, -excess)
    }
  }
}

/// The constraint set after some edits. It is what an engine must solve; this type solves nothing.
private struct LinearState {
  private var live: [LinearConstraint.ID: LinearConstraint] = [:]
  private var built: [LinearConstraint.ID: LinearConstraint] = [:]
  private var declared: [Variable: Bool] = [:]

  /// The constraints in ascending order of their ids.
  var constraints: [LinearConstraint] { live.values.sorted { $0.id < $1.id } }

  /// The edits that make this state in a new engine.
  var edits: [SolverEdit] {
    declared.sorted { $0.key < $1.key }.map { .declare($0.key, nonNegative: $0.value) } + constraints.map { .add($0) }
  }

  subscript(id: LinearConstraint.ID) -> LinearConstraint? { live[id] }

  mutating func apply(_ edits: [SolverEdit]) {
    for edit in edits {
      switch edit {
      case .add(let constraint): live[constraint.id] = constraint
      case .remove(let id): live[id] = nil
      case .setConstant(let id, let constant): live[id]?.constant = constant
      case .setPriority(let id, let priority): live[id]?.priority = priority
      case .declare(let variable, let nonNegative): declared[variable] = nonNegative
      case .forget(let variable): declared[variable] = nil
      }
    }
    if built.isEmpty { built = live }
  }

  func differsFromBuildOnly(in id: LinearConstraint.ID) -> Bool {
    live.count == built.count && live.allSatisfy { $0.key == id || built[$0.key] == $0.value }
  }
}
