import Foundation
import SceneModel

extension UICollectionView {
  /// The positions to which a collection view can scroll an item.
  nonisolated public struct ScrollPosition: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// `top`: the item's upper edge is at the collection's. `centeredVertically`: the item is in the collection's middle, vertically.
    public static let top = ScrollPosition(rawValue: 1), centeredVertically = ScrollPosition(rawValue: 2)
    /// `bottom`: the item's lower edge is at the collection's. `left`: the item's left edge is at the collection's.
    public static let bottom = ScrollPosition(rawValue: 4), left = ScrollPosition(rawValue: 8)
    /// `centeredHorizontally`: the item is in the collection's middle, horizontally. `right`: its right edge is at the collection's.
    public static let centeredHorizontally = ScrollPosition(rawValue: 16), right = ScrollPosition(rawValue: 32)
  }

  /// How cells of a kind are made and filled.
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    /// A function that fills a cell with an item.
    public typealias Handler = (Cell, IndexPath, Item) -> Void
    let identifier: String
    let handler: Handler
    /// Makes a registration whose handler fills each cell that is dequeued with it.
    public init(handler: @escaping Handler) {
      (identifier, self.handler) = ("\(Cell.self)/\(Item.self)", handler)
    }
  }

  /// How supplementary views of a kind are made and filled.
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    /// A function that fills a supplementary view.
    public typealias Handler = (Supplementary, String, IndexPath) -> Void
    let kind: String
    let handler: Handler
    /// Makes a registration whose handler fills each view of a kind that is dequeued with it.
    public init(elementKind: String, handler: @escaping Handler) { (kind, self.handler) = (elementKind, handler) }
  }
}

extension UICollectionView {
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
}

nonisolated extension CGRect {
  /// Returns the bounding box of the rectangle after it is transformed about a point.
  fileprivate func applying(around point: CGPoint, _ transform: CGAffineTransform) -> CGRect {
    if transform.isIdentity { return self }
    return offsetBy(dx: -point.x, dy: -point.y).applying(transform).offsetBy(dx: point.x, dy: point.y)
  }
}
