import Foundation

/// Where an item, a header or a decoration of a collection goes, and how it looks there.
open class UICollectionViewLayoutAttributes: UIObject {
  /// The kinds of element that a layout places.
  nonisolated public enum ElementCategory: UInt, Sendable { case cell, supplementaryView, decorationView }
  /// The frame, as in UIKit.
  open var frame = CGRect.zero
  /// The bounds, as in UIKit.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }
  /// The centre, as in UIKit.
  open var center: CGPoint {
    get { CGPoint(x: frame.midX, y: frame.midY) }
    set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
  }
  /// The size, as in UIKit.
  open var size: CGSize {
    get { frame.size }
    set {
      let middle = center
      frame.size = newValue
      center = middle
    }
  }
  /// The transform, as in UIKit.
  open var transform = CGAffineTransform.identity
  /// The transform3 d, as in UIKit.
  open var transform3D = CATransform3DIdentity
  /// The alpha, as in UIKit.
  open var alpha: CGFloat = 1
  /// The z index, as in UIKit.
  open var zIndex = 0
  /// Whether it is hidden, as in UIKit.
  open var isHidden = false
  /// The index path, as in UIKit.
  open var indexPath = IndexPath(item: 0, section: 0)
  /// The represented element category, as in UIKit.
  public internal(set) var representedElementCategory = ElementCategory.cell
  /// The represented element kind, as in UIKit.
  public internal(set) var representedElementKind: String?
  /// What the layout itself gives, so that the view is not asked for it.
  var isWidthGiven = false
  var isHeightGiven = false

  public override init() { super.init() }
  /// Makes one as UIKit does.
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }
  /// Makes one as UIKit does.
  public convenience init(forSupplementaryViewOfKind kind: String, with indexPath: IndexPath) {
    self.init(forCellWith: indexPath)
    (representedElementCategory, representedElementKind) = (.supplementaryView, kind)
  }
  /// Makes one as UIKit does.
  public convenience init(forDecorationViewOfKind kind: String, with indexPath: IndexPath) {
    self.init(forCellWith: indexPath)
    (representedElementCategory, representedElementKind) = (.decorationView, kind)
  }
  /// A subclass that adds values copies them in an override.
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
  /// Does what UIKit's `copy()` does.
  open func copy() -> Any { copy(with: nil) }

  @_silgen_name("HeadlessUIKit_UICollectionViewLayoutAttributes_init") convenience init(made: Void) { self.init() }
  /// See `UITableViewCell.made`.
  @_silgen_name("HeadlessUIKit_UICollectionViewLayoutAttributes_init")
  static func made() -> UICollectionViewLayoutAttributes
}

/// The scope of an invalidation of a layout.
open class UICollectionViewLayoutInvalidationContext: UIObject {
  /// The flag `invalidateEverything`; `true` unless a subclass overrides it.
  open var invalidateEverything: Bool { true }
  /// The flag `invalidateDataSourceCounts`; `false` unless a subclass overrides it.
  open var invalidateDataSourceCounts: Bool { false }
  /// The content offset adjustment; kept, without effect on layout or motion.
  open var contentOffsetAdjustment = CGPoint.zero
  /// The content size adjustment; kept, without effect on layout or motion.
  open var contentSizeAdjustment = CGSize.zero
  /// The invalidated item index paths, as in UIKit.
  public private(set) var invalidatedItemIndexPaths: [IndexPath]?
  public override init() { super.init() }
  /// Does what UIKit's `invalidateItems(at:)` does.
  open func invalidateItems(at paths: [IndexPath]) { invalidatedItemIndexPaths = paths }
  /// Accepted, and does nothing here.
  open func invalidateSupplementaryElements(ofKind kind: String, at paths: [IndexPath]) {}
  /// Accepted, and does nothing here.
  open func invalidateDecorationElements(ofKind kind: String, at paths: [IndexPath]) {}
}
/// The scope of an invalidation of a flow layout.
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
  /// The flag `invalidateFlowLayoutDelegateMetrics`; kept, without effect on layout or motion.
  open var invalidateFlowLayoutDelegateMetrics = true
  /// The flag `invalidateFlowLayoutAttributes`; kept, without effect on layout or motion.
  open var invalidateFlowLayoutAttributes = true
}
/// One change of a collection view's batch of updates, as a layout is told of it.
open class UICollectionViewUpdateItem: UIObject {
  /// The kinds of change in a batch of updates.
  nonisolated public enum Action: Int, Sendable { case insert, delete, reload, move, none }
  /// The index path before update, as in UIKit.
  public let indexPathBeforeUpdate, indexPathAfterUpdate: IndexPath?
  /// The update action, as in UIKit.
  public let updateAction: Action
  init(_ before: IndexPath?, _ after: IndexPath?, _ action: Action) {
    (indexPathBeforeUpdate, indexPathAfterUpdate, updateAction) = (before, after, action)
  }
}

