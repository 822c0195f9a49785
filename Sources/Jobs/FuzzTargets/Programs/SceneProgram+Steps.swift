import HeadlessUIKit
import SceneModel

/// Performs a scene's steps as calls of UIKit.
extension SceneProgram {
  /// Makes the calls of a scene's steps. Then it ends paused and stopped animators, switches animations on again, and lets a quarter of a second
  /// pass.
  func run(_ steps: [Step]) {
    var at = steps.startIndex
    while at < steps.endIndex { at = perform(steps, from: at) + 1 }
    for animator in allAnimators where animator.state == .active && !animator.isRunning { animator.stopAnimation(true) }
    for animator in allAnimators where animator.state == .stopped { animator.finishAnimation(at: .current) }
    UIView.setAnimationsEnabled(true)
    window.advance(by: 0.25)
  }

  /// Makes the call of a step, and of the steps in the block that it opens.
  ///
  /// - Returns: the index of the last performed step: for a block, that of the step that closes it.
  private func perform(_ steps: [Step], from start: Int) -> Int {
    guard case .play(.open(let block)) = steps[start] else {
      perform(steps[start])
      return start
    }
    var end = start + 1
    let body = { [self] in
      depth += 1
      while end < steps.endIndex, steps[end] != .play(.close) { end = perform(steps, from: end) + 1 }
      depth -= 1
    }
    run(block, body)
    return end
  }

  private func perform(all steps: [Step]) {
    depth += 1
    for step in steps { perform(step) }
    depth -= 1
  }

  private func perform(_ step: Step) {
    switch step {
    case .setConstant(let id, let constant): constraints[id]?.constant = CGFloat(constant)
    case .setPriority(let id, let value): if let priority = priority(value) { constraints[id]?.priority = priority }
    case .activate(let id): if let constraint = constraints[id] { activate(constraint) }
    case .deactivate(let id): constraints[id]?.isActive = false
    case .addConstraint(let constraint): add(constraint)
    case .removeConstraint(let id): constraints.removeValue(forKey: id)?.isActive = false
    case .addView(let view): add(view)
    case .removeView(let item):
      layers.removeValue(forKey: item)?.removeFromSuperlayer()
      if item != .root { views.removeValue(forKey: item)?.removeFromSuperview() }
    case .addGuide(let guide): add(guide)
    case .removeGuide(let item):
      if let guide = guides.removeValue(forKey: item) { guide.owningView?.removeLayoutGuide(guide) }
    case .arrange(let item, let stack, let index):
      guard let view = views[item], let stack = views[stack] as? UIStackView, view.superview === stack else { return }
      if let index { stack.insertArrangedSubview(view, at: index) } else { stack.addArrangedSubview(view) }
    case .unarrange(let item, let stack):
      if let view = views[item] { (views[stack] as? UIStackView)?.removeArrangedSubview(view) }
    case .move(let item, let parent, let index):
      guard let view = views[item], let parent = views[parent], !parent.isDescendant(of: view) else { return }
      if let stack = parent as? UIStackView {
        stack.insertArrangedSubview(view, at: index)
      } else {
        parent.insertSubview(view, at: index)
      }
    case .hide(let item): if item != .root { views[item]?.isHidden = true }
    case .show(let item): views[item]?.isHidden = false
    case .setIntrinsic(let item, let size): (views[item] as? SizedView)?.natural = size
    case .setProperty(let item, let property): set(property, of: item)
    case .needsLayout(let item): views[item]?.setNeedsLayout()
    case .needsConstraints(let item): views[item]?.setNeedsUpdateConstraints()
    case .needsProperties(let item): views[item]?.setNeedsUpdateProperties()
    case .layout(let item): views[item]?.layoutIfNeeded()
    // A window is not resized inside a block, because the rotation of a device is laid out in a turn of the run loop of its own.
    case .resize(let size): if depth == 0 { window.resize(to: CGSize(size)) }
    case .beginUpdates, .endUpdates: break
    case .advance(let seconds): if depth == 0 { window.advance(by: seconds) }
    case .animate(let animation):
      var timing = BlockTiming(duration: animation.duration)
      (timing.delay, timing.curve, timing.completion) = (animation.delay, animation.curve, animation.completion)
      timing.spring = animation.spring.map { .spring($0) }
      if animation.beginsFromCurrentState { timing.options.insert(.fromCurrent) }
      if animation.repeats { timing.options.insert(.repeats) }
      if animation.autoreverses { timing.options.insert(.autoreverses) }
      run(.animate(timing)) { self.perform(all: animation.steps) }
    case .play(let step): play(step)
    }
  }

