import Foundation
import LayoutKernel
import ScenePlayer
import SceneModel

/// An object whose content has a preferred size: a controller, or a controller's presentation.
@MainActor public protocol UIContentContainer: AnyObject { var preferredContentSize: CGSize { get } }

/// A screen or a part of one: it loads its view when the view is first needed, and is called when the view appears and disappears.
open class UIViewController: UIResponder, UIContentContainer {
  var storedView: UIView?
  /// The nib that the view is loaded from; nil if none was named.
  public let nibName: String?
  /// The bundle of the nib; nil for the program's.
  public let nibBundle: Bundle?
  /// The controller that contains this one; nil if there is none.
  public internal(set) weak var parent: UIViewController?
  /// The controllers that this one contains, in the order in which they were added.
  public internal(set) var children: [UIViewController] = []
  /// The controller that this one presents; nil if there is none.
  public internal(set) var presentedViewController: UIViewController?
  /// The controller that presents this one; nil if there is none.
  public internal(set) weak var presentingViewController: UIViewController?
  enum Appearance { case gone, appearing, there, disappearing }
  var appearance = Appearance.gone
  /// Whether `viewIsAppearing` was called since the controller began to appear.
  var isAnnounced = false
  /// The storyboard that the controller was loaded from; nil if there is none.
  public internal(set) var storyboard: UIStoryboard?
  /// Makes the view that a storyboard describes for the controller.
  var makesViewOfNib: (() -> Void)?
  var segues: [StoryboardSegue] = []
  var unwindSegues: [UnwindSegue] = []

