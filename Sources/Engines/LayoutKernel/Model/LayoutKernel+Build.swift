import SceneModel

extension LayoutKernel {
  /// Makes the tree with all its items and rows, and refuses a scene that is not valid.
  func build(_ scene: Scene, _ given: GivenViews) throws(LayoutMistake) {
    guard scene.root.parent == nil else {
      throw .scene(
        where: "view \(scene.root.name)", problem: "the first view has a superview", hint: "The first view is the root."
      )
    }
    try check(root.node.pointee.view)
    guard scene.scale.isFinite, scene.scale > 0 else {
      throw .scene(where: "scene", problem: "scale \(scene.scale) is not a number above 0", hint: "Use 1, 2 or 3.")
    }
    items.reserveCapacity(scene.views.count + scene.guides.count)
    rows.readers.reserveCapacity(3 * scene.constraints.count)
    rows.table.reserveCapacity(scene.constraints.count + 2 * scene.views.count)
    insert(root)
    let places = 0..<given.count
    for place in places.dropFirst() {
      let item = Item(given, place)
      try check(item.node.pointee.view)
      guard items[item.id] == nil else { throw duplicate(item.id, "view \(item.view.name)") }
      insert(item)
    }
    // Items stand in the table as they were inserted. Superviews may be declared after their subviews, so links are made
    // when all views are known.
    var childCounts = [Int32](repeating: 0, count: given.count)
    for place in places.dropFirst() {
      let item = items[place: place]
      guard let parentID = item.node.pointee.view.pointee.parent, let parent = items[parentID] else {
        throw .scene(
          where: "view \(item.view.name)", problem: "its superview does not exist",
          hint: "Every view but the first names its superview.")
      }
      item.parent = parent
      childCounts[Int(parent.position)] += 1
    }
    for place in places.dropFirst() {
      let item = items[place: place]
      guard let parent = item.parent else { continue }
      if parent.children.isEmpty { parent.children.reserveCapacity(Int(childCounts[Int(parent.position)])) }
      link(item, to: parent)
    }
    var reached = 0
    var stack = [root]
    while let item = stack.popLast() {
      reached += 1
      for child in item.children {
        child.depth = item.depth + 1
        stack.append(child)
      }
    }
    guard reached == places.count else {
      let lost = items.all.first { !isUnderRoot($0) }
      throw .scene(
        where: "view \(lost?.view.name ?? "?")", problem: "it is its own ancestor",
        hint: "Follow the superviews: they must end at the root.")
    }
    for guide in scene.guides { try insert(guide) }
    for place in places { try checkStack(items[place: place].node.pointee.view) }
    for place in places {
      let item = items[place: place]
      declareUnknowns(of: item)
      flag(item)
      if item.holdsCells, let first = item.cells.first(where: \.isUnmeasured) {
        measureCells(of: item, from: first.index)
      }
      if item !== root { list(item.node) }
    }
    try scene.constraints.withUnsafeBufferPointer { given throws(LayoutMistake) in
      guard let first = given.baseAddress else { return }
      for place in given.indices { try insert(first + place, at: place) }
    }
    for item in items.all { item.isGuide ? refreshGuideRows(of: item) : refreshFrameRows(of: item) }
  }

  /// Adds an item to the tables and to the document's order.
  func insert(_ item: Item) {
    items.insert(item)
    item.position = nextPosition
    nextPosition += 1
  }

  /// Removes an item from the tables; a running pass may still visit it.
  func remove(_ item: Item) {
    rows.readers.forget(item.node)
    items.remove(item)
    measurement.fittedSizes.removeValue(forKey: item.id.rawValue)
    if passes.underWay > 0 { passes.retired.append(item) }
  }

  func link(_ item: Item, to parent: Item) {
    item.parent = parent
    // The superview decides whether something holds the cell's frame.
    if item.isCell { item.refreshTraits() }
    item.index = parent.children.count
    parent.children.append(item)
    if item.view.autoresizing != nil { parent.autoresizedChildren += 1 }
    forgetFittedSizes(around: parent)
  }

