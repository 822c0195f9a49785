import AnimationSampler
import ConstraintSolver
import LayoutKernel
import ScenePlayer
import SceneModel
import Testing

@testable import HeadlessUIKit

/// Animations as they are written rightly: of none of them is a trap told.
@Suite("No trap is told of correct code", .serialized)
struct CorrectListingsTests {
  final class Screen: UIViewController {
    let card = UIView()
    let below = UIView()
    let label = UILabel()
    let stack = UIStackView()
    let box = UIView(frame: CGRect(x: 20, y: 400, width: 50, height: 50))
    let gradient = CAGradientLayer()
    var top: NSLayoutConstraint!
    var height: NSLayoutConstraint!
    var tall: NSLayoutConstraint!
    var turned = false

    override func viewDidLoad() {
      for view in [card, below, stack] {
        view.translatesAutoresizingMaskIntoConstraints = false
        self.view.addSubview(view)
      }
      view.addSubview(box)
      label.text = "A label"
      label.translatesAutoresizingMaskIntoConstraints = false
      card.addSubview(label)
      stack.axis = .vertical
      for _ in 0..<3 {
        let row = UIView()
        row.heightAnchor.constraint(equalToConstant: 20).isActive = true
        stack.addArrangedSubview(row)
      }
      card.layer.addSublayer(gradient)
      top = card.topAnchor.constraint(equalTo: view.topAnchor, constant: 40)
      height = card.heightAnchor.constraint(equalToConstant: 80)
      tall = card.heightAnchor.constraint(equalToConstant: 160)
      NSLayoutConstraint.activate([
        top, height, card.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
        card.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),
        label.centerXAnchor.constraint(equalTo: card.centerXAnchor),
        label.centerYAnchor.constraint(equalTo: card.centerYAnchor),
        stack.topAnchor.constraint(equalTo: card.bottomAnchor, constant: 10),
        stack.leadingAnchor.constraint(equalTo: card.leadingAnchor),
        stack.trailingAnchor.constraint(equalTo: card.trailingAnchor),
        below.topAnchor.constraint(equalTo: stack.bottomAnchor, constant: 10),
        below.leadingAnchor.constraint(equalTo: card.leadingAnchor),
        below.widthAnchor.constraint(equalToConstant: 40), below.heightAnchor.constraint(equalToConstant: 40),
      ])
    }
    override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      gradient.frame = card.bounds
      CATransaction.commit()
    }
    override func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
      super.viewWillTransition(to: size, with: coordinator)
      coordinator.animate(alongsideTransition: { _ in self.box.alpha = 0.5 }, completion: { _ in self.turned = true })
    }
  }

  private static let listings: [(name: String, body: (Screen, UIWindow) -> Void)] = [
    (
      "a constant, laid out from the root view",
      { screen, _ in
        screen.view.layoutIfNeeded()
        screen.height.constant = 140
        UIView.animate(withDuration: 0.3) { screen.view.layoutIfNeeded() }
      }
    ),
    (
      "a constant inside the block",
      { screen, _ in
        UIView.animate(
          withDuration: 0.5, delay: 0, usingSpringWithDamping: 0.7, initialSpringVelocity: 0.2, options: []
        ) {
          screen.top.constant = 90
          screen.view.layoutIfNeeded()
        } completion: { _ in
          screen.label.text = "There"
        }
      }
    ),
    (
      "a view that fades in",
      { screen, window in
        let toast = UILabel(frame: CGRect(x: 20, y: 500, width: 200, height: 40))
        toast.text = "Saved"
        toast.alpha = 0
        screen.view.addSubview(toast)
        UIView.animate(withDuration: 0.25) {
          toast.alpha = 1
        } completion: { _ in
          UIView.animate(withDuration: 0.25, delay: 1) {
            toast.alpha = 0
          } completion: { _ in
            toast.removeFromSuperview()
          }
        }
        window.advance(by: 2)
      }
    ),
    (
      "a row of a stack that goes and comes",
      { screen, window in
        for isHidden in [true, false] {
          UIView.animate(withDuration: 0.3) {
            screen.stack.arrangedSubviews[1].isHidden = isHidden
            screen.stack.arrangedSubviews[1].alpha = isHidden ? 0 : 1
            screen.view.layoutIfNeeded()
          }
          window.advance(by: 0.4)
        }
      }
    ),
    (
      "a row of a stack as Apple's page has it",
      { screen, _ in UIView.animate(withDuration: 0.25) { screen.stack.arrangedSubviews[0].isHidden = true } }
    ),
    (
      "two sets of constraints in an animator",
      { screen, window in
        let animator = UIViewPropertyAnimator(duration: 0.4, dampingRatio: 0.8) {
          screen.height.isActive = false
          screen.tall.isActive = true
          screen.view.layoutIfNeeded()
        }
        animator.addCompletion { position in if position == .end { screen.label.alpha = 0.5 } }
        animator.startAnimation()
        window.advance(by: 0.5)
      }
    ),
    (
      "a sheet that a finger drives",
      { screen, window in
        let animator = UIViewPropertyAnimator(duration: 0.5, curve: .linear) {
          screen.box.frame.origin.y = 200
        }
        animator.pauseAnimation()
        for step in 1...4 {
          animator.fractionComplete = CGFloat(step) / 10
          window.advance(by: 1 / 60)
        }
        animator.isReversed = true
        animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
        window.advance(by: 1)
      }
    ),
    (
      "an explicit animation with the model at its end",
      { screen, window in
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue, fade.duration) = (screen.box.layer.opacity, 0.25, 0.5)
        screen.box.layer.opacity = 0.25
        screen.box.layer.add(fade, forKey: "opacity")
        window.advance(by: 1)
      }
    ),
    (
      "a shake",
      { screen, window in
        let shake = CAKeyframeAnimation(keyPath: "position.x")
        shake.values = [0, 10, -10, 10, 0]
        shake.keyTimes = [0, 0.16, 0.5, 0.83, 1]
        (shake.duration, shake.isAdditive) = (0.4, true)
        screen.box.layer.add(shake, forKey: "shake")
        window.advance(by: 0.5)
      }
    ),
    (
      "a spring as long as it takes",
      { screen, window in
        let spring = CASpringAnimation(keyPath: "transform.scale")
        (spring.fromValue, spring.toValue, spring.damping) = (1, 1.5, 8)
        spring.duration = spring.settlingDuration
        screen.box.layer.setValue(1.5, forKeyPath: "transform.scale")
        screen.box.layer.add(spring, forKey: nil)
        window.advance(by: spring.settlingDuration + 0.1)
      }
    ),
    (
      "a text that dissolves into another",
      { screen, window in
        UIView.transition(with: screen.label, duration: 0.3, options: .transitionCrossDissolve) {
          screen.label.text = "Another"
        }
        window.advance(by: 0.5)
      }
    ),
    (
      "keyframes one after the other",
      { screen, window in
        UIView.animateKeyframes(withDuration: 1, delay: 0, options: .calculationModeCubic) {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { screen.box.center.x += 100 }
          UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { screen.box.center.y += 50 }
        }
        window.advance(by: 1.2)
      }
    ),
    (
      "a pulse that is ended",
      { screen, window in
        UIView.animate(withDuration: 0.5, delay: 0, options: [.repeat, .autoreverse]) { screen.box.alpha = 0.3 }
        window.advance(by: 1.2)
        screen.box.layer.removeAllAnimations()
        screen.box.alpha = 1
        window.advance(by: 0.1)
      }
    ),
    (
      "a move that is turned around where it is",
      { screen, window in
        UIView.animate(withDuration: 0.5) { screen.box.transform = CGAffineTransform(translationX: 80, y: 0) }
        window.advance(by: 0.2)
        UIView.animate(withDuration: 0.5, delay: 0, options: .beginFromCurrentState) {
          screen.box.transform = .identity
        }
        window.advance(by: 0.6)
      }
    ),
    (
      "a layer of its own that moves by itself",
      { screen, window in
        screen.gradient.opacity = 0.5
        window.advance(by: 0.1)
        CATransaction.begin()
        CATransaction.setAnimationDuration(0.6)
        CATransaction.setCompletionBlock { screen.gradient.opacity = 1 }
        screen.gradient.cornerRadius = 8
        CATransaction.commit()
        window.advance(by: 1)
      }
    ),
    (
      "a device that is turned",
      { screen, window in
        window.resize(to: CGSize(width: 667, height: 375))
        window.advance(by: 0.5)
      }
    ),
    (
      "a scroll, and a scroll in a block",
      { screen, window in
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 450, width: 200, height: 100))
        scroll.contentSize = CGSize(width: 200, height: 1000)
        screen.view.addSubview(scroll)
        scroll.setContentOffset(CGPoint(x: 0, y: 300), animated: true)
        window.advance(by: 0.5)
        UIView.animate(withDuration: 0.4) { scroll.contentOffset.y = 500 }
        window.advance(by: 0.5)
      }
    ),
    (
      "another size of a layer's shadow and border, set beside what moves",
      { screen, window in
        UIView.animate(withDuration: 0.3) {
          screen.box.layer.cornerRadius = 25
          screen.box.backgroundColor = .red
        }
        screen.box.layer.shadowOpacity = 0.5
        screen.box.layer.borderWidth = 2
        window.advance(by: 0.4)
      }
    ),
  ]

  @Test("Each of them, recorded and played", arguments: 0..<18) func isQuiet(number: Int) throws {
    let listing = Self.listings[number]
    let screen = Screen()
    let window = show(screen)
    listing.body(screen, window)
    window.advance(by: 0.5)
    let scene = try Scene(text: Scene(recording: window).text)
    var playback = try Playback(of: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    try playback.finish()
    let remarks = playback.performer.layers.lintRemarks
    #expect(remarks.isEmpty, "\(listing.name): \(remarks.map { "\($0.trap): \($0.text)" })")
    #expect(window.player?.layers.lintRemarks.isEmpty == true, "\(listing.name), while it ran")
  }

  @Test("A row that is hidden twice is told at its block, and one that is hidden once is not") func hiddenTwice() throws
  {
    let screen = Screen()
    let window = show(screen)
    for _ in 0..<2 {
      UIView.animate(withDuration: 0.2) {
        screen.stack.arrangedSubviews[1].isHidden = true
        screen.view.layoutIfNeeded()
      }
      window.advance(by: 0.1)
    }
    window.advance(by: 0.5)
    let scene = try Scene(text: Scene(recording: window).text)
    var playback = try Playback(of: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    try playback.finish()
    let remark = try #require(playback.performer.layers.lintRemarks.first)
    #expect(remark.trap == .hiddenTwice && remark.source?.file == "CorrectListingsTests.swift")
    #expect(playback.performer.layers.lintRemarks.count == 1)
  }

  @Test("A18.4: what a block hides in a stack shrinks without being asked to, and its neighbours follow") func unasked()
  {
    let screen = Screen()
    let window = show(screen)
    let rows = screen.stack.arrangedSubviews
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { rows[0].isHidden = true }
    window.advance(by: 0.5)
    #expect(rows[0].layer.presentation()?.isHidden == false)
    #expect(rows[1].layer.presentation()?.frame.minY == 10)
    window.advance(by: 0.6)
    #expect(rows[0].layer.isHidden && rows[1].frame.minY == 0)
  }
}
