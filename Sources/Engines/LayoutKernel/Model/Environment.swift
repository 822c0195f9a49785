import SceneModel

/// The facts about the surroundings of views: the keyboard and the text size, which belong to no view, and the views whose safe areas and margins
/// are to be computed.
///
/// These hold at any time, and `violations` checks them:
/// - an item counts the views in its subtree whose margins or safe areas are read by rows (`environmentReaders`);
/// - a view whose margins or safe area a row reads has its environment stored.
final class Environment {
  /// The docked keyboard's frame in the root's coordinates; `nil` while it is hidden or floats.
  @exclusivity(unchecked) private(set) var keyboard: Rect?
  @exclusivity(unchecked) private(set) var textSize = LayoutQuirks.TextSize.large
  /// Views whose frames were set since the last pass and whose subtrees contain views whose safe areas or margins are read by rows. Some of them may
  /// have left the scene.
  @exclusivity(unchecked) var awaiting: [Item] = []

  /// Sets the keyboard's frame. Returns whether it has changed.
  func setKeyboard(_ frame: Rect?) -> Bool {
    defer { keyboard = frame }
    return keyboard != frame
  }

  /// Sets the user's text size. Returns whether it has changed.
  func setTextSize(_ size: LayoutQuirks.TextSize) -> Bool {
    defer { textSize = size }
    return textSize != size
  }

  /// Returns the broken invariants of the scene's items, one line each; empty if the kernel is sound.
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
