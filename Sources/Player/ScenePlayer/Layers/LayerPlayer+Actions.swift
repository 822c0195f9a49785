import SceneModel

/// Setters, the search for an action, and implicit animations.
extension LayerPlayer {
  /// Sets a model value at once; the shown value may follow in an animation. The key `frame` sets position and bounds.
  public func set(_ layer: LayerID, _ key: String, _ value: AnimationValue) {
    if key == "frame", case .rect(let frame) = value {
      setFrame(layer, frame)
      return
    }
    set(layer, keys.key(key), value)
  }

  func set(_ layer: LayerID, _ key: PropertyKey, _ value: AnimationValue) {
    let node = layers[layer.rawValue]
    let old = node.model[key.slot] ?? key.defaultValue ?? value
    guard let new = old.replacing(key.keyPath, with: value) else {
      preconditionFailure("\(key.text) is no \(value.kind)")
    }
    beginImplicitly()
    node.setModel(key.slot, new)
    if key.isHidden { toldHidden.insert(layer) }
    touch(layer)
    if let recorder = keyframeRecorder, node.isViewBacked {
      if areAnimationsEnabled { recorder.note(layer, key.keyPath.property, old: old, new: new) }
      return
    }
    if node.isViewBacked, !blocks.isEmpty {
      guard areAnimationsEnabled, old != new, action(layer, key.text, ignoringView: true) == nil else { return }
      emit(layer, key, old: old, new: new)
      return
    }
    switch action(layer, key.text) {
    case LayerAction.none?: break
    case .animation(let animation)?: attach(animation, to: layer, key: key.text, delegate: nil, block: nil)
    case nil: addImplicit(layer, key.text, old: old)
    }
  }

  /// Returns the action for a key. The delegate is asked first, then the layer's actions, then the actions of its style. Nil if none has one.
  ///
  /// A view is the delegate of its layer, and prevents animations outside of animation blocks.
  public func action(_ layer: LayerID, _ key: String) -> LayerAction? {
    action(layer, key, ignoringView: false)
  }

  private func action(_ layer: LayerID, _ key: String, ignoringView: Bool) -> LayerAction? {
    if disablesActions { return LayerAction.none }
    let node = layers[layer.rawValue]
    if let answer = node.delegate?(key) { return answer }
    if node.isViewBacked && !ignoringView { return LayerAction.none }
    return node.actions[key] ?? node.styleActions[key]
  }

  /// Looks up the action of an event and runs it.
  func perform(_ event: String, on layer: LayerID) {
    switch action(layer, event) {
    case .none?: break
    case .animation(let animation)?: attach(animation, to: layer, key: event, delegate: nil, block: nil)
    case nil: if LayerPlayer.fadedKeys.contains(event) { addImplicit(layer, event, old: .number(0)) }
    }
  }

  /// Sets the function that answers for the layer's delegate: it returns the action for a key. If it returns nil, or if there is no function, the
  /// search for an action continues.
  package func setDelegate(_ layer: LayerID, _ answer: ((String) -> LayerAction?)?) {
    layers[layer.rawValue].delegate = answer
  }

  /// Sets the action of a key in the layer's actions, or in those of its style (`inStyle`); nil removes it.
  package func setAction(_ layer: LayerID, _ key: String, _ action: LayerAction?, inStyle: Bool = false) {
    if inStyle {
      layers[layer.rawValue].styleActions[key] = action
    } else {
      layers[layer.rawValue].actions[key] = action
    }
  }

  /// Keys whose changes Core Animation animates without an action of the program.
  static let basicKeys: Set<String> = [
    "bounds", "position", "zPosition", "anchorPoint", "anchorPointZ", "transform", "sublayerTransform", "contents",
    "contentsRect", "contentsCenter", "contentsScale", "cornerRadius", "borderWidth", "borderColor", "opacity",
    "shadowColor", "shadowOpacity", "shadowOffset", "shadowRadius", "backgroundColor",
  ]
  /// Keys whose changes Core Animation animates by a fade.
  static let fadedKeys: Set<String> = [
    "hidden", "geometryFlipped", "masksToBounds", "mask", "sublayers", "filters", "maskedCorners",
  ]

  private func addImplicit(_ layer: LayerID, _ key: String, old: AnimationValue) {
    let node = layers[layer.rawValue]
    // Not before it was on the screen once: there is nothing to start from.
    guard node.isCommitted, node.isLive else { return }
    var timing = AnimationTiming(duration: animationDuration)
    timing.fillMode = .backwards
    let curve = animationTimingFunction ?? .default
    if LayerPlayer.fadedKeys.contains(key) {
      let fade = Animation(.transition(TransitionAnimation()), timing: timing, timingFunction: curve)
      attach(fade, to: layer, key: "transition", delegate: nil, block: nil)
      return
    }
    guard LayerPlayer.basicKeys.contains(key) else { return }
    if key == "backgroundColor", old == .color(nil) { return }
    let isInFlight = node.animations.contains { $0.key == key }
    let from = isInFlight && choices.implicitStartsFromPresentation ? presentation(layer, key) ?? old : old
    var animation = Animation.basic(key, from: from)
    animation.timing = timing
    animation.timingFunction = curve
    attach(animation, to: layer, key: key, delegate: nil, block: nil)
  }

  /// Sets position and bounds from a frame. `boundsOrigin` is the new origin of the bounds; nil keeps the present one.
  func setFrame(_ layer: LayerID, _ frame: Rect, boundsOrigin: Point? = nil) {
    var anchor = Point(x: 0.5, y: 0.5)
    if case .point(let point)? = model(layer, "anchorPoint") { anchor = point }
    var origin = boundsOrigin ?? Point.zero
    if boundsOrigin == nil, case .rect(let bounds)? = layers[layer.rawValue].model[frameKeys.bounds.slot] {
      origin = Point(x: bounds.x, y: bounds.y)
    }
    set(
      layer, frameKeys.position,
      .point(Point(x: frame.x + anchor.x * frame.width, y: frame.y + anchor.y * frame.height)))
    set(
      layer, frameKeys.bounds, .rect(Rect(x: origin.x, y: origin.y, width: frame.width, height: frame.height)))
  }
}
