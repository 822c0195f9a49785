import LayoutPlugin
import SceneModel

/// An engine, and the present value of every variable, stored as a kernel stores them.
public final class SolverSession {
  /// The values, by variable id.
  public private(set) var values: [Double]
  /// How many values the engine has reported so far.
  public private(set) var changeCount = 0
  public let engine: any ConstraintSolving

  /// Makes a session. The ids of variables must be below `variableCount`.
  public init(engine: any ConstraintSolving, variableCount: Int) {
    self.engine = engine
    values = [Double](repeating: 0, count: variableCount)
  }

  /// Performs one transaction: applies the edits and fetches the changed values.
  public func apply(_ edits: [SolverEdit]) throws -> SolverOutcome {
    let outcome = try engine.apply(edits)
    var count = 0
    try values.withUnsafeMutableBufferPointer { values throws(PluginFault) in
      try engine.drainRuns { [values] variables, changed in
        for q in variables.indices { values[Int(variables[q].id)] = changed[q] }
        count += variables.count
      }
    }
    changeCount += count
    return outcome
  }
}
