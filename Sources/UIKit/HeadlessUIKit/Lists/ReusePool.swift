/// Views that a list has made and may show again, by identifier.
struct ReusePool<View: UIView> {
  private var makers: [String: () -> View?] = [:]
  private var waiting: [String: [View]] = [:]

  mutating func register(_ identifier: String, _ maker: (() -> View?)?) {
    makers[identifier] = maker
    waiting[identifier] = nil
  }

  func isRegistered(_ identifier: String) -> Bool { makers[identifier] != nil }

  mutating func take(_ identifier: String) -> View? { waiting[identifier]?.popLast() }

  func make(_ identifier: String) -> View? { makers[identifier]?() }

  mutating func put(_ view: View, _ identifier: String) { waiting[identifier, default: []].append(view) }

  /// Forgets all views that wait for reuse, and removes them from the view tree.
  mutating func clear() {
    for view in waiting.values.joined() { view.removeFromSuperview() }
    waiting = [:]
  }
}
