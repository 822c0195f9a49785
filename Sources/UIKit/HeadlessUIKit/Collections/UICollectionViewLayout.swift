import Foundation

/// The place and look that a layout gives an item, a header or a decoration of a collection.
open class UICollectionViewLayoutAttributes: UIObject {
  /// The kinds of element that a layout places.
  nonisolated public enum ElementCategory: UInt, Sendable { case cell, supplementaryView, decorationView }
  /// The rectangle that the element takes, in the content's coordinates, without its transform.
  open var frame = CGRect.zero
  /// The rectangle of the element's size with its origin at zero; setting it changes the size and keeps the middle.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }
  /// The middle of the frame.
  open var center: CGPoint {
    get { CGPoint(x: frame.midX, y: frame.midY) }
    set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
  }
  /// The size of the frame; setting it keeps the middle.
  open var size: CGSize {
    get { frame.size }
    set {
      let middle = center
      frame.size = newValue
      center = middle
    }
  }
  /// The affine transform about the middle.
  open var transform = CGAffineTransform.identity
  /// The transform in three dimensions about the middle.
  open var transform3D = CATransform3DIdentity
  /// The opacity, from 0 to 1.
  open var alpha: CGFloat = 1
  /// The depth among the elements; above 0 a view lies in front of the others.
  open var zIndex = 0
  /// Whether the element is not shown.
  open var isHidden = false
  /// The place of the element in the data source.
  open var indexPath = IndexPath(item: 0, section: 0)
  /// Whether the element is a cell, a supplementary view or a decoration.
  public internal(set) var representedElementCategory = ElementCategory.cell
  /// The kind of a supplementary view or decoration; nil for a cell.
  public internal(set) var representedElementKind: String?
  /// Whether the layout itself sets the width, so that the view is not measured for it.
  var isWidthGiven = false
  /// Whether the layout itself sets the height, so that the view is not measured for it.
  var isHeightGiven = false

  public override init() { super.init() }
  /// Makes the attributes of an item's cell, with an empty frame.
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }
  /// Makes the attributes of a supplementary view, with an empty frame.
  public convenience init(forSupplementaryViewOfKind kind: String, with indexPath: IndexPath) {
    self.init(forCellWith: indexPath)
    (representedElementCategory, representedElementKind) = (.supplementaryView, kind)
  }
  /// Makes the attributes of a decoration, with an empty frame.
  public convenience init(forDecorationViewOfKind kind: String, with indexPath: IndexPath) {
    self.init(forCellWith: indexPath)
    (representedElementCategory, representedElementKind) = (.decorationView, kind)
  }
  /// Returns a copy. A subclass that adds values copies them in an override.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).made()
    (copy.frame, copy.transform, copy.transform3D) = (frame, transform, transform3D)
    (copy.alpha, copy.zIndex, copy.isHidden, copy.indexPath) = (alpha, zIndex, isHidden, indexPath)
    (copy.representedElementCategory, copy.representedElementKind) = (
      representedElementCategory, representedElementKind
    )
    (copy.isWidthGiven, copy.isHeightGiven) = (isWidthGiven, isHeightGiven)
    return copy
  }
  /// Returns a copy, by `copy(with:)`.
  open func copy() -> Any { copy(with: nil) }

  @_silgen_name("HeadlessUIKit_UICollectionViewLayoutAttributes_init") convenience init(made: Void) { self.init() }
  /// Makes an instance of a class that is only known at run time; see `UITableViewCell.made`.
  @_silgen_name("HeadlessUIKit_UICollectionViewLayoutAttributes_init")
  static func made() -> UICollectionViewLayoutAttributes
}

/// The scope of an invalidation of a layout.
open class UICollectionViewLayoutInvalidationContext: UIObject {
  /// Whether everything is invalid; true, unless a subclass says otherwise.
  open var invalidateEverything: Bool { true }
  /// Whether the counts of the data source are invalid; false, unless a subclass says otherwise.
  open var invalidateDataSourceCounts: Bool { false }
  open var contentOffsetAdjustment = CGPoint.zero {
    didSet { noEffect("UICollectionViewLayoutInvalidationContext.contentOffsetAdjustment", .layout) }
  }
  open var contentSizeAdjustment = CGSize.zero {
    didSet { noEffect("UICollectionViewLayoutInvalidationContext.contentSizeAdjustment", .layout) }
  }
  /// The items that are invalid; nil if none is named. It has no effect here: the whole layout is computed again.
  public private(set) var invalidatedItemIndexPaths: [IndexPath]?
  public override init() { super.init() }
  /// Sets the items that are invalid, in place of those that were set before.
  open func invalidateItems(at paths: [IndexPath]) { invalidatedItemIndexPaths = paths }
  open func invalidateSupplementaryElements(ofKind kind: String, at paths: [IndexPath]) {}  // inert
  open func invalidateDecorationElements(ofKind kind: String, at paths: [IndexPath]) {}  // inert
}
/// The scope of an invalidation of a flow layout.
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
  open var invalidateFlowLayoutDelegateMetrics = true  // inert
  open var invalidateFlowLayoutAttributes = true  // inert
}
/// One change of a collection view's batch of updates, as a layout gets it.
open class UICollectionViewUpdateItem: UIObject {
  /// The kinds of change in a batch of updates.
  nonisolated public enum Action: Int, Sendable { case insert, delete, reload, move, none }
  /// The places of the element before and after the batch. The first is nil for an inserted element, the second for a deleted one.
  public let indexPathBeforeUpdate, indexPathAfterUpdate: IndexPath?
  /// The kind of the change.
  public let updateAction: Action
  init(_ before: IndexPath?, _ after: IndexPath?, _ action: Action) {
    (indexPathBeforeUpdate, indexPathAfterUpdate, updateAction) = (before, after, action)
  }
}

