import Foundation

/// A width or a height in a compositional layout: a fraction of its container, a number of points, or as much as the content needs.
nonisolated public final class NSCollectionLayoutDimension: @unchecked Sendable {
  enum Kind: Equatable { case fractionalWidth, fractionalHeight, absolute, estimated, uniformAcrossSiblings }
  let kind: Kind
  /// The number that the dimension was made with: a fraction of the container, or points.
  public let dimension: CGFloat

  private init(_ kind: Kind, _ dimension: CGFloat) { (self.kind, self.dimension) = (kind, dimension) }
  /// Makes a length that is a fraction of the container's width, usually from 0 to 1.
  public static func fractionalWidth(_ fraction: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.fractionalWidth, fraction)
  }
  /// Makes a length that is a fraction of the container's height, usually from 0 to 1.
  public static func fractionalHeight(_ fraction: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.fractionalHeight, fraction)
  }
  /// Makes a length in points.
  public static func absolute(_ points: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.absolute, points)
  }
  /// Makes a length that the content decides; until its cell was measured, it is an estimate in points (rule L16.8).
  public static func estimated(_ points: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.estimated, points)
  }
  /// Makes a length equal to that of the largest item beside it in its group; until cells were measured, it is the estimate in points.
  public static func uniformAcrossSiblings(estimate: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.uniformAcrossSiblings, estimate)
  }

  /// Whether the length is a fraction of the container's width.
  public var isFractionalWidth: Bool { kind == .fractionalWidth }
  /// Whether the length is a fraction of the container's height.
  public var isFractionalHeight: Bool { kind == .fractionalHeight }
  /// Whether the length is a number of points.
  public var isAbsolute: Bool { kind == .absolute }
  /// Whether the length is an estimate, which the content replaces.
  public var isEstimated: Bool { kind == .estimated }
  /// Whether the length is that of the largest item beside it.
  public var isUniformAcrossSiblings: Bool { kind == .uniformAcrossSiblings }
  /// Whether the content decides the length.
  var isOpen: Bool { kind == .estimated || kind == .uniformAcrossSiblings }

  func length(in container: CGSize) -> CGFloat {
    switch kind {
    case .fractionalWidth: container.width * dimension
    case .fractionalHeight: container.height * dimension
    case .absolute, .estimated, .uniformAcrossSiblings: dimension
    }
  }
}

/// The size of an item, a group or a supplementary view, made of two dimensions.
nonisolated public final class NSCollectionLayoutSize: @unchecked Sendable {
  /// The dimensions for the width and for the height.
  public let widthDimension, heightDimension: NSCollectionLayoutDimension
  /// Makes a size of two dimensions.
  public init(widthDimension width: NSCollectionLayoutDimension, heightDimension height: NSCollectionLayoutDimension) {
    (widthDimension, heightDimension) = (width, height)
  }

  func size(in container: CGSize) -> CGSize {
    CGSize(width: widthDimension.length(in: container), height: heightDimension.length(in: container))
  }
}

/// A distance between or around items, in points. It is fixed, or flexible: at least that long.
nonisolated public final class NSCollectionLayoutSpacing: @unchecked Sendable {
  /// The distance in points; of a flexible spacing, the least.
  public let spacing: CGFloat
  /// Whether the distance takes a share of the space that the items leave.
  public let isFlexible: Bool
  /// Whether the distance has a fixed length.
  public var isFixed: Bool { !isFlexible }

  private init(_ spacing: CGFloat, isFlexible: Bool) { (self.spacing, self.isFlexible) = (spacing, isFlexible) }
  /// Makes a fixed distance in points.
  public static func fixed(_ points: CGFloat) -> NSCollectionLayoutSpacing {
    NSCollectionLayoutSpacing(points, isFlexible: false)
  }
  /// Makes a distance of at least a number of points. The flexible distances of a line share the space that its items leave.
  public static func flexible(_ least: CGFloat) -> NSCollectionLayoutSpacing {
    NSCollectionLayoutSpacing(least, isFlexible: true)
  }
}

/// The distances that a group leaves free around an item.
nonisolated public final class NSCollectionLayoutEdgeSpacing: @unchecked Sendable {
  /// The distance at each edge; nil if there is none.
  public let leading, top, trailing, bottom: NSCollectionLayoutSpacing?
  /// Makes the distances around an item.
  public init(
    leading: NSCollectionLayoutSpacing?, top: NSCollectionLayoutSpacing?, trailing: NSCollectionLayoutSpacing?,
    bottom: NSCollectionLayoutSpacing?
  ) { (self.leading, self.top, self.trailing, self.bottom) = (leading, top, trailing, bottom) }
}

/// The place at which a supplementary view is attached: edges, with an offset in points or in fractions of its own size.
nonisolated public final class NSCollectionLayoutAnchor: @unchecked Sendable {
  /// The edges of the rectangle that the anchor lies at: two make a corner, one the middle of an edge, none the middle of the rectangle.
  public let edges: NSDirectionalRectEdge
  /// The shift from there, in points or, with `isFractionalOffset`, in widths and heights of the supplementary view.
  public let offset: CGPoint
  /// Whether the offset is in fractions of the view's own size.
  public let isFractionalOffset: Bool
  /// Whether the offset is in points.
  public var isAbsoluteOffset: Bool { !isFractionalOffset }

  /// Makes an anchor at edges, without a shift.
  public convenience init(edges: NSDirectionalRectEdge) { self.init(edges, .zero, isFractional: false) }
  /// Makes an anchor at edges, shifted by points.
  public convenience init(edges: NSDirectionalRectEdge, absoluteOffset offset: CGPoint) {
    self.init(edges, offset, isFractional: false)
  }
  /// Makes an anchor at edges, shifted by fractions of the view's own size.
  public convenience init(edges: NSDirectionalRectEdge, fractionalOffset offset: CGPoint) {
    self.init(edges, offset, isFractional: true)
  }
  private init(_ edges: NSDirectionalRectEdge, _ offset: CGPoint, isFractional: Bool) {
    (self.edges, self.offset, isFractionalOffset) = (edges, offset, isFractional)
  }

  /// Returns the anchored point of a rectangle, where leading is left.
  func point(of rect: CGRect) -> CGPoint {
    CGPoint(
      x: edges.contains(.leading) ? rect.minX : edges.contains(.trailing) ? rect.maxX : rect.midX,
      y: edges.contains(.top) ? rect.minY : edges.contains(.bottom) ? rect.maxY : rect.midY)
  }
  func shift(of size: CGSize) -> CGPoint {
    isFractionalOffset ? CGPoint(x: offset.x * size.width, y: offset.y * size.height) : offset
  }
}

/// The edges and corners of a rectangle, by the layout direction.
nonisolated public enum NSRectAlignment: Int, Sendable {
  /// The middle of the rectangle.
  case none
  /// The middle of an edge, or a corner.
  case top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing, topTrailing

  var edges: NSDirectionalRectEdge {
    switch self {
    case .none: []
    case .top: .top
    case .topLeading: [.top, .leading]
    case .leading: .leading
    case .bottomLeading: [.bottom, .leading]
    case .bottom: .bottom
    case .bottomTrailing: [.bottom, .trailing]
    case .trailing: .trailing
    case .topTrailing: [.top, .trailing]
    }
  }
}
