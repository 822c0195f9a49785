import Foundation
import ScenePlayer

/// The source of the pages before and after a page. It is called when a page is about to be turned.
@MainActor public protocol UIPageViewControllerDataSource: AnyObject {
  /// Returns the page before a given one; nil if that is the first page.
  func pageViewController(_ pages: UIPageViewController, viewControllerBefore controller: UIViewController)
    -> UIViewController?
  /// Returns the page after a given one; nil if that is the last page.
  func pageViewController(_ pages: UIPageViewController, viewControllerAfter controller: UIViewController)
    -> UIViewController?
  /// Returns the number of pages, for which dots are shown; 0, by default, for no dots.
  func presentationCount(for pages: UIPageViewController) -> Int
  /// Returns the index, from 0, of the page whose dot is marked when the dots first appear; 0 by default.
  func presentationIndex(for pages: UIPageViewController) -> Int
}
extension UIPageViewControllerDataSource {
  public func presentationCount(for pages: UIPageViewController) -> Int { 0 }
  public func presentationIndex(for pages: UIPageViewController) -> Int { 0 }
}
/// The delegate for pages that are turned by a finger.
@MainActor public protocol UIPageViewControllerDelegate: AnyObject {
  /// Called when a finger is about to turn a page.
  func pageViewController(_ pages: UIPageViewController, willTransitionTo pending: [UIViewController])
  /// Called when a page that a finger turned has come to rest; a turn is always completed here.
  func pageViewController(
    _ pages: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers previous: [UIViewController], transitionCompleted completed: Bool)
}
extension UIPageViewControllerDelegate {
  public func pageViewController(_ pages: UIPageViewController, willTransitionTo pending: [UIViewController]) {}
  public func pageViewController(
    _ pages: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers previous: [UIViewController], transitionCompleted completed: Bool
  ) {}
}

