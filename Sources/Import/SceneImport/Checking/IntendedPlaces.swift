import LayoutKernel
import ScenePlayer
import SceneModel

/// The places of the views in each state of a story. They show which views lie outside a superview or over a sibling on purpose, such as a drawer
/// that comes in later. For a file of Interface Builder its canvas shows that, but a recorded scene has no canvas.
struct IntendedPlaces {
  /// A view in one state.
  struct Place {
    var parent: ItemID?
    /// The place among all views, from the back to the front.
    var order: Int
    var kind: View.Kind
    /// The frame in the superview's coordinates, with the view's transform.
    var frame: Rect
    /// The size of the view's own coordinates.
    var size: Size
    var isShown: Bool
    var hasSubviews = false
    var clips: Bool
    var isFilled: Bool
  }

  private var states: [[ItemID: Place]] = []
  /// The indices of the states to which an animation led.
  private var animated: Set<Int> = []
  /// For each state, the views that a constraint places above, below or beside their superview.
  private var tied: [Set<ItemID>] = []
  private let screen: Size

  init(screen: Size) { self.screen = screen }

  /// Adds the next state.
  ///
  /// - Parameter isAnimated: whether an animation led to it.
  mutating func add(_ player: ScenePlayer, unseen: Set<ItemID>, isAnimated: Bool) {
    let scene = player.kernel.scene
    var places: [ItemID: Place] = [:]
    for (order, view) in scene.views.enumerated() where view.kind != .layer {
      let layer = player.layer(of: view.id)
      func model(_ key: String) -> AnimationValue? { layer.flatMap { player.layers.model($0, key) } }
      var isFilled = false
      if case .color(let color)? = model("backgroundColor") { isFilled = (color?.alpha ?? 0) > 0.5 }
      let isHidden = view.isHidden || unseen.contains(view.id)
      places[view.id] = Place(
        parent: view.parent, order: order, kind: view.kind, frame: player.restingFrame(of: view.id),
        size: player.kernel.displayedFrame(of: view.id).size,
        isShown: !isHidden && (view.parent.flatMap { places[$0]?.isShown } ?? true),
        clips: model("masksToBounds") == .boolean(true), isFilled: isFilled)
      if let parent = view.parent { places[parent]?.hasSubviews = true }
    }
    if isAnimated { animated.insert(states.count) }
    states.append(places)
    let owners = Dictionary(scene.guides.map { ($0.id, $0.owner) }, uniquingKeysWith: { first, _ in first })
    tied.append(
      Set(
        scene.constraints.compactMap { constraint in
          guard constraint.isActive, let (view, other) = constraint.besideOther else { return nil }
          return places[view]?.parent == owners[other] ?? other ? view : nil
        }))
  }

  /// Whether the author intended this problem in a state.
  func allow(_ trouble: ScreenTrouble, inState state: Int) -> Bool {
    switch trouble {
    case .outside(let view): allowsOutside(view, state)
    case .overlap(let first, let second): allowsOverlap(first, second, state)
    default: false
    }
  }

  private func allowsOutside(_ view: ItemID, _ state: Int) -> Bool {
    guard let place = states[state][view], let parent = place.parent, let room = room(parent, state) else {
      return false
    }
    if place.frame.isBeside(room) {
      // A drawer or a toast that waits outside comes in later, or has been inside before. A page may leave in an animation.
      let isIn = states.indices.filter { states[$0][view]?.isShown == true && !isBeside(view, $0) }
      if let first = isIn.first, let last = isIn.last {
        if last > state || (0..<first).contains(where: { isBeside(view, $0) }) { return true }
        return (last + 1...state).contains { animated.contains($0) }
      }
      return tied[state].contains(view) || place.hasSubviews && place.frame.isAlongEdge(of: room)
    }
    let (clips, fillsScreen) = (states[state][parent]?.clips == true, room == screen)
    // A sheet of which a part is visible, and that is opened later.
    if place.hasSubviews, states.indices.contains(where: { $0 > state && isShownInside(view, $0) }) { return true }
    if !clips, !fillsScreen, place.isBadge(on: Rect(x: 0, y: 0, width: room.width, height: room.height)) { return true }
    let isPicture = place.kind == .image || place.kind == .plain && !place.hasSubviews
    let covers = place.frame.covers(room)
    if isPicture, clips || covers && fillsScreen && place.kind == .image { return true }
    // A strip of pages behind a window, which code moves.
    return clips && covers && states.contains { $0[view].map { $0.frame != place.frame } ?? false }
  }

  private func allowsOverlap(_ first: ItemID, _ second: ItemID, _ state: Int) -> Bool {
    guard let one = states[state][first], let other = states[state][second] else { return false }
    if one.frame.holds(other.frame) || other.frame.holds(one.frame), !hasComeOver(first, second, state) { return true }
    let (front, back) = one.order > other.order ? (first, other) : (second, one)
    let shown = one.order > other.order ? one : other
    // A view that comes from outside may cover others, such as a sheet that is opened. So may a view with a background that is shown only for a
    // while.
    if states.indices.contains(where: { isBeside(front, $0) }) { return true }
    if shown.hasSubviews, isShownInside(front, state),
      states[..<state].indices.contains(where: { isPeeking(front, $0) })
    {
      return true
    }
    if shown.isFilled, states[..<state].contains(where: { $0[front]?.isShown != true }),
      states[state...].contains(where: { $0[front]?.isShown != true })
    {
      return true
    }
    return back.kind != .label && shown.isBadge(on: back.frame)
  }

