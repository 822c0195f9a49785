import SceneModel

/// A view or a guide while it is laid out: a node of the tree that the solver's variables belong to.
///
/// Nodes are kept alive by the kernel's table and by nothing else, so that a tree of any depth is freed without
/// recursion.
final class Item {
  let id: ItemID
  /// The position in the document's order of views, or of guides.
  @exclusivity(unchecked) var position: Int32 = 0
  /// The node on which the passes work.
  let node: NodePointer
  private let given: GivenViews
  @exclusivity(unchecked) var children: [Item] = [] { didSet { node.pointee.subviewCount = Int32(children.count) } }
  @exclusivity(unchecked) var guides: [Item] = []

  // `Item+Facts.swift` reads and writes what these two contain.
  @exclusivity(unchecked) var rare: RareFacts?
  @exclusivity(unchecked) var environment: ItemEnvironment?

  /// The arrangement of a stack view; nil if its rows have to be made from the document.
  @exclusivity(unchecked) var arrangement: Arrangement?

  /// The item's unknowns that the scene needs.
  @exclusivity(unchecked) var wantedUnknowns: Unknown.Set = []
  /// The item's unknowns that the engine has.
  @exclusivity(unchecked) var declaredUnknowns: Unknown.Set = []
  /// Whether the item is on the kernel's list of items whose unknowns have changed.
  @exclusivity(unchecked) var isTouched = false
  /// Whether the rows of its frame were made from a frame that code or a container set.
  @exclusivity(unchecked) var hasGivenFrameRows = false
  @exclusivity(unchecked) var arrangedPlace: Int32 = -1
  /// Whether an edit gave the item its own copy of the view.
  @exclusivity(unchecked) private var isEdited = false
  @exclusivity(unchecked) var needsUpdateProperties = false
  @exclusivity(unchecked) var needsUpdateConstraints = true
  /// Whether the view is on the kernel's list of views whose constraints need an update.
  @exclusivity(unchecked) var isFlagged = false

  /// Whether a row reads its `safeInsets` or `margins`.
  @exclusivity(unchecked) var readsEnvironment = false

  /// The origin of the bounds of a view that does not scroll. No row reads it.
  @exclusivity(unchecked) var plainOrigin = Point.zero

  /// Whether the view is a cell whose size must be found in the next pass.
  @exclusivity(unchecked) var isUnmeasured = false

  /// Makes the item of the view at index `place` of `given`: the views of the document, or one that was added later.
  init(_ given: GivenViews, _ place: Int, guide: Guide? = nil) {
    self.given = given
    id = given.base[place].id
    node = given.nodes + place
    node.initialize(to: Node(self, given.base + place))
    if guide != nil { self.guide = guide }
    if let origin = view.resizingOrigin { resizing = .init(origin.frame, in: origin.superviewSize) }
    isUnmeasured = isCell && view.frame.size == .zero
    refreshTraits()
  }

  /// The view in its present state, except for its frame, which is `givenFrame`. For a guide it is a view without insets. The first edit copies the
  /// view.
  var view: View {
    @inline(__always)
    _read { yield node.pointee.view.pointee }
    _modify {
      if !isEdited { copyView() }
      yield &UnsafeMutablePointer(mutating: node.pointee.view).pointee
    }
  }

  private func copyView() {
    let own = UnsafeMutablePointer<View>.allocate(capacity: 1)
    own.initialize(to: node.pointee.view.pointee)
    (isEdited, node.pointee.view) = (true, UnsafePointer(own))
  }

  deinit {
    if isEdited {
      let own = UnsafeMutablePointer(mutating: node.pointee.view)
      own.deinitialize(count: 1)
      own.deallocate()
    }
  }

  /// Updates the traits of the node after a change of the view.
  func refreshTraits() {
    var traits: NodeTraits = []
    if guide != nil { traits.insert(.isGuide) }
    if view.autoresizing != nil { traits.insert(.hasMask) }
    if view.alignmentInsets != .zero {
      traits.insert(.hasAlignmentInsets)
      if view.autoresizing != nil { traits.insert(.solvesFrameSize) }
    }
    if isCellContent || isHeldCell { traits.insert(.takesGivenFrame) }
    if holdsCells { traits.insert(.holdsCells) }
    if let text = view.text, text.lineLimit != 1, text.preferredMaxLayoutWidth <= 0, view.intrinsic.height == nil {
      traits.insert(.breaksText)
    }
    node.pointee.traits = traits
  }

