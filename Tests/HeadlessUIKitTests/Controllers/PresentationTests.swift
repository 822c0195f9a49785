import HeadlessUIKit
import Testing

@Suite("Presentations and custom transitions") struct PresentationTests {
  class Screen: UIViewController {
    var heard: [String] = []
    override func viewWillAppear(_ animated: Bool) { heard.append("will appear") }
    override func viewDidAppear(_ animated: Bool) { heard.append("did appear") }
    override func viewWillDisappear(_ animated: Bool) { heard.append("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { heard.append("did disappear") }
  }

  @Test("A sheet comes from below, and its presenter stays") func sheet() {
    let below = Screen(), above = Screen()
    let window = show(below)
    var isDone = false
    below.present(above, animated: true) { isDone = true }
    #expect(below.presentedViewController === above && above.presentingViewController === below)
    window.advance(by: 0.25)
    #expect((above.view.layer.presentation()?.position.y ?? 0) > above.view.center.y + 10)
    #expect(above.heard == ["will appear"] && !isDone)
    window.advance(by: 0.3)
    #expect(isDone && above.heard == ["will appear", "did appear"])
    #expect(below.heard == ["will appear", "did appear"])
    above.dismiss(animated: true)
    window.advance(by: 0.6)
    #expect(above.heard == ["will appear", "did appear", "will disappear", "did disappear"])
    #expect(above.view.window == nil && below.presentedViewController == nil)
  }

  @Test("A full screen tells its presenter") func fullScreen() {
    let below = Screen(), above = Screen()
    let window = show(below)
    above.modalPresentationStyle = .fullScreen
    below.present(above, animated: false)
    #expect(below.heard == ["will appear", "did appear", "will disappear", "did disappear"])
    below.dismiss(animated: false)
    window.settle()
    #expect(below.heard.suffix(2) == ["will appear", "did appear"])
  }

  /// A panel at the bottom over a dimming view that fades beside the transition.
  final class Panel: UIPresentationController {
    let dimming = UIView()
    var heard: [String] = []
    override var frameOfPresentedViewInContainerView: CGRect {
      let bounds = containerView?.bounds ?? .zero
      return CGRect(x: 0, y: bounds.height - 200, width: bounds.width, height: 200)
    }
    override func presentationTransitionWillBegin() {
      heard.append("presenting")
      dimming.frame = containerView?.bounds ?? .zero
      dimming.alpha = 0
      containerView?.addSubview(dimming)
      presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in self.dimming.alpha = 1 })
    }
    override func presentationTransitionDidEnd(_ completed: Bool) { heard.append("presented \(completed)") }
    override func dismissalTransitionWillBegin() {
      heard.append("dismissing")
      presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in self.dimming.alpha = 0 }) {
        self.heard.append("alongside ended, cancelled \($0.isCancelled)")
      }
    }
    override func dismissalTransitionDidEnd(_ completed: Bool) { heard.append("dismissed \(completed)") }
    override func containerViewDidLayoutSubviews() { presentedView?.frame = frameOfPresentedViewInContainerView }
  }
  final class SlideAnimator: UIViewControllerAnimatedTransitioning {
    var completes = true
    var ended: Bool?
    func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 0.3 }
    func animateTransition(using context: any UIViewControllerContextTransitioning) {
      guard let view = context.view(forKey: .to), let presented = context.viewController(forKey: .to) else {
        let view = context.view(forKey: .from)
        UIView.animate(withDuration: 0.3) {
          view?.alpha = 0
        } completion: { _ in
          context.completeTransition(true)
        }
        return
      }
      view.frame = context.finalFrame(for: presented)
      view.alpha = 0
      context.containerView.addSubview(view)
      UIView.animate(withDuration: 0.3) {
        view.alpha = 1
      } completion: { [completes] _ in
        context.completeTransition(completes)
      }
    }
    func animationEnded(_ transitionCompleted: Bool) { ended = transitionCompleted }
  }
  final class Transitions: UIViewControllerTransitioningDelegate {
    weak var panel: Panel?
    let animator = SlideAnimator()
    func presentationController(
      forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? {
      let made = Panel(presentedViewController: presented, presenting: presenting)
      panel = made
      return made
    }
    func animationController(
      forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
    func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)? {
      animator
    }
  }

  @Test("A delegate's presentation controller and animator are asked, and what runs beside them moves with them")
  func custom() throws {
    let below = Screen(), above = Screen()
    let window = show(below)
    let transitions = Transitions()
    above.modalPresentationStyle = .custom
    above.transitioningDelegate = transitions
    below.present(above, animated: true)
    let panel = try #require(transitions.panel)
    #expect(above.presentationController === panel && panel.heard == ["presenting"])
    #expect(above.view.frame == CGRect(x: 0, y: 467, width: 375, height: 200))
    window.advance(by: 0.15)
    #expect(abs((panel.dimming.layer.presentation()?.opacity ?? 0) - 0.5) < 0.1)
    #expect(abs((above.view.layer.presentation()?.opacity ?? 0) - 0.5) < 0.1)
    window.advance(by: 0.2)
    #expect(panel.heard == ["presenting", "presented true"] && transitions.animator.ended == true)
    window.resize(to: CGSize(width: 667, height: 375))
    #expect(above.view.frame == CGRect(x: 0, y: 175, width: 667, height: 200))
    above.dismiss(animated: true)
    window.advance(by: 0.35)
    #expect(
      panel.heard == [
        "presenting", "presented true", "dismissing", "dismissed true", "alongside ended, cancelled false",
      ])
    #expect(above.view.window == nil && panel.dimming.window == nil)
  }

  @Test("A transition that is not completed is taken back") func cancelled() {
    let below = Screen(), above = Screen()
    let window = show(below)
    let transitions = Transitions()
    transitions.animator.completes = false
    above.modalPresentationStyle = .custom
    above.transitioningDelegate = transitions
    below.present(above, animated: true)
    window.advance(by: 0.4)
    #expect(below.presentedViewController == nil && above.view.window == nil)
    #expect(above.heard == ["will appear", "will disappear", "did disappear"])
  }

  @Test("Presented controllers are freed with their presentation") func memory() {
    weak var freed: Screen?
    let below = Screen()
    let window = show(below)
    do {
      let above = Screen()
      freed = above
      below.present(above, animated: true)
      window.advance(by: 0.6)
      below.dismiss(animated: true)
      window.advance(by: 0.6)
    }
    #expect(freed == nil)
  }
}