  /// The name of the screen, which bars would show.
  open var title: String?
  /// The contents of the navigation bar while this controller shows; made on first use.
  public lazy var navigationItem = UINavigationItem(title: title ?? "")
  /// The tab of the controller; made on first use.
  public lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)
  open var toolbarItems: [UIBarButtonItem]? { didSet { noEffect("UIViewController.toolbarItems", .hiddenBars) } }
  open var hidesBottomBarWhenPushed = false {
    didSet { noEffect("UIViewController.hidesBottomBarWhenPushed", .hiddenBars) }
  }
  /// The edges at which the view reaches under bars; without `top` it lies below the navigation bar.
  open var edgesForExtendedLayout = UIRectEdge.all
  /// Whether the view also reaches under opaque bars.
  open var extendedLayoutIncludesOpaqueBars = false
  /// Whether scroll views get insets for bars, as before iOS 11; kept, without effect: the safe area is used instead.
  open var automaticallyAdjustsScrollViewInsets = true
  open var preferredContentSize = CGSize.zero {
    didSet { noEffect("UIViewController.preferredContentSize", .presentation) }
  }
  /// The style in which the controller is presented.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic {
    didSet { if oldValue != modalPresentationStyle, presentingViewController == nil { storedPresentation = nil } }
  }
  /// The way in which the controller's view appears and disappears.
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  open var modalPresentationCapturesStatusBarAppearance = false  // inert
  open var isModalInPresentation = false  // inert
  open var definesPresentationContext = false {
    didSet { noEffect("UIViewController.definesPresentationContext", .presentation) }
  }
  open var providesPresentationContextTransitionStyle = false  // inert
  /// The object that may animate the presentation and place the presented view; held weakly.
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
  /// The light or dark appearance that the view and the children have instead of the screen's.
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { givenStyle }
    set { if givenStyle != newValue { changingTraits { givenStyle = newValue } } }
  }
  private var givenStyle = UIUserInterfaceStyle.unspecified
  var ownTraits: UITraitOverrides?
  var childTraits: [ObjectIdentifier: UITraitCollection] = [:]
  var traitObservers: UITraitObservers?
  /// The distances by which the controller makes its view's safe area smaller, in points.
  open var additionalSafeAreaInsets = UIEdgeInsets.zero { didSet { safeAreaChanged() } }
  /// Whether the view's margins are at least the system's.
  open var viewRespectsSystemMinimumLayoutMargins = true {
    didSet { if oldValue != viewRespectsSystemMinimumLayoutMargins { viewIfLoaded?.marginsChanged() } }
  }
  open var restorationIdentifier: String?  // inert
  /// The parts of the view that bars around it cover.
  var barInsets = UIEdgeInsets.zero { didSet { safeAreaChanged() } }

  /// Makes a controller whose view is made of a nib, of a storyboard, or in `loadView()`.
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

  /// The controller's view; the first use loads it.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return storedView
    }
    set {
      storedView?.controller = nil
      storedView = newValue
      newValue?.controller = self
      newValue?.marginsChanged()
    }
  }
  /// The controller's view; nil if it is not loaded.
  open var viewIfLoaded: UIView? { storedView }
  /// Whether the view is loaded.
  open var isViewLoaded: Bool { storedView != nil }
  /// Loads the view and calls `viewDidLoad()`, if that has not been done.
  open func loadViewIfNeeded() {
    guard storedView == nil else { return }
    loadView()
    if storedView == nil { view = UIView(frame: UIScreen.main.bounds) }
    viewDidLoad()
  }
  /// Makes the view: from the storyboard or nib, or else a plain view of the screen's size. A subclass that makes its own view must not call
  /// `super`.
  open func loadView() {
    if loadViewOfNib() { return }
    let view = UIView(frame: UIScreen.main.bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    self.view = view
  }
  /// Loads the view of a storyboard or nib; returns false if there is none.
  func loadViewOfNib() -> Bool {
    if let makesViewOfNib {
      makesViewOfNib()
      self.makesViewOfNib = nil
    } else if let nibName {
      UINib(nibName: nibName, bundle: nibBundle).instantiate(withOwner: self)
    } else if !ClassNames.isOurs(Swift.type(of: self)) {
      // A file with the name of the class, with or without `Controller` at its end.
      let name = ClassNames.name(of: Swift.type(of: self))
      let names = (name.hasSuffix("Controller") ? [String(name.dropLast("Controller".count))] : []) + [name]
      let modules = NibFiles.module(of: self)
      if let found = names.first(where: { NibFiles.exists($0, in: nibBundle, modules: modules) }) {
        UINib(nibName: found, bundle: nibBundle).instantiate(withOwner: self)
      }
    }
    return storedView != nil
  }
  /// Called once, when the view is loaded. Does nothing by default.
  open func viewDidLoad() {}
  /// Called before the view appears. Does nothing by default.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called when the view is in its window, with its size and its traits, before its layout. Does nothing by default.
  open func viewIsAppearing(_ animated: Bool) {}
  /// Called when the view has appeared. Does nothing by default.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before the view disappears. Does nothing by default.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called when the view has disappeared. Does nothing by default.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Called before the view lays out its subviews. Does nothing by default.
  open func viewWillLayoutSubviews() {}
  /// Called when the view has laid out its subviews. Does nothing by default.
  open func viewDidLayoutSubviews() {}
  /// Called in the pass that updates constraints, if the view's constraints need an update. Does nothing by default.
  open func updateViewConstraints() {}
  /// Called in the pass that updates properties (iOS 26), if the view's properties need an update. Does nothing by default.
  open func updateProperties() {}
  /// Schedules a call of `updateProperties()` before the next layout.
  open func setNeedsUpdateProperties() { viewIfLoaded?.setNeedsUpdateProperties() }
  /// Runs the pending updates of properties now.
  open func updatePropertiesIfNeeded() { viewIfLoaded?.updatePropertiesIfNeeded() }
  /// Called when the view's safe area has changed. Does nothing by default.
  open func viewSafeAreaInsetsDidChange() {}
  /// Called when the view's layout margins have changed. Does nothing by default.
  open func viewLayoutMarginsDidChange() {}
  /// Called in UIKit when memory is short; never called here.
  open func didReceiveMemoryWarning() {}
  /// Called when the traits have changed, because the device was rotated or the program set them. Does nothing by default.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  /// Called before a rotation of the device changes the traits; calls the same method of the children.
  open func willTransition(to traits: UITraitCollection, with coordinator: UIViewControllerTransitionCoordinator) {
    for child in children { child.willTransition(to: traits, with: coordinator) }
  }
  /// Called before the window's size changes; calls the same method of the children.
  open func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
    for child in children { child.viewWillTransition(to: size, with: coordinator) }
  }
  /// Called in UIKit when a child's fitting size has changed; never called here.
  open func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
  /// Called in UIKit when a child would like another size; never called here.
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
  /// Returns the size of a child's content; by default the size of the container.
  open func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize size: CGSize)
    -> CGSize
  { size }
  /// Sets whether the controller's content can be edited.
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
  /// Whether the controller's content can be edited.
  open var isEditing = false
  /// A new “Edit” button, which does nothing when it is tapped.
  open var editButtonItem: UIBarButtonItem { UIBarButtonItem(title: "Edit", style: .plain, target: nil, action: nil) }
  open func applicationFinishedRestoringState() {}  // inert
  /// Called before a segue shows its destination. Does nothing by default.
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
  /// Returns whether a segue may be performed; true by default.
  open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
  /// Performs a segue of the storyboard, or unwinds by one; an identifier that the controller does not have ends the process with UIKit's message.
  open func performSegue(withIdentifier identifier: String, sender: Any?) {
    loadViewIfNeeded()
    if let back = unwindSegues.first(where: { $0.identifier == identifier }) { return perform(back, sender: sender) }
    guard let segue = segues.first(where: { $0.identifier == identifier }) else {
      raise("NSInvalidArgumentException: Receiver (\(self)) has no segue with identifier '\(identifier)'")
    }
    perform(segue, sender: sender)
  }

  /// Returns whether an unwind segue may end at this controller: it has the action, and the segue starts at another controller.
  open func canPerformUnwindSegueAction(
    _ action: Selector, from source: UIViewController, sender: Any?
  ) -> Bool { source !== self && answers(to: action) }
  /// Called when a segue unwinds to one of the controller's children, to show the child again. A navigation controller pops to it; by default nothing
  /// happens.
  open func unwind(for segue: UIStoryboardSegue, towards controller: UIViewController) {}

  /// Whether the status bar is hidden; false, unless a subclass says otherwise. No status bar is drawn.
  open var prefersStatusBarHidden: Bool { false }
  /// The style of the status bar; the default. No status bar is drawn.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  /// The way in which the status bar appears and disappears; by a fade. No status bar is drawn.
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  /// The child for status bar style; `nil` unless a subclass overrides it.
  open var childForStatusBarStyle: UIViewController? { nil }
  /// The child for status bar hidden; `nil` unless a subclass overrides it.
  open var childForStatusBarHidden: UIViewController? { nil }
  /// Whether the home indicator hides by itself; false, unless a subclass says otherwise. None is drawn.
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  /// The orientations that the screen may have; all but upside down. Only `UIWindow.resize(to:)` rotates the device, and it ignores this value.
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
  /// The orientation in which the screen is presented; portrait. Never used here.
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
  /// Whether the screen follows a turned device; true, unless a subclass says otherwise. Never read here.
  open var shouldAutorotate: Bool { true }
  /// Whether calls about appearing and disappearing are passed on to the children; a subclass that passes them on itself returns false.
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }
  open func setNeedsStatusBarAppearanceUpdate() {
    noEffect("UIViewController.setNeedsStatusBarAppearanceUpdate()", .statusBar)
  }
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}  // inert
  open func setNeedsUpdateOfSupportedInterfaceOrientations() {}  // inert
  /// The traits of the view, or of the parent while the view is not loaded.
  open var traitCollection: UITraitCollection {
    inheritedTraits
  }
  /// The guide for the lower end of the bars at the top, as before iOS 11.
  open var topLayoutGuide: any UILayoutSupport { view.guide(.top) }
  /// The guide for the upper end of the bars at the bottom, as before iOS 11.
  open var bottomLayoutGuide: any UILayoutSupport { view.guide(.bottom) }
  /// The least margins of the view: 16 points at the sides, 20 on screens whose short side has 414 points and more.
  open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets {
    let side = CGFloat(MarginRules.side(ofScreen: (viewIfLoaded?.window?.bounds ?? UIScreen.main.bounds).size.model))
    return NSDirectionalEdgeInsets(top: 0, leading: side, bottom: 0, trailing: side)
  }
  /// The coordinator while the controller appears or disappears; otherwise nil.
  var activeCoordinator: UIViewControllerTransitionCoordinator?
  /// The coordinator of the transition in which this controller or one that contains it appears or disappears; nil if there is none.
  open var transitionCoordinator: UIViewControllerTransitionCoordinator? {
    activeCoordinator ?? parent?.transitionCoordinator
  }
  /// Whether the controller is appearing because it is presented.
  open var isBeingPresented: Bool { presentingViewController != nil && appearance == .appearing }
  /// Whether the controller is disappearing because it is dismissed.
  open var isBeingDismissed: Bool { presentingViewController != nil && appearance == .disappearing }
  /// Whether the controller is appearing because it was added to its parent.
  open var isMovingToParent: Bool { parent != nil && appearance == .appearing }
  /// Whether the controller is disappearing.
  open var isMovingFromParent: Bool { appearance == .disappearing }
  var storedPresentation: UIPresentationController?
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
  /// The presentation as a sheet; nil if the style is not that of a sheet.
  open var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }
  /// The presentation as a popover; nil if the style is not `popover`.
  open var popoverPresentationController: UIPopoverPresentationController? {
    presentationController as? UIPopoverPresentationController
  }
  func forgetPresentation() { storedPresentation = nil }

  private func safeAreaChanged() {
    guard let view = storedView, let host = view.host else { return }
    Host.nesting("additionalSafeAreaInsets of \(type(of: self))") {
      host.perform(.setProperty(view.item, .safeArea(describedSafeArea.plus(view.safeAreaCorrection))))
      if let superview = view.superview, superview.host === host { host.tellSafeAreas(of: superview, isDeep: true) }
    }
  }

  // MARK: Coming and going

  var visibleChildren: [UIViewController] {
    children.filter { $0.storedView.map { view in view.isDescendant(of: self.view) } ?? false }
  }
  /// Tells the controller that it begins to appear or to disappear. A parent whose `shouldAutomaticallyForwardAppearanceMethods` is false calls this
  /// on its children.
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    if isAppearing { beginAppearing(animated: animated) } else { beginDisappearing(animated: animated) }
  }
  /// Tells the controller that it has appeared or disappeared, after `beginAppearanceTransition(_:animated:)`.
  open func endAppearanceTransition() {
    if appearance == .appearing { finishAppearing(animated: false) } else { finishDisappearing(animated: false) }
  }

  // MARK: Containment

  /// Makes a controller a child. The caller still has to add the child's view, and to call `didMove(toParent:)`.
  open func addChild(_ child: UIViewController) {
    if child.parent !== self { child.removeFromParent() }
    child.willMove(toParent: self)
    children.append(child)
    child.parent = self
  }
  /// Removes the controller from its parent; its view stays where it is.
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }
  /// Called before the controller is added to a parent, or removed from it (nil). Does nothing by default.
  open func willMove(toParent parent: UIViewController?) {}
  /// Called when the controller was added to a parent, or removed from it (nil). Does nothing by default.
  open func didMove(toParent parent: UIViewController?) {}
  /// Replaces the view of one child by that of another. The changes that `animations` makes are animated; then the old view is removed.
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

  // MARK: Presentation

  /// Presents a controller over everything that this one presents already. Does nothing outside of a window.
  open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
    PresentationTransition.present(controller, from: self, animated: animated, completion: completion)
  }
  /// Dismisses the controller that this one presents, with everything presented by it; if this one presents none, dismisses this one.
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    PresentationTransition.dismiss(self, animated: animated, completion: completion)
  }
  /// Pushes a controller on the surrounding navigation controller, or else presents it.
  open func show(_ controller: UIViewController, sender: Any?) {
    if let navigation = self as? UINavigationController ?? navigationController {
      navigation.pushViewController(controller, animated: true)
    } else {
      present(controller, animated: true)
    }
  }
  /// Shows a controller in the secondary column of the surrounding split view controller, or else as `show(_:sender:)` does.
  open func showDetailViewController(_ controller: UIViewController, sender: Any?) {
    if let split = splitViewController {
      split.showDetailViewController(controller, sender: sender)
    } else {
      show(controller, sender: sender)
    }
  }
}
