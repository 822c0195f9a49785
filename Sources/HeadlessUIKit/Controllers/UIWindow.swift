import Foundation
import SceneModel

/// A screen of a device: size, scale, safe area and traits come from the table of devices.
open class UIScreen: UIObject {
  let device: Device
  /// The traits that the screen gives its windows.
  public var traits: UITraitCollection
  /// The rectangle of the screen at the origin, in points.
  public let bounds: CGRect
  /// The rectangle of the screen at the origin, in pixels.
  public var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
  }
  /// The pixels in a point.
  public var scale: CGFloat { CGFloat(device.scale) }
  /// The pixels in a point; the same as `scale`.
  public var nativeScale: CGFloat { scale }
  /// The brightness, from 0 to 1; kept, without effect.
  public var brightness: CGFloat = 0.5
  /// The frames a second that display links see: 60.
  public var maximumFramesPerSecond: Int { 60 }
  /// The traits that the screen gives its windows.
  public var traitCollection: UITraitCollection { traits }

  /// The screen of the window that was shown or driven last; before there is one, that of an iPhone 8, the plainest.
  public static var main: UIScreen {
    preferred ?? (Host.current?.view(.root) as? UIWindow)?.screen ?? fallback
  }
  nonisolated static let plainest = "iphone-8"
  private static let fallback = UIScreen(device: plainest)
  @TaskLocal static var preferred: UIScreen?
  /// Makes a screen the main one of everything that runs inside.
  public static func showing(_ screen: UIScreen, _ body: () -> Void) { $preferred.withValue(screen) { body() } }

  /// A screen of a device, in portrait.
  ///
  /// - Parameters:
  ///   - name: a name of the device table (`Device.all`), such as `iphone-14-pro`; any other ends the process with a message.
  ///   - isRightToLeft: whether the user's language runs from right to left.
  ///   - contentSizeCategory: the text size that the user chose.
  public init(
    device name: String, isRightToLeft: Bool = false, contentSizeCategory: UIContentSizeCategory = .large
  ) {
    guard let device = Device.named(name) else {
      raise("there is no device \"\(name)\"; known are \(Device.all.map(\.name).joined(separator: ", "))")
    }
    self.device = device
    bounds = CGRect(origin: .zero, size: CGSize(device.size))
    traits = UITraitCollection()
    traits.displayScale = CGFloat(device.scale)
    traits.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    traits.preferredContentSizeCategory = contentSizeCategory
    if name.hasPrefix("ipad") { (traits.userInterfaceIdiom, traits.horizontalSizeClass) = (.pad, .regular) }
    super.init()
  }
}

