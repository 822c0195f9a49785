import LayoutPlugin
import ScenePlayer
import SceneModel

/// A story for a player made of a timeline's parts: its layers are shown, its animations are added in transactions, its values are set in view
/// animation blocks that interrupt each other, and at the end all are removed. It depends on the timeline alone, so a finding can be minimised.
final class TimelineStory {
  /// The reports that an animation's delegate should get.
  struct Attached {
    var delegate: String
    var layer: LayerID
    /// The time in the layer at which the animation ends, and the time in the layer at which it was added.
    var end, added: Double
  }

  let player: LayerPlayer
  /// The names under which completions were set.
  private(set) var completions: [String] = []
  private(set) var attached: [Attached] = []
  /// The presentation values half-way through each pause between two actions: the layer, the property, the time, and the value's numbers (lanes).
  private(set) var witnessed: [(layer: LayerID, property: String, time: Double, lanes: [Double])] = []
  private let timeline: Timeline
  private let makeSampler: @Sendable () -> any AnimationSampling
  /// The animators, kept alive here, because a player does not hold them.
  private var animators: [PropertyAnimator] = []
  private var ids: [LayerID] = []

  private static let mostAnimations = 6
  /// The seconds between two actions. No multiple of it is a time that generators use, so no animation ends at the time of an action.
  private static let pause = 0.21

  init(_ timeline: Timeline, makeSampler: @escaping @Sendable () -> any AnimationSampling) {
    (self.timeline, self.makeSampler) = (timeline, makeSampler)
    player = LayerPlayer(makeSampler: makeSampler)
    for (index, layer) in timeline.layers.enumerated() {
      let id = player.addLayer(in: layer.parent.map { ids[$0] } ?? .root, isViewBacked: index % 2 == 0)
      for property in layer.model { player.set(id, property.name, property.value) }
      if layer.timing.speed > 0 { player.setTiming(id, layer.timing) }
      ids.append(id)
    }
    advance(by: TimelineStory.pause)
    var number = 0
    for (index, layer) in timeline.layers.enumerated() {
      for animation in layer.animations where number < TimelineStory.mostAnimations {
        act(number, animation, layer, ids[index])
        number += 1
      }
    }
    for id in ids { player.removeAllAnimations(id) }
    player.advance(by: 0)
    player.advance(by: 1)
  }

  /// The lanes of each output that an engine computes for the final state. The number of the shape is left out of a path's lanes. Nil if the engine
  /// refuses the state.
  var endingLanes: [(output: Timeline.Output, lanes: [Double])]? {
    let (timeline, engine) = (player.timeline, makeSampler())
    var values: [Double] = []
    guard (try? engine.load(timeline)) != nil, (try? engine.sample(at: [player.now], into: &values)) != nil else {
      return nil
    }
    // An engine may return a wrong number of values.
    guard values.count == timeline.valueCount else { return nil }
    var offset = 0
    return zip(timeline.outputs, timeline.laneCounts).map { output, count in
      let isPath = timeline.layers[output.layer][output.property]?.kind == .path
      defer { offset += count }
      return (output, Array(values[(offset + (isPath ? 1 : 0))..<(offset + count)]))
    }
  }

  /// Performs one of nine actions. `number`, the number of layers and the number of the layer's properties choose it, so that short timelines show
  /// all actions.
  private func act(_ number: Int, _ animation: Animation, _ layer: Timeline.Layer, _ id: LayerID) {
    let deed = (number + timeline.layers.count + layer.model.count) % 9
    if deed > 2, let property = animation.property, let target = property.target,
      property.keyPath.component == .whole || property.keyPath.lanes != nil
    {
      set(property, to: target, number, deed, id)
    } else if deed % 3 == 2 {
      add(animation, number, to: id, key: "b")
      advance(by: TimelineStory.pause)
      player.removeAnimation(id, key: "b")
    } else {
      add(animation, number, to: id, key: deed % 3 == 0 ? "a" : "b")
    }
    advance(by: TimelineStory.pause)
  }

  private func set(_ property: PropertyAnimation, to target: AnimationValue, _ number: Int, _ deed: Int, _ id: LayerID)
  {
    let key = property.keyPath.description
    switch deed {
    case 3, 4: setInBlock(property, to: target, number, id)
    case 5: setInKeyframes(key, to: target, number, id)
    case 6: setByAnimator(key, to: target, number, id)
    case 7:
      var action = Animation.basic(key, to: target)
      action.timing.duration = 0.4
      player.setAction(id, key, .animation(action), inStyle: number % 2 == 0)
      player.set(id, key, target)
      player.setAction(id, key, nil, inStyle: number % 2 == 0)
    default:
      completions.append("block \(number)")
      player.animate(ViewAnimation(duration: 0.3, options: .beginFromCurrentState), name: "block \(number)") {
        player.modifyAnimations(repeatCount: 2, autoreverses: number % 2 == 0) { player.set(id, key, target) }
        player.performWithoutAnimation { player.set(id, key, target) }
      }
    }
  }

