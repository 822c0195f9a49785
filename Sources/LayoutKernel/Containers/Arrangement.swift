import SceneModel

/// A stack view's arranged views as its rules see them, kept up to date so that hiding one view of many costs no look at
/// the others.
final class Arrangement {
  @exclusivity(unchecked) private(set) var items: [Item]
  /// The facts that the rows of each were made of; nil: they are to be made.
  @exclusivity(unchecked) private(set) var places: [StackPlace?]
  /// The first and the last that is not hidden; `items.count` and -1 where all are.
  @exclusivity(unchecked) private(set) var firstVisible = 0
  @exclusivity(unchecked) private(set) var lastVisible = -1
  @exclusivity(unchecked) private(set) var visibleCount = 0
  /// Multi-line text is among them, which the others make room for.
  let hasText: Bool
  /// Places whose neighbourhood has changed since the rows were made; some may lie behind the end.
  @exclusivity(unchecked) private(set) var changed: [ClosedRange<Int>] = []

  init(_ items: [Item]) {
    self.items = items
    places = Array(repeating: nil, count: items.count)
    hasText = items.contains { $0.hasMultiLineText }
    for (index, item) in items.enumerated() {
      item.arrangedIndex = index
      if !item.view.isHidden { visibleCount += 1 }
    }
    firstVisible = items.firstIndex { !$0.view.isHidden } ?? items.count
    lastVisible = items.lastIndex { !$0.view.isHidden } ?? -1
  }

  /// The rows of a view were made of these facts.
  func note(_ place: StackPlace, at index: Int) { places[index] = place }

  func forgetChanges() { changed.removeAll(keepingCapacity: true) }

  /// A view was hidden or shown.
  func visibilityChanged(at index: Int) {
    visibleCount += items[index].view.isHidden ? -1 : 1
    // Two gaps meet at a view.
    note(index, index + 1)
    settle(from: index)
  }

  func insert(_ item: Item, at index: Int) {
    items.insert(item, at: index)
    places.insert(nil, at: index)
    for place in index..<items.count { items[place].arrangedIndex = place }
    if !item.view.isHidden { visibleCount += 1 }
    if firstVisible >= index { firstVisible += 1 }
    if lastVisible >= index { lastVisible += 1 }
    note(index, index + 1)
    settle(from: index)
  }

  func remove(at index: Int) {
    let item = items.remove(at: index)
    places.remove(at: index)
    item.arrangedIndex = nil
    for place in index..<items.count { items[place].arrangedIndex = place }
    if !item.view.isHidden { visibleCount -= 1 }
    if firstVisible > index { firstVisible -= 1 }
    if lastVisible >= index { lastVisible -= 1 }
    note(index - 1, index)
    settle(from: index)
  }

  /// Finds the first and the last visible view again; only the hidden ones passed on the way cost anything.
  private func settle(from index: Int) {
    let (oldFirst, oldLast) = (firstVisible, lastVisible)
    if visibleCount == 0 {
      (firstVisible, lastVisible) = (items.count, -1)
    } else {
      if index < items.count, !items[index].view.isHidden {
        firstVisible = min(firstVisible, index)
        lastVisible = max(lastVisible, index)
      }
      firstVisible = max(0, firstVisible)
      while items[firstVisible].view.isHidden { firstVisible += 1 }
      lastVisible = min(lastVisible, items.count - 1)
      while lastVisible < 0 || items[lastVisible].view.isHidden {
        lastVisible = lastVisible < 0 ? items.count - 1 : lastVisible - 1
      }
    }
    // Between the ends there is spacing, outside of them none.
    if oldFirst != firstVisible { note(min(oldFirst, firstVisible), max(oldFirst, firstVisible) + 1) }
    if oldLast != lastVisible { note(min(oldLast, lastVisible), max(oldLast, lastVisible) + 1) }
  }

  private func note(_ first: Int, _ last: Int) { changed.append(max(0, first)...max(0, last)) }
}

extension Item {
  var hasMultiLineText: Bool { view.text.map { $0.lineLimit != 1 } ?? false }
}