  /// Whether two views that overlap in this state, as the caller has found, show content and did not overlap in an earlier state. A view without
  /// content that contains the other is its background, such as a card.
  private func hasComeOver(_ first: ItemID, _ second: ItemID, _ state: Int) -> Bool {
    let content: Set<View.Kind> = [.label, .button, .textField, .segmentedControl, .slider, .toggle, .stepper]
    guard [first, second].allSatisfy({ states[state][$0].map { content.contains($0.kind) } ?? false }) else {
      return false
    }
    return states[..<state].contains { places in
      guard let one = places[first], let other = places[second] else { return false }
      return one.isShown && other.isShown && !one.frame.covers(other.frame)
    }
  }

  private func room(_ view: ItemID, _ state: Int) -> Size? {
    view == .root ? screen : states[state][view]?.size
  }

  private func isBeside(_ view: ItemID, _ state: Int) -> Bool {
    guard let place = states[state][view], let room = place.parent.flatMap({ self.room($0, state) }) else {
      return false
    }
    return place.isShown && place.frame.isBeside(room)
  }

  private func isPeeking(_ view: ItemID, _ state: Int) -> Bool {
    states[state][view]?.isShown == true && !isShownInside(view, state)
  }

  /// Whether the view is shown wholly inside its superview.
  private func isShownInside(_ view: ItemID, _ state: Int) -> Bool {
    guard let place = states[state][view], place.isShown, let room = place.parent.flatMap({ self.room($0, state) })
    else { return false }
    return place.frame.isInside(room)
  }
}

extension IntendedPlaces.Place {
  /// The largest distance in points between the middle of a view that sits across an edge, such as a badge, and this edge.
  private static let astride = 2.0

  /// Whether the view is placed like a badge: it is small and covers a corner, or is centred on each edge that it crosses. A text as large as a
  /// touch target is no badge.
  fileprivate func isBadge(on room: Rect) -> Bool {
    func isOnEdge(_ low: Double, _ high: Double, _ near: Double, _ far: Double) -> Bool? {
      guard low < near - ScreenTrouble.tolerance || high > far + ScreenTrouble.tolerance else { return nil }
      let middle = (low + high) / 2
      return high - low < far - near && min(abs(middle - near), abs(middle - far)) <= Self.astride
    }
    let across = isOnEdge(frame.x, frame.maxX, room.x, room.maxX)
    let along = isOnEdge(frame.y, frame.maxY, room.y, room.maxY)
    let isSmall = max(frame.width, frame.height) <= ScreenTrouble.smallestTarget + ScreenTrouble.tolerance
    if across != nil, along != nil, isSmall { return true }
    guard isSmall || ![.label, .textField, .textView].contains(kind) else { return false }
    return (across ?? true) && (along ?? true) && (across ?? along ?? false)
  }
}

extension LayoutConstraint {
  /// The view and the other item, if the constraint equates an edge of the view with the opposite edge of the other item; otherwise nil. Such a view
  /// lies above, below or beside the item.
  fileprivate var besideOther: (view: ItemID, other: ItemID)? {
    guard relation == .equal, case .anchor(let own) = first, case .anchor(let other)? = second else { return nil }
    return switch (own.attribute, other.attribute) {
    case (.top, .bottom), (.bottom, .top), (.leading, .trailing), (.trailing, .leading), (.left, .right),
      (.right, .left):
      (own.item, other.item)
    default: nil
    }
  }
}

extension Rect {
  private static let tolerance = ScreenTrouble.tolerance

  /// Whether the rectangle lies entirely outside a superview of this size.
  func isBeside(_ room: Size) -> Bool {
    maxX <= Rect.tolerance || x >= room.width - Rect.tolerance || maxY <= Rect.tolerance
      || y >= room.height - Rect.tolerance
  }

  /// Whether the view touches an edge of the superview from outside, as a closed drawer does.
  fileprivate func isAlongEdge(of room: Size) -> Bool {
    [maxX, x - room.width, maxY, y - room.height].contains { abs($0) <= Rect.tolerance }
  }

  fileprivate func isInside(_ room: Size) -> Bool {
    x >= -Rect.tolerance && y >= -Rect.tolerance && maxX <= room.width + Rect.tolerance
      && maxY <= room.height + Rect.tolerance
  }

  /// Whether, on each axis, the view lies inside the superview or extends beyond both of its edges.
  fileprivate func covers(_ room: Size) -> Bool {
    func spans(_ low: Double, _ high: Double, _ length: Double) -> Bool {
      let isInside = low >= -Rect.tolerance && high <= length + Rect.tolerance
      return isInside || low <= Rect.tolerance && high >= length - Rect.tolerance
    }
    return spans(x, maxX, room.width) && spans(y, maxY, room.height)
  }
}
