import Foundation
import SceneModel

/// An item of a bar, with title and image.
open class UIBarItem: UIObject {
  /// The text of the item; it has no effect on the bar's layout.
  open var title: String?
  /// The picture of the item; it has no effect on the bar's layout.
  open var image: UIImage?
  /// Whether the item is enabled.
  open var isEnabled = true
  /// A number that the program chooses.
  open var tag = 0
  /// The image insets; kept, without effect on layout or motion.
  open var imageInsets = UIEdgeInsets.zero
  /// The name by which tests find the item.
  open var accessibilityIdentifier: String?
  /// The accessibility label; kept, without effect on layout or motion.
  open var accessibilityLabel: String?
  /// Does nothing here.
  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {}
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
  /// A view in place of the button; a bar does not place it.
  public var customView: UIView?
  /// The look of the button; nothing is drawn.
  public var style = Style.plain
  /// The width in points; 0: the button's own. A bar does not place it.
  public var width: CGFloat = 0
  /// The colour of the button; nothing is drawn.
  public var tintColor: UIColor?
  /// The button's menu; it is kept, and never shown.
  public var menu: UIMenu?
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
  /// The picture of the chosen tab; nothing is drawn.
  public var selectedImage: UIImage?
  /// The badge value; kept, without effect on layout or motion.
  public var badgeValue: String?
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
  /// The title of the controller, which a bar would show.
  public var title: String?
  /// The title view; kept, without effect on layout or motion.
  public var titleView: UIView?
  /// The prompt; kept, without effect on layout or motion.
  public var prompt: String?
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
  /// The back bar button item; kept, without effect on layout or motion.
  public var backBarButtonItem: UIBarButtonItem?
  /// The back button title; kept, without effect on layout or motion.
  public var backButtonTitle: String?
  /// The back button display mode; kept, without effect on layout or motion.
  public var backButtonDisplayMode = BackButtonDisplayMode.default
  /// Whether the button that goes back is hidden; kept, without effect: none is drawn.
  public var hidesBackButton = false
  /// Whether buttons at the leading edge stand beside the one that goes back; kept, without effect.
  public var leftItemsSupplementBackButton = false
  /// When the controller has a large title, provided that the bar prefers large titles. `automatic`: as for the controller below it on the stack;
  /// if all controllers below it are `automatic` too, there is a large title.
  public var largeTitleDisplayMode = LargeTitleDisplayMode.automatic {
    didSet { if oldValue != largeTitleDisplayMode { onChange?() } }
  }
  /// Called when the bar must read the item again.
  var onChange: (() -> Void)?
  /// The search controller; kept, without effect on layout or motion.
  public var searchController: UISearchController?
  /// Whether the search bar goes away while the content scrolls; kept, without effect.
  public var hidesSearchBarWhenScrolling = true
  /// The standard appearance; kept, without effect on layout or motion.
  public var standardAppearance: UINavigationBarAppearance?
  /// The scroll edge appearance; kept, without effect on layout or motion.
  public var scrollEdgeAppearance: UINavigationBarAppearance?
  /// The compact appearance; kept, without effect on layout or motion.
  public var compactAppearance: UINavigationBarAppearance?
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
  /// The background colour.
  public var backgroundColor: UIColor?
  /// The background image; kept, without effect on layout or motion.
  public var backgroundImage: UIImage?
  /// The background effect; kept, without effect on layout or motion.
  public var backgroundEffect: UIBlurEffect?
  /// The shadow colour; kept, without effect on layout or motion.
  public var shadowColor: UIColor?
  /// The shadow image; kept, without effect on layout or motion.
  public var shadowImage: UIImage?
  public required override init() { super.init() }
  /// Does nothing here.
  open func configureWithDefaultBackground() {}
  /// Does nothing here.
  open func configureWithOpaqueBackground() {}
  /// Does nothing here.
  open func configureWithTransparentBackground() {}
  /// Returns the same object: appearances have no copies here.
  open func copy() -> Self { self }
}
/// The look of a navigation bar; nothing is drawn.
open class UINavigationBarAppearance: UIBarAppearance {
  /// The title text attributes; kept, without effect on layout or motion.
  public var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The large title text attributes; kept, without effect on layout or motion.
  public var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The title position adjustment; kept, without effect on layout or motion.
  public var titlePositionAdjustment = UIOffset.zero
  /// The button appearance; kept, without effect on layout or motion.
  public var buttonAppearance = UIBarButtonItemAppearance()
  /// The back button appearance; kept, without effect on layout or motion.
  public var backButtonAppearance = UIBarButtonItemAppearance()
  /// The done button appearance; kept, without effect on layout or motion.
  public var doneButtonAppearance = UIBarButtonItemAppearance()
  /// Does nothing here.
  public func setBackIndicatorImage(_ image: UIImage?, transitionMaskImage: UIImage?) {}
}
/// The look of a tab bar; nothing is drawn.
open class UITabBarAppearance: UIBarAppearance {}
/// The look of a toolbar; nothing is drawn.
open class UIToolbarAppearance: UIBarAppearance {}
/// The look of bar buttons; nothing is drawn.
open class UIBarButtonItemAppearance: UIObject {
  /// The look of bar buttons in one state; nothing is drawn.
  open class StateAppearance: UIObject { public var titleTextAttributes: [NSAttributedString.Key: Any] = [:] }
  /// The looks of bar buttons in the normal, highlighted and disabled state; nothing is drawn.
  public var normal = StateAppearance(), highlighted = StateAppearance(), disabled = StateAppearance()
}