  var isGuide: Bool { node.pointee.traits.contains(.isGuide) }
  var isCell: Bool { view.kind == .tableCell || view.kind == .collectionCell }
  /// Whether the view is a cell in a table or collection that gives it its frame.
  var isHeldCell: Bool {
    switch view.kind {
    case .tableCell: parent?.view.table != nil
    case .collectionCell: parent?.view.flow != nil
    default: false
    }
  }
  var isCellContent: Bool { view.kind.isCellContent }
  /// Whether the view is a table or a collection, which gives its cells their frames.
  var holdsCells: Bool { view.table != nil || view.flow != nil }
  /// The cells that a table or a collection holds, in order.
  var cells: some Sequence<Item> { cells(from: 0) }

  /// The cells among the children, from index `first` on.
  func cells(from first: Int) -> some Sequence<Item> {
    let kind: View.Kind? = view.table != nil ? .tableCell : view.flow != nil ? .collectionCell : nil
    return children.dropFirst(first).lazy.filter { $0.view.kind == kind }
  }

  func hasRows(_ group: SlotGroup) -> Bool { systemRows & group.bits != 0 }

  /// Removes the references to the neighbouring items, so that items are freed one by one, whatever the depth of the tree.
  func unlink() {
    children = []
    guides = []
    node.pointee.pending = NodeList()
    node.pointee.moved = NodeList()
    arrangement = nil
  }

  /// The origin of the subviews' coordinates.
  var boundsOrigin: Point { node.pointee.boundsOrigin }

  func isInside(_ ancestor: Item) -> Bool { node.isInside(ancestor.node) }

  /// Stores an engine value of the item that does not belong to its alignment rectangle.
  func take(_ value: Double, for unknown: Unknown) {
    switch unknown {
    case .contentWidth: contentSize.width = value
    case .contentHeight: contentSize.height = value
    default: setSpacer(unknown, value)
    }
  }
}

/// The values that the item's node holds.
extension Item {
  var parent: Item? {
    get { node.pointee.parent?.pointee.item }
    set { node.pointee.parent = newValue?.node }
  }
  var index: Int {
    get { Int(node.pointee.index) }
    set { node.pointee.index = Int32(newValue) }
  }
  var depth: Int {
    get { Int(node.pointee.depth) }
    set { node.pointee.depth = Int32(newValue) }
  }
  var minX: Double { node.pointee.rectangle.x }
  var minY: Double { node.pointee.rectangle.y }
  var width: Double { node.pointee.rectangle.width }
  var height: Double { node.pointee.rectangle.height }
  /// The width of the alignment rectangle.
  var alignmentWidth: Double { width - alignmentInset(of: .width) }

  /// The points by which an unknown is larger than the same number of the alignment rectangle.
  func alignmentInset(of unknown: Unknown) -> Double { node.pointee.alignmentInset(of: unknown) }
  var frame: Rect { node.pointee.frame }
  var engineFrame: Rect { node.pointee.engineFrame }
  var givenFrame: Rect {
    get { node.pointee.givenFrame }
    set { node.pointee.givenFrame = newValue }
  }
  var systemRows: UInt64 {
    get { node.pointee.systemRows }
    set { node.pointee.systemRows = newValue }
  }
  var needsLayout: Bool {
    get { node.pointee.needsLayout }
    set { node.pointee.needsLayout = newValue }
  }
  /// Whether the scene keeps a frame that a container gave to the item, and ignores frames that a layout found. Tables and collections give frames
  /// to cells, and a cell gives one to its content.
  var takesGivenFrame: Bool { node.pointee.traits.contains(.takesGivenFrame) }
  var isMoved: Bool { node.pointee.isMoved }
  var environmentReaders: Int {
    get { Int(node.pointee.environmentReaders) }
    set { node.pointee.environmentReaders = Int32(newValue) }
  }
  var autoresizedChildren: Int {
    get { Int(node.pointee.autoresizedChildren) }
    set { node.pointee.autoresizedChildren = Int32(newValue) }
  }
}

/// The views of a document, which items read without copying them, and the memory for the nodes of these items. The items keep it alive.
final class GivenViews {
  let count: Int
  /// The list's memory. It stays at its address, because the list is kept and never written to.
  let base: UnsafePointer<View>
  /// The node of each view's item; the item initialises it. A node has nothing to free.
  let nodes: NodePointer
  private let views: [View]

  /// Makes the list of a document's views.
  ///
  /// - Parameter views: one at least.
  init(_ views: [View]) {
    self.views = views
    count = views.count
    base = views.withUnsafeBufferPointer { $0.baseAddress! }
    nodes = .allocate(capacity: views.count)
  }

  deinit { nodes.deallocate() }
}
