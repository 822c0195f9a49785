import SceneModel

/// The state of cell measurements: the cells to measure, cached sizes, and changes postponed during a measurement.
///
/// These hold whenever nothing is measured, and `violations` checks them:
/// - no fitting rows are left, and no moves are suspended;
/// - each cached size, and each table whose updates have begun, belongs to an item of the scene.
final class MeasurementState {
  /// Tables whose updates have begun and not ended.
  @exclusivity(unchecked) var updatingTables: Set<ItemID> = []
  /// The tables and collections with cells to place or measure in the next pass, each with the index of the first such cell among its subviews. May
  /// contain views that have left the scene.
  @exclusivity(unchecked) var waiting = NumberTable<Int>()
  /// The sizes that the contents of cells were measured at, as long as nothing in them has changed.
  @exclusivity(unchecked) var fittedSizes = NumberTable<FittedSize>()
  /// The rows of the measurement that is under way, by the views that are measured.
  @exclusivity(unchecked) var fitting = NumberTable<[SystemConstraint]>()
  /// Items whose values changed during a measurement, which moves nothing; nil outside of one.
  @exclusivity(unchecked) var suspendedMoves: [Item]?
  /// Items to compare with their frames after the next solve, because a measurement may have moved them for a while.
  @exclusivity(unchecked) var afterSolving: [Item] = []

  /// Returns what does not hold among the items of the scene, as one line each; none in a sound kernel.
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
