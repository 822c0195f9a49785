/// What is done to a workload and timed. The raw value is the middle of a benchmark's path: `solver/tick/feed-200`.
public enum Operation: String, Hashable, Sendable, CaseIterable {
  /// Everything into a new engine, and the first solution.
  case build
  /// The root's width by half a point: no row changes sides.
  case resize
  /// The root's width to three quarters and back: rows change sides where there are inequalities. An engine may learn
  /// the two widths.
  case rotate
  /// The same to 96 different widths in turn. An engine may learn between which widths a row keeps its side; where many
  /// rows compete, it has to find each width anew.
  case jump
  /// One frame of 60 in which the root's width eases to three quarters and back, again and again.
  case tick
  /// One constant deep in the tree.
  case leaf
  /// One constraint removed, then added again.
  case toggle
  /// Fifty constants (all, where there are fewer) in one transaction.
  case batch
  /// One arranged view of a stack hidden, then shown again.
  case hide
  /// A row at the end inserted, then removed.
  case insert
  /// All rows of a table measured again.
  case measure

  /// What can be done to any linear system.
  public static let common: [Operation] = [.build, .resize, .rotate, .jump, .tick, .leaf, .toggle, .batch]
}
