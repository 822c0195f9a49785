import SceneModel

/// A view or a guide while it is laid out: a node of the tree that the solver's variables belong to.
///
/// Nodes are kept alive by the kernel's table and by nothing else, so that a tree of any depth is freed without
/// recursion.
final class Item {
  let id: ItemID
  /// Place in the document's order of views, or of guides.
  @exclusivity(unchecked) var position: Int32 = 0
  /// The node on which the passes work.
  let node: NodePointer
  /// Where its view is: among the document's, or, once it was edited, by itself.
  @exclusivity(unchecked) private var present: UnsafePointer<View>
  private let given: GivenViews
  @exclusivity(unchecked) var children: [Item] = []
  @exclusivity(unchecked) var guides: [Item] = []

  // The facts in these are read and written in `Item+Facts.swift`.
  @exclusivity(unchecked) var rare: RareFacts?
  @exclusivity(unchecked) var environment: ItemEnvironment?

  /// Of a stack view whose rows have been made; nil: they are to be made from the document.
  @exclusivity(unchecked) var arrangement: Arrangement?

  /// Unknowns that the scene wants, and those that the engine knows.
  @exclusivity(unchecked) var wantedUnknowns: Unknown.Set = []
  @exclusivity(unchecked) var declaredUnknowns: Unknown.Set = []
  /// It is on the kernel's list of items whose unknowns have changed.
  @exclusivity(unchecked) var isTouched = false
  /// Its frame's rows are those of a given frame.
  @exclusivity(unchecked) var hasGivenFrameRows = false
  @exclusivity(unchecked) var arrangedPlace: Int32 = -1
  /// Its view has memory of its own.
  @exclusivity(unchecked) private var isEdited = false
  @exclusivity(unchecked) var needsUpdateProperties = false
  @exclusivity(unchecked) var needsUpdateConstraints = true
  /// It is on the kernel's list of views that need their constraints updated.
  @exclusivity(unchecked) var isFlagged = false

  /// A row reads `safeInsets` or `margins`.
  @exclusivity(unchecked) var readsEnvironment = false

  /// The origin of the bounds of a view that does not scroll: no row reads it.
  @exclusivity(unchecked) var plainOrigin = Point.zero

  /// A cell whose size is to be found at the next pass.
  @exclusivity(unchecked) var isUnmeasured = false

  /// The view at a place of a scene, or of views that came later.
  init(_ given: GivenViews, _ place: Int, guide: Guide? = nil) {
    self.given = given
    present = given.base + place
    id = present.pointee.id
    node = .allocate(capacity: 1)
    node.initialize(to: Node(self, id, present.pointee.frame))
    if guide != nil { self.guide = guide }
    if let origin = view.resizingOrigin { resizing = .init(origin.frame, in: origin.superviewSize) }
    isUnmeasured = isCell && view.frame.size == .zero
    refreshTraits()
  }

  /// The document's view, kept at its present state, its frame excepted: that is `givenFrame`. A guide is seen here as a
  /// view without insets. The first edit copies it.
  var view: View {
    @inline(__always)
    _read { yield present.pointee }
    _modify {
      if !isEdited { copyView() }
      yield &UnsafeMutablePointer(mutating: present).pointee
    }
  }

  /// The view where it is, for what reads a few of its facts for each row: nothing else of it is touched.
  @inline(__always)
  var viewMemory: UnsafePointer<View> { present }

  private func copyView() {
    let own = UnsafeMutablePointer<View>.allocate(capacity: 1)
    own.initialize(to: present.pointee)
    (isEdited, present) = (true, UnsafePointer(own))
  }

  deinit {
    node.deallocate()
    if isEdited {
      let own = UnsafeMutablePointer(mutating: present)
      own.deinitialize(count: 1)
      own.deallocate()
    }
  }

  /// After a change of what `NodeTraits` are about.
  func refreshTraits() {
    var traits: NodeTraits = []
    if guide != nil { traits.insert(.isGuide) }
    if view.autoresizing != nil { traits.insert(.hasMask) }
    if view.alignmentInsets != .zero { traits.insert(.hasAlignmentInsets) }
    if isCellContent || isHeldCell { traits.insert(.takesGivenFrame) }
    if holdsCells { traits.insert(.holdsCells) }
    if let text = view.text, text.lineLimit != 1, text.preferredMaxLayoutWidth <= 0, view.intrinsic.height == nil {
      traits.insert(.breaksText)
    }
    node.pointee.traits = traits
  }

  var isGuide: Bool { node.pointee.traits.contains(.isGuide) }
  var isCell: Bool { view.kind == .tableCell || view.kind == .collectionCell }
  /// A cell in the table or collection that gives it its frame.
  var isHeldCell: Bool {
    switch view.kind {
    case .tableCell: parent?.view.table != nil
    case .collectionCell: parent?.view.flow != nil
    default: false
    }
  }
  var isCellContent: Bool { view.kind.isCellContent }
  /// A table or a collection, which gives its cells their frames.
  var holdsCells: Bool { view.table != nil || view.flow != nil }
  /// The cells that a table or a collection holds, in order.
  var cells: some Sequence<Item> { cells(from: 0) }

  /// Those from this place among the children on.
  func cells(from first: Int) -> some Sequence<Item> {
    let kind: View.Kind? = view.table != nil ? .tableCell : view.flow != nil ? .collectionCell : nil
    return children.dropFirst(first).lazy.filter { $0.view.kind == kind }
  }

  func hasRows(_ group: SlotGroup) -> Bool { systemRows & group.bits != 0 }

  /// Lets go of the items around it, so that they are freed one by one, whatever the depth of the tree.
  func unlink() {
    children = []
    guides = []
    node.pointee.pending = NodeList()
    node.pointee.moved = NodeList()
    arrangement = nil
  }

  /// Where subviews' coordinates begin.
  var boundsOrigin: Point { present.pointee.scroll?.contentOffset ?? .zero }

  func isInside(_ ancestor: Item) -> Bool {
    var item: Item? = self
    while let present = item, present.depth > ancestor.depth { item = present.parent }
    return item === ancestor && self !== ancestor
  }

  /// Takes an engine value that is none of its alignment rectangle.
  func take(_ value: Double, for unknown: Unknown) {
    switch unknown {
    case .contentWidth: contentSize.width = value
    case .contentHeight: contentSize.height = value
    default: setSpacer(unknown, value)
    }
  }
}

/// The values that its node holds.
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
  /// Whether the scene keeps the frame that the item was given, and none that a layout found: holders of cells give frames to them, and a
  /// cell to its content.
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

/// Views as a document tells them, read by the items that they became: nobody copies them.
final class GivenViews {
  let count: Int
  /// The list's own memory, which stays where it is: the list is kept and never written to.
  let base: UnsafePointer<View>
  private let views: [View]

  /// - Parameter views: one at least.
  init(_ views: [View]) {
    self.views = views
    count = views.count
    base = views.withUnsafeBufferPointer { $0.baseAddress! }
  }
}
