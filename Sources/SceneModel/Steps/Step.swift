/// One thing done to a scene. A step does exactly what its UIKit call does: only `layout`, `resize`, `endUpdates`
/// and the end of a turn (`advance`) run passes.
public indirect enum Step: Hashable, Sendable {
  /// Sets a constraint's constant, in points.
  case setConstant(LayoutConstraint.ID, Double)
  /// Sets a constraint's priority, in (0, 1000].
  case setPriority(LayoutConstraint.ID, Double)
  /// `isActive = true`.
  case activate(LayoutConstraint.ID)
  /// `isActive = false`.
  case deactivate(LayoutConstraint.ID)
  /// A new constraint, active if it says so.
  case addConstraint(LayoutConstraint)
  /// Deactivates a constraint, and forgets it.
  case removeConstraint(LayoutConstraint.ID)
  /// A new view, at the end of its parent's subviews.
  case addView(View)
  /// Removes the subtree and every constraint that refers into it.
  case removeView(ItemID)
  /// A new layout guide.
  case addGuide(Guide)
  /// Removes a guide and every constraint that refers to it.
  case removeGuide(ItemID)
  /// `index` nil: at the end.
  case arrange(ItemID, in: ItemID, at: Int?)
  /// Takes a view out of a stack's arranged views; it stays a subview.
  case unarrange(ItemID, from: ItemID)
  /// Another place among a stack's arranged views.
  case move(ItemID, in: ItemID, at: Int)
  /// `isHidden = true`.
  case hide(ItemID)
  /// `isHidden = false`.
  case show(ItemID)
  /// Another natural size, as `invalidateIntrinsicContentSize` tells it.
  case setIntrinsic(ItemID, IntrinsicSize)
  /// Sets one of a view's properties.
  case setProperty(ItemID, Property)
  /// `setNeedsLayout()`.
  case needsLayout(ItemID)
  /// `setNeedsUpdateConstraints()`.
  case needsConstraints(ItemID)
  /// `setNeedsUpdateProperties()` (iOS 26).
  case needsProperties(ItemID)
  /// `layoutIfNeeded()` of a view.
  case layout(ItemID)
  /// Another size of the root, in points, as a rotation gives it.
  case resize(Size)
  /// `beginUpdates()` of a table.
  case beginUpdates(ItemID)
  /// `endUpdates()` of a table, which lays it out.
  case endUpdates(ItemID)
  /// Virtual seconds; ends the turn.
  case advance(Double)
  /// A view animation block. Only a player moves anything; for a kernel its steps just happen.
  case animate(AnimationStep)
  /// What only a player does.
  case play(PlayerStep)
}

/// A settable property of a view, with its new value.
public enum Property: Hashable, Sendable {
  /// In the superview's coordinates, in points.
  case frame(Rect)
  /// The frame's middle, in the superview's coordinates.
  case center(Point)
  /// Its own coordinates: a size, and an origin that scrolls.
  case bounds(Rect)
  /// 0 is clear, 1 is opaque.
  case alpha(Double)
  /// `directionalLayoutMargins`, in points.
  case margins(DirectionalInsets)
  /// Points that it adds to its subtree's safe area.
  case safeArea(Insets)
  /// `semanticContentAttribute`.
  case semantic(SemanticContent)
  /// A stack's `spacing`, in points.
  case spacing(Double)
  /// Shows the view turned, scaled or moved; constraints do not know.
  case transform(Transform3D)
  /// Other words, in place of those that the view had.
  case text(TextMetrics)
}
