import LayoutPlugin
import SceneModel

/// Shown values, and how they are computed.
extension LayerPlayer {
  /// Returns the value that is shown now: the last committed model with its animations. `nil` for a layer that was never committed in a
  /// live tree.
  public func presentation(_ layer: LayerID, _ key: String) -> AnimationValue? {
    presentation(layer, key, at: now)
  }

  /// Returns the value that was shown at a past time, or that will be shown at a later one if nothing else is committed. `nil` for a layer that was
  /// never committed in a live tree, and for a key without a value.
  public func presentation(_ layer: LayerID, _ key: String, at time: Double) -> AnimationValue? {
    let node = layers[layer.rawValue]
    guard node.isCommitted else { return nil }
    animationVisits &+= node.shown.animations.count
    let key = keys.key(key)
    // What a state does not say is as on a new layer.
    guard let model = node.shown.model[key.slot] ?? key.defaultValue else { return nil }
    return (shownValue(layer, key, model.kind, at: time) ?? key.defaultValue ?? model).component(key.keyPath)
  }

  /// Returns the whole property in the state that is committed at `time`; nil if that state has no value for it or an engine refused it.
  private func shownValue(
    _ layer: LayerID, _ key: PropertyKey, _ kind: AnimationValue.Kind, at time: Double
  ) -> AnimationValue? {
    guard let state = committedLayer(layer, at: time) else { return nil }
    // What nothing moves is what was committed.
    if state.animations.isEmpty { return state.model[key.slot].flatMap { $0.isFinite ? $0 : nil } }
    let shown = shownLayers.lanes(
      layer.rawValue, key.keyPath.property, at: time, of: state, keys.names, make: makeSampler)
    guard let (lanes, shapes) = shown else {
      // What an engine refuses of a layer's other properties says nothing about one that nothing moves.
      let isMoved = state.animations.contains { touches($0, key.keyPath.property) }
      return isMoved ? nil : state.model[key.slot]
    }
    // Numbers beyond doubles are shown nowhere.
    guard lanes.allSatisfy(\.isFinite) else { return nil }
    return kind == .path ? path(lanes, shapes) : AnimationValue(kind: kind, lanes: lanes)
  }

  /// Returns a layer's committed state at a time; nil if the layer did not exist yet.
  private func committedLayer(_ layer: LayerID, at time: Double) -> CommittedLayer? {
    guard let place = committed.place(at: time) else { return nil }
    return place == committed.last ? layers[layer.rawValue].shown : committed.layer(layer.rawValue, at: place)
  }

  /// Returns a path from its lanes in a row: the number of the path's shape among `shapes`, then the coordinates. Nil if the lanes do not fit.
  private func path(_ lanes: [Double], _ shapes: [[VectorPath.ElementKind]]) -> AnimationValue? {
    guard let number = lanes.first.flatMap({ Int(exactly: $0) }), shapes.indices.contains(number) else { return nil }
    let count = shapes[number].reduce(0) { $0 + $1.pointCount }
    // An engine may say anything.
    guard lanes.count > 2 * count else { return nil }
    let points = (0..<count).map { Point(x: lanes[1 + 2 * $0], y: lanes[2 + 2 * $0]) }
    return VectorPath(shape: shapes[number], points: points).map { .path($0) }
  }

  /// Returns the progress of a layer's transition at a time, from 0 to 1 unless it has other ends; nil if none runs then.
  package func transitionProgress(_ layer: LayerID, at time: Double) -> Double? {
    guard let state = committedLayer(layer, at: time), !state.animations.isEmpty,
      let (lanes, _) = shownLayers.lanes(
        layer.rawValue, Timeline.Output.transition, at: time, of: state, keys.names, make: makeSampler),
      lanes[0] == 1
    else { return nil }
    return lanes[1]
  }

  /// Returns the committed state at a time.
  public func timeline(at time: Double) -> Timeline { committed.place(at: time).map(timeline(ofState:)) ?? Timeline() }

  /// The committed state now, with every stated and every animated property as an output, and transitions.
  public var timeline: Timeline { committed.states.isEmpty ? Timeline() : timeline(ofState: committed.last) }

  /// The committed states, each with the time from which it holds; the last one holds now. The cost is that of all layers for each state, because
  /// states are kept as differences.
  public var history: [(since: Double, timeline: Timeline)] {
    committed.states.indices.map { (committed.states[$0].since, timeline(ofState: $0)) }
  }

  func timeline(ofState place: Int) -> Timeline {
    let names = keys.names
    guard place == committed.last else {
      return Timeline(reporting: committed.layers(at: place).map { $0.timelineLayer(names) })
    }
    return Timeline(
      reporting: layers.prefix(committed.states[place].layerCount).map { $0.shown.timelineLayer(names) })
  }

  /// Returns the steps on the way to a shown value: first the committed model, then the value after each running animation, in the order
  /// in which they apply. Animations that do not change the value are left out, except the last. Empty if the layer has no value for the property.
  public func explain(_ layer: LayerID, _ property: String, at time: Double) -> [Contribution] {
    var timeline = self.timeline(at: time)
    guard timeline.layers.indices.contains(layer.rawValue),
      let model = timeline.layers[layer.rawValue][property]
    else { return [] }
    let all = timeline.layers[layer.rawValue].animations
    // As `presentation` says where an engine's answer is no value.
    let unanswered = keys.key(property).defaultValue?.lanes ?? model.lanes
    var list = [Contribution(animation: nil, value: model.lanes)]
    for count in all.indices {
      guard touches(all[count], property) else { continue }
      timeline.layers[layer.rawValue].animations = Array(all[...count])
      let value = sample(timeline, time, layer, property) ?? unanswered
      if value != list[list.count - 1].value || count == all.count - 1 {
        list.append(Contribution(animation: all[count], value: value))
      }
    }
    return list
  }

