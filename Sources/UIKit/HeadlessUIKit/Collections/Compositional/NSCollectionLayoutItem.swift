import Foundation

/// One cell of a compositional layout, or a group of them.
open class NSCollectionLayoutItem: UIObject {
  /// The width and height of the item in its group.
  public let layoutSize: NSCollectionLayoutSize
  /// The views that belong to the item, such as badges; each cell gets its own.
  public let supplementaryItems: [NSCollectionLayoutSupplementaryItem]
  /// The distances, in points, from the item's edges to its cell. They are taken from the item's own size, and have no effect along an axis on
  /// which the content decides the size.
  open var contentInsets = NSDirectionalEdgeInsets.zero
  /// The distances around the item that its group leaves free, outside of its size; nil if there is none.
  open var edgeSpacing: NSCollectionLayoutEdgeSpacing?

  /// Makes an item of a size, without views that belong to it.
  public convenience init(layoutSize: NSCollectionLayoutSize) {
    self.init(layoutSize: layoutSize, supplementaryItems: [])
  }
  /// Makes an item of a size with views that belong to it.
  public init(layoutSize: NSCollectionLayoutSize, supplementaryItems: [NSCollectionLayoutSupplementaryItem]) {
    (self.layoutSize, self.supplementaryItems) = (layoutSize, supplementaryItems)
  }

  /// The effective insets: those of an axis on which the content decides the size are zero.
  var effectiveInsets: NSDirectionalEdgeInsets {
    var insets = contentInsets
    if layoutSize.widthDimension.isOpen { (insets.leading, insets.trailing) = (0, 0) }
    if layoutSize.heightDimension.isOpen { (insets.top, insets.bottom) = (0, 0) }
    return insets
  }
}

/// A view that belongs to an item, such as a badge.
open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
  /// The kind that names the view: its class is registered under this kind, and the data source gets it when it has to return the view.
  public let elementKind: String
  /// The place on the item or group at which the view is attached.
  public let containerAnchor: NSCollectionLayoutAnchor
  /// The point of the attached view that lies at the point of `containerAnchor`; nil for the same edges as those of `containerAnchor`.
  public let itemAnchor: NSCollectionLayoutAnchor?
  /// The depth of the view; above 0 it lies in front of the cells.
  open var zIndex = 1

  /// Makes a view that is attached to its container, edge to edge.
  public convenience init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor
  ) { self.init(layoutSize, elementKind, containerAnchor, nil) }
  /// Makes a view of which a given place is attached to a place of its container.
  public convenience init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor,
    itemAnchor: NSCollectionLayoutAnchor
  ) { self.init(layoutSize, elementKind, containerAnchor, itemAnchor) }
  init(
    _ size: NSCollectionLayoutSize, _ kind: String, _ container: NSCollectionLayoutAnchor,
    _ item: NSCollectionLayoutAnchor?
  ) {
    (elementKind, containerAnchor, itemAnchor) = (kind, container, item)
    super.init(layoutSize: size, supplementaryItems: [])
  }

  /// Returns the view's frame on an item's frame: the point of its item anchor (by default the same edges as the container anchor) lies at the container
  /// anchor.
  func frame(on item: CGRect) -> CGRect {
    let size = layoutSize.size(in: item.size)
    let own = itemAnchor ?? NSCollectionLayoutAnchor(edges: containerAnchor.edges)
    let (there, here) = (containerAnchor.point(of: item), own.point(of: CGRect(origin: .zero, size: size)))
    let (shift, ownShift) = (containerAnchor.shift(of: size), own.shift(of: size))
    return CGRect(
      origin: CGPoint(x: there.x - here.x + shift.x + ownShift.x, y: there.y - here.y + shift.y + ownShift.y),
      size: size)
  }
}

/// A header or footer of a section, or of the whole layout.
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
  /// Whether the header or footer takes space beside the content, instead of lying over it.
  open var extendsBoundary = true
  /// Whether the view stays in sight at the edge of the visible part as long as its section is there.
  open var pinToVisibleBounds = false
  /// The edges of the section at which the view lies. With `bottom` (`trailing` in a layout that scrolls horizontally) it follows the
  /// content, otherwise it comes before it.
  public let alignment: NSRectAlignment
  /// A shift of the view from its place, in points. It has no effect on the space that is kept for the view.
  public let offset: CGPoint

  /// Makes a header or footer at an edge of its section or layout.
  public init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment, absoluteOffset: CGPoint = .zero
  ) {
    (self.alignment, offset) = (alignment, absoluteOffset)
    super.init(layoutSize, elementKind, NSCollectionLayoutAnchor(edges: alignment.edges), nil)
  }
}

