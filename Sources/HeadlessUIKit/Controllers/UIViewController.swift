import Foundation
import ScenePlayer
import SceneModel

nonisolated public enum UIModalPresentationStyle: Int, Sendable {
  case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
  case none = -1, automatic = -2
}
nonisolated public enum UIModalTransitionStyle: Int, Sendable {
  case coverVertical, flipHorizontal, crossDissolve, partialCurl
}
nonisolated public enum UIStatusBarStyle: Int, Sendable { case `default`, lightContent, darkContent = 3 }
nonisolated public enum UIStatusBarAnimation: Int, Sendable { case none, fade, slide }
nonisolated public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let portrait = UIInterfaceOrientationMask(rawValue: 2),
    landscapeLeft = UIInterfaceOrientationMask(rawValue: 16)
  public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 8)
  public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 4)
  public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
  public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
  public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}
nonisolated public enum UIInterfaceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeRight, landscapeLeft
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// What runs beside a change of size or a presentation: at once, or, while one goes on, in its animation and at its end.
open class UIViewControllerTransitionCoordinator {
  private var isWaiting = false
  private var animations: [(UIViewControllerTransitionCoordinator) -> Void] = []
  private var completions: [(UIViewControllerTransitionCoordinator) -> Void] = []
  public private(set) var isAnimated = false
  public private(set) var isCancelled = false
  public init() {}
  public var transitionDuration: TimeInterval { isAnimated ? 0.5 : 0 }
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
public protocol UIContentContainer: AnyObject { var preferredContentSize: CGSize { get } }

/// A screen or a part of one: loads a view when it is asked for, and hears when it comes and goes.
open class UIViewController: UIResponder, UIContentContainer {
  private var storedView: UIView?
  public let nibName: String?
  public let nibBundle: Bundle?
  public internal(set) weak var parent: UIViewController?
  public internal(set) var children: [UIViewController] = []
  public internal(set) var presentedViewController: UIViewController?
  public internal(set) weak var presentingViewController: UIViewController?
  private enum Appearance { case gone, appearing, there, disappearing }
  private var appearance = Appearance.gone
  /// Kept by those that were made of it.
  public internal(set) var storyboard: UIStoryboard?
  /// Makes the view that a storyboard has for it.
  var makesViewOfNib: (() -> Void)?
  var segues: [StoryboardSegue] = []

  open var title: String?
  public lazy var navigationItem = UINavigationItem(title: title ?? "")
  public lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)
  open var toolbarItems: [UIBarButtonItem]?
  open var hidesBottomBarWhenPushed = false
  open var edgesForExtendedLayout = UIRectEdge.all
  open var extendedLayoutIncludesOpaqueBars = false
  open var automaticallyAdjustsScrollViewInsets = true
  open var preferredContentSize = CGSize.zero
  open var modalPresentationStyle = UIModalPresentationStyle.automatic {
    didSet { if oldValue != modalPresentationStyle, presentingViewController == nil { storedPresentation = nil } }
  }
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  open var modalPresentationCapturesStatusBarAppearance = false
  open var isModalInPresentation = false
  open var definesPresentationContext = false
  open var providesPresentationContextTransitionStyle = false
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  open var additionalSafeAreaInsets = UIEdgeInsets.zero { didSet { safeAreaChanged() } }
  open var viewRespectsSystemMinimumLayoutMargins = true
  open var restorationIdentifier: String?
  /// What bars around it cover.
  var barInsets = UIEdgeInsets.zero { didSet { safeAreaChanged() } }

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
  open var viewIfLoaded: UIView? { storedView }
  open var isViewLoaded: Bool { storedView != nil }
  open func loadViewIfNeeded() {
    guard storedView == nil else { return }
    loadView()
    if storedView == nil { view = UIView(frame: UIScreen.main.bounds) }
    viewDidLoad()
  }
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
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewIsAppearing(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}
  open func updateViewConstraints() {}
  open func updateProperties() {}
  open func setNeedsUpdateProperties() { viewIfLoaded?.setNeedsUpdateProperties() }
  open func updatePropertiesIfNeeded() { viewIfLoaded?.updatePropertiesIfNeeded() }
  open func viewSafeAreaInsetsDidChange() {}
  open func viewLayoutMarginsDidChange() {}
  open func didReceiveMemoryWarning() {}
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  open func willTransition(to traits: UITraitCollection, with coordinator: UIViewControllerTransitionCoordinator) {}
  open func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
    for child in children { child.viewWillTransition(to: size, with: coordinator) }
  }
  open func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
  open func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize size: CGSize)
    -> CGSize
  { size }
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
  open var isEditing = false
  open var editButtonItem: UIBarButtonItem { UIBarButtonItem(title: "Edit", style: .plain, target: nil, action: nil) }
  open func applicationFinishedRestoringState() {}
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
  open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
  open func performSegue(withIdentifier identifier: String, sender: Any?) {
    loadViewIfNeeded()
    guard let segue = segues.first(where: { $0.identifier == identifier }) else {
      raise("NSInvalidArgumentException: Receiver (\(self)) has no segue with identifier '\(identifier)'")
    }
    perform(segue, sender: sender)
  }

  open var prefersStatusBarHidden: Bool { false }
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  open var childForStatusBarStyle: UIViewController? { nil }
  open var childForStatusBarHidden: UIViewController? { nil }
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
  open var shouldAutorotate: Bool { true }
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }
  open func setNeedsStatusBarAppearanceUpdate() {}
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
  open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
  open var traitCollection: UITraitCollection {
    viewIfLoaded?.traitCollection ?? parent?.traitCollection ?? UITraitCollection()
  }
  open var topLayoutGuide: any UILayoutSupport { view.guide(.top) }
  open var bottomLayoutGuide: any UILayoutSupport { view.guide(.bottom) }
  open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets {
    NSDirectionalEdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
  }
  /// While it comes or goes.
  var activeCoordinator: UIViewControllerTransitionCoordinator?
  open var transitionCoordinator: UIViewControllerTransitionCoordinator? {
    activeCoordinator ?? parent?.transitionCoordinator
  }
  open var isBeingPresented: Bool { presentingViewController != nil && appearance == .appearing }
  open var isBeingDismissed: Bool { presentingViewController != nil && appearance == .disappearing }
  open var isMovingToParent: Bool { parent != nil && appearance == .appearing }
  open var isMovingFromParent: Bool { appearance == .disappearing }
  private var storedPresentation: UIPresentationController?
  /// What places it while it is presented; before that, what its style would use.
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
  open var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }
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
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    if isAppearing { beginAppearing(animated: animated) } else { beginDisappearing(animated: animated) }
  }
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

  open func addChild(_ child: UIViewController) {
    if child.parent !== self { child.removeFromParent() }
    child.willMove(toParent: self)
    children.append(child)
    child.parent = self
  }
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }
  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}
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
  public var navigationController: UINavigationController? { ancestor() }
  public var tabBarController: UITabBarController? { ancestor() }
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

  open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
    PresentationTransition.present(controller, from: self, animated: animated, completion: completion)
  }
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    PresentationTransition.dismiss(self, animated: animated, completion: completion)
  }
  open func show(_ controller: UIViewController, sender: Any?) {
    if let navigation = self as? UINavigationController ?? navigationController {
      navigation.pushViewController(controller, animated: true)
    } else {
      present(controller, animated: true)
    }
  }
  open func showDetailViewController(_ controller: UIViewController, sender: Any?) {
    if let split = splitViewController {
      split.showDetailViewController(controller, sender: sender)
    } else {
      show(controller, sender: sender)
    }
  }
}
