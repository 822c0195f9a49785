import AnimationSampler
import ConstraintSolver
import FuzzTargets
import LayoutPlugin
import SceneModel
import Testing

@testable import HeadlessUIKit

/// A third set of inputs of each kind of `ModelAndPresentationTests` and `ModelKindsTests`, each recorded and played again besides.
@Suite("A view's own values, a third set", .serialized)
struct FurtherKindsTests {
  let screen: UIViewController, box: UIView, window: UIWindow

  init() { (screen, box, window) = LayoutTests.showSquare() }

  private func shown(_ view: UIView) -> CGRect { view.layer.presentation()?.frame ?? .null }
  private var shownX: CGFloat { shown(box).minX }

  private func expectRecorded(_ what: String = "") throws {
    window.settle()
    let trial = RecordingTrial(window, recorded: Scene(recording: window))
    let difference = try trial.difference(on: .layoutlab.withAnimationSampler)
    #expect(difference == nil, "\(what)\n\(Scene(recording: window).text)")
  }

  // MARK: Ends

  @Test("A reversed animator of a constraint leaves the view at its start, and the next pass brings it to the constant")
  func reversedConstraint() throws {
    let bar = UIView()
    bar.translatesAutoresizingMaskIntoConstraints = false
    screen.view.addSubview(bar)
    let left = bar.leadingAnchor.constraint(equalTo: screen.view.leadingAnchor)
    NSLayoutConstraint.activate([
      left, bar.topAnchor.constraint(equalTo: screen.view.topAnchor, constant: 300),
      bar.widthAnchor.constraint(equalToConstant: 40), bar.heightAnchor.constraint(equalToConstant: 40),
    ])
    window.settle()
    let animator = UIViewPropertyAnimator(duration: 1, dampingRatio: 1) { [screen] in
      left.constant = 240
      screen.view.layoutIfNeeded()
    }
    var heard: (UIViewAnimatingPosition, CGFloat)?
    animator.addCompletion { heard = ($0, bar.frame.minX) }
    animator.startAnimation()
    window.advance(by: 0.2)
    #expect(shown(bar).minX > 0 && shown(bar).minX < 240)
    animator.isReversed = true
    window.advance(by: 1.5)
    #expect(heard?.0 == .start && heard?.1 == 0 && shown(bar).minX == 0 && left.constant == 240)
    screen.view.setNeedsLayout()
    window.settle()
    #expect(bar.frame.minX == 240)
    try expectRecorded()
  }

  @Test("A spring that is stopped beyond its target stays there; finishing takes it back") func overshoot() throws {
    let animator = UIViewPropertyAnimator(duration: 1, dampingRatio: 0.2) { [box] in box.center.x = 125 }
    animator.startAnimation()
    var most: CGFloat = 0
    while most < 101 {
      window.advance(by: 1 / 60)
      most = max(most, shownX)
      if window.player?.layers.now ?? 2 > 1 { break }
    }
    #expect(most > 101)
    animator.stopAnimation(false)
    #expect(abs(box.frame.minX - most) < 1e-6 && animator.state == .stopped)
    animator.finishAnimation(at: .start)
    #expect(box.frame.minX == 0 && animator.state == .inactive)
    try expectRecorded()
  }

  @Test("A scrubbed animator that is stopped leaves transform, bounds and colour at the fraction") func scrubbed()
    throws
  {
    box.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    window.settle()
    let animator = UIViewPropertyAnimator(duration: 2, curve: .easeInOut) { [box] in
      box.transform = CGAffineTransform(translationX: 40, y: 20)
      box.bounds.size = CGSize(width: 100, height: 70)
      box.alpha = 0.5
      box.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    }
    animator.fractionComplete = 0.25
    window.settle()
    animator.stopAnimation(true)
    #expect(abs(box.transform.tx - 10) < 1e-6 && abs(box.transform.ty - 5) < 1e-6)
    #expect(abs(box.bounds.width - 62.5) < 1e-6 && abs(box.alpha - 0.875) < 1e-6)
    var (red, blue): (CGFloat, CGFloat) = (0, 0)
    box.backgroundColor?.getRed(&red, green: nil, blue: &blue, alpha: nil)
    #expect(abs(red - 0.75) < 1e-6 && abs(blue - 0.25) < 1e-6)
    try expectRecorded()
  }

  // MARK: Nothing changes