  private func isUnderRoot(_ item: Item) -> Bool {
    var present = item
    for _ in 0...items.count {
      guard let parent = present.parent else { return present === root }
      present = parent
    }
    return false
  }

  func duplicate(_ id: ItemID, _ place: String) -> LayoutMistake {
    .scene(where: place, problem: "number \(id) is taken", hint: "Views and guides share one space of numbers.")
  }

  /// Adds a guide to the tree; its rows come with `refreshGuideRows`.
  func insert(_ guide: Guide) throws(LayoutMistake) {
    var place: String { "guide \(guide.name)" }
    guard items[guide.id] == nil else { throw duplicate(guide.id, place) }
    guard guide.id.rawValue < LinearConstraint.ID.itemLimit else { throw tooHigh(guide.id, place) }
    guard let owner = items[guide.owner], !owner.isGuide else {
      throw .scene(where: place, problem: "its view does not exist", hint: "A guide belongs to a view.")
    }
    if let insets = guide.insets { try check(insets, place) }
    let item = Item(GivenViews([View(id: guide.id, name: guide.name, parent: guide.owner)]), 0, guide: guide)
    item.parent = owner
    item.depth = owner.depth + 1
    item.needsLayout = false
    item.needsUpdateConstraints = false
    owner.guides.append(item)
    insert(item)
    declareUnknowns(of: item)
  }

  func declareUnknowns(of item: Item) {
    // The root is where coordinates begin: it has a size and no position.
    rows.want(item === root ? .size : [.position, .size], of: item)
  }

  private func tooHigh(_ id: ItemID, _ place: String) -> LayoutMistake {
    .scene(
      where: place, problem: "number \(id) is too high",
      hint: "Numbers of views and guides lie below \(LinearConstraint.ID.itemLimit).")
  }

  /// Throws if the view has a number that no layout can use.
  func check(_ view: View) throws(LayoutMistake) {
    try withUnsafePointer(to: view) { view throws(LayoutMistake) in try check(view) }
  }

  /// Checks a view at its address, without copying it. To copy its many parts would cost more than the check.
  private func check(_ view: UnsafePointer<View>) throws(LayoutMistake) {
    var place: String { "view \(view.pointee.name)" }
    guard view.pointee.id.rawValue < LinearConstraint.ID.itemLimit else { throw tooHigh(view.pointee.id, place) }
    try check(view.pointee.frame, place)
    if let origin = view.pointee.resizingOrigin {
      try check(origin.frame, place)
      try check(origin.superviewSize.width, place, "frame")
      try check(origin.superviewSize.height, place, "frame")
    }
    try check(view.pointee.intrinsic, place)
    try check(view.pointee.alignmentInsets, place)
    try check(view.pointee.safeArea, place)
    try check(view.pointee.margins.own, place)
    if let minimum = view.pointee.margins.systemMinimum { try check(minimum, place) }
    try check(view.pointee.firstBaseline, place, "baseline")
    try check(view.pointee.lastBaseline, place, "baseline")
    if let stack = view.pointee.stack {
      try check(stack.spacing, place, "spacing")
      for spacing in stack.customSpacing.values { try check(spacing, place, "spacing") }
    }
    if let scroll = view.pointee.scroll {
      try check(scroll.contentOffset.x, place, "content offset")
      try check(scroll.contentOffset.y, place, "content offset")
      try check(scroll.contentInset, place)
    }
    if let table = view.pointee.table {
      try check(table.rowHeight ?? 0, place, "row height")
      try check(table.estimatedRowHeight, place, "row height")
    }
    if let flow = view.pointee.flow {
      try check(
        flow.itemSize.width, flow.itemSize.height, flow.itemSpacing, flow.lineSpacing, place, "size of a flow")
      try check(flow.sectionInset, place)
      guard view.pointee.table == nil else {
        throw .scene(where: place, problem: "it is a table and a collection", hint: "Give it a table or a flow.")
      }
      guard min(flow.itemSize.width, flow.itemSize.height) >= 0 else {
        throw .scene(where: place, problem: "its items' size is negative", hint: "Use sizes of 0 and more.")
      }
    }
    if let text = view.pointee.text {
      for width in text.wordWidths { try check(width, place, "text size") }
      for size in [
        text.spaceWidth, text.lineHeight, text.preferredMaxLayoutWidth, text.lineSpacing, text.padding.width,
        text.padding.height,
      ] {
        try check(size, place, "text size")
      }
      guard text.lineLimit >= 0 else {
        throw .scene(where: place, problem: "line limit \(text.lineLimit) is negative", hint: "0 means no limit.")
      }
    }
  }

