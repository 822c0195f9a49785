import Foundation
import ScenePlayer
import SceneModel

/// How a controller is presented.
nonisolated public enum UIModalPresentationStyle: Int, Sendable {
  /// UIKit's cases of these names.
  case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
  /// UIKit's cases of these names.
  case none = -1, automatic = -2
}
/// How a presentation moves.
nonisolated public enum UIModalTransitionStyle: Int, Sendable {
  /// UIKit's cases of these names.
  case coverVertical, flipHorizontal, crossDissolve, partialCurl
}
/// The styles of the status bar.
nonisolated public enum UIStatusBarStyle: Int, Sendable { case `default`, lightContent, darkContent = 3 }
/// How the status bar comes and goes.
nonisolated public enum UIStatusBarAnimation: Int, Sendable { case none, fade, slide }
/// A set of interface orientations.
nonisolated public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// UIKit's values of these names.
  public static let portrait = UIInterfaceOrientationMask(rawValue: 2),
    landscapeLeft = UIInterfaceOrientationMask(rawValue: 16)
  /// UIKit's `UIInterfaceOrientationMask.landscapeRight`.
  public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 8)
  /// UIKit's `UIInterfaceOrientationMask.portraitUpsideDown`.
  public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 4)
  /// UIKit's `UIInterfaceOrientationMask.landscape`.
  public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
  /// UIKit's `UIInterfaceOrientationMask.all`.
  public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
  /// UIKit's `UIInterfaceOrientationMask.allButUpsideDown`.
  public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}