/// A navigation bar, with UIKit's height.
open class UINavigationBar: UIView {
  /// The bar style; kept, without effect on layout or motion.
  open var barStyle = UIBarStyle.default
  /// The bar tint colour; kept, without effect on layout or motion.
  open var barTintColor: UIColor?
  /// Whether the bar is translucent.
  open var isTranslucent = true
  /// Whether the bar shows a large title, unless the controller that shows declines one. The bar is 44 points high, and 96 with a large title until
  /// the content is scrolled up. On a phone in landscape, except for the large phones, it is 32 points high and has no large title.
  open var prefersLargeTitles = false {
    didSet { if oldValue != prefersLargeTitles { changed() } }
  }
  /// The title text attributes; kept, without effect on layout or motion.
  open var titleTextAttributes: [NSAttributedString.Key: Any]?
  /// The large title text attributes; kept, without effect on layout or motion.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
  /// The shadow image; kept, without effect on layout or motion.
  open var shadowImage: UIImage?
  /// The back indicator image; kept, without effect on layout or motion.
  open var backIndicatorImage: UIImage?
  /// The back indicator transition mask image; kept, without effect on layout or motion.
  open var backIndicatorTransitionMaskImage: UIImage?
  /// The standard appearance; kept, without effect on layout or motion.
  open var standardAppearance = UINavigationBarAppearance()
  /// The scroll edge appearance; kept, without effect on layout or motion.
  open var scrollEdgeAppearance: UINavigationBarAppearance?
  /// The compact appearance; kept, without effect on layout or motion.
  open var compactAppearance: UINavigationBarAppearance?
  /// The item of the controller that shows.
  public var topItem: UINavigationItem?
  /// Does nothing here.
  open func setBackgroundImage(_ image: UIImage?, for metrics: UIBarMetrics) {}
  /// Does nothing here.
  open func setBackgroundImage(_ image: UIImage?, for position: UIBarPosition, barMetrics: UIBarMetrics) {}
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
  /// The items of the toolbar, which does not place them.
  open var items: [UIBarButtonItem]?
  /// The bar style; kept, without effect on layout or motion.
  open var barStyle = UIBarStyle.default
  /// The bar tint colour; kept, without effect on layout or motion.
  open var barTintColor: UIColor?
  /// Whether the bar is translucent.
  open var isTranslucent = true
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
  /// The items of the tab bar, which does not place them.
  open var items: [UITabBarItem]?
  /// The selected item; kept, without effect on layout or motion.
  open var selectedItem: UITabBarItem?
  /// The bar style; kept, without effect on layout or motion.
  open var barStyle = UIBarStyle.default
  /// The bar tint colour; kept, without effect on layout or motion.
  open var barTintColor: UIColor?
  /// Whether the bar is translucent.
  open var isTranslucent = true
  /// The unselected item tint colour; kept, without effect on layout or motion.
  open var unselectedItemTintColor: UIColor?
  /// The background image; kept, without effect on layout or motion.
  open var backgroundImage: UIImage?
  /// The shadow image; kept, without effect on layout or motion.
  open var shadowImage: UIImage?
  /// The standard appearance; kept, without effect on layout or motion.
  open var standardAppearance = UITabBarAppearance()
  /// The scroll edge appearance; kept, without effect on layout or motion.
  open var scrollEdgeAppearance: UITabBarAppearance?
  override var sceneKind: SceneModel.View.Kind { .bar }
  override func traitsChanged(from old: UITraitCollection) { invalidateIntrinsicContentSize() }
  var barHeight: CGFloat { UIView.hasLowBars(traitCollection) ? 32 : 49 }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: barHeight) }
  /// Returns a bar that is in no window. Settings on it have no effect.
  public class func appearance() -> UITabBar { UITabBar() }
}
