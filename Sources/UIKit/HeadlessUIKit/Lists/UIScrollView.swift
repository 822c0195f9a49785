import Foundation
import ScenePlayer
import SceneModel

/// The delegate of a scroll view, for dragging and scrolling.
@MainActor public protocol UIScrollViewDelegate: AnyObject {
  /// Called at each new offset, by a finger or by code.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// Called when a finger begins to drag.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// Called when the finger lifts, with the velocity in points per millisecond and the offset to rest at, which may be changed.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>)
  /// Called when the finger has lifted; with true if the content continues to another offset.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  /// Called when the content continues to another offset after the finger has lifted.
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  /// Called when the content has come to the offset at which it rests.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// Called when the distances between the scroll view's edges and its content have changed, because the safe area or `contentInset` has changed.
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
  /// Called when an animated scroll has ended.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  /// Called in UIKit when the scale has changed; never called here.
  func scrollViewDidZoom(_ scrollView: UIScrollView)
  /// Returns the view that a pinch scales; never called here.
  func viewForZooming(in scrollView: UIScrollView) -> UIView?
  /// Returns whether a tap on the status bar scrolls to the top; never called here.
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
  /// Called in UIKit when a tap on the status bar has scrolled to the top; never called here.
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
}
extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
  public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
}

/// Declares the `delegate` of scroll views. Tables, collections and text views redeclare it with a narrower type, as in UIKit. In Swift, a property
/// of the class itself could not be redeclared with another type.
@MainActor public protocol ScrollDelegating: AnyObject {}
extension ScrollDelegating where Self: UIScrollView {
  public var delegate: (any UIScrollViewDelegate)? {
    get { scrollDelegate }
    set { scrollDelegate = newValue }
  }
}

