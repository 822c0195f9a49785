import Foundation
import SceneModel

/// A view of items from a data source, placed by its layout. Visible items have cells.
open class UICollectionView: UIScrollView {
  /// The axis along which a collection view's layout scrolls.
  nonisolated public enum ScrollDirection: Int, Sendable { case vertical, horizontal }
  /// Whether a cell that changes its own size is measured again.
  nonisolated public enum SelfSizingInvalidation: Int, Sendable { case disabled, enabled, enabledIncludingConstraints }
  /// The kind of a section's header.
  nonisolated public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
  /// The kind of a section's footer.
  nonisolated public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

  /// The object that returns the number of items and makes their cells; held weakly. Setting another object reloads everything.
  open weak var dataSource: (any UICollectionViewDataSource)? { didSet { if oldValue !== dataSource { forget() } } }
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)? {
    didSet { noEffect("UICollectionView.prefetchDataSource", .calls) }
  }
  open weak var dragDelegate: AnyObject? { didSet { noEffect("UICollectionView.dragDelegate", .draggedItems) } }
  open weak var dropDelegate: AnyObject? { didSet { noEffect("UICollectionView.dropDelegate", .draggedItems) } }
  /// The delegate for selection, scrolling and the sizes of a flow layout; held weakly.
  open var delegate: (any UICollectionViewDelegate)? {
    get { scrollDelegate as? any UICollectionViewDelegate }
    set { scrollDelegate = newValue }
  }
  /// The layout that determines the frames of items. Setting it lays the items out again at once, without an animation.
  open var collectionViewLayout: UICollectionViewLayout {
    didSet {
      guard oldValue !== collectionViewLayout else { return }
      oldValue.collectionView = nil
      collectionViewLayout.collectionView = self
      collectionViewLayout.invalidateLayout()
    }
  }
  /// Whether a tap selects an item.
  open var allowsSelection = true
  /// Whether several items can be selected at a time; a tap on a selected item then deselects it.
  open var allowsMultipleSelection = false
  open var isPrefetchingEnabled = true  // inert
  open var dragInteractionEnabled = false {
    didSet { noEffect("UICollectionView.dragInteractionEnabled", .draggedItems) }
  }
  open var reorderingCadence = 0  // inert
  open var remembersLastFocusedIndexPath = false  // inert
  open var selectionFollowsFocus = false  // inert
  open var isEditing = false { didSet { noEffect("UICollectionView.isEditing", .editing) } }
  open var selfSizingInvalidation = SelfSizingInvalidation.enabled {
    didSet { noEffect("UICollectionView.selfSizingInvalidation", .layout) }
  }
  /// Whether a batch of updates is open.
  open var hasUncommittedUpdates: Bool { batchDepth > 0 }
  /// A view behind all items, as large as the visible part.
  open var backgroundView: UIView? {
    didSet {
      guard oldValue !== backgroundView else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }

  struct Place: Hashable {
    var kind: String
    var path: IndexPath
    var isDecoration = false
  }
  var counts: [Int] = []
  var isLoaded = false
  var cells: [IndexPath: UICollectionViewCell] = [:]
  var strips: [Place: UICollectionReusableView] = [:]
  var selection: Set<IndexPath> = []
  var pool = ReusePool<UICollectionReusableView>()
  /// The elements whose views must be measured again in the next pass.
  var toMeasure: Set<Place> = []
  var lastBounds: CGRect?
  var lastInset = UIEdgeInsets.zero
  var isTiling = false
  var batchDepth = 0
  var batch = ListUpdates()
  var completions: [(Bool) -> Void] = []

  /// Makes a collection view with a layout.
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
    layout.collectionView = self
  }
  public required init?(coder: NSCoder) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
    collectionViewLayout.collectionView = self
  }

  /// Replaces the layout. Animated, items slide to their new places in 0.3 s.
  open func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) {
    collectionViewLayout = layout
    guard animated, window != nil else {
      completion?(true)
      return
    }
    UIView.run(Self.updateAnimation, { layoutIfNeeded() }, completion)
  }

  // MARK: Registration and reuse

  /// Registers a class for cells that are dequeued under an identifier; nil removes the registration.
  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    register(cellClass, "cell/" + identifier)
  }
  /// Registers a nib whose first view is the cell of an identifier; nil removes the registration.
  open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    register(nib, "cell/" + identifier)
  }
  /// Registers a class for headers, footers and the like of a kind; nil removes the registration.
  open func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) { register(viewClass, kind + "/" + identifier) }
  /// Registers a nib whose first view is the supplementary view of a kind; nil removes the registration.
  open func register(
    _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) { register(nib, kind + "/" + identifier) }
  private func register(_ viewClass: AnyClass?, _ key: String) {
    let type = viewClass as? UICollectionReusableView.Type
    pool.register(key, type.map { type in { type.made() } })
  }
  /// Registers a function that makes cells, instead of a class. It is used for the prototype cells of storyboards.
  func register(maker: @escaping () -> UICollectionReusableView?, kind: String, identifier: String) {
    pool.register(kind + "/" + identifier, maker)
  }
  private func register(_ nib: UINib?, _ key: String) {
    pool.register(key, nib.map { nib in { nib.instantiate(withOwner: nil).first as? UICollectionReusableView } })
  }

  private func dequeue(
    _ identifier: String, of kind: String, _ what: String
  ) -> UICollectionReusableView {
    let key = kind + "/" + identifier
    if let view = pool.take(key) {
      view.prepareForReuse()
      return view
    }
    guard let view = pool.make(key) else {
      raise(
        "NSInternalInconsistencyException: could not dequeue a view of kind: \(what) - must register a nib or a class for "
          + "the identifier or connect a prototype cell in a storyboard")
    }
    (view.reuseIdentifier, view.poolKey) = (identifier, key)
    return view
  }
  /// Returns a cell for an item: one that is no longer used, prepared for reuse, or a new one. An identifier that nothing was registered for ends the
  /// process with UIKit's message.
  open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
    -> UICollectionViewCell
  {
    let view = dequeue(identifier, of: "cell", "UICollectionElementKindCell with identifier \(identifier)")
    guard let cell = view as? UICollectionViewCell else {
      raise("NSInternalInconsistencyException: \(view) is no cell, for the identifier \(identifier)")
    }
    return cell
  }
  /// Returns a supplementary view of a kind: one that is no longer used, or a new one. An identifier that nothing was registered for ends the process
  /// with UIKit's message.
  open func dequeueReusableSupplementaryView(
    ofKind kind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView { dequeue(identifier, of: kind, "\(kind) with identifier \(identifier)") }

  /// Returns a cell of a registration's class, filled with an item; without an item it is not filled.
  open func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    let key = "cell/" + registration.identifier
    if !pool.isRegistered(key) { register(Cell.self as AnyClass, key) }
    guard let cell = dequeue(registration.identifier, of: "cell", "cell") as? Cell else {
      raise("NSInternalInconsistencyException: no cell of class \(Cell.self)")
    }
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }
  /// Returns a supplementary view of a registration's class, filled by its handler.
  open func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
    using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
  ) -> Supplementary {
    let identifier = "\(Supplementary.self)"
    let key = registration.kind + "/" + identifier
    if !pool.isRegistered(key) { register(Supplementary.self as AnyClass, key) }
    guard let view = dequeue(identifier, of: registration.kind, registration.kind) as? Supplementary else {
      raise("NSInternalInconsistencyException: no view of class \(Supplementary.self)")
    }
    registration.handler(view, registration.kind, indexPath)
    return view
  }

  // MARK: Questions

  /// The number of sections; reads it from the data source the first time.
  open var numberOfSections: Int {
    loadIfNeeded()
    return counts.count
  }
  /// Returns the number of items of a section; 0 for a section that is not there.
  open func numberOfItems(inSection section: Int) -> Int {
    loadIfNeeded()
    return counts.indices.contains(section) ? counts[section] : 0
  }
  /// The cells of the visible items, in the order of their items.
  open var visibleCells: [UICollectionViewCell] { indexPathsForVisibleItems.compactMap { cells[$0] } }
  /// The places of the items that have cells, in order; lays out first if that is pending.
  open var indexPathsForVisibleItems: [IndexPath] {
    if pendingLayout, !isTiling, batchDepth == 0, bounds.height > 0 { tile() }
    return cells.keys.sorted()
  }
  /// Returns the cell of a visible item; nil if the item is not visible.
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { cells[indexPath] }
  /// Returns the place of the item that a cell shows; nil if the cell is not of this collection.
  open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { cells.first { $0.value === cell }?.key }
  /// Returns the place of the item at a point of the content; nil if there is no item.
  open func indexPathForItem(at point: CGPoint) -> IndexPath? {
    layoutAttributes(in: CGRect(x: point.x, y: point.y, width: 0.001, height: 0.001))
      .first { $0.representedElementCategory == .cell }?.indexPath
  }
  /// Returns where an item lies, whether it shows or not; nil if the layout does not place it.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    loadIfNeeded()
    collectionViewLayout.prepareIfNeeded()
    return collectionViewLayout.layoutAttributesForItem(at: indexPath)
  }
  /// Returns where a supplementary view lies, whether it shows or not; nil if the layout does not place it.
  open func layoutAttributesForSupplementaryElement(ofKind kind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    collectionViewLayout.prepareIfNeeded()
    return collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
  }
  /// Returns the supplementary view of a kind that shows at a place; nil if there is none.
  open func supplementaryView(forElementKind kind: String, at indexPath: IndexPath) -> UICollectionReusableView? {
    strips[Place(kind: kind, path: indexPath)]
  }
  /// Returns the supplementary views of a kind that show, in the order of their places.
  open func visibleSupplementaryViews(ofKind kind: String) -> [UICollectionReusableView] {
    strips.filter { $0.key.kind == kind && !$0.key.isDecoration }.sorted { $0.key.path < $1.key.path }.map(\.value)
  }

  // MARK: Loading

  /// Removes all items and their cells, and reads the data source again; the selection is empty then.
  open func reloadData() {
    forget()
    selection = []
    loadIfNeeded()
  }
  fileprivate func forget() {
    for path in cells.keys.sorted() { endDisplaying(path) }
    for (place, view) in strips.sorted(by: { ($0.key.kind, $0.key.path) < ($1.key.kind, $1.key.path) }) {
      strips[place] = nil
      putAway(view)
    }
    isLoaded = false
    counts = []
    collectionViewLayout.forgetSizes()
    collectionViewLayout.invalidateLayout()
    setNeedsLayout()
  }
  func loadIfNeeded() {
    guard !isLoaded, let dataSource else { return }
    isLoaded = true
    counts = (0..<dataSource.numberOfSections(in: self)).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0)
    }
    collectionViewLayout.invalidateLayout()
  }

  // MARK: Tiling

  override func scrolled() { setNeedsLayout() }
  open override func layoutSubviews() {
    super.layoutSubviews()
    tile()
  }

  // MARK: Selection

  /// The places of the selected items, in order; empty rather than nil where there are none.
  open var indexPathsForSelectedItems: [IndexPath]? { selection.sorted() }
  /// Selects an item, without calling the delegate; nil deselects all. Scrolls to the item unless `scrollPosition` is empty.
  open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    guard let indexPath else {
      for path in selection { deselectItem(at: path, animated: animated) }
      return
    }
    if !allowsMultipleSelection {
      for path in selection where path != indexPath { deselectItem(at: path, animated: animated) }
    }
    selection.insert(indexPath)
    cells[indexPath]?.isSelected = true
    if !scrollPosition.isEmpty { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
  }
  /// Deselects an item, without calling the delegate.
  open func deselectItem(at indexPath: IndexPath, animated: Bool) {
    if selection.remove(indexPath) != nil { cells[indexPath]?.isSelected = false }
  }

  // MARK: Scrolling

  /// Scrolls until an item lies at a position, as far as the content goes.
  open func scrollToItem(at indexPath: IndexPath, at position: ScrollPosition, animated: Bool) {
    guard let rect = layoutAttributesForItem(at: indexPath)?.frame else { return }
    if compositional?.scrollAcross(to: indexPath, position) == true {
      return scroll(to: rect, at: position.subtracting([.left, .right, .centeredHorizontally]), animated: animated)
    }
    scroll(to: rect, at: position, animated: animated)
  }
  private func scroll(to rect: CGRect, at position: ScrollPosition, animated: Bool) {
    let (inset, size) = (adjustedContentInset, bounds.size)
    contentSize = collectionViewLayout.collectionViewContentSize
    var offset = contentOffset
    if position.contains(.top) { offset.y = rect.minY - inset.top }
    if position.contains(.bottom) { offset.y = rect.maxY - size.height + inset.bottom }
    if position.contains(.centeredVertically) {
      offset.y = rect.midY - (size.height - inset.top - inset.bottom) / 2 - inset.top
    }
    if position.contains(.left) { offset.x = rect.minX - inset.left }
    if position.contains(.right) { offset.x = rect.maxX - size.width + inset.right }
    if position.contains(.centeredHorizontally) { offset.x = rect.midX - size.width / 2 }
    setContentOffset(limited(offset), animated: animated)
  }

  /// The section that a finger scrolls orthogonally, and the offset at its start.
  private var acrossDrag: (section: Int, start: CGFloat)?
  private var compositional: UICollectionViewCompositionalLayout? {
    collectionViewLayout as? UICollectionViewCompositionalLayout
  }
  override func dragBegan(at point: CGPoint) {
    acrossDrag = compositional?.orthogonalSection(at: point).map { ($0, compositional?.offsets[$0] ?? 0) }
  }
  override func takeDrag(_ moved: CGPoint) -> CGPoint {
    guard let acrossDrag else { return moved }
    compositional?.scroll(acrossDrag.section, to: acrossDrag.start - moved.x)
    return CGPoint(x: 0, y: moved.y)
  }
  override func dragEnded() {
    guard let layout = compositional, let section = acrossDrag?.section else { return }
    acrossDrag = nil
    let offset = layout.offsets[section] ?? 0
    let rest = layout.rest(of: section, from: offset)
    guard rest != offset else { return }
    UIView.run(
      Self.updateAnimation,
      {
        layout.scroll(section, to: rest)
        tile()
      }, nil)
  }

  // MARK: Batches

  /// Makes the changes of a block in one batch: items slide to their new places in 0.3 s. Counts that do not fit the changes end the
  /// process with UIKit's message.
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    if let completion { completions.append(completion) }
    edit { updates?() }
  }
  /// Performs an edit. Outside of a batch the edit becomes a batch by itself.
  private func edit(_ change: () -> Void) {
    loadIfNeeded()
    batchDepth += 1
    change()
    if batchDepth == 1 { finishBatch() } else { batchDepth -= 1 }
  }
  func perform(_ updates: ListUpdates, _ completion: @escaping (Bool) -> Void) {
    completions.append(completion)
    edit { batch = updates }
  }
  /// Inserts items, at the places that they have after the batch.
  open func insertItems(at paths: [IndexPath]) { edit { batch.inserted.formUnion(paths) } }
  /// Deletes items, at the places that they have before the batch.
  open func deleteItems(at paths: [IndexPath]) { edit { batch.deleted.formUnion(paths) } }
  /// Replaces the cells of items by new ones; the places are those before the batch.
  open func reloadItems(at paths: [IndexPath]) { edit { batch.reloaded.formUnion(paths) } }
  /// Has the cells of items filled again. Here they are replaced, as by `reloadItems(at:)`.
  open func reconfigureItems(at paths: [IndexPath]) { edit { batch.reloaded.formUnion(paths) } }
  /// Moves an item from its place before the batch to its place after it.
  open func moveItem(at path: IndexPath, to new: IndexPath) { edit { batch.moved[new] = path } }
  /// Inserts sections, at the numbers that they have after the batch.
  open func insertSections(_ sections: IndexSet) { edit { batch.insertedSections.formUnion(sections) } }
  /// Deletes sections, at the numbers that they have before the batch.
  open func deleteSections(_ sections: IndexSet) { edit { batch.deletedSections.formUnion(sections) } }
  /// Replaces the cells of whole sections by new ones; the numbers are those before the batch.
  open func reloadSections(_ sections: IndexSet) { edit { batch.reloadedSections.formUnion(sections) } }
  /// Moves a section from its number before the batch to its number after it.
  open func moveSection(_ section: Int, toSection new: Int) { edit { batch.movedSections[new] = section } }

}
