import Foundation

@MainActor public protocol UIApplicationDelegate: AnyObject {
  /// Never called here.
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The window; nothing here reads it.
  var window: UIWindow? { get set }
}
extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}

/// The application as far as screens ask for it.
open class UIApplication: UIResponder {
  /// The keys of launch options.
  nonisolated public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  /// The states of an application.
  nonisolated public enum State: Int, Sendable { case active, inactive, background }
  /// The keys of options for opening addresses.
  nonisolated public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  /// UIKit's `UIApplication.shared`.
  public static let shared = UIApplication()
  /// The application by name, as libraries ask for it that may not name it in extensions; no other value is known by a path.
  public class func value(forKeyPath path: String) -> Any? {
    ["shared", "sharedApplication"].contains(path) ? shared : nil
  }
  /// The delegate.
  public weak var delegate: (any UIApplicationDelegate)?
  /// The windows, as in UIKit.
  public var windows: [UIWindow] { keyWindow.map { [$0] } ?? [] }
  /// The key window, as in UIKit.
  public var keyWindow: UIWindow? { Host.current?.view(.init(0)) as? UIWindow }
  /// The connected scenes, as in UIKit.
  public var connectedScenes: Set<UIScene> { keyWindow?.windowScene.map { [$0] } ?? [] }
  /// The status bar frame, as in UIKit.
  public var statusBarFrame: CGRect {
    CGRect(x: 0, y: 0, width: keyWindow?.bounds.width ?? 0, height: keyWindow?.safeAreaInsets.top ?? 0)
  }
  /// The status bar orientation, as in UIKit.
  public var statusBarOrientation: UIInterfaceOrientation { .portrait }
  /// The application state, as in UIKit.
  public var applicationState: State { .active }
  /// Whether it is idle timer disabled; kept, without effect on layout or motion.
  public var isIdleTimerDisabled = false
  /// The application icon badge number; kept, without effect on layout or motion.
  public var applicationIconBadgeNumber = 0
  /// The preferred content size category, as in UIKit.
  public var preferredContentSizeCategory: UIContentSizeCategory {
    keyWindow?.screen.traits.preferredContentSizeCategory ?? .large
  }
  /// The user interface layout direction, as in UIKit.
  public var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    keyWindow?.screen.traits.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }
  /// Returns `false` here.
  public func canOpenURL(_ url: URL) -> Bool { false }
  /// Does what UIKit's `open(_:options:completionHandler:)` does.
  public func open(_ url: URL, options: [String: Any] = [:], completionHandler: ((Bool) -> Void)? = nil) {
    completionHandler?(false)
  }
  /// Does what UIKit's `sendAction(_:to:from:for:)` does.
  @discardableResult
  public func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
    guard let target else { return false }
    return action.perform(on: target as AnyObject, sender: sender, event: event)
  }
  /// Accepted, and does nothing here.
  public func registerForRemoteNotifications() {}
  /// Accepted, and does nothing here.
  public func beginIgnoringInteractionEvents() {}
  /// Accepted, and does nothing here.
  public func endIgnoringInteractionEvents() {}
  /// UIKit's `UIApplication.openSettingsURLString`.
  nonisolated public static let openSettingsURLString = "app-settings:"
  /// UIKit's `UIApplication.didBecomeActiveNotification`.
  nonisolated public static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")
  /// UIKit's `UIApplication.didEnterBackgroundNotification`.
  nonisolated public static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  /// UIKit's `UIApplication.willEnterForegroundNotification`.
  nonisolated public static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")
  /// UIKit's `UIApplication.willResignActiveNotification`.
  nonisolated public static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")
  /// UIKit's `UIApplication.willTerminateNotification`.
  nonisolated public static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")
}

/// A scene of the application: a window's surroundings, not this project's document.
open class UIScene: UIResponder {
  /// The states of a scene.
  nonisolated public enum ActivationState: Int, Sendable {
    /// UIKit's cases of these names.
    case unattached = -1, foregroundActive, foregroundInactive, background
  }
  /// The reasons for which a scene is connected; empty here.
  nonisolated public struct ConnectionOptions: Sendable { public init() {} }
  /// The delegate.
  public weak var delegate: AnyObject?
  /// The session; kept, without effect on layout or motion.
  public var session = UISceneSession()
  /// The activation state, as in UIKit.
  public var activationState: ActivationState { .foregroundActive }
}
/// The scene of windows.
open class UIWindowScene: UIScene {
  /// The screen, as in UIKit.
  public var screen = UIScreen.main
  /// The windows, as in UIKit.
  public var windows: [UIWindow] { UIApplication.shared.windows }
  /// The key window, as in UIKit.
  public var keyWindow: UIWindow? { UIApplication.shared.keyWindow }
  /// The interface orientation, as in UIKit.
  public var interfaceOrientation: UIInterfaceOrientation { .portrait }
  /// The trait collection, as in UIKit.
  public var traitCollection: UITraitCollection { screen.traits }
}
/// The session of a scene.
open class UISceneSession: UIObject {
  /// The roles of a scene session.
  nonisolated public struct Role: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  /// The role; kept, without effect on layout or motion.
  public var role = Role(rawValue: "UIWindowSceneSessionRoleApplication")
}
/// The configuration of a scene.
open class UISceneConfiguration: UIObject {
  /// The delegate class; kept, without effect on layout or motion.
  public var delegateClass: AnyClass?
  /// Makes one as UIKit does.
  public init(name: String?, sessionRole: UISceneSession.Role) {}
}
@MainActor public protocol UISceneDelegate: AnyObject {}
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate { var window: UIWindow? { get set } }
extension UIWindowSceneDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}

