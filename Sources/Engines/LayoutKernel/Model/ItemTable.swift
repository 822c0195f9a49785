import SceneModel

/// The items of a scene by number, found through their nodes. The table alone keeps them alive.
struct ItemTable: ~Copyable {
  /// The nodes, on which a pass works without reference counting.
  private(set) var nodes = NumberTable<NodePointer>()

  deinit { for node in nodes.values { ItemTable.release(node) } }

  var count: Int { nodes.count }

  subscript(id: ItemID) -> Item? { nodes[id]?.pointee.item }

  /// Returns the item that was inserted at this place. Only valid as long as no item was removed.
  subscript(place place: Int) -> Item { nodes.values[place].pointee.item }

  /// All items, kept alive while the list is used.
  var all: [Item] { nodes.values.map(\.pointee.item) }

  mutating func insert(_ item: Item) {
    _ = Unmanaged.passRetained(item)
    nodes[item.id] = item.node
  }

  /// Removes an item, which is then freed unless it is referenced elsewhere.
  mutating func remove(_ item: Item) {
    guard let node = nodes.removeValue(forKey: item.id.rawValue) else { return }
    ItemTable.release(node)
  }

  private static func release(_ node: NodePointer) { Unmanaged.passUnretained(node.pointee.item).release() }

  mutating func reserveCapacity(_ capacity: Int) { nodes.reserveCapacity(capacity) }

  /// Frees unused memory if there is a lot of it.
  mutating func trim() { nodes.trim() }
}
