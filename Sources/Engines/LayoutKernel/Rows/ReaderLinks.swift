import SceneModel

/// Two kinds of linked lists in flat memory: the constraints whose rows read an item, and the items that a constraint's row reads.
struct ReaderLinks: ~Copyable {
  private struct Link: BitwiseCopyable {
    /// The item's number; `nobody` once the item has left the scene.
    var item: UInt32
    /// The constraint's number. A bit that numbers do not use holds a mark.
    private var packed: UInt32
    var nextOfItem, previousOfItem: Int32
    var nextOfConstraint: Int32

    static let nobody = UInt32.max
    private static let marginsMark: UInt32 = 1 << 31

    init(item: UInt32, constraint: UInt32, readsMargins: Bool, nextOfItem: Int32, nextOfConstraint: Int32) {
      (self.item, self.nextOfItem, previousOfItem, self.nextOfConstraint) = (item, nextOfItem, -1, nextOfConstraint)
      packed = constraint
      self.readsMargins = readsMargins
    }

    var constraint: UInt32 { packed & ~Link.marginsMark }
    var readsMargins: Bool {
      get { packed & Link.marginsMark != 0 }
      set { packed = newValue ? packed | Link.marginsMark : constraint }
    }
  }

  private var links: [Link] = []
  private var free: Int32 = -1

  mutating func reserveCapacity(_ capacity: Int) { links.reserveCapacity(capacity) }

  /// Frees unused memory if there is a lot of it.
  mutating func trim() { links.trim() }

  /// Notes that a constraint reads an item; the constraint's list of items begins at `first`. Add all items of one constraint before those of the
  /// next.
  mutating func insert(_ constraint: UInt32, _ first: inout Int32, reads item: NodePointer, margins: Bool) {
    let head = item.pointee.firstReader
    if head >= 0, links[Int(head)].constraint == constraint {
      if margins { links[Int(head)].readsMargins = true }
      return
    }
    let link = Link(
      item: item.pointee.id.rawValue, constraint: constraint, readsMargins: margins, nextOfItem: head,
      nextOfConstraint: first)
    let place: Int32
    if free >= 0 {
      place = free
      free = links[Int(place)].nextOfConstraint
      links[Int(place)] = link
    } else {
      place = Int32(links.count)
      links.append(link)
    }
    if head >= 0 { links[Int(head)].previousOfItem = place }
    item.pointee.firstReader = place
    first = place
  }

  /// Removes a constraint from the lists of all items that it reads.
  mutating func removeAll(from first: Int32, in nodes: NumberTable<NodePointer>) {
    var place = first
    while place >= 0 {
      let link = links[Int(place)]
      if link.item != Link.nobody {
        if link.nextOfItem >= 0 { links[Int(link.nextOfItem)].previousOfItem = link.previousOfItem }
        if link.previousOfItem >= 0 {
          links[Int(link.previousOfItem)].nextOfItem = link.nextOfItem
        } else {
          nodes[link.item]?.pointee.firstReader = link.nextOfItem
        }
      }
      links[Int(place)].nextOfConstraint = free
      free = place
      place = link.nextOfConstraint
    }
  }

  /// Removes an item that leaves the scene; constraints that read it may stay for a while.
  mutating func forget(_ item: NodePointer) {
    var place = item.pointee.firstReader
    while place >= 0 {
      links[Int(place)].item = Link.nobody
      place = links[Int(place)].nextOfItem
    }
    item.pointee.firstReader = -1
  }

  /// Calls a closure with the constraints that read an item, newest first; with `marginsOnly`, those that read its margins. The list must not
  /// change meanwhile.
  func each(of item: NodePointer, marginsOnly: Bool = false, _ body: (UInt32) -> Void) {
    var place = item.pointee.firstReader
    while place >= 0 {
      let link = links[Int(place)]
      if link.readsMargins || !marginsOnly { body(link.constraint) }
      place = link.nextOfItem
    }
  }

  /// Whether the list of items that a constraint reads contains no other constraint's entry, and each of these items has the constraint on its own
  /// list.
  func isSound(_ constraint: UInt32, from first: Int32, in nodes: NumberTable<NodePointer>) -> Bool {
    var place = first
    while place >= 0 {
      let link = links[Int(place)]
      guard link.constraint == constraint else { return false }
      if link.item != Link.nobody {
        let before = link.previousOfItem
        let next = before >= 0 ? links[Int(before)].nextOfItem : nodes[link.item]?.pointee.firstReader
        guard next == place else { return false }
      }
      place = link.nextOfConstraint
    }
    return true
  }

  func constraints(of item: NodePointer) -> [UInt32] {
    var found: [UInt32] = []
    each(of: item) { found.append($0) }
    return found
  }
}
