import AnimationSampler
import ConstraintSolver
import Foundation
import FuzzTargets
import LayoutPlugin
import SceneModel
import Testing

@testable import HeadlessUIKit

/// Programs of UIKit calls that are drawn from a seed: what is recorded of them, played again, shows what they showed.
@Suite("Generated programs come again", .serialized)
struct RecordedProgramTests {
  /// How many; `make programs` plays 2 000.
  private static let count = ProcessInfo.processInfo.environment["LAYOUTLAB_PROGRAMS"].flatMap { Int($0) } ?? 200

  @Test("Frames and shown values are the same, bit for bit", arguments: 0..<10)
  func comesAgain(part: Int) throws {
    for seed in 0..<UInt64(Self.count / 10) {
      let seed = UInt64(part) * 100_000 + seed
      var program = RandomProgram(seed: seed)
      let window = program.run()
      let trial = RecordingTrial(window, recorded: Scene(recording: window))
      if let difference = try trial.difference(on: .layoutlab.withAnimationSampler) {
        Issue.record("program \(seed): \(difference)")
        if ProcessInfo.processInfo.environment["LAYOUTLAB_PROGRAMS"] != nil { print(Scene(recording: window).text) }
        return
      }
    }
  }

  @Test("At rest, views are where they are shown, and as they are shown", arguments: 0..<4)
  func atRest(part: Int) {
    var compared = 0
    for seed in 0..<UInt64(Self.count / 10) {
      var program = RandomProgram(seed: 3_000_000 + UInt64(part) * 10_000 + seed)
      let window = program.run()
      window.advance(by: 30)
      // What repeats without an end moves still.
      for view in window.host?.allViews ?? [] where view.layer.animationKeys() == nil {
        guard let shown = view.layer.presentation() else { continue }
        compared += 1
        // Frames that constraints give are told on pixels.
        let (position, size) = (view.layer.position, view.layer.bounds.size)
        let distances = [
          shown.position.x - position.x, shown.position.y - position.y, shown.bounds.width - size.width,
          shown.bounds.height - size.height,
        ]
        let isThere = distances.allSatisfy { abs($0) <= 0.51 }
        let looksSo =
          shown.opacity == view.layer.opacity && shown.transform == view.layer.transform
          && shown.isHidden == view.isHidden && shown.cornerRadius == view.layer.cornerRadius
        #expect(isThere && looksSo, "program \(seed) of part \(part): \(view), shown at \(shown.position)")
      }
    }
    #expect(compared > Self.count / 2)
  }
}

/// A program of UIKit calls.
struct RandomProgram {
  private var entropy: Entropy
  private let window = UIWindow(screen: UIScreen(device: "iphone-8"))
  private let controller = UIViewController()
  private var views: [UIView] = []
  private var constraints: [NSLayoutConstraint] = []
  private var animators: [UIViewPropertyAnimator] = []
  private var layers: [CALayer] = []
  private let stack = UIStackView()
  private let scroll = UIScrollView(frame: CGRect(x: 0, y: 400, width: 200, height: 100))

  init(seed: UInt64) { entropy = Entropy(seed: seed) }

  mutating func run() -> UIWindow {
    controller.loadViewIfNeeded()
    build()
    window.rootViewController = controller
    window.makeKeyAndVisible()
    window.advance(by: 0)
    for _ in 0..<(3 + entropy.below(12)) { act() }
    for animator in animators where animator.state == .active && !animator.isRunning { animator.stopAnimation(true) }
    for animator in animators where animator.state == .stopped { animator.finishAnimation(at: .current) }
    window.advance(by: Double(entropy.below(8)) / 4)
    return window
  }

  private mutating func build() {
    for count in 0..<(2 + entropy.below(3)) {
      let view = UIView(frame: CGRect(x: 10 * count, y: 20 * count, width: 60, height: 40))
      (views.last.map { entropy.chance(1, in: 3) ? $0 : controller.view } ?? controller.view).addSubview(view)
      if entropy.chance(1, in: 3) { view.alpha = 0.5 }
      if entropy.chance(1, in: 3) { view.backgroundColor = .red }
      views.append(view)
    }
    let pinned = UIView()
    pinned.translatesAutoresizingMaskIntoConstraints = false
    controller.view.addSubview(pinned)
    let left = pinned.leadingAnchor.constraint(equalTo: controller.view.leadingAnchor, constant: 10)
    let height = pinned.heightAnchor.constraint(equalToConstant: 30)
    constraints = [left, height]
    NSLayoutConstraint.activate([
      left, height, pinned.topAnchor.constraint(equalTo: controller.view.topAnchor, constant: 200),
      pinned.widthAnchor.constraint(equalToConstant: 50),
    ])
    views.append(pinned)
    stack.frame = CGRect(x: 0, y: 300, width: 100, height: 90)
    (stack.axis, stack.distribution) = (.vertical, .fillEqually)
    for _ in 0..<3 { stack.addArrangedSubview(UIView()) }
    controller.view.addSubview(stack)
    scroll.contentSize = CGSize(width: 200, height: 900)
    controller.view.addSubview(scroll)
    if entropy.chance(1, in: 2) { addLayer() }
  }

