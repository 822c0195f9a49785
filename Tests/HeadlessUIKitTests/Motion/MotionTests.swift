import HeadlessUIKit
import Testing

@Suite("Views and layers move as told")
struct MotionTests {
  final class Box: UIViewController {
    let box = UIView()
    var left: NSLayoutConstraint!
    override func viewDidLoad() {
      box.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(box)
      left = box.leadingAnchor.constraint(equalTo: view.leadingAnchor)
      NSLayoutConstraint.activate([
        left, box.topAnchor.constraint(equalTo: view.topAnchor), box.widthAnchor.constraint(equalToConstant: 40),
        box.heightAnchor.constraint(equalToConstant: 40),
      ])
    }
  }
  let screen = Box()
  let window: UIWindow

  init() { window = LayoutTests.show(screen) }

  func shownX() -> CGFloat { screen.box.layer.presentation()?.frame.minX ?? -1 }

  @Test("A pass in a block moves what was pending; the completion comes with its end")
  func block() {
    window.settle()
    var finished: Bool?
    screen.left.constant = 100
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear, animations: { screen.view.layoutIfNeeded() }) {
      finished = $0
    }
    #expect(screen.box.frame.minX == 100)
    window.advance(by: 0.25)
    #expect(abs(shownX() - 25) < 0.01)
    #expect(finished == nil)
    window.advance(by: 0.75)
    #expect(finished == true)
    #expect(shownX() == 100)
  }

  @Test("A new target in flight adds up, and nobody is interrupted")
  func additive() {
    window.settle()
    var heard: [String] = []
    UIView.animate(withDuration: 1, animations: { screen.box.frame.origin.x = 100 }) { heard.append("out \($0)") }
    window.advance(by: 0.5)
    UIView.animate(withDuration: 0.2, animations: { screen.box.frame.origin.x = 0 }) { heard.append("back \($0)") }
    window.advance(by: 1)
    #expect(heard == ["back true", "out true"])
  }

  @Test("Springs, keyframes, transitions and nested blocks end with their completions")
  func families() {
    window.settle()
    var heard: [String] = []
    UIView.animate(
      withDuration: 0.5, delay: 0.1, usingSpringWithDamping: 0.7, initialSpringVelocity: 1, options: [],
      animations: { screen.box.transform = CGAffineTransform(scaleX: 2, y: 2) },
      completion: { _ in heard.append("spring") })
    #expect(screen.box.frame.width == 80)
    #expect(screen.box.bounds.width == 40)
    UIView.animateKeyframes(
      withDuration: 1, delay: 0, options: [],
      animations: {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { screen.box.alpha = 0 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { screen.box.alpha = 1 }
      }, completion: { _ in heard.append("keyframes") })
    UIView.transition(with: screen.box, duration: 0.3, options: .transitionCrossDissolve, animations: {}) { _ in
      heard.append("transition")
    }
    UIView.performWithoutAnimation { screen.box.backgroundColor = .red }
    window.advance(by: 0.5)
    #expect((screen.box.layer.presentation()?.opacity ?? 1) < 0.01)
    window.advance(by: 1)
    #expect(heard == ["transition", "spring", "keyframes"])
  }

  @Test("Property animators can be paused, scrubbed and sent on")
  func animator() {
    window.settle()
    var end: UIViewAnimatingPosition?
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { screen.box.frame.origin.x = 100 }
    animator.addCompletion { end = $0 }
    animator.startAnimation()
    window.advance(by: 0.25)
    animator.pauseAnimation()
    #expect(abs(animator.fractionComplete - 0.25) < 1e-6)
    animator.fractionComplete = 0.5
    window.advance(by: 3)
    #expect(abs(shownX() - 50) < 0.01)
    animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    window.advance(by: 0.6)
    #expect(end == .end)
    #expect(animator.state == .inactive)
  }

  final class Listener: CAAnimationDelegate {
    var heard: [String] = []
    func animationDidStart(_ animation: CAAnimation) { heard.append("start") }
    func animationDidStop(_ animation: CAAnimation, finished flag: Bool) { heard.append("stop \(flag)") }
  }

  @Test("Explicit animations show and leave the model alone; delegates hear of them")
  func explicit() {
    window.settle()
    let listener = Listener()
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (1.0, 0.0, 1, listener)
    screen.box.layer.add(fade, forKey: "fade")
    window.advance(by: 0.5)
    #expect(screen.box.layer.opacity == 1)
    #expect(abs((screen.box.layer.presentation()?.opacity ?? 0) - 0.5) < 0.01)
    #expect(screen.box.layer.animationKeys() == ["fade"])
    window.advance(by: 0.6)
    #expect(screen.box.layer.animationKeys() == nil)
    #expect(listener.heard == ["start", "stop true"])
  }

  @Test("A layer of its own animates implicitly; a view's does not outside of blocks")
  func implicit() {
    window.settle()
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    screen.view.layer.addSublayer(layer)
    window.settle()
    layer.opacity = 0
    screen.box.layer.opacity = 0
    window.advance(by: 0.125)
    #expect((layer.presentation()?.opacity ?? 0) > 0.1)
    #expect(screen.box.layer.presentation()?.opacity == 0)
    var committed = false
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setCompletionBlock { committed = true }
    layer.position = CGPoint(x: 50, y: 50)
    CATransaction.commit()
    window.advance(by: 1.9)
    #expect(!committed)
    window.advance(by: 0.2)
    #expect(committed)
  }
}

