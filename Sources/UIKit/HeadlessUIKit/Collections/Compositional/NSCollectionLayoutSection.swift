import Foundation

/// The space in which a section or a group is laid out.
@MainActor public protocol NSCollectionLayoutContainer: AnyObject {
  /// The size of the container, in points.
  var contentSize: CGSize { get }
  /// The size of the container without its insets, in points.
  var effectiveContentSize: CGSize { get }
  /// The insets of the container, in points; the container that the layout passes to its providers has none.
  var contentInsets: NSDirectionalEdgeInsets { get }
  /// The effective insets, in points; here the same as `contentInsets`.
  var effectiveContentInsets: NSDirectionalEdgeInsets { get }
}

/// The surroundings in which a section or a custom group is laid out.
@MainActor public protocol NSCollectionLayoutEnvironment: AnyObject {
  /// The container with the available space.
  var container: any NSCollectionLayoutContainer { get }
  /// The traits of the collection view, such as its size classes.
  var traitCollection: UITraitCollection { get }
}

final class CompositionalEnvironment: NSCollectionLayoutEnvironment, NSCollectionLayoutContainer {
  let contentSize: CGSize
  let contentInsets: NSDirectionalEdgeInsets
  let traitCollection: UITraitCollection

  init(_ size: CGSize, insets: NSDirectionalEdgeInsets = .zero, _ traits: UITraitCollection) {
    (contentSize, contentInsets, traitCollection) = (size, insets, traits)
  }
  var container: any NSCollectionLayoutContainer { self }
  var effectiveContentInsets: NSDirectionalEdgeInsets { contentInsets }
  var effectiveContentSize: CGSize { contentSize.reduced(by: contentInsets) }
}

nonisolated extension CGSize {
  func reduced(by insets: NSDirectionalEdgeInsets) -> CGSize {
    CGSize(
      width: max(0, width - insets.leading - insets.trailing), height: max(0, height - insets.top - insets.bottom))
  }
}

/// The rectangle from which the insets of sections are measured, at the sides of a layout that scrolls vertically.
nonisolated public enum UIContentInsetsReference: Int, Sendable {
  /// The rectangle that the layout's configuration sets; in the configuration itself, the safe area.
  case automatic
  /// The bounds of the collection view.
  case none
  /// The safe area of the collection view.
  case safeArea
  /// The layout margins of the collection view.
  case layoutMargins
  /// The readable content of the collection view; here the same as its layout margins.
  case readableContent
}

/// The ways in which a section can scroll across its layout, by where it comes to rest. Anything but `none` puts all groups of the section
/// in one line.
nonisolated public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
  /// The section does not scroll: groups follow each other along the layout.
  case none
  /// The section rests where the finger left it.
  case continuous
  /// The section rests where the nearest group begins.
  case continuousGroupLeadingBoundary
  /// The section rests at multiples of the collection view's width.
  case paging
  /// The section rests where the nearest group begins.
  case groupPaging
  /// The section rests where the nearest group lies in the middle.
  case groupPagingCentered
}

/// A visible item, as it is passed to a section's `visibleItemsInvalidationHandler`.
@MainActor public protocol NSCollectionLayoutVisibleItem: AnyObject {
  /// The opacity, from 0 to 1.
  var alpha: CGFloat { get set }
  /// The depth, larger in front.
  var zIndex: Int { get set }
  /// Whether the item is not shown.
  var isHidden: Bool { get set }
  /// The middle of the frame, in the collection view's coordinates.
  var center: CGPoint { get set }
  /// The affine transform about the middle.
  var transform: CGAffineTransform { get set }
  /// The transform in three dimensions about the middle.
  var transform3D: CATransform3D { get set }
  /// The rectangle that the item takes, in the collection view's coordinates.
  var frame: CGRect { get }
  /// The size of the item, at the origin.
  var bounds: CGRect { get }
  /// The place of the item in the data source.
  var indexPath: IndexPath { get }
  /// Whether the item is a cell, a supplementary view or a decoration.
  var representedElementCategory: UICollectionViewLayoutAttributes.ElementCategory { get }
  /// The kind of a supplementary view or decoration; nil for a cell.
  var representedElementKind: String? { get }
}
extension UICollectionViewLayoutAttributes: NSCollectionLayoutVisibleItem {}

/// A function that may change the visible items of a section as it scrolls. It is called with the items, the scroll offset in points, and the
/// environment, whenever the layout returns the visible elements.
public typealias NSCollectionLayoutSectionVisibleItemsInvalidationHandler = (
  [any NSCollectionLayoutVisibleItem], CGPoint, any NSCollectionLayoutEnvironment
) -> Void