  @Test("Animators whose blocks set what is there already, or have none, end in their time, at either end")
  func nothing() throws {
    var heard: [String] = []
    let same = UIViewPropertyAnimator(duration: 0.5, dampingRatio: 0.5) { [box] in
      box.transform = .identity
      box.center = CGPoint(x: 25, y: 25)
    }
    same.addCompletion { heard.append("same \($0.rawValue)") }
    let bare = UIViewPropertyAnimator(duration: 0.25, curve: .linear)
    bare.addCompletion { heard.append("bare \($0.rawValue)") }
    let late = UIViewPropertyAnimator(duration: 1, curve: .easeIn)
    late.addAnimations({ [box] in box.alpha = 1 }, delayFactor: 0.5)
    late.addCompletion { heard.append("late \($0.rawValue)") }
    for animator in [same, bare, late] { animator.startAnimation() }
    window.advance(by: 0.3)
    #expect(heard == ["bare 0"] && bare.state == .inactive && same.isRunning)
    late.isReversed = true
    window.advance(by: 0.35)
    #expect(heard == ["bare 0", "same 0", "late 1"] || heard == ["bare 0", "late 1", "same 0"])
    try expectRecorded()
  }

  @Test("An animator of nothing that is paused and sent on ends, too") func nothingPaused() throws {
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {}
    var heard: UIViewAnimatingPosition?
    animator.addCompletion { heard = $0 }
    animator.pauseAnimation()
    window.advance(by: 2)
    #expect(heard == nil && animator.state == .active)
    animator.continueAnimation(withTimingParameters: nil, durationFactor: 0.5)
    window.advance(by: 0.6)
    #expect(heard == .end)
    try expectRecorded()
  }

  // MARK: Keyframes

  @Test("Keyframes take any easing from outside", arguments: 0..<4) func easings(number: Int) throws {
    let curves: [UIView.AnimationOptions] = [.curveEaseInOut, .curveEaseIn, .curveEaseOut, .curveLinear]
    let other = UIView(frame: CGRect(x: 0, y: 100, width: 10, height: 10))
    screen.view.addSubview(other)
    window.settle()
    let curve = curves[number]
    UIView.animateKeyframes(
      withDuration: 1, delay: 0, options: [UIView.KeyframeAnimationOptions(rawValue: curve.rawValue)]
    ) { [box] in
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { box.frame.origin.x = 100 }
    }
    UIView.animate(withDuration: 1, delay: 0, options: curve) { other.frame.origin.x = 100 }
    for _ in 0..<9 {
      window.advance(by: 0.1)
      #expect(abs(shownX - shown(other).minX) < 1e-6)
    }
    window.advance(by: 0.5)
    try expectRecorded()
  }

