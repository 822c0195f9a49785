import SceneModel

/// The facts about the environment of views: those that belong to no view, and the views that wait for their safe areas and margins.
///
/// These hold at any time, and `violations` checks them:
/// - an item counts the views in its subtree whose rows read margins or safe areas (`environmentReaders`);
/// - a view that reads them has its environment stored.
final class Environment {
  /// The docked keyboard's frame in the root's coordinates; `nil` while it is hidden or floats.
  @exclusivity(unchecked) private(set) var keyboard: Rect?
  @exclusivity(unchecked) private(set) var textSize = LayoutQuirks.TextSize.large
  /// Views whose frames were given since the last pass, and in which views read safe areas or margins; some may have left the scene.
  @exclusivity(unchecked) var awaiting: [Item] = []

  /// Sets the keyboard's frame; returns whether it is another one.
  func setKeyboard(_ frame: Rect?) -> Bool {
    defer { keyboard = frame }
    return keyboard != frame
  }

  /// Sets the user's text size; returns whether it is another one.
  func setTextSize(_ size: LayoutQuirks.TextSize) -> Bool {
    defer { textSize = size }
    return textSize != size
  }

  /// Returns what does not hold among the items of the scene, as one line each; none in a sound kernel.
  func violations(among items: [Item]) -> [String] {
    var found: [String] = []
    for item in items where !item.isGuide {
      let count = item.children.reduce(item.readsEnvironment ? 1 : 0) { $0 + $1.environmentReaders }
      if item.environmentReaders != count {
        found.append("\(item.id) counts \(item.environmentReaders) readers of its environment, and has \(count)")
      }
      if item.readsEnvironment, item.environment == nil { found.append("the environment of \(item.id) is not stored") }
    }
    return found
  }
}
