import AnimationSampler
import ConstraintSolver
import Foundation
import LayoutKernel
import ScenePlayer
import SceneModel

/// The host of a view tree: its kernel, and, for the tree of a window, its player. A tree gets a host when its layout is first needed.
///
/// Views that have a host pass every change to it; other views store their values themselves. Views hold their host strongly, and the host holds them
/// weakly, so it is freed with the last of them.
final class Host: LayoutPassDelegate {
  let kernel: LayoutKernel
  private(set) var player: ScenePlayer?
  weak var root: UIView?
  var views: [ItemID: WeakView] = [:]
  var constraints: [LayoutConstraint.ID: WeakConstraint] = [:]
  var nextItem: UInt32 = 1
  private var nextConstraint: UInt32 = 1
  /// Views whose intrinsic size, text or priorities may have changed.
  var dirty: [UIView] = []
  /// Views whose layers are to be added to the player.
  var newLayers: [UIView] = []
  /// The views whose `layoutSubviews` is running, innermost last, each with the function that sets its subviews' frames.
  /// `isDone`: whether these frames were set already.
  var applying: [(view: ItemID, apply: () -> Void, isDone: Bool)] = []
  let recorder: Recorder
  /// Blocks that wait for the layout at the end of the turn.
  var waitingForLayout: [() -> Void] = []
  /// The windows that were shown and still exist, in the order in which they were last shown or advanced.
  static var windowsShown: [UIWindow] { windows.compactMap { $0.host?.view(.root) as? UIWindow } }

  struct WeakView { weak var view: UIView? }
  struct WeakConstraint { weak var constraint: NSLayoutConstraint? }

  /// The hosts of the windows that were shown, of all Swift tasks. The one that was last shown or advanced is at the end.
  private static var windows: [WeakHost] = []
  private struct WeakHost {
    weak var host: Host?
    let task: Int?
  }
  /// The current Swift task. Tests run in tasks of their own, which may alternate at an `await`; so each task has its own last window.
  private static var task: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  /// The host of the window to which animation blocks and transactions apply: the one that this task showed or advanced last. If the task has none,
  /// it is the one that any task showed or advanced last; nil if there is none.
  static var current: Host? {
    windows.removeAll { $0.host == nil }
    let task = task
    return (windows.last { $0.task == task } ?? windows.last)?.host
  }

  /// The closures that wait until a window of their task is shown or advanced.
  private static var waiting: [(task: Int?, body: () -> Void)] = []
  static func whenShown(_ body: @escaping () -> Void) { waiting.append((task, body)) }

  private static func tellWaiting() {
    let task = task
    let mine = waiting.filter { $0.task == task }
    guard !mine.isEmpty else { return }
    waiting.removeAll { $0.task == task }
    for (_, body) in mine { body() }
  }

  func makeCurrent() {
    Host.windows.removeAll { $0.host == nil || $0.host === self }
    Host.windows.append(WeakHost(host: self, task: Host.task))
  }

