import Foundation
import ScenePlayer
import SceneModel

public protocol UICollectionViewDataSource: AnyObject {
  func numberOfSections(in collectionView: UICollectionView) -> Int
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView
  func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
  func collectionView(_ collectionView: UICollectionView, moveItemAt source: IndexPath, to destination: IndexPath)
}
extension UICollectionViewDataSource {
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
  public func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    raise("NSInternalInconsistencyException: the data source has no supplementary view of kind \(kind) at \(indexPath)")
  }
  public func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }
  public func collectionView(
    _ collectionView: UICollectionView, moveItemAt source: IndexPath, to destination: IndexPath
  ) {}
}

public protocol UICollectionViewDelegate: UIScrollViewDelegate {
  func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool
  func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath)
  func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath)
  func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool
  func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
  func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath)
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath)
  func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath)
  func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind kind: String, at indexPath: IndexPath)
  func collectionView(
    _ collectionView: UICollectionView, targetContentOffsetForProposedContentOffset proposed: CGPoint
  ) -> CGPoint
}
extension UICollectionViewDelegate {
  public func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
    true
  }
  public func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {}
  public func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {}
  public func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    true
  }
  public func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
    true
  }
  public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
  public func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {}
  public func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind kind: String, at indexPath: IndexPath
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView, targetContentOffsetForProposedContentOffset proposed: CGPoint
  ) -> CGPoint { proposed }
}

public protocol UICollectionViewDataSourcePrefetching: AnyObject {
  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
  func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}
