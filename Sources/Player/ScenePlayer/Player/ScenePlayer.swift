import LayoutKernel
import LayoutPlugin
import SceneModel

/// A scene that moves: its views laid out by the kernel, their layers on the player's clock.
///
/// Editing a constraint moves nothing by itself; a layout pass moves layers. A pass inside an animation block animates everything that was pending,
/// including changes made before the block.
///
/// ```swift
/// let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
/// try player.perform(.setConstant(height, 0))
/// try player.animate(ViewAnimation(duration: 0.25)) { try player.perform(.layout(.root)) }
/// try player.advance(by: 0.1)
/// player.presentationFrame(of: card)
/// ```
public final class ScenePlayer {
  /// The kernel that lays the views out.
  public let kernel: LayoutKernel
  /// The layers of the views, on the virtual clock.
  public let layers: LayerPlayer
  /// A view's place in the tree when the tree was last read, with its layer.
  struct Place {
    var view: ItemID
    var order: Int
    var name: String
    var parent: ItemID?
    var layer: LayerID
  }

  var places: [ItemID: Place] = [:]
  /// The views of the layers, by the layers' numbers.
  var views: [LayerID: ItemID] = [:]
  /// Whether views may have been added, removed or moved in the tree.
  var isTreeStale = true
  /// Views that were hidden or shown since the layers last copied the kernel's state.
  var isHiddenStale: Set<ItemID> = []
  /// The number of visits to views so far, without those that the kernel counts (`toldViews`).
  var viewVisits = 0
  /// The frames of the layers, and the origins of their bounds where these are not zero, by view.
  var frames: [ItemID: Rect] = [:]
  var origins: [ItemID: Point] = [:]
  /// The arranged views that a block has hidden and that are shown until its end, each with the number of that hiding.
  var hidingLater: [ItemID: Int] = [:]
  var hidings = 0
  /// Views that the running block names as the ones it animates; nil if it names none.
  var intended: Set<ItemID>?
  /// Whether a step has changed the kernel since the layers last copied its state.
  private var isStale = false
  /// Whether the kernel was changed directly and the layers have not copied that yet.
  var isUntaken = false
  /// Runs for every event as it is reported.
  public var onEvent: ((PlayerEvent.What) -> Void)?
  var animators: [String: PropertyAnimator] = [:]
  /// The closures that close the open blocks, the innermost last.
  var openBlocks: [() -> Void] = []
  /// The views with pending layout, for the linter.
  var asking: Set<ItemID> = []
  /// The views that a block laid out, each with the line of code that did so (nil if it is not known), for the linter.
  var laidOut: [ItemID: SourceLine?] = [:]
  /// The views that moved in the open block, for the linter.
  var sweep = Sweep()
  var isEndingTurn = false
  var recognizers: [LongPress] = []
  var finger: Finger?
  var reactions: [ReactionStep] = []
  /// The names of events to which the story no longer reacts, because its reactions to them were endless.
  var endlessNames: Set<String> = []
  /// A mistake made in a place that cannot throw.
  var pendingMistake: LayoutMistake?

  /// The duration of a table's batch of updates in seconds; its curve is ease-in-out.
  package static let tableUpdateDuration = 0.3

  /// Makes a player of a scene. The scene is laid out once and committed without animations.
  ///
  /// - Throws: the mistakes of the layout. The scene's steps are not performed.
  public convenience init(
    scene: Scene, solver: any ConstraintSolving, quirks: LayoutQuirks = LayoutQuirks(),
    makeSampler: @escaping @Sendable () -> any AnimationSampling
  ) throws(LayoutMistake) {
    try self.init(kernel: LayoutKernel(scene: scene, solver: solver, quirks: quirks), makeSampler: makeSampler)
  }

  /// Makes a player over a kernel. The kernel's scene is laid out once and committed without animations.
  public init(
    kernel: LayoutKernel, makeSampler: @escaping @Sendable () -> any AnimationSampling
  ) throws(LayoutMistake) {
    self.kernel = kernel
    layers = LayerPlayer(makeSampler: makeSampler)
    kernel.shown = []
    try kernel.layoutIfNeeded()
    takeOver()
    layers.advance(by: 0)
    layers.onEvent = { [weak self] in self?.react(to: $0) }
    layers.onSettle = { [weak self] in self?.follow($0) }
    layers.onEndless = { [weak self] in
      self?.endlessNames.insert($0.name)
      self?.onEndless?($0)
    }
    layers.beforeCommit = { [weak self] in self?.passBeforeCommit() }
  }

