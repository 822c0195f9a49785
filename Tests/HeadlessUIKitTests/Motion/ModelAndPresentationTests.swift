import HeadlessUIKit
import Testing

@Suite("A view's own values are what UIKit leaves")
struct ModelAndPresentationTests {
  let screen: UIViewController, box: UIView, window: UIWindow

  init() { (screen, box, window) = LayoutTests.showSquare() }

  private var shown: CGRect { box.layer.presentation()?.frame ?? .null }
  private var shownAlpha: Float { box.layer.presentation()?.opacity ?? -1 }

  private func moving(_ curve: UIView.AnimationCurve = .linear) -> UIViewPropertyAnimator {
    UIViewPropertyAnimator(duration: 1, curve: curve) { [box] in
      box.frame.origin.x = 100
      box.alpha = 0
    }
  }

  @Test("A reversed animator ends at its start, already for its completion")
  func reversed() {
    let animator = moving()
    var heard: [(UIViewAnimatingPosition, CGFloat, CGFloat)] = []
    animator.addCompletion { [box] in heard.append(($0, box.frame.minX, box.alpha)) }
    animator.startAnimation()
    window.advance(by: 0.4)
    animator.isReversed = true
    window.advance(by: 1)
    #expect(heard.count == 1 && heard[0].0 == .start && heard[0].1 == 0 && heard[0].2 == 1)
    #expect(box.frame.minX == 0 && box.alpha == 1 && box.layer.position.x == 25)
    box.frame.origin.y = 10
    window.settle()
    #expect(shown == CGRect(x: 0, y: 10, width: 50, height: 50))
  }

  @Test("A stopped animator leaves the views where they are shown, and touches reach them there")
  func stopped() {
    let animator = moving()
    animator.startAnimation()
    window.advance(by: 0.4)
    animator.stopAnimation(true)
    #expect(abs(box.frame.minX - 40) < 1e-6 && abs(box.alpha - 0.6) < 1e-6)
    #expect(animator.state == .inactive)
    window.settle()
    #expect(window.hitTest(CGPoint(x: 85, y: 20), with: nil) === box)
    #expect(window.hitTest(CGPoint(x: 120, y: 20), with: nil) !== box)
  }

  @Test("Finishing puts the views at the end, at the start, or leaves them", arguments: [0, 1, 2])
  func finished(place: Int) {
    let position = UIViewAnimatingPosition(rawValue: place) ?? .end
    let animator = moving()
    animator.addAnimations({ [box] in box.frame.origin.y = 30 }, delayFactor: 0.5)
    var heard: UIViewAnimatingPosition?
    animator.addCompletion { heard = $0 }
    animator.startAnimation()
    window.advance(by: 0.4)
    // What is taken over meanwhile starts where it was.
    animator.addAnimations { [box] in box.frame.origin.x = 200 }
    window.advance(by: 0.1)
    let x = shown.minX
    animator.stopAnimation(false)
    #expect(animator.state == .stopped)
    animator.finishAnimation(at: position)
    window.settle()
    #expect(heard == position)
    switch position {
    case .end: #expect(box.frame.origin == CGPoint(x: 200, y: 30) && box.alpha == 0)
    case .start: #expect(box.frame.origin == .zero && box.alpha == 1)
    case .current: #expect(abs(box.frame.minX - x) < 1e-6 && abs(box.alpha - 0.5) < 1e-6)
    }
    #expect(abs(shown.minX - box.frame.minX) < 1e-6)
  }

