import SceneModel

/// The state of cell measurements: the cells to measure, cached sizes, and changes postponed during a measurement.
///
/// These hold whenever nothing is measured, and `violations` checks them:
/// - there are no rows of a measurement, and no item waits to be moved;
/// - each cached size, and each table whose updates have begun, belongs to an item of the scene.
final class MeasurementState {
  /// The tables that are between `beginUpdates` and `endUpdates`.
  @exclusivity(unchecked) var updatingTables: Set<ItemID> = []
  /// The tables and collections with cells to place or measure in the next pass, each with the index of the first such cell among its subviews. May
  /// contain views that have left the scene.
  @exclusivity(unchecked) var waiting = NumberTable<Int>()
  /// The measured sizes of cells' contents. A size is removed when something in its content changes.
  @exclusivity(unchecked) var fittedSizes = NumberTable<FittedSize>()
  /// The rows of the measurement that is under way, by the views that are measured.
  @exclusivity(unchecked) var fitting = NumberTable<[SystemConstraint]>()
  /// Items whose values changed during a measurement. Their frames do not move meanwhile. Nil while nothing is measured.
  @exclusivity(unchecked) var suspendedMoves: [Item]?
  /// Items whose frames must be compared with the engine's after the next solve, because a measurement changed their values for a while.
  @exclusivity(unchecked) var afterSolving: [Item] = []

  /// Returns the broken invariants, one line each; empty if the kernel is sound.
  func violations(among items: [Item]) -> [String] {
    var found: [String] = []
    let present = Set(items.map(\.id))
    if !fitting.isEmpty || suspendedMoves != nil { found.append("a measurement has left something") }
    for key in fittedSizes.keys where !present.contains(ItemID(key)) {
      found.append("the size of \(ItemID(key)), which is gone")
    }
    if !updatingTables.isSubset(of: present) { found.append("a table is updated that is gone") }
    return found
  }
}