  /// Runs when a turn's pass is over, before its commit.
  public var onTurnEnd: (() -> Void)?
  /// Called with a chain of callbacks that had no end.
  public var onEndless: ((EndlessChain) -> Void)?
  /// Called with a layer and a property when an animator sets the value as it ends or stops.
  public var onSettle: ((LayerID, String) -> Void)?

  /// Moves views to where their layers are after an animator has ended or was stopped, until a pass moves them elsewhere.
  private func follow(_ settled: [(layer: LayerID, property: String)]) {
    let moved = Set(settled.filter { $0.property == "position" || $0.property == "bounds" }.map(\.layer))
    let movedPlaces = moved.compactMap { views[$0].flatMap { places[$0] } }
    viewVisits += movedPlaces.count
    for place in movedPlaces.sorted(by: { $0.order < $1.order }) {
      guard case .rect(let bounds)? = layers.model(place.layer, "bounds"),
        case .point(let position)? = layers.model(place.layer, "position")
      else { continue }
      var anchor = Point(x: 0.5, y: 0.5)
      if case .point(let point)? = layers.model(place.layer, "anchorPoint") { anchor = point }
      let frame = Rect(
        x: position.x - anchor.x * bounds.width, y: position.y - anchor.y * bounds.height, width: bounds.width,
        height: bounds.height)
      let origin = Point(x: bounds.x, y: bounds.y)
      // What a kernel cannot take stays with the layer.
      if kernel.frame(of: place.view) != frame { try? kernel.perform(.setProperty(place.view, .frame(frame))) }
      if kernel.boundsOrigin(of: place.view) != origin {
        try? kernel.perform(.setProperty(place.view, .bounds(bounds)))
      }
      isStale = true
    }
    layers.performWithoutActions(takeOver)
    for (layer, property) in settled { onSettle?(layer, property) }
  }

  /// Runs the pass at the end of a turn, outside of every block.
  private func passBeforeCommit() {
    defer { onTurnEnd?() }
    guard isStale, pendingMistake == nil else { return }
    do {
      try kernel.layoutIfNeeded()
    } catch {
      pendingMistake = error
    }
    isStale = false
    takeOverAtEnd()
  }

  /// Records that the kernel was changed directly. The layers follow at the end of the turn, or earlier. `step` is nil if the change was a layout
  /// pass, or a change of frames only.
  public func kernelChanged(by step: Step? = nil) {
    isStale = true
    isUntaken = true
    if let step { noteTree(step) }
  }

  /// Applies changes that were made directly in the kernel to the layers, as part of the block that is open.
  public func takeOverIfChanged() {
    if isUntaken { takeOver() }
  }

  /// The number of visits to views, layers and animations so far. The laws about cost read it.
  package var workDone: Int { kernel.toldViews &+ viewVisits &+ layers.workDone }

  /// Counts a visited view.
  func noteVisit() { viewVisits += 1 }

  /// Returns the layer behind a view; `nil` if there is no such view.
  public func layer(of view: ItemID) -> LayerID? { places[view]?.layer }

  /// Performs a step as its UIKit call would. `advance` runs a pass first, outside of every block; then time passes.
  ///
  /// - Throws: what is wrong with the step.
  public func perform(_ step: Step) throws(LayoutMistake) {
    noteTree(step)
    switch step {
    case .advance(let seconds):
      guard openBlocks.isEmpty else {
        throw mistake("advance", "a block is open, and time does not pass in one", "Close the block first.")
      }
      try kernel.perform(step)
      takeOverAtEnd()
      isStale = false
      layers.advance(by: seconds)
      try throwPending()
    case .play(let step):
      try play(step)
      try throwPending()
    case .endUpdates:
      // Rows are measured, and move, as one batch.
      var failure: LayoutMistake?
      layers.animate(ViewAnimation(duration: ScenePlayer.tableUpdateDuration)) {
        failure = attempt { () throws(LayoutMistake) in
          try kernel.perform(step)
          takeOver()
        }
      }
      isStale = true
      if let failure { throw failure }
    case .animate(let animation):
      let about = animation.about.isEmpty ? nil : Set(animation.about)
      try animate(ViewAnimation(animation), name: animation.completion, about: about) { () throws(LayoutMistake) in
        for step in animation.steps { try perform(step) }
      }
      try throwPending()
    case .setProperty(let view, .alpha(let alpha)):
      try kernel.perform(step)
      if let layer = places[view]?.layer { layers.set(layer, "opacity", .number(alpha)) }
    case .setProperty(let view, .transform(let transform)):
      try kernel.perform(step)
      if let layer = places[view]?.layer { layers.set(layer, "transform", .transform(transform)) }
    default:
      noteForLinter(step)
      let hidden = step.hiddenView(in: kernel)
      try kernel.perform(step)
      if let hidden { try layOutStack(of: hidden) }
      isStale = true
      takeOver()
    }
  }

