import Foundation

/// Where an item, a header or a decoration of a collection goes, and how it looks there.
open class UICollectionViewLayoutAttributes: UIObject {
  nonisolated public enum ElementCategory: UInt, Sendable { case cell, supplementaryView, decorationView }
  open var frame = CGRect.zero
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }
  open var center: CGPoint {
    get { CGPoint(x: frame.midX, y: frame.midY) }
    set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
  }
  open var size: CGSize {
    get { frame.size }
    set {
      let middle = center
      frame.size = newValue
      center = middle
    }
  }
  open var transform = CGAffineTransform.identity
  open var transform3D = CATransform3DIdentity
  open var alpha: CGFloat = 1
  open var zIndex = 0
  open var isHidden = false
  open var indexPath = IndexPath(item: 0, section: 0)
  public internal(set) var representedElementCategory = ElementCategory.cell
  public internal(set) var representedElementKind: String?

  public override init() { super.init() }
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }
  public convenience init(forSupplementaryViewOfKind kind: String, with indexPath: IndexPath) {
    self.init(forCellWith: indexPath)
    (representedElementCategory, representedElementKind) = (.supplementaryView, kind)
  }
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
    return copy
  }
  open func copy() -> Any { copy(with: nil) }

  @_silgen_name("HeadlessUIKit_UICollectionViewLayoutAttributes_init") convenience init(made: Void) { self.init() }
  /// See `UITableViewCell.made`.
  @_silgen_name("HeadlessUIKit_UICollectionViewLayoutAttributes_init")
  static func made() -> UICollectionViewLayoutAttributes
}

open class UICollectionViewLayoutInvalidationContext: UIObject {
  open var invalidateEverything: Bool { true }
  open var invalidateDataSourceCounts: Bool { false }
  open var contentOffsetAdjustment = CGPoint.zero
  open var contentSizeAdjustment = CGSize.zero
  public private(set) var invalidatedItemIndexPaths: [IndexPath]?
  public override init() { super.init() }
  open func invalidateItems(at paths: [IndexPath]) { invalidatedItemIndexPaths = paths }
  open func invalidateSupplementaryElements(ofKind kind: String, at paths: [IndexPath]) {}
  open func invalidateDecorationElements(ofKind kind: String, at paths: [IndexPath]) {}
}
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
  open var invalidateFlowLayoutDelegateMetrics = true
  open var invalidateFlowLayoutAttributes = true
}
open class UICollectionViewUpdateItem: UIObject {
  nonisolated public enum Action: Int, Sendable { case insert, delete, reload, move, none }
  public let indexPathBeforeUpdate, indexPathAfterUpdate: IndexPath?
  public let updateAction: Action
  init(_ before: IndexPath?, _ after: IndexPath?, _ action: Action) {
    (indexPathBeforeUpdate, indexPathAfterUpdate, updateAction) = (before, after, action)
  }
}

/// Says where the items of a collection go. A subclass prepares once, then answers for any rectangle.
open class UICollectionViewLayout: UIObject {
  public internal(set) weak var collectionView: UICollectionView?
  open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
  open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }
  open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
  open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
  private(set) var isPrepared = false

  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init() }

  open func prepare() {}
  open var collectionViewContentSize: CGSize { .zero }
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  open func layoutAttributesForSupplementaryView(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  open func layoutAttributesForDecorationView(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
  open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferred: UICollectionViewLayoutAttributes,
    withOriginalAttributes original: UICollectionViewLayoutAttributes
  ) -> Bool { false }
  open func invalidationContext(forBoundsChange newBounds: CGRect) -> UICollectionViewLayoutInvalidationContext {
    UICollectionViewLayoutInvalidationContext()
  }
  open func invalidationContext(
    forPreferredLayoutAttributes preferred: UICollectionViewLayoutAttributes,
    withOriginalAttributes original: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext { UICollectionViewLayoutInvalidationContext() }
  open func targetContentOffset(forProposedContentOffset proposed: CGPoint, withScrollingVelocity velocity: CGPoint)
    -> CGPoint
  { proposed }
  open func targetContentOffset(forProposedContentOffset proposed: CGPoint) -> CGPoint { proposed }
  open func prepare(forCollectionViewUpdates updates: [UICollectionViewUpdateItem]) {}
  open func finalizeCollectionViewUpdates() {}
  open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
  open func finalizeAnimatedBoundsChange() {}
  open func initialLayoutAttributesForAppearingItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  open func finalLayoutAttributesForDisappearingItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  open func register(_ viewClass: AnyClass?, forDecorationViewOfKind kind: String) {}

  open func invalidateLayout() {
    isPrepared = false
    collectionView?.setNeedsLayout()
  }
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
