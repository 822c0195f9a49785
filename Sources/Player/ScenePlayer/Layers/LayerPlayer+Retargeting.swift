import SceneModel

/// An interruption: a moving property got another animation or value.
public struct Retargeting: Hashable, Sendable {
  /// The time of the interruption, in seconds.
  public var time: Double
  /// The layer that has the property.
  public var layer: LayerID
  /// The property's name.
  public var property: String
  /// The lanes shown at the interruption, computed by the state before the interruption and by the state after it.
  public var valueBefore, valueAfter: [Double]
  /// The velocities of the lanes just before and just after, per second.
  public var velocityBefore, velocityAfter: [Double]

  /// The seconds over which a velocity is measured: far below what a screen shows, far above rounding.
  package static let velocityStep = 1e-5

  /// The greatest jump of a lane.
  public var jump: Double { zip(valueBefore, valueAfter).reduce(0) { max($0, ($1.0 - $1.1).magnitude) } }
  /// The greatest jump of a lane's velocity, per second.
  public var kink: Double { zip(velocityBefore, velocityAfter).reduce(0) { max($0, ($1.0 - $1.1).magnitude) } }
}

extension LayerPlayer {
  /// Every interruption so far: a commit that changed the animations of a property while one was running, with the position and velocity before and
  /// after. For each property that such a commit interrupts, a sampler loads two timelines.
  public var retargetings: [Retargeting] {
    var list: [Retargeting] = []
    for place in committed.states.indices.dropFirst() {
      let time = committed.states[place].since
      for index in committed.layersWithOtherAnimations(at: place) {
        guard let was = committed.layer(index, at: place - 1)?.timelineLayer(keys.names),
          let comes = committed.layer(index, at: place)?.timelineLayer(keys.names), was.animations != comes.animations
        else { continue }
        list += was.model.compactMap { retargeting(LayerID(index), $0.name, from: was, to: comes, at: time) }
      }
    }
    return list
  }

  private func retargeting(
    _ layer: LayerID, _ property: String, from before: Timeline.Layer, to after: Timeline.Layer, at time: Double
  ) -> Retargeting? {
    let (was, comes) = (
      before.animations.filter { $0.moves(property) }, after.animations.filter { $0.moves(property) }
    )
    // What has come to its end is no interruption, nor is a commit that leaves everything as it was.
    let local = before.timing.local(time)
    let running = was.filter { $0.timing.endTime > local && $0.timing.beginTime < local }
    guard !running.isEmpty,
      comes.contains(where: { !was.contains($0) }) || running.contains(where: { !comes.contains($0) })
    else { return nil }
    let step = Retargeting.velocityStep
    guard let past = lanes(before, property, at: [time - step, time]),
      let next = lanes(after, property, at: [time, time + step])
    else { return nil }
    return Retargeting(
      time: time, layer: layer, property: property, valueBefore: past[1], valueAfter: next[0],
      velocityBefore: zip(past[0], past[1]).map { ($1 - $0) / step },
      velocityAfter: zip(next[0], next[1]).map { ($1 - $0) / step })
  }

  private func lanes(_ layer: Timeline.Layer, _ property: String, at times: [Double]) -> [[Double]]? {
    guard layer[property] != nil else { return nil }
    var one = Timeline(layer)
    one.outputs = [Timeline.Output(layer: 0, property: property)]
    return rows(of: one, at: times)
  }
}

extension Animation {
  /// Whether the animation moves a property, by itself or in a group.
  func moves(_ property: String) -> Bool {
    switch content {
    case .property(let animated): animated.keyPath.property == property
    case .group(let children): children.contains { $0.moves(property) }
    case .transition: property == Timeline.Output.transition
    }
  }
}
