import Foundation
import ScenePlayer

/// The delegate of a navigation controller.
@MainActor public protocol UINavigationControllerDelegate: AnyObject {
  /// Called before a controller is shown.
  func navigationController(_ controller: UINavigationController, willShow next: UIViewController, animated: Bool)
  /// Called when a controller is shown and its animation has ended.
  func navigationController(_ controller: UINavigationController, didShow next: UIViewController, animated: Bool)
}
extension UINavigationControllerDelegate {
  public func navigationController(
    _ controller: UINavigationController, willShow next: UIViewController, animated: Bool
  ) {}
  public func navigationController(_ controller: UINavigationController, didShow next: UIViewController, animated: Bool)
  {}
}

/// A stack of controllers under a bar. The bar lies over the top of their safe area.
open class UINavigationController: UIViewController {
  /// The bar at the top, below the safe area's edge.
  public private(set) lazy var navigationBar = UINavigationBar()
  /// The toolbar; it is not placed.
  public private(set) lazy var toolbar: UIToolbar! = UIToolbar()
  /// The delegate for changes; held weakly.
  public weak var delegate: (any UINavigationControllerDelegate)?
  /// Whether the bar at the top is hidden, so that the content can use its space.
  open var isNavigationBarHidden = false { didSet { placeBar() } }
  open var isToolbarHidden = true {
    didSet { if !isToolbarHidden { noEffect("UINavigationController.isToolbarHidden", .hiddenBars) } }
  }
  open var hidesBarsOnSwipe = false { didSet { noEffect("UINavigationController.hidesBarsOnSwipe", .hiddenBars) } }
  open var hidesBarsOnTap = false { didSet { noEffect("UINavigationController.hidesBarsOnTap", .hiddenBars) } }
  private var changes = 0
  private var isChanging: Bool { changes > 0 }
  /// The recogniser of a drag from the edge that would go back; it is attached to nothing.
  public private(set) lazy var interactivePopGestureRecognizer: UIGestureRecognizer? =
    UIScreenEdgePanGestureRecognizer()

