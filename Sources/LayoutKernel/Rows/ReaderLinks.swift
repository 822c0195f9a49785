import SceneModel

/// Which constraints' rows read an item, and which items a constraint's row reads: lists through both, in flat memory.
struct ReaderLinks: ~Copyable {
  private struct Link: BitwiseCopyable {
    /// Nil once the item has left the scene.
    var item: NodePointer?
    var constraint: UInt32
    var readsMargins: Bool
    var nextOfItem, previousOfItem: Int32
    var nextOfConstraint: Int32
  }

  private var links: [Link] = []
  private var free: Int32 = -1

  mutating func reserveCapacity(_ capacity: Int) { links.reserveCapacity(capacity) }

  /// Notes that a constraint, whose list begins at `first`, reads an item. All that it reads is noted before the next
  /// constraint's.
  mutating func insert(_ constraint: UInt32, _ first: inout Int32, reads item: NodePointer, margins: Bool) {
    let head = item.pointee.firstReader
    if head >= 0, links[Int(head)].constraint == constraint {
      if margins { links[Int(head)].readsMargins = true }
      return
    }
    let link = Link(
      item: item, constraint: constraint, readsMargins: margins, nextOfItem: head, previousOfItem: -1,
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

  /// A constraint reads nothing any more.
  mutating func removeAll(from first: Int32) {
    var place = first
    while place >= 0 {
      let link = links[Int(place)]
      if let item = link.item {
        if link.nextOfItem >= 0 { links[Int(link.nextOfItem)].previousOfItem = link.previousOfItem }
        if link.previousOfItem >= 0 {
          links[Int(link.previousOfItem)].nextOfItem = link.nextOfItem
        } else {
          item.pointee.firstReader = link.nextOfItem
        }
      }
      links[Int(place)].nextOfConstraint = free
      free = place
      place = link.nextOfConstraint
    }
  }

  /// An item leaves; constraints that read it may stay for a while.
  mutating func forget(_ item: NodePointer) {
    var place = item.pointee.firstReader
    while place >= 0 {
      links[Int(place)].item = nil
      place = links[Int(place)].nextOfItem
    }
    item.pointee.firstReader = -1
  }

  /// The constraints that read an item, or its margins alone, newest first. None may come or go meanwhile.
  func each(of item: NodePointer, marginsOnly: Bool = false, _ body: (UInt32) -> Void) {
    var place = item.pointee.firstReader
    while place >= 0 {
      let link = links[Int(place)]
      if link.readsMargins || !marginsOnly { body(link.constraint) }
      place = link.nextOfItem
    }
  }

  func constraints(of item: NodePointer) -> [UInt32] {
    var found: [UInt32] = []
    each(of: item) { found.append($0) }
    return found
  }
}
