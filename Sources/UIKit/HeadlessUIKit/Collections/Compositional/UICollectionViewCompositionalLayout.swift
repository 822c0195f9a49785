import Foundation

/// A function that returns the section with a given index, from 0. It is called each time the layout is prepared; nil ends the process with a
/// message, as UIKit's exception does.
public typealias UICollectionViewCompositionalLayoutSectionProvider = (
  Int, any NSCollectionLayoutEnvironment
) -> NSCollectionLayoutSection?

/// The choices that hold for a whole compositional layout.
open class UICollectionViewCompositionalLayoutConfiguration: UIObject {
  /// The axis along which sections follow each other.
  open var scrollDirection = UICollectionView.ScrollDirection.vertical
  /// The distance between one section and the next, in points.
  open var interSectionSpacing: CGFloat = 0
  /// The headers and footers of the whole layout.
  open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  /// The rectangle from which insets are measured in sections that do not choose a rectangle of their own.
  open var contentInsetsReference = UIContentInsetsReference.automatic
  public override init() { super.init() }
}

/// A layout of sections with groups of items, one section after the other (rules L16.5 to L16.9).
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  /// The choices for the whole layout; setting them lays it out again.
  open var configuration: UICollectionViewCompositionalLayoutConfiguration { didSet { invalidateLayout() } }
  private let provider: UICollectionViewCompositionalLayoutSectionProvider

  var placed: [CompositionalSection] = []
  private var boundaries: [CompositionalSection.Boundary] = []
  private var size = CGSize.zero
  /// The sizes that cells, headers and footers preferred when they were measured, by their positions in the collection.
  private var preferred: [UICollectionView.Place: CGSize] = [:]
  /// The offsets of sections that scroll orthogonally, in points, by the sections' indices.
  var offsets: [Int: CGFloat] = [:]

  /// Makes a layout whose sections are all alike, scrolling vertically.
  public convenience init(section: NSCollectionLayoutSection) {
    self.init(section: section, configuration: UICollectionViewCompositionalLayoutConfiguration())
  }
  /// Makes a layout whose sections are all alike.
  public init(section: NSCollectionLayoutSection, configuration: UICollectionViewCompositionalLayoutConfiguration) {
    (provider, self.configuration) = ({ _, _ in section }, configuration)
    super.init()
  }
  /// Makes a layout, scrolling vertically, that gets the description of each section from a function.
  public convenience init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) {
    self.init(
      sectionProvider: sectionProvider, configuration: UICollectionViewCompositionalLayoutConfiguration())
  }
  /// Makes a layout that gets the description of each section from a function.
  public init(
    sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
    configuration: UICollectionViewCompositionalLayoutConfiguration
  ) {
    (provider, self.configuration) = (sectionProvider, configuration)
    super.init()
  }
  public required init?(coder: NSCoder) { nil }

  /// Makes a layout whose sections are all lists.
  public static func list(
    using configuration: UICollectionLayoutListConfiguration
  ) -> UICollectionViewCompositionalLayout {
    UICollectionViewCompositionalLayout { _, environment in
      .list(using: configuration, layoutEnvironment: environment)
    }
  }

  override func forgetSizes() { preferred = [:] }

  private var axis: NSLayoutConstraint.Axis { configuration.scrollDirection == .vertical ? .vertical : .horizontal }
  /// Whether the first item of a line is the rightmost, in a vertical layout.
  private var isMirrored: Bool {
    axis == .vertical && collectionView?.effectiveUserInterfaceLayoutDirection == .rightToLeft
  }

  open override func prepare() {
    super.prepare()
    guard let collection = collectionView else { return }
    let around = collection.adjustedContentInset
    let room = CGSize(
      width: max(0, collection.bounds.width - around.left - around.right),
      height: max(0, collection.bounds.height - around.top - around.bottom))
    let environment = CompositionalEnvironment(room, collection.traitCollection)
    placed = []
    var end: CGFloat = 0
    (boundaries, end) = CompositionalSection.place(
      configuration.boundarySupplementaryItems, before: true, axis, at: 0, across: (0, room), section: 0, preferred)
    for number in 0..<collection.numberOfSections {
      guard let section = provider(number, environment) else {
        raise("NSInternalInconsistencyException: the layout has no section \(number), but the data source does")
      }
      if number > 0 { end += configuration.interSectionSpacing }
      let count = collection.numberOfItems(inSection: number)
      let made = CompositionalSection(
        section, number: number, count: count, axis, room, start: end, insets: insets(of: section), environment,
        preferred)
      placed.append(made)
      end = made.end
    }
    let (after, total) = CompositionalSection.place(
      configuration.boundarySupplementaryItems, before: false, axis, at: end, across: (0, room), section: 0, preferred)
    boundaries += after
    size = room
    size[axis] = total
  }

  /// Returns a section's insets. In a vertical layout those of the rectangle that `contentInsetsReference` names are added at both sides.
  private func insets(of section: NSCollectionLayoutSection) -> NSDirectionalEdgeInsets {
    var insets = section.contentInsets
    guard let collection = collectionView, axis == .vertical else { return insets }
    let own = section.contentInsetsReference
    let sides: UIEdgeInsets
    switch own == .automatic ? configuration.contentInsetsReference : own {
    case .automatic, .safeArea: sides = collection.safeAreaInsets
    case .layoutMargins, .readableContent: sides = collection.layoutMargins
    case .none: sides = .zero
    }
    insets.leading += isMirrored ? sides.right : sides.left
    insets.trailing += isMirrored ? sides.left : sides.right
    return insets
  }

  // MARK: Attributes

  open override var collectionViewContentSize: CGSize {
    prepareIfNeeded()
    return size
  }

  open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    prepareIfNeeded()
    var found = boundaries.map { attributes($0, section: 0, in: (0, size[axis])) }
    for section in placed {
      found += section.boundaries.map {
        attributes($0, section: section.number, in: (section.start, section.end))
      }
      found += section.decorations.map { attributes($0, section.number) }
      let visible = section.pieces.map { attributes($0, section) }.filter { $0.frame.intersects(rect) }
      if let handler = section.described.visibleItemsInvalidationHandler, let collection = collectionView {
        handler(
          visible, CGPoint(x: offsets[section.number] ?? 0, y: collection.contentOffset.y),
          CompositionalEnvironment(collection.bounds.size, collection.traitCollection))
      }
      found += visible
    }
    return found.filter { $0.frame.intersects(rect) }
  }

  open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    prepareIfNeeded()
    guard placed.indices.contains(indexPath.section) else { return nil }
    let section = placed[indexPath.section]
    return section.pieces.first { $0.kind == nil && $0.number == indexPath.item }.map { attributes($0, section) }
  }

  open override func layoutAttributesForSupplementaryView(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    prepareIfNeeded()
    guard placed.indices.contains(indexPath.section) else { return nil }
    let section = placed[indexPath.section]
    if let boundary = section.boundaries.first(where: { $0.item.elementKind == kind }) {
      return attributes(boundary, section: section.number, in: (section.start, section.end))
    }
    if let piece = section.pieces.first(where: { $0.kind == kind && $0.number == indexPath.item }) {
      return attributes(piece, section)
    }
    return boundaries.first { $0.item.elementKind == kind }.map { attributes($0, section: 0, in: (0, size[axis])) }
  }

  private func attributes(
    _ piece: CompositionalArrangement.Piece, _ section: CompositionalSection
  ) -> UICollectionViewLayoutAttributes {
    let path = IndexPath(item: piece.number, section: section.number)
    let made =
      piece.kind.map { UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: $0, with: path) }
      ?? UICollectionViewLayoutAttributes(forCellWith: path)
    made.zIndex = piece.zIndex
    finish(made, piece.frame.offsetBy(dx: -(offsets[section.number] ?? 0), dy: 0), piece.item.layoutSize)
    if case .custom? = (piece.item as? NSCollectionLayoutGroup)?.arrangement {
      (made.isWidthGiven, made.isHeightGiven) = (true, true)
    }
    return made
  }

  private func attributes(
    _ decoration: (item: NSCollectionLayoutDecorationItem, frame: CGRect), _ section: Int
  ) -> UICollectionViewLayoutAttributes {
    let made = UICollectionViewLayoutAttributes(
      forDecorationViewOfKind: decoration.item.elementKind, with: IndexPath(item: 0, section: section))
    made.zIndex = decoration.item.zIndex
    finish(made, decoration.frame, decoration.item.layoutSize)
    return made
  }

  private func attributes(
    _ boundary: CompositionalSection.Boundary, section: Int, in span: (start: CGFloat, end: CGFloat)
  ) -> UICollectionViewLayoutAttributes {
    let made = UICollectionViewLayoutAttributes(
      forSupplementaryViewOfKind: boundary.item.elementKind, with: IndexPath(item: 0, section: section))
    made.zIndex = boundary.item.zIndex
    var frame = boundary.frame
    if boundary.item.pinToVisibleBounds, let collection = collectionView {
      // It stays in sight as long as its section does.
      let inset = collection.adjustedContentInset
      let (isVertical, length) = (axis == .vertical, frame.size[axis])
      let seen =
        isVertical ? collection.contentOffset.y + inset.top : collection.contentOffset.x + inset.left
      let room = collection.bounds.size[axis] - (isVertical ? inset.top + inset.bottom : inset.left + inset.right)
      let own = isVertical ? frame.minY : frame.minX
      let place =
        boundary.isBefore
        ? max(own, min(seen, span.end - length)) : min(own, max(seen + room - length, span.start))
      if isVertical { frame.origin.y = place } else { frame.origin.x = place }
      made.zIndex += 10
    }
    finish(made, frame, boundary.item.layoutSize)
    return made
  }

  private func finish(_ made: UICollectionViewLayoutAttributes, _ frame: CGRect, _ size: NSCollectionLayoutSize) {
    made.frame = frame
    if isMirrored { made.frame.origin.x = self.size.width - frame.maxX }
    (made.isWidthGiven, made.isHeightGiven) = (!size.widthDimension.isOpen, !size.heightDimension.isOpen)
  }

  // MARK: Changes

  open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    collectionView?.lastBounds?.size != newBounds.size
  }

  override func settle(
    _ wanted: UICollectionViewLayoutAttributes, _ original: UICollectionViewLayoutAttributes
  ) -> Bool {
    let place = UICollectionView.Place(kind: original.representedElementKind ?? "", path: original.indexPath)
    guard preferred.updateValue(wanted.frame.size, forKey: place) != wanted.frame.size,
      wanted.frame.size != original.frame.size
    else { return false }
    invalidateLayout()
    return true
  }
}
