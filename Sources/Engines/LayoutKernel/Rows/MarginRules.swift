import SceneModel

/// The rules for the safe areas and margins of one view, as functions of the views around it. They are used for files and for screens in code.
package enum MarginRules {
  /// The facts about a view's superview that its insets depend on.
  package struct Surroundings: Hashable, Sendable {
    package var size: Size
    package var safeArea: Insets
    package var margins: Insets
    /// Whether the superview is a scroll view, which moves its content out of the unsafe border by itself.
    package var isScrollView: Bool

    package init(size: Size, safeArea: Insets, margins: Insets, isScrollView: Bool) {
      self.size = size
      self.safeArea = safeArea
      self.margins = margins
      self.isScrollView = isScrollView
    }
  }

  /// Returns the safe area insets of a view: the part of the superview's insets that lies over it, and its own additional ones. With `isClamped`,
  /// the insets do not grow any more once the view reaches beyond its superview's edge.
  package static func safeArea(
    of view: View, frame: Rect, in superview: Surroundings?, isClamped: Bool = false
  ) -> Insets {
    let own = view.safeArea
    guard let superview, !superview.isScrollView else { return own }
    let (border, outer) = (superview.safeArea, superview.size)
    func overlap(_ border: Double, _ distance: Double) -> Double {
      guard border > 0 else { return 0 }
      return max(0, border - (isClamped ? max(0, distance) : distance))
    }
    return Insets(
      top: overlap(border.top, frame.y) + own.top, left: overlap(border.left, frame.x) + own.left,
      bottom: overlap(border.bottom, outer.height - frame.maxY) + own.bottom,
      right: overlap(border.right, outer.width - frame.maxX) + own.right)
  }

  /// The length in points of a screen's short side from which it has wide margins, and a regular width in landscape.
  package static let largeShortSide = 414.0
  package static func isLarge(_ screen: Size) -> Bool { min(screen.width, screen.height) >= largeShortSide }

  /// The margins at the sides of a controller's root (rule L7.6) on a screen, or in a window, of a size.
  package static func side(ofScreen size: Size) -> Double { isLarge(size) ? 20 : 16 }

  /// Returns the margins of a controller's root: those that were set; otherwise 0 at the top and bottom, and at the sides 8, or 0 if `least` is
  /// given. All are at least those of `least`, the system's minimum.
  package static func ownMargins(
    ofRoot given: DirectionalInsets?, atLeast least: DirectionalInsets?
  ) -> DirectionalInsets {
    let standard = least == nil ? 8.0 : 0
    var own = given ?? DirectionalInsets(top: 0, leading: standard, bottom: 0, trailing: standard)
    if let least {
      own = DirectionalInsets(
        top: max(own.top, least.top), leading: max(own.leading, least.leading), bottom: max(own.bottom, least.bottom),
        trailing: max(own.trailing, least.trailing))
    }
    return own
  }

  package static func margins(
    of view: View, frame: Rect, safeArea safe: Insets, in superview: Surroundings?, isRightToLeft: Bool
  ) -> Insets {
    let margins = view.margins
    func physical(_ insets: DirectionalInsets) -> Insets {
      Insets(
        top: insets.top, left: isRightToLeft ? insets.trailing : insets.leading, bottom: insets.bottom,
        right: isRightToLeft ? insets.leading : insets.trailing)
    }
    var result = physical(margins.own)
    if let minimum = margins.systemMinimum.map(physical) { result = result.union(minimum) }
    if margins.insetsFromSafeArea {
      result = Insets(
        top: result.top + safe.top, left: result.left + safe.left, bottom: result.bottom + safe.bottom,
        right: result.right + safe.right)
    }
    if margins.preservesSuperviewMargins, let superview {
      let (outer, size) = (superview.margins, superview.size)
      result = result.union(
        Insets(
          top: outer.top - frame.y, left: outer.left - frame.x, bottom: outer.bottom - (size.height - frame.maxY),
          right: outer.right - (size.width - frame.maxX)))
    }
    return result
  }
}

extension Insets {
  /// Returns the larger of both, edge by edge.
  func union(_ other: Insets) -> Insets {
    Insets(
      top: max(top, other.top), left: max(left, other.left), bottom: max(bottom, other.bottom),
      right: max(right, other.right))
  }
}
