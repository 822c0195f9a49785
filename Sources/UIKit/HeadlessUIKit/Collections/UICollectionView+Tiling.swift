import Foundation

/// The choice of the visible items and their frames.
extension UICollectionView {
  func tile() {
    guard !isTiling, batchDepth == 0, bounds.width > 0 else { return }
    isTiling = true
    defer { isTiling = false }
    loadIfNeeded()
    keepContentInPlace()
    let inset = adjustedContentInset
    if inset != lastInset {
      lastInset = inset
      collectionViewLayout.invalidateLayout()
    }
    if let last = lastBounds, last != bounds, collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds) {
      collectionViewLayout.invalidateLayout(with: collectionViewLayout.invalidationContext(forBoundsChange: bounds))
    }
    if let last = lastBounds, last.size != bounds.size { measureAgain() }
    lastBounds = bounds
    var shown: [UICollectionViewLayoutAttributes] = []
    for _ in 0..<100 {
      collectionViewLayout.prepareIfNeeded()
      let size = collectionViewLayout.collectionViewContentSize
      if size != contentSize { contentSize = size }
      shown = layoutAttributes(in: bounds).sorted { ($0.zIndex, $0.indexPath) < ($1.zIndex, $1.indexPath) }
      putAwayOthers(than: shown)
      if !showAll(shown) { break }
    }
    for attributes in shown { place(attributes) }
    backgroundView?.setLayoutFrame(bounds)
  }
  /// Drops all measured sizes, so that every view that shows is measured again. Does nothing if the layout measures no cells.
  func measureAgain() {
    guard collectionViewLayout.asksCells else { return }
    collectionViewLayout.forgetSizes()
    toMeasure = Set(cells.keys.map { Place(kind: "", path: $0) }).union(strips.keys)
  }
  func putAwayOthers(than shown: [UICollectionViewLayoutAttributes]) {
    let paths = Set(shown.lazy.filter { $0.representedElementCategory == .cell }.map(\.indexPath))
    for path in cells.keys.sorted() where !paths.contains(path) { endDisplaying(path) }
    let places = Set(
      shown.lazy.filter { $0.representedElementCategory != .cell }.map(Place.init))
    for (place, view) in strips where !places.contains(place) {
      strips[place] = nil
      putAway(view)
    }
  }
  func endDisplaying(_ path: IndexPath) {
    guard let cell = cells.removeValue(forKey: path) else { return }
    putAway(cell)
    delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
  }
  func putAway(_ view: UICollectionReusableView) {
    guard let key = view.poolKey else { return view.removeFromSuperview() }
    UIView.performWithoutAnimation { view.isHidden = true }
    pool.put(view, key)
  }
  /// Shows views. Returns true if a cell or supplementary view wants another size than the layout gave it, so that places change.
  func showAll(_ shown: [UICollectionViewLayoutAttributes]) -> Bool {
    var hasMoved = false
    for attributes in shown {
      let path = attributes.indexPath
      switch attributes.representedElementCategory {
      case .cell:
        if let cell = cells[path] {
          if toMeasure.remove(Place(attributes)) != nil { hasMoved = fit(cell, attributes) || hasMoved }
          continue
        }
        guard let cell = dataSource?.collectionView(self, cellForItemAt: path) else { continue }
        appear(cell, attributes)
        cells[path] = cell
        hasMoved = fit(cell, attributes) || hasMoved
        cell.isSelected = selection.contains(path)
        delegate?.collectionView(self, willDisplay: cell, forItemAt: path)
      case .supplementaryView:
        let place = Place(attributes)
        if let view = strips[place] {
          if toMeasure.remove(place) != nil { hasMoved = fit(view, attributes) || hasMoved }
          continue
        }
        guard let view = dataSource?.collectionView(self, viewForSupplementaryElementOfKind: place.kind, at: path)
        else { continue }
        appear(view, attributes)
        strips[place] = view
        hasMoved = fit(view, attributes) || hasMoved
        delegate?.collectionView(self, willDisplaySupplementaryView: view, forElementKind: place.kind, at: path)
      case .decorationView:
        let place = Place(attributes)
        guard strips[place] == nil, let view = collectionViewLayout.makeDecoration(place.kind) else { continue }
        appear(view, attributes)
        sendSubviewToBack(view)
        if let backgroundView { sendSubviewToBack(backgroundView) }
        strips[place] = view
      }
    }
    return hasMoved
  }
  /// The index at which cells are inserted among the subviews: in front of the background view and the decorations.
  private var firstPlace: Int { strips.keys.count { $0.isDecoration } + (backgroundView == nil ? 0 : 1) }
  func appear(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
    UIView.performWithoutAnimation {
      if view.superview !== self {
        view.removeFromSuperview()
        place(view, at: attributes.zIndex > 0 ? nil : firstPlace)
      }
      view.isHidden = false
      (view as? UICollectionViewCell)?.contentView.setLayoutFrame(.zero)
      view.setLayoutFrame(attributes.frame)
      view.apply(attributes)
    }
  }
  func fit(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) -> Bool {
    guard collectionViewLayout.asksCells, !(attributes.isWidthGiven && attributes.isHeightGiven) else { return false }
    return collectionViewLayout.settle(view.preferredLayoutAttributesFitting(attributes), attributes)
  }
  func place(_ attributes: UICollectionViewLayoutAttributes) {
    let view =
      attributes.representedElementCategory == .cell
      ? cells[attributes.indexPath]
      : strips[Place(attributes)]
    guard let view else { return }
    view.setLayoutFrame(attributes.frame)
    if view.alpha != attributes.alpha { view.alpha = attributes.alpha }
    if view.transform3D != attributes.transform3D { view.transform3D = attributes.transform3D }
    if !attributes.transform.isIdentity || !view.transform.isIdentity, attributes.transform3D == CATransform3DIdentity,
      view.transform != attributes.transform
    {
      view.transform = attributes.transform
    }
    view.apply(attributes)
  }
}

extension UICollectionView.Place {
  init(_ attributes: UICollectionViewLayoutAttributes) {
    self.init(
      kind: attributes.representedElementKind ?? "", path: attributes.indexPath,
      isDecoration: attributes.representedElementCategory == .decorationView)
  }
}