extension UICollectionViewDataSourcePrefetching {
  public func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {}
}

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
  private var counts: [Int] = []
  private var isLoaded = false
  var cells: [IndexPath: UICollectionViewCell] = [:]
  private var strips: [Place: UICollectionReusableView] = [:]
  private var selection: Set<IndexPath> = []
  private var pool = ReusePool<UICollectionReusableView>()
  private(set) var lastBounds: CGRect?
  private var lastInset = UIEdgeInsets.zero
  private var isTiling = false
  private var batchDepth = 0
  private var batch = ListUpdates()
  private var completions: [(Bool) -> Void] = []

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
  private func layoutAttributes(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
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

  private func tile() {
    guard !isTiling, batchDepth == 0, bounds.width > 0 else { return }
    isTiling = true
    defer { isTiling = false }
    loadIfNeeded()
    let inset = adjustedContentInset
    if inset != lastInset {
      let (old, offset) = (lastInset, contentOffset)
      lastInset = inset
      if offset.y <= -old.top { contentOffset.y = -inset.top }
      collectionViewLayout.invalidateLayout()
    }
    if let last = lastBounds, last != bounds, collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds) {
      collectionViewLayout.invalidateLayout(with: collectionViewLayout.invalidationContext(forBoundsChange: bounds))
    }
    lastBounds = bounds
    var shown: [UICollectionViewLayoutAttributes] = []
    for _ in 0..<100 {
      collectionViewLayout.prepareIfNeeded()
      let size = collectionViewLayout.collectionViewContentSize
      if size != contentSize { contentSize = size }
      shown = layoutAttributes(in: bounds).sorted { ($0.zIndex, $0.indexPath) < ($1.zIndex, $1.indexPath) }
      putAwayOthers(than: shown)
      if !showAll(shown) { break }
    }
    for attributes in shown { place(attributes) }
    backgroundView?.setLayoutFrame(bounds)
  }

  private func putAwayOthers(than shown: [UICollectionViewLayoutAttributes]) {
    let paths = Set(shown.lazy.filter { $0.representedElementCategory == .cell }.map(\.indexPath))
    for path in cells.keys.sorted() where !paths.contains(path) { endDisplaying(path) }
    let places = Set(
      shown.compactMap { place in place.representedElementKind.map { Place(kind: $0, path: place.indexPath) } })
    for (place, view) in strips where !places.contains(place) {
      strips[place] = nil
      putAway(view)
    }
  }
  private func endDisplaying(_ path: IndexPath) {
    guard let cell = cells.removeValue(forKey: path) else { return }
    putAway(cell)
    delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
  }
  private func putAway(_ view: UICollectionReusableView) {
    guard let key = view.reuseIdentifier else { return view.removeFromSuperview() }
    UIView.performWithoutAnimation { view.isHidden = true }
    pool.put(view, key)
  }

  /// True: a cell wants another size than the layout gave it, so that places are others.
  private func showAll(_ shown: [UICollectionViewLayoutAttributes]) -> Bool {
    var hasMoved = false
    for attributes in shown {
      let path = attributes.indexPath
      switch attributes.representedElementCategory {
      case .cell:
        guard cells[path] == nil, let cell = dataSource?.collectionView(self, cellForItemAt: path) else { continue }
        appear(cell, attributes)
        cells[path] = cell
        hasMoved = fit(cell, attributes) || hasMoved
        cell.isSelected = selection.contains(path)
        delegate?.collectionView(self, willDisplay: cell, forItemAt: path)
      case .supplementaryView:
        let place = Place(kind: attributes.representedElementKind ?? "", path: path)
        guard strips[place] == nil,
          let view = dataSource?.collectionView(self, viewForSupplementaryElementOfKind: place.kind, at: path)
        else { continue }
        appear(view, attributes)
        strips[place] = view
        hasMoved = fit(view, attributes) || hasMoved
        delegate?.collectionView(self, willDisplaySupplementaryView: view, forElementKind: place.kind, at: path)
      case .decorationView: break
      }
    }
    return hasMoved
  }
  private func appear(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
    UIView.performWithoutAnimation {
      if view.superview !== self {
        view.removeFromSuperview()
        place(view, at: attributes.zIndex > 0 ? nil : backgroundView == nil ? 0 : 1)
      }
      view.isHidden = false
      (view as? UICollectionViewCell)?.contentView.setLayoutFrame(.zero)
      view.setLayoutFrame(attributes.frame)
      view.apply(attributes)
    }
  }
  private func fit(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) -> Bool {
    guard collectionViewLayout.asksCells else { return false }
    return collectionViewLayout.settle(view.preferredLayoutAttributesFitting(attributes), attributes)
  }
  private func place(_ attributes: UICollectionViewLayoutAttributes) {
    let view =
      attributes.representedElementCategory == .cell
      ? cells[attributes.indexPath]
      : attributes.representedElementKind.flatMap { strips[Place(kind: $0, path: attributes.indexPath)] }
    guard let view else { return }
    view.setLayoutFrame(attributes.frame)
    if view.alpha != attributes.alpha { view.alpha = attributes.alpha }
    if view.transform3D != attributes.transform3D { view.transform3D = attributes.transform3D }
    if !attributes.transform.isIdentity || !view.transform.isIdentity, attributes.transform3D == CATransform3DIdentity,
      view.transform != attributes.transform
    {
      view.transform = attributes.transform
    }
    view.apply(attributes)
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

  /// As long as UIKit's own updates, in seconds.
  private static let updateAnimation = ViewAnimation(duration: 0.3)

  private func finishBatch() {
    let (updates, done) = (batch, completions)
    (batch, completions) = (ListUpdates(), [])
    var gone: [UICollectionReusableView] = []
    if updates.isEmpty {
      collectionViewLayout.invalidateLayout()
    } else {
      gone = renumber(updates)
    }
    batchDepth = 0
    guard bounds.width > 0 else {
      setNeedsLayout()
      for body in done { body(true) }
      return
    }
    let old = Set(cells.values.map { ObjectIdentifier($0) })
    UIView.run(
      Self.updateAnimation,
      {
        tile()
        for view in gone { view.alpha = 0 }
        for path in cells.keys.sorted() {
          guard let cell = cells[path], !old.contains(ObjectIdentifier(cell)), updates.inserted.contains(path) else {
            continue
          }
          let alpha = cell.alpha
          UIView.performWithoutAnimation { cell.alpha = 0 }
          cell.alpha = alpha
        }
        for path in cells.keys.sorted() { cells[path]?.layoutIfNeeded() }
      },
      { [weak self] finished in
        for view in gone {
          UIView.performWithoutAnimation { view.alpha = 1 }
          self?.putAway(view)
        }
        for body in done { body(finished) }
      })
  }

  private func renumber(_ updates: ListUpdates) -> [UICollectionReusableView] {
    let old = counts
    isLoaded = false
    loadIfNeeded()
    let origins: ListUpdates.Origins
    do {
      origins = try updates.origins(from: old, to: counts, .collection)
    } catch {
      raise("NSInternalInconsistencyException: \(error.message)")
    }
    let places = origins.destinations
    var (kept, gone): ([IndexPath: UICollectionViewCell], [UICollectionReusableView]) = ([:], [])
    for path in cells.keys.sorted() {
      guard let cell = cells[path] else { continue }
      if let place = places[path], !updates.isReloaded(path) { kept[place] = cell } else { gone.append(cell) }
    }
    cells = kept
    selection = Set(selection.compactMap { places[$0] })
    var newStrips: [Place: UICollectionReusableView] = [:]
    for (place, view) in strips {
      if let section = origins.sections.firstIndex(of: place.path.section),
        !updates.reloadedSections.contains(place.path.section)
      {
        newStrips[Place(kind: place.kind, path: IndexPath(item: place.path.item, section: section))] = view
      } else {
        putAway(view)
      }
    }
    strips = newStrips
    collectionViewLayout.forgetSizes()
    let items =
      updates.deleted.sorted().map { UICollectionViewUpdateItem($0, nil, .delete) }
      + updates.inserted.sorted().map { UICollectionViewUpdateItem(nil, $0, .insert) }
      + updates.moved.sorted { $0.key < $1.key }.map { UICollectionViewUpdateItem($0.value, $0.key, .move) }
    collectionViewLayout.prepareIfNeeded()
    collectionViewLayout.prepare(forCollectionViewUpdates: items)
    collectionViewLayout.finalizeCollectionViewUpdates()
    return gone
  }
}