  func check(_ rect: Rect, _ place: @autoclosure () -> String) throws(LayoutMistake) {
    try check(rect.x, rect.y, rect.width, rect.height, place(), "frame")
  }

  func check(_ insets: Insets, _ place: @autoclosure () -> String) throws(LayoutMistake) {
    try check(insets.top, insets.left, insets.bottom, insets.right, place(), "inset")
  }

  func check(_ insets: DirectionalInsets, _ place: @autoclosure () -> String) throws(LayoutMistake) {
    try check(insets.top, insets.leading, insets.bottom, insets.trailing, place(), "margin")
  }

  private func check(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ place: @autoclosure () -> String, _ what: String
  ) throws(LayoutMistake) {
    try check(a, place(), what)
    try check(b, place(), what)
    try check(c, place(), what)
    try check(d, place(), what)
  }

  func check(_ intrinsic: IntrinsicSize, _ place: @autoclosure () -> String) throws(LayoutMistake) {
    try check(intrinsic.width ?? 0, place(), "intrinsic size")
    try check(intrinsic.height ?? 0, place(), "intrinsic size")
    try check(intrinsic.hugging, place())
    try check(intrinsic.resistance, place())
  }

  private func check(_ priorities: AxisPriorities, _ place: @autoclosure () -> String) throws(LayoutMistake) {
    func isLegal(_ priority: Double) -> Bool { priority > 0 && priority <= LinearConstraint.requiredPriority }
    if isLegal(priorities.horizontal), isLegal(priorities.vertical) { return }
    throw .scene(
      where: place(),
      problem:
        "priority \(isLegal(priorities.horizontal) ? priorities.vertical : priorities.horizontal) is out of range",
      hint: "Priorities lie above 0 and up to 1000.")
  }

  /// The largest magnitude of a number. It is far beyond any screen, and small enough that sums and products of two stay finite.
  static let largestNumber = 1e100

  func check(_ number: Double, _ place: @autoclosure () -> String, _ what: String) throws(LayoutMistake) {
    if number.magnitude <= Self.largestNumber { return }
    throw .scene(
      where: place(), problem: "\(what) \(number) is not a usable number",
      hint: "Numbers are finite and at most 1e100 in magnitude.")
  }

  private static let fewArranged = 16

  private func checkStack(_ view: UnsafePointer<View>) throws(LayoutMistake) {
    guard let stack = view.pointee.stack else { return }
    var seen: Set<ItemID> = []
    for (place, id) in stack.arranged.enumerated() {
      guard let item = items[id], item.parent?.id == view.pointee.id, !item.isGuide else {
        throw .scene(
          where: "stack view \(view.pointee.name)", problem: "arranged view \(name(of: id)) is not its subview",
          hint: "Declare the view in the stack view.pointee.")
      }
      // Most stack views arrange few views. For these, a search in the list is cheaper than a set.
      let isNew =
        stack.arranged.count > Self.fewArranged
        ? seen.insert(id).inserted : !stack.arranged[..<place].contains(id)
      guard isNew else {
        throw .scene(
          where: "stack view \(view.pointee.name)", problem: "\(name(of: id)) is arranged twice", hint: "Name it once.")
      }
    }
  }
}