/// The root of a tree on a screen, with a clock and a finger of its own: what tests drive.
open class UIWindow: UIView {
  /// The level of a window among windows.
  nonisolated public struct Level: RawRepresentable, Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// The levels of an app's window, of the status bar and of alerts, from back to front.
    public static let normal = Level(rawValue: 0), statusBar = Level(rawValue: 1000), alert = Level(rawValue: 2000)
  }
  /// The screen that the window is on.
  public var screen: UIScreen
  /// The scene of the window; nil: none.
  public weak var windowScene: UIWindowScene?
  /// The window level; kept, without effect on layout or motion.
  public var windowLevel = Level.normal
  /// Whether the window was made key.
  public internal(set) var isKeyWindow = false
  /// Whether the window can be the key one; true, unless a subclass says otherwise. Nothing here asks for it.
  open var canBecomeKey: Bool { true }
  /// The controller whose view fills the window; setting it shows it at once, if the window is visible.
  public var rootViewController: UIViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      oldValue?.viewIfLoaded?.removeFromSuperview()
      if isShown { showRoot() }
    }
  }
  private var isShown = false
  private var finger: UITouch?
  private var fingerEvent = UIEvent()
  private var recognizers: [UIGestureRecognizer] = []

  /// A window that fills a screen.
  public init(screen: UIScreen) {
    self.screen = screen
    super.init(frame: screen.bounds)
  }
  public override init(frame: CGRect) {
    screen = .main
    super.init(frame: frame)
  }
  /// Makes a window that fills the scene's screen.
  public convenience init(windowScene: UIWindowScene) {
    self.init(screen: windowScene.screen)
    self.windowScene = windowScene
  }
  /// Makes a window that fills the main screen.
  public convenience init() { self.init(frame: UIScreen.main.bounds) }
  public required init?(coder: NSCoder) { nil }

  /// Unsafe where the screen is, as far as the window fills it.
  var deviceInsets: Insets { bounds.size == screen.bounds.size ? screen.device.safeArea : .zero }

  /// Makes the window the key one; others stay as they are.
  public func makeKey() { isKeyWindow = true }
  /// Makes the window the key one and shows it: the root controller's view is loaded, laid out, and told that it has come.
  public func makeKeyAndVisible() {
    isKeyWindow = true
    isHidden = false
    guard !isShown else { return }
    isShown = true
    showRoot()
    if host == nil { _ = Host(root: self, screen: screen, isWindow: true) }
    settle()
  }

  private func showRoot() {
    guard let controller = rootViewController else { return }
    let view: UIView = controller.view
    view.frame = bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    controller.beginAppearing(animated: false)
    insertSubview(view, at: 0)
    if host == nil { _ = Host(root: self, screen: screen, isWindow: true) }
    controller.finishAppearing(animated: false)
  }

  @discardableResult override func hosted() -> Host {
    if let host { return host }
    return Host(root: self, screen: screen, isWindow: true)
  }

  /// Ends the turn: what is pending is laid out and committed.
  public func settle() { hosted().advance(by: 0) }

  /// Ends the turn, and lets virtual seconds pass: animations run, and completions, timers and delegates are called.
  public func advance(by seconds: TimeInterval) { hosted().advance(by: seconds) }

  /// Virtual seconds since the window was shown.
  public var time: TimeInterval { host?.player?.layers.now ?? 0 }

  /// Turns the device, or gives the window another size.
  public func resize(to size: CGSize) {
    let host = hosted()
    rootViewController?.viewWillTransition(to: size, with: UIViewControllerTransitionCoordinator())
    host.perform(.resize(size.model))
    settle()
  }

  // MARK: A finger

  /// A finger comes down at a point of the window. One at a time.
  public func touch(at point: CGPoint) {
    settle()
    guard finger == nil, let view = hitTest(point, with: nil) else { return }
    let touch = UITouch()
    (touch.view, touch.window, touch.point, touch.lastPoint) = (view, self, point, point)
    touch.timestamp = time
    finger = touch
    fingerEvent = UIEvent()
    fingerEvent.allTouches = [touch]
    recognizers = []
    var next: UIView? = view
    while let present = next {
      recognizers += present.gestureRecognizers ?? []
      next = present.superview
    }
    view.touchesBegan([touch], with: fingerEvent)
    for recognizer in recognizers { recognizer.down(touch, fingerEvent) }
    quietOthers()
  }
  /// The finger moves to a point of the window; a finger that is not down does nothing.
  public func move(to point: CGPoint) {
    guard let finger else { return }
    (finger.lastPoint, finger.point, finger.phase) = (finger.point, point, .moved)
    finger.view?.touchesMoved([finger], with: fingerEvent)
    for recognizer in recognizers { recognizer.move(fingerEvent) }
    quietOthers()
  }
  /// The finger moves by a distance, in points.
  public func drag(by delta: CGVector) {
    guard let finger else { return }
    move(to: CGPoint(x: finger.point.x + delta.dx, y: finger.point.y + delta.dy))
  }
  /// The finger is lifted; what it has tapped, dragged or swiped is told.
  public func release() {
    guard let finger else { return }
    finger.phase = .ended
    let isTaken = recognizers.contains { $0.isActive && $0.cancelsTouchesInView }
    for recognizer in recognizers { recognizer.up(fingerEvent) }
    if isTaken {
      finger.view?.touchesCancelled([finger], with: fingerEvent)
    } else {
      finger.view?.touchesEnded([finger], with: fingerEvent)
    }
    self.finger = nil
    recognizers = []
    settle()
  }
  /// The first to begin takes the finger; others go on only where a delegate says so.
  private func quietOthers() {
    guard let winner = recognizers.first(where: \.isActive) else { return }
    if winner.cancelsTouchesInView, let finger, (finger.view as? UIControl)?.isTracking == true {
      finger.view?.touchesCancelled([finger], with: fingerEvent)
    }
    recognizers.removeAll { other in
      guard other !== winner else { return false }
      let together =
        (winner.delegate?.gestureRecognizer(winner, shouldRecognizeSimultaneouslyWith: other) ?? false)
        || (other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: winner) ?? false)
      if together { return false }
      other.cancel(fingerEvent)
      return true
    }
  }

  /// The finger taps the middle of a view.
  public func tap(_ view: UIView) {
    touch(view)
    release()
  }
  /// A finger comes down in the middle of a view.
  public func touch(_ view: UIView) {
    settle()
    touch(at: convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), from: view))
  }

  /// The conflicts so far, with a line for each constraint; the broken one is marked.
  public var conflicts: [String] { hosted().conflictTexts }
}