/// A section of a compositional layout: its group again and again, until all items have a place.
open class NSCollectionLayoutSection: UIObject {
  let group: NSCollectionLayoutGroup
  /// The distances, in points, that the section leaves free around its groups.
  open var contentInsets = NSDirectionalEdgeInsets.zero
  /// The rectangle from which `contentInsets` are measured; `automatic`: as the layout's configuration says.
  open var contentInsetsReference = UIContentInsetsReference.automatic
  open var supplementaryContentInsetsReference = UIContentInsetsReference.automatic {
    didSet { noEffect("NSCollectionLayoutSection.supplementaryContentInsetsReference", .layout) }
  }
  /// The distance between one group and the next, in points.
  open var interGroupSpacing: CGFloat = 0
  /// Whether and how the section scrolls across the layout; with effect only in a layout that scrolls vertically.
  open var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
  /// The headers and footers of the section. Several at one edge follow one after the other, and do not cover each other (rule L16.7).
  open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  /// Whether headers and footers keep within the section's insets across the layout; otherwise they have the layout's whole width.
  open var supplementariesFollowContentInsets = true
  /// The views behind the section, such as its background.
  open var decorationItems: [NSCollectionLayoutDecorationItem] = []
  /// A function that may change the items that show, as they scroll.
  open var visibleItemsInvalidationHandler: NSCollectionLayoutSectionVisibleItemsInvalidationHandler?

  /// Makes a section that repeats a group.
  public init(group: NSCollectionLayoutGroup) { self.group = group }

  /// Makes a section of rows, each as wide as the section and as high as its cell prefers. The distances of UIKit's lists were never measured (rule
  /// L16.10).
  public static func list(
    using configuration: UICollectionLayoutListConfiguration, layoutEnvironment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection {
    func row(_ height: CGFloat) -> NSCollectionLayoutSize {
      NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(height))
    }
    let size = row(UICollectionLayoutListConfiguration.rowHeight)
    let section = NSCollectionLayoutSection(
      group: .vertical(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)]))
    let isInset = configuration.appearance == .insetGrouped
    let isGrouped = isInset || configuration.appearance == .grouped
    if isInset {
      let isWide = layoutEnvironment.traitCollection.horizontalSizeClass == .regular
      let side = isWide ? UICollectionLayoutListConfiguration.wideSide : UICollectionLayoutListConfiguration.side
      (section.contentInsets.leading, section.contentInsets.trailing) = (side, side)
    }
    if isGrouped { section.contentInsets.bottom = UICollectionLayoutListConfiguration.distance }
    func boundary(_ mode: Bool, _ kind: String, _ alignment: NSRectAlignment) {
      guard mode else { return }
      let strip = NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: row(UICollectionLayoutListConfiguration.stripHeight), elementKind: kind, alignment: alignment)
      strip.pinToVisibleBounds = configuration.appearance == .plain
      section.boundarySupplementaryItems.append(strip)
    }
    boundary(configuration.headerMode == .supplementary, UICollectionView.elementKindSectionHeader, .top)
    boundary(configuration.footerMode == .supplementary, UICollectionView.elementKindSectionFooter, .bottom)
    return section
  }
}

/// The look of a compositional layout that is a list.
nonisolated public struct UICollectionLayoutListConfiguration: @unchecked Sendable {
  /// The looks of a list. `grouped` and `insetGrouped` keep sections apart; the sidebars are laid out as `plain`.
  nonisolated public enum Appearance: Int, Sendable { case plain, grouped, insetGrouped, sidebar, sidebarPlain }
  /// The sources of a section's header: none, a supplementary view, or its first item, which is laid out like any other here.
  nonisolated public enum HeaderMode: Int, Sendable { case none, supplementary, firstItemInSection }
  /// The sources of a section's footer: none, or a supplementary view.
  nonisolated public enum FooterMode: Int, Sendable { case none, supplementary }
  /// A function that makes the swipe actions of a row; never called here.
  public typealias SwipeActionsConfigurationProvider = (IndexPath) -> UISwipeActionsConfiguration?

  // In points; none of these was measured (rule L16.10).

  /// The height of a row until it is measured, in points.
  static let rowHeight: CGFloat = 44
  /// The height of a header or footer until it is measured, in points.
  static let stripHeight: CGFloat = 28
  /// The space at both sides of an inset list, in points.
  static let side: CGFloat = 16
  /// The space at both sides of an inset list in a regular width, in points.
  static let wideSide: CGFloat = 20
  /// The space below each section of a grouped list, in points.
  static let distance: CGFloat = 20

  /// The look of the list.
  public let appearance: Appearance
  public var showsSeparators = true  // inert
  public var backgroundColor: UIColor?  // inert
  /// The source of the sections' headers.
  public var headerMode = HeaderMode.none
  /// The source of the sections' footers.
  public var footerMode = FooterMode.none
  public var headerTopPadding: CGFloat? {
    didSet { noEffect("UICollectionLayoutListConfiguration.headerTopPadding", .layout) }
  }
  public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider? {
    didSet { noEffect("UICollectionLayoutListConfiguration.leadingSwipeActionsConfigurationProvider", .menus) }
  }
  public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider? {
    didSet { noEffect("UICollectionLayoutListConfiguration.trailingSwipeActionsConfigurationProvider", .menus) }
  }

  /// Makes the configuration of a list with separators, and without headers and footers.
  public init(appearance: Appearance) { self.appearance = appearance }
}
