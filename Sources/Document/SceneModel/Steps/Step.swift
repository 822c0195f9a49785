/// One thing done to a scene. A step does exactly what its UIKit call does: only `layout`, `resize`, `endUpdates` and the end of a turn
/// (`advance`) run layout passes.
public indirect enum Step: Hashable, Sendable {
  /// Sets a constraint's constant, in points.
  case setConstant(LayoutConstraint.ID, Double)
  /// Sets a constraint's priority, in (0, 1000].
  case setPriority(LayoutConstraint.ID, Double)
  /// Activates a constraint: `isActive = true`.
  case activate(LayoutConstraint.ID)
  /// Deactivates a constraint: `isActive = false`.
  case deactivate(LayoutConstraint.ID)
  /// Adds a constraint, which is in force if it is active.
  case addConstraint(LayoutConstraint)
  /// Deactivates a constraint and forgets it.
  case removeConstraint(LayoutConstraint.ID)
  /// Adds a view as the last subview of its superview.
  case addView(View)
  /// Removes a view with its subtree, and every constraint that refers into it.
  case removeView(ItemID)
  /// Adds a layout guide.
  case addGuide(Guide)
  /// Removes a guide and every constraint that refers to it.
  case removeGuide(ItemID)
  /// Arranges a view in a stack view: `insertArrangedSubview(_:at:)`; without an index it comes last.
  case arrange(ItemID, in: ItemID, at: Int?)
  /// Takes a view out of a stack's arranged views; it stays a subview.
  case unarrange(ItemID, from: ItemID)
  /// Moves a view to a place among the subviews of a view, which may be another superview; in a stack view, among the arranged views. If the
  /// superview changes, constraints of ancestors that connect the view's subtree with other views are removed.
  case move(ItemID, in: ItemID, at: Int)
  /// Hides a view: `isHidden = true`.
  case hide(ItemID)
  /// Shows a view: `isHidden = false`.
  case show(ItemID)
  /// Gives a view another natural size, as after `invalidateIntrinsicContentSize()`.
  case setIntrinsic(ItemID, IntrinsicSize)
  /// Sets one of a view's properties.
  case setProperty(ItemID, Property)
  /// Calls `setNeedsLayout()` on a view.
  case needsLayout(ItemID)
  /// Calls `setNeedsUpdateConstraints()` on a view.
  case needsConstraints(ItemID)
  /// Calls `setNeedsUpdateProperties()` (iOS 26) on a view.
  case needsProperties(ItemID)
  /// Calls `layoutIfNeeded()` on a view.
  case layout(ItemID)
  /// Gives the root another size in points, as a rotation does.
  case resize(Size)
  /// Calls `beginUpdates()` on a table view.
  case beginUpdates(ItemID)
  /// Calls `endUpdates()` on a table view, which lays it out.
  case endUpdates(ItemID)
  /// Ends the turn of the run loop and lets virtual seconds pass.
  case advance(Double)
  /// Runs a view animation block. Only a player animates the changes; a kernel performs the steps inside at once.
  case animate(AnimationStep)
  /// A step that only a player performs.
  case play(PlayerStep)
}
