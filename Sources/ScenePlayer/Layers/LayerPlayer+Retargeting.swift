import SceneModel

/// How smoothly a property in motion was sent elsewhere.
public struct Retargeting: Hashable, Sendable {
  public var time: Double
  public var layer: LayerID
  public var property: String
  /// The lanes shown at that time by the state before and by the state after.
  public var valueBefore, valueAfter: [Double]
  /// Per second, just before and just after.
  public var velocityBefore, velocityAfter: [Double]

  /// The greatest jump of a lane.
  public var jump: Double { zip(valueBefore, valueAfter).reduce(0) { max($0, ($1.0 - $1.1).magnitude) } }
  /// The greatest jump of a lane's velocity, per second.
  public var kink: Double { zip(velocityBefore, velocityAfter).reduce(0) { max($0, ($1.0 - $1.1).magnitude) } }
}

extension LayerPlayer {
  /// Seconds over which a velocity is measured: far below what a screen shows, far above rounding.
  private static let velocityStep = 1e-5

  /// Every interruption so far: a commit that changed the animations of a property while one was under way, with the
  /// position and velocity on both sides. Costs two loads a commit.
  public var retargetings: [Retargeting] {
    var list: [Retargeting] = []
    for (before, after) in zip(history, history.dropFirst()) {
      let time = after.since
      for index in before.timeline.layers.indices where index < after.timeline.layers.count {
        let (old, new) = (before.timeline.layers[index].animations, after.timeline.layers[index].animations)
        guard old != new else { continue }
        for property in before.timeline.layers[index].model.map(\.name) {
          let (was, comes) = (old.filter { $0.moves(property) }, new.filter { $0.moves(property) })
          // What has come to its end is no interruption, nor is a commit that leaves everything as it was.
          let local = before.timeline.layers[index].timing.local(time)
          let running = was.filter { $0.timing.endTime > local && $0.timing.beginTime < local }
          guard !running.isEmpty,
            comes.contains(where: { !was.contains($0) }) || running.contains(where: { !comes.contains($0) })
          else { continue }
          let step = LayerPlayer.velocityStep
          guard let past = lanes(before.timeline, index, property, at: [time - step, time]),
            let next = lanes(after.timeline, index, property, at: [time, time + step])
          else { continue }
          list.append(
            Retargeting(
              time: time, layer: LayerID(index), property: property, valueBefore: past[1], valueAfter: next[0],
              velocityBefore: zip(past[0], past[1]).map { ($1 - $0) / step },
              velocityAfter: zip(next[0], next[1]).map { ($1 - $0) / step }))
        }
      }
    }
    return list
  }

  private func lanes(_ timeline: Timeline, _ layer: Int, _ property: String, at times: [Double]) -> [[Double]]? {
    guard timeline.layers[layer][property] != nil else { return nil }
    var one = timeline
    one.outputs = [Timeline.Output(layer: layer, property: property)]
    let engine = makeSampler()
    var values: [Double] = []
    guard (try? engine.load(one)) != nil, (try? engine.sample(at: times, into: &values)) != nil else { return nil }
    let width = values.count / times.count
    return times.indices.map { Array(values[($0 * width)..<(($0 + 1) * width)]) }
  }
}

extension Animation {
  /// Whether it moves a property, by itself or in a group.
  func moves(_ property: String) -> Bool {
    switch content {
    case .property(let animated): animated.keyPath.property == property
    case .group(let children): children.contains { $0.moves(property) }
    case .transition: property == Timeline.Output.transition
    }
  }
}
