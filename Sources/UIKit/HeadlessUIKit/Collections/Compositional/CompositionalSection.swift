import Foundation

/// A section with the frames of everything in it, in the layout's coordinates. The leading edge is taken to be the left one, and no orthogonal scrolling is
/// applied yet.
struct CompositionalSection {
  struct Boundary {
    var item: NSCollectionLayoutBoundarySupplementaryItem
    var frame: CGRect
    /// Whether the view is at the beginning of the section.
    var isBefore: Bool
  }

  let described: NSCollectionLayoutSection
  let number: Int
  /// The start of the section along the layout's axis.
  let start: CGFloat
  private(set) var end: CGFloat
  private(set) var pieces: [CompositionalArrangement.Piece] = []
  private(set) var boundaries: [Boundary] = []
  private(set) var decorations: [(item: NSCollectionLayoutDecorationItem, frame: CGRect)] = []
  /// The beginnings and ends of the groups of a section that scrolls orthogonally.
  private(set) var groups: [(start: CGFloat, end: CGFloat)] = []
  private(set) var width: CGFloat = 0

  init(
    _ section: NSCollectionLayoutSection, number: Int, count: Int, _ axis: NSLayoutConstraint.Axis, _ room: CGSize,
    start: CGFloat, insets: NSDirectionalEdgeInsets, _ environment: CompositionalEnvironment,
    _ preferred: [UICollectionView.Place: CGSize]
  ) {
    (described, self.number, self.start) = (section, number, start)
    let isVertical = axis == .vertical
    let strips = section.boundarySupplementaryItems
    var around = insets
    if !section.supplementariesFollowContentInsets {
      (around.leading, around.trailing, around.top, around.bottom) = (0, 0, 0, 0)
    }
    let across = (isVertical ? around.leading : around.top, room.reduced(by: around.across(axis)))
    (boundaries, end) = Self.place(strips, before: true, axis, at: start, across: across, section: number, preferred)
    end += isVertical ? insets.top : insets.leading

    let container = room.reduced(by: insets)
    let side = isVertical ? insets.leading : insets.top
    var arrangement = CompositionalArrangement(count: count, traits: environment.traitCollection) { item in
      preferred[UICollectionView.Place(kind: "", path: IndexPath(item: item, section: number))]
    }
    let isOrthogonal = section.orthogonalScrollingBehavior != .none
    var (along, extent): (CGFloat, CGFloat) = (0, 0)
    while !arrangement.isDone {
      let before = arrangement.next
      let (size, placed) = arrangement.place(section.group, in: container)
      guard arrangement.next > before else { break }
      if before > 0 { along += section.interGroupSpacing }
      if isOrthogonal, before == 0, section.orthogonalScrollingBehavior == .groupPagingCentered {
        along = (container[axis.other] - size[axis.other]) / 2
      }
      // Groups follow each other across the layout where the section scrolls there.
      let line = isOrthogonal == isVertical
      let (main, cross) = isOrthogonal ? (end, side + along) : (end + along, side)
      let origin = isVertical ? CGPoint(x: cross, y: main) : CGPoint(x: main, y: cross)
      pieces += placed.map { piece in
        var piece = piece
        piece.frame = piece.frame.offsetBy(dx: origin.x, dy: origin.y)
        return piece
      }
      let length = line ? size.width : size.height
      if isOrthogonal { groups.append((cross, cross + length)) }
      along += length
      extent = max(extent, line ? size.height : size.width)
    }
    end += isOrthogonal ? extent : along
    width = side + along + (isVertical ? insets.trailing : insets.bottom)
    end += isVertical ? insets.bottom : insets.trailing
    let (after, last) = Self.place(
      strips, before: false, axis, at: end, across: across, section: number, preferred)
    boundaries += after
    end = last
    let whole =
      isVertical
      ? CGRect(x: 0, y: start, width: room.width, height: end - start)
      : CGRect(x: start, y: 0, width: end - start, height: room.height)
    decorations = section.decorationItems.map { item in
      let insets = item.contentInsets
      return (
        item,
        CGRect(
          x: whole.minX + insets.leading, y: whole.minY + insets.top,
          width: max(0, whole.width - insets.leading - insets.trailing),
          height: max(0, whole.height - insets.top - insets.bottom))
      )
    }
  }

  /// Places headers or footers one after the other, from the position `start` on. Those that take up space advance the position; `end` is the
  /// position after the last one.
  static func place(
    _ items: [NSCollectionLayoutBoundarySupplementaryItem], before isBefore: Bool, _ axis: NSLayoutConstraint.Axis,
    at start: CGFloat, across: (side: CGFloat, room: CGSize), section: Int,
    _ preferred: [UICollectionView.Place: CGSize]
  ) -> (boundaries: [Boundary], end: CGFloat) {
    var end = start
    var placed: [Boundary] = []
    let isVertical = axis == .vertical
    let (first, last): (NSDirectionalRectEdge, NSDirectionalRectEdge) =
      isVertical ? (.top, .bottom) : (.leading, .trailing)
    for item in items {
      let edges = item.alignment.edges
      guard edges.contains(last) != isBefore else { continue }
      var size = item.layoutSize.size(in: across.room)
      let path = IndexPath(item: 0, section: section)
      if let wanted = preferred[UICollectionView.Place(kind: item.elementKind, path: path)] {
        if item.layoutSize.widthDimension.isOpen { size.width = wanted.width }
        if item.layoutSize.heightDimension.isOpen { size.height = wanted.height }
      }
      let rest = across.room[axis.other] - size[axis.other]
      let (low, high): (NSDirectionalRectEdge, NSDirectionalRectEdge) =
        isVertical ? (.leading, .trailing) : (.top, .bottom)
      let side = across.side + (edges.contains(low) ? 0 : edges.contains(high) ? rest : rest / 2)
      // One that makes no room lies over the content, at its first or last edge.
      let length = size[axis]
      let isFirst = edges.contains(first) || !edges.contains(last)
      let main = item.extendsBoundary ? end : isFirst ? start : start - length
      if item.extendsBoundary { end += length }
      let insets = item.effectiveInsets
      let origin = isVertical ? CGPoint(x: side, y: main) : CGPoint(x: main, y: side)
      placed.append(
        Boundary(
          item: item,
          frame: CGRect(
            x: origin.x + insets.leading + item.offset.x, y: origin.y + insets.top + item.offset.y,
            width: max(0, size.width - insets.leading - insets.trailing),
            height: max(0, size.height - insets.top - insets.bottom)), isBefore: isBefore))
    }
    return (placed, end)
  }
}

nonisolated extension NSLayoutConstraint.Axis {
  var other: NSLayoutConstraint.Axis { self == .horizontal ? .vertical : .horizontal }
}
nonisolated extension NSDirectionalEdgeInsets {
  /// Returns the insets with those along the axis set to zero.
  func across(_ axis: NSLayoutConstraint.Axis) -> NSDirectionalEdgeInsets {
    axis == .vertical
      ? NSDirectionalEdgeInsets(top: 0, leading: leading, bottom: 0, trailing: trailing)
      : NSDirectionalEdgeInsets(top: top, leading: 0, bottom: bottom, trailing: 0)
  }
}
