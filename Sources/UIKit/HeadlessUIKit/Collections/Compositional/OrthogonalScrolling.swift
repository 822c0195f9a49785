import Foundation

/// Sections that scroll orthogonally to the layout. Their items are subviews of the collection view itself, shifted by the section's offset.
extension UICollectionViewCompositionalLayout {
  /// Returns the index of the section that lies at a point of the content, if it scrolls orthogonally; otherwise nil.
  func orthogonalSection(at point: CGPoint) -> Int? {
    prepareIfNeeded()
    guard configuration.scrollDirection == .vertical else { return nil }
    return placed.first {
      $0.described.orthogonalScrollingBehavior != .none && $0.start <= point.y && point.y < $0.end
    }?.number
  }

  /// Scrolls a section to an offset, limited to the section's range.
  func scroll(_ section: Int, to offset: CGFloat) {
    guard let collection = collectionView, placed.indices.contains(section) else { return }
    let most = max(0, placed[section].width - collection.bounds.width)
    offsets[section] = max(0, min(offset, most))
    collection.setNeedsLayout()
  }

  /// Returns the offset at which a section comes to rest after a drag has ended at `offset`, both in points.
  func rest(of section: Int, from offset: CGFloat) -> CGFloat {
    guard let collection = collectionView, let first = placed[section].groups.first else { return offset }
    let (groups, width) = (placed[section].groups, collection.bounds.width)
    func nearest(_ stops: [CGFloat]) -> CGFloat { stops.min { abs($0 - offset) < abs($1 - offset) } ?? offset }
    switch placed[section].described.orthogonalScrollingBehavior {
    case .none, .continuous: return offset
    case .paging: return (offset / width).rounded() * width
    case .continuousGroupLeadingBoundary, .groupPaging: return nearest(groups.map { $0.start - first.start })
    case .groupPagingCentered: return nearest(groups.map { ($0.start + $0.end - width) / 2 })
    }
  }

  /// Scrolls an item's section orthogonally, so that the item is at a position. Does nothing and returns false if the section does not scroll
  /// orthogonally or has no such item.
  func scrollAcross(to path: IndexPath, _ position: UICollectionView.ScrollPosition) -> Bool {
    prepareIfNeeded()
    guard let collection = collectionView, placed.indices.contains(path.section),
      placed[path.section].described.orthogonalScrollingBehavior != .none,
      let frame = placed[path.section].pieces.first(where: { $0.kind == nil && $0.number == path.item })?.frame
    else { return false }
    if position.contains(.left) { scroll(path.section, to: frame.minX) }
    if position.contains(.right) { scroll(path.section, to: frame.maxX - collection.bounds.width) }
    if position.contains(.centeredHorizontally) {
      scroll(path.section, to: frame.midX - collection.bounds.width / 2)
    }
    return true
  }
}