  private func setInKeyframes(_ key: String, to target: AnimationValue, _ number: Int, _ id: LayerID) {
    guard let start = player.model(id, key) else { return }
    completions.append("keyframes \(number)")
    player.animateKeyframes(ViewAnimation(duration: 0.5), mode: .linear, name: "keyframes \(number)") {
      player.addKeyframe(start: 0.25, duration: 0.5) { player.set(id, key, target) }
      player.addKeyframe(start: 0.75, duration: 0.25) { player.set(id, key, start) }
    }
  }

  /// Animates a property with an animator: starts, scrubs, reverses and continues it. Every other animator is stopped and finished where it began.
  private func setByAnimator(_ key: String, to target: AnimationValue, _ number: Int, _ id: LayerID) {
    let spring = Spring(dampingRatio: 0.6, initialVelocity: 1, duration: 0.8)
    let animator = PropertyAnimator(
      player: player, duration: 0.8,
      parameters: timeline.layers.count % 2 == 0 ? .springByAxis(spring, SIMD2(1, 0.5)) : .curve(.easeIn),
      name: "animator \(number)")
    animators.append(animator)
    animator.scrubsLinearly = number % 2 == 0
    animator.addAnimations { self.player.set(id, key, target) }
    let before = player.future.count
    animator.start()
    // An animator whose changes move nothing has no animation that could end.
    if player.future.count > before { completions.append("animator \(number)") }
    advance(by: TimelineStory.pause)
    // In a layer whose time runs fast the animator has finished by now; using it again would start it again.
    guard animator.state == .active else { return }
    animator.fractionComplete = 0.4
    advance(by: TimelineStory.pause)
    animator.isReversed = true
    animator.continue(with: .curve(.linear), durationFactor: 0.5)
    advance(by: TimelineStory.pause)
    if number % 2 == 0 {
      animator.stop(withoutFinishing: false)
      // If its time was over, the animator has completed already.
      animator.finish(at: .start)
    }
  }

  private func setInBlock(_ property: PropertyAnimation, to target: AnimationValue, _ number: Int, _ id: LayerID) {
    completions.append("block \(number)")
    let isSpring = if case .spring = property.form { true } else { false }
    let block =
      isSpring
      ? ViewAnimation(duration: 0.5, dampingRatio: 0.7, initialVelocity: 0) : ViewAnimation(duration: 0.5)
    player.animate(block, name: "block \(number)") { player.set(id, property.keyPath.description, target) }
  }

  private func add(_ animation: Animation, _ number: Int, to id: LayerID, key: String) {
    player.begin()
    completions.append("transaction \(number)")
    player.setCompletion("transaction \(number)")
    player.add(animation, to: id, key: key, delegate: "delegate \(number)")
    do { try player.commit() } catch { preconditionFailure("a transaction that was begun can be committed") }
    var known = key
    if case .transition = animation.content { known = Timeline.Output.transition }
    if let resolved = player.animation(id, key: known) {
      attached.append(
        Attached(
          delegate: "delegate \(number)", layer: id, end: resolved.timing.endTime,
          added: player.localTime(of: id, at: player.now)))
    }
  }

  private func advance(by seconds: Double) {
    player.advance(by: seconds)
    let time = player.now - seconds / 2
    for (id, layer) in zip(ids, timeline.layers) {
      for property in layer.model {
        guard let shown = player.presentation(id, property.name, at: time) else { continue }
        witnessed.append((id, property.name, time, shown.lanes))
      }
    }
  }

  /// Returns whether the lanes that an engine reports for a property are those of its value. It is not so for paths, whose lanes begin with the
  /// number of a shape, and for contents, which may be a mixture of two pictures.
  func isPlain(_ property: String) -> Bool { property != "path" && property != "contents" }

  /// Returns whether the layer and its ancestors use the player's own clock.
  func hasPlainClock(_ layer: LayerID) -> Bool {
    var index = ids.firstIndex(of: layer)
    while let at = index {
      if player.timing(ids[at]) != LayerTiming() || timeline.layers[at].timing != LayerTiming() { return false }
      index = timeline.layers[at].parent
    }
    return true
  }

  /// Every layer with the properties that the timeline states.
  var properties: [(layer: LayerID, name: String)] {
    zip(ids, timeline.layers).flatMap { id, layer in layer.model.map { (id, $0.name) } }
  }
}

extension PropertyAnimation {
  /// A value to which the story can set the property: the animation's end; without one its start, or else the value by which it changes. Nil with a
  /// value function, or if the animation has no value.
  fileprivate var target: AnimationValue? {
    guard valueFunction == nil else { return nil }
    return switch form {
    case .basic(let ends), .spring(let ends, _): ends.to ?? ends.from ?? ends.by
    case .keyframes(let keyframes): keyframes.values.last
    }
  }
}
