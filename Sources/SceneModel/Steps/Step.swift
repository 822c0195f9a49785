/// One thing done to a scene. A step does exactly what its UIKit call does: only `layout`, `resize`, `endUpdates`
/// and the end of a turn (`advance`) run passes.
public indirect enum Step: Hashable, Sendable {
  case setConstant(LayoutConstraint.ID, Double)
  case setPriority(LayoutConstraint.ID, Double)
  case activate(LayoutConstraint.ID)
  case deactivate(LayoutConstraint.ID)
  case addConstraint(LayoutConstraint)
  case removeConstraint(LayoutConstraint.ID)
  case addView(View)
  /// Removes the subtree and every constraint that refers into it.
  case removeView(ItemID)
  case addGuide(Guide)
  case removeGuide(ItemID)
  /// `index` nil: at the end.
  case arrange(ItemID, in: ItemID, at: Int?)
  case unarrange(ItemID, from: ItemID)
  case move(ItemID, in: ItemID, at: Int)
  case hide(ItemID)
  case show(ItemID)
  case setIntrinsic(ItemID, IntrinsicSize)
  case setProperty(ItemID, Property)
  case needsLayout(ItemID)
  case needsConstraints(ItemID)
  /// `setNeedsUpdateProperties()` (iOS 26).
  case needsProperties(ItemID)
  case layout(ItemID)
  case resize(Size)
  case beginUpdates(ItemID)
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
  case frame(Rect)
  case center(Point)
  case bounds(Rect)
  case alpha(Double)
  case margins(DirectionalInsets)
  case safeArea(Insets)
  case semantic(SemanticContent)
  case spacing(Double)
  /// Shows the view turned, scaled or moved; constraints do not know.
  case transform(Transform3D)
  /// Other words, in place of those that the view had.
  case text(TextMetrics)
}