/// A controller that shows one page at a time, which fills its view. A finger that is dragged across turns the page when it is released; it does
/// not carry the page along.
open class UIPageViewController: UIViewController {
  /// How a page controller changes pages.
  nonisolated public enum TransitionStyle: Int, Sendable { case pageCurl, scroll }
  /// The axis along which pages follow each other.
  nonisolated public enum NavigationOrientation: Int, Sendable { case horizontal, vertical }
  /// The direction in which pages change.
  nonisolated public enum NavigationDirection: Int, Sendable { case forward, reverse }
  /// The place of the spine of a page controller that curls.
  nonisolated public enum SpineLocation: Int, Sendable { case none, min, mid, max }
  /// The keys of a page controller's options.
  nonisolated public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The key of the distance between pages, in points, as an `NSNumber`.
    public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
    /// The key of where the spine lies; it is not read.
    public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
  }

  /// The object that returns the pages before and after a given page; held weakly.
  public weak var dataSource: (any UIPageViewControllerDataSource)? { didSet { placeIndicator() } }
  /// The delegate for turned pages; held weakly.
  public weak var delegate: (any UIPageViewControllerDelegate)?
  /// The way in which pages change; a curl slides here, too.
  public let transitionStyle: TransitionStyle
  /// The axis along which pages follow each other.
  public let navigationOrientation: NavigationOrientation
  /// The place of the spine: none where pages slide, else at the start.
  public var spineLocation: SpineLocation { transitionStyle == .scroll ? .none : .min }
  open var isDoubleSided = false  // inert
  /// The page that shows.
  public private(set) var viewControllers: [UIViewController]? = []
  /// The recognisers of the controller's view.
  public var gestureRecognizers: [UIGestureRecognizer] { viewIfLoaded?.gestureRecognizers ?? [] }
  private let spacing: CGFloat
  private var indicator: UIPageControl?

  /// Makes a controller without a page; `interPageSpacing` is the only option that is read.
  public init(
    transitionStyle: TransitionStyle, navigationOrientation: NavigationOrientation,
    options: [OptionsKey: Any]? = nil
  ) {
    (self.transitionStyle, self.navigationOrientation) = (transitionStyle, navigationOrientation)
    spacing = (options?[.interPageSpacing] as? NSNumber).map { CGFloat($0.doubleValue) } ?? 0
    super.init(nibName: nil, bundle: nil)
  }
  public override convenience init(nibName: String?, bundle: Bundle?) {
    self.init(transitionStyle: .pageCurl, navigationOrientation: .horizontal)
  }
  public required init?(coder: NSCoder) {
    (transitionStyle, navigationOrientation, spacing) = (.pageCurl, .horizontal, 0)
    super.init(coder: coder)
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.clipsToBounds = true
    view.addGestureRecognizer(
      UIPanGestureRecognizer(
        target: self, action: Selector("turn", of: UIPageViewController.self) { pages, pan, _ in pages.turn(pan) }))
    if let page = viewControllers?.first { put(page) }
    placeIndicator()
  }

  /// Shows another page: at once, or with an animation of 0.3 s.
  open func setViewControllers(
    _ controllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) { show(controllers ?? [], direction, animated: animated) { completion?($0) } }

  private func show(
    _ controllers: [UIViewController], _ direction: NavigationDirection, animated: Bool,
    _ completion: @escaping (Bool) -> Void
  ) {
    let old = viewControllers ?? []
    viewControllers = controllers
    let (outgoing, incoming) = (old.first, controllers.first)
    guard outgoing !== incoming else { return completion(true) }
    let isAnimated = animated && viewIfLoaded?.window != nil && outgoing != nil
    outgoing?.willMove(toParent: nil)
    if let incoming, incoming.parent !== self { addChild(incoming) }
    let finish: (Bool) -> Void = { [self] finished in
      // Another page may have come back in the meantime.
      for controller in old where !(viewControllers ?? []).contains(where: { $0 === controller }) {
        controller.viewIfLoaded?.removeFromSuperview()
        controller.removeFromParent()
      }
      incoming?.didMove(toParent: self)
      placeIndicator()
      completion(finished)
    }
    guard isViewLoaded else { return finish(true) }
    if let incoming { put(incoming) }
    guard isAnimated, let shown = incoming?.view, let hidden = outgoing?.viewIfLoaded else { return finish(true) }
    let isHorizontal = navigationOrientation == .horizontal
    let sign: CGFloat = (direction == .forward) != (isHorizontal && isRightToLeft) ? 1 : -1
    let way = CGSize(
      width: isHorizontal ? sign * (view.bounds.width + spacing) : 0,
      height: isHorizontal ? 0 : sign * (view.bounds.height + spacing))
    let place = shown.center
    UIView.performWithoutAnimation { shown.center = CGPoint(x: place.x + way.width, y: place.y + way.height) }
    UIView.run(
      ViewAnimation(duration: 0.3),
      {
        shown.center = place
        hidden.center = CGPoint(x: hidden.center.x - way.width, y: hidden.center.y - way.height)
      }, finish)
  }

  private var isRightToLeft: Bool { view.effectiveUserInterfaceLayoutDirection == .rightToLeft }

  private func put(_ page: UIViewController) {
    let content: UIView = page.view
    content.frame = view.bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.insertSubview(content, at: 0)
  }

  /// Places the dots at the bottom, if the data source counts its pages.
  private func placeIndicator() {
    guard isViewLoaded, transitionStyle == .scroll else { return }
    let count = dataSource?.presentationCount(for: self) ?? 0
    guard count > 0 else {
      indicator?.removeFromSuperview()
      indicator = nil
      return
    }
    let dots = indicator ?? UIPageControl()
    if indicator == nil {
      indicator = dots
      dots.isUserInteractionEnabled = false
      dots.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(dots)
      NSLayoutConstraint.activate([
        dots.centerXAnchor.constraint(equalTo: view.centerXAnchor),
        dots.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
      ])
      dots.currentPage = dataSource?.presentationIndex(for: self) ?? 0
    }
    dots.numberOfPages = count
    dots.invalidateIntrinsicContentSize()
  }

  private func turn(_ sender: Any?) {
    guard let pan = sender as? UIPanGestureRecognizer, pan.state == .ended, let page = viewControllers?.first else {
      return
    }
    let (way, velocity) = (pan.translation(in: view), pan.velocity(in: view))
    let isHorizontal = navigationOrientation == .horizontal
    var (distance, speed) = isHorizontal ? (way.x, velocity.x) : (way.y, velocity.y)
    if isHorizontal, isRightToLeft { (distance, speed) = (-distance, -speed) }
    let length = isHorizontal ? view.bounds.width : view.bounds.height
    guard abs(distance) > length / 2 || abs(speed) > 250 && speed * distance > 0 else { return }
    let direction = distance < 0 ? NavigationDirection.forward : .reverse
    let next =
      direction == .forward
      ? dataSource?.pageViewController(self, viewControllerAfter: page)
      : dataSource?.pageViewController(self, viewControllerBefore: page)
    guard let next else { return }
    delegate?.pageViewController(self, willTransitionTo: [next])
    indicator?.currentPage += direction == .forward ? 1 : -1
    show([next], direction, animated: true) { [self] finished in
      delegate?.pageViewController(
        self, didFinishAnimating: finished, previousViewControllers: [page], transitionCompleted: true)
    }
  }
}
