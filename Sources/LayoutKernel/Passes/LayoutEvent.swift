import SceneModel

/// What the layout passes did, in order: the primary artefact of layout tests.
public enum LayoutEvent: Hashable, Sendable {
  case updateProperties(ItemID)
  case updateConstraints(ItemID)
  case layoutSubviews(ItemID)
  /// Unrounded frames in the superview's coordinates.
  case setFrame(ItemID, from: Rect, to: Rect)
  case safeAreaInsetsDidChange(ItemID)
  case layoutMarginsDidChange(ItemID)
  /// A required constraint was broken; the conflict's index in `LayoutKernel.conflicts`.
  case conflict(Int)
}

extension LayoutKernel {
  /// Keeps an event when somebody listens.
  @inline(__always)
  func note(_ event: @autoclosure () -> LayoutEvent) {
    if recordsEvents { events.append(event()) }
  }

  /// An event as a line: `setFrame card (0, 0, 10, 10) -> (0, 0, 20, 10)`.
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
