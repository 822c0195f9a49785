import AnimationSampler
import ConstraintSolver
import FuzzTargets
import LayoutKernel
import LayoutPlugin
import ScenePlayer
import SceneModel
import Testing

@testable import HeadlessUIKit

/// A recorded window, played again, ends with the frames and shows the motion of the window itself.
@Suite("Recordings played again") struct ReplayTests {
  final class Story: UIViewController {
    let stack = UIStackView()
    let title1 = UILabel()
    let detail = UILabel()
    let badge = UIView()
    let button = UIButton(type: .system)
    var badgeTop: NSLayoutConstraint!
    override func viewDidLoad() {
      title1.text = "A title"
      detail.text = "Some longer text that may need two lines or more on a narrow screen"
      detail.numberOfLines = 0
      button.setTitle("More", for: .normal)
      button.addAction(UIAction { [unowned self] _ in detail.isHidden.toggle() }, for: .touchUpInside)
      stack.axis = .vertical
      stack.spacing = 6
      for view in [title1, detail, button] { stack.addArrangedSubview(view) }
      for view in [stack, badge] {
        view.translatesAutoresizingMaskIntoConstraints = false
        self.view.addSubview(view)
      }
      badgeTop = badge.topAnchor.constraint(equalTo: stack.bottomAnchor, constant: 10)
      NSLayoutConstraint.activate([
        stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 12),
        stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
        stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor), badgeTop,
        badge.centerXAnchor.constraint(equalTo: view.centerXAnchor), badge.widthAnchor.constraint(equalToConstant: 30),
        badge.heightAnchor.constraint(equalTo: badge.widthAnchor),
      ])
    }
  }

  /// What is done, a piece at a time; each is replayed from the beginning.
  static let pieces: [(name: String, body: (Story, UIWindow) -> Void)] = [
    ("nothing", { _, _ in }),
    ("a tap", { story, window in window.tap(story.button) }),
    (
      "a spring",
      { story, window in
        story.badgeTop.constant = 120
        UIView.animate(withDuration: 0.6, delay: 0.05, usingSpringWithDamping: 0.6, initialSpringVelocity: 0) {
          story.view.layoutIfNeeded()
        }
        window.advance(by: 0.2)
      }
    ),
    (
      "an interruption with a completion",
      { story, window in
        UIView.animate(withDuration: 0.4) {
          story.badge.transform = CGAffineTransform(translationX: 40, y: 0)
        } completion: { _ in
          story.badge.alpha = 0.3
        }
        window.advance(by: 0.15)
        UIView.animate(withDuration: 0.4) { story.badge.transform = .identity }
        window.advance(by: 0.5)
      }
    ),
    (
      "views that come and go",
      { story, window in
        let late = UILabel()
        late.text = "Late"
        story.stack.insertArrangedSubview(late, at: 1)
        window.settle()
        story.title1.removeFromSuperview()
        window.advance(by: 0.1)
      }
    ),
    ("another size", { story, window in window.resize(to: CGSize(width: 568, height: 320)) }),
    (
      "constraints that change places",
      { story, window in
        story.badgeTop.isActive = false
        story.badge.bottomAnchor.constraint(equalTo: story.view.bottomAnchor, constant: -8).isActive = true
        story.title1.text = "Another, much longer title that is cut"
        window.advance(by: 0.3)
      }
    ),
    (
      "a screen above",
      { story, window in
        let next = UIViewController()
        next.view.backgroundColor = .red
        story.present(next, animated: true)
        window.advance(by: 0.2)
      }
    ),
  ]

  @Test("Frames and motion come again", arguments: 0..<8)
  func comesAgain(count: Int) throws {
    let story = Story()
    let window = show(story)
    for piece in Self.pieces[...count] { piece.body(story, window) }
    window.settle()
    let scene = Scene(recording: window)
    var playback = try Playback(of: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    try playback.finish()
    let player = playback.performer
    let host = try #require(window.host)
    #expect(abs(player.layers.now - (host.player?.layers.now ?? -1)) < 1e-9)
    for view in host.allViews {
      let (again, before) = (player.kernel.frame(of: view.item), host.kernel.frame(of: view.item))
      #expect(again == before, "\(Self.pieces[count].name): \(view) \(again) \(before)")
      for key in ["position", "opacity", "transform"] {
        let shown = player.layer(of: view.item).flatMap { player.layers.presentation($0, key) }
        let wanted = host.player?.layer(of: view.item).flatMap { host.player?.layers.presentation($0, key) }
        #expect(shown == wanted, "\(Self.pieces[count].name): \(key) of \(view)")
      }
    }
  }

  /// Each was a difference between a generated program and its recording.
  private static let programs: [(name: String, body: (UIView, UIStackView, UIWindow) -> Void)] = [
    (
      "a layer that comes while a stack still shows what a block hides",
      { view, stack, window in
        UIView.animate(withDuration: 1) { stack.arrangedSubviews[0].isHidden = true }
        window.advance(by: 0.25)
        view.layer.addSublayer(CALayer())
        window.advance(by: 0.25)
      }
    ),
    (
      "a view that a block hides, shown and hidden again in one turn",
      { _, stack, window in
        UIView.animate(withDuration: 1) { stack.arrangedSubviews[0].isHidden = true }
        window.advance(by: 0.25)
        stack.arrangedSubviews[0].isHidden = false
        stack.arrangedSubviews[0].isHidden = true
        window.advance(by: 0.25)
      }
    ),
    (
      "keyframes with the value that a view has",
      { view, _, window in
        UIView.animate(withDuration: 1) { view.alpha = 0.5 }
        window.advance(by: 0.25)
        UIView.animateKeyframes(withDuration: 1, delay: 0) {
          UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.alpha = 0.5 }
        }
        window.advance(by: 0.5)
      }
    ),
    (
      "changes of a running animator after one outside of it",
      { view, _, window in
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0.25 }
        animator.startAnimation()
        window.advance(by: 0.25)
        view.frame.origin.x = 100
        animator.addAnimations { view.frame.size.height = 30 }
        window.advance(by: 0.25)
      }
    ),
    (
      "a view of a stack that a block hides and that is hidden already",
      { _, stack, window in
        stack.arrangedSubviews[0].isHidden = true
        window.advance(by: 0.25)
        UIView.animate(withDuration: 0.3) {
          stack.frame.size.height = 55.3
          stack.arrangedSubviews[0].isHidden = true
          stack.frame.size.height = 133.7
          stack.layoutIfNeeded()
        }
        window.advance(by: 0.25)
      }
    ),
  ]

  @Test("Programs that once came back otherwise", arguments: 0..<5) func programs(number: Int) throws {
    let (name, body) = Self.programs[number]
    let screen = UIViewController()
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 60, height: 40))
    let stack = UIStackView(frame: CGRect(x: 0, y: 300, width: 100, height: 90))
    (stack.axis, stack.distribution) = (.vertical, .fillEqually)
    for _ in 0..<2 { stack.addArrangedSubview(UIView()) }
    screen.view.addSubview(view)
    screen.view.addSubview(stack)
    let window = show(screen)
    body(view, stack, window)
    window.advance(by: 1)
    let trial = RecordingTrial(window, recorded: Scene(recording: window))
    #expect(try trial.difference(on: .layoutlab.withAnimationSampler) == nil, "\(name)")
  }

  @Test("Text and back, a recording is the same") func text() throws {
    let story = Story()
    let window = show(story)
    for piece in Self.pieces { piece.body(story, window) }
    let scene = Scene(recording: window)
    #expect(try Scene(text: scene.text) == scene)
  }

  @Test("Views that come in one block cost what they are, and not each the whole tree") func viewsOfOneBlock() {
    func work(_ count: Int) -> Int {
      let window = UIWindow(screen: UIScreen(device: "iphone-8"))
      window.makeKeyAndVisible()
      window.advance(by: 0)
      guard let player = window.player else { return 0 }
      let before = player.workDone
      UIView.animate(withDuration: 1) {
        for y in 0..<count { window.addSubview(UIView(frame: CGRect(x: 0, y: y, width: 1, height: 1))) }
      }
      return player.workDone - before
    }
    #expect(work(100) >= 100)
    #expect(work(200) < 3 * work(100), "quadratic would be four times")
  }
}
