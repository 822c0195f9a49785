import AnimationSampler
import ConstraintSolver
import FuzzTargets
import LayoutPlugin
import SceneModel
import Testing

@testable import HeadlessUIKit

/// More ways to end, hold and send on an animation, each recorded and played again besides.
@Suite("Animators and layers, further kinds", .serialized)
struct AnimatorKindsTests {
  let screen: UIViewController, box: UIView, window: UIWindow

  init() { (screen, box, window) = LayoutTests.showSquare() }

  private var shownX: CGFloat { box.layer.presentation()?.frame.minX ?? .nan }

  private func moving(by x: CGFloat = 100) -> UIViewPropertyAnimator {
    UIViewPropertyAnimator(duration: 1, curve: .linear) { [box] in box.frame.origin.x = x }
  }

  private func expectRecorded(_ what: String = "") throws {
    window.settle()
    let trial = RecordingTrial(window, recorded: Scene(recording: window))
    let difference = try trial.difference(on: .layoutlab.withAnimationSampler)
    #expect(difference == nil, "\(what)\n\(Scene(recording: window).text)")
  }

  @Test("One that pauses on completion stays active at its end, and can be sent back")
  func pausesOnCompletion() throws {
    let animator = moving()
    animator.pausesOnCompletion = true
    var heard: [UIViewAnimatingPosition] = []
    animator.addCompletion { heard.append($0) }
    animator.startAnimation()
    window.advance(by: 1.5)
    #expect(animator.state == .active && !animator.isRunning && heard.isEmpty && shownX == 100)
    #expect(animator.fractionComplete == 1)
    animator.isReversed = true
    animator.startAnimation()
    window.advance(by: 0.25)
    #expect(abs(shownX - 75) < 1e-6)
    window.advance(by: 1)
    #expect(heard.isEmpty && animator.state == .active && shownX == 0)
    animator.stopAnimation(false)
    animator.finishAnimation(at: .current)
    window.settle()
    #expect(heard == [.current] && box.frame.minX == 0)
    try expectRecorded()
  }

  @Test("A stop of a reversed one, and a finish at either end after a turn", arguments: [0, 1, 2])
  func turnedAndFinished(place: Int) throws {
    let position = UIViewAnimatingPosition(rawValue: place) ?? .end
    let animator = moving()
    animator.startAnimation()
    window.advance(by: 0.5)
    animator.isReversed = true
    window.advance(by: 0.25)
    #expect(abs(shownX - 25) < 1e-6)
    animator.stopAnimation(false)
    #expect(abs(box.frame.minX - 25) < 1e-6)
    animator.finishAnimation(at: position)
    let wanted: [CGFloat] = [100, 0, 25]
    #expect(abs(box.frame.minX - wanted[place]) < 1e-6)
    window.settle()
    #expect(abs(shownX - wanted[place]) < 1e-6)
    #expect(window.hitTest(CGPoint(x: wanted[place] + 45, y: 20), with: nil) === box)
    try expectRecorded()
  }

  @Test("A paused one is scrubbed with its easing where that was asked for") func easedScrub() throws {
    let animator = UIViewPropertyAnimator(duration: 1, curve: .easeIn) { [box] in box.frame.origin.x = 100 }
    animator.scrubsLinearly = false
    animator.fractionComplete = 0.5
    window.settle()
    // The system's easeIn has 0.3154 at its middle.
    #expect(abs(shownX - 31.54) < 0.1)
    animator.stopAnimation(true)
    #expect(abs(box.frame.minX - 31.54) < 0.1)
    try expectRecorded()
  }

  @Test("Two animators of one view: the first is stopped, and the second goes on") func two() throws {
    let first = moving()
    first.startAnimation()
    window.advance(by: 0.25)
    let second = UIViewPropertyAnimator(duration: 1, curve: .linear) { [box] in box.frame.origin.y = 80 }
    second.startAnimation()
    window.advance(by: 0.25)
    first.stopAnimation(true)
    #expect(abs(box.frame.minX - 50) < 1e-6)
    window.advance(by: 2)
    #expect(abs(box.frame.minX - 50) < 1e-6 && box.frame.minY == 80)
    #expect(abs(shownX - 50) < 1e-6)
    try expectRecorded()
  }