  private mutating func addLayer() {
    let layer = CALayer()
    layer.frame = CGRect(x: 5, y: 5, width: 21, height: 13)
    if entropy.chance(1, in: 4) { layer.actions = ["position": NSNull()] }
    if entropy.chance(1, in: 4) { layer.cornerRadius = 3 }
    layers.append(layer)
    entropy.pick(views).layer.addSublayer(layer)
  }

  private mutating func number(_ most: Int) -> CGFloat { CGFloat(entropy.below(most * 8)) / 8 }

  /// A change that can stand in a block.
  private mutating func change() {
    let view = entropy.pick(Array(views.dropLast()))
    switch entropy.below(12) {
    case 0: view.frame.origin.x = number(200)
    case 1: view.center = CGPoint(x: number(200), y: number(300))
    case 2: view.bounds.size = CGSize(width: 10 + number(80), height: 10 + number(80))
    case 3: view.alpha = CGFloat(entropy.below(9)) / 8
    case 4: view.transform = CGAffineTransform(rotationAngle: number(3)).scaledBy(x: 1.5, y: 0.75)
    case 5: view.backgroundColor = entropy.chance(1, in: 2) ? .blue : .green
    case 6: view.layer.cornerRadius = number(20)
    case 7, 8:
      entropy.pick(constraints).constant = 5 + number(100)
      if entropy.chance(2, in: 3) { controller.view.layoutIfNeeded() }
    case 9:
      entropy.pick(stack.arrangedSubviews).isHidden.toggle()
      stack.layoutIfNeeded()
    case 10: scroll.contentOffset.y = number(500)
    default: if let layer = layers.last { changeLayer(layer) }
    }
  }

  private mutating func changeLayer(_ layer: CALayer) {
    switch entropy.below(4) {
    case 0: layer.opacity = Float(entropy.below(9)) / 8
    case 1: layer.position = CGPoint(x: number(90), y: number(90))
    case 2: layer.bounds.size.width = 5 + number(50)
    default: layer.backgroundColor = UIColor.blue.cgColor
    }
  }

  private mutating func changes() { for _ in 0..<(1 + entropy.below(3)) { change() } }

  private mutating func options() -> UIView.AnimationOptions {
    let all: [UIView.AnimationOptions] = [
      [], .curveLinear, .curveEaseIn, .curveEaseOut, .beginFromCurrentState, [.repeat, .autoreverse],
      .overrideInheritedDuration, .overrideInheritedCurve, .allowUserInteraction,
    ]
    return entropy.pick(all)
  }

  private mutating func duration() -> Double { Double(entropy.below(9)) / 8 }

  private mutating func block(depth: Int = 0) {
    let (length, delay, options) = (duration(), entropy.chance(1, in: 4) ? duration() / 2 : 0, options())
    let spring = entropy.chance(1, in: 4)
    // What the completion does is drawn before.
    let (target, alpha) = (entropy.pick(views), CGFloat(entropy.below(9)) / 8)
    let completes = entropy.chance(1, in: 3)
    var program = self
    let body = {
      program.changes()
      if depth < 2, program.entropy.chance(1, in: 4) { program.block(depth: depth + 1) }
      if program.entropy.chance(1, in: 6) { UIView.performWithoutAnimation { program.change() } }
    }
    let completion: ((Bool) -> Void)? =
      completes
      ? { _ in UIView.animate(withDuration: 0.25) { target.alpha = alpha } } : nil
    if spring {
      UIView.animate(
        withDuration: length, delay: delay, usingSpringWithDamping: 0.6, initialSpringVelocity: 0.5, options: options,
        animations: body, completion: completion)
    } else if entropy.chance(1, in: 6) {
      UIView.animate(springDuration: 0.4, bounce: 0.3, delay: delay, animations: body, completion: completion)
    } else {
      UIView.animate(
        withDuration: length, delay: delay, options: options, animations: body, completion: completion)
    }
    self = program
  }

  private mutating func keyframes() {
    var program = self
    let modes: [UIView.KeyframeAnimationOptions] = [
      .calculationModeLinear, .calculationModeCubic, .calculationModeDiscrete,
    ]
    UIView.animateKeyframes(withDuration: 0.25 + duration(), delay: 0, options: program.entropy.pick(modes)) {
      for _ in 0..<(1 + program.entropy.below(3)) {
        let start = Double(program.entropy.below(5)) / 4
        let length = Double(program.entropy.below(3)) / 4
        UIView.addKeyframe(withRelativeStartTime: start, relativeDuration: length) { program.changes() }
      }
    }
    self = program
  }