/// The device, as far as programs ask for it.
open class UIDevice: UIObject {
  /// UIKit's `UIDevice.current`.
  public static let current = UIDevice()
  /// The user interface idiom, as in UIKit.
  public var userInterfaceIdiom: UIUserInterfaceIdiom {
    UIApplication.shared.keyWindow?.screen.traits.userInterfaceIdiom ?? .phone
  }
  /// The system version, as in UIKit.
  public var systemVersion: String { "18.0" }
  /// The system name, as in UIKit.
  public var systemName: String { "iOS" }
  /// The model, as in UIKit.
  public var model: String { "iPhone" }
  /// The name, as in UIKit.
  public var name: String { "iPhone" }
  /// The orientation, as in UIKit.
  public var orientation: UIInterfaceOrientation { .portrait }
  /// The identifier for vendor; always `nil` here.
  public var identifierForVendor: UUID? { nil }
  /// Whether battery monitoring is enabled; kept, without effect on layout or motion.
  public var isBatteryMonitoringEnabled = false
  /// Accepted, and does nothing here.
  public func beginGeneratingDeviceOrientationNotifications() {}
  /// UIKit's `UIDevice.orientationDidChangeNotification`.
  nonisolated public static let orientationDidChangeNotification = Notification.Name(
    "UIDeviceOrientationDidChangeNotification")
}

/// A generator of haptic feedback, which is silent.
open class UIFeedbackGenerator: UIObject {
  public override init() { super.init() }
  /// Called as by UIKit; does nothing by itself.
  open func prepare() {}
}
/// A generator of impacts, which is silent.
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// The styles of an impact.
  nonisolated public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }
  /// Makes one as UIKit does.
  public init(style: FeedbackStyle = .medium) { super.init() }
  /// Accepted, and does nothing here.
  open func impactOccurred() {}
  /// Accepted, and does nothing here.
  open func impactOccurred(intensity: CGFloat) {}
}
/// A generator for selections, which is silent.
open class UISelectionFeedbackGenerator: UIFeedbackGenerator { open func selectionChanged() {} }
/// A generator for notifications, which is silent.
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// The kinds of notification feedback.
  nonisolated public enum FeedbackType: Int, Sendable { case success, warning, error }
  /// Accepted, and does nothing here.
  open func notificationOccurred(_ type: FeedbackType) {}
}
/// A pasteboard of the process.
open class UIPasteboard: UIObject {
  /// UIKit's `UIPasteboard.general`.
  public static let general = UIPasteboard()
  /// The string.
  public var string: String?
  /// The strings; kept, without effect on layout or motion.
  public var strings: [String]?
  /// The image.
  public var image: UIImage?
}

/// Settings and notifications of accessibility.
nonisolated public enum UIAccessibility {
  /// Whether reduce motion is enabled; always `false` here.
  public static var isReduceMotionEnabled: Bool { false }
  /// Whether it is voice over running; always `false` here.
  public static var isVoiceOverRunning: Bool { false }
  /// Whether bold text is enabled; always `false` here.
  public static var isBoldTextEnabled: Bool { false }
  /// Whether reduce transparency is enabled; always `false` here.
  public static var isReduceTransparencyEnabled: Bool { false }
  /// The notifications of accessibility.
  nonisolated public enum Notification: Sendable { case layoutChanged, screenChanged, announcement, pageScrolled }
  /// Accepted, and does nothing here.
  public static func post(notification: Notification, argument: Any?) {}
}

extension UIResponder {
  /// UIKit's `UIResponder.keyboardWillShowNotification`.
  nonisolated public static let keyboardWillShowNotification = Notification.Name("UIKeyboardWillShowNotification")
  /// UIKit's `UIResponder.keyboardDidShowNotification`.
  nonisolated public static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
  /// UIKit's `UIResponder.keyboardWillHideNotification`.
  nonisolated public static let keyboardWillHideNotification = Notification.Name("UIKeyboardWillHideNotification")
  /// UIKit's `UIResponder.keyboardDidHideNotification`.
  nonisolated public static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
  /// UIKit's `UIResponder.keyboardWillChangeFrameNotification`.
  nonisolated public static let keyboardWillChangeFrameNotification = Notification.Name(
    "UIKeyboardWillChangeFrameNotification")
  /// UIKit's `UIResponder.keyboardFrameEndUserInfoKey`.
  nonisolated public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  /// UIKit's `UIResponder.keyboardFrameBeginUserInfoKey`.
  nonisolated public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  /// UIKit's `UIResponder.keyboardAnimationDurationUserInfoKey`.
  nonisolated public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
  /// UIKit's `UIResponder.keyboardAnimationCurveUserInfoKey`.
  nonisolated public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
}

extension NotificationCenter {
  /// The observer is held weakly, and its method called on the main actor.
  public func addObserver(_ observer: Any, selector: Selector, name: Notification.Name?, object: Any?) {
    let box = UncheckedBox(WeakObject(observer as AnyObject))
    _ = addObserver(forName: name, object: object, queue: nil) { notification in
      let sent = UncheckedBox(notification)
      MainActor.assumeIsolated { if let target = box.value.object { selector.perform(on: target, sender: sent.value) } }
    }
  }
}
nonisolated final class WeakObject {
  weak var object: AnyObject?
  init(_ object: AnyObject) { self.object = object }
}
extension Timer {
  /// Does what UIKit's `scheduledTimer(timeInterval:target:selector:userInfo:repeats:)` does.
  @discardableResult
  public static func scheduledTimer(
    timeInterval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
  ) -> Timer {
    let box = UncheckedBox(target as AnyObject)
    return scheduledTimer(withTimeInterval: timeInterval, repeats: repeats) { timer in
      let sent = UncheckedBox(timer)
      MainActor.assumeIsolated { _ = selector.perform(on: box.value, sender: sent.value) }
    }
  }
}