/// A layout, which computes the frames of a collection's items. `prepare()` computes them once; the other methods then answer for any rectangle.
open class UICollectionViewLayout: UIObject {
  /// The collection view that the layout lays out; nil if there is none yet.
  public internal(set) weak var collectionView: UICollectionView?
  /// The class of the attributes that the layout makes.
  open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
  /// The class of the contexts that the layout makes for invalidations.
  open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }
  /// The reading direction for which the layout computes its frames; from left to right.
  open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
  /// Whether the layout is mirrored for users with the other reading direction; false, unless a subclass says otherwise. Never read here.
  open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
  private(set) var isPrepared = false

  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init() }

  /// Called once after each invalidation, before any other method of the layout. Does nothing by default.
  open func prepare() {}
  /// The collection view content size; `.zero` unless a subclass overrides it.
  open var collectionViewContentSize: CGSize { .zero }
  /// Returns the attributes of everything that may lie in a rectangle; nil by default.
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
  /// Returns the attributes of an item; nil by default.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  /// Returns the attributes of a supplementary view; nil by default.
  open func layoutAttributesForSupplementaryView(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  /// Returns the attributes of a decoration; nil by default. Never called here: decorations come with a rectangle's elements.
  open func layoutAttributesForDecorationView(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  /// Returns whether other bounds, when the view is scrolled or turned, make the layout invalid; false by default.
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
  /// Returns whether a cell that wants another size makes the layout invalid; false by default.
  open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferred: UICollectionViewLayoutAttributes,
    withOriginalAttributes original: UICollectionViewLayoutAttributes
  ) -> Bool { false }
  /// Returns the context of an invalidation by other bounds.
  open func invalidationContext(forBoundsChange newBounds: CGRect) -> UICollectionViewLayoutInvalidationContext {
    UICollectionViewLayoutInvalidationContext()
  }
  /// Returns the context of an invalidation by a cell that wants another size.
  open func invalidationContext(
    forPreferredLayoutAttributes preferred: UICollectionViewLayoutAttributes,
    withOriginalAttributes original: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext { UICollectionViewLayoutInvalidationContext() }
  /// Returns the offset at which a drag comes to rest; the proposed one. Never called here.
  open func targetContentOffset(forProposedContentOffset proposed: CGPoint, withScrollingVelocity velocity: CGPoint)
    -> CGPoint
  { proposed }
  /// Returns the offset after a change of the layout; the proposed one. Never called here.
  open func targetContentOffset(forProposedContentOffset proposed: CGPoint) -> CGPoint { proposed }
  /// Called with the changes of a batch before items slide. Does nothing by default.
  open func prepare(forCollectionViewUpdates updates: [UICollectionViewUpdateItem]) {}
  /// Called when the items of a batch have their new places. Does nothing by default.
  open func finalizeCollectionViewUpdates() {}
  /// Called in UIKit before the bounds change with an animation; never called here.
  open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
  /// Called in UIKit when the bounds have changed with an animation; never called here.
  open func finalizeAnimatedBoundsChange() {}
  /// Returns where an inserted item comes from; nil. Never called here.
  open func initialLayoutAttributesForAppearingItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  /// Returns where a deleted item goes; nil. Never called here.
  open func finalLayoutAttributesForDisappearingItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  private var decorations: [String: () -> UICollectionReusableView?] = [:]
  /// Registers a class of views behind the items, made under a kind; nil removes the registration.
  open func register(_ viewClass: AnyClass?, forDecorationViewOfKind kind: String) {
    let type = viewClass as? UICollectionReusableView.Type
    decorations[kind] = type.map { type in { type.made() } }
  }
  /// Registers a nib for a kind of decoration views, which lie behind the items. The nib's first view is used. Nil removes the
  /// registration.
  open func register(_ nib: UINib?, forDecorationViewOfKind kind: String) {
    decorations[kind] = nib.map { nib in { nib.instantiate(withOwner: nil).first as? UICollectionReusableView } }
  }
  func makeDecoration(_ kind: String) -> UICollectionReusableView? { decorations[kind]?() }

  /// Makes everything invalid: the layout is prepared again in the next pass.
  open func invalidateLayout() {
    isPrepared = false
    collectionView?.setNeedsLayout()
  }
  /// Makes the layout invalid. Everything is laid out again, whatever the context contains.
  open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) { invalidateLayout() }

  func prepareIfNeeded() {
    guard !isPrepared else { return }
    isPrepared = true
    prepare()
  }
  /// Invalidates the layout if a cell prefers another size than the layout gave it. Returns whether it did.
  func settle(_ preferred: UICollectionViewLayoutAttributes, _ original: UICollectionViewLayoutAttributes) -> Bool {
    guard preferred.frame.size != original.frame.size,
      shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
    else { return false }
    invalidateLayout(
      with: invalidationContext(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
    return true
  }
  /// Whether the layout measures cells.
  var asksCells: Bool { true }
  /// Drops the measured sizes of cells, because places have changed.
  func forgetSizes() {}
}