@Suite("Touches reach controls and recognisers")
struct TouchTests {
  final class Screen: UIViewController {
    let button = UIButton(type: .system)
    let pad = UIView()
    var heard: [String] = []
    override func viewDidLoad() {
      button.frame = CGRect(x: 10, y: 100, width: 100, height: 44)
      button.addTarget(self, action: Selector("tapped(_:)", Screen.tapped(_:)), for: .touchUpInside)
      pad.frame = CGRect(x: 0, y: 200, width: 200, height: 200)
      view.addSubview(button)
      view.addSubview(pad)
      let press = UILongPressGestureRecognizer(target: self, action: Selector("pressed(_:)", Screen.pressed(_:)))
      press.minimumPressDuration = 0.1
      pad.addGestureRecognizer(press)
      let pan = UIPanGestureRecognizer(target: self, action: Selector("panned(_:)", Screen.panned(_:)))
      pad.addGestureRecognizer(pan)
    }
    func tapped(_ sender: UIButton) { heard.append("tapped") }
    func pressed(_ press: UILongPressGestureRecognizer) { heard.append("press \(press.state)") }
    func panned(_ pan: UIPanGestureRecognizer) { heard.append("pan \(pan.state) \(pan.translation(in: pad).x)") }
  }

  @Test("A tap sends the button's action")
  func tap() {
    let screen = Screen()
    let window = LayoutTests.show(screen)
    window.tap(screen.button)
    #expect(screen.heard == ["tapped"])
    screen.button.isEnabled = false
    window.tap(screen.button)
    #expect(screen.heard == ["tapped"])
  }

  @Test("A long press begins when its time is up; a pan begins when it has moved")
  func gestures() {
    let screen = Screen()
    let window = LayoutTests.show(screen)
    window.touch(screen.pad)
    window.advance(by: 0.05)
    #expect(screen.heard == [])
    window.advance(by: 0.1)
    window.release()
    #expect(screen.heard == ["press began", "press ended"])
    screen.heard = []
    window.touch(screen.pad)
    window.drag(by: CGVector(dx: 20, dy: 0))
    window.drag(by: CGVector(dx: 20, dy: 0))
    window.release()
    #expect(screen.heard == ["pan began 20.0", "pan changed 40.0", "pan ended 40.0"])
  }
}