@Suite("The properties pass") struct PropertiesTests {
  final class Counter: UIView {
    var heard: [String] = []
    override func updateProperties() { heard.append("properties") }
    override func layoutSubviews() {
      super.layoutSubviews()
      heard.append("layout")
    }
  }
  final class Screen: UIViewController {
    let counter = Counter(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    var passes = 0
    override func viewDidLoad() { view.addSubview(counter) }
    override func updateProperties() { passes += 1 }
  }

  @Test("Views and controllers are asked once when they come, before they are laid out, and again where they ask")
  func pass() {
    let screen = Screen()
    let window = show(screen)
    #expect(screen.passes == 1)
    #expect(screen.counter.heard == ["properties", "layout"])
    screen.counter.heard = []
    screen.counter.setNeedsUpdateProperties()
    screen.counter.setNeedsUpdateProperties()
    window.settle()
    #expect(screen.counter.heard == ["properties"])
    screen.setNeedsUpdateProperties()
    screen.updatePropertiesIfNeeded()
    #expect(screen.passes == 2)
    window.settle()
    #expect(screen.passes == 2)
  }
}

@Suite("Windows of two tests that take turns") struct TurnsTests {
  @Test("A block belongs to the window of its own task", arguments: 0..<2) func turns(number: Int) async {
    let controller = UIViewController()
    let box = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    controller.view.addSubview(box)
    let window = show(controller)
    for _ in 0..<20 {
      await Task.yield()
      let target = box.frame.minX + 10
      UIView.animate(withDuration: 1) { box.frame.origin.x = target }
      await Task.yield()
      window.advance(by: 0.5)
      await Task.yield()
      let shown = box.layer.presentation()?.frame.minX ?? -1
      #expect(shown > target - 10 && shown < target)
      #expect(CACurrentMediaTime() == window.time)
      window.advance(by: 0.6)
    }
  }
}

/// On the plainest device, whose numbers can be worked out by hand.
func show(_ controller: UIViewController) -> UIWindow {
  let window = UIWindow(screen: UIScreen(device: "iphone-8"))
  window.rootViewController = controller
  window.makeKeyAndVisible()
  return window
}