  /// Makes a controller with one controller on its stack.
  public init(rootViewController root: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    addChild(root)
    root.didMove(toParent: self)
  }
  /// Makes a controller with an empty stack; the classes of its bars are not kept.
  public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) { super.init(nibName: nil, bundle: nil) }
  public override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The stack, its root first; setting it changes what shows at once.
  open var viewControllers: [UIViewController] {
    get { children }
    set { setViewControllers(newValue, animated: false) }
  }
  /// The controller that shows; nil if the stack is empty.
  public var topViewController: UIViewController? { children.last }
  /// The controller that the top one presents, or else the top one.
  public var visibleViewController: UIViewController? {
    topViewController?.presentedViewController ?? topViewController
  }
  open dynamic override var childForStatusBarStyle: UIViewController? { topViewController }
  override var visibleChildren: [UIViewController] { topViewController.map { [$0] } ?? [] }

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(navigationBar)
    navigationBar.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      navigationBar.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      navigationBar.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      navigationBar.trailingAnchor.constraint(equalTo: view.trailingAnchor),
    ])
    navigationBar.onChange = { [weak self] in self?.placeBar() }
    if let top = topViewController { put(top) }
  }

  // What apps override in extensions of the class, as Objective-C lets them; the rewriter makes replacements of these.
  open dynamic override var childForStatusBarHidden: UIViewController? { super.childForStatusBarHidden }
  open dynamic override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
    super.preferredInterfaceOrientationForPresentation
  }
  open dynamic override var preferredStatusBarStyle: UIStatusBarStyle { super.preferredStatusBarStyle }
  open dynamic override var preferredStatusBarUpdateAnimation: UIStatusBarAnimation {
    super.preferredStatusBarUpdateAnimation
  }
  open dynamic override var prefersHomeIndicatorAutoHidden: Bool { super.prefersHomeIndicatorAutoHidden }
  open dynamic override var prefersStatusBarHidden: Bool { super.prefersStatusBarHidden }
  open dynamic override var shouldAutorotate: Bool { super.shouldAutorotate }
  open dynamic override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    super.supportedInterfaceOrientations
  }

  private func put(_ controller: UIViewController) {
    let content: UIView = controller.view
    placeContent(of: controller)
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.insertSubview(content, at: 0)
    navigationBar.topItem = controller.navigationItem
    controller.navigationItem.onChange = { [weak self] in self?.followTitle() }
    followTitle()
  }

  /// Returns whether a controller of the stack has a large title, provided that the bar's `prefersLargeTitles` is set.
  private func wantsLargeTitle(_ page: UIViewController) -> Bool {
    let stack = children.firstIndex { $0 === page }.map { children[...$0] } ?? [page]
    for next in stack.reversed() {
      switch next.navigationItem.largeTitleDisplayMode {
      case .always: return true
      case .never, .inline: return false
      case .automatic: continue
      }
    }
    return true
  }
  /// Returns the scroll view whose scrolling hides a large title: the controller's view, or that view's first subview. Nil if neither is a scroll
  /// view.
  private func contentScrollView(of page: UIViewController) -> UIScrollView? {
    guard let view = page.viewIfLoaded else { return nil }
    return view as? UIScrollView ?? view.subviews.first as? UIScrollView
  }
  /// Hides a large title while the content is scrolled up, and shows it again when the content is scrolled down.
  private func followTitle() {
    guard isViewLoaded, let top = topViewController else { return }
    navigationBar.pageWantsLargeTitle = wantsLargeTitle(top)
    let scroll = contentScrollView(of: top)
    guard navigationBar.showsLargeTitle, let scroll else {
      navigationBar.scrolledAway = 0
      scroll?.roomAbove = 0
      return
    }
    if scroll.onScroll == nil { scroll.onScroll = { [weak self] in self?.followTitle() } }
    guard scroll.host != nil else { return }
    scroll.keepContentInPlace()
    // Measured from where the content rests below the whole bar.
    let safe = scroll.safeAreaInsets.top + navigationBar.scrolledAway
    let room = UINavigationBar.largeTitleHeight
    let way = min(max(0, scroll.contentOffset.y + safe + scroll.contentInset.top), room)
    scroll.roomAbove = way
    navigationBar.scrolledAway = way
  }
  private func placeBar() {
    guard isViewLoaded else { return }
    navigationBar.isHidden = isNavigationBarHidden
    for child in children where child.isViewLoaded { placeContent(of: child) }
  }
  /// Places a controller's view. Behind a translucent bar the view fills the whole space, and the bar's height is added to its safe area. Otherwise
  /// it begins below the bar (`edgesForExtendedLayout`, `extendedLayoutIncludesOpaqueBars`).
  private func placeContent(of controller: UIViewController) {
    let bar = isNavigationBarHidden ? 0 : navigationBar.barHeight
    let extends =
      isNavigationBarHidden
      || controller.edgesForExtendedLayout.contains(.top)
        && (navigationBar.isTranslucent || controller.extendedLayoutIncludesOpaqueBars)
    var frame = view.bounds
    if !extends {
      let top = view.safeAreaInsets.top + bar
      frame = CGRect(x: 0, y: top, width: frame.width, height: max(0, frame.height - top))
    }
    if controller.view.frame != frame { controller.view.frame = frame }
    let inset = extends ? bar : 0
    if controller.barInsets.top != inset { controller.barInsets.top = inset }
  }
  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    // While a page slides in, it is where its animation has it.
    if let top = topViewController, top.isViewLoaded, top.view.superview === view, !isChanging {
      placeContent(of: top)
      followTitle()
    }
  }
  /// Hides or shows the bar at the top, at once.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }
  /// Hides or shows the toolbar, which is never placed.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

  private func change(
    from old: UIViewController?, to new: UIViewController?, animated: Bool, then: @escaping () -> Void
  ) {
    guard isViewLoaded, old !== new else { return then() }
    let isAnimated = animated && view.window != nil
    if isThere { old?.beginDisappearing(animated: isAnimated) }
    if let new {
      delegate?.navigationController(self, willShow: new, animated: isAnimated)
      if isThere { new.beginAppearing(animated: isAnimated) }
      put(new)
      if isThere { new.announceAppearing(animated: isAnimated) }
    }
    let wasThere = isThere
    let finish: (Bool) -> Void = { [self] _ in
      // It may have come back in the meantime.
      if old !== topViewController { old?.viewIfLoaded?.removeFromSuperview() }
      if wasThere {
        old?.finishDisappearing(animated: isAnimated)
        new?.finishAppearing(animated: isAnimated)
      }
      then()
      if let new { delegate?.navigationController(self, didShow: new, animated: isAnimated) }
    }
    guard isAnimated, let incoming = new?.viewIfLoaded else {
      guard wasThere, let window = view.window else { return finish(true) }
      if old !== topViewController { old?.viewIfLoaded?.removeFromSuperview() }
      return window.hosted().afterLayout { finish(true) }
    }
    let place = incoming.center
    changes += 1
    UIView.performWithoutAnimation { incoming.center.x += view.bounds.width }
    UIView.run(ViewAnimation(duration: 0.35), { incoming.center = place }) { [self] finished in
      changes -= 1
      finish(finished)
    }
  }

  /// Puts a controller on the stack. Animated, it slides in from the right in 0.35 s.
  open func pushViewController(_ controller: UIViewController, animated: Bool) {
    let old = topViewController
    addChild(controller)
    change(from: old, to: controller, animated: animated) { controller.didMove(toParent: self) }
  }
  /// Takes the top controller off the stack and returns it; nil if only the root is there.
  @discardableResult open func popViewController(animated: Bool) -> UIViewController? {
    guard children.count > 1, let old = topViewController else { return nil }
    old.willMove(toParent: nil)
    children.removeLast()
    change(from: old, to: topViewController, animated: animated) {
      old.parent = nil
      old.didMove(toParent: nil)
    }
    return old
  }
  /// Removes all controllers above a given one from the stack and returns them. Nil if it is at the top already, or not on the stack.
  @discardableResult open func popToViewController(_ controller: UIViewController, animated: Bool)
    -> [UIViewController]?
  {
    guard let index = children.firstIndex(where: { $0 === controller }), index + 1 < children.count else { return nil }
    let gone = Array(children[(index + 1)...])
    let old = topViewController
    children.removeSubrange((index + 1)...)
    change(from: old, to: controller, animated: animated) { for next in gone { next.parent = nil } }
    return gone
  }
  open override func unwind(for segue: UIStoryboardSegue, towards controller: UIViewController) {
    popToViewController(controller, animated: true)
  }
  /// Takes off every controller above the root and returns them; nil if the root is at the top already.
  @discardableResult open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    children.first.flatMap { popToViewController($0, animated: animated) }
  }
  /// Replaces the stack. The old top controller disappears, the new one appears.
  open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
    let old = topViewController
    let before = children
    for child in before where !controllers.contains(where: { $0 === child }) { child.parent = nil }
    children = controllers
    for child in controllers where child.parent !== self {
      child.willMove(toParent: self)
      child.parent = self
    }
    change(from: old, to: controllers.last, animated: animated) {
      for child in controllers where !before.contains(where: { $0 === child }) { child.didMove(toParent: self) }
    }
  }
}

