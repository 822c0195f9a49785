import Foundation
import LayoutKernel
import SceneModel

/// A screen of a device: size, scale, safe area and traits come from the table of devices.
open class UIScreen: UIObject {
  let device: Device
  /// The traits that the screen gives its windows in its current orientation. Setting them updates the windows on it.
  public var traits: UITraitCollection {
    didSet { if oldValue != traits { Host.tellWindows(on: self, from: oldValue) } }
  }
  /// The screen's rectangle in points, with the origin (0, 0), in the device's present orientation.
  public private(set) var bounds: CGRect
  /// The screen's rectangle in pixels, with the origin (0, 0), in portrait.
  public var nativeBounds: CGRect {
    CGRect(
      origin: .zero, size: CGSize(width: device.size.width * device.scale, height: device.size.height * device.scale))
  }
  /// The pixels in a point.
  public var scale: CGFloat { CGFloat(device.scale) }
  /// The pixels in a point; the same as `scale`.
  public var nativeScale: CGFloat { scale }
  public var brightness: CGFloat = 0.5  // inert
  /// The frames a second that display links see: 60.
  public var maximumFramesPerSecond: Int { 60 }
  /// The traits that the screen gives its windows.
  public var traitCollection: UITraitCollection { traits }

  /// The screen of the window that was shown or advanced last. As long as there is none, it is the screen of an iPhone 8, which has neither a notch
  /// nor a home indicator. Inside `showing(_:_:)` it is the given screen.
  public static var main: UIScreen {
    preferred ?? (Host.current?.view(.root) as? UIWindow)?.screen ?? fallback
  }
  nonisolated static let plainest = "iphone-8"
  private static let fallback = UIScreen(device: plainest)
  @TaskLocal static var preferred: UIScreen?
  /// Runs a closure in which `UIScreen.main` is the given screen.
  public static func showing(_ screen: UIScreen, _ body: () -> Void) { $preferred.withValue(screen) { body() } }

  /// The names of the device table.
  nonisolated public static var deviceNames: [String] { Device.all.map(\.name) }
  /// Returns a screen of a device, in portrait; nil if there is no such device.
  public static func named(_ name: String) -> UIScreen? { Device.named(name).map { UIScreen(device: $0.name) } }

  /// Makes the screen of a device, in portrait.
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
    traits = .standard
    traits.displayScale = CGFloat(device.scale)
    traits.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    traits.preferredContentSizeCategory = contentSizeCategory
    if device.isPad { (traits.userInterfaceIdiom, traits.horizontalSizeClass) = (.pad, .regular) }
    super.init()
  }

  /// Sets the orientation of the device from the window's size. A phone in landscape has a compact height; a large phone also has a regular width
  /// there (rule L7.8).
  func hold(for size: CGSize) {
    let upright = CGSize(device.size)
    let turned = CGSize(width: upright.height, height: upright.width)
    if size == upright || size == turned { bounds = CGRect(origin: .zero, size: size) }
    traits = held(for: size)
  }
  func held(for size: CGSize) -> UITraitCollection {
    var next = traits
    if device.isPad {
      // Beside another app, a narrow window has the size class of a phone's width.
      next.horizontalSizeClass = size.width < Self.narrowestRegularWidth ? .compact : .regular
    } else if device.isPhone {
      let isOnSide = size.width > size.height
      next.verticalSizeClass = isOnSide ? .compact : .regular
      next.horizontalSizeClass = isOnSide && MarginRules.isLarge(device.size) ? .regular : .compact
    }
    return next
  }
  private static let narrowestRegularWidth: CGFloat = 640
}

