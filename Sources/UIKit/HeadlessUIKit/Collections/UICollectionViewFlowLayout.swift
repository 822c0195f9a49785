import Foundation
import LayoutKernel
import SceneModel

/// The sizes and distances of a flow layout, section by section. For each method that a delegate does not implement, the layout's own property is
/// used.
@MainActor public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
  /// Returns the size of an item, in points; not called if the layout has an estimate.
  func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt indexPath: IndexPath
  ) -> CGSize
  /// Returns the distances around a section's items, in points.
  func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, insetForSectionAt section: Int
  ) -> UIEdgeInsets
  /// Returns the least distance between two lines of a section, in points.
  func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat
  /// Returns the least distance between two items of a line, in points.
  func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat
  /// Returns the size of a section's header. Only its length along the scroll direction counts; 0 for no header.
  func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, referenceSizeForHeaderInSection section: Int
  ) -> CGSize
  /// Returns the size of a section's footer. Only its length along the scroll direction counts; 0 for no footer.
  func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, referenceSizeForFooterInSection section: Int
  ) -> CGSize
}
extension UICollectionViewDelegateFlowLayout {
  public func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt indexPath: IndexPath
  ) -> CGSize { (layout as? UICollectionViewFlowLayout)?.itemSize ?? .zero }
  public func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, insetForSectionAt section: Int
  ) -> UIEdgeInsets { (layout as? UICollectionViewFlowLayout)?.sectionInset ?? .zero }
  public func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat { (layout as? UICollectionViewFlowLayout)?.minimumLineSpacing ?? 0 }
  public func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat { (layout as? UICollectionViewFlowLayout)?.minimumInteritemSpacing ?? 0 }
  public func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, referenceSizeForHeaderInSection section: Int
  ) -> CGSize { (layout as? UICollectionViewFlowLayout)?.headerReferenceSize ?? .zero }
  public func collectionView(
    _ collectionView: UICollectionView, layout: UICollectionViewLayout, referenceSizeForFooterInSection section: Int
  ) -> CGSize { (layout as? UICollectionViewFlowLayout)?.footerReferenceSize ?? .zero }
}