/// The delegate of a tab bar controller. It is never called, because no touch reaches the tabs.
@MainActor public protocol UITabBarControllerDelegate: AnyObject {
  /// Called in UIKit when a tap has chosen a tab; never called here.
  func tabBarController(_ controller: UITabBarController, didSelect selected: UIViewController)
  /// Returns whether a tap may choose a tab; never called here.
  func tabBarController(_ controller: UITabBarController, shouldSelect selected: UIViewController) -> Bool
}
extension UITabBarControllerDelegate {
  public func tabBarController(_ controller: UITabBarController, didSelect selected: UIViewController) {}
  public func tabBarController(_ controller: UITabBarController, shouldSelect selected: UIViewController) -> Bool {
    true
  }
}

/// A controller that shows one of its controllers at a time, above a tab bar. The bar is 49 points high; on a phone in landscape, except for the
/// large phones, 32.
open class UITabBarController: UIViewController {
  /// The bar at the bottom, above the safe area's edge.
  public private(set) lazy var tabBar = UITabBar()
  public weak var delegate: (any UITabBarControllerDelegate)? {
    didSet { noEffect("UITabBarController.delegate", .calls) }
  }
  private var index = 0
  /// The controllers of the tabs; setting them shows the first.
  open var viewControllers: [UIViewController]? {
    get { children }
    set { setViewControllers(newValue, animated: false) }
  }
  override var visibleChildren: [UIViewController] { selectedViewController.map { [$0] } ?? [] }
  open override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(tabBar)
    tabBar.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      tabBar.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
      tabBar.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      tabBar.trailingAnchor.constraint(equalTo: view.trailingAnchor),
    ])
    put()
  }
  // What apps override in extensions of the class, as Objective-C lets them; the rewriter makes replacements of these.
  open dynamic override var childForStatusBarHidden: UIViewController? { super.childForStatusBarHidden }
  open dynamic override var childForStatusBarStyle: UIViewController? { super.childForStatusBarStyle }
  open dynamic override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
    super.preferredInterfaceOrientationForPresentation
  }
  open dynamic override var preferredStatusBarStyle: UIStatusBarStyle { super.preferredStatusBarStyle }
  open dynamic override var preferredStatusBarUpdateAnimation: UIStatusBarAnimation {
    super.preferredStatusBarUpdateAnimation
  }
  open dynamic override var prefersHomeIndicatorAutoHidden: Bool { super.prefersHomeIndicatorAutoHidden }
  open dynamic override var prefersStatusBarHidden: Bool { super.prefersStatusBarHidden }
  open dynamic override var shouldAutorotate: Bool { super.shouldAutorotate }
  open dynamic override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    super.supportedInterfaceOrientations
  }

  private func put() {
    guard isViewLoaded, let controller = selectedViewController else { return }
    let content: UIView = controller.view
    content.frame = view.bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    placeInsets()
    view.insertSubview(content, at: 0)
  }
  private func placeInsets() {
    guard let controller = selectedViewController, controller.isViewLoaded else { return }
    let inset = tabBar.isHidden ? 0 : tabBar.barHeight
    if controller.barInsets.bottom != inset { controller.barInsets.bottom = inset }
  }
  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    placeInsets()
  }
  /// Replaces the controllers of the tabs and shows the first, at once.
  open func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
    for child in children { child.viewIfLoaded?.removeFromSuperview() }
    for child in children { child.removeFromParent() }
    for child in controllers ?? [] {
      addChild(child)
      child.didMove(toParent: self)
    }
    index = 0
    tabBar.items = controllers?.map { $0.tabBarItem }
    put()
  }
  /// The index of the tab that shows, from 0. Setting it shows another tab at once; an index without a tab is ignored.
  open var selectedIndex: Int {
    get { index }
    set {
      guard children.indices.contains(newValue), newValue != index else { return }
      let (old, new) = (children[index], children[newValue])
      let isThere = isThere
      if isThere {
        old.beginDisappearing(animated: false)
        new.beginAppearing(animated: false)
      }
      old.viewIfLoaded?.removeFromSuperview()
      index = newValue
      put()
      guard isThere, let window = view.window else { return }
      old.finishDisappearing(animated: false)
      new.announceAppearing(animated: false)
      window.hosted().afterLayout { new.finishAppearing(animated: false) }
    }
  }
  /// The controller of the tab that shows; nil if there are no tabs. Setting a controller that has no tab does nothing.
  open var selectedViewController: UIViewController? {
    get { children.indices.contains(index) ? children[index] : nil }
    set { if let place = children.firstIndex(where: { $0 === newValue }) { selectedIndex = place } }
  }
}
