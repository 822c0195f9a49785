import LayoutPlugin
import SceneModel

/// What is shown, and why.
extension LayerPlayer {
  /// The shown value: the last committed model with its animations at the clock's time. Nil for a layer that was never
  /// committed in a live tree.
  public func presentation(_ layer: LayerID, _ key: String) -> AnimationValue? {
    presentation(layer, key, at: now)
  }

  /// The value that was shown, or by what is committed now will be shown, at a time.
  public func presentation(_ layer: LayerID, _ key: String, at time: Double) -> AnimationValue? {
    let node = layers[layer.rawValue]
    guard let committed = node.committed else { return nil }
    let keyPath = AnimationKeyPath(parsing: key)
    // What a state does not say is as on a new layer.
    let unsaid = LayerProperty.defaultValue(of: keyPath.property)
    guard let model = committed[keyPath.property] ?? unsaid else { return nil }
    let lanes = shownLanes(layer, keyPath.property, at: time)
    let whole = lanes.flatMap { value(model.kind, $0, at: time) } ?? unsaid ?? model
    return whole.component(keyPath)
  }

  /// A value from the lanes of a row; a path's shape is told by its number in the state of that time.
  private func value(_ kind: AnimationValue.Kind, _ lanes: [Double], at time: Double) -> AnimationValue? {
    guard kind == .path else { return AnimationValue(kind: kind, lanes: lanes) }
    let shapes = timeline(at: time).shapes
    guard let number = lanes.first.flatMap({ Int(exactly: $0) }), shapes.indices.contains(number) else { return nil }
    let count = shapes[number].reduce(0) { $0 + $1.pointCount }
    // An engine may say anything.
    guard lanes.count > 2 * count else { return nil }
    let points = (0..<count).map { Point(x: lanes[1 + 2 * $0], y: lanes[2 + 2 * $0]) }
    return VectorPath(shape: shapes[number], points: points).map { .path($0) }
  }

  /// How far a layer's transition has come at a time, from 0 to 1 unless it was told other ends; nil: none runs then.
  public func transitionProgress(_ layer: LayerID, at time: Double) -> Double? {
    guard let lanes = shownLanes(layer, Timeline.Output.transition, at: time), lanes[0] == 1 else { return nil }
    return lanes[1]
  }

  /// The committed state that held at a time: scrubbing backward is exact.
  public func timeline(at time: Double) -> Timeline {
    history.last { $0.since <= time }?.timeline ?? history.first?.timeline ?? Timeline()
  }

  /// The committed state now, with every stated and every animated property as an output, and transitions.
  public var timeline: Timeline { history.last?.timeline ?? Timeline() }

  /// What each animation in flight makes of a shown value, in the order in which they apply: first the committed
  /// model, then the value after each animation.
  public func explain(_ layer: LayerID, _ property: String, at time: Double) -> [Contribution] {
    var timeline = self.timeline(at: time)
    guard timeline.layers.indices.contains(layer.rawValue),
      let model = timeline.layers[layer.rawValue][property]
    else { return [] }
    let all = timeline.layers[layer.rawValue].animations
    var list = [Contribution(animation: nil, value: model.lanes)]
    for count in all.indices {
      guard touches(all[count], property) else { continue }
      timeline.layers[layer.rawValue].animations = Array(all[...count])
      let value = sample(timeline, time, layer, property) ?? model.lanes
      if value != list[list.count - 1].value || count == all.count - 1 {
        list.append(Contribution(animation: all[count], value: value))
      }
    }
    return list
  }

  /// One step on the way to a shown value.
  public struct Contribution: Hashable, Sendable {
    /// Nil: the committed model.
    public var animation: Animation?
    /// The value's lanes after it.
    public var value: [Double]
  }

  private func touches(_ animation: Animation, _ property: String) -> Bool {
    switch animation.content {
    case .property(let animated): animated.keyPath.property == property || property == "transform"
    case .group(let children): children.contains { touches($0, property) }
    case .transition: property == Timeline.Output.transition
    }
  }

  /// The lanes of a property that the committed state of that time states; nil: it states none.
  private func shownLanes(_ layer: LayerID, _ property: String, at time: Double) -> [Double]? {
    guard let place = history.lastIndex(where: { $0.since <= time }) ?? history.indices.first else { return nil }
    return shownRow.lanes(layer, property, at: time, of: history[place].timeline, place, make: makeSampler)
  }

  /// A timeline that is not the history's, loaded for one value.
  private func sample(_ timeline: Timeline, _ time: Double, _ layer: LayerID, _ property: String) -> [Double]? {
    var one = timeline
    one.outputs = [Timeline.Output(layer: layer.rawValue, property: property)]
    guard timeline.layers.indices.contains(layer.rawValue) else { return nil }
    if one.layers[layer.rawValue][property] == nil, property != Timeline.Output.transition { return nil }
    let engine = makeSampler()
    var values: [Double] = []
    do throws(PluginFault) {
      try engine.load(one)
      try engine.sample(at: [time], into: &values)
    } catch {
      return nil
    }
    return values
  }

  /// Forgets every state but the present one: films and values of the past begin here. For players that live long.
  public func forgetHistory() {
    history.removeFirst(max(history.count - 1, 0))
    // One that runs is told by its layer's last.
    var told: Set<LayerID> = []
    startedTransitions = startedTransitions.reversed().filter { told.insert($0.layer).inserted }.reversed()
    shownRow.forgetTimelines()
  }

  /// Publishes the committed state as it is now.
  func commitTimeline() {
    isTimelineStale = false
    var timeline = Timeline()
    for node in layers {
      // Layers are numbered as they are made, and a layer may be inside a younger one: only parents that come before
      // their layers can be told, the others' timing is folded in.
      var layer = Timeline.Layer(parent: nil)
      layer.timing = foldedTiming(of: node)
      if let committed = node.committed {
        layer.model = committed.sorted { $0.key < $1.key }.map { Timeline.Property(name: $0.key, value: $0.value) }
        layer.animations = node.animations.filter(\.isResolved).map(\.animation)
      }
      timeline.layers.append(layer)
    }
    timeline.stateDefaults()
    for (index, layer) in timeline.layers.enumerated() {
      timeline.outputs += layer.model.map { Timeline.Output(layer: index, property: $0.name) }
      if layer.animations.contains(where: { $0.moves(Timeline.Output.transition) }) {
        timeline.outputs.append(Timeline.Output(layer: index, property: Timeline.Output.transition))
      }
    }
    if let last = history.last, last.since == now { history.removeLast() }
    history.append((now, timeline))
    shownRow.forgetTimeline(history.count - 1)
  }

  /// One mapping for the whole way from the clock to the layer.
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
  /// What one attached animation makes by itself now: of an additive one, what it adds.
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
