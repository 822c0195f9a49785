import Foundation
import SceneModel

/// An item of a bar, with title and image.
open class UIBarItem: UIObject {
  open var title: String?  // inert
  open var image: UIImage?  // inert
  open var isEnabled = true  // inert
  /// A number that the program chooses.
  open var tag = 0
  open var imageInsets = UIEdgeInsets.zero  // inert
  /// The name by which tests find the item.
  open var accessibilityIdentifier: String?
  open var accessibilityLabel: String?  // inert
  open func setTitleTextAttributes(_: [NSAttributedString.Key: Any]?, for state: UIControl.State) {}  // inert
  public override init() { super.init() }
}

/// A button of a navigation bar or toolbar.
open class UIBarButtonItem: UIBarItem {
  /// The styles of a bar button.
  nonisolated public enum Style: Int, Sendable { case plain, bordered, done }
  /// The system's bar buttons.
  nonisolated public enum SystemItem: Int, Sendable {
    /// The buttons with words and the spaces. None is drawn.
    case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks, search
    /// The buttons with symbols. None is drawn.
    case refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo, close
  }
  /// The object whose method the button calls; held weakly. Nil if nothing is called, because the responder chain is not searched.
  public weak var target: AnyObject?
  /// The method that the button calls.
  public var action: Selector?
  /// The action that the button runs.
  public var primaryAction: UIAction?
  public var customView: UIView? { didSet { noEffect("UIBarButtonItem.customView", .bars) } }
  public var style = Style.plain  // inert
  public var width: CGFloat = 0  // inert
  public var tintColor: UIColor?  // inert
  public var menu: UIMenu?  // inert
  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init() }
  /// Makes a button with a text.
  public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
    self.init()
    (self.title, self.style, self.target, self.action) = (title, style, target as AnyObject?, action)
  }
  /// Makes a button with a picture.
  public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
    self.init(title: nil, style: style, target: target, action: action)
    self.image = image
  }
  /// Makes one of the system's buttons.
  public convenience init(barButtonSystemItem item: SystemItem, target: Any?, action: Selector?) {
    self.init(title: "\(item)", style: .plain, target: target, action: action)
  }
  /// Makes an item that is a view.
  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }
  /// Makes a button with a text, a picture, an action and a menu.
  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
  ) {
    self.init()
    (self.title, self.image, self.primaryAction, self.menu) = (
      title ?? primaryAction?.title, image, primaryAction, menu
    )
  }
  /// Makes one of the system's buttons with an action and a menu.
  public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
    self.init(title: "\(systemItem)", image: nil, primaryAction: primaryAction, menu: menu)
  }
  /// Returns a space that takes the room that the other items leave.
  public static func flexibleSpace() -> UIBarButtonItem {
    UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil)
  }
  /// Returns a space with a width in points.
  public static func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
    let item = UIBarButtonItem(barButtonSystemItem: .fixedSpace, target: nil, action: nil)
    item.width = width
    return item
  }
  /// Calls the button's action, as a tap would.
  public func performAction() {
    primaryAction.map { $0.handler($0) }
    if let target, let action { action.perform(on: target, sender: self) }
  }
}

/// An item of a tab bar.
open class UITabBarItem: UIBarItem {
  public var selectedImage: UIImage?  // inert
  public var badgeValue: String?  // inert
  public override init() { super.init() }
  /// Makes a tab with a text and a picture.
  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
    (self.title, self.image, self.tag) = (title, image, tag)
  }
  /// Makes a tab with a text and a picture, and another for when it is chosen.
  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init(title: title, image: image, tag: 0)
    self.selectedImage = selectedImage
  }
}