/// A layout that places items line after line, by the kernel's rules (L16.4), with headers and footers around each section.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  /// A value for `estimatedItemSize`: items size themselves. Until an item has been measured, it has the size `itemSize`.
  nonisolated public static let automaticSize = CGSize(width: 1.7976931348623157e308, height: 1.7976931348623157e308)
  /// The axis along which lines follow each other.
  open var scrollDirection = UICollectionView.ScrollDirection.vertical { didSet { invalidateLayout() } }
  /// The default size of an item, in points.
  open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
  /// The size of an item until its cell was measured; `zero`: cells are not measured.
  open var estimatedItemSize = CGSize.zero { didSet { invalidateLayout() } }
  /// The least distance between two lines, in points.
  open var minimumLineSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
  /// The least distance between two items of a line, in points. Space that is left over in a line is added to the distances.
  open var minimumInteritemSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
  /// The distances around the items of each section, in points.
  open var sectionInset = UIEdgeInsets.zero { didSet { invalidateLayout() } }
  /// The size of each section's header. Only the length along the scroll direction counts; 0 for no header.
  open var headerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
  /// The size of each section's footer. Only the length along the scroll direction counts; 0 for no footer.
  open var footerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
  /// Whether headers stay in sight as long as their section does.
  open var sectionHeadersPinToVisibleBounds = false
  /// Whether footers stay in sight as long as their section does.
  open var sectionFootersPinToVisibleBounds = false
  /// The rectangle from whose edges a section's insets are measured.
  nonisolated public enum SectionInsetReference: Int, Sendable {
    /// The bounds less the content's insets, the safe area, or the layout margins.
    case fromContentInset, fromSafeArea, fromLayoutMargins
  }
  open var sectionInsetReference = SectionInsetReference.fromContentInset {
    didSet { noEffect("UICollectionViewFlowLayout.sectionInsetReference", .layout) }
  }
  open override class var invalidationContextClass: AnyClass { UICollectionViewFlowLayoutInvalidationContext.self }

  private var items: [[UICollectionViewLayoutAttributes]] = []
  private var headers: [Int: UICollectionViewLayoutAttributes] = [:]
  private var footers: [Int: UICollectionViewLayoutAttributes] = [:]
  private var size = CGSize.zero
  /// The sizes that cells preferred when they were measured.
  private var preferred: [IndexPath: CGSize] = [:]

  override var asksCells: Bool { estimatedItemSize != .zero }
  override func forgetSizes() { preferred = [:] }

  open override func prepare() {
    super.prepare()
    guard let collection = collectionView else { return }
    let delegate = collection.delegate as? any UICollectionViewDelegateFlowLayout
    let isVertical = scrollDirection == .vertical
    let around = collection.adjustedContentInset
    let room = CGSize(
      width: max(0, collection.bounds.width - around.left - around.right),
      height: max(0, collection.bounds.height - around.top - around.bottom))
    (items, headers, footers) = ([], [:], [:])
    var end: CGFloat = 0
    func strip(_ kind: String, _ section: Int, _ size: CGSize) -> UICollectionViewLayoutAttributes? {
      let length = isVertical ? size.height : size.width
      guard length > 0 else { return nil }
      let made = UICollectionViewLayoutAttributes(
        forSupplementaryViewOfKind: kind, with: IndexPath(item: 0, section: section))
      made.frame =
        isVertical
        ? CGRect(x: 0, y: end, width: room.width, height: length)
        : CGRect(x: end, y: 0, width: length, height: room.height)
      end += length
      return made
    }
    for section in 0..<collection.numberOfSections {
      headers[section] = strip(
        UICollectionView.elementKindSectionHeader, section,
        delegate?.collectionView(collection, layout: self, referenceSizeForHeaderInSection: section)
          ?? headerReferenceSize)
      var flow = FlowConfiguration()
      flow.axis = isVertical ? .vertical : .horizontal
      let inset = delegate?.collectionView(collection, layout: self, insetForSectionAt: section) ?? sectionInset
      flow.sectionInset = inset.model
      flow.lineSpacing = Double(
        delegate?.collectionView(collection, layout: self, minimumLineSpacingForSectionAt: section)
          ?? minimumLineSpacing)
      flow.itemSpacing = Double(
        delegate?.collectionView(collection, layout: self, minimumInteritemSpacingForSectionAt: section)
          ?? minimumInteritemSpacing)
      let paths = (0..<collection.numberOfItems(inSection: section)).map { IndexPath(item: $0, section: section) }
      let sizes = paths.map { path in
        asksCells
          ? preferred[path] ?? (estimatedItemSize == Self.automaticSize ? itemSize : estimatedItemSize)
          : delegate?.collectionView(collection, layout: self, sizeForItemAt: path) ?? itemSize
      }
      let frames = flow.frames(
        of: sizes.map(\.model), in: room.model, fillsLastLine: LayoutQuirks().flowFillsLastLine)
      var far = isVertical ? inset.top : inset.left
      items.append(
        zip(paths, frames).map { path, frame in
          let made = attributes(forCellWith: path)
          made.frame = CGRect(frame).offsetBy(dx: isVertical ? 0 : end, dy: isVertical ? end : 0)
          far = max(far, CGFloat(isVertical ? frame.maxY : frame.maxX))
          return made
        })
      end += far + (isVertical ? inset.bottom : inset.right)
      footers[section] = strip(
        UICollectionView.elementKindSectionFooter, section,
        delegate?.collectionView(collection, layout: self, referenceSizeForFooterInSection: section)
          ?? footerReferenceSize)
    }
    size = isVertical ? CGSize(width: room.width, height: end) : CGSize(width: end, height: room.height)
  }

  private func attributes(forCellWith path: IndexPath) -> UICollectionViewLayoutAttributes {
    let made =
      (type(of: self).layoutAttributesClass as? UICollectionViewLayoutAttributes.Type)?.made()
      ?? UICollectionViewLayoutAttributes()
    made.indexPath = path
    return made
  }

  open override var collectionViewContentSize: CGSize {
    prepareIfNeeded()
    return size
  }
  open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    prepareIfNeeded()
    var found: [UICollectionViewLayoutAttributes] = []
    for section in items.indices {
      if let header = headers[section].map({ pinned($0, section) }), header.frame.intersects(rect) {
        found.append(header)
      }
      found += items[section].filter { $0.frame.intersects(rect) }
      if let footer = footers[section].map({ pinned($0, section) }), footer.frame.intersects(rect) {
        found.append(footer)
      }
    }
    return found
  }
  open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    prepareIfNeeded()
    guard items.indices.contains(indexPath.section), items[indexPath.section].indices.contains(indexPath.item) else {
      return nil
    }
    return items[indexPath.section][indexPath.item]
  }
  open override func layoutAttributesForSupplementaryView(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    prepareIfNeeded()
    let strips = kind == UICollectionView.elementKindSectionHeader ? headers : footers
    return strips[indexPath.section].map { pinned($0, indexPath.section) }
  }
  open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    guard let old = collectionView?.lastBounds else { return false }
    return scrollDirection == .vertical ? old.width != newBounds.width : old.height != newBounds.height
  }

  /// Returns a header or footer that stays at its edge of the visible part while its section is visible.
  private func pinned(_ strip: UICollectionViewLayoutAttributes, _ section: Int) -> UICollectionViewLayoutAttributes {
    let isHeader = strip.representedElementKind == UICollectionView.elementKindSectionHeader
    guard isHeader ? sectionHeadersPinToVisibleBounds : sectionFootersPinToVisibleBounds,
      let collection = collectionView, let moved = strip.copy() as? UICollectionViewLayoutAttributes
    else { return strip }
    moved.zIndex = 10
    let isVertical = scrollDirection == .vertical
    func ends(_ rect: CGRect) -> (first: CGFloat, last: CGFloat) {
      isVertical ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
    }
    let (own, visible) = (ends(strip.frame), ends(collection.bounds.inset(by: collection.adjustedContentInset)))
    let length = own.last - own.first
    let place: CGFloat
    if isHeader {
      let end = (footers[section] ?? headers[section + 1]).map { ends($0.frame).first }
      place = max(own.first, min(visible.first, (end ?? ends(CGRect(origin: .zero, size: size)).last) - length))
    } else {
      let start = headers[section].map { ends($0.frame).last } ?? items[section].first.map { ends($0.frame).first }
      place = min(own.first, max(visible.last - length, start ?? own.first))
    }
    if isVertical { moved.frame.origin.y = place } else { moved.frame.origin.x = place }
    return moved
  }

  override func settle(
    _ wanted: UICollectionViewLayoutAttributes, _ original: UICollectionViewLayoutAttributes
  ) -> Bool {
    guard asksCells, original.representedElementCategory == .cell,
      preferred.updateValue(wanted.frame.size, forKey: original.indexPath) != wanted.frame.size
    else { return false }
    if wanted.frame.size == original.frame.size { return false }
    invalidateLayout()
    return true
  }
}