/// The root of a view tree on a screen. It has a virtual clock and one finger, which tests control.
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
  /// The scene of the window; nil if there is none.
  public weak var windowScene: UIWindowScene?
  public var windowLevel = Level.normal  // inert
  /// Whether the window was ever made key. It stays true when another window is made key.
  public internal(set) var isKeyWindow = false
  /// Whether the window can be the key one; true, unless a subclass says otherwise. Never read here.
  open var canBecomeKey: Bool { true }
  /// The controller whose view fills the window; setting it shows it at once, if the window is visible.
  public var rootViewController: UIViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      if isShown { oldValue?.beginDisappearing(animated: false) }
      oldValue?.viewIfLoaded?.removeFromSuperview()
      if isShown {
        oldValue?.finishDisappearing(animated: false)
        showRoot()
      }
    }
  }
  private var isShown = false
  /// Whether the window was shown and has not been hidden since.
  private var isSeen = false
  private var finger: UITouch?
  private var fingerEvent = UIEvent()
  private var recognizers: [UIGestureRecognizer] = []

  /// Makes a window that fills a screen.
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

  /// The device's safe area insets if the window fills the screen; zero for a window of another size.
  var deviceInsets: Insets { screen.device.safeArea(ofWindow: bounds.size.model) }
  /// The traits of the screen; while a change of them is prepared, the traits before that change.
  var screenTraits: UITraitCollection { formerTraits ?? screen.traits }
  var formerTraits: UITraitCollection?

  /// Makes the window a key one. Other windows that were made key stay so.
  public func makeKey() { isKeyWindow = true }
  /// Makes the window the key one and shows it: the root controller's view is loaded and laid out, and the controller is notified that it appears.
  public func makeKeyAndVisible() {
    isKeyWindow = true
    isHidden = false
  }
  /// Whether the window is hidden; true until it is shown. Setting `false` shows it, as `makeKeyAndVisible()` does.
  open override var isHidden: Bool {
    get { !isSeen }
    set {
      isSeen = !newValue
      guard isSeen, !isShown else { return }
      isShown = true
      showRoot()
      if host == nil { _ = Host(root: self, screen: screen, isWindow: true) }
      settle()
    }
  }

  /// The orientation: landscape if the window is wider than high, and otherwise portrait.
  var orientation: UIInterfaceOrientation { bounds.width > bounds.height ? .landscapeRight : .portrait }

  private func showRoot() {
    guard let controller = rootViewController else { return }
    let view: UIView = controller.view
    view.frame = bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    controller.beginAppearing(animated: false)
    insertSubview(view, at: 0)
    let host = hosted()
    controller.announceAppearing(animated: false)
    host.afterLayout { controller.finishAppearing(animated: false) }
  }

  @discardableResult override func hosted() -> Host {
    if let host { return host }
    return Host(root: self, screen: screen, isWindow: true)
  }

  /// Ends the turn of the run loop: pending layout runs, and changes are committed.
  public func settle() { hosted().advance(by: 0) }

  /// Ends the turn of the run loop and lets virtual seconds pass: animations run, and completions, timers and delegates are called.
  public func advance(by seconds: TimeInterval) { hosted().advance(by: seconds) }

  /// Virtual seconds since the window was shown.
  public var time: TimeInterval { host?.player?.layers.now ?? 0 }

  /// Rotates the device, or gives the window another size: controllers are called first; then the size, safe area and traits are those of the new
  /// orientation.
  public func resize(to size: CGSize) {
    let host = hosted()
    let coordinator = UIViewControllerTransitionCoordinator()
    var top = rootViewController
    let turned = screen.held(for: size)
    if turned != screen.traits { top?.willTransition(to: turned, with: coordinator) }
    while let controller = top {
      controller.viewWillTransition(to: size, with: coordinator)
      top = controller.presentedViewController
    }
    screen.hold(for: size)
    frameSet = nil
    let insets = screen.device.safeArea(ofWindow: size.model)
    let hasOtherInsets = insets != deviceInsets
    // Steps that code performs in the layout pass of `.resize` are recorded before it. So the size is recorded first, as a step of its own.
    host.perform(.setProperty(item, .frame(Rect(x: 0, y: 0, width: size.model.width, height: size.model.height))))
    if hasOtherInsets { host.perform(.setProperty(item, .safeArea(insets))) }
    host.perform(.resize(size.model))
    host.marginsChanged()
    settle()
  }

  // MARK: A finger

  /// Puts a finger down at a point of the window. Does nothing if a finger is down already, or if no view at the point takes touches.
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
  /// Moves the finger to a point of the window; does nothing if no finger is down.
  public func move(to point: CGPoint) {
    guard let finger else { return }
    (finger.lastPoint, finger.point, finger.phase) = (finger.point, point, .moved)
    finger.view?.touchesMoved([finger], with: fingerEvent)
    for recognizer in recognizers { recognizer.move(fingerEvent) }
    quietOthers()
  }
  /// Moves the finger by a distance in points; does nothing if no finger is down.
  public func drag(by delta: CGVector) {
    guard let finger else { return }
    move(to: CGPoint(x: finger.point.x + delta.dx, y: finger.point.y + delta.dy))
  }
  /// Lifts the finger. The tap, drag or swipe is reported to its receivers. Does nothing if no finger is down.
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
  /// Gives the finger to the recogniser that began first, and cancels the others, except those that a delegate allows beside it.
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

  /// Taps the middle of a view.
  public func tap(_ view: UIView) {
    touch(view)
    release()
  }
  /// Puts a finger down in the middle of a view.
  public func touch(_ view: UIView) {
    settle()
    touch(at: convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), from: view))
  }

  /// The conflicts so far as text, with a line for each constraint; the broken one is marked.
  public var conflicts: [String] { hosted().conflictTexts }
}
