import SceneModel

/// The arranged views of a stack view, with the facts from which their constraints are made. Each change updates it, so hiding one view does not
/// visit the other views.
final class Arrangement {
  @exclusivity(unchecked) private(set) var items: [Item]
  /// For each view, the facts from which its rows were made; nil if its rows have to be made.
  @exclusivity(unchecked) private(set) var places: [StackPlace?]
  /// The index of the first view that is not hidden; `items.count` if all are hidden.
  @exclusivity(unchecked) private(set) var firstVisible = 0
  /// The index of the last view that is not hidden; -1 if all are hidden.
  @exclusivity(unchecked) private(set) var lastVisible = -1
  @exclusivity(unchecked) private(set) var visibleCount = 0
  /// Whether one of the views is multi-line text. If so, the other views leave space for it.
  let hasText: Bool
  /// The ranges of indices around the views that have changed since the rows were made. A range may reach beyond the end.
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

  /// Notes the facts from which the rows of a view were made.
  func note(_ place: StackPlace, at index: Int) { places[index] = place }

  func forgetChanges() { changed.removeAll(keepingCapacity: true) }

  /// Notes that a view was hidden or shown.
  func visibilityChanged(at index: Int) {
    visibleCount += items[index].view.isHidden ? -1 : 1
    // The change affects the gaps before and after the view.
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

  /// Finds the first and the last visible view again, starting at `index`. The cost is the number of hidden views that are passed.
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
    // Gaps between the first and the last visible view have spacing, others have none. So gaps change where these two views change.
    if oldFirst != firstVisible { note(min(oldFirst, firstVisible), max(oldFirst, firstVisible) + 1) }
    if oldLast != lastVisible { note(min(oldLast, lastVisible), max(oldLast, lastVisible) + 1) }
  }

  private func note(_ first: Int, _ last: Int) { changed.append(max(0, first)...max(0, last)) }
}

extension Item {
  var hasMultiLineText: Bool { view.text.map { $0.lineLimit != 1 } ?? false }
}
