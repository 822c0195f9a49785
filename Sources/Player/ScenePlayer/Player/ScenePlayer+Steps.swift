import LayoutKernel
import SceneModel

/// The steps that only a player performs.
extension ScenePlayer {
  func play(_ step: PlayerStep) throws(LayoutMistake) {
    switch step {
    case .begin(let duration, let curve, let disablesActions, let completion):
      layers.begin()
      if let duration { layers.animationDuration = duration }
      if let curve { layers.animationTimingFunction = curve }
      if disablesActions { layers.disablesActions = true }
      if !completion.isEmpty { layers.setCompletion(completion) }
    case .commit:
      do {
        try layers.commit()
      } catch {
        throw mistake("commit", "no transaction was begun", "Write a step begin before it.")
      }
    case .flush: layers.flush()
    case .addAnimation(let animation, let view, let key, let delegate):
      layers.add(
        animation, to: try layer(view, "add animation"), key: key.isEmpty ? nil : key,
        delegate: delegate.isEmpty ? nil : delegate)
    case .removeAnimation(let key, let view):
      let layer = try layer(view, "remove animation")
      if key.isEmpty { layers.removeAllAnimations(layer) } else { layers.removeAnimation(layer, key: key) }
    case .set(let view, let key, let value):
      let layer = try layer(view, "layer")
      if let old = layers.model(layer, key) { layers.lintImplicit(layer, key, old: old, new: value) }
      layers.set(layer, key, value)
    case .clock(let view, let isPaused):
      let layer = try layer(view, "clock")
      if isPaused { layers.pause(layer) } else { layers.resume(layer) }
    case .animator(let name, let step): try perform(step, on: name)
    case .recognize(let name, let view, let seconds, let points):
      _ = try layer(view, "recognize")
      recognizers.append(LongPress(name: name, view: view, minimum: seconds, allowance: points))
    case .touch(let view): try touch(view)
    case .drag(let by): try drag(by)
    case .release: try release()
    case .when(let reaction): reactions.append(reaction)
    case .transition(let transition): try perform(transition)
    case .expect: break
    case .open(let block):
      let close = try open(block)
      let source = layers.acting
      let isOutermost = openBlocks.isEmpty
      openBlocks.append { [unowned self] in
        close()
        if isOutermost { lintSweep(from: source) }
      }
    case .close:
      guard let close = openBlocks.popLast() else {
        throw mistake("close", "no block is open", "Open a block before it.")
      }
      close()
    case .transaction(let change):
      if let duration = change.duration { layers.animationDuration = duration }
      if let curve = change.curve { layers.animationTimingFunction = curve }
      if let disables = change.disablesActions { layers.disablesActions = disables }
      if let completion = change.completion { layers.setCompletion(completion) }
    case .timing(let view, let timing): layers.setTiming(try layer(view, "timing"), timing)
    case .action(let view, let key, let animation):
      layers.setAction(try layer(view, "action"), key, animation.map { .animation($0) } ?? LayerAction.none)
    case .animations(let areEnabled): layers.setAnimationsEnabled(areEnabled)
    }
  }

  /// Opens a block, and returns a function that closes it.
  private func open(_ block: BlockStep) throws(LayoutMistake) -> () -> Void {
    takeOverIfChanged()
    switch block {
    case .animate(let timing): return layers.openBlock(ViewAnimation(timing), name: timing.completion)
    case .keyframes(let timing, let mode):
      return layers.openKeyframes(ViewAnimation(timing), mode: mode, name: timing.completion)
    case .keyframe(let start, let duration): return layers.openKeyframe(start: start, duration: duration)
    case .still: return layers.openStill()
    case .transition(let view, let kind, let timing):
      let layer = try layer(view, "open transition")
      return layers.openTransition(layer, ViewAnimation(timing), kind: kind, name: timing.completion)
    case .animator(let name, let delay):
      guard let animator = animators[name] else {
        throw mistake("open animator", "there is no animator \"\(name)\"", "Create it with a step before.")
      }
      guard animator.state != .stopped else {
        throw mistake("open animator", "\"\(name)\" was stopped", "Finish it before it does anything else.")
      }
      return animator.openChanges(delayFactor: delay)
    case .repeating(let count, let autoreverses):
      return layers.openRepeating(count: count, autoreverses: autoreverses)
    }
  }

  func layer(_ view: ItemID, _ step: String) throws(LayoutMistake) -> LayerID {
    guard let layer = layer(of: view) else {
      throw mistake(step, "there is no view \(view)", "Name a view that is in the scene now.")
    }
    return layer
  }

  func mistake(_ step: String, _ problem: String, _ hint: String) -> LayoutMistake {
    .scene(where: "step \(step)", problem: problem, hint: hint)
  }

