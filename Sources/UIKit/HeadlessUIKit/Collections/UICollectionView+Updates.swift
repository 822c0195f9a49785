import Foundation
import ScenePlayer

/// Batches: visible items move to their new places.
extension UICollectionView {
  /// The animation of updates, which lasts as long as UIKit's.
  static let updateAnimation = ViewAnimation(duration: 0.3)

  func finishBatch() {
    let (updates, done) = (batch, completions)
    (batch, completions) = (ListUpdates(), [])
    var gone: [UICollectionReusableView] = []
    if updates.isEmpty {
      collectionViewLayout.invalidateLayout()
    } else {
      gone = renumber(updates)
    }
    batchDepth = 0
    guard bounds.width > 0 else {
      setNeedsLayout()
      for body in done { body(true) }
      return
    }
    let old = Set(cells.values.map { ObjectIdentifier($0) })
    UIView.run(
      Self.updateAnimation,
      {
        tile()
        for view in gone { view.alpha = 0 }
        for path in cells.keys.sorted() {
          guard let cell = cells[path], !old.contains(ObjectIdentifier(cell)), updates.inserted.contains(path) else {
            continue
          }
          let alpha = cell.alpha
          UIView.performWithoutAnimation { cell.alpha = 0 }
          cell.alpha = alpha
        }
        for path in cells.keys.sorted() { cells[path]?.layoutIfNeeded() }
      },
      { [weak self] finished in
        for view in gone {
          UIView.performWithoutAnimation { view.alpha = 1 }
          self?.putAway(view)
        }
        for body in done { body(finished) }
      })
  }

  func renumber(_ updates: ListUpdates) -> [UICollectionReusableView] {
    let old = counts
    isLoaded = false
    loadIfNeeded()
    let origins: ListUpdates.Origins
    do {
      origins = try updates.origins(from: old, to: counts, .collection)
    } catch {
      raise("NSInternalInconsistencyException: \(error.message)")
    }
    let places = origins.destinations
    var (kept, gone): ([IndexPath: UICollectionViewCell], [UICollectionReusableView]) = ([:], [])
    for path in cells.keys.sorted() {
      guard let cell = cells[path] else { continue }
      if let place = places[path], !updates.isReloaded(path) { kept[place] = cell } else { gone.append(cell) }
    }
    cells = kept
    selection = Set(selection.compactMap { places[$0] })
    var newStrips: [Place: UICollectionReusableView] = [:]
    for (place, view) in strips {
      if let section = origins.sections.firstIndex(of: place.path.section),
        !updates.reloadedSections.contains(place.path.section)
      {
        let path = IndexPath(item: place.path.item, section: section)
        newStrips[Place(kind: place.kind, path: path, isDecoration: place.isDecoration)] = view
      } else {
        putAway(view)
      }
    }
    strips = newStrips
    measureAgain()
    let items =
      updates.deleted.sorted().map { UICollectionViewUpdateItem($0, nil, .delete) }
      + updates.inserted.sorted().map { UICollectionViewUpdateItem(nil, $0, .insert) }
      + updates.moved.sorted { $0.key < $1.key }.map { UICollectionViewUpdateItem($0.value, $0.key, .move) }
    collectionViewLayout.prepareIfNeeded()
    collectionViewLayout.prepare(forCollectionViewUpdates: items)
    collectionViewLayout.finalizeCollectionViewUpdates()
    return gone
  }
}
