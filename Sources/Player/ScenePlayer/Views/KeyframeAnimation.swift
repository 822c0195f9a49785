import SceneModel

/// The changes that the bodies of `addKeyframe` make, and their times.
final class KeyframeRecorder {
  struct Change {
    var start, end: Double
    var value: AnimationValue
  }

  /// The changed properties of layers in the order of their first change, with the value before it.
  var order: [(layer: LayerID, property: String, old: AnimationValue)] = []
  var changes: [LayerID: [String: [Change]]] = [:]
  /// The times of the keyframe whose body runs, as fractions of the whole block. Outside of all keyframes, it is the whole block.
  var window = (start: 0.0, end: 1.0)

  func note(_ layer: LayerID, _ property: String, old: AnimationValue, new: AnimationValue) {
    if changes[layer]?[property] == nil { order.append((layer, property, old)) }
    add(
      Change(start: window.start, end: window.end, value: new), to: &changes[layer, default: [:]][property, default: []]
    )
  }

  /// Adds a change. If the value was already changed in the same keyframe, the new value replaces the earlier one.
  private func add(_ change: Change, to changes: inout [Change]) {
    if let last = changes.last, (last.start, last.end) == (change.start, change.end) { changes.removeLast() }
    changes.append(change)
  }

  /// Returns values and key times from 0 to 1: constant before a keyframe, changing during it, constant after it.
  func keyframes(_ layer: LayerID, _ property: String, old: AnimationValue) -> Keyframes {
    var keyframes = Keyframes([old], keyTimes: [0])
    var times = [0.0]
    var current = old
    let sorted = (changes[layer]?[property] ?? []).enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    for (_, change) in sorted {
      let start = max(change.start, times[times.count - 1])
      if start > times[times.count - 1] || change.end == change.start {
        times.append(start)
        keyframes.values.append(current)
      }
      times.append(max(change.end, start))
      keyframes.values.append(change.value)
      current = change.value
    }
    if times[times.count - 1] < 1 {
      times.append(1)
      keyframes.values.append(current)
    }
    keyframes.keyTimes = times
    return keyframes
  }
}

extension LayerPlayer {
  /// Whether a block of keyframes is open.
  package var isInKeyframes: Bool { keyframeRecorder != nil }

  /// Animates with keyframes, as `UIView.animateKeyframes` does: one keyframe animation for each property.
  ///
  /// The segments between keyframes are as `mode` says, linear by default. The whole block is eased by the options' curve, which is ease-in-out by
  /// default.
  public func animateKeyframes(
    _ animation: ViewAnimation, mode: Keyframes.CalculationMode = .linear, name: String = "", _ body: () -> Void,
    completion: @escaping (Bool) -> Void = { _ in }
  ) {
    let close = openKeyframes(animation, mode: mode, name: name, completion: completion)
    body()
    close()
  }

  /// Opens a block of keyframes; returns a closure that closes it.
  func openKeyframes(
    _ animation: ViewAnimation, mode: Keyframes.CalculationMode, name: String,
    completion: @escaping (Bool) -> Void = { _ in }
  ) -> () -> Void {
    let outer = keyframeRecorder
    let recorder = KeyframeRecorder()
    keyframeRecorder = recorder
    return { [self] in
      keyframeRecorder = outer
      emit(recorder, animation, mode, name, completion)
    }
  }

  private func emit(
    _ recorder: KeyframeRecorder, _ animation: ViewAnimation, _ mode: Keyframes.CalculationMode, _ name: String,
    _ completion: @escaping (Bool) -> Void
  ) {
    let block = ViewBlock(inherited(animation), name: name, completion: completion)
    block.adopter = blocks.last?.animator ?? blocks.last?.adopter
    run(block) {
      guard block.animation.duration > 0 else { return }
      for (layer, property, old) in recorder.order where layers[layer.rawValue].isCommitted && isLive(layer) {
        var keyframes = recorder.keyframes(layer, property, old: old)
        keyframes.mode = mode
        var emitted = Animation.keyframes(property, keyframes)
        emitted.timingFunction = block.animation.options.curve
        time(&emitted, layer: layer, block: block)
        attach(emitted, to: layer, key: property, delegate: nil, block: block)
      }
    }
  }

  /// Adds a keyframe, as `addKeyframe(withRelativeStartTime:relativeDuration:)` does; start and duration are fractions of the whole, in [0,
  /// 1]. Outside of a block of keyframes, the body only runs.
  public func addKeyframe(start: Double, duration: Double, _ body: () -> Void) {
    let close = openKeyframe(start: start, duration: duration)
    body()
    close()
  }

  /// Opens a keyframe; returns a closure that closes it.
  func openKeyframe(start: Double, duration: Double) -> () -> Void {
    guard let recorder = keyframeRecorder else { return {} }
    let before = recorder.window
    let clamped = min(max(start, 0), 1)
    recorder.window = (clamped, min(clamped + max(duration, 0), 1))
    return { recorder.window = before }
  }

  /// Runs a transition of a layer, as `UIView.transition(with:)` does. The completion runs at its end. The timeline contains the progress of the transition.
  public func transition(
    _ layer: LayerID, _ animation: ViewAnimation, kind: TransitionStep.Kind = .crossDissolve, name: String = "",
    _ body: () -> Void, completion: @escaping (Bool) -> Void = { _ in }
  ) {
    let close = openTransition(layer, animation, kind: kind, name: name, completion: completion)
    body()
    close()
  }

  /// Opens a transition; returns a closure that closes it.
  func openTransition(
    _ layer: LayerID, _ animation: ViewAnimation, kind: TransitionStep.Kind, name: String,
    completion: @escaping (Bool) -> Void = { _ in }
  ) -> () -> Void {
    let closeStill = openStill()
    return { [self] in
      closeStill()
      begin(layer, animation, kind, name, completion)
    }
  }

  private func begin(
    _ layer: LayerID, _ animation: ViewAnimation, _ kind: TransitionStep.Kind, _ name: String,
    _ completion: @escaping (Bool) -> Void
  ) {
    startedTransitions.append((layer, kind, now))
    let block = ViewBlock(animation, name: name, completion: completion)
    run(block) {
      guard animation.duration > 0 else { return }
      var emitted = Animation(.transition(TransitionAnimation()), timingFunction: animation.options.curve)
      time(&emitted, layer: layer, block: block)
      attach(emitted, to: layer, key: "transition", delegate: nil, block: block)
    }
  }
}