  /// Lays out a stack view at once when a block hides or shows a view in it (rule A18.4), without a call of the program.
  private func layOutStack(of view: ItemID) throws(LayoutMistake) {
    guard layers.animatingBlock != nil, let stack = kernel.arrangingStack(of: view) else { return }
    try kernel.layoutIfNeeded(stack)
  }

  /// Copies the kernel's state to the layers after the pass that ends a turn.
  private func takeOverAtEnd() {
    isEndingTurn = true
    takeOver()
    isEndingTurn = false
    asking = []
    laidOut = [:]
  }

  /// Runs a layout pass, ends the turn and lets time pass, in seconds.
  public func advance(by seconds: Double) throws(LayoutMistake) { try perform(.advance(seconds)) }

  /// Animates what the body changes, as `UIView.animate` does.
  ///
  /// - Parameters:
  ///   - animation: duration, delay, curve or spring, and options.
  ///   - name: the name under which the completion is reported; empty if it is not.
  ///   - about: the views that the program intends to move. The linter reports other views that move, too.
  ///   - body: makes the changes, and runs at once.
  ///   - completion: called with whether the animations ran to their end.
  public func animate<Failure: Error>(
    _ animation: ViewAnimation, name: String = "", about: Set<ItemID>? = nil,
    _ body: () throws(Failure) -> Void, completion: @escaping (Bool) -> Void = { _ in }
  ) throws(Failure) {
    var failure: Failure?
    let outer = intended
    intended = about
    layers.animate(animation, name: name, { failure = attempt(body) }, completion: completion)
    intended = outer
    if let failure { throw failure }
  }

  /// The frame that is shown now, in the superview's coordinates; `nil` if there is no such view.
  public func presentationFrame(of view: ItemID) -> Rect? {
    guard let layer = places[view]?.layer else { return nil }
    guard case .rect(let bounds)? = layers.presentation(layer, "bounds"),
      case .point(let position)? = layers.presentation(layer, "position")
    else { return nil }
    return Rect(
      x: position.x - bounds.width / 2, y: position.y - bounds.height / 2, width: bounds.width, height: bounds.height)
  }

  /// The names of the views, by their layers.
  public var names: [LayerID: String] {
    var names: [LayerID: String] = [:]
    for view in kernel.scene.views {
      if let layer = places[view.id]?.layer { names[layer] = view.name }
    }
    return names
  }

  private func attempt<Failure: Error>(_ body: () throws(Failure) -> Void) -> Failure? {
    do throws(Failure) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}

extension LayerPlayer {
  func setIfChanged(_ layer: LayerID, _ key: String, _ value: AnimationValue) {
    if model(layer, key) != value { set(layer, key, value) }
  }
}

extension Step {
  /// The view that the step hides or shows. Nil if it has that state already: a stack view counts such calls (rule L14.4), but nothing moves.
  fileprivate func hiddenView(in kernel: LayoutKernel) -> ItemID? {
    switch self {
    case .hide(let view): kernel.isHidden(view) ? nil : view
    case .show(let view): kernel.isHidden(view) ? view : nil
    default: nil
    }
  }

  /// Whether the step itself adds, removes and moves no view in the tree. Steps inside it are judged one by one when they are performed.
  package var leavesTree: Bool {
    switch self {
    case .hide, .show, .setConstant, .setPriority, .activate, .deactivate, .addConstraint, .removeConstraint,
      .setIntrinsic,
      .setProperty, .needsLayout, .needsConstraints, .layout, .resize, .advance, .animate, .play:
      true
    default: false
    }
  }
}
