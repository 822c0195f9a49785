import SceneModel

/// An event of the layout passes. Tests compare lists of events.
public enum LayoutEvent: Hashable, Sendable {
  /// A view updated its properties.
  case updateProperties(ItemID)
  /// A view updated its constraints.
  case updateConstraints(ItemID)
  /// A view laid out its subviews.
  case layoutSubviews(ItemID)
  /// A view got another frame; frames are unrounded and in the superview's coordinates.
  case setFrame(ItemID, from: Rect, to: Rect)
  /// A view's safe area insets changed.
  case safeAreaInsetsDidChange(ItemID)
  /// A view's layout margins changed.
  case layoutMarginsDidChange(ItemID)
  /// A required constraint was broken; the number is an index of `LayoutKernel.conflicts`.
  case conflict(Int)
}

extension LayoutKernel {
  /// Records an event if events are recorded.
  @inline(__always)
  func note(_ event: @autoclosure () -> LayoutEvent) {
    if recordsEvents { events.append(event()) }
  }

  /// Returns an event as one line of text, such as `setFrame card (0, 0, 10, 10) -> (0, 0, 20, 10)`.
  public func text(of event: LayoutEvent) -> String {
    switch event {
    case .updateProperties(let item): "updateProperties \(name(of: item))"
    case .updateConstraints(let item): "updateConstraints \(name(of: item))"
    case .layoutSubviews(let item): "layoutSubviews \(name(of: item))"
    case .setFrame(let item, let old, let new): "setFrame \(name(of: item)) \(text(of: old)) -> \(text(of: new))"
    case .safeAreaInsetsDidChange(let item): "safeAreaInsetsDidChange \(name(of: item))"
    case .layoutMarginsDidChange(let item): "layoutMarginsDidChange \(name(of: item))"
    case .conflict(let index): "conflict \(index)"
    }
  }

  private func text(of rect: Rect) -> String {
    "(" + [rect.x, rect.y, rect.width, rect.height].map(shortText).joined(separator: ", ") + ")"
  }
}

/// A number as the text form spells it: a trailing `.0` is dropped.
func shortText(_ number: Double) -> String {
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
