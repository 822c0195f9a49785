import Foundation

public protocol UIApplicationDelegate: AnyObject {
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
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
  nonisolated public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  nonisolated public enum State: Int, Sendable { case active, inactive, background }
  nonisolated public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  public static let shared = UIApplication()
  /// The application by name, as libraries ask for it that may not name it in extensions; no other value is known by a path.
  public class func value(forKeyPath path: String) -> Any? {
    ["shared", "sharedApplication"].contains(path) ? shared : nil
  }
  public weak var delegate: (any UIApplicationDelegate)?
  public var windows: [UIWindow] { keyWindow.map { [$0] } ?? [] }
  public var keyWindow: UIWindow? { Host.current?.view(.init(0)) as? UIWindow }
  public var connectedScenes: Set<UIScene> { keyWindow?.windowScene.map { [$0] } ?? [] }
  public var statusBarFrame: CGRect {
    CGRect(x: 0, y: 0, width: keyWindow?.bounds.width ?? 0, height: keyWindow?.safeAreaInsets.top ?? 0)
  }
  public var statusBarOrientation: UIInterfaceOrientation { .portrait }
  public var applicationState: State { .active }
  public var isIdleTimerDisabled = false
  public var applicationIconBadgeNumber = 0
  public var preferredContentSizeCategory: UIContentSizeCategory {
    keyWindow?.screen.traits.preferredContentSizeCategory ?? .large
  }
  public var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    keyWindow?.screen.traits.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }
  public func canOpenURL(_ url: URL) -> Bool { false }
  public func open(_ url: URL, options: [String: Any] = [:], completionHandler: ((Bool) -> Void)? = nil) {
    completionHandler?(false)
  }
  @discardableResult
  public func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
    guard let target else { return false }
    return action.perform(on: target as AnyObject, sender: sender, event: event)
  }
  public func registerForRemoteNotifications() {}
  public func beginIgnoringInteractionEvents() {}
  public func endIgnoringInteractionEvents() {}
  nonisolated public static let openSettingsURLString = "app-settings:"
  nonisolated public static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")
  nonisolated public static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  nonisolated public static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")
  nonisolated public static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")
  nonisolated public static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")
}

open class UIScene: UIResponder {
  nonisolated public enum ActivationState: Int, Sendable {
    case unattached = -1, foregroundActive, foregroundInactive, background
  }
  nonisolated public struct ConnectionOptions: Sendable { public init() {} }
  public weak var delegate: AnyObject?
  public var session = UISceneSession()
  public var activationState: ActivationState { .foregroundActive }
}
open class UIWindowScene: UIScene {
  public var screen = UIScreen.main
  public var windows: [UIWindow] { UIApplication.shared.windows }
  public var keyWindow: UIWindow? { UIApplication.shared.keyWindow }
  public var interfaceOrientation: UIInterfaceOrientation { .portrait }
  public var traitCollection: UITraitCollection { screen.traits }
}
open class UISceneSession: UIObject {
  nonisolated public struct Role: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  public var role = Role(rawValue: "UIWindowSceneSessionRoleApplication")
}
open class UISceneConfiguration: UIObject {
  public var delegateClass: AnyClass?
  public init(name: String?, sessionRole: UISceneSession.Role) {}
}
public protocol UISceneDelegate: AnyObject {}
public protocol UIWindowSceneDelegate: UISceneDelegate { var window: UIWindow? { get set } }
extension UIWindowSceneDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}

open class UIDevice: UIObject {
  public static let current = UIDevice()
  public var userInterfaceIdiom: UIUserInterfaceIdiom {
    UIApplication.shared.keyWindow?.screen.traits.userInterfaceIdiom ?? .phone
  }
  public var systemVersion: String { "18.0" }
  public var systemName: String { "iOS" }
  public var model: String { "iPhone" }
  public var name: String { "iPhone" }
  public var orientation: UIInterfaceOrientation { .portrait }
  public var identifierForVendor: UUID? { nil }
  public var isBatteryMonitoringEnabled = false
  public func beginGeneratingDeviceOrientationNotifications() {}
  nonisolated public static let orientationDidChangeNotification = Notification.Name(
    "UIDeviceOrientationDidChangeNotification")
}

open class UIFeedbackGenerator: UIObject {
  public override init() { super.init() }
  open func prepare() {}
}
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  nonisolated public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }
  public init(style: FeedbackStyle = .medium) { super.init() }
  open func impactOccurred() {}
  open func impactOccurred(intensity: CGFloat) {}
}
open class UISelectionFeedbackGenerator: UIFeedbackGenerator { open func selectionChanged() {} }
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  nonisolated public enum FeedbackType: Int, Sendable { case success, warning, error }
  open func notificationOccurred(_ type: FeedbackType) {}
}
open class UIPasteboard: UIObject {
  public static let general = UIPasteboard()
  public var string: String?
  public var strings: [String]?
  public var image: UIImage?
}

nonisolated public enum UIAccessibility {
  public static var isReduceMotionEnabled: Bool { false }
  public static var isVoiceOverRunning: Bool { false }
  public static var isBoldTextEnabled: Bool { false }
  public static var isReduceTransparencyEnabled: Bool { false }
  nonisolated public enum Notification: Sendable { case layoutChanged, screenChanged, announcement, pageScrolled }
  public static func post(notification: Notification, argument: Any?) {}
}

extension UIResponder {
  nonisolated public static let keyboardWillShowNotification = Notification.Name("UIKeyboardWillShowNotification")
  nonisolated public static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
  nonisolated public static let keyboardWillHideNotification = Notification.Name("UIKeyboardWillHideNotification")
  nonisolated public static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
  nonisolated public static let keyboardWillChangeFrameNotification = Notification.Name(
    "UIKeyboardWillChangeFrameNotification")
  nonisolated public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  nonisolated public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  nonisolated public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
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
