import SceneModel

/// A player's layers by number. The table counts every access, so that laws can check that work on one layer does not visit the others.
struct LayerTable {
  private var nodes: [LayerNode] = []
  /// How often a layer was accessed.
  private(set) var visits = 0

  var count: Int { nodes.count }

  mutating func append(_ node: LayerNode) { nodes.append(node) }

  subscript(number: Int) -> LayerNode {
    @inline(__always)
    mutating get {
      visits &+= 1
      return nodes[number]
    }
  }

  /// Returns the first `count` layers.
  mutating func prefix(_ count: Int) -> ArraySlice<LayerNode> {
    visits &+= count
    return nodes.prefix(count)
  }
}

/// A layer of a player: its model, the committed part of it, and its animations.
final class LayerNode {
  @exclusivity(unchecked) var parent: LayerID?
  var children: [LayerID] = []
  let isViewBacked: Bool
  /// Whether the layer is in the window's tree, at any depth.
  @exclusivity(unchecked) var isLive = false
  @exclusivity(unchecked) private(set) var model = PropertyValues()
  @exclusivity(unchecked) var timing = LayerTiming()
  @exclusivity(unchecked) var committedTiming = LayerTiming()
  @exclusivity(unchecked) var animations: [AttachedAnimation] = []
  @exclusivity(unchecked) var delegate: ((String) -> LayerAction?)?
  @exclusivity(unchecked) var actions: [String: LayerAction] = [:]
  @exclusivity(unchecked) var styleActions: [String: LayerAction] = [:]
  /// The layer as the last state of the history has it.
  @exclusivity(unchecked) var shown = CommittedLayer()
  /// The slots whose model value is newer than the committed one.
  @exclusivity(unchecked) private var changedSlots: [Int] = []
  // Whether it waits in the player's lists.
  @exclusivity(unchecked) var isTouched = false
  @exclusivity(unchecked) var hasOtherAnimations = false

  init(parent: LayerID?, isViewBacked: Bool) {
    self.parent = parent
    self.isViewBacked = isViewBacked
  }

  /// Whether the layer was committed in a live tree at least once.
  var isCommitted: Bool { shown.isCommitted }

  func setModel(_ slot: Int, _ value: AnimationValue) {
    model.set(slot, value)
    if !changedSlots.contains(slot) { changedSlots.append(slot) }
  }

  /// Commits the model, and calls `body` with each value that is new.
  func commitModel(_ body: (CommitHistory.Change.What) -> Void) {
    if !shown.isCommitted {
      shown.isCommitted = true
      body(.appeared)
    }
    for slot in changedSlots {
      guard let value = model[slot] else { continue }
      shown.model.set(slot, value)
      body(.value(slot, value))
    }
    changedSlots.removeAll(keepingCapacity: true)
  }
}
