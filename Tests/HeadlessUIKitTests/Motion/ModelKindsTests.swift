import HeadlessUIKit
import Testing

/// Other inputs of the kinds that `ModelAndPresentationTests` hold: values beside frames and opacity, and other ways to go on.
@Suite("A view's own values, other kinds")
struct ModelKindsTests {
  let screen: UIViewController, box: UIView, window: UIWindow

  init() { (screen, box, window) = LayoutTests.showSquare() }

  @Test("What is no frame goes back with a reversed animator, too")
  func reversedOthers() {
    box.backgroundColor = .red
    window.settle()
    let animator = UIViewPropertyAnimator(duration: 1, dampingRatio: 1) { [box] in
      box.transform = CGAffineTransform(scaleX: 2, y: 2)
      box.bounds.size = CGSize(width: 80, height: 20)
      box.layer.cornerRadius = 10
      box.backgroundColor = .blue
    }
    animator.startAnimation()
    window.advance(by: 0.3)
    animator.isReversed = true
    window.advance(by: 2)
    #expect(box.transform.isIdentity && box.bounds.size == CGSize(width: 50, height: 50))
    #expect(box.layer.cornerRadius == 0 && box.backgroundColor == .red)
    // Turned around twice it comes to its end.
    let there = UIViewPropertyAnimator(duration: 1, curve: .easeIn) { [box] in box.alpha = 0.25 }
    there.startAnimation()
    window.advance(by: 0.5)
    there.isReversed = true
    window.advance(by: 0.1)
    there.isReversed = false
    window.advance(by: 1.5)
    #expect(box.alpha == 0.25 && there.state == .inactive)
  }