  /// One step on the way to a shown value.
  public struct Contribution: Hashable, Sendable {
    /// The animation; `nil` for the committed model.
    public var animation: Animation?
    /// The value's lanes after this step.
    public var value: [Double]
  }

  private func touches(_ animation: Animation, _ property: String) -> Bool {
    switch animation.content {
    case .property(let animated): animated.keyPath.property == property || property == "transform"
    case .group(let children): children.contains { touches($0, property) }
    case .transition: property == Timeline.Output.transition
    }
  }

  /// Returns the lanes of one property at one time, by a timeline that is not in the history. Nil if the property has no value in the timeline, or if
  /// `rows` returns nil.
  func sample(_ timeline: Timeline, _ time: Double, _ layer: LayerID, _ property: String) -> [Double]? {
    var one = timeline
    one.outputs = [Timeline.Output(layer: layer.rawValue, property: property)]
    guard timeline.layers.indices.contains(layer.rawValue) else { return nil }
    if one.layers[layer.rawValue][property] == nil, property != Timeline.Output.transition { return nil }
    return rows(of: one, at: [time])?.first
  }

  /// Returns the outputs of a timeline that is not from the history, one row for each time; nil if an engine refuses it or its numbers overflow.
  func rows(of timeline: Timeline, at times: [Double]) -> [[Double]]? {
    let engine = makeSampler()
    var values: [Double] = []
    do throws(PluginFault) {
      try engine.load(timeline)
      try engine.sample(at: times, into: &values)
    } catch {
      return nil
    }
    guard values.allSatisfy(\.isFinite) else { return nil }
    let width = values.count / times.count
    return times.indices.map { Array(values[($0 * width)..<(($0 + 1) * width)]) }
  }

  /// Removes all states but the present one, so films and values of the past begin at the present. It is meant for long-running players. Its cost
  /// is proportional to the changes committed since the last call.
  public func forgetHistory() {
    committed.forgetAll()
    // One that runs is told by its layer's last.
    var told: Set<LayerID> = []
    startedTransitions = startedTransitions.reversed().filter { told.insert($0.layer).inserted }.reversed()
  }

  /// Commits the changes since the last commit.
  func commitTimeline() {
    isTimelineStale = false
    for index in reanimated {
      let node = layers[index]
      node.hasOtherAnimations = false
      let resolved = node.animations.lazy.filter(\.isResolved).map(\.animation)
      node.shown.animations = node.isCommitted ? Array(resolved) : []
      node.shown.stamp = committed.note(index, .animations(node.shown.animations))
    }
    reanimated.removeAll(keepingCapacity: true)
    for index in retimed { retime(index) }
    retimed.removeAll(keepingCapacity: true)
    committed.close(since: now, layerCount: layers.count)
    if committed.weight > historyLimit { forgetOldest() }
  }

  /// Drops the older half of the history, so that dropping is seldom needed.
  private func forgetOldest() {
    let states = committed.states
    let place = states.firstIndex { committed.weight - $0.weight <= historyLimit / 2 } ?? committed.last
    committed.forget(before: place)
  }

  /// Updates the timing of a layer and those under it. Layers are numbered as they are made, and a layer may be inside one with a higher number. A
  /// timeline only takes parents that come before their layers, so the timing of all layers around a layer is folded into its own.
  private func retime(_ index: Int) {
    var pending = [index]
    while let next = pending.popLast() {
      let node = layers[next]
      let timing = foldedTiming(of: node)
      if node.shown.timing != timing {
        node.shown.timing = timing
        node.shown.stamp = committed.note(next, .timing(timing))
      }
      pending += node.children.map(\.rawValue)
    }
  }

  /// Returns a single timing for the whole path from the clock to the layer.
  private func foldedTiming(of node: LayerNode) -> LayerTiming {
    var timing = node.committedTiming
    var parent = node.parent
    while let id = parent {
      let outer = layers[id.rawValue].committedTiming
      // inner((t - b) s + o) = (t - b) s s' + (o - b') s' + o'
      timing = LayerTiming(
        beginTime: outer.beginTime, speed: outer.speed * timing.speed,
        timeOffset: timing.local(outer.timeOffset))
      parent = layers[id.rawValue].parent
    }
    return timing
  }
}

extension LayerPlayer {
  /// Returns the value that one attached animation gives by itself now; for an additive one, the value that it adds.
  /// Nil if it does not animate a property with a value, or if an engine refuses it.
  func value(of attached: AttachedAnimation) -> AnimationValue? {
    guard let property = attached.animation.property, let whole = model(attached.layer, property.keyPath.property),
      let part = whole.component(property.keyPath)
    else { return nil }
    let base = property.isAdditive ? part.zero : part
    guard let base else { return nil }
    var layer = Timeline.Layer()
    layer.timing = foldedTiming(of: layers[attached.layer.rawValue])
    layer["value"] = base
    var animation = attached.animation
    animation.property?.keyPath = AnimationKeyPath("value")
    animation.property?.isAdditive = false
    layer.animations = [animation]
    let lanes = sample(Timeline(layer), now, LayerID(0), "value")
    return lanes.flatMap { AnimationValue(kind: base.kind, lanes: $0) }
  }
}
