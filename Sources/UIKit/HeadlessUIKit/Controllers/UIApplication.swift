import Foundation

/// The delegate of an application; nothing calls it, as a screen is shown without its application.
@MainActor public protocol UIApplicationDelegate: AnyObject {
  /// Called in UIKit when the program has started; never called here.
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

/// The application, with the properties that screens use.
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
  /// The application of the process.
  public static let shared = UIApplication()
  /// Returns the application for the key path `sharedApplication` or `shared`, and nil for any other. Code that must also compile in app extensions
  /// finds the application in this way.
  public class func value(forKeyPath path: String) -> Any? {
    ["shared", "sharedApplication"].contains(path) ? shared : nil
  }
  public weak var delegate: (any UIApplicationDelegate)?  // inert
  /// The key window as the only element; empty if there is none yet.
  public var windows: [UIWindow] { keyWindow.map { [$0] } ?? [] }
  /// The window that was last shown, or whose clock was last advanced; nil if there is none yet.
  public var keyWindow: UIWindow? { Host.current?.view(.init(0)) as? UIWindow }
  /// The scene of the key window as the only element; empty if there is none.
  public var connectedScenes: Set<UIScene> { keyWindow?.windowScene.map { [$0] } ?? [] }
  /// The rectangle of the status bar: as high as the safe area's inset at the top of the window.
  public var statusBarFrame: CGRect {
    CGRect(x: 0, y: 0, width: keyWindow?.bounds.width ?? 0, height: keyWindow?.safeAreaInsets.top ?? 0)
  }
  /// The orientation of the key window.
  public var statusBarOrientation: UIInterfaceOrientation { keyWindow?.orientation ?? .portrait }
  /// The state; always active.
  public var applicationState: State { .active }
  public var isIdleTimerDisabled = false  // inert
  public var applicationIconBadgeNumber = 0  // inert
  /// The text size that the screen's user chose.
  public var preferredContentSizeCategory: UIContentSizeCategory {
    keyWindow?.screen.traits.preferredContentSizeCategory ?? .large
  }
  /// The direction in which the screen's user reads.
  public var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    keyWindow?.screen.traits.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }
  /// Returns false: no program opens an address here.
  public func canOpenURL(_ url: URL) -> Bool { false }
  /// Opens nothing, and calls the completion with false.
  public func open(_ url: URL, options: [String: Any] = [:], completionHandler: ((Bool) -> Void)? = nil) {
    completionHandler?(false)
  }
  /// Calls a method of the target. Returns false if there is no target, or if it has no such method.
  @discardableResult
  public func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
    guard let target else { return false }
    return action.perform(on: target as AnyObject, sender: sender, event: event)
  }
  public func registerForRemoteNotifications() {}  // inert
  public func beginIgnoringInteractionEvents() { noEffect("UIApplication.beginIgnoringInteractionEvents()", .touches) }
  public func endIgnoringInteractionEvents() { noEffect("UIApplication.endIgnoringInteractionEvents()", .touches) }
  /// The address of the application's settings.
  nonisolated public static let openSettingsURLString = "app-settings:"
  /// The notification that the application is active; never posted here.
  nonisolated public static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")
  /// The notification that the application has left the screen; never posted here.
  nonisolated public static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  /// The notification that the application comes back to the screen; never posted here.
  nonisolated public static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")
  /// The notification that the application is interrupted; never posted here.
  nonisolated public static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")
  /// The notification that the application ends; never posted here.
  nonisolated public static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")
}

/// A scene of the application: a window's surroundings, not this project's document.
open class UIScene: UIResponder {
  /// The states of a scene.
  nonisolated public enum ActivationState: Int, Sendable {
    /// Not connected, in front, in front and interrupted, or out of sight.
    case unattached = -1, foregroundActive, foregroundInactive, background
  }
  /// The reasons for which a scene is connected; empty here.
  nonisolated public struct ConnectionOptions: Sendable { public init() {} }
  public weak var delegate: AnyObject?  // inert
  /// The session; kept, without effect on layout or motion.
  public var session = UISceneSession()
  /// The state; always in front.
  public var activationState: ActivationState { .foregroundActive }
}
/// A scene of the application that shows windows.
open class UIWindowScene: UIScene {
  /// The screen that the scene is on.
  public var screen = UIScreen.main
  /// The windows of the application.
  public var windows: [UIWindow] { UIApplication.shared.windows }
  /// The key window of the application.
  public var keyWindow: UIWindow? { UIApplication.shared.keyWindow }
  /// The orientation of the key window.
  public var interfaceOrientation: UIInterfaceOrientation { keyWindow?.orientation ?? .portrait }
  /// The traits of the screen.
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
  public var delegateClass: AnyClass?  // inert
  /// Makes a configuration; name and role are not kept.
  public init(name: String?, sessionRole: UISceneSession.Role) {}
}
/// The delegate of a scene of the application; nothing calls it.
@MainActor public protocol UISceneDelegate: AnyObject {}
/// The delegate of a scene of windows; nothing calls it.
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate { var window: UIWindow? { get set } }
extension UIWindowSceneDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}

