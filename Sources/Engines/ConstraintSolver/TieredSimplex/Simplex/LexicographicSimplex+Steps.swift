import LayoutPlugin

/// Steps along a column.
extension LexicographicSimplex where T: ~Copyable {
  /// Moves the point along the column read last. The active row there changes by `step` points.
  mutating func move(column: Int, by step: N) {
    for q in 0..<tableau.columnLength {
      let i = Int(tableau.columnRows[q])
      residual[i] = residual[i] + step * tableau.columnValues[q]
    }
    residual[Int(active[column])] = step
  }

  /// Makes a row active at a column's place, where the leaving row was active. The row's residual must be zero.
  mutating func pivot(_ column: Int, entering: Int) {
    let leaving = Int(active[column])
    tableau.pivot(column: column, entering: entering, leaving: leaving)
    place[leaving] = -1
    place[entering] = Int32(column)
    active[column] = Int32(entering)
    residual[entering] = N.zero
    pivots += 1
  }
}

/// The error that a stage did not end: rounding has spoiled the state. Exact numbers throw it only where pivots are
/// refused.
struct NumericalTrouble: Error {}

/// Runs an exact simplex. Bland's rule makes it end, so `NumericalTrouble` is reported as a fault.
func runExactSimplex(_ body: () throws(NumericalTrouble) -> Void) throws(PluginFault) {
  do { try body() } catch { throw .doubtful("the exact simplex found an objective without a minimum") }
}