  /// Performs steps in a place that cannot throw. After the first mistake the other steps are skipped; the mistake is thrown at the end of the
  /// enclosing step.
  func performLater(_ steps: [Step]) {
    for step in steps where pendingMistake == nil {
      do {
        try perform(step)
      } catch {
        pendingMistake = error
      }
    }
  }

  private func perform(_ step: AnimatorStep, on name: String) throws(LayoutMistake) {
    func parameters(_ pace: Pace, _ duration: Double) -> PropertyAnimator.Parameters {
      switch pace {
      case .curve(let curve): .curve(curve)
      case .spring(let shape):
        .spring(
          Spring(
            dampingRatio: shape.dampingRatio, initialVelocity: shape.initialVelocity,
            duration: max(duration, .leastNormalMagnitude)))
      case .physics(let spring, let velocity):
        velocity.map { .springByAxis(spring, SIMD2($0.x, $0.y)) } ?? .spring(spring)
      }
    }
    if case .create(let duration, let pace, let steps) = step {
      let animator = PropertyAnimator(
        player: layers, duration: duration, parameters: parameters(pace, duration), name: name)
      if !steps.isEmpty { animator.addAnimations { [unowned self] in performLater(steps) } }
      animators[name] = animator
      return
    }
    guard let animator = animators[name] else {
      throw mistake("animator", "there is no animator \"\(name)\"", "Create it with a step before.")
    }
    func requireNotStopped() throws(LayoutMistake) {
      if animator.state == .stopped {
        throw mistake("animator", "\"\(name)\" was stopped", "Finish it before it does anything else.")
      }
    }
    switch step {
    case .create: break
    case .add(let delay, let steps):
      try requireNotStopped()
      animator.addAnimations(delayFactor: delay) { [unowned self] in performLater(steps) }
    case .start:
      try requireNotStopped()
      animator.start()
    case .startLater(let delay):
      try requireNotStopped()
      animator.start(afterDelay: delay)
    case .scrubs(let linearly): animator.scrubsLinearly = linearly
    case .pausesOnCompletion(let pauses): animator.pausesOnCompletion = pauses
    case .pause:
      try requireNotStopped()
      animator.pause()
    case .fraction(let fraction):
      try requireNotStopped()
      animator.fractionComplete = fraction
    case .reverse: animator.isReversed.toggle()
    case .goOn(let factor, let pace):
      animator.continue(with: pace.map { parameters($0, animator.duration) }, durationFactor: factor)
    case .stop(let withoutFinishing): animator.stop(withoutFinishing: withoutFinishing)
    case .finish(let position):
      let positions: [AnimatorStep.Position: PropertyAnimator.Position] = [
        .end: .end, .start: .start, .current: .current,
      ]
      animator.finish(at: positions[position] ?? .end)
    }
  }

  /// Performs a transition. In one view, the view's contents change. From one view to another, the two are swapped as with `showHideTransitionViews`:
  /// they are hidden and shown, and stay in the tree. The transition runs on the layer whose contents change, which is the superview's when two views
  /// are swapped.
  private func perform(_ transition: TransitionStep) throws(LayoutMistake) {
    var layer = try layer(transition.view, "transition")
    var steps = transition.steps
    if let destination = transition.destination {
      guard let parent = kernel.superview(of: transition.view) else {
        throw mistake("transition", "the root cannot give its place away", "Name a view inside another.")
      }
      layer = try self.layer(parent, "transition")
      _ = try self.layer(destination, "transition")
      steps = [.hide(transition.view), .show(destination)] + steps
    }
    var block = AnimationStep(duration: transition.duration)
    block.curve = transition.curve
    layers.transition(
      layer, ViewAnimation(block), kind: transition.kind, name: transition.completion, { performLater(steps) })
    try throwPending()
  }

  func throwPending() throws(LayoutMistake) {
    guard let mistake = pendingMistake else { return }
    pendingMistake = nil
    throw mistake
  }

  /// Performs the story's steps that wait for this event.
  func react(to event: PlayerEvent.What) {
    onEvent?(event)
    let (name, phase) = event.nameAndPhase
    for reaction in reactions where reaction.event == name && !endlessNames.contains(name) {
      guard reaction.phase == .any || reaction.phase == phase else { continue }
      if let view = reaction.view, (finger?.view == view) != reaction.isHeld { continue }
      performLater(reaction.steps)
    }
  }
}

extension PlayerEvent.What {
  /// The name of the delegate, transaction, block or recogniser that the event belongs to, and the event's phase.
  package var nameAndPhase: (String, ReactionStep.Phase) {
    switch self {
    case .didStart(let name): (name, .started)
    case .didStop(let name, let finished), .block(let name, let finished): (name, finished ? .finished : .interrupted)
    case .transaction(let name): (name, .finished)
    case .gesture(let name, let phase): (name, ReactionStep.Phase(rawValue: phase.rawValue) ?? .any)
    }
  }
}