  @Test("An animator that changes nothing ends, whatever is in its block")
  func empty() {
    for body in [{}, { [box] in box.alpha = 1 }] {
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear, animations: body)
      var heard: UIViewAnimatingPosition?
      animator.addCompletion { heard = $0 }
      animator.startAnimation()
      window.advance(by: 0.5)
      #expect(heard == nil && animator.isRunning)
      animator.pauseAnimation()
      window.advance(by: 5)
      #expect(heard == nil && animator.fractionComplete == 0.5)
      animator.startAnimation()
      window.advance(by: 0.6)
      #expect(heard == .end && animator.state == .inactive)
    }
    let none = UIViewPropertyAnimator(duration: 0, curve: .linear) { [box] in box.alpha = 0.5 }
    none.startAnimation()
    window.advance(by: 0)
    #expect(none.state == .inactive && box.alpha == 0.5)
  }

  @Test("Keyframes take over the easing and the duration around them, and have easings of their own")
  func keyframes() {
    func keyframe() {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { box.frame.origin.x = 100 }
    }
    let linear = UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
    UIView.animateKeyframes(withDuration: 1, delay: 0, options: [linear], animations: keyframe)
    window.advance(by: 0.25)
    #expect(abs(shown.minX - 25) < 1e-6)
    window.advance(by: 1)
    box.frame.origin.x = 0
    window.settle()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      UIView.animateKeyframes(withDuration: 5, delay: 0, animations: keyframe)
    }
    window.advance(by: 0.25)
    #expect(abs(shown.minX - 25) < 1e-6)
    window.advance(by: 0.75)
    #expect(shown.minX == 100)
  }

  @Test("Keyframes in an animator are scrubbed, reversed and left with it")
  func keyframesOfAnimator() {
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [box] in
      UIView.animateKeyframes(withDuration: 1, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { box.frame.origin.x = 100 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { box.frame.origin.x = 50 }
      }
    }
    animator.fractionComplete = 0.25
    window.advance(by: 1)
    #expect(abs(shown.minX - 50) < 1e-6)
    animator.startAnimation()
    window.advance(by: 0.25)
    #expect(abs(shown.minX - 100) < 1e-6)
    animator.isReversed = true
    window.advance(by: 1)
    #expect(box.frame.minX == 0 && shown.minX == 0)
  }

  @Test("The fraction goes on where it was after a continuation, and turns around beyond it")
  func fraction() {
    let animator = moving()
    animator.fractionComplete = 0.5
    animator.continueAnimation(withTimingParameters: nil, durationFactor: 1)
    window.advance(by: 0.2)
    #expect(abs(animator.fractionComplete - 0.6) < 1e-6 && abs(shown.minX - 60) < 1e-6)
    animator.isReversed = true
    window.advance(by: 0.3)
    #expect(abs(shown.minX - 30) < 1e-6 && abs(animator.fractionComplete - 0.7) < 1e-6)
    animator.pauseAnimation()
    animator.fractionComplete = 0.9
    window.advance(by: 1)
    #expect(abs(shown.minX - 10) < 1e-6)
    animator.startAnimation()
    window.advance(by: 1)
    #expect(box.frame.minX == 0 && animator.state == .inactive)
  }

  @Test("A delayed animator is active at once, and its block has run")
  func delayed() {
    let animator = moving()
    animator.startAnimation(afterDelay: 0.5)
    #expect(animator.state == .active && box.alpha == 0 && animator.delay == 0.5)
    window.advance(by: 0.5)
    #expect(shownAlpha == 1)
    window.advance(by: 0.25)
    #expect(abs(shownAlpha - 0.75) < 1e-6)
    window.advance(by: 0.8)
    #expect(animator.state == .inactive)
    let other = UIViewPropertyAnimator.runningPropertyAnimator(
      withDuration: 1, delay: 2, animations: { [box] in box.alpha = 1 })
    #expect(other.state == .active && box.alpha == 1)
    other.stopAnimation(true)
    #expect(box.alpha == 0)
  }

  @Test("Finishing an animator that was not stopped, and releasing a paused one, end the process as UIKit does")
  func programmerErrors() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let tests = ModelAndPresentationTests()
        let animator = tests.moving()
        animator.startAnimation()
        animator.finishAnimation(at: .end)
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let tests = ModelAndPresentationTests()
        var animator: UIViewPropertyAnimator? = tests.moving()
        animator?.pauseAnimation()
        animator = nil
        tests.window.settle()
      }
    }
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let tests = ModelAndPresentationTests()
        // The system holds one that runs, and nobody needs one that has ended.
        tests.moving().startAnimation()
        tests.window.advance(by: 2)
        let stopped = tests.moving()
        stopped.startAnimation()
        stopped.stopAnimation(true)
        _ = tests.moving()
      }
    }
  }

  @Test("A block tells its duration, its actions and whether anything moves")
  func asked() {
    #expect(UIView.inheritedAnimationDuration == 0)
    #expect(box.action(for: box.layer, forKey: "position") is NSNull)
    UIView.animate(withDuration: 2) {
      #expect(UIView.inheritedAnimationDuration == 2)
      let action = box.action(for: box.layer, forKey: "position") as? CABasicAnimation
      #expect(action?.duration == 2 && action?.keyPath == "position")
      #expect(box.action(for: box.layer, forKey: "borderWidth") is NSNull)
      UIView.performWithoutAnimation {
        #expect(!UIView.areAnimationsEnabled)
        #expect(UIView.inheritedAnimationDuration == 0)
        #expect(box.action(for: box.layer, forKey: "position") is NSNull)
      }
      #expect(UIView.areAnimationsEnabled)
    }
  }

  @Test("A view hidden inside a stack by a block is shown, shrinking, until the end")
  func hiddenInStack() {
    let stack = UIStackView(frame: CGRect(x: 0, y: 100, width: 100, height: 100))
    let views = (0..<2).map { _ in UIView() }
    for view in views { stack.addArrangedSubview(view) }
    stack.axis = .vertical
    stack.distribution = .fillEqually
    screen.view.addSubview(stack)
    window.settle()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      views[0].isHidden = true
      stack.layoutIfNeeded()
    }
    #expect(views[0].isHidden && !views[0].layer.isHidden)
    window.advance(by: 0.5)
    #expect(views[0].layer.presentation()?.isHidden == false)
    #expect(abs((views[0].layer.presentation()?.bounds.height ?? 0) - 25) < 1e-6)
    window.advance(by: 0.6)
    #expect(views[0].layer.isHidden && views[0].layer.presentation()?.isHidden == true)
    // Shown again before the end, it stays.
    views[0].isHidden = false
    window.settle()
    UIView.animate(withDuration: 1) {
      views[0].isHidden = true
      stack.layoutIfNeeded()
    }
    window.advance(by: 0.5)
    views[0].isHidden = false
    window.advance(by: 1)
    #expect(!views[0].layer.isHidden)
  }

  @Test("The origin of bounds is shown and animated, and a scroll takes its time")
  func boundsOrigin() {
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    scroll.contentSize = CGSize(width: 100, height: 2000)
    screen.view.addSubview(scroll)
    window.settle()
    scroll.contentOffset.y = 100
    window.settle()
    #expect(scroll.layer.presentation()?.bounds.minY == 100)
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { scroll.contentOffset.y = 300 }
    window.advance(by: 0.5)
    #expect(abs((scroll.layer.presentation()?.bounds.minY ?? 0) - 200) < 1e-6)
    window.advance(by: 0.6)
    box.bounds.origin = CGPoint(x: 5, y: 7)
    window.settle()
    #expect(box.layer.presentation()?.bounds.origin == CGPoint(x: 5, y: 7))
    #expect(box.frame == CGRect(x: 0, y: 0, width: 50, height: 50))
    let listener = ScrollListener()
    scroll.delegate = listener
    scroll.setContentOffset(CGPoint(x: 0, y: 1000), animated: true)
    // Code sees what is shown: the old offset at first, and then those in between.
    #expect(listener.ended == 0 && scroll.contentOffset.y == 300)
    window.advance(by: 0.15)
    let middle = scroll.layer.presentation()?.bounds.minY ?? 0
    #expect(middle > 400 && middle < 900)
    #expect(scroll.contentOffset.y == middle && listener.offsets.count > 6)
    window.advance(by: 0.2)
    #expect(listener.ended == 1 && scroll.contentOffset.y == 1000)
    #expect(listener.offsets == listener.offsets.sorted())
    // A jump in the middle ends it, and nobody is told of an end.
    scroll.setContentOffset(.zero, animated: true)
    window.advance(by: 0.1)
    scroll.contentOffset.y = 500
    window.advance(by: 0.5)
    #expect(listener.ended == 1 && scroll.contentOffset.y == 500)
  }

  final class ScrollListener: UIScrollViewDelegate {
    var ended = 0
    var offsets: [CGFloat] = []
    func scrollViewDidScroll(_ scrollView: UIScrollView) { offsets.append(scrollView.contentOffset.y) }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { ended += 1 }
  }

  @Test("Key-value coding reads and writes the parts of a transform")
  func transformParts() {
    let layer = box.layer
    layer.setValue(1.5, forKeyPath: "transform.scale")
    #expect(layer.transform.m11 == 1.5 && layer.transform.m22 == 1.5 && layer.transform.m33 == 1.5)
    layer.setValue(CGFloat(0.5), forKeyPath: "transform.rotation.z")
    layer.setValue(CGSize(width: 3, height: 4), forKeyPath: "transform.translation")
    func number(_ path: String) -> CGFloat { layer.value(forKeyPath: path) as? CGFloat ?? .nan }
    #expect(abs(number("transform.scale") - 1.5) < 1e-12)
    #expect(abs(number("transform.rotation.z") - 0.5) < 1e-12)
    #expect(abs(number("transform.rotation") - 0.5) < 1e-12)
    #expect(number("transform.translation.x") == 3)
    #expect(layer.value(forKeyPath: "transform.translation") as? CGSize == CGSize(width: 3, height: 4))
    // Measured: a rotation of half a radian on a scale of 2.
    let other = CALayer()
    other.setValue(2, forKeyPath: "transform.scale")
    other.setValue(0.5, forKeyPath: "transform.rotation.z")
    #expect(abs(other.transform.m11 - 1.7551651) < 1e-6 && abs(other.transform.m12 - 0.9588511) < 1e-6)
  }

  @Test("Completions that start themselves end, in a window and without one")
  func endless() {
    var count = 0
    func again() {
      count += 1
      UIView.animate(withDuration: 0) { [box] in
        box.alpha = 0.5
      } completion: { _ in
        again()
      }
    }
    again()
    window.advance(by: 1)
    #expect(count < 5000)
    var alone = 0
    func without() {
      alone += 1
      UIView.transition(with: UIView(), duration: 1, animations: nil) { _ in if alone < 50 { without() } }
    }
    without()
    #expect(alone == 50)
  }
}
