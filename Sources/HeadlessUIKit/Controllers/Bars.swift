import Foundation
import SceneModel

open class UIBarItem: UIObject {
  open var title: String?
  open var image: UIImage?
  open var isEnabled = true
  open var tag = 0
  open var imageInsets = UIEdgeInsets.zero
  open var accessibilityIdentifier: String?
  open var accessibilityLabel: String?
  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {}
  public override init() { super.init() }
}

open class UIBarButtonItem: UIBarItem {
  nonisolated public enum Style: Int, Sendable { case plain, bordered, done }
  nonisolated public enum SystemItem: Int, Sendable {
    case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks, search
    case refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo, close
  }
  public weak var target: AnyObject?
  public var action: Selector?
  public var primaryAction: UIAction?
  public var customView: UIView?
  public var style = Style.plain
  public var width: CGFloat = 0
  public var tintColor: UIColor?
  public var menu: UIMenu?
  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init() }
  public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
    self.init()
    (self.title, self.style, self.target, self.action) = (title, style, target as AnyObject?, action)
  }
  public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
    self.init(title: nil, style: style, target: target, action: action)
    self.image = image
  }
  public convenience init(barButtonSystemItem item: SystemItem, target: Any?, action: Selector?) {
    self.init(title: "\(item)", style: .plain, target: target, action: action)
  }
  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }
  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
  ) {
    self.init()
    (self.title, self.image, self.primaryAction, self.menu) = (
      title ?? primaryAction?.title, image, primaryAction, menu
    )
  }
  public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
    self.init(title: "\(systemItem)", image: nil, primaryAction: primaryAction, menu: menu)
  }
  public static func flexibleSpace() -> UIBarButtonItem {
    UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil)
  }
  public static func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
    let item = UIBarButtonItem(barButtonSystemItem: .fixedSpace, target: nil, action: nil)
    item.width = width
    return item
  }
  /// As if it was tapped.
  public func performAction() {
    primaryAction.map { $0.handler($0) }
    if let target, let action { action.perform(on: target, sender: self) }
  }
}

open class UITabBarItem: UIBarItem {
  public var selectedImage: UIImage?
  public var badgeValue: String?
  public override init() { super.init() }
  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
    (self.title, self.image, self.tag) = (title, image, tag)
  }
  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init(title: title, image: image, tag: 0)
    self.selectedImage = selectedImage
  }
}

open class UINavigationItem: UIObject {
  nonisolated public enum LargeTitleDisplayMode: Int, Sendable { case automatic, always, never, inline }
  nonisolated public enum BackButtonDisplayMode: Int, Sendable { case `default`, generic, minimal }
  public var title: String?
  public var titleView: UIView?
  public var prompt: String?
  public var leftBarButtonItems: [UIBarButtonItem]?
  public var rightBarButtonItems: [UIBarButtonItem]?
  public var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }
  public var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }
  public var backBarButtonItem: UIBarButtonItem?
  public var backButtonTitle: String?
  public var backButtonDisplayMode = BackButtonDisplayMode.default
  public var hidesBackButton = false
  public var leftItemsSupplementBackButton = false
  public var largeTitleDisplayMode = LargeTitleDisplayMode.automatic
  public var searchController: UISearchController?
  public var hidesSearchBarWhenScrolling = true
  public var standardAppearance: UINavigationBarAppearance?
  public var scrollEdgeAppearance: UINavigationBarAppearance?
  public var compactAppearance: UINavigationBarAppearance?
  public init(title: String) { self.title = title }
  public func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
  public func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
  public func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }
  public func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
}

nonisolated public enum UIBarStyle: Int, Sendable { case `default`, black, blackTranslucent }
nonisolated public enum UIBarMetrics: Int, Sendable { case `default`, compact, defaultPrompt = 101, compactPrompt }
nonisolated public enum UIBarPosition: Int, Sendable { case any, bottom, top, topAttached }

open class UIBarAppearance: UIObject {
  public var backgroundColor: UIColor?
  public var backgroundImage: UIImage?
  public var backgroundEffect: UIBlurEffect?
  public var shadowColor: UIColor?
  public var shadowImage: UIImage?
  public required override init() { super.init() }
  open func configureWithDefaultBackground() {}
  open func configureWithOpaqueBackground() {}
  open func configureWithTransparentBackground() {}
  open func copy() -> Self { self }
}
open class UINavigationBarAppearance: UIBarAppearance {
  public var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  public var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
  public var titlePositionAdjustment = UIOffset.zero
  public var buttonAppearance = UIBarButtonItemAppearance()
  public var backButtonAppearance = UIBarButtonItemAppearance()
  public var doneButtonAppearance = UIBarButtonItemAppearance()
  public func setBackIndicatorImage(_ image: UIImage?, transitionMaskImage: UIImage?) {}
}
open class UITabBarAppearance: UIBarAppearance {}
open class UIToolbarAppearance: UIBarAppearance {}
open class UIBarButtonItemAppearance: UIObject {
  open class StateAppearance: UIObject { public var titleTextAttributes: [NSAttributedString.Key: Any] = [:] }
  public var normal = StateAppearance(), highlighted = StateAppearance(), disabled = StateAppearance()
}

open class UINavigationBar: UIView {
  open var barStyle = UIBarStyle.default
  open var barTintColor: UIColor?
  open var isTranslucent = true
  open var prefersLargeTitles = false { didSet { invalidateIntrinsicContentSize() } }
  open var titleTextAttributes: [NSAttributedString.Key: Any]?
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
  open var shadowImage: UIImage?
  open var backIndicatorImage: UIImage?
  open var backIndicatorTransitionMaskImage: UIImage?
  open var standardAppearance = UINavigationBarAppearance()
  open var scrollEdgeAppearance: UINavigationBarAppearance?
  open var compactAppearance: UINavigationBarAppearance?
  public var topItem: UINavigationItem?
  open func setBackgroundImage(_ image: UIImage?, for metrics: UIBarMetrics) {}
  open func setBackgroundImage(_ image: UIImage?, for position: UIBarPosition, barMetrics: UIBarMetrics) {}
  var barHeight: CGFloat { prefersLargeTitles ? 96 : 44 }
  override var sceneKind: SceneModel.View.Kind { .bar }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: barHeight) }
  public class func appearance() -> UINavigationBar { UINavigationBar() }
}
open class UIToolbar: UIView {
  open var items: [UIBarButtonItem]?
  open var barStyle = UIBarStyle.default
  open var barTintColor: UIColor?
  open var isTranslucent = true
  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
  override var sceneKind: SceneModel.View.Kind { .bar }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 44) }
}
open class UITabBar: UIView {
  open var items: [UITabBarItem]?
  open var selectedItem: UITabBarItem?
  open var barStyle = UIBarStyle.default
  open var barTintColor: UIColor?
  open var isTranslucent = true
  open var unselectedItemTintColor: UIColor?
  open var backgroundImage: UIImage?
  open var shadowImage: UIImage?
  open var standardAppearance = UITabBarAppearance()
  open var scrollEdgeAppearance: UITabBarAppearance?
  override var sceneKind: SceneModel.View.Kind { .bar }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 49) }
  public class func appearance() -> UITabBar { UITabBar() }
}
