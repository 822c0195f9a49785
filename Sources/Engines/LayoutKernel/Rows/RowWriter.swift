import SceneModel

/// A receiver of the constraints that the system makes: a list, or the rows of the scene.
protocol SystemConstraintSink {
  mutating func append(_ constraint: SystemConstraint)
}

extension Array: SystemConstraintSink where Element == SystemConstraint {}

/// Turns the constraints of one item into rows of the scene, one after the other, and records their slots.
struct RowWriter: SystemConstraintSink {
  private unowned(unsafe) let kernel: LayoutKernel
  private unowned(unsafe) let item: Item
  private(set) var slots: UInt64 = 0

  /// Makes a writer that lives no longer than the kernel and the item.
  init(_ kernel: LayoutKernel, _ item: Item) { (self.kernel, self.item) = (kernel, item) }

  mutating func append(_ constraint: SystemConstraint) {
    slots |= 1 << UInt64(constraint.id.rawValue & 63)
    kernel.want(constraint, of: item)
  }
}

extension LayoutKernel {
  /// Adds the row of a constraint that the system makes for an item to those that the scene wants.
  fileprivate func want(_ constraint: SystemConstraint, of item: Item) {
    let row = row(of: constraint)
    if !row.constant.isFinite || !sum.isFinite { rows.runaway = item }
    rows.want(row)
  }
}
