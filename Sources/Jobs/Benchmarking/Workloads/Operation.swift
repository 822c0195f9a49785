/// The operation on a workload that is timed. The raw value is the middle of a benchmark's path: `solver/tick/feed-200`.
///
/// Each operation has two forms. In the first one, no edit repeats an earlier state; regressions are judged by it. The second one goes through the
/// same few states again and again, and shows how much an engine gains by caching.
public enum Operation: String, Hashable, Sendable, CaseIterable {
  /// Adds everything to a new engine, and solves.
  case build
  /// Changes the root's width by less than a point: no constraint gets to the other side of its bound.
  case resize
  /// Rotates a device in one transaction: width, height, safe area and margins, as far as the workload has them. Some inequalities and optional
  /// constraints get to the other side of their bounds.
  case rotate
  /// Sets the root's width to any value between three quarters and all of it, as when a window is resized.
  case jump
  /// Sets the root's width as one frame of an animation does.
  case tick
  /// Sets two constants of one view as one frame of an animation does.
  case animate
  /// Sets one constant deep in the tree.
  case leaf
  /// Changes the words of a label, and so its natural size.
  case text
  /// Removes one constraint, then adds it again.
  case toggle
  /// Sets fifty constants, or all if there are fewer, in one transaction.
  case batch
  /// Hides one arranged view of a stack, then shows it again.
  case hide
  /// Inserts a row, then removes it; the result is the mean of both.
  case insert
  /// Measures all rows of a table again.
  case measure

  /// The operations on any linear system.
  public static let common: [Operation] = [.build, .resize, .rotate, .jump, .tick, .animate, .leaf, .toggle, .batch]
  /// The operations on a system with labels in it.
  public static let labelled: [Operation] = common + [.text]
}