/// Says where the items of a collection go. A subclass prepares once, then answers for any rectangle.
open class UICollectionViewLayout: UIObject {
  /// The collection view, as in UIKit.
  public internal(set) weak var collectionView: UICollectionView?
  /// The layout attributes class, as in UIKit.
  open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
  /// The invalidation context class, as in UIKit.
  open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }
  /// The development layout direction, as in UIKit.
  open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
  /// The flag `flipsHorizontallyInOppositeLayoutDirection`; `false` unless a subclass overrides it.
  open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
  private(set) var isPrepared = false

  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init() }

  /// Called as by UIKit; does nothing by itself.
  open func prepare() {}
  /// The collection view content size; `.zero` unless a subclass overrides it.
  open var collectionViewContentSize: CGSize { .zero }
  /// Asked as by UIKit; `nil` unless a subclass overrides it.
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
  /// Asked as by UIKit; `nil` unless a subclass overrides it.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  /// Asked as by UIKit; `nil` unless a subclass overrides it.
  open func layoutAttributesForSupplementaryView(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  /// Returns `nil` here.
  open func layoutAttributesForDecorationView(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  /// Asked as by UIKit; `false` unless a subclass overrides it.
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
  /// Asked as by UIKit; `false` unless a subclass overrides it.
  open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferred: UICollectionViewLayoutAttributes,
    withOriginalAttributes original: UICollectionViewLayoutAttributes
  ) -> Bool { false }
  /// Does what UIKit's `invalidationContext(forBoundsChange:)` does.
  open func invalidationContext(forBoundsChange newBounds: CGRect) -> UICollectionViewLayoutInvalidationContext {
    UICollectionViewLayoutInvalidationContext()
  }
  /// Does what UIKit's `invalidationContext(forPreferredLayoutAttributes:withOriginalAttributes:)` does.
  open func invalidationContext(
    forPreferredLayoutAttributes preferred: UICollectionViewLayoutAttributes,
    withOriginalAttributes original: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext { UICollectionViewLayoutInvalidationContext() }
  /// Does what UIKit's `targetContentOffset(forProposedContentOffset:withScrollingVelocity:)` does.
  open func targetContentOffset(forProposedContentOffset proposed: CGPoint, withScrollingVelocity velocity: CGPoint)
    -> CGPoint
  { proposed }
  /// Does what UIKit's `targetContentOffset(forProposedContentOffset:)` does.
  open func targetContentOffset(forProposedContentOffset proposed: CGPoint) -> CGPoint { proposed }
  /// Called as by UIKit; does nothing by itself.
  open func prepare(forCollectionViewUpdates updates: [UICollectionViewUpdateItem]) {}
  /// Called as by UIKit; does nothing by itself.
  open func finalizeCollectionViewUpdates() {}
  /// Accepted, and does nothing here.
  open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
  /// Accepted, and does nothing here.
  open func finalizeAnimatedBoundsChange() {}
  /// Returns `nil` here.
  open func initialLayoutAttributesForAppearingItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  /// Returns `nil` here.
  open func finalLayoutAttributesForDisappearingItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  private var decorations: [String: () -> UICollectionReusableView?] = [:]
  open func register(_ viewClass: AnyClass?, forDecorationViewOfKind kind: String) {
    let type = viewClass as? UICollectionReusableView.Type
    decorations[kind] = type.map { type in { type.made() } }
  }
  open func register(_ nib: UINib?, forDecorationViewOfKind kind: String) {
    decorations[kind] = nib.map { nib in { nib.instantiate(withOwner: nil).first as? UICollectionReusableView } }
  }
  func makeDecoration(_ kind: String) -> UICollectionReusableView? { decorations[kind]?() }

  /// Does what UIKit's `invalidateLayout()` does.
  open func invalidateLayout() {
    isPrepared = false
    collectionView?.setNeedsLayout()
  }
  /// Does what UIKit's `invalidateLayout(with:)` does.
  open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) { invalidateLayout() }

  func prepareIfNeeded() {
    guard !isPrepared else { return }
    isPrepared = true
    prepare()
  }
  /// A cell has said how large it wants to be; true: places have changed.
  func settle(_ preferred: UICollectionViewLayoutAttributes, _ original: UICollectionViewLayoutAttributes) -> Bool {
    guard preferred.frame.size != original.frame.size,
      shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
    else { return false }
    invalidateLayout(
      with: invalidationContext(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
    return true
  }
  /// Whether cells are asked how large they want to be.
  var asksCells: Bool { true }
  /// Sizes that cells asked for belong to places that are others now.
  func forgetSizes() {}
}