  private func set(_ property: Property, of item: ItemID) {
    guard let view = views[item] else {
      guard let layer = layers[item] else { return }
      switch property {
      case .frame(let rect): layer.frame = CGRect(rect)
      case .center(let point): layer.position = CGPoint(point)
      case .bounds(let rect): layer.bounds = CGRect(rect)
      case .alpha(let alpha): layer.opacity = Float(alpha)
      case .transform(let transform): layer.transform = CATransform3D(transform)
      default: break
      }
      return
    }
    switch property {
    // The window determines the position of its root view.
    case .frame(let rect): if item != .root { view.frame = CGRect(rect) }
    case .center(let point): if item != .root { view.center = CGPoint(point) }
    case .bounds(let rect): view.bounds = CGRect(rect)
    case .alpha(let alpha): view.alpha = CGFloat(alpha)
    case .margins(let insets):
      view.directionalLayoutMargins = NSDirectionalEdgeInsets(
        top: insets.top, leading: insets.leading, bottom: insets.bottom, trailing: insets.trailing)
    case .safeArea(let insets):
      if item == .root {
        controller.additionalSafeAreaInsets = UIEdgeInsets(
          top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
      }
    case .semantic(let semantic): set(semantic, of: view)
    case .spacing(let spacing): (view as? UIStackView)?.spacing = CGFloat(spacing)
    case .transform(let transform): view.layer.transform = CATransform3D(transform)
    case .text: break
    }
  }

  // MARK: Motion

  private func play(_ step: PlayerStep) {
    switch step {
    case .begin(let duration, let curve, let disablesActions, let completion):
      CATransaction.begin()
      var change = TransactionChange()
      (change.duration, change.curve) = (duration, curve)
      if disablesActions { change.disablesActions = true }
      if !completion.isEmpty { change.completion = completion }
      perform(change)
    case .commit: CATransaction.commit()
    case .flush: CATransaction.flush()
    case .transaction(let change): perform(change)
    case .addAnimation(let animation, let item, let key, let name):
      let made = CAAnimation.made(of: animation)
      if !name.isEmpty { made.delegate = Listener { [weak self] in self?.report(name, $0) } }
      layer(item)?.add(made, forKey: key.isEmpty ? nil : key)
    case .removeAnimation(let key, let item):
      if key.isEmpty { layer(item)?.removeAllAnimations() } else { layer(item)?.removeAnimation(forKey: key) }
    case .set(let item, let key, let value): layer(item)?.setValue(value.any, forKey: key)
    case .clock(let item, let isPaused): if let layer = layer(item) { setClock(of: layer, isPaused: isPaused) }
    case .timing(let item, let timing):
      guard let layer = layer(item) else { return }
      (layer.beginTime, layer.timeOffset, layer.speed) = (timing.beginTime, timing.timeOffset, Float(timing.speed))
    case .action(let item, let key, let animation):
      layer(item)?.actions = [key: animation.map { CAAnimation.made(of: $0) } ?? NSNull()]
    case .animations(let areEnabled): UIView.setAnimationsEnabled(areEnabled)
    case .animator(let name, let step): perform(step, on: name)
    case .recognize(let name, let item, let seconds, let points):
      guard let view = views[item] else { return }
      let press = UILongPressGestureRecognizer(
        target: self,
        action: Selector(name, of: SceneProgram.self) { program, sender, _ in
          guard let state = (sender as? UIGestureRecognizer)?.state else { return }
          let phases: [UIGestureRecognizer.State: ReactionStep.Phase] = [
            .began: .began, .changed: .changed, .ended: .ended, .cancelled: .cancelled,
          ]
          if let phase = phases[state] { program.report(name, phase) }
        })
      (press.minimumPressDuration, press.allowableMovement) = (seconds, CGFloat(points))
      view.addGestureRecognizer(press)
    case .touch(let item): if depth == 0, let view = views[item] { window.touch(view) }
    case .drag(let by): window.drag(by: CGVector(dx: by.x, dy: by.y))
    case .release: if depth == 0 { window.release() }
    case .when(let reaction): reactions.append(reaction)
    case .transition(let transition): run(transition)
    case .expect, .open, .close: break
    }
  }

  private func perform(_ change: TransactionChange) {
    if let duration = change.duration { CATransaction.setAnimationDuration(duration) }
    if let curve = change.curve { CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(curve)) }
    if let disables = change.disablesActions { CATransaction.setDisableActions(disables) }
    if let name = change.completion {
      CATransaction.setCompletionBlock { [weak self] in self?.report(name, .finished) }
    }
  }

