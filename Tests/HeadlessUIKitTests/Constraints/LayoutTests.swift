import HeadlessUIKit
import SceneModel
import Testing

@Suite("Views are laid out by their constraints")
struct LayoutTests {
  final class Card: UIView {
    let title = UILabel()
    let body = UILabel()
    let button = UIButton(type: .system)
    var heightConstraint: NSLayoutConstraint!
    var passes = 0

    override init(frame: CGRect) {
      super.init(frame: frame)
      title.text = "Title"
      body.text = "A body of several words that has to break into more than one line on a narrow screen"
      body.numberOfLines = 0
      button.setTitle("Go", for: .normal)
      for view in [title, body, button] as [UIView] {
        view.translatesAutoresizingMaskIntoConstraints = false
        addSubview(view)
      }
      NSLayoutConstraint.activate([
        title.topAnchor.constraint(equalTo: topAnchor, constant: 12),
        title.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 16),
        title.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -16),
        body.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 8),
        body.leadingAnchor.constraint(equalTo: title.leadingAnchor),
        body.trailingAnchor.constraint(equalTo: title.trailingAnchor),
        button.topAnchor.constraint(equalTo: body.bottomAnchor, constant: 8),
        button.centerXAnchor.constraint(equalTo: centerXAnchor),
        button.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -12),
      ])
    }
    required init?(coder: NSCoder) { nil }
    override func layoutSubviews() {
      super.layoutSubviews()
      passes += 1
    }
  }

  final class Screen: UIViewController {
    let card = Card()
    var calls: [String] = []
    var cardTop: NSLayoutConstraint!
    override func viewDidLoad() {
      super.viewDidLoad()
      calls.append("viewDidLoad")
      card.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(card)
      cardTop = card.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 10)
      NSLayoutConstraint.activate([
        cardTop,
        card.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
        view.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: 20),
      ])
    }
    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      calls.append("viewWillAppear")
    }
    override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      calls.append("viewDidLayoutSubviews")
    }
    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      calls.append("viewDidAppear")
    }
  }

  /// A screen that is shown with a square of 50 points in its corner: what tests of motion animate.
  static func showSquare() -> (screen: UIViewController, square: UIView, window: UIWindow) {
    let (screen, square) = (UIViewController(), UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
    screen.loadViewIfNeeded()
    screen.view.addSubview(square)
    let window = show(screen)
    window.settle()
    return (screen, square, window)
  }

  static func show(_ controller: UIViewController, on device: String = "iphone-14-pro") -> UIWindow {
    let window = UIWindow(screen: UIScreen(device: device))
    window.rootViewController = controller
    window.makeKeyAndVisible()
    return window
  }

  @Test("A screen is laid out when its window is shown, in the life cycle's order")
  func screen() {
    let screen = Screen()
    let window = Self.show(screen)
    #expect(screen.view.frame == CGRect(x: 0, y: 0, width: 393, height: 852))
    #expect(screen.card.frame.minX == 20)
    #expect(screen.card.frame.minY == 69)
    #expect(screen.card.frame.width == 353)
    #expect(screen.card.title.frame.minX == 16)
    #expect(screen.card.body.frame.width == 321)
    #expect(screen.card.body.frame.height > 2 * screen.card.title.frame.height - 2)
    #expect(abs(screen.card.button.center.x - 353.0 / 2) < 1.0 / 3)
    #expect(screen.card.frame.height == screen.card.button.frame.maxY + 12)
    #expect(screen.calls.prefix(2) == ["viewDidLoad", "viewWillAppear"])
    #expect(screen.calls.last == "viewDidAppear")
    #expect(screen.calls.contains("viewDidLayoutSubviews"))
    #expect(window.conflicts.isEmpty)
  }

  @Test("Constraint edits move nothing until the turn ends or layout is asked for")
  func edits() {
    let screen = Screen()
    let window = Self.show(screen)
    screen.cardTop.constant = 50
    #expect(screen.card.frame.minY == 69)
    screen.view.layoutIfNeeded()
    #expect(screen.card.frame.minY == 109)
    screen.card.title.text = "Another title"
    screen.card.title.isHidden = true
    window.settle()
    #expect(screen.card.title.intrinsicContentSize.width > 90)
  }

  @Test("A tree without a window is laid out, and fitted, by itself")
  func detached() {
    let card = Card()
    let fitted = card.systemLayoutSizeFitting(
      CGSize(width: 300, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    #expect(fitted.width == 300)
    #expect(fitted.height > 100)
    card.frame = CGRect(x: 0, y: 0, width: 200, height: 400)
    card.layoutIfNeeded()
    #expect(card.body.frame.width == 168)
    #expect(card.passes > 0)
    let superview = UIView(frame: CGRect(x: 0, y: 0, width: 500, height: 500))
    superview.addSubview(card)
    superview.layoutIfNeeded()
    #expect(card.frame.width == 200)
  }

  @Test("A view that goes takes the constraints of its ancestors with it, and its own stay")
  func removal() {
    let screen = Screen()
    let window = Self.show(screen)
    screen.card.removeFromSuperview()
    #expect(!screen.cardTop.isActive)
    #expect(screen.card.constraints.count == 9)
    screen.view.addSubview(screen.card)
    screen.card.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    window.settle()
    #expect(screen.card.title.frame.minX == 16)
  }

  @Test("Masks follow their superview, in a window and outside of any")
  func masks() {
    let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let inner = UIView(frame: CGRect(x: 10, y: 10, width: 80, height: 20))
    inner.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    outer.addSubview(inner)
    outer.frame.size = CGSize(width: 200, height: 300)
    #expect(inner.frame == CGRect(x: 10, y: 210, width: 180, height: 20))
    outer.layoutIfNeeded()
    outer.frame.size = CGSize(width: 100, height: 100)
    outer.layoutIfNeeded()
    #expect(inner.frame == CGRect(x: 10, y: 10, width: 80, height: 20))
  }

  @Test("Stack views arrange their views and close ranks around hidden ones")
  func stacks() {
    let stack = UIStackView()
    stack.axis = .vertical
    stack.spacing = 8
    let views = (0..<3).map { _ -> UIView in
      let view = UIView()
      view.heightAnchor.constraint(equalToConstant: 20).isActive = true
      return view
    }
    for view in views { stack.addArrangedSubview(view) }
    let controller = UIViewController()
    controller.view.addSubview(stack)
    stack.translatesAutoresizingMaskIntoConstraints = false
    stack.widthAnchor.constraint(equalToConstant: 50).isActive = true
    stack.topAnchor.constraint(equalTo: controller.view.topAnchor).isActive = true
    stack.leadingAnchor.constraint(equalTo: controller.view.leadingAnchor).isActive = true
    let window = Self.show(controller)
    #expect(stack.frame == CGRect(x: 0, y: 0, width: 50, height: 76))
    #expect(views[2].frame == CGRect(x: 0, y: 56, width: 50, height: 20))
    views[1].isHidden = true
    window.settle()
    #expect(stack.frame.height == 48)
    stack.setCustomSpacing(20, after: views[0])
    window.settle()
    #expect(stack.frame.height == 60)
    let label = UILabel()
    label.text = "Added"
    stack.insertArrangedSubview(label, at: 0)
    window.settle()
    #expect(stack.arrangedSubviews.first === label)
    #expect(label.frame.minY == 0)
    #expect(views[0].frame.minY > 20)
  }

  @Test("A conflict names the file and line of each constraint")
  func conflicts() {
    let controller = UIViewController()
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    controller.view.addSubview(view)
    view.widthAnchor.constraint(equalToConstant: 10).isActive = true
    view.widthAnchor.constraint(equalToConstant: 20).isActive = true
    let window = Self.show(controller)
    #expect(window.conflicts.count == 1)
    #expect(window.conflicts.first?.contains("LayoutTests.swift#\(#line - 4)") == true)
  }

  @Test("System spacing is a line of the lower label between baselines, and 8 points elsewhere (L6.1)")
  func systemSpacing() {
    let (upper, lower, plain) = (UILabel(), UILabel(), UIView())
    lower.font = .systemFont(ofSize: 34)
    let (first, last) = (lower.firstBaselineAnchor, upper.lastBaselineAnchor)
    let line = lower.font.lineHeight
    #expect(line > 2 * 17)
    #expect(first.constraint(equalToSystemSpacingBelow: last, multiplier: 1).constant == line)
    #expect(first.constraint(greaterThanOrEqualToSystemSpacingBelow: last, multiplier: 1.5).constant == 1.5 * line)
    #expect(first.constraint(lessThanOrEqualToSystemSpacingBelow: last, multiplier: 2).constant == 2 * line)
    #expect(lower.topAnchor.constraint(equalToSystemSpacingBelow: upper.bottomAnchor, multiplier: 1).constant == 8)
    #expect(first.constraint(equalToSystemSpacingBelow: plain.bottomAnchor, multiplier: 2).constant == 16)
  }

  @Test("Right to left mirrors leading and trailing")
  func rightToLeft() {
    let screen = Screen()
    let window = UIWindow(screen: UIScreen(device: "iphone-8", isRightToLeft: true))
    window.rootViewController = screen
    window.makeKeyAndVisible()
    screen.card.button.isHidden = true
    #expect(screen.card.title.frame.maxX == screen.card.bounds.width - 16)
  }

  @Test("Views and controllers are freed with their window")
  func memory() {
    weak var weakScreen: Screen?
    weak var weakCard: Card?
    weak var weakWindow: UIWindow?
    do {
      let screen = Screen()
      let window = Self.show(screen)
      (weakScreen, weakCard, weakWindow) = (screen, screen.card, window)
      window.advance(by: 1)
    }
    #expect(weakWindow == nil)
    #expect(weakScreen == nil)
    #expect(weakCard == nil)
  }

  @Test("A window is a scene: what is played again from it has the same frames")
  func recording() throws {
    let screen = Screen()
    let window = Self.show(screen)
    screen.cardTop.constant = 80
    UIView.animate(withDuration: 0.5) { screen.view.layoutIfNeeded() }
    window.advance(by: 0.2)
    screen.card.alpha = 0.5
    window.advance(by: 1)
    let scene = Scene(recording: window)
    let text = scene.text
    #expect(text.contains("view card @3 in"))
    #expect(text.contains("LayoutTests.swift"))
    #expect(text.contains("animate 0.5"))
    #expect(text.contains("advance 0.2"))
    let again = try Scene(text: text)
    #expect(again == scene)
  }
}
