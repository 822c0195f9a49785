import SceneModel

/// Stack views: the constraints that UIKit makes for them, with its identifiers and priorities.
extension LayoutKernel {
  /// Brings a stack view's rows up to date. Rows of an arranged view are made again only when something that they
  /// depend on has changed: hiding one view of many costs that view and its neighbours.
  func refreshStackRows(of item: Item) {
    guard let stack = item.view.stack else { return }
    if stack.isLayoutMarginsRelative { readEnvironment(item) }
    let arrangement = item.arrangement ?? arrangement(of: stack)
    let rules = StackRules(item.id, stack, arrangement, kernel: self)
    replace(.stack, of: item) { rows in
      rules.appendOwn(to: &rows)
      rules.appendParts(to: &rows)
    }
    let ends = StackEnds(first: rules.firstVisible, last: rules.lastVisible)
    if ends.first !== item.stackEnds.first || ends.last !== item.stackEnds.last {
      item.stackEnds = ends
      // Constraints with the stack view's baselines read those of its views.
      rows.markStale(readersOf: item)
    }
    let isSameForAll = item.stackTraits == rules.traits
    let isLocal = isSameForAll && item.arrangement != nil && rules.placesAreLocal
    item.arrangement = arrangement
    item.stackTraits = rules.traits
    let places = rules.placesAreLocal ? nil : rules.orderedPlaces()
    func refresh(_ index: Int) {
      let place = places?[index] ?? rules.place(at: index)
      if isSameForAll, arrangement.places[index] == place { return }
      arrangement.note(place, at: index)
      let view = arrangement.items[index]
      replace(.arranged, of: view) { rules.append(of: view, place, to: &$0) }
    }
    if isLocal {
      for range in arrangement.changed { for index in range where index < arrangement.items.count { refresh(index) } }
    } else {
      for index in arrangement.items.indices { refresh(index) }
    }
    arrangement.forgetChanges()
  }

  private func arrangement(of stack: StackConfiguration) -> Arrangement {
    var views: [Item] = []
    views.reserveCapacity(stack.arranged.count)
    for id in stack.arranged { if let item = items[id] { views.append(item) } }
    return Arrangement(views)
  }

  /// Removes the rows that a view had in its stack view.
  func leaveStack(_ item: Item) { rows.drop(.arranged, of: item) }

  func stackConstraints(of item: Item) -> [SystemConstraint] {
    guard let stack = item.view.stack else { return [] }
    let arrangement = item.arrangement ?? arrangement(of: stack)
    let rules = StackRules(item.id, stack, arrangement, kernel: self)
    var list: [SystemConstraint] = []
    rules.appendOwn(to: &list)
    for (view, place) in zip(arrangement.items, rules.orderedPlaces()) { rules.append(of: view, place, to: &list) }
    return list
  }

  /// Whether a stack view arranges this view.
  func isArranged(_ item: Item) -> Bool { arrangedPosition(of: item) != nil }

  /// The index of the view among the arranged views of its superview; nil if it is not arranged.
  func arrangedPosition(of item: Item) -> Int? {
    guard let parent = item.parent else { return nil }
    return parent.arrangement != nil ? item.arrangedIndex : parent.view.stack?.arranged.firstIndex(of: item.id)
  }
}

/// The visible arranged views at the ends of a stack view.
struct StackEnds {
  // Arranged views are subviews of the stack view, so the kernel's table keeps them as long as the stack view.
  unowned(unsafe) var first: Item?
  unowned(unsafe) var last: Item?
}

/// The facts that the constraints of every arranged view depend on.
struct StackTraits: Hashable {
  var axis: Axis
  var alignment: StackConfiguration.Alignment
  var distribution: StackConfiguration.Distribution
  var isBaselineRelative: Bool
  var hasSpacer: Bool
  /// The first arranged view; nil if there is none.
  var first: ItemID?
  /// The first visible arranged view; nil if there is none. With the distribution `fill`, no constraint depends on it, so it is set to the first
  /// arranged view.
  var firstVisible: ItemID?
  /// The sum of the visible views' natural lengths and the gaps between them, if the views share the stack in proportion to these lengths. 0 if they
  /// do not, or if they have no natural lengths.
  var proportionalLength: Double
  /// The number of views that share the width equally, if one of them is multi-line text; otherwise 0.
  var textShares: Int
  var visibleCount: Int

  var isEqual: Bool { distribution == .equalSpacing || distribution == .equalCentering }
  var isHorizontal: Bool { axis == .horizontal }
  var isWeakAtStart: Bool { alignment != .fill && alignment != .leading }
  var isWeakAtEnd: Bool { alignment != .fill && alignment != .trailing }
  var isWeak: Bool { isWeakAtStart || isWeakAtEnd }
}

/// Further facts that the constraints of one arranged view depend on.
struct StackPlace: Hashable {
  /// The distance to the previous arranged view, in points.
  var spacing = 0.0
  /// The natural length along the axis, if the constraints depend on it; otherwise nil.
  var length: Double?
  var isHidden: Bool
  var isMultiLineText: Bool
  var previous: ItemID?
  var nextVisible: ItemID?
  /// The index among the visible views, if the constraints depend on it; otherwise 0.
  var order: Int32 = 0
}