  /// Stops a layer's time or continues it, as Apple's technical note QA1673 does.
  private func setClock(of layer: CALayer, isPaused: Bool) {
    if isPaused {
      let time = layer.convertTime(CACurrentMediaTime(), from: nil)
      layer.speed = 0
      layer.timeOffset = time
    } else {
      let time = layer.timeOffset
      (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
      layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - time
    }
  }

  private func run(_ block: BlockStep, _ body: @escaping () -> Void) {
    switch block {
    case .animate(let timing):
      let (options, completion) = (
        UIView.AnimationOptions(rawValue: options(of: timing)), completion(timing.completion)
      )
      switch timing.spring {
      case .spring(let shape)?:
        UIView.animate(
          withDuration: timing.duration, delay: timing.delay, usingSpringWithDamping: CGFloat(shape.dampingRatio),
          initialSpringVelocity: CGFloat(shape.initialVelocity), options: options, animations: body,
          completion: completion)
      case .physics?:
        UIView.animate(
          springDuration: max(timing.duration, 0.1), bounce: 0.25, delay: timing.delay, options: options,
          animations: body, completion: completion)
      case .curve?, nil:
        UIView.animate(
          withDuration: timing.duration, delay: timing.delay, options: options, animations: body,
          completion: completion)
      }
    case .keyframes(let timing, let mode):
      let modes: [Keyframes.CalculationMode: UInt] = [.discrete: 1, .paced: 2, .cubic: 3, .cubicPaced: 4]
      UIView.animateKeyframes(
        withDuration: timing.duration, delay: timing.delay,
        options: UIView.KeyframeAnimationOptions(rawValue: options(of: timing) | (modes[mode] ?? 0) << 10),
        animations: body, completion: completion(timing.completion))
    case .keyframe(let start, let duration):
      UIView.addKeyframe(withRelativeStartTime: start, relativeDuration: duration, animations: body)
    case .still: UIView.performWithoutAnimation(body)
    case .transition(let item, let kind, let timing):
      guard let view = views[item] else { return body() }
      UIView.transition(
        with: view, duration: timing.duration,
        options: UIView.AnimationOptions(rawValue: options(of: timing) | number(of: kind)), animations: body,
        completion: completion(timing.completion))
    case .animator(let name, let delay):
      guard let animator = animators[name], animator.state != .stopped, !changing.contains(where: { $0 === animator })
      else { return body() }
      var isDone = false
      addChanges(to: animator, after: delay) {
        guard !isDone else { return }
        isDone = true
        body()
      }
      // An animator runs its block when it starts. The next steps belong in the block, so the animator is started now, and paused.
      if !isDone { animator.pauseAnimation() }
    case .repeating(let count, let autoreverses):
      UIView.modifyAnimations(withRepeatCount: CGFloat(count), autoreverses: autoreverses, animations: body)
    }
  }

  private func run(_ transition: TransitionStep) {
    guard let view = views[transition.view] else { return }
    var timing = BlockTiming(duration: transition.duration)
    timing.curve = transition.curve
    var options = UIView.AnimationOptions(rawValue: options(of: timing) | number(of: transition.kind))
    let completion = completion(transition.completion)
    guard let destination = transition.destination else {
      return UIView.transition(
        with: view, duration: transition.duration, options: options,
        animations: { self.perform(all: transition.steps) }, completion: completion)
    }
    guard let other = views[destination], transition.view != .root else { return }
    options.insert(.showHideTransitionViews)
    UIView.transition(
      from: view, to: other, duration: transition.duration, options: options, completion: completion)
    perform(all: transition.steps)
  }

  private func number(of kind: TransitionStep.Kind) -> UInt {
    UInt(TransitionStep.Kind.allCases.firstIndex(of: kind) ?? 0) << 20
  }

  /// The bits of UIKit's options.
  private func options(of timing: BlockTiming) -> UInt {
    var options: UIView.AnimationOptions = []
    switch timing.curve {
    case .easeInOut: break
    case .easeIn: options.insert(.curveEaseIn)
    case .easeOut: options.insert(.curveEaseOut)
    case .linear: options.insert(.curveLinear)
    }
    for option in timing.options {
      switch option {
      case .allowsInteraction: options.insert(.allowUserInteraction)
      case .fromCurrent: options.insert(.beginFromCurrentState)
      case .repeats: options.insert(.repeat)
      case .autoreverses: options.insert(.autoreverse)
      case .ownDuration: options.insert(.overrideInheritedDuration)
      case .ownCurve: options.insert(.overrideInheritedCurve)
      case .ownOptions: options.insert(.overrideInheritedOptions)
      }
    }
    return options.rawValue
  }

  private func perform(_ step: AnimatorStep, on name: String) {
    if case .create(let duration, let pace, let steps) = step {
      let animator = UIViewPropertyAnimator(duration: duration, timingParameters: parameters(of: pace))
      if !steps.isEmpty { addChanges(to: animator, after: 0) { self.perform(all: steps) } }
      animator.addCompletion { [weak self] _ in self?.report(name, .finished) }
      animators[name] = animator
      return allAnimators.append(animator)
    }
    // UIKit does not document calls of an animator from inside its own changes, so they are left out.
    guard let animator = animators[name], !changing.contains(where: { $0 === animator }) else { return }
    if case .finish(let position) = step {
      guard animator.state == .stopped else { return }
      return animator.finishAnimation(at: position == .end ? .end : position == .start ? .start : .current)
    }
    guard animator.state != .stopped else { return }
    switch step {
    case .create, .finish: break
    case .add(let delay, let steps):
      addChanges(to: animator, after: delay) { self.perform(all: steps) }
    case .start: animator.startAnimation()
    case .startLater(let delay): animator.startAnimation(afterDelay: delay)
    case .scrubs(let linearly): animator.scrubsLinearly = linearly
    case .pausesOnCompletion(let pauses): animator.pausesOnCompletion = pauses
    case .pause: animator.pauseAnimation()
    case .fraction(let fraction): animator.fractionComplete = CGFloat(fraction)
    case .reverse: animator.isReversed.toggle()
    case .goOn(let factor, let pace):
      guard animator.state == .active, !animator.isRunning else { return }
      animator.continueAnimation(withTimingParameters: pace.map(parameters), durationFactor: CGFloat(factor))
    case .stop(let withoutFinishing): animator.stopAnimation(withoutFinishing)
    }
  }

  private func addChanges(to animator: UIViewPropertyAnimator, after delay: Double, _ changes: @escaping () -> Void) {
    animator.addAnimations(
      { [self] in
        changing.append(animator)
        changes()
        changing.removeLast()
      }, delayFactor: CGFloat(delay))
  }

  private func parameters(of pace: Pace) -> any UITimingCurveProvider {
    switch pace {
    case .curve(let curve):
      return UICubicTimingParameters(
        controlPoint1: CGPoint(x: curve.x1, y: curve.y1), controlPoint2: CGPoint(x: curve.x2, y: curve.y2))
    case .spring(let shape):
      return UISpringTimingParameters(
        dampingRatio: CGFloat(shape.dampingRatio),
        initialVelocity: CGVector(dx: shape.initialVelocity, dy: shape.initialVelocity))
    case .physics(let spring, let velocity):
      return UISpringTimingParameters(
        mass: CGFloat(spring.mass), stiffness: CGFloat(spring.stiffness), damping: CGFloat(spring.damping),
        initialVelocity: velocity.map { CGVector(dx: $0.x, dy: $0.y) } ?? .zero)
    }
  }

  // MARK: Reports

  private func completion(_ name: String) -> ((Bool) -> Void)? {
    name.isEmpty ? nil : { [weak self] in self?.report(name, $0 ? .finished : .interrupted) }
  }

  private func report(_ name: String, _ phase: ReactionStep.Phase) {
    for reaction in reactions where reaction.event == name && (reaction.phase == .any || reaction.phase == phase) {
      answered += 1
      guard answered < 100 else { return }
      perform(all: reaction.steps)
    }
  }
}

/// A delegate that is informed of an animation's start and end.
private final class Listener: CAAnimationDelegate {
  private let report: (ReactionStep.Phase) -> Void
  init(_ report: @escaping (ReactionStep.Phase) -> Void) { self.report = report }
  func animationDidStart(_ animation: CAAnimation) { report(.started) }
  func animationDidStop(_ animation: CAAnimation, finished flag: Bool) { report(flag ? .finished : .interrupted) }
}