  /// Hosts a tree. A window becomes the root of the scene. Any other tree is put into an empty root, so that its own constraints can determine its
  /// size.
  init(root: UIView, screen: UIScreen, isWindow: Bool) {
    self.root = root
    var scene = Scene(rootSize: isWindow ? root.storedBounds.size.model : .zero, scale: Double(screen.scale))
    if isWindow { scene.device = screen.device.name }
    scene.direction = screen.traits.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    recorder = Recorder()
    var list: [UIView] = []
    var (item, constraint) = (UInt32(isWindow ? 0 : 1), UInt32(1))
    Host.number(root, &item, &list)
    for (index, view) in list.enumerated() {
      let parent: ItemID? = index == 0 ? (isWindow ? nil : .root) : view.superview?.item
      var described = view.described(parent: parent)
      if let stack = view as? UIStackView { described.stack = stack.configuration(withArranged: true) }
      if index == 0, isWindow {
        described.name = "root"
        described.autoresizing = nil
        scene.root = described
      } else {
        scene.views.append(described)
      }
      scene.guides += view.allGuides.map { $0.described(owner: view) }
    }
    for view in list {
      for held in view.heldConstraints {
        held.number = LayoutConstraint.ID(constraint)
        constraint += 1
        scene.constraints.append(held.described(holder: view.item))
      }
    }
    let made = Result { try LayoutKernel(scene: scene, solver: ConstraintSolver()) }
    switch made {
    case .success(let kernel): self.kernel = kernel
    case .failure(let mistake): raise("\(mistake)")
    }
    (nextItem, nextConstraint) = (max(item, 1), constraint)
    kernel.delegate = self
    kernel.textSize = screen.traits.kernelTextSize
    for view in list { welcome(view) }
    for view in list { for held in view.heldConstraints { register(held) } }
    guard isWindow else { return }
    recorder.start = kernel.scene
    // Steps of code in the first pass are recorded, too: a table makes its cells there.
    recorder.begin(self)
    for view in list.dropFirst() { recorder.recordOrigin(of: view, self) }
    // At this point the controller's view has its frame, safe area and traits, and no layout has run.
    (root as? UIWindow)?.rootViewController?.announceAppearing(animated: false)
    do {
      player = try ScenePlayer(kernel: kernel, makeSampler: { AnimationSampler() })
    } catch {
      ProgramErrors.report(error)
    }
    player?.onTurnEnd = { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.recorder.turnEnded(self)
      }
    }
    player?.onSettle = { [weak self] layer, property in MainActor.assumeIsolated { self?.settle(layer, property) } }
    player?.onEndless = { [weak self] chain in MainActor.assumeIsolated { self?.tell(chain) } }
    player?.onEvent = { [weak self] event in MainActor.assumeIsolated { self?.hear(event) } }
    makeCurrent()
    sync()
  }

  static func number(_ view: UIView, _ next: inout UInt32, _ list: inout [UIView]) {
    view.item = ItemID(next)
    next += 1
    for guide in view.allGuides {
      guide.item = ItemID(next)
      next += 1
    }
    list.append(view)
    for child in view.subviews { number(child, &next, &list) }
  }

  func welcome(_ view: UIView) {
    view.host = self
    views[view.item] = WeakView(view: view)
    newLayers.append(view)
    // UIKit calls `updateProperties` once for every added view by itself, so this is not recorded as a step.
    try? kernel.perform(.needsProperties(view.item))
  }

  func register(_ constraint: NSLayoutConstraint) {
    constraints[constraint.number] = WeakConstraint(constraint: constraint)
    constraint.host = self
  }

  func view(_ item: ItemID) -> UIView? { views[item]?.view }
  func constraint(_ id: LayoutConstraint.ID) -> NSLayoutConstraint? { constraints[id]?.constraint }
  var allViews: [UIView] { views.values.compactMap(\.view) }

  // MARK: Frames

  /// Returns a rectangle as `frame` reports it: its edges rounded to the screen's pixels (rule L12.2).
  func onPixels(_ rect: Rect) -> CGRect { CGRect(PixelRounding.edges.round(rect, scale: kernel.scale)) }

  /// Returns the frame of a view without its transform. A frame from constraints is rounded to pixels; a frame that code set is returned unchanged.
  func frame(of view: UIView) -> CGRect {
    let exact = kernel.frame(of: view.item)
    if let set = view.frameSet, set.shown == exact { return set.asked }
    guard view.superview != nil, view.isPlacedByConstraints else { return CGRect(exact).withoutNoise }
    return onPixels(exact)
  }

  // MARK: Steps

  /// Performs a step in the kernel, informs the player, and records the step.
  ///
  /// - Parameter source: the line of code to record, if the step is performed later than that line ran; nil for the line that runs now.
  func perform(_ step: Step, from source: RecordedSource? = nil) {
    if step.isChange { showNewViews() }
    do {
      try kernel.perform(step)
    } catch {
      return ProgramErrors.report(error)
    }
    player?.kernelChanged(by: step)
    recorder.record(step, self, after: source)
  }

  /// Must be called after a frame was set. In an animation block it passes the change to the layers at once, so that it is not mixed up with other
  /// changes.
  func moved() { if Animating.depth > 0 { sync() } }

  /// Must be called before a change of a view. In an animation block it makes the layers of new views first. So their initial state is not
  /// animated, while later changes are.
  func showNewViews() { if Animating.depth > 0, !newLayers.isEmpty { sync() } }

  /// Updates the player's layers with all changes of the views.
  func sync() {
    guard let player else { return }
    player.takeOverIfChanged()
    guard !newLayers.isEmpty else { return }
    let fresh = newLayers
    newLayers = []
    for view in fresh where view.host === self { view.layer.appear(in: self) }
  }

  func layOut(_ view: UIView) {
    showNewViews()
    do {
      try kernel.layoutIfNeeded(view.item)
    } catch {
      ProgramErrors.report(error)
    }
    player?.kernelChanged()
    recorder.record(.layout(view.item), self)
    moved()
  }

  // MARK: Time

  func advance(by seconds: Double) {
    guard let player else { return }
    makeCurrent()
    Host.tellWaiting()
    let end = player.layers.now + seconds
    // Display links are called at every frame, and may change what the next frame shows.
    while !links.isEmpty, player.layers.now < end {
      advanceTurn(by: min(1 / 60, end - player.layers.now))
      for link in links { link.frame(at: player.layers.now) }
      if links.isEmpty { break }
    }
    advanceTurn(by: max(0, end - player.layers.now))
  }

  private func advanceTurn(by seconds: Double) {
    guard let player else { return }
    makeCurrent()
    recorder.catchUp(self)
    sync()
    do {
      var rounds = 0
      while !waitingForLayout.isEmpty, rounds < 100 {
        rounds += 1
        try player.advance(by: 0)
        recorder.turnEnded(self)
        tellThoseWaitingForLayout()
        sync()
      }
      try player.advance(by: seconds)
    } catch {
      ProgramErrors.report(error)
    }
    recorder.turnEnded(self)
  }

  private var links: [CADisplayLink] = []
  func add(_ link: CADisplayLink) { if !links.contains(where: { $0 === link }) { links.append(link) } }
  func remove(_ link: CADisplayLink) { links.removeAll { $0 === link } }

  private var listeners: [String: CAAnimation] = [:]
  private var nextListener = 0

  /// Stores an animation that has a delegate, and returns the name under which the player reports its start and end.
  func listen(to animation: CAAnimation) -> String {
    nextListener += 1
    listeners["animation-\(nextListener)"] = animation
    return "animation-\(nextListener)"
  }

  /// The property animators that run.
  private var running: [ObjectIdentifier: UIViewPropertyAnimator] = [:]
  func hold(_ animator: UIViewPropertyAnimator) { running[ObjectIdentifier(animator)] = animator }
  func release(_ animator: UIViewPropertyAnimator) { running[ObjectIdentifier(animator)] = nil }

  private var layers: [LayerID: WeakLayer] = [:]
  private struct WeakLayer { weak var layer: CALayer? }
  func know(_ layer: CALayer, as id: LayerID) { layers[id] = WeakLayer(layer: layer) }

  /// Copies a property's value from the player to the layer, after the end of an animator has changed it in the player.
  private func settle(_ layer: LayerID, _ property: String) {
    guard let own = layers[layer]?.layer, let value = player?.layers.model(layer, property) else { return }
    own.store(property, value)
    // A scroll view's offset is where the content is shown.
    if property == "bounds", case .rect(let bounds) = value {
      own.view?.storedBounds.origin = CGPoint(x: bounds.x, y: bounds.y)
    }
  }

  private func hear(_ event: PlayerEvent.What) {
    switch event {
    case .didStart(let name):
      if let animation = listeners[name] { animation.delegate?.animationDidStart(animation) }
    case .didStop(let name, let finished):
      guard let animation = listeners.removeValue(forKey: name) else { return }
      animation.delegate?.animationDidStop(animation, finished: finished)
    default: break
    }
  }

  // MARK: The tree

  /// Returns a new id for a layer without a view. Only recordings use it.
  func takeItem() -> ItemID {
    nextItem += 1
    return ItemID(nextItem - 1)
  }

  func add(_ guide: UILayoutGuide, to view: UIView) {
    guide.item = ItemID(nextItem)
    nextItem += 1
    perform(.addGuide(guide.described(owner: view)))
  }

  // MARK: Constraints

  func add(_ constraint: NSLayoutConstraint, holder: UIView) {
    if constraint.host === self, kernelKnows(constraint) {
      perform(.activate(constraint.number))
      return
    }
    constraint.number = LayoutConstraint.ID(nextConstraint)
    nextConstraint += 1
    perform(.addConstraint(constraint.described(holder: holder.item)))
    register(constraint)
  }

  /// Whether the kernel has the constraint, active or not. The kernel keeps inactive constraints, so that their order stays the same when they are
  /// activated again.
  private func kernelKnows(_ constraint: NSLayoutConstraint) -> Bool {
    constraints[constraint.number]?.constraint === constraint && constraint.isHosted
  }

  func deactivate(_ constraint: NSLayoutConstraint) { perform(.deactivate(constraint.number)) }

  /// Must be called when the kernel has removed a constraint together with a view that the constraint names.
  func forget(_ constraint: NSLayoutConstraint) {
    constraints[constraint.number] = nil
    constraint.host = nil
  }

  func discard(_ number: LayoutConstraint.ID) {
    guard constraints.removeValue(forKey: number) != nil else { return }
    if (try? kernel.perform(.removeConstraint(number))) != nil {
      player?.kernelChanged()
      recorder.record(.removeConstraint(number), self)
    }
  }

  // MARK: Passes
}

nonisolated struct UncheckedBox<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