  @Test("A stop in the middle of a scroll in a block leaves the offset that is shown")
  func stoppedScroll() {
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 100, width: 100, height: 100))
    scroll.contentSize = CGSize(width: 100, height: 1000)
    screen.view.addSubview(scroll)
    window.settle()
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { scroll.contentOffset.y = 400 }
    animator.startAnimation()
    window.advance(by: 0.25)
    animator.stopAnimation(true)
    #expect(abs((scroll.layer.presentation()?.bounds.minY ?? 0) - 100) < 1e-6)
    #expect(abs(scroll.layer.bounds.minY - 100) < 1e-6 && abs(scroll.contentOffset.y - 100) < 1e-6)
  }

  @Test("Animators without anything to move end, however they are made")
  func nothingToMove() {
    var ended = 0
    let spring = UIViewPropertyAnimator(
      duration: 1, timingParameters: UISpringTimingParameters(mass: 1, stiffness: 100, damping: 10))
    spring.addCompletion { _ in ended += 1 }
    spring.startAnimation()
    UIViewPropertyAnimator.runningPropertyAnimator(
      withDuration: 0.5, delay: 0.25, animations: { [box] in box.frame.origin.x = 0 }
    ) { _ in ended += 1 }
    UIView.animateKeyframes(withDuration: 1, delay: 0, animations: {}) { _ in ended += 1 }
    UIView.animate(springDuration: 0.5, animations: {}) { _ in ended += 1 }
    window.advance(by: 3)
    #expect(ended == 4 && spring.state == .inactive)
  }

  @Test("Keyframes in a spring block and in an animator take its time")
  func keyframesInside() {
    UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) { [box] in
      UIView.animateKeyframes(withDuration: 0.1, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { box.frame.origin.x = 100 }
      }
    }
    window.advance(by: 1)
    #expect(abs((box.layer.presentation()?.frame.minX ?? 0) - 50) < 1e-6)
  }

  @Test("The fraction goes on with another timing, and a pause in the delay holds it at its start")
  func fractions() {
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [box] in box.frame.origin.x = 100 }
    animator.startAnimation(afterDelay: 0.5)
    window.advance(by: 0.25)
    animator.pauseAnimation()
    #expect(animator.fractionComplete == 0 && animator.state == .active && !animator.isRunning)
    animator.fractionComplete = 0.5
    window.settle()
    #expect(abs((box.layer.presentation()?.frame.minX ?? 0) - 50) < 1e-6)
    animator.continueAnimation(
      withTimingParameters: UICubicTimingParameters(animationCurve: .linear), durationFactor: 0.5)
    window.advance(by: 0.25)
    #expect(animator.fractionComplete > 0.7 && animator.fractionComplete < 0.8)
    window.advance(by: 1)
    #expect(box.frame.minX == 100 && animator.state == .inactive)
  }

  @Test("Blocks tell their duration inside one another, and in keyframes")
  func toldDurations() {
    var told: [Double] = []
    UIView.animate(withDuration: 2) {
      told.append(UIView.inheritedAnimationDuration)
      UIView.animate(withDuration: 1, delay: 0, options: .overrideInheritedDuration) {
        told.append(UIView.inheritedAnimationDuration)
      }
      UIView.performWithoutAnimation { told.append(UIView.inheritedAnimationDuration) }
    }
    told.append(UIView.inheritedAnimationDuration)
    #expect(told == [2, 1, 0, 0])
  }

  @Test("Touches and points follow the origin of a plain view's bounds")
  func boundsOrigin() {
    let inner = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    box.addSubview(inner)
    box.bounds.origin = CGPoint(x: 0, y: 10)
    window.settle()
    #expect(inner.convert(CGPoint.zero, to: screen.view) == CGPoint(x: 10, y: 0))
    #expect(window.hitTest(CGPoint(x: 15, y: 5), with: nil) === inner)
    #expect(window.hitTest(CGPoint(x: 15, y: 25), with: nil) === box)
  }

  @Test("Key-value coding knows the parts of points, rectangles and transforms")
  func parts() {
    let layer = CALayer()
    box.layer.addSublayer(layer)
    layer.setValue(30, forKeyPath: "position.x")
    layer.setValue(44, forKeyPath: "bounds.size.width")
    layer.setValue(Double.pi / 2, forKeyPath: "transform.rotation")
    layer.setValue(7, forKeyPath: "transform.translation.y")
    #expect(layer.position.x == 30 && layer.bounds.width == 44)
    #expect(abs((layer.value(forKeyPath: "transform.rotation.z") as? CGFloat ?? 0) - .pi / 2) < 1e-9)
    #expect(abs((layer.value(forKeyPath: "transform.translation.y") as? CGFloat ?? 0) - 7) < 1e-9)
    #expect(layer.value(forKeyPath: "opacity") as? CGFloat == 1)
    // What a view shares with its layer is the view's as well.
    box.layer.setValue(40, forKeyPath: "position.y")
    box.layer.setValue(true, forKey: "hidden")
    #expect(box.center == CGPoint(x: 25, y: 40) && box.isHidden)
  }

  @Test("Callbacks of other kinds that start themselves end", arguments: 0..<5)
  func endless(kind: Int) {
    var count = 0
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 100, width: 100, height: 100))
    scroll.contentSize = CGSize(width: 100, height: 1000)
    screen.view.addSubview(scroll)
    final class Again: UIScrollViewDelegate, CAAnimationDelegate {
      let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
      func scrollViewDidScroll(_ scrollView: UIScrollView) { body() }
      func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { body() }
      func animationDidStop(_ animation: CAAnimation, finished flag: Bool) { body() }
    }
    var keeper: Again?
    func again() {
      count += 1
      switch kind {
      case 0:
        let animator = UIViewPropertyAnimator(duration: 0, curve: .linear) { [box] in box.alpha = 0.5 }
        animator.addCompletion { _ in again() }
        animator.startAnimation()
      case 1:
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue, fade.duration) = (1, 0, 1e-9)
        fade.delegate = Again { again() }
        box.layer.add(fade, forKey: "fade")
      case 2: UIView.animateKeyframes(withDuration: 0, delay: 0, animations: {}) { _ in again() }
      case 3: scroll.contentOffset.y = CGFloat(count % 7) + 1
      default:
        CATransaction.begin()
        CATransaction.setCompletionBlock { again() }
        CATransaction.commit()
      }
    }
    if kind == 3 {
      keeper = Again { again() }
      scroll.delegate = keeper
    }
    again()
    window.advance(by: 1)
    #expect(count < 10_000 && count > 1, "kind \(kind): \(count)")
    _ = keeper
  }
}
