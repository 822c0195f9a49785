import LayoutKernel
import LayoutPlugin
import SceneModel

/// A scene that moves: its views laid out by the kernel, their layers on the player's clock.
///
/// Constraint edits move nothing. A pass moves layers, and a pass inside an animation block animates everything that
/// was pending, whoever asked for it.
///
/// ```swift
/// let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
/// try player.perform(.setConstant(height, 0))
/// try player.animate(ViewAnimation(duration: 0.25)) { try player.perform(.layout(.root)) }
/// try player.advance(by: 0.1)
/// player.presentationFrame(of: card)
/// ```
public final class ScenePlayer {
  public let kernel: LayoutKernel
  public let layers: LayerPlayer
  private var layerOf: [ItemID: LayerID] = [:]
  /// Frames as the layers have them.
  private var frames: [ItemID: Rect] = [:]
  /// Views that the block now running says it is about; nil: it did not say.
  private var intended: Set<ItemID>?
  /// Whether something was done to the kernel since the layers last took over from it.
  private var isStale = false
  var animators: [String: PropertyAnimator] = [:]
  var recognizers: [LongPress] = []
  var finger: Finger?
  var reactions: [ReactionStep] = []
  /// A mistake made where nothing can be thrown.
  var pendingMistake: LayoutMistake?

  /// Duration of a table's batch of updates in seconds; its curve is ease-in-out.
  public static let tableUpdateDuration = 0.3

  /// Lays the scene out once and commits it: nothing of that moves.
  public init(
    scene: Scene, solver: any ConstraintSolving, quirks: LayoutQuirks = LayoutQuirks(),
    makeSampler: @escaping @Sendable () -> any AnimationSampling
  ) throws(LayoutMistake) {
    kernel = try LayoutKernel(scene: scene, solver: solver, quirks: quirks)
    layers = LayerPlayer(makeSampler: makeSampler)
    try kernel.layoutIfNeeded()
    takeOver()
    layers.advance(by: 0)
    layers.onEvent = { [weak self] in self?.react(to: $0) }
    layers.beforeCommit = { [weak self] in self?.passBeforeCommit() }
  }

  /// The pass at the end of a turn, outside of every block.
  private func passBeforeCommit() {
    guard isStale, pendingMistake == nil else { return }
    do {
      try kernel.layoutIfNeeded()
    } catch {
      pendingMistake = error
    }
    isStale = false
    takeOver()
  }

  /// The layer behind a view; nil: there is no such view.
  public func layer(of view: ItemID) -> LayerID? { layerOf[view] }

  /// Does what the step's UIKit call does. `advance` runs a pass first, outside of every block, and then time passes.
  public func perform(_ step: Step) throws(LayoutMistake) {
    switch step {
    case .advance(let seconds):
      try kernel.perform(step)
      takeOver()
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
      if let layer = layerOf[view] { layers.set(layer, "opacity", .number(alpha)) }
    case .setProperty(let view, .transform(let transform)):
      try kernel.perform(step)
      if let layer = layerOf[view] { layers.set(layer, "transform", .transform(transform)) }
    default:
      try kernel.perform(step)
      isStale = true
      takeOver()
    }
  }

  public func advance(by seconds: Double) throws(LayoutMistake) { try perform(.advance(seconds)) }

  /// `UIView.animate`. What the body changes moves.
  /// - Parameter about: the views that the program means to move; the linter tells which others were swept along.
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

  /// The frame that is shown now, in the superview's coordinates.
  public func presentationFrame(of view: ItemID) -> Rect? {
    guard let layer = layerOf[view] else { return nil }
    guard case .rect(let bounds)? = layers.presentation(layer, "bounds"),
      case .point(let position)? = layers.presentation(layer, "position")
    else { return nil }
    return Rect(
      x: position.x - bounds.width / 2, y: position.y - bounds.height / 2, width: bounds.width, height: bounds.height)
  }

  /// The views' names by their layers.
  public var names: [LayerID: String] {
    var names: [LayerID: String] = [:]
    for view in kernel.scene.views {
      if let layer = layerOf[view.id] { names[layer] = view.name }
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

  /// Gives the layers what the kernel's views have come to: new and gone views, frames, alpha, hidden.
  private func takeOver() {
    let scene = kernel.scene
    var present: Set<ItemID> = []
    var swept: [String] = []
    for view in scene.views {
      present.insert(view.id)
      let layer = layerOf[view.id] ?? makeLayer(for: view)
      let frame = kernel.frame(of: view.id)
      if frames[view.id] != frame {
        let isNew = frames[view.id] == nil
        frames[view.id] = frame
        layers.set(layer, "frame", .rect(frame))
        if !isNew, let intended, !intended.contains(view.id), !isInside(view.id, of: intended, scene) {
          swept.append(view.name)
        }
      }
      layers.setIfChanged(layer, "hidden", .boolean(view.isHidden))
    }
    for (id, layer) in layerOf where !present.contains(id) && id != .root {
      layers.insert(layer, in: nil)
      layerOf[id] = nil
      frames[id] = nil
    }
    if !swept.isEmpty {
      layers.remark(
        .pendingSiblings, nil,
        "this pass also moved what was waiting before: \(swept.joined(separator: ", ")).",
        remedy: "Call layoutIfNeeded before the animation block, so that nothing else is pending.")
    }
  }

  /// A view inside one that is meant to move is meant to move with it.
  private func isInside(_ view: ItemID, of others: Set<ItemID>, _ scene: Scene) -> Bool {
    var parents: [ItemID: ItemID] = [:]
    for view in scene.views { parents[view.id] = view.parent }
    var current = parents[view]
    while let next = current {
      if others.contains(next) { return true }
      current = parents[next]
    }
    return false
  }

  private func makeLayer(for view: View) -> LayerID {
    let parent = view.parent.flatMap { layerOf[$0] } ?? .root
    let layer = layers.addLayer(in: parent, isViewBacked: view.kind != .layer)
    layerOf[view.id] = layer
    return layer
  }
}

extension LayerPlayer {
  func setIfChanged(_ layer: LayerID, _ key: String, _ value: AnimationValue) {
    if model(layer, key) != value { set(layer, key, value) }
  }
}
