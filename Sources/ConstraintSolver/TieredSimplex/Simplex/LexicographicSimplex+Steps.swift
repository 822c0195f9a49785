import LayoutPlugin

/// Steps along a column.
extension LexicographicSimplex where T: ~Copyable {
  /// Moves the point along the column read last, letting the active row there change by `step`.
  mutating func move(column: Int, by step: N) {
    for q in 0..<tableau.columnLength {
      let i = Int(tableau.columnRows[q])
      residual[i] = residual[i] + step * tableau.columnValues[q]
    }
    residual[Int(active[column])] = step
  }

  mutating func exchange(_ column: Int, entering: Int) {
    let leaving = Int(active[column])
    tableau.pivot(column: column, entering: entering, leaving: leaving)
    place[leaving] = -1
    place[entering] = Int32(column)
    active[column] = Int32(entering)
    residual[entering] = N.zero
    pivots += 1
  }
}

/// A stage never reached its end: rounding has spoiled the state. Exact numbers throw it only where they must stay.
struct Stuck: Error {}

/// Runs an exact simplex, which Bland's rule brings to an end.
func runExactSimplex(_ body: () throws(Stuck) -> Void) throws(PluginFault) {
  do { try body() } catch { throw .doubtful("the exact simplex found an objective without a minimum") }
}
