import LayoutKernel
import LayoutPlugin
import SceneModel

extension ScenePlayer {
  /// Copies the state of the kernel's views to the layers; after a step that leaves the tree as it is, only for those that moved.
  func takeOver() {
    isUntaken = false
    let shown = kernel.shown ?? []
    if !shown.isEmpty { kernel.shown?.removeAll(keepingCapacity: true) }
    var swept: [String] = []
    if isTreeStale {
      takeOverTree(&swept)
    } else if !isHiddenStale.isEmpty {
      takeOverHidden(besides: shown, &swept)
    } else if !shown.isEmpty {
      var moved = shown.compactMap { places[$0] }
      viewVisits += moved.count
      moved.sort { $0.order < $1.order }
      for place in moved { takeFrame(of: place, &swept) }
    }
    guard !swept.isEmpty else { return }
    layers.remark(
      .pendingSiblings, nil,
      "this pass also moved what was waiting before: \(swept.joined(separator: ", ")).",
      remedy: "Call layoutIfNeeded before the animation block, so that nothing else is pending.")
  }

  /// Records what a step may change: the tree, or the visibility of one view. `takeOver` then copies it. Must be called before a step is performed,
  /// or after the kernel was changed directly.
  func noteTree(_ step: Step) {
    switch step {
    case .hide(let view), .show(let view): isHiddenStale.insert(view)
    default: if !step.leavesTree { isTreeStale = true }
    }
  }

  /// Copies frames and visibility from a tree with the same views: of the views in `shown` (those whose frames were set), of those that were hidden
  /// or shown, and of those whose layer's `hidden` was set. Adds to `swept` the names of views that moved although the block does not name them.
  func takeOverHidden(besides shown: [ItemID], _ swept: inout [String]) {
    // A story may have set layers' values by itself, which holds until views are hidden or shown again.
    let told = layers.toldHidden.compactMap { views[$0] }
    var changed = isHiddenStale.union(told).union(shown).compactMap { places[$0] }
    forgetHidden()
    viewVisits += changed.count
    changed.sort { $0.order < $1.order }
    for place in changed {
      takeFrame(of: place, &swept)
      takeHidden(of: place, kernel.isHidden(place.view))
    }
  }

  func forgetHidden() {
    isHiddenStale = []
    layers.toldHidden = []
  }

  func takeHidden(of place: Place, _ isHidden: Bool) {
    if isHidden {
      guard hidingLater[place.view] == nil else { return }
      // A stack view shrinks what a block hides, and hides it in the end.
      if kernel.isArranged(place.view), layers.model(place.layer, "hidden") != .boolean(true), hidesLater(place.view) {
        return
      }
    } else {
      hidingLater[place.view] = nil
    }
    layers.setIfChanged(place.layer, "hidden", .boolean(isHidden))
  }

  /// Adds layers for new views, removes those of removed views, and copies frames and visibility.
  func takeOverTree(_ swept: inout [String]) {
    let scene = kernel.scene
    var present: [ItemID: Place] = [:]
    forgetHidden()
    for (order, view) in scene.views.enumerated() {
      let known = places[view.id]?.layer
      let layer = known ?? makeLayer(for: view)
      let place = Place(view: view.id, order: order, name: view.name, parent: view.parent, layer: layer)
      places[view.id] = place
      present[view.id] = place
      views[layer] = view.id
      func take() {
        takeFrame(of: place, &swept)
        takeHidden(of: place, view.isHidden)
      }
      // What a view is when it comes moves nothing.
      if known == nil { layers.performWithoutAnimation(take) } else { take() }
    }
    let gone = places.values.filter { present[$0.view] == nil && $0.view != .root }
    for place in gone.sorted(by: { $0.order < $1.order }) {
      layers.insert(place.layer, in: nil)
      views[place.layer] = nil
      frames[place.view] = nil
      origins[place.view] = nil
      hidingLater[place.view] = nil
    }
    if let root = places[.root] { present[.root] = root }
    places = present
    isTreeStale = false
  }

  func takeFrame(of place: Place, _ swept: inout [String]) {
    let frame = kernel.frame(of: place.view)
    let before = frames[place.view]
    let origin = kernel.boundsOrigin(of: place.view)
    let hasScrolled = origins[place.view] ?? .zero != origin
    guard before != frame || hasScrolled else { return }
    frames[place.view] = frame
    if hasScrolled { origins[place.view] = origin }
    if before != nil, layers.animatingBlock != nil { noteMove(of: place.view, place.name) }
    if before != nil, isEndingTurn, let source = laidOut[place.view] {
      layers.remark(
        .layoutOfChangedView, place.layer,
        "\(place.name) was laid out in a block, and moves only now, after it: layoutIfNeeded lays out what is in a view.",
        remedy: "Call layoutIfNeeded of its superview inside the block.", from: source)
    }
    layers.setFrame(place.layer, frame, boundsOrigin: hasScrolled ? origin : nil)
    if before != nil, let intended, !intended.contains(place.view), !isInside(place.view, of: intended) {
      swept.append(place.name)
    }
  }

  /// Whether a hidden view is shown until the end of the block that hid it.
  package func isHidingLater(_ view: ItemID) -> Bool { hidingLater[view] != nil }

  /// Hides an arranged view when the open block's animations are over. Does nothing and returns false if no block is open, or if it animates
  /// nothing.
  func hidesLater(_ view: ItemID) -> Bool {
    hidings += 1
    let number = hidings
    guard layers.doWhenBlockIsDone({ [weak self] in self?.hide(view, number) }) else { return false }
    hidingLater[view] = number
    return true
  }

  /// Hides an arranged view at the end of the block that hid it. Does nothing if the view was shown, or hidden anew, after the hiding with this
  /// number.
  func hide(_ view: ItemID, _ number: Int) {
    guard hidingLater[view] == number else { return }
    hidingLater[view] = nil
    guard let layer = places[view]?.layer, kernel.isHidden(view) else { return }
    layers.performWithoutActions { layers.setIfChanged(layer, "hidden", .boolean(true)) }
  }

  /// Returns whether a view lies, at any depth, inside one of `others`. If an ancestor is meant to move, its subviews are expected to move along.
  func isInside(_ view: ItemID, of others: Set<ItemID>) -> Bool {
    var current = places[view]?.parent
    while let next = current {
      if others.contains(next) { return true }
      current = places[next]?.parent
    }
    return false
  }

  func makeLayer(for view: View) -> LayerID {
    let parent = view.parent.flatMap { places[$0]?.layer } ?? .root
    return layers.addLayer(in: parent, isViewBacked: view.kind != .layer)
  }
}
