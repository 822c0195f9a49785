import SceneModel

/// A view or a guide while it is laid out: a node of the tree that the solver's variables belong to.
///
/// Nodes are kept alive by the kernel's table and by nothing else, so that a tree of any depth is freed without
/// recursion.
final class Item {
  let id: ItemID
  /// The document's view, kept at its present state. A guide is seen here as a view without insets.
  var view: View
  /// Nil for views.
  var guide: Guide?
  unowned(unsafe) var parent: Item?
  var children: [Item] = []
  var guides: [Item] = []
  /// Distance from the root.
  var depth = 0
  /// Position among the superview's subviews.
  var index = 0

  /// Engine values of the alignment rectangle.
  var minX = 0.0
  var minY = 0.0
  var width = 0.0
  var height = 0.0
  var contentSize = Size.zero
  /// Values of a stack view's spacers and gaps.
  var spacers: [Unknown: Double] = [:]
  /// The frame that is shown now, unrounded.
  var frame: Rect
  /// How often it was hidden, where that is counted.
  var hiddenCount = 0

  /// Place in the document's order of views, or of guides.
  var position = 0
  /// Unknowns that the scene wants, and those that the engine knows.
  var wantedUnknowns: Unknown.Set = []
  var declaredUnknowns: Unknown.Set = []
  /// It is on the kernel's list of items whose unknowns have changed.
  var isTouched = false
  /// Constraints of the document whose row reads this item's unknowns or properties.
  var constraints = NumberSet()
  /// The system's constraints that are wanted, as bits by slot.
  var systemRows: UInt64 = 0
  /// Its frame's rows are those of a given frame.
  var hasGivenFrameRows = false
  /// What a stack view's own rows, and an arranged view's, were made of.
  var stackTraits: StackTraits?
  /// A stack view's first and last visible arranged views.
  var stackEnds = StackEnds()
  var stackPlace: StackPlace?
  /// Of a stack view whose rows have been made; nil: they are to be made from the document.
  var arrangement: Arrangement?
  /// Place in the superview's arrangement.
  var arrangedIndex: Int?

  var needsUpdateProperties = false
  var needsUpdateConstraints = true
  /// It is on the kernel's list of views that need their constraints updated.
  var isFlagged = false
  var needsLayout = true
  /// Subviews that need layout or hold one that does.
  var pending: [Item] = []
  var isListed = false
  /// Subviews whose frame may differ from what the engine says.
  var moved: [Item] = []
  var isMoved = false

  /// Part of the host's unsafe border that lies over this view.
  var safeInsets = Insets.zero
  /// Margins in force, with everything that makes them grow.
  var margins = Insets.zero
  /// A row reads `safeInsets` or `margins`.
  var readsEnvironment = false
  /// How many views of this subtree have `readsEnvironment`.
  var environmentReaders = 0

  /// The width that multi-line text was last broken at; nil: not laid out yet.
  var textWidth: Double?
  /// What an autoresizing mask resizes it from; nil: the view's frame in its superview's.
  var resizing: Autoresizing.Reference?
  /// Subviews with an autoresizing mask.
  var autoresizedChildren = 0
  /// A cell whose size is to be found at the next pass.
  var isUnmeasured = false
  /// Which of an ambiguous view's places it was moved to; 0: the canonical one.
  var exercise = 0
  /// Rows of a fitting measurement while it lasts.
  var fitting: [SystemConstraint] = []

  init(view: View, guide: Guide? = nil) {
    id = view.id
    self.view = view
    self.guide = guide
    frame = view.frame
    resizing = view.resizingOrigin.map { .init($0.frame, in: $0.superviewSize) }
    isUnmeasured = isCell && view.frame.size == .zero
  }

  var isGuide: Bool { guide != nil }
  var isCell: Bool { view.kind == .tableCell || view.kind == .collectionCell }
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
  /// The frame that the engine's values mean.
  var engineFrame: Rect {
    Rect(x: minX, y: minY, width: width, height: height).outset(by: view.alignmentInsets)
  }

  /// Lets go of the nodes around it, so that nodes are freed one by one, whatever the depth of the tree.
  func unlink() {
    children = []
    guides = []
    pending = []
    moved = []
    arrangement = nil
  }

  /// Where subviews' coordinates begin.
  var boundsOrigin: Point { view.scroll?.contentOffset ?? .zero }

  func isInside(_ ancestor: Item) -> Bool {
    var item: Item? = self
    while let present = item, present.depth > ancestor.depth { item = present.parent }
    return item === ancestor && self !== ancestor
  }

  /// Takes an engine value. Whether its frame may have changed by it.
  func take(_ value: Double, for unknown: Unknown) -> Bool {
    switch unknown {
    case .minX: minX = value
    case .minY: minY = value
    case .width: width = value
    case .height: height = value
    case .contentWidth:
      contentSize.width = value
      return false
    case .contentHeight:
      contentSize.height = value
      return false
    case .gapStart, .gapLength, .crossStart, .crossLength, .mainStart, .mainLength:
      spacers[unknown] = value
      return false
    }
    return true
  }
}