/// The contents of a navigation bar for one controller.
open class UINavigationItem: UIObject {
  /// The times at which a controller shows a large title.
  nonisolated public enum LargeTitleDisplayMode: Int, Sendable { case automatic, always, never, inline }
  /// How a back button is labelled.
  nonisolated public enum BackButtonDisplayMode: Int, Sendable { case `default`, generic, minimal }
  public var title: String?  // inert
  public var titleView: UIView? { didSet { noEffect("UINavigationItem.titleView", .bars) } }
  public var prompt: String? { didSet { noEffect("UINavigationItem.prompt", .bars) } }
  /// The buttons at the leading edge. They are kept, so that tests can call their actions.
  public var leftBarButtonItems: [UIBarButtonItem]?
  /// The buttons at the trailing edge, the outermost first; kept, and tests call their actions.
  public var rightBarButtonItems: [UIBarButtonItem]?
  /// The first button at the leading edge; setting it replaces all.
  public var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }
  /// The first button at the trailing edge; setting it replaces all.
  public var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }
  public var backBarButtonItem: UIBarButtonItem?  // inert
  public var backButtonTitle: String?  // inert
  public var backButtonDisplayMode = BackButtonDisplayMode.default  // inert
  public var hidesBackButton = false  // inert
  public var leftItemsSupplementBackButton = false  // inert
  /// When the controller has a large title, provided that the bar prefers large titles. `automatic`: as for the controller below it on the stack;
  /// if all controllers below it are `automatic` too, there is a large title.
  public var largeTitleDisplayMode = LargeTitleDisplayMode.automatic {
    didSet { if oldValue != largeTitleDisplayMode { onChange?() } }
  }
  /// Called when the bar must read the item again.
  var onChange: (() -> Void)?
  public var searchController: UISearchController? { didSet { noEffect("UINavigationItem.searchController", .bars) } }
  public var hidesSearchBarWhenScrolling = true  // inert
  public var standardAppearance: UINavigationBarAppearance?  // inert
  public var scrollEdgeAppearance: UINavigationBarAppearance?  // inert
  public var compactAppearance: UINavigationBarAppearance?  // inert
  /// Makes an item with a title.
  public init(title: String) { self.title = title }
  /// Sets the only button at the trailing edge, at once.
  public func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
  /// Sets the only button at the leading edge, at once.
  public func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
  /// Sets the buttons at the trailing edge, at once.
  public func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }
  /// Sets the buttons at the leading edge, at once.
  public func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
}

/// The styles of a bar; nothing is drawn.
nonisolated public enum UIBarStyle: Int, Sendable { case `default`, black, blackTranslucent }
/// The metrics for which a bar's look is set.
nonisolated public enum UIBarMetrics: Int, Sendable { case `default`, compact, defaultPrompt = 101, compactPrompt }
/// The position of a bar on the screen.
nonisolated public enum UIBarPosition: Int, Sendable { case any, bottom, top, topAttached }

/// The look of a bar; nothing is drawn.
open class UIBarAppearance: UIObject {
  public var backgroundColor: UIColor?  // inert
  public var backgroundImage: UIImage?  // inert
  public var backgroundEffect: UIBlurEffect?  // inert
  public var shadowColor: UIColor?  // inert
  public var shadowImage: UIImage?  // inert
  public required override init() { super.init() }
  open func configureWithDefaultBackground() {}  // inert
  open func configureWithOpaqueBackground() {}  // inert
  open func configureWithTransparentBackground() {}  // inert
  /// Returns the same object: appearances have no copies here.
  open func copy() -> Self { self }
}
/// The look of a navigation bar; nothing is drawn.
open class UINavigationBarAppearance: UIBarAppearance {
  public var titleTextAttributes: [NSAttributedString.Key: Any] = [:]  // inert
  public var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]  // inert
  public var titlePositionAdjustment = UIOffset.zero  // inert
  public var buttonAppearance = UIBarButtonItemAppearance()  // inert
  public var backButtonAppearance = UIBarButtonItemAppearance()  // inert
  public var doneButtonAppearance = UIBarButtonItemAppearance()  // inert
  public func setBackIndicatorImage(_ image: UIImage?, transitionMaskImage: UIImage?) {}  // inert
}
/// The look of a tab bar; nothing is drawn.
open class UITabBarAppearance: UIBarAppearance {}
/// The look of a toolbar; nothing is drawn.
open class UIToolbarAppearance: UIBarAppearance {}
/// The look of bar buttons; nothing is drawn.
open class UIBarButtonItemAppearance: UIObject {
  /// The look of bar buttons in one state; nothing is drawn.
  open class StateAppearance: UIObject {
    public var titleTextAttributes: [NSAttributedString.Key: Any] = [:]  // inert
  }
  public var normal = StateAppearance(), highlighted = StateAppearance(), disabled = StateAppearance()  // inert
}

