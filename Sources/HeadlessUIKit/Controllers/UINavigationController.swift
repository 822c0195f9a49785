import Foundation
import ScenePlayer

@MainActor public protocol UINavigationControllerDelegate: AnyObject {
  /// Called as by UIKit.
  func navigationController(_ controller: UINavigationController, willShow next: UIViewController, animated: Bool)
  /// Called as by UIKit.
  func navigationController(_ controller: UINavigationController, didShow next: UIViewController, animated: Bool)
}
extension UINavigationControllerDelegate {
  public func navigationController(
    _ controller: UINavigationController, willShow next: UIViewController, animated: Bool
  ) {}
  public func navigationController(_ controller: UINavigationController, didShow next: UIViewController, animated: Bool)
  {}
}

/// A stack of controllers under a bar of 44 points, which lies over the safe area of those in it.
open class UINavigationController: UIViewController {
  /// The navigation bar, as in UIKit.
  public private(set) lazy var navigationBar = UINavigationBar()
  /// The toolbar, as in UIKit.
  public private(set) lazy var toolbar: UIToolbar! = UIToolbar()
  /// The delegate, as in UIKit.
  public weak var delegate: (any UINavigationControllerDelegate)?
  /// Whether navigation bar is hidden, as in UIKit.
  open var isNavigationBarHidden = false { didSet { placeBar() } }
  /// Whether toolbar is hidden, as in UIKit.
  open var isToolbarHidden = true
  /// Whether it hides bars on swipe; kept, without effect on layout or motion.
  open var hidesBarsOnSwipe = false
  /// Whether it hides bars on tap; kept, without effect on layout or motion.
  open var hidesBarsOnTap = false
  private var changes = 0
  private var isChanging: Bool { changes > 0 }
  /// The interactive pop gesture recognizer, as in UIKit.
  public private(set) lazy var interactivePopGestureRecognizer: UIGestureRecognizer? =
    UIScreenEdgePanGestureRecognizer()

  /// Makes one as UIKit does.
  public init(rootViewController root: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    addChild(root)
    root.didMove(toParent: self)
  }
  /// Makes one as UIKit does.
  public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) { super.init(nibName: nil, bundle: nil) }
  public override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The view controllers, as in UIKit.
  open var viewControllers: [UIViewController] {
    get { children }
    set { setViewControllers(newValue, animated: false) }
  }
  /// The top view controller, as in UIKit.
  public var topViewController: UIViewController? { children.last }
  /// The visible view controller, as in UIKit.
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
  }
  private func placeBar() {
    guard isViewLoaded else { return }
    navigationBar.isHidden = isNavigationBarHidden
    for child in children where child.isViewLoaded { placeContent(of: child) }
  }
  /// Under a translucent bar, whose height counts as unsafe, or below one that is not (`edgesForExtendedLayout`,
  /// `extendedLayoutIncludesOpaqueBars`).
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
    if let top = topViewController, top.isViewLoaded, top.view.superview === view, !isChanging { placeContent(of: top) }
  }
  /// Does what UIKit's `setNavigationBarHidden(_:animated:)` does.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }
  /// Does what UIKit's `setToolbarHidden(_:animated:)` does.
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
    }
    let finish: (Bool) -> Void = { [self] _ in
      old?.viewIfLoaded?.removeFromSuperview()
      if isThere {
        old?.finishDisappearing(animated: isAnimated)
        new?.finishAppearing(animated: isAnimated)
      }
      then()
      if let new { delegate?.navigationController(self, didShow: new, animated: isAnimated) }
    }
    guard isAnimated, let incoming = new?.viewIfLoaded else { return finish(true) }
    let place = incoming.center
    changes += 1
    UIView.performWithoutAnimation { incoming.center.x += view.bounds.width }
    UIView.run(ViewAnimation(duration: 0.35), { incoming.center = place }) { [self] finished in
      changes -= 1
      finish(finished)
    }
  }

  /// Does what UIKit's `pushViewController(_:animated:)` does.
  open func pushViewController(_ controller: UIViewController, animated: Bool) {
    let old = topViewController
    addChild(controller)
    change(from: old, to: controller, animated: animated) { controller.didMove(toParent: self) }
  }
  /// Does what UIKit's `popViewController(animated:)` does.
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
  /// Does what UIKit's `popToViewController(_:animated:)` does.
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
  /// Does what UIKit's `popToRootViewController(animated:)` does.
  @discardableResult open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    children.first.flatMap { popToViewController($0, animated: animated) }
  }
  /// Does what UIKit's `setViewControllers(_:animated:)` does.
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

@MainActor public protocol UITabBarControllerDelegate: AnyObject {
  /// Never called here.
  func tabBarController(_ controller: UITabBarController, didSelect selected: UIViewController)
  /// Never called here.
  func tabBarController(_ controller: UITabBarController, shouldSelect selected: UIViewController) -> Bool
}
extension UITabBarControllerDelegate {
  public func tabBarController(_ controller: UITabBarController, didSelect selected: UIViewController) {}
  public func tabBarController(_ controller: UITabBarController, shouldSelect selected: UIViewController) -> Bool {
    true
  }
}

/// Controllers side by side above a bar of 49 points.
open class UITabBarController: UIViewController {
  /// The tab bar, as in UIKit.
  public private(set) lazy var tabBar = UITabBar()
  /// The delegate, as in UIKit.
  public weak var delegate: (any UITabBarControllerDelegate)?
  private var index = 0
  /// The view controllers, as in UIKit.
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
    controller.barInsets.bottom = tabBar.isHidden ? 0 : 49
    view.insertSubview(content, at: 0)
  }
  /// Does what UIKit's `setViewControllers(_:animated:)` does.
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
  /// The selected index, as in UIKit.
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
      if isThere {
        old.finishDisappearing(animated: false)
        new.finishAppearing(animated: false)
      }
    }
  }
  /// The selected view controller, as in UIKit.
  open var selectedViewController: UIViewController? {
    get { children.indices.contains(index) ? children[index] : nil }
    set { if let place = children.firstIndex(where: { $0 === newValue }) { selectedIndex = place } }
  }
}
