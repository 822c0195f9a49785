/// The thing that is done to a workload and timed. The raw value is the middle of a benchmark's path: `solver/tick/feed-200`.
///
/// Each has a form whose edits never come back in a run, which is shown first and gates, and a form that goes through the same few states
/// again and again, which shows what an engine gains by remembering.
public enum Operation: String, Hashable, Sendable, CaseIterable {
  /// Everything into a new engine, and the first solution.
  case build
  /// The root's width by less than a point: no row changes sides.
  case resize
  /// A device is turned, in one transaction: width, height, safe area and margins, as far as the workload has them. Rows change sides where
  /// there are inequalities.
  case rotate
  /// The root's width to any other between three quarters and all of it: a window that is dragged about.
  case jump
  /// One frame of an animation of the root's width.
  case tick
  /// One frame of an animation of two constants of one view.
  case animate
  /// One constant deep in the tree.
  case leaf
  /// The words of a label: its natural size.
  case text
  /// One constraint removed, then added again.
  case toggle
  /// Fifty constants (all, where there are fewer) in one transaction.
  case batch
  /// One arranged view of a stack hidden, then shown again.
  case hide
  /// A row inserted, then removed: the mean of both.
  case insert
  /// All rows of a table measured again.
  case measure

  /// The operations on any linear system.
  public static let common: [Operation] = [.build, .resize, .rotate, .jump, .tick, .animate, .leaf, .toggle, .batch]
  /// The operations on a system with labels in it.
  public static let labelled: [Operation] = common + [.text]
}
