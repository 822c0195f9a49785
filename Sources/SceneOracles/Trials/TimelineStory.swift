import LayoutPlugin
import ScenePlayer
import SceneModel

/// A timeline's parts told as a story by a player: its layers on the screen, its animations added in transactions, its
/// values set in view blocks, one interrupting the other, and in the end all of them taken away.
///
/// A function of the timeline alone, so that a finding can be minimised.
final class TimelineStory {
  /// What an animation's delegate should hear.
  struct Attached {
    var delegate: String
    var layer: LayerID
    /// When it ends in the layer's time, as resolved, and what time it was there when it was added.
    var end, added: Double
  }

  let player: LayerPlayer
  /// Names under which a completion was asked for.
  private(set) var completions: [String] = []
  private(set) var attached: [Attached] = []
  /// What was shown, as it was asked for in the middle of an advance.
  private(set) var witnessed: [(layer: LayerID, property: String, time: Double, lanes: [Double])] = []
  private let timeline: Timeline
  private let makeSampler: @Sendable () -> any AnimationSampling
  private var ids: [LayerID] = []

  private static let mostAnimations = 6
  /// Seconds between two deeds: no multiple of what generators use, so that ends do not fall on deeds.
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

  /// What an engine makes of the state at the end: the lanes of each output, a path's without its shape's number. Nil: it
  /// refuses the state.
  var endingLanes: [(output: Timeline.Output, lanes: [Double])]? {
    let (timeline, engine) = (player.timeline, makeSampler())
    var values: [Double] = []
    guard (try? engine.load(timeline)) != nil, (try? engine.sample(at: [player.now], into: &values)) != nil else {
      return nil
    }
    // An engine may say anything.
    guard values.count == timeline.valueCount else { return nil }
    var offset = 0
    return zip(timeline.outputs, timeline.laneCounts).map { output, count in
      let isPath = timeline.layers[output.layer][output.property]?.kind == .path
      defer { offset += count }
      return (output, Array(values[(offset + (isPath ? 1 : 0))..<(offset + count)]))
    }
  }

  private func act(_ number: Int, _ animation: Animation, _ layer: Timeline.Layer, _ id: LayerID) {
    switch number % 3 {
    case 0: add(animation, number, to: id, key: "a")
    case 1:
      if let property = animation.property, let target = property.target,
        property.keyPath.component == .whole || property.keyPath.lanes != nil
      {
        setInBlock(property, to: target, number, id)
      } else {
        add(animation, number, to: id, key: "b")
      }
    default:
      add(animation, number, to: id, key: "b")
      advance(by: TimelineStory.pause)
      player.removeAnimation(id, key: "b")
    }
    advance(by: TimelineStory.pause)
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

  /// Every layer with the properties that the timeline states.
  var properties: [(layer: LayerID, name: String)] {
    zip(ids, timeline.layers).flatMap { id, layer in layer.model.map { (id, $0.name) } }
  }
}

extension PropertyAnimation {
  /// A value that it goes to or comes by.
  fileprivate var target: AnimationValue? {
    guard valueFunction == nil else { return nil }
    return switch form {
    case .basic(let ends), .spring(let ends, _): ends.to ?? ends.from ?? ends.by
    case .keyframes(let keyframes): keyframes.values.last
    }
  }
}
