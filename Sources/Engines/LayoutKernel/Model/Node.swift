import SceneModel

/// The part of an item that the passes read and write. It lies at one address, without reference counting and without checks of exclusive access. The
/// nodes of a document lie side by side (`GivenViews`).
struct Node {
  unowned(unsafe) let item: Item
  /// The item's view. It lies in the document's list, or, after an edit, in memory of the item's own. Code that needs a few facts for each row
  /// reads them here.
  var view: UnsafePointer<View>
  var parent: NodePointer?

  /// The engine's values: the origin of the alignment rectangle, and its size or, with `solvesFrameSize`, that of the frame.
  var rectangle = Rect.zero
  /// The frame that is shown now, unrounded.
  var frame: Rect
  /// The frame in the scene: the frame that was set last, or, if none was set, the frame that the engine found.
  var givenFrame: Rect

  /// The system constraints that this item has in the scene (for its frame, natural size, guides and stack view): one bit for each `SystemSlot`.
  var systemRows: UInt64 = 0
  let id: ItemID
  /// The index among the superview's subviews.
  var index: Int32 = 0
  /// The distance from the root.
  var depth: Int32 = 0
  /// The first entry of the list of document constraints whose row reads this item's unknowns or properties; -1 for an empty list.
  var firstReader: Int32 = -1
  /// The number of views in this subtree whose margins or safe areas are read by rows.
  var environmentReaders: Int32 = 0
  /// The number of subviews.
  var subviewCount: Int32 = 0
  /// The number of subviews with an autoresizing mask.
  var autoresizedChildren: Int32 = 0
  var traits: NodeTraits = []
  var needsLayout = true
  /// Whether the node is on its superview's list of subviews that need layout or contain a view that does.
  var isListed = false
  /// Whether the node is on its superview's list of subviews whose frames may differ from the engine's values.
  var isMoved = false

  var pending = NodeList<PendingLink>()
  var moved = NodeList<MovedLink>()
  fileprivate var nextPending: NodePointer?
  fileprivate var nextMoved: NodePointer?

  init(_ item: Item, _ view: UnsafePointer<View>) {
    self.item = item
    self.view = view
    id = view.pointee.id
    frame = view.pointee.frame
    givenFrame = frame
  }

  /// The frame that follows from the engine's values.
  @inline(__always)
  var engineFrame: Rect {
    if traits.contains(.hasAlignmentInsets) { return frameAround(rectangle) }
    // A size of -0 is 0.
    return Rect(x: rectangle.x, y: rectangle.y, width: rectangle.width + 0, height: rectangle.height + 0)
  }

  private func frameAround(_ rectangle: Rect) -> Rect {
    let insets = item.view.alignmentInsets
    let origin = Point(x: rectangle.x - insets.left, y: rectangle.y - insets.top)
    if traits.contains(.solvesFrameSize) {
      return Rect(x: origin.x, y: origin.y, width: rectangle.width + 0, height: rectangle.height + 0)
    }
    return Rect(
      x: origin.x, y: origin.y, width: rectangle.width + insets.left + insets.right,
      height: rectangle.height + insets.top + insets.bottom)
  }

  /// Whether the engine's frame becomes the frame in the scene. It does if the item has no mask, no rows hold its frame, and no container gives it a
  /// frame.
  @inline(__always)
  var followsEngine: Bool {
    systemRows & SlotGroup.frame.bits == 0 && traits.isDisjoint(with: [.hasMask, .takesGivenFrame])
  }

  /// Stores an engine value in `rectangle`. Returns false if the unknown is not one of its four numbers.
  @inline(__always)
  mutating func take(_ value: Double, _ unknown: UInt32) -> Bool {
    if unknown > Unknown.height.rawValue { return false }
    // The four numbers lie in the order of the unknowns.
    withUnsafeMutablePointer(to: &rectangle) {
      UnsafeMutableRawPointer($0).storeBytes(
        of: value, toByteOffset: Int(unknown) * MemoryLayout<Double>.stride, as: Double.self)
    }
    return true
  }
}

typealias NodePointer = UnsafeMutablePointer<Node>

extension NodePointer {
  /// Marks a subview as moved and adds it to the list of subviews that have to be placed. It must not be on the list yet.
  @inline(__always)
  func noteMove(of child: NodePointer) {
    child.pointee.isMoved = true
    pointee.moved.append(child)
  }
}

