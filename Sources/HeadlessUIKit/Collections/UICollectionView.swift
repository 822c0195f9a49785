import Foundation
import SceneModel

/// Items from a data source, where its layout says. Those that show have cells.
open class UICollectionView: UIScrollView {
  nonisolated public enum ScrollDirection: Int, Sendable { case vertical, horizontal }
  nonisolated public struct ScrollPosition: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let top = ScrollPosition(rawValue: 1), centeredVertically = ScrollPosition(rawValue: 2)
    public static let bottom = ScrollPosition(rawValue: 4), left = ScrollPosition(rawValue: 8)
    public static let centeredHorizontally = ScrollPosition(rawValue: 16), right = ScrollPosition(rawValue: 32)
  }
  nonisolated public enum SelfSizingInvalidation: Int, Sendable { case disabled, enabled, enabledIncludingConstraints }
  nonisolated public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
  nonisolated public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

  open weak var dataSource: (any UICollectionViewDataSource)? { didSet { if oldValue !== dataSource { forget() } } }
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
  open weak var dragDelegate: AnyObject?
  open weak var dropDelegate: AnyObject?
  open var delegate: (any UICollectionViewDelegate)? {
    get { scrollDelegate as? any UICollectionViewDelegate }
    set { scrollDelegate = newValue }
  }
  open var collectionViewLayout: UICollectionViewLayout {
    didSet {
      guard oldValue !== collectionViewLayout else { return }
      oldValue.collectionView = nil
      collectionViewLayout.collectionView = self
      collectionViewLayout.invalidateLayout()
    }
  }
  open var allowsSelection = true
  open var allowsMultipleSelection = false
  open var isPrefetchingEnabled = true
  open var dragInteractionEnabled = false
  open var reorderingCadence = 0
  open var remembersLastFocusedIndexPath = false
  open var selectionFollowsFocus = false
  open var isEditing = false
  open var selfSizingInvalidation = SelfSizingInvalidation.enabled
  open var hasUncommittedUpdates: Bool { batchDepth > 0 }
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
  }
  var counts: [Int] = []
  var isLoaded = false
  var cells: [IndexPath: UICollectionViewCell] = [:]
  var strips: [Place: UICollectionReusableView] = [:]
  var selection: Set<IndexPath> = []
  var pool = ReusePool<UICollectionReusableView>()
  var lastBounds: CGRect?
  var lastInset = UIEdgeInsets.zero
  var isTiling = false
  var batchDepth = 0
  var batch = ListUpdates()
  var completions: [(Bool) -> Void] = []

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

  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    register(cellClass, "cell/" + identifier)
  }
  open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    register(nib, "cell/" + identifier)
  }
  open func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) { register(viewClass, kind + "/" + identifier) }
  open func register(
    _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) { register(nib, kind + "/" + identifier) }
  private func register(_ viewClass: AnyClass?, _ key: String) {
    let type = viewClass as? UICollectionReusableView.Type
    pool.register(key, type.map { type in { type.made() } })
  }
  /// What else can make cells: patterns of storyboards.
  func register(maker: @escaping () -> UICollectionReusableView?, kind: String, identifier: String) {
    pool.register(kind + "/" + identifier, maker)
  }
  private func register(_ nib: UINib?, _ key: String) {
    pool.register(key, nib.map { nib in { nib.instantiate(withOwner: nil).first as? UICollectionReusableView } })
  }

  private func dequeue(_ key: String, _ what: String) -> UICollectionReusableView {
    if let view = pool.take(key) {
      view.prepareForReuse()
      return view
    }
    guard let view = pool.make(key) else {
      raise(
        "NSInternalInconsistencyException: could not dequeue a view of kind: \(what) - must register a nib or a class for "
          + "the identifier or connect a prototype cell in a storyboard")
    }
    view.reuseIdentifier = key
    return view
  }
  open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
    -> UICollectionViewCell
  {
    let view = dequeue("cell/" + identifier, "UICollectionElementKindCell with identifier \(identifier)")
    guard let cell = view as? UICollectionViewCell else {
      raise("NSInternalInconsistencyException: \(view) is no cell, for the identifier \(identifier)")
    }
    return cell
  }
  open func dequeueReusableSupplementaryView(
    ofKind kind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView { dequeue(kind + "/" + identifier, "\(kind) with identifier \(identifier)") }

  /// How cells of a kind are made and filled.
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    public typealias Handler = (Cell, IndexPath, Item) -> Void
    let identifier: String
    let handler: Handler
    public init(handler: @escaping Handler) {
      (identifier, self.handler) = ("\(Cell.self)/\(Item.self)", handler)
    }
  }
  open func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    let key = "cell/" + registration.identifier
    if !pool.isRegistered(key) { register(Cell.self as AnyClass, key) }
    guard let cell = dequeue(key, "cell") as? Cell else {
      raise("NSInternalInconsistencyException: no cell of class \(Cell.self)")
    }
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }
  /// How supplementary views of a kind are made and filled.
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    public typealias Handler = (Supplementary, String, IndexPath) -> Void
    let kind: String
    let handler: Handler
    public init(elementKind: String, handler: @escaping Handler) { (kind, self.handler) = (elementKind, handler) }
  }
  open func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
    using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
  ) -> Supplementary {
    let key = registration.kind + "/\(Supplementary.self)"
    if !pool.isRegistered(key) { register(Supplementary.self as AnyClass, key) }
    guard let view = dequeue(key, registration.kind) as? Supplementary else {
      raise("NSInternalInconsistencyException: no view of class \(Supplementary.self)")
    }
    registration.handler(view, registration.kind, indexPath)
    return view
  }

  // MARK: Questions

  open var numberOfSections: Int {
    loadIfNeeded()
    return counts.count
  }
  open func numberOfItems(inSection section: Int) -> Int {
    loadIfNeeded()
    return counts.indices.contains(section) ? counts[section] : 0
  }
  open var visibleCells: [UICollectionViewCell] { indexPathsForVisibleItems.compactMap { cells[$0] } }
  open var indexPathsForVisibleItems: [IndexPath] {
    if pendingLayout, !isTiling, batchDepth == 0, bounds.height > 0 { tile() }
    return cells.keys.sorted()
  }
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { cells[indexPath] }
  open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { cells.first { $0.value === cell }?.key }
  open func indexPathForItem(at point: CGPoint) -> IndexPath? {
    layoutAttributes(in: CGRect(x: point.x, y: point.y, width: 0.001, height: 0.001))
      .first { $0.representedElementCategory == .cell }?.indexPath
  }
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    loadIfNeeded()
    collectionViewLayout.prepareIfNeeded()
    return collectionViewLayout.layoutAttributesForItem(at: indexPath)
  }
  open func layoutAttributesForSupplementaryElement(ofKind kind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    collectionViewLayout.prepareIfNeeded()
    return collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
  }
  open func supplementaryView(forElementKind kind: String, at indexPath: IndexPath) -> UICollectionReusableView? {
    strips[Place(kind: kind, path: indexPath)]
  }
  open func visibleSupplementaryViews(ofKind kind: String) -> [UICollectionReusableView] {
    strips.filter { $0.key.kind == kind }.sorted { $0.key.path < $1.key.path }.map(\.value)
  }
  func layoutAttributes(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
    loadIfNeeded()
    collectionViewLayout.prepareIfNeeded()
    // What only touches the rectangle, or lies outside of it though the layout names it, does not show.
    return (collectionViewLayout.layoutAttributesForElements(in: rect) ?? []).filter {
      let frame = $0.frame.applying(around: $0.center, $0.transform)
      return !$0.isHidden && frame.minX < rect.maxX && frame.maxX > rect.minX && frame.minY < rect.maxY
        && frame.maxY > rect.minY
    }
  }

  // MARK: Loading

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

  open var indexPathsForSelectedItems: [IndexPath]? { selection.sorted() }
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
  open func deselectItem(at indexPath: IndexPath, animated: Bool) {
    if selection.remove(indexPath) != nil { cells[indexPath]?.isSelected = false }
  }
  func highlight(_ cell: UICollectionViewCell) {
    guard allowsSelection, let path = indexPath(for: cell),
      delegate?.collectionView(self, shouldHighlightItemAt: path) ?? true
    else { return }
    cell.isHighlighted = true
    delegate?.collectionView(self, didHighlightItemAt: path)
  }
  func unhighlight(_ cell: UICollectionViewCell) {
    guard cell.isHighlighted else { return }
    cell.isHighlighted = false
    if let path = indexPath(for: cell) { delegate?.collectionView(self, didUnhighlightItemAt: path) }
  }
  func tapped(_ cell: UICollectionViewCell) {
    guard allowsSelection, let path = indexPath(for: cell) else { return }
    if selection.contains(path), allowsMultipleSelection {
      guard delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else { return }
      deselectItem(at: path, animated: false)
      delegate?.collectionView(self, didDeselectItemAt: path)
      return
    }
    guard delegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
    if !allowsMultipleSelection {
      for old in selection.sorted() where old != path {
        deselectItem(at: old, animated: false)
        delegate?.collectionView(self, didDeselectItemAt: old)
      }
    }
    selection.insert(path)
    cell.isSelected = true
    cell.segueOfNib?()
    delegate?.collectionView(self, didSelectItemAt: path)
  }

  // MARK: Scrolling

  open func scrollToItem(at indexPath: IndexPath, at position: ScrollPosition, animated: Bool) {
    guard let rect = layoutAttributesForItem(at: indexPath)?.frame else { return }
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

  // MARK: Batches

  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    if let completion { completions.append(completion) }
    edit { updates?() }
  }
  /// An edit outside of a batch is a batch of its own.
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
  open func insertItems(at paths: [IndexPath]) { edit { batch.inserted.formUnion(paths) } }
  open func deleteItems(at paths: [IndexPath]) { edit { batch.deleted.formUnion(paths) } }
  open func reloadItems(at paths: [IndexPath]) { edit { batch.reloaded.formUnion(paths) } }
  open func reconfigureItems(at paths: [IndexPath]) { edit { batch.reloaded.formUnion(paths) } }
  open func moveItem(at path: IndexPath, to new: IndexPath) { edit { batch.moved[new] = path } }
  open func insertSections(_ sections: IndexSet) { edit { batch.insertedSections.formUnion(sections) } }
  open func deleteSections(_ sections: IndexSet) { edit { batch.deletedSections.formUnion(sections) } }
  open func reloadSections(_ sections: IndexSet) { edit { batch.reloadedSections.formUnion(sections) } }
  open func moveSection(_ section: Int, toSection new: Int) { edit { batch.movedSections[new] = section } }

}

nonisolated extension CGRect {
  /// What is around it when it is transformed about a point.
  fileprivate func applying(around point: CGPoint, _ transform: CGAffineTransform) -> CGRect {
    if transform.isIdentity { return self }
    return offsetBy(dx: -point.x, dy: -point.y).applying(transform).offsetBy(dx: point.x, dy: point.y)
  }
}
