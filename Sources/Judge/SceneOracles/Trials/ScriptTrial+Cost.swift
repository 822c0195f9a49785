import LayoutPlugin
import SceneModel

extension ScriptTrial {
  private static let costFactor = 8
  /// The rows and pivots that an engine may spend on its own bookkeeping.
  private static let costAllowance = 64

  /// Compares the cost of the most expensive solved transaction with that of a new engine that gets the same constraints at once.
  func judgeCost() -> Verdict {
    var dearest: (transaction: Int, cost: Int, system: LinearSystem)?
    var counted = 0
    play { state in
      guard let work = state.solver.workDone else { return false }
      let cost = work.rows + work.pivots - counted
      counted += cost
      // Refusals are not compared, because explaining one may take many solutions. The first transaction is not, because it is a fresh start itself.
      if state.transaction > 1, state.answer.isSolved, cost > dearest?.cost ?? -1 {
        dearest = (state.transaction, cost, state.system)
      }
      return true
    }
    guard let dearest else { return .undecided("the engine counts no work, or nothing was edited") }
    guard let fresh = plugin.makeSolver?() else { return .undecided(.notClaimed, "the plugin offers no solver") }
    guard ScriptTrial.answer(of: fresh, to: dearest.system.edits).isSolved, let work = fresh.workDone else {
      return .undecided(.noAnswer, "a new engine does not solve the set")
    }
    let limit = ScriptTrial.costFactor * (work.rows + work.pivots) + ScriptTrial.costAllowance
    if dearest.cost <= limit { return .holds }
    return .broken(
      "transaction \(dearest.transaction) took \(dearest.cost) rows and pivots, a new engine \(work.rows + work.pivots)"
    )
  }
}
