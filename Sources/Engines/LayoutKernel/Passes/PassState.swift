import SceneModel

/// The work that waits for the next pass, and the memory that passes use again.
///
/// These hold whenever no pass is under way, and `violations` checks them:
/// - `flagged` contains the views that are marked as flagged, each once; every view whose constraints need an update is one of them;
/// - a view whose properties need an update is in `awaitingProperties`;
/// - a superview's two lists contain exactly its nodes that are marked as listed, or as moved, each once;
/// - the superview of a listed node is the root or listed itself, so that a pass finds every view that needs layout from the root;
/// - no removed item is kept, and the lists that are kept for their memory are empty.
final class PassState {
  /// Views whose constraints must be updated; some of them may have left the scene.
  @exclusivity(unchecked) var flagged: [Item] = []
  /// Views that are flagged for the properties pass.
  @exclusivity(unchecked) var awaitingProperties: [Item] = []
  /// The number of passes that are under way, one inside the other.
  @exclusivity(unchecked) var underWay = 0
  /// The items that have left the scene since the outermost pass began.
  @exclusivity(unchecked) var retired: [Item] = []
  /// Lists that a pass fills and empties again. Keeping their memory lets repeated edits allocate nothing.
  @exclusivity(unchecked) var spareNodes = NodeBuffer()
  @exclusivity(unchecked) var spareStack = NodeBuffer()

  /// Returns the broken invariants, one line each; empty if the kernel is sound.
  func violations(among items: [Item]) -> [String] {
    var found: [String] = []
    func expect(_ holds: Bool, _ problem: @autoclosure () -> String) { if !holds { found.append(problem()) } }
    let flaggedOnce = Set(flagged.map(ObjectIdentifier.init))
    let waiting = Set(awaitingProperties.map(ObjectIdentifier.init))
    expect(flaggedOnce.count == flagged.count, "a view is flagged twice")
    expect(underWay != 0 || retired.isEmpty && spareNodes.isEmpty && spareStack.isEmpty, "a pass has left something")
    for item in items {
      let (node, isFlagged) = (item.node, flaggedOnce.contains(ObjectIdentifier(item)))
      expect(item.isFlagged == isFlagged, "\(item.id) is marked as flagged: \(item.isFlagged), and is: \(isFlagged)")
      expect(item.isGuide || !item.needsUpdateConstraints || isFlagged, "\(item.id) needs an update and is not flagged")
      expect(
        !item.needsUpdateProperties || waiting.contains(ObjectIdentifier(item)),
        "\(item.id) waits for no properties pass")
      let (pending, moved) = (Array(node.pointee.pending), Array(node.pointee.moved))
      expect(
        Set(pending).count == pending.count && Set(moved).count == moved.count,
        "a list of \(item.id) names a node twice")
      expect(pending.allSatisfy { $0.pointee.isListed && $0.pointee.parent == node }, "the pending nodes of \(item.id)")
      expect(moved.allSatisfy { $0.pointee.isMoved && $0.pointee.parent == node }, "the moved nodes of \(item.id)")
      guard let parent = node.pointee.parent else { continue }
      expect(!node.pointee.isListed || parent.pointee.pending.contains(node), "\(item.id) is listed nowhere")
      expect(!node.pointee.isMoved || parent.pointee.moved.contains(node), "\(item.id) is moved and on no list")
      expect(
        !node.pointee.isListed || parent.pointee.isListed || parent.pointee.parent == nil, "no path leads to \(item.id)"
      )
      expect(item.isGuide || !item.needsLayout || node.pointee.isListed, "\(item.id) needs layout and is not listed")
    }
    return found
  }
}