/// A view behind a section, such as its background.
open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
  /// The kind under which the layout makes the view; its class is registered with the layout, not with the collection view.
  public let elementKind: String
  /// The depth among decorations; kept, without effect: they all lie behind the items.
  open var zIndex = 0

  private init(kind: String) {
    elementKind = kind
    super.init(
      layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)),
      supplementaryItems: [])
  }
  /// Makes a decoration as large as its section with header and footer, less its own `contentInsets`.
  public static func background(elementKind: String) -> NSCollectionLayoutDecorationItem {
    NSCollectionLayoutDecorationItem(kind: elementKind)
  }
}

/// A function that says where the items of a custom group lie. It is called with the size of the group, once for each group; items that the
/// section does not have are ignored.
public typealias NSCollectionLayoutGroupCustomItemProvider = (any NSCollectionLayoutEnvironment) ->
  [NSCollectionLayoutGroupCustomItem]

/// The place of one item in a custom group.
open class NSCollectionLayoutGroupCustomItem: UIObject {
  /// The item's frame in the coordinates of its group, in points.
  public let frame: CGRect
  /// The depth of the item's cell, larger in front.
  public let zIndex: Int
  /// Makes a place of an item.
  public init(frame: CGRect, zIndex: Int = 0) { (self.frame, self.zIndex) = (frame, zIndex) }
}

/// A group of items beside or below each other: as many as fit, or a given number.
open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
  enum Arrangement {
    case along(NSLayoutConstraint.Axis)
    case custom(NSCollectionLayoutGroupCustomItemProvider)
  }
  let arrangement: Arrangement
  /// The items that the group repeats, in their order; empty in a custom group.
  public let subitems: [NSCollectionLayoutItem]
  /// The number of items; nil for as many as fit.
  let count: Int?
  /// Whether the items of a group with a count all get the same length, whatever sizes they have themselves.
  let sharesRoom: Bool
  /// The distance between two items along the group, in points; nil if there is none. A flexible distance grows: the space that the items leave is
  /// distributed among the distances.
  open var interItemSpacing: NSCollectionLayoutSpacing?

  init(
    _ size: NSCollectionLayoutSize, _ arrangement: Arrangement, _ subitems: [NSCollectionLayoutItem], count: Int? = nil,
    sharesRoom: Bool = false
  ) {
    (self.arrangement, self.subitems) = (arrangement, subitems)
    (self.count, self.sharesRoom) = (count.map { max(1, $0) }, sharesRoom)
    super.init(layoutSize: size, supplementaryItems: [])
  }

  /// Makes a row that takes its items in turn as long as there is room. If the content decides the width of the row, the row takes each item once.
  open class func horizontal(
    layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, .along(.horizontal), subitems) }
  /// Makes a row of `count` items, at least one, that share its width equally; the width in the item's size is ignored.
  open class func horizontal(
    layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup {
    NSCollectionLayoutGroup(layoutSize, .along(.horizontal), [subitem], count: count, sharesRoom: true)
  }
  /// Makes a row of `count` items, at least one, each with the width in its size.
  open class func horizontal(
    layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, .along(.horizontal), [subitem], count: count) }
  /// Makes a column that takes its items in turn as long as there is room. If the content decides the height of the column, the column takes each
  /// item once.
  open class func vertical(
    layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, .along(.vertical), subitems) }
  /// Makes a column of `count` items, at least one, that share its height equally; the height in the item's size is ignored.
  open class func vertical(
    layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup {
    NSCollectionLayoutGroup(layoutSize, .along(.vertical), [subitem], count: count, sharesRoom: true)
  }
  /// Makes a column of `count` items, at least one, each with the height in its size.
  open class func vertical(
    layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, .along(.vertical), [subitem], count: count) }
  /// Makes a group in which the provider decides where the items lie.
  open class func custom(
    layoutSize: NSCollectionLayoutSize, itemProvider: @escaping NSCollectionLayoutGroupCustomItemProvider
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, .custom(itemProvider), []) }

  /// Returns a text about the group for debugging; here only its class, where UIKit draws it in characters.
  open func visualDescription() -> String { "\(self)" }
}