/// A view that shows a part of its content. `contentSize` gives the content's size, or else constraints to the content guide do.
open class UIScrollView: UIView, ScrollDelegating {
  /// The conditions under which the safe area counts among a scroll view's insets.
  nonisolated public enum ContentInsetAdjustmentBehavior: Int, Sendable {
    /// The safe area counts in the directions that scroll (`automatic`, `scrollableAxes`), never, or always. With `automatic` it also counts at the
    /// top and bottom if the scroll view is the view of a controller in a navigation controller, or the first subview of that view.
    case automatic, scrollableAxes, never, always
  }
  /// The ways in which a drag dismisses the keyboard.
  nonisolated public enum KeyboardDismissMode: Int, Sendable { case none, onDrag, interactive }
  /// The styles of scroll indicators; none is drawn.
  nonisolated public enum IndicatorStyle: Int, Sendable { case `default`, black, white }
  /// How fast scrolling slows down.
  nonisolated public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// The usual slowing down; a faster one.
    public static let normal = DecelerationRate(rawValue: 0.998), fast = DecelerationRate(rawValue: 0.99)
  }

  weak var scrollDelegate: (any UIScrollViewDelegate)?
  var observers = ScrollObservers()
  private var givenContentSize: CGSize?
  /// The size of the content, in points: as set, or else as the constraints to the content guide make it.
  open var contentSize: CGSize {
    get { givenContentSize ?? host.map { CGSize($0.kernel.contentSize(of: item)) } ?? .zero }
    set {
      givenContentSize = newValue
      observers.tell()
    }
  }
  /// The point of the content at the top left of the bounds.
  open var contentOffset: CGPoint {
    get { storedBounds.origin }
    set {
      if smoothScroll?.isMoving == false { stopScrolling() }
      guard newValue != storedBounds.origin else { return }
      bounds = CGRect(origin: newValue, size: bounds.size)
      scrolled()
      onScroll?()
      observers.tell()
      Host.nesting("scrollViewDidScroll") { scrollDelegate?.scrollViewDidScroll(self) }
    }
  }
  /// The animated scroll that runs; any other change of the offset ends it.
  private var smoothScroll: SmoothScroll?
  private func stopScrolling() {
    smoothScroll?.stop()
    smoothScroll = nil
    isDecelerating = false
  }
  /// Called with each new offset, before the delegate is called.
  func scrolled() {}
  /// The insets of the content. They have no effect on layout, only on the range of scrolling.
  open var contentInset = UIEdgeInsets.zero {
    didSet {
      guard oldValue != contentInset else { return }
      setNeedsLayout()
      keepContentInPlace()
    }
  }
  /// `contentInset`, plus the parts of the safe area that count by `contentInsetAdjustmentBehavior`.
  open var adjustedContentInset: UIEdgeInsets {
    let (given, safe) = (contentInset, safeAreaInsets)
    if safe == .zero || contentInsetAdjustmentBehavior == .never { return given }
    let (isHigh, isWide) = (scrollsVertically, scrollsHorizontally)
    return UIEdgeInsets(
      top: given.top + (isHigh ? safe.top : 0), left: given.left + (isWide ? safe.left : 0),
      bottom: given.bottom + (isHigh ? safe.bottom : 0), right: given.right + (isWide ? safe.right : 0))
  }
  private var scrollsVertically: Bool {
    if contentInsetAdjustmentBehavior == .always || alwaysBounceVertical { return true }
    if contentInsetAdjustmentBehavior == .automatic, isContentOfPage { return true }
    return contentSize.height + contentInset.top + contentInset.bottom > bounds.height
  }
  private var scrollsHorizontally: Bool {
    contentInsetAdjustmentBehavior == .always || alwaysBounceHorizontal
      || contentSize.width + contentInset.left + contentInset.right > bounds.width
  }
  /// Whether this view is the view of a controller in a navigation controller, or the first subview of that view.
  private var isContentOfPage: Bool {
    let page = controller ?? (superview?.subviews.first === self ? superview?.controller : nil)
    return page?.automaticallyAdjustsScrollViewInsets == true && page?.navigationController != nil
  }
  /// The insets for which the content offset was adjusted last.
  private var keptInset = UIEdgeInsets.zero
  /// The height in points by which a navigation bar can grow again when the content is scrolled down.
  var roomAbove: CGFloat = 0
  /// Called at each new offset, for a navigation bar's title.
  var onScroll: (() -> Void)?

  /// Keeps the content scrolled to its top or its leading end when bars appear or disappear, if it was there before.
  func keepContentInPlace() {
    let (old, inset) = (keptInset, adjustedContentInset)
    guard old != inset else { return }
    keptInset = inset
    var offset = contentOffset
    if old.top != inset.top, offset.y <= -old.top { offset.y = -inset.top }
    if old.left != inset.left, offset.x <= -old.left { offset.x = -inset.left }
    if offset != contentOffset { contentOffset = offset }
    adjustedContentInsetDidChange()
    scrollDelegate?.scrollViewDidChangeAdjustedContentInset(self)
  }
  open override func layoutSubviews() {
    super.layoutSubviews()
    keepContentInPlace()
  }
  /// Called when the adjusted insets have changed. Does nothing by default.
  open func adjustedContentInsetDidChange() {}
  /// Whether the safe area is added to the insets.
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
    didSet { if oldValue != contentInsetAdjustmentBehavior { keepContentInPlace() } }
  }
  open var scrollIndicatorInsets = UIEdgeInsets.zero  // inert
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero  // inert
  open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero  // inert
  open var automaticallyAdjustsScrollIndicatorInsets = true  // inert
  /// Whether a finger scrolls the content; code always can.
  open var isScrollEnabled = true
  /// Whether drags come to rest at multiples of the bounds' size. Here it is the nearest one, however fast the drag was.
  open var isPagingEnabled = false
  open var isDirectionalLockEnabled = false { didSet { noEffect("UIScrollView.isDirectionalLockEnabled", .scrolling) } }
  open var bounces = true  // inert
  /// Whether a drag scrolls up and down even if the content fits. Here drags stop at the ends; but with `true`, as in tables, the safe area counts at
  /// the top and bottom.
  open var alwaysBounceVertical = false
  /// Whether a drag scrolls sideways even if the content fits. Here drags stop at the ends; but with `true`, the safe area counts at the left and
  /// right.
  open var alwaysBounceHorizontal = false
  open var showsVerticalScrollIndicator = true  // inert
  open var showsHorizontalScrollIndicator = true  // inert
  open var indicatorStyle = IndicatorStyle.default  // inert
  open var decelerationRate = DecelerationRate.normal {
    didSet { noEffect("UIScrollView.decelerationRate", .scrolling) }
  }
  open var keyboardDismissMode = KeyboardDismissMode.none  // inert
  open var delaysContentTouches = true { didSet { noEffect("UIScrollView.delaysContentTouches", .touches) } }
  open var canCancelContentTouches = true { didSet { noEffect("UIScrollView.canCancelContentTouches", .touches) } }
  open var scrollsToTop = true  // inert
  open var minimumZoomScale: CGFloat = 1 { didSet { noEffect("UIScrollView.minimumZoomScale", .zooming) } }
  open var maximumZoomScale: CGFloat = 1 { didSet { noEffect("UIScrollView.maximumZoomScale", .zooming) } }
  open var zoomScale: CGFloat = 1 { didSet { noEffect("UIScrollView.zoomScale", .zooming) } }
  open var bouncesZoom = true  // inert
  /// The control that refreshes the content; it is kept, and no drag starts it.
  open var refreshControl: UIRefreshControl?
  /// Whether a finger drags the content.
  open internal(set) var isDragging = false
  /// Whether a finger drags the content; here always the same as `isDragging`.
  open internal(set) var isTracking = false
  /// Whether the content goes on by itself after a drag.
  open internal(set) var isDecelerating = false
  /// Whether the content is being scaled; never here.
  open var isZooming: Bool { false }
  /// The recogniser of drags that scroll.
  public private(set) lazy var panGestureRecognizer: UIPanGestureRecognizer = {
    let pan = UIPanGestureRecognizer(target: self, action: Selector("pan", UIScrollView.panned))
    return pan
  }()
  /// The recogniser of pinches; it never begins.
  public private(set) lazy var pinchGestureRecognizer: UIPinchGestureRecognizer? = UIPinchGestureRecognizer()
  private var panStart = CGPoint.zero

  public override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
    addGestureRecognizer(panGestureRecognizer)
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addGestureRecognizer(panGestureRecognizer)
  }

  override var sceneKind: SceneModel.View.Kind { .scroll }
  /// The guide of the content: constraints from it to subviews say how large the content is.
  public var contentLayoutGuide: UILayoutGuide { guide(.scrollContent) }
  /// The guide of the visible part, which does not scroll.
  public var frameLayoutGuide: UILayoutGuide { guide(.scrollFrame) }

  /// Called when a finger begins to drag.
  func dragBegan(at point: CGPoint) {}
  /// Returns the part of a movement that scrolls, in points. A subclass may use the rest in another way.
  func takeDrag(_ moved: CGPoint) -> CGPoint { moved }
  func dragEnded() {}

  private func panned() {
    guard isScrollEnabled else { return }
    let pan = panGestureRecognizer
    switch pan.state {
    case .began:
      stopScrolling()
      panStart = contentOffset
      (isTracking, isDragging) = (true, true)
      dragBegan(at: pan.location(in: self))
      scrollDelegate?.scrollViewWillBeginDragging(self)
    case .changed:
      let moved = takeDrag(pan.translation(in: self))
      contentOffset = limited(CGPoint(x: panStart.x - moved.x, y: panStart.y - moved.y))
    case .ended, .cancelled:
      (isTracking, isDragging) = (false, false)
      dragEnded()
      var target = isPagingEnabled ? nearestPage : contentOffset
      let velocity = pan.velocity(in: self)
      scrollDelegate?.scrollViewWillEndDragging(
        self, withVelocity: CGPoint(x: -velocity.x / 1000, y: -velocity.y / 1000), targetContentOffset: &target)
      scrollDelegate?.scrollViewDidEndDragging(self, willDecelerate: target != contentOffset)
      if target != contentOffset {
        scrollDelegate?.scrollViewWillBeginDecelerating(self)
        isDecelerating = true
        scrollSmoothly(to: target) { [weak self] in
          guard let self else { return }
          isDecelerating = false
          scrollDelegate?.scrollViewDidEndDecelerating(self)
        }
      }
    default: break
    }
  }

  /// The nearest offset at a multiple of the bounds' size along the axes that the drag has moved.
  private var nearestPage: CGPoint {
    func page(_ offset: CGFloat, from start: CGFloat, _ length: CGFloat) -> CGFloat {
      offset == start || length <= 0 ? offset : (offset / length).rounded() * length
    }
    return limited(
      CGPoint(
        x: page(contentOffset.x, from: panStart.x, bounds.width),
        y: page(contentOffset.y, from: panStart.y, bounds.height)))
  }

  /// Returns the nearest offset within the content and its adjusted insets. Unlike on a device, a drag does not go beyond these limits.
  func limited(_ offset: CGPoint) -> CGPoint {
    let (inset, size, visible) = (adjustedContentInset, contentSize, bounds.size)
    return CGPoint(
      x: max(-inset.left, min(offset.x, size.width + inset.right - visible.width)),
      y: max(-inset.top - roomAbove, min(offset.y, size.height + inset.bottom - visible.height)))
  }

  /// Scrolls to an offset, even beyond the ends. With the animation it takes 0.3 s, and `contentOffset` and the delegate follow frame by frame.
  open func setContentOffset(_ offset: CGPoint, animated: Bool) {
    guard animated, offset != contentOffset else {
      contentOffset = offset
      return
    }
    scrollSmoothly(to: offset) { [weak self] in
      guard let self else { return }
      scrollDelegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }
  /// Scrolls with an animation. Outside of a window, where no clock runs, it scrolls at once.
  private func scrollSmoothly(to offset: CGPoint, completion: @escaping () -> Void) {
    smoothScroll?.stop()
    smoothScroll = SmoothScroll(self, to: offset, completion: completion)
    guard smoothScroll == nil else { return }
    contentOffset = offset
    completion()
  }
  /// Scrolls as little as needed to bring a rectangle of the content into the bounds, less the adjusted insets.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    let inset = adjustedContentInset
    let visible = bounds.inset(by: inset)
    /// Returns the distance to scroll along one axis so that the range `start...end` of the content lies in the visible range `from...to`. A range
    /// that is too long is aligned at its start.
    func way(_ start: CGFloat, _ end: CGFloat, _ from: CGFloat, _ to: CGFloat) -> CGFloat {
      if start < from || end - start > to - from { return start - from }
      return max(0, end - to)
    }
    let offset = CGPoint(
      x: contentOffset.x + way(rect.minX, rect.maxX, visible.minX, visible.maxX),
      y: contentOffset.y + way(rect.minY, rect.maxY, visible.minY, visible.maxY))
    setContentOffset(limited(offset), animated: animated)
  }
  open func flashScrollIndicators() { noEffect("UIScrollView.flashScrollIndicators()", .indicators) }
  /// Sets the scale, which is only kept.
  open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoomScale = scale }
  open func zoom(to rect: CGRect, animated: Bool) { noEffect("UIScrollView.zoom(to:animated:)", .zooming) }
  /// Returns whether a drag may take touches away from a view in the content; true. Never called here.
  open func touchesShouldCancel(in view: UIView) -> Bool { true }
}

/// The control that refreshes a list; no drag starts it.
open class UIRefreshControl: UIControl {
  /// Whether `beginRefreshing()` was called last; nothing is drawn.
  public private(set) var isRefreshing = false
  open var attributedTitle: NSAttributedString?  // inert
  /// Sets `isRefreshing` to true; nothing is drawn.
  open func beginRefreshing() { isRefreshing = true }
  /// Sets `isRefreshing` to false.
  open func endRefreshing() { isRefreshing = false }
}