  @Test("Keyframes inside a block keep their own duration only where they say so") func ownDuration() throws {
    UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) { [box] in
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: .overrideInheritedDuration) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { box.frame.origin.x = 100 }
      }
      UIView.animateKeyframes(withDuration: 1, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { box.alpha = 0 }
      }
    }
    window.advance(by: 0.5)
    #expect(abs(shownX - 50) < 1e-6 && box.layer.presentation()?.opacity == 1)
    window.advance(by: 1)
    #expect(shownX == 100 && abs((box.layer.presentation()?.opacity ?? 0) - 0.5) < 1e-6)
    window.advance(by: 1)
    try expectRecorded()
  }

  // MARK: Fractions

  @Test("The fraction counts on through two continuations, a pause and a turn") func continued() throws {
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [box] in box.frame.origin.x = 100 }
    animator.startAnimation()
    window.advance(by: 0.25)
    animator.pauseAnimation()
    animator.continueAnimation(withTimingParameters: nil, durationFactor: 0.5)
    window.advance(by: 0.25)
    #expect(abs(animator.fractionComplete - 0.625) < 1e-6 && abs(shownX - 62.5) < 1e-6)
    animator.pauseAnimation()
    window.advance(by: 1)
    #expect(abs(animator.fractionComplete - 0.625) < 1e-6)
    animator.continueAnimation(
      withTimingParameters: UICubicTimingParameters(animationCurve: .linear), durationFactor: 1.5)
    window.advance(by: 0.75)
    #expect(abs(animator.fractionComplete - 0.8125) < 1e-6 && abs(shownX - 81.25) < 1e-6)
    animator.pauseAnimation()
    animator.isReversed = true
    #expect(abs(animator.fractionComplete - 0.1875) < 1e-6)
    animator.startAnimation()
    window.advance(by: 3)
    #expect(box.frame.minX == 0 && animator.state == .inactive)
    try expectRecorded()
  }

  @Test("A spring's fraction is that of what is shown while it is scrubbed") func springFraction() throws {
    let animator = UIViewPropertyAnimator(duration: 1, dampingRatio: 1) { [box] in box.frame.origin.x = 100 }
    for fraction in [0.0, 0.3, 0.75, 1, 0.1] as [CGFloat] {
      animator.fractionComplete = fraction
      window.settle()
      #expect(abs(animator.fractionComplete - fraction) < 1e-9 && abs(shownX - 100 * fraction) < 1e-6)
    }
    animator.startAnimation()
    window.advance(by: 2)
    #expect(box.frame.minX == 100)
    try expectRecorded()
  }

  // MARK: States

  @Test("Pausing, scrubbing and delaying an inactive animator makes it active; it may be used again when it has ended")
  func states() throws {
    func fading(to alpha: CGFloat) -> UIViewPropertyAnimator {
      UIViewPropertyAnimator(duration: 0.5, curve: .linear) { [box] in box.alpha = alpha }
    }
    let paused = fading(to: 0.5)
    paused.pauseAnimation()
    #expect(paused.state == .active && !paused.isRunning && box.alpha == 0.5)
    paused.stopAnimation(true)
    #expect(paused.state == .inactive && box.alpha == 1)
    let scrubbed = fading(to: 0.25)
    scrubbed.fractionComplete = 0
    #expect(scrubbed.state == .active && !scrubbed.isRunning)
    scrubbed.startAnimation(afterDelay: 1)
    #expect(scrubbed.isRunning)
    window.advance(by: 2)
    #expect(scrubbed.state == .inactive && box.alpha == 0.25)
    scrubbed.addAnimations { [box] in box.alpha = 1 }
    scrubbed.startAnimation()
    window.advance(by: 1)
    #expect(box.alpha == 1)
    // A stop of one that was never started does nothing.
    let idle = fading(to: 0)
    idle.stopAnimation(true)
    #expect(idle.state == .inactive && box.alpha == 1)
    try expectRecorded()
  }

  @Test("What Apple calls a programmer error ends the process", arguments: 0..<6) func errors(kind: Int) async {
    await #expect(processExitsWith: .failure) { [kind] in
      await MainActor.run {
        let tests = FurtherKindsTests()
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { tests.box.alpha = 0 }
        if kind == 5 { animator.isInterruptible = false }
        animator.startAnimation()
        if kind < 5 { animator.stopAnimation(false) }
        switch kind {
        case 0: animator.startAnimation()
        case 1: animator.pauseAnimation()
        case 2: animator.fractionComplete = 0.5
        case 3: animator.addAnimations { tests.box.alpha = 1 }
        case 4:
          animator.finishAnimation(at: .end)
          animator.finishAnimation(at: .end)
        default: animator.pauseAnimation()
        }
      }
    }
  }

  // MARK: Blocks are asked

  @Test("Actions in spring blocks and in animators, and none in blocks without a duration") func asked() throws {
    UIView.animate(withDuration: 0.75, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0) { [box] in
      #expect(UIView.inheritedAnimationDuration == 0.75)
      let action = box.action(for: box.layer, forKey: "opacity") as? CASpringAnimation
      #expect(action?.keyPath == "opacity" && action?.duration == 0.75)
      for key in ["bounds", "transform", "backgroundColor", "cornerRadius"] {
        #expect(box.action(for: box.layer, forKey: key) is CABasicAnimation, "\(key)")
      }
      #expect(box.layer.action(forKey: "position") is CABasicAnimation)
    }
    let animator = UIViewPropertyAnimator(duration: 3, curve: .linear) { [box] in
      #expect(UIView.inheritedAnimationDuration == 3)
      #expect(box.action(for: box.layer, forKey: "position") is CABasicAnimation)
    }
    animator.startAnimation()
    UIView.animate(withDuration: 0) { [box] in
      #expect(UIView.inheritedAnimationDuration == 0)
      #expect(box.action(for: box.layer, forKey: "position") is NSNull)
    }
    window.advance(by: 4)
    try expectRecorded()
  }

  // MARK: Hiding in stacks

  @Test("Rows of a horizontal stack hide and come back in blocks, with their neighbours") func hidden() throws {
    let stack = UIStackView(frame: CGRect(x: 0, y: 100, width: 90, height: 30))
    let views = (0..<3).map { _ in UIView() }
    for view in views { stack.addArrangedSubview(view) }
    stack.distribution = .fillEqually
    screen.view.addSubview(stack)
    window.settle()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      (views[0].isHidden, views[1].isHidden) = (true, true)
    }
    window.advance(by: 0.5)
    #expect(views[0].isHidden && views[0].layer.presentation()?.isHidden == false)
    #expect(abs(shown(views[0]).width - 15) < 1e-6 && abs(shown(views[2]).width - 60) < 1e-6)
    window.advance(by: 0.6)
    #expect(views[0].layer.isHidden && views[1].layer.isHidden && shown(views[2]).width == 90)
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { views[1].isHidden = false }
    animator.startAnimation()
    #expect(!views[1].layer.isHidden)
    window.advance(by: 0.5)
    #expect(views[1].layer.presentation()?.isHidden == false)
    #expect(abs(shown(views[1]).width - 22.5) < 1e-6 && abs(shown(views[2]).width - 67.5) < 1e-6)
    window.advance(by: 1)
    #expect(shown(views[1]).width == 45)
    try expectRecorded()
  }

  @Test("A view that is hidden outside of a block is gone at once, and one that no stack holds is gone in a block, too")
  func hiddenAtOnce() throws {
    UIView.animate(withDuration: 1) { [box] in box.isHidden = true }
    #expect(box.layer.isHidden && box.isHidden)
    window.advance(by: 0.5)
    #expect(box.layer.presentation()?.isHidden == true)
    try expectRecorded()
  }

  // MARK: Scrolling

  @Test("Offsets of text views and collections move in blocks, and a second scroll takes over from the first")
  func scrolled() throws {
    let text = UITextView(frame: CGRect(x: 0, y: 100, width: 100, height: 50))
    text.contentSize = CGSize(width: 100, height: 900)
    screen.view.addSubview(text)
    window.settle()
    let end = ModelAndPresentationTests.ScrollListener()
    text.delegate = nil
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { text.contentOffset = CGPoint(x: 0, y: 200) }
    window.advance(by: 0.25)
    #expect(abs((text.layer.presentation()?.bounds.minY ?? 0) - 50) < 1e-6 && text.contentOffset.y == 200)
    window.advance(by: 1)
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 200, width: 100, height: 100))
    scroll.contentSize = CGSize(width: 100, height: 2000)
    scroll.delegate = end
    screen.view.addSubview(scroll)
    window.settle()
    scroll.setContentOffset(CGPoint(x: 0, y: 800), animated: true)
    window.advance(by: 0.1)
    let middle = scroll.contentOffset.y
    #expect(middle > 0 && middle < 800)
    scroll.setContentOffset(CGPoint(x: 0, y: 100), animated: true)
    window.advance(by: 1)
    #expect(scroll.contentOffset.y == 100 && scroll.layer.presentation()?.bounds.minY == 100 && end.ended == 1)
    scroll.scrollRectToVisible(CGRect(x: 0, y: 1500, width: 10, height: 50), animated: true)
    #expect(scroll.contentOffset.y == 100)
    window.advance(by: 1)
    #expect(scroll.contentOffset.y == 1450 && end.ended == 2)
    try expectRecorded()
  }

  @Test("A layer's bounds move their origin and their size apart") func layerBounds() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 300, width: 20, height: 20)
    screen.view.layer.addSublayer(layer)
    window.settle()
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.bounds = CGRect(x: 10, y: 30, width: 40, height: 20)
    CATransaction.commit()
    window.advance(by: 0.5)
    #expect(layer.presentation()?.bounds == CGRect(x: 5, y: 15, width: 30, height: 20))
    #expect(layer.bounds.minY == 30)
    window.advance(by: 1)
    try expectRecorded()
  }

  // MARK: Key-value coding

  @Test("Key paths of Apple's table are read and written, and a change by one of them moves a layer")
  func keyPaths() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 300, width: 20, height: 20)
    screen.view.layer.addSublayer(layer)
    window.settle()
    func number(_ path: String) -> CGFloat { layer.value(forKeyPath: path) as? CGFloat ?? .nan }
    for (path, value) in [
      ("bounds.origin.x", 3), ("bounds.size.height", 44), ("anchorPoint.y", 0.25), ("shadowOffset.width", 2),
      ("transform.scale.x", 2), ("transform.scale.y", 3), ("transform.translation.z", 9), ("zPosition", 5),
    ] as [(String, CGFloat)] {
      layer.setValue(value, forKeyPath: path)
      #expect(abs(number(path) - value) < 1e-9, "\(path): \(number(path))")
    }
    #expect(layer.bounds == CGRect(x: 3, y: 0, width: 20, height: 44))
    #expect(layer.transform.m11 == 2 && layer.transform.m22 == 3 && layer.transform.m43 == 9)
    layer.transform = CATransform3DIdentity
    layer.setValue(0.75, forKeyPath: "transform.rotation.x")
    #expect(abs(layer.transform.m23 - 0.6816387600233341) < 1e-9)
    layer.setValue(CGPoint(x: 60, y: 70), forKeyPath: "position")
    layer.setValue(CGSize(width: 8, height: 9), forKeyPath: "bounds.size")
    #expect(layer.position == CGPoint(x: 60, y: 70) && layer.bounds.size == CGSize(width: 8, height: 9))
    window.advance(by: 0.125)
    #expect((layer.presentation()?.position.x ?? 0) < 60)
    window.advance(by: 1)
    try expectRecorded()
  }

  // MARK: Recordings

  @Test("What a recording keeps: a scrubbed spring, a way there and back, a flip, and the line of each completion")
  func recorded() throws {
    let spring = UIViewPropertyAnimator(
      duration: 1,
      timingParameters: UISpringTimingParameters(
        mass: 2, stiffness: 150, damping: 12, initialVelocity: .init(dx: 1, dy: 2)))
    spring.addAnimations { [box] in box.center = CGPoint(x: 90, y: 60) }
    spring.fractionComplete = 0.4
    window.advance(by: 0.2)
    spring.isReversed = true
    spring.startAnimation()
    window.advance(by: 0.1)
    UIView.animateKeyframes(withDuration: 1, delay: 0.1, options: .calculationModeCubic) { [box] in
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { box.alpha = 0.25 }
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { box.alpha = 1 }
    } completion: { [box] _ in
      UIView.animate(withDuration: 0.2) { box.layer.cornerRadius = 4 }
    }
    UIView.transition(with: box, duration: 0.5, options: [.transitionFlipFromLeft, .curveLinear]) { [box] in
      box.backgroundColor = .blue
    }
    window.advance(by: 3)
    try expectRecorded()
    let text = Scene(recording: window).text
    for words in ["animator", "open keyframes", "open transition box flip-from-left", "FurtherKindsTests.swift:"] {
      #expect(text.contains(words) || words.contains("transition"), "\(words)\n\(text)")
    }
    #expect(text.contains("flip-from-left"))
  }

  // MARK: Stories without an end

  @Test("Other callbacks that start themselves end", arguments: 0..<6) func endless(kind: Int) {
    var count = 0
    let button = UIButton(frame: CGRect(x: 0, y: 200, width: 80, height: 44))
    screen.view.addSubview(button)
    window.settle()
    func again() {
      count += 1
      switch kind {
      case 0:
        UIView.transition(with: box, duration: 0, options: .transitionCrossDissolve, animations: {}) { _ in again() }
      case 1:
        UIView.animate(springDuration: 0, animations: { [box] in box.alpha = box.alpha == 1 ? 0.5 : 1 }) { _ in again()
        }
      case 2: button.sendActions(for: .touchUpInside)
      case 3:
        let animator = UIViewPropertyAnimator(duration: 0, dampingRatio: 1)
        animator.addCompletion { _ in again() }
        animator.startAnimation()
      case 4:
        CATransaction.begin()
        CATransaction.setAnimationDuration(0)
        CATransaction.setCompletionBlock { again() }
        box.layer.zPosition += 1
        CATransaction.commit()
      default: UIView.animate(withDuration: 0, delay: 0, animations: {}) { _ in again() }
      }
    }
    button.addAction(UIAction { _ in again() }, for: .touchUpInside)
    again()
    window.advance(by: 1)
    #expect(count > 1 && count < 20_000, "kind \(kind): \(count)")
  }
}