  @Test("Blocks and transitions in an animator's block go back with it") func nested() throws {
    let inner = UIView(frame: CGRect(x: 0, y: 100, width: 20, height: 20))
    screen.view.addSubview(inner)
    window.settle()
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [box] in
      box.alpha = 0.5
      UIView.animate(withDuration: 0.25) { inner.frame.origin.x = 40 }
    }
    animator.startAnimation()
    window.advance(by: 0.5)
    animator.isReversed = true
    window.advance(by: 2)
    #expect(box.alpha == 1 && inner.frame.minX == 0 && inner.layer.presentation()?.frame.minX == 0)
    try expectRecorded()
  }

  @Test("A constraint that an animator moves keeps its constant when that is stopped, and a pass brings the view there")
  func constraints() throws {
    let bar = UIView()
    bar.translatesAutoresizingMaskIntoConstraints = false
    screen.view.addSubview(bar)
    let left = bar.leadingAnchor.constraint(equalTo: screen.view.leadingAnchor)
    NSLayoutConstraint.activate([
      left, bar.topAnchor.constraint(equalTo: screen.view.topAnchor, constant: 300),
      bar.widthAnchor.constraint(equalToConstant: 40), bar.heightAnchor.constraint(equalToConstant: 40),
    ])
    window.settle()
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [screen] in
      left.constant = 200
      screen.view.layoutIfNeeded()
    }
    animator.startAnimation()
    window.advance(by: 0.5)
    animator.stopAnimation(true)
    #expect(left.constant == 200 && abs(bar.frame.minX - 100) < 0.51)
    screen.view.setNeedsLayout()
    window.settle()
    #expect(bar.frame.minX == 200)
    try expectRecorded()
  }

  @Test("A layer of its own: implicit, without actions, explicit, gone and come again") func layers() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 200, width: 10, height: 10)
    screen.view.layer.addSublayer(layer)
    window.settle()
    layer.position.x = 105
    window.advance(by: 0.125)
    #expect(layer.position.x == 105 && (layer.presentation()?.position.x ?? 0) < 105)
    window.advance(by: 0.25)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.opacity = 0.5
    CATransaction.commit()
    #expect(layer.presentation()?.opacity == 0.5)
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.opacity = 1
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    layer.cornerRadius = 8
    CATransaction.commit()
    CATransaction.commit()
    window.advance(by: 0.5)
    #expect(abs((layer.presentation()?.opacity ?? 0) - 0.75) < 1e-6)
    #expect(abs((layer.presentation()?.cornerRadius ?? 0) - 2) < 1e-6)
    layer.removeFromSuperlayer()
    window.advance(by: 0.25)
    box.layer.addSublayer(layer)
    window.advance(by: 0.1)
    layer.speed = 0.5
    layer.position = .zero
    window.advance(by: 0.2)
    try expectRecorded()
  }

  @Test("Value functions turn numbers into transforms") func valueFunctions() throws {
    let turn = CABasicAnimation(keyPath: "transform")
    turn.valueFunction = CAValueFunction(name: .rotateZ)
    (turn.fromValue, turn.toValue, turn.duration) = (0, CGFloat.pi, 1)
    let grow = CAKeyframeAnimation(keyPath: "transform")
    grow.valueFunction = CAValueFunction(name: .scale)
    grow.values = [[1, 1, 1], [2.0, 3.0, 1.0]]
    (grow.duration, grow.beginTime, grow.fillMode) = (1, 0, .both)
    box.layer.add(turn, forKey: "turn")
    window.advance(by: 0.5)
    #expect(abs((box.layer.presentation()?.transform.m12 ?? 0) - 1) < 1e-9)
    window.advance(by: 1)
    box.layer.add(grow, forKey: "grow")
    window.advance(by: 0.5)
    #expect(abs((box.layer.presentation()?.transform.m11 ?? 0) - 1.5) < 1e-9)
    #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "none")) == nil)
    try expectRecorded()
  }

  @Test("An animation of what a layer does not have moves nothing, and ends", arguments: 0..<5)
  func unknown(number: Int) throws {
    let animation: CAAnimation
    switch number {
    // A layer's own property, a gradient's, a value of another kind, a wrong value among good ones, and times that are none.
    case 0: animation = CABasicAnimation(keyPath: "progress")
    case 1: animation = CABasicAnimation(keyPath: "locations")
    case 2: animation = CABasicAnimation(keyPath: "transform")
    case 3: animation = CAKeyframeAnimation(keyPath: "position")
    default: animation = CABasicAnimation(keyPath: "opacity")
    }
    switch animation {
    case let basic as CABasicAnimation: (basic.fromValue, basic.toValue) = (0, number == 1 ? [0, 1] : 0.5)
    case let frames as CAKeyframeAnimation: frames.values = [CGPoint.zero, 5]
    default: break
    }
    animation.duration = number == 4 ? -.infinity : 0.5
    if number == 4 { (animation.beginTime, animation.speed, animation.repeatDuration) = (.nan, .infinity, -1) }
    final class Listener: CAAnimationDelegate {
      var ends = 0
      func animationDidStop(_ animation: CAAnimation, finished flag: Bool) { ends += 1 }
    }
    let listener = Listener()
    animation.delegate = listener
    let group = CAAnimationGroup()
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue) = (0.5, 0.5)
    (group.animations, group.duration) = ([animation, fade], 1)
    box.layer.add(animation, forKey: "own")
    box.layer.add(group, forKey: "group")
    box.layer.actions = ["cornerRadius": animation]
    window.advance(by: 0.25)
    #expect(box.layer.presentation()?.position == CGPoint(x: 25, y: 25))
    if number < 4 { #expect(box.layer.presentation()?.opacity == 0.5) }
    window.advance(by: 2)
    #expect(number == 4 || listener.ends == 1)
    try expectRecorded("\(number)")
  }

  @Test("Time comes again to the last bit, however it is added up") func time() {
    var entropy = Entropy(seed: 45)
    for _ in 0..<20_000 {
      var time = 0.0
      for _ in 0..<(1 + entropy.below(4)) { time += entropy.pick([1.0 / 3, 0.1, 5, 0.25, 1e-3, 1.1, 1.0 / 60]) }
      var end = time
      for _ in 0..<(1 + entropy.below(3)) { end += entropy.pick([1.0 / 3, 0.1, 5, 0.25, 1e-3, 4.1, 1.0 / 60]) }
      let steps = Recorder.steps(from: time, to: end)
      #expect(steps.reduce(time, +) == end && steps.count <= 2, "\(time) to \(end): \(steps)")
      #expect(steps.allSatisfy { $0 >= 0 })
    }
    // Every sum with one number is rounded past this one.
    let end = 1.0 / 3 + 5
    let sum = Recorder.steps(from: 1.1, to: end).reduce(1.1, +)
    #expect(sum == end)
  }
}
