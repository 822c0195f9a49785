import SceneModel

/// Effective safe areas and margins at given frames, for left-to-right scenes: the rules of `Guides/architecture.md`'s
/// kernel, evaluated where no solver has run yet.
enum MarginRules {
  /// The part of the superview's unsafe border that lies over the view, and what the view adds.
  static func safeArea(of view: View, frame: Rect, superviewSize: Size, superviewSafeArea: Insets?) -> Insets {
    guard let outer = superviewSafeArea else { return view.safeArea }
    return Insets(
      top: max(0, outer.top - frame.y) + view.safeArea.top,
      left: max(0, outer.left - frame.x) + view.safeArea.left,
      bottom: max(0, outer.bottom - (superviewSize.height - frame.maxY)) + view.safeArea.bottom,
      right: max(0, outer.right - (superviewSize.width - frame.maxX)) + view.safeArea.right)
  }

  static func margins(
    of view: View, frame: Rect, superviewSize: Size, safeArea: Insets, superviewMargins: Insets?
  ) -> Insets {
    let rules = view.margins
    var result = Insets(
      top: rules.own.top, left: rules.own.leading, bottom: rules.own.bottom, right: rules.own.trailing)
    if let minimum = rules.systemMinimum {
      result.top = max(result.top, minimum.top)
      result.left = max(result.left, minimum.leading)
      result.bottom = max(result.bottom, minimum.bottom)
      result.right = max(result.right, minimum.trailing)
    }
    if rules.insetsFromSafeArea {
      result.top += safeArea.top
      result.left += safeArea.left
      result.bottom += safeArea.bottom
      result.right += safeArea.right
    }
    if rules.preservesSuperviewMargins, let outer = superviewMargins {
      result.top = max(result.top, outer.top - frame.y)
      result.left = max(result.left, outer.left - frame.x)
      result.bottom = max(result.bottom, outer.bottom - (superviewSize.height - frame.maxY))
      result.right = max(result.right, outer.right - (superviewSize.width - frame.maxX))
    }
    return result
  }
}