/// The orientations of the interface.
nonisolated public enum UIInterfaceOrientation: Int, Sendable {
  /// UIKit's cases of these names.
  case unknown, portrait, portraitUpsideDown, landscapeRight, landscapeLeft
  /// Whether it is portrait, as in UIKit.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether it is landscape, as in UIKit.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The blocks that run beside a change of size or a presentation: at once, or, while one goes on, in its animation and at its end.
open class UIViewControllerTransitionCoordinator {
  private var isWaiting = false
  private var animations: [(UIViewControllerTransitionCoordinator) -> Void] = []
  private var completions: [(UIViewControllerTransitionCoordinator) -> Void] = []
  /// Whether it is animated, as in UIKit.
  public private(set) var isAnimated = false
  /// Whether it is cancelled, as in UIKit.
  public private(set) var isCancelled = false
  /// Makes one as UIKit does.
  public init() {}
  /// The transition duration, as in UIKit.
  public var transitionDuration: TimeInterval { isAnimated ? 0.5 : 0 }
  /// Does what UIKit's `animate(alongsideTransition:completion:)` does.
  @discardableResult
  open func animate(
    alongsideTransition animation: ((UIViewControllerTransitionCoordinator) -> Void)?,
    completion: ((UIViewControllerTransitionCoordinator) -> Void)? = nil
  ) -> Bool {
    guard isWaiting else {
      animation?(self)
      completion?(self)
      return true
    }
    if let animation { animations.append(animation) }
    if let completion { completions.append(completion) }
    return true
  }

  func waits(animated: Bool) { (isWaiting, isAnimated) = (true, animated) }
  func begin() {
    let waiting = animations
    animations = []
    for animation in waiting { animation(self) }
  }
  func end(cancelled: Bool) {
    isCancelled = cancelled
    begin()
    isWaiting = false
    let waiting = completions
    completions = []
    for completion in waiting { completion(self) }
  }
}

/// What has a content of a preferred size: a controller, or what presents one.
@MainActor public protocol UIContentContainer: AnyObject { var preferredContentSize: CGSize { get } }

/// A screen or a part of one: loads a view when it is asked for, and hears when it comes and goes.
open class UIViewController: UIResponder, UIContentContainer {
  private var storedView: UIView?
  /// The nib name, as in UIKit.
  public let nibName: String?
  /// The nib bundle, as in UIKit.
  public let nibBundle: Bundle?
  /// The parent, as in UIKit.
  public internal(set) weak var parent: UIViewController?
  /// The children, as in UIKit.
  public internal(set) var children: [UIViewController] = []
  /// The presented view controller.
  public internal(set) var presentedViewController: UIViewController?
  /// The presenting view controller, as in UIKit.
  public internal(set) weak var presentingViewController: UIViewController?
  private enum Appearance { case gone, appearing, there, disappearing }
  private var appearance = Appearance.gone
  /// Kept by those that were made of it.
  public internal(set) var storyboard: UIStoryboard?
  /// Makes the view that a storyboard has for it.
  var makesViewOfNib: (() -> Void)?
  var segues: [StoryboardSegue] = []
  var unwindSegues: [UnwindSegue] = []

  /// The title, as in UIKit.
  open var title: String?
  /// The navigation item, as in UIKit.
  public lazy var navigationItem = UINavigationItem(title: title ?? "")
  /// The tab bar item, as in UIKit.
  public lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)
  /// The toolbar items; kept, without effect on layout or motion.
  open var toolbarItems: [UIBarButtonItem]?
  /// Whether it hides bottom bar when pushed; kept, without effect on layout or motion.
  open var hidesBottomBarWhenPushed = false
  /// The edges for extended layout, as in UIKit.
  open var edgesForExtendedLayout = UIRectEdge.all
  /// The flag `extendedLayoutIncludesOpaqueBars`, as in UIKit.
  open var extendedLayoutIncludesOpaqueBars = false
  /// Whether it automatically adjusts scroll view insets; kept, without effect on layout or motion.
  open var automaticallyAdjustsScrollViewInsets = true
  /// The preferred content size; kept, without effect on layout or motion.
  open var preferredContentSize = CGSize.zero
  /// The modal presentation style, as in UIKit.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic {
    didSet { if oldValue != modalPresentationStyle, presentingViewController == nil { storedPresentation = nil } }
  }
  /// The modal transition style, as in UIKit.
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  /// The flag `modalPresentationCapturesStatusBarAppearance`; kept, without effect on layout or motion.
  open var modalPresentationCapturesStatusBarAppearance = false
  /// Whether it is modal in presentation; kept, without effect on layout or motion.
  open var isModalInPresentation = false
  /// Whether it defines presentation context; kept, without effect on layout or motion.
  open var definesPresentationContext = false
  /// Whether it provides presentation context transition style; kept, without effect on layout or motion.
  open var providesPresentationContextTransitionStyle = false
  /// The transitioning delegate, as in UIKit.
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
  /// The override user interface style; kept, without effect on layout or motion.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  /// The additional safe area insets, as in UIKit.
  open var additionalSafeAreaInsets = UIEdgeInsets.zero { didSet { safeAreaChanged() } }
  /// The flag `viewRespectsSystemMinimumLayoutMargins`; kept, without effect on layout or motion.
  open var viewRespectsSystemMinimumLayoutMargins = true
  /// The restoration identifier; kept, without effect on layout or motion.
  open var restorationIdentifier: String?
  /// The parts of the view that bars around it cover.
  var barInsets = UIEdgeInsets.zero { didSet { safeAreaChanged() } }

  /// Makes one as UIKit does.
  public init(nibName: String?, bundle: Bundle?) {
    (self.nibName, nibBundle) = (nibName, bundle)
    super.init()
  }
  public required init?(coder: NSCoder) {
    (nibName, nibBundle) = (nil, nil)
    super.init()
  }
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  open override var next: UIResponder? { viewIfLoaded?.superview ?? parent }

  // MARK: The view

  /// The view, as in UIKit.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return storedView
    }
    set {
      storedView?.controller = nil
      storedView = newValue
      newValue?.controller = self
      newValue?.margins.systemMinimum = DirectionalInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
    }
  }
  /// The view if loaded, as in UIKit.
  open var viewIfLoaded: UIView? { storedView }
  /// Whether it is view loaded, as in UIKit.
  open var isViewLoaded: Bool { storedView != nil }
  /// Does what UIKit's `loadViewIfNeeded()` does.
  open func loadViewIfNeeded() {
    guard storedView == nil else { return }
    loadView()
    if storedView == nil { view = UIView(frame: UIScreen.main.bounds) }
    viewDidLoad()
  }
  /// Does what UIKit's `loadView()` does.
  open func loadView() {
    if loadViewOfNib() { return }
    let view = UIView(frame: UIScreen.main.bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    self.view = view
  }
  /// False: no storyboard and no nib has a view for it.
  func loadViewOfNib() -> Bool {
    if let makesViewOfNib {
      makesViewOfNib()
      self.makesViewOfNib = nil
    } else if let nibName {
      UINib(nibName: nibName, bundle: nibBundle).instantiate(withOwner: self)
    }
    return storedView != nil
  }
  /// Called as by UIKit; does nothing by itself.
  open func viewDidLoad() {}
  /// Called as by UIKit; does nothing by itself.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called as by UIKit; does nothing by itself.
  open func viewIsAppearing(_ animated: Bool) {}
  /// Called as by UIKit; does nothing by itself.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called as by UIKit; does nothing by itself.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called as by UIKit; does nothing by itself.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Called as by UIKit; does nothing by itself.
  open func viewWillLayoutSubviews() {}
  /// Called as by UIKit; does nothing by itself.
  open func viewDidLayoutSubviews() {}
  /// Called as by UIKit; does nothing by itself.
  open func updateViewConstraints() {}
  /// Called as by UIKit; does nothing by itself.
  open func updateProperties() {}
  /// Does what UIKit's `setNeedsUpdateProperties()` does.
  open func setNeedsUpdateProperties() { viewIfLoaded?.setNeedsUpdateProperties() }
  /// Does what UIKit's `updatePropertiesIfNeeded()` does.
  open func updatePropertiesIfNeeded() { viewIfLoaded?.updatePropertiesIfNeeded() }
  /// Called as by UIKit; does nothing by itself.
  open func viewSafeAreaInsetsDidChange() {}
  /// Called as by UIKit; does nothing by itself.
  open func viewLayoutMarginsDidChange() {}
  /// A hook for subclasses; nothing here calls it.
  open func didReceiveMemoryWarning() {}
  /// A hook for subclasses; nothing here calls it.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  /// A hook for subclasses; nothing here calls it.
  open func willTransition(to traits: UITraitCollection, with coordinator: UIViewControllerTransitionCoordinator) {}
  /// Does what UIKit's `viewWillTransition(to:with:)` does.
  open func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
    for child in children { child.viewWillTransition(to: size, with: coordinator) }
  }
  /// A hook for subclasses; nothing here calls it.
  open func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
  /// A hook for subclasses; nothing here calls it.
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
  /// Does what UIKit's `size(forChildContentContainer:withParentContainerSize:)` does.
  open func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize size: CGSize)
    -> CGSize
  { size }
  /// Does what UIKit's `setEditing(_:animated:)` does.
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
  /// Whether it is editing, as in UIKit.
  open var isEditing = false
  /// The edit button item, as in UIKit.
  open var editButtonItem: UIBarButtonItem { UIBarButtonItem(title: "Edit", style: .plain, target: nil, action: nil) }
  /// Accepted, and does nothing here.
  open func applicationFinishedRestoringState() {}
  /// Called as by UIKit; does nothing by itself.
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
  /// Asked as by UIKit; `true` unless a subclass overrides it.
  open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
  /// Does what UIKit's `performSegue(withIdentifier:sender:)` does.
  open func performSegue(withIdentifier identifier: String, sender: Any?) {
    loadViewIfNeeded()
    if let back = unwindSegues.first(where: { $0.identifier == identifier }) { return perform(back, sender: sender) }
    guard let segue = segues.first(where: { $0.identifier == identifier }) else {
      raise("NSInvalidArgumentException: Receiver (\(self)) has no segue with identifier '\(identifier)'")
    }
    perform(segue, sender: sender)
  }

  /// Whether a way back may end here: where the class has the action, and it is another controller's.
  open func canPerformUnwindSegueAction(
    _ action: Selector, from source: UIViewController, sender: Any?
  ) -> Bool { source !== self && answers(to: action) }
  /// Moves back to one of its children; a navigation controller pops.
  open func unwind(for segue: UIStoryboardSegue, towards controller: UIViewController) {}

  /// Whether it prefers status bar hidden; `false` unless a subclass overrides it.
  open var prefersStatusBarHidden: Bool { false }
  /// The preferred status bar style, as in UIKit.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  /// The preferred status bar update animation, as in UIKit.
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  /// The child for status bar style; `nil` unless a subclass overrides it.
  open var childForStatusBarStyle: UIViewController? { nil }
  /// The child for status bar hidden; `nil` unless a subclass overrides it.
  open var childForStatusBarHidden: UIViewController? { nil }
  /// Whether it prefers home indicator auto hidden; `false` unless a subclass overrides it.
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  /// The supported interface orientations, as in UIKit.
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
  /// The preferred interface orientation for presentation, as in UIKit.
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
  /// Whether it should autorotate; `true` unless a subclass overrides it.
  open var shouldAutorotate: Bool { true }
  /// Whether it should automatically forward appearance methods; `true` unless a subclass overrides it.
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }
  /// Accepted, and does nothing here.
  open func setNeedsStatusBarAppearanceUpdate() {}
  /// Accepted, and does nothing here.
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
  /// Accepted, and does nothing here.
  open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
  /// The trait collection, as in UIKit.
  open var traitCollection: UITraitCollection {
    viewIfLoaded?.traitCollection ?? parent?.traitCollection ?? UITraitCollection()
  }
  /// The top layout guide, as in UIKit.
  open var topLayoutGuide: any UILayoutSupport { view.guide(.top) }
  /// The bottom layout guide, as in UIKit.
  open var bottomLayoutGuide: any UILayoutSupport { view.guide(.bottom) }
  /// The system minimum layout margins, as in UIKit.
  open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets {
    NSDirectionalEdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
  }
  /// While it comes or goes.
  var activeCoordinator: UIViewControllerTransitionCoordinator?
  /// The transition coordinator, as in UIKit.
  open var transitionCoordinator: UIViewControllerTransitionCoordinator? {
    activeCoordinator ?? parent?.transitionCoordinator
  }
  /// Whether it is being presented, as in UIKit.
  open var isBeingPresented: Bool { presentingViewController != nil && appearance == .appearing }
  /// Whether it is being dismissed, as in UIKit.
  open var isBeingDismissed: Bool { presentingViewController != nil && appearance == .disappearing }
  /// Whether it is moving to parent, as in UIKit.
  open var isMovingToParent: Bool { parent != nil && appearance == .appearing }
  /// Whether it is moving from parent, as in UIKit.
  open var isMovingFromParent: Bool { appearance == .disappearing }
  private var storedPresentation: UIPresentationController?
  /// The presentation controller that places the view while it is presented; before that, the one that its style would use.
  open var presentationController: UIPresentationController? {
    if let storedPresentation { return storedPresentation }
    let made: UIPresentationController =
      switch modalPresentationStyle {
      case .popover:
        UIPopoverPresentationController(presentedViewController: self, presenting: presentingViewController)
      case .automatic, .pageSheet, .formSheet:
        UISheetPresentationController(presentedViewController: self, presenting: presentingViewController)
      default: UIPresentationController(presentedViewController: self, presenting: presentingViewController)
      }
    storedPresentation = made
    return made
  }
  /// The sheet presentation controller, as in UIKit.
  open var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }
  /// The popover presentation controller, as in UIKit.
  open var popoverPresentationController: UIPopoverPresentationController? {
    presentationController as? UIPopoverPresentationController
  }
  func makePresentation(over presenter: UIViewController, source: UIViewController) -> UIPresentationController {
    if modalPresentationStyle == .custom,
      let custom = transitioningDelegate?.presentationController(
        forPresented: self, presenting: presenter, source: source)
    {
      storedPresentation = custom
    }
    let presentation = presentationController!
    presentation.presenter = presenter
    return presentation
  }
  func forgetPresentation() { storedPresentation = nil }

  var describedSafeArea: Insets {
    Insets(
      top: Double(additionalSafeAreaInsets.top + barInsets.top),
      left: Double(additionalSafeAreaInsets.left + barInsets.left),
      bottom: Double(additionalSafeAreaInsets.bottom + barInsets.bottom),
      right: Double(additionalSafeAreaInsets.right + barInsets.right))
  }
  private func safeAreaChanged() {
    guard let view = storedView, let host = view.host else { return }
    host.perform(.setProperty(view.item, .safeArea(describedSafeArea)))
    if let superview = view.superview, superview.host === host { host.tellSafeAreas(of: superview, isDeep: true) }
  }

  // MARK: Coming and going

  func beginAppearing(animated: Bool) {
    guard appearance == .gone || appearance == .disappearing else { return }
    loadViewIfNeeded()
    appearance = .appearing
    viewWillAppear(animated)
    if shouldAutomaticallyForwardAppearanceMethods {
      for child in visibleChildren { child.beginAppearing(animated: animated) }
    }
  }
  func finishAppearing(animated: Bool) {
    guard appearance == .appearing else { return }
    viewIsAppearing(animated)
    if shouldAutomaticallyForwardAppearanceMethods {
      for child in visibleChildren { child.finishAppearing(animated: animated) }
    }
    appearance = .there
    viewDidAppear(animated)
  }
  func beginDisappearing(animated: Bool) {
    guard appearance == .there || appearance == .appearing else { return }
    appearance = .disappearing
    viewWillDisappear(animated)
    if shouldAutomaticallyForwardAppearanceMethods {
      for child in visibleChildren { child.beginDisappearing(animated: animated) }
    }
  }
  func finishDisappearing(animated: Bool) {
    guard appearance == .disappearing else { return }
    appearance = .gone
    viewDidDisappear(animated)
    if shouldAutomaticallyForwardAppearanceMethods {
      for child in visibleChildren { child.finishDisappearing(animated: animated) }
    }
  }
  var isThere: Bool { appearance == .there }
  var visibleChildren: [UIViewController] {
    children.filter { $0.storedView.map { view in view.isDescendant(of: self.view) } ?? false }
  }
  /// Does what UIKit's `beginAppearanceTransition(_:animated:)` does.
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    if isAppearing { beginAppearing(animated: animated) } else { beginDisappearing(animated: animated) }
  }
  /// Does what UIKit's `endAppearanceTransition()` does.
  open func endAppearanceTransition() {
    if appearance == .appearing { finishAppearing(animated: false) } else { finishDisappearing(animated: false) }
  }

  /// Its view has come into a window, or has left it.
  func viewMoved(toWindow window: UIWindow?) {
    guard parent != nil, parent?.shouldAutomaticallyForwardAppearanceMethods ?? true else { return }
    if window != nil, parent?.isThere == true {
      beginAppearing(animated: false)
      finishAppearing(animated: false)
    } else if window == nil {
      beginDisappearing(animated: false)
      finishDisappearing(animated: false)
    }
  }

  // MARK: Containment

  /// Does what UIKit's `addChild(_:)` does.
  open func addChild(_ child: UIViewController) {
    if child.parent !== self { child.removeFromParent() }
    child.willMove(toParent: self)
    children.append(child)
    child.parent = self
  }
  /// Does what UIKit's `removeFromParent()` does.
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }
  /// Called as by UIKit; does nothing by itself.
  open func willMove(toParent parent: UIViewController?) {}
  /// Called as by UIKit; does nothing by itself.
  open func didMove(toParent parent: UIViewController?) {}
  /// Does what UIKit's `transition(from:to:duration:options:animations:completion:)` does.
  open func transition(
    from: UIViewController, to: UIViewController, duration: TimeInterval, options: UIView.AnimationOptions = [],
    animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    view.addSubview(to.view)
    UIView.animate(withDuration: duration, delay: 0, options: options, animations: { animations?() }) { finished in
      from.view.removeFromSuperview()
      completion?(finished)
    }
  }
  /// The navigation controller, as in UIKit.
  public var navigationController: UINavigationController? { ancestor() }
  /// The tab bar controller, as in UIKit.
  public var tabBarController: UITabBarController? { ancestor() }
  /// The split view controller, as in UIKit.
  public var splitViewController: UISplitViewController? { ancestor() }
  private func ancestor<Kind: UIViewController>() -> Kind? {
    var next = parent
    while let present = next {
      if let found = present as? Kind { return found }
      next = present.parent
    }
    return nil
  }

  // MARK: Presentation

  /// Does what UIKit's `present(_:animated:completion:)` does.
  open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
    PresentationTransition.present(controller, from: self, animated: animated, completion: completion)
  }
  /// Does what UIKit's `dismiss(animated:completion:)` does.
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    PresentationTransition.dismiss(self, animated: animated, completion: completion)
  }
  /// Does what UIKit's `show(_:sender:)` does.
  open func show(_ controller: UIViewController, sender: Any?) {
    if let navigation = self as? UINavigationController ?? navigationController {
      navigation.pushViewController(controller, animated: true)
    } else {
      present(controller, animated: true)
    }
  }
  /// Does what UIKit's `showDetailViewController(_:sender:)` does.
  open func showDetailViewController(_ controller: UIViewController, sender: Any?) {
    if let split = splitViewController {
      split.showDetailViewController(controller, sender: sender)
    } else {
      show(controller, sender: sender)
    }
  }
}