extension Node {
  /// The origin of the subviews' coordinates.
  var boundsOrigin: Point { view.pointee.scroll?.contentOffset ?? .zero }

  /// The points by which an unknown is larger than the same number of the alignment rectangle.
  func alignmentInset(of unknown: Unknown) -> Double {
    guard traits.contains(.solvesFrameSize) else { return 0 }
    let insets = view.pointee.alignmentInsets
    return switch unknown {
    case .width: insets.left + insets.right
    case .height: insets.top + insets.bottom
    default: 0
    }
  }
}

extension NodePointer {
  func isInside(_ ancestor: NodePointer) -> Bool {
    var node = self
    while node.pointee.depth > ancestor.pointee.depth, let parent = node.pointee.parent { node = parent }
    return node == ancestor && self != ancestor
  }
}

/// The facts about an item that a pass needs, apart from numbers.
struct NodeTraits: OptionSet {
  var rawValue: UInt8

  static let isGuide = NodeTraits(rawValue: 1)
  static let hasMask = NodeTraits(rawValue: 2)
  /// The view is a cell or a cell's content. The scene keeps the frame that a container gave to it, and ignores frames that a layout found.
  static let takesGivenFrame = NodeTraits(rawValue: 4)
  static let holdsCells = NodeTraits(rawValue: 8)
  /// Whether the item's text is wrapped at the width that the layout gives it.
  static let breaksText = NodeTraits(rawValue: 16)
  /// Whether the item's frame differs from its alignment rectangle.
  static let hasAlignmentInsets = NodeTraits(rawValue: 32)
  /// Whether the item's unknowns describe the size of its frame, not of its alignment rectangle: an autoresizing mask may make the frame smaller
  /// than its alignment insets.
  static let solvesFrameSize = NodeTraits(rawValue: 64)
}

/// The field of a node that holds the next node of a list.
protocol NodeLink {
  static func next(of node: NodePointer) -> NodePointer?
  static func set(_ next: NodePointer?, of node: NodePointer)
}

enum PendingLink: NodeLink {
  @inline(__always)
  static func next(of node: NodePointer) -> NodePointer? { node.pointee.nextPending }
  @inline(__always)
  static func set(_ next: NodePointer?, of node: NodePointer) { node.pointee.nextPending = next }
}

enum MovedLink: NodeLink {
  @inline(__always)
  static func next(of node: NodePointer) -> NodePointer? { node.pointee.nextMoved }
  @inline(__always)
  static func set(_ next: NodePointer?, of node: NodePointer) { node.pointee.nextMoved = next }
}

/// A list of subviews in the order in which they were added, linked through their nodes from the last to the first, so that it needs no memory of its
/// own.
struct NodeList<Link: NodeLink>: Sequence {
  private var last: NodePointer?

  var isEmpty: Bool { last == nil }

  @inline(__always)
  mutating func append(_ node: NodePointer) {
    if let last {
      Link.set(Link.next(of: last), of: node)
      Link.set(node, of: last)
    } else {
      Link.set(node, of: node)
    }
    last = node
  }

  /// Whether the list is in the subviews' order.
  var isInOrder: Bool {
    guard let last, var node = Link.next(of: last) else { return true }
    while node != last, let next = Link.next(of: node) {
      if next.pointee.index < node.pointee.index { return false }
      node = next
    }
    return true
  }

  /// Removes all nodes from the list and returns them.
  mutating func take() -> NodeList {
    let taken = self
    self = NodeList()
    return taken
  }

  /// Removes a node. The cost is the length of the list.
  mutating func remove(_ node: NodePointer) {
    for other in take() where other != node { append(other) }
  }

  /// An iterator over the nodes. A node that the iterator has returned may be added to another list at once.
  struct Iterator: IteratorProtocol {
    fileprivate var present: NodePointer?
    fileprivate let last: NodePointer?

    @inline(__always)
    mutating func next() -> NodePointer? {
      guard let node = present else { return nil }
      present = node == last ? nil : Link.next(of: node)
      return node
    }
  }

  @inline(__always)
  func makeIterator() -> Iterator { Iterator(present: last.flatMap { Link.next(of: $0) }, last: last) }
}