/// The device, with the properties that programs use.
open class UIDevice: UIObject {
  /// The device of the process.
  public static let current = UIDevice()
  /// The kind of device that the screen belongs to.
  public var userInterfaceIdiom: UIUserInterfaceIdiom {
    UIApplication.shared.keyWindow?.screen.traits.userInterfaceIdiom ?? .phone
  }
  /// The version of the system; always 18.0.
  public var systemVersion: String { "18.0" }
  /// The name of the system; always iOS.
  public var systemName: String { "iOS" }
  /// The model; always iPhone.
  public var model: String { "iPhone" }
  /// The name that the user gave the device; always iPhone.
  public var name: String { "iPhone" }
  /// The orientation of the key window.
  public var orientation: UIInterfaceOrientation { UIApplication.shared.keyWindow?.orientation ?? .portrait }
  /// The identifier for vendor; always `nil` here.
  public var identifierForVendor: UUID? { nil }
  public var isBatteryMonitoringEnabled = false  // inert
  public func beginGeneratingDeviceOrientationNotifications() {}  // inert
  /// The notification that the device was rotated; never posted here.
  nonisolated public static let orientationDidChangeNotification = Notification.Name(
    "UIDeviceOrientationDidChangeNotification")
}

/// A generator of haptic feedback, which is silent.
open class UIFeedbackGenerator: UIObject {
  public override init() { super.init() }
  open func prepare() {}  // inert
}
/// A generator of impacts, which is silent.
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// The styles of an impact.
  nonisolated public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }
  /// Makes a generator of a style; it is silent.
  public init(style: FeedbackStyle = .medium) { super.init() }
  open func impactOccurred() {}  // inert
  open func impactOccurred(intensity: CGFloat) {}  // inert
}
/// A generator for selections, which is silent.
open class UISelectionFeedbackGenerator: UIFeedbackGenerator { open func selectionChanged() {} }
/// A generator for notifications, which is silent.
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// The kinds of notification feedback.
  nonisolated public enum FeedbackType: Int, Sendable { case success, warning, error }
  open func notificationOccurred(_ type: FeedbackType) {}  // inert
}
/// A pasteboard, which only this process sees.
open class UIPasteboard: UIObject {
  /// The general pasteboard.
  public static let general = UIPasteboard()
  /// The text on the pasteboard.
  public var string: String?
  /// The strings; kept, without effect on layout or motion.
  public var strings: [String]?
  /// The picture on the pasteboard.
  public var image: UIImage?
}

/// Settings and notifications of accessibility.
nonisolated public enum UIAccessibility {
  /// Whether the user wants less motion; always false.
  public static var isReduceMotionEnabled: Bool { false }
  /// Whether the screen is read out; always false.
  public static var isVoiceOverRunning: Bool { false }
  /// Whether the user wants bold text; always false.
  public static var isBoldTextEnabled: Bool { false }
  /// Whether the user wants no transparency; always false.
  public static var isReduceTransparencyEnabled: Bool { false }
  /// The notifications of accessibility.
  nonisolated public enum Notification: Sendable { case layoutChanged, screenChanged, announcement, pageScrolled }
  public static func post(notification: Notification, argument: Any?) {}  // inert
}

extension UIResponder {
  /// The notification that the keyboard comes; only tests post it.
  nonisolated public static let keyboardWillShowNotification = Notification.Name("UIKeyboardWillShowNotification")
  /// The notification that the keyboard is there; only tests post it.
  nonisolated public static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
  /// The notification that the keyboard goes; only tests post it.
  nonisolated public static let keyboardWillHideNotification = Notification.Name("UIKeyboardWillHideNotification")
  /// The notification that the keyboard is gone; only tests post it.
  nonisolated public static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
  /// The notification that the keyboard's rectangle changes; only tests post it.
  nonisolated public static let keyboardWillChangeFrameNotification = Notification.Name(
    "UIKeyboardWillChangeFrameNotification")
  /// The key of the keyboard's rectangle in the end.
  nonisolated public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  /// The key of the keyboard's rectangle at the start.
  nonisolated public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  /// The key of how long the keyboard's animation takes, in seconds.
  nonisolated public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
  /// The key of the keyboard's easing.
  nonisolated public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
}

extension NotificationCenter {
  /// Adds an observer, which is held weakly. Its method is called on the main actor.
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
  /// Schedules a timer that calls a method of the target, which it holds, on the main actor. It runs on the real clock, not the window's.
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