/// A navigation bar, with UIKit's height.
open class UINavigationBar: UIView {
  open var barStyle = UIBarStyle.default  // inert
  open var barTintColor: UIColor?  // inert
  /// Whether the bar is translucent.
  open var isTranslucent = true
  /// Whether the bar shows a large title, unless the controller that shows declines one. The bar is 44 points high, and 96 with a large title until
  /// the content is scrolled up. On a phone in landscape, except for the large phones, it is 32 points high and has no large title.
  open var prefersLargeTitles = false {
    didSet { if oldValue != prefersLargeTitles { changed() } }
  }
  open var titleTextAttributes: [NSAttributedString.Key: Any]?  // inert
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?  // inert
  open var shadowImage: UIImage?  // inert
  open var backIndicatorImage: UIImage?  // inert
  open var backIndicatorTransitionMaskImage: UIImage?  // inert
  open var standardAppearance = UINavigationBarAppearance()  // inert
  open var scrollEdgeAppearance: UINavigationBarAppearance?  // inert
  open var compactAppearance: UINavigationBarAppearance?  // inert
  /// The item of the controller that shows.
  public var topItem: UINavigationItem?
  open func setBackgroundImage(_ image: UIImage?, for metrics: UIBarMetrics) {}  // inert
  open func setBackgroundImage(_ image: UIImage?, for position: UIBarPosition, barMetrics: UIBarMetrics) {}  // inert
  /// Whether the controller that shows wants a large title.
  var pageWantsLargeTitle = true { didSet { if oldValue != pageWantsLargeTitle { changed() } } }
  /// The height, in points, by which scrolling the content has shortened the large title; 0 to `largeTitleHeight`.
  var scrolledAway: CGFloat = 0 { didSet { if oldValue != scrolledAway { changed() } } }
  /// Called when the height has changed.
  var onChange: (() -> Void)?
  /// The height of a large title below the bar's own, in points.
  static let largeTitleHeight: CGFloat = 52
  private func changed() {
    invalidateIntrinsicContentSize()
    onChange?()
  }
  override func traitsChanged(from old: UITraitCollection) { invalidateIntrinsicContentSize() }
  var isCompact: Bool { UIView.hasLowBars(traitCollection) }
  var showsLargeTitle: Bool { prefersLargeTitles && pageWantsLargeTitle && !isCompact }
  var barHeight: CGFloat {
    (isCompact ? 32 : 44) + (showsLargeTitle ? Self.largeTitleHeight - scrolledAway : 0)
  }
  override var sceneKind: SceneModel.View.Kind { .bar }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: barHeight) }
  /// Returns a bar that is in no window. Settings on it have no effect.
  public class func appearance() -> UINavigationBar { UINavigationBar() }
}
/// A toolbar, with UIKit's height.
open class UIToolbar: UIView {
  open var items: [UIBarButtonItem]? { didSet { noEffect("UIToolbar.items", .bars) } }
  open var barStyle = UIBarStyle.default  // inert
  open var barTintColor: UIColor?  // inert
  open var isTranslucent = true  // inert
  /// Sets the items, at once.
  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
  override var sceneKind: SceneModel.View.Kind { .bar }
  override func traitsChanged(from old: UITraitCollection) { invalidateIntrinsicContentSize() }
  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.hasLowBars(traitCollection) ? 32 : 44)
  }
}
extension UIView {
  /// Returns whether bars are lower than usual: on a phone in landscape, except for the large phones (rule L7.9).
  static func hasLowBars(_ traits: UITraitCollection) -> Bool {
    traits.userInterfaceIdiom == .phone && traits.verticalSizeClass == .compact
      && traits.horizontalSizeClass != .regular
  }
}
/// A tab bar, with UIKit's height.
open class UITabBar: UIView {
  open var items: [UITabBarItem]?  // inert
  open var selectedItem: UITabBarItem?  // inert
  open var barStyle = UIBarStyle.default  // inert
  open var barTintColor: UIColor?  // inert
  open var isTranslucent = true  // inert
  open var unselectedItemTintColor: UIColor?  // inert
  open var backgroundImage: UIImage?  // inert
  open var shadowImage: UIImage?  // inert
  open var standardAppearance = UITabBarAppearance()  // inert
  open var scrollEdgeAppearance: UITabBarAppearance?  // inert
  override var sceneKind: SceneModel.View.Kind { .bar }
  override func traitsChanged(from old: UITraitCollection) { invalidateIntrinsicContentSize() }
  var barHeight: CGFloat { UIView.hasLowBars(traitCollection) ? 32 : 49 }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: barHeight) }
  /// Returns a bar that is in no window. Settings on it have no effect.
  public class func appearance() -> UITabBar { UITabBar() }
}