  private mutating func makeAnimator() {
    let animator: UIViewPropertyAnimator
    let length = 0.25 + duration()
    switch entropy.below(4) {
    case 0: animator = UIViewPropertyAnimator(duration: length, curve: .easeIn)
    case 1: animator = UIViewPropertyAnimator(duration: length, dampingRatio: 0.4)
    case 2:
      let timing = UISpringTimingParameters(
        mass: 1, stiffness: 80, damping: 9, initialVelocity: CGVector(dx: 1, dy: 0.5))
      animator = UIViewPropertyAnimator(duration: length, timingParameters: timing)
    default:
      animator = UIViewPropertyAnimator(
        duration: length, controlPoint1: CGPoint(x: 0.2, y: 0.1), controlPoint2: CGPoint(x: 0.4, y: 1))
    }
    // A block of an animator runs when it starts: its changes are drawn now.
    for _ in 0..<(1 + entropy.below(2)) {
      let (view, x, alpha) = (entropy.pick(Array(views.dropLast())), number(200), CGFloat(entropy.below(9)) / 8)
      let constraint = entropy.pick(constraints)
      let (isConstraint, root) = (entropy.chance(1, in: 3), controller.view!)
      animator.addAnimations(
        {
          if isConstraint {
            constraint.constant = 5 + x / 4
            root.layoutIfNeeded()
          } else {
            view.frame.origin.x = x
            view.alpha = alpha
          }
        }, delayFactor: entropy.chance(1, in: 4) ? 0.25 : 0)
    }
    if entropy.chance(1, in: 5) { animator.scrubsLinearly = false }
    if entropy.chance(1, in: 3) {
      let view = entropy.pick(views)
      animator.addCompletion { _ in view.alpha = 0.75 }
    }
    animators.append(animator)
    if entropy.chance(1, in: 4) { animator.startAnimation(afterDelay: 0.125) } else { animator.startAnimation() }
  }

  private mutating func useAnimator() {
    guard let animator = animators.last else { return makeAnimator() }
    guard animator.state != .stopped else {
      return animator.finishAnimation(at: UIViewAnimatingPosition(rawValue: entropy.below(3)) ?? .end)
    }
    guard animator.state == .active else { return makeAnimator() }
    switch entropy.below(7) {
    case 0: animator.pauseAnimation()
    case 1: animator.fractionComplete = CGFloat(entropy.below(9)) / 8
    case 2: animator.isReversed.toggle()
    case 3:
      if !animator.isRunning {
        animator.continueAnimation(
          withTimingParameters: entropy.chance(1, in: 2) ? nil : UICubicTimingParameters(animationCurve: .linear),
          durationFactor: CGFloat(entropy.below(3)) / 2)
      }
    case 4: animator.stopAnimation(entropy.chance(1, in: 2))
    case 5:
      let (view, y) = (entropy.pick(Array(views.dropLast())), number(300))
      animator.addAnimations { view.frame.origin.y = y }
    default: animator.startAnimation()
    }
  }

  private mutating func transaction() {
    CATransaction.begin()
    if entropy.chance(1, in: 2) { CATransaction.setAnimationDuration(duration()) }
    if entropy.chance(1, in: 4) { CATransaction.setDisableActions(true) }
    if entropy.chance(1, in: 3) {
      let view = entropy.pick(views)
      CATransaction.setCompletionBlock { view.alpha = 0.25 }
    }
    if let layer = layers.last { changeLayer(layer) }
    change()
    CATransaction.commit()
  }

  private mutating func explicit() {
    let layer = layers.last ?? views[0].layer
    let spring = CASpringAnimation(keyPath: "position.x")
    (spring.fromValue, spring.toValue, spring.duration) = (0, 50, 0.5)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (1, 0.25, 0.75)
    if entropy.chance(1, in: 3) { fade.autoreverses = true }
    switch entropy.below(4) {
    case 0: layer.add(spring, forKey: "spring")
    case 1: layer.add(fade, forKey: nil)
    case 2: layer.add(fade, forKey: "fade")
    default: layer.removeAnimation(forKey: "fade")
    }
  }

  private mutating func act() {
    switch entropy.below(16) {
    case 0: changes()
    case 1, 2, 3, 4: block()
    case 5: keyframes()
    case 6: makeAnimator()
    case 7, 8: useAnimator()
    case 9: transaction()
    case 10: explicit()
    case 11:
      var program = self
      UIView.transition(with: entropy.pick(views), duration: 0.5, options: .transitionCrossDissolve) {
        program.change()
      }
      self = program
    case 12: addLayer()
    case 13:
      if let layer = layers.last {
        if entropy.chance(1, in: 3) {
          layer.removeFromSuperlayer()
        } else if entropy.chance(1, in: 2) {
          layer.speed = Float(entropy.below(3))
        } else {
          changeLayer(layer)
        }
      }
    case 14:
      let view = UIView(frame: CGRect(x: 3, y: 4, width: 30, height: 20))
      controller.view.addSubview(view)
      views.insert(view, at: 0)
    default: scroll.setContentOffset(CGPoint(x: 0, y: number(300)), animated: true)
    }
    if entropy.chance(2, in: 3) { window.advance(by: Double(entropy.below(11)) / 16) }
  }
}