/// A controller whose view is a collection, of which it is data source and delegate.
open class UICollectionViewController: UIViewController, UICollectionViewDataSource, UICollectionViewDelegate {
  private let givenLayout: UICollectionViewLayout
  open var clearsSelectionOnViewWillAppear = true
  open var collectionViewLayout: UICollectionViewLayout { collectionView.collectionViewLayout }
  public init(collectionViewLayout layout: UICollectionViewLayout) {
    givenLayout = layout
    super.init(nibName: nil, bundle: nil)
  }
  public override init(nibName: String?, bundle: Bundle?) {
    givenLayout = UICollectionViewFlowLayout()
    super.init(nibName: nibName, bundle: bundle)
  }
  public required init?(coder: NSCoder) {
    givenLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
  }
  private var storedCollection: UICollectionView?
  open var collectionView: UICollectionView! {
    get {
      loadViewIfNeeded()
      return storedCollection
    }
    set {
      storedCollection = newValue
      view = newValue
    }
  }
  open override func loadView() {
    if loadViewOfNib() { return }
    let collection = UICollectionView(frame: UIScreen.main.bounds, collectionViewLayout: givenLayout)
    collection.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    (collection.dataSource, collection.delegate) = (self, self)
    storedCollection = collection
    view = collection
  }

  // A subclass overrides what it answers.
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    raise("UICollectionView dataSource must return a cell from collectionView:cellForItemAtIndexPath:")
  }
  open func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    raise("NSInternalInconsistencyException: the data source has no supplementary view of kind \(kind) at \(indexPath)")
  }
  open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }
  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt source: IndexPath, to destination: IndexPath
  ) {}
  open func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
    true
  }
  open func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {}
  open func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {}
  open func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    true
  }
  open func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
    true
  }
  open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
  open func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {}
  open func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind kind: String, at indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, targetContentOffsetForProposedContentOffset proposed: CGPoint
  ) -> CGPoint { proposed }
  open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  open func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  open func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  open func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  open func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  open func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  open func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  open func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
}

nonisolated extension CGRect {
  /// What is around it when it is transformed about a point.
  fileprivate func applying(around point: CGPoint, _ transform: CGAffineTransform) -> CGRect {
    if transform.isIdentity { return self }
    return offsetBy(dx: -point.x, dy: -point.y).applying(transform).offsetBy(dx: point.x, dy: point.y)
  }
}
