import Foundation
import ScenePlayer
import SceneModel

@MainActor public protocol UIScrollViewDelegate: AnyObject {
  /// Called as by UIKit.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// Called as by UIKit.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// Called as by UIKit.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>)
  /// Called as by UIKit.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  /// Called as by UIKit.
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  /// Called as by UIKit.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// Called as by UIKit.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  /// Never called here.
  func scrollViewDidZoom(_ scrollView: UIScrollView)
  /// Never called here.
  func viewForZooming(in scrollView: UIScrollView) -> UIView?
  /// Never called here.
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
  /// Never called here.
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
  public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
}

/// Gives scroll views a `delegate` that tables, collections and text views may narrow, as UIKit's do: Swift knows no property
/// that a subclass redeclares with another type.
@MainActor public protocol ScrollDelegating: AnyObject {}
extension ScrollDelegating where Self: UIScrollView {
  public var delegate: (any UIScrollViewDelegate)? {
    get { scrollDelegate }
    set { scrollDelegate = newValue }
  }
}

/// A window on content that may be larger, given by constraints to its content guide or by `contentSize`.
open class UIScrollView: UIView, ScrollDelegating {
  /// When the safe area counts among a scroll view's insets.
  nonisolated public enum ContentInsetAdjustmentBehavior: Int, Sendable {
    /// UIKit's cases of these names.
    case automatic, scrollableAxes, never, always
  }
  /// When a drag dismisses the keyboard.
  nonisolated public enum KeyboardDismissMode: Int, Sendable { case none, onDrag, interactive }
  /// The styles of scroll indicators; none is drawn.
  nonisolated public enum IndicatorStyle: Int, Sendable { case `default`, black, white }
  /// How fast scrolling slows down.
  nonisolated public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// UIKit's values of these names.
    public static let normal = DecelerationRate(rawValue: 0.998), fast = DecelerationRate(rawValue: 0.99)
  }

  weak var scrollDelegate: (any UIScrollViewDelegate)?
  var observers = ScrollObservers()
  private var givenContentSize: CGSize?
  /// The content size, as in UIKit.
  open var contentSize: CGSize {
    get { givenContentSize ?? host.map { CGSize($0.kernel.contentSize(of: item)) } ?? .zero }
    set {
      givenContentSize = newValue
      observers.tell()
    }
  }
  /// The content offset, as in UIKit.
  open var contentOffset: CGPoint {
    get { storedBounds.origin }
    set {
      guard newValue != storedBounds.origin else { return }
      bounds = CGRect(origin: newValue, size: bounds.size)
      scrolled()
      observers.tell()
      scrollDelegate?.scrollViewDidScroll(self)
    }
  }
  /// Hears of each new offset before the delegate.
  func scrolled() {}
  /// No rule of layout reads it: only where the content may be scrolled to.
  open var contentInset = UIEdgeInsets.zero { didSet { if oldValue != contentInset { setNeedsLayout() } } }
  /// The adjusted content inset, as in UIKit.
  open var adjustedContentInset: UIEdgeInsets {
    let safe = contentInsetAdjustmentBehavior == .never ? .zero : safeAreaInsets
    return UIEdgeInsets(
      top: contentInset.top + safe.top, left: contentInset.left, bottom: contentInset.bottom + safe.bottom,
      right: contentInset.right)
  }
  /// A hook for subclasses; nothing here calls it.
  open func adjustedContentInsetDidChange() {}
  /// The content inset adjustment behavior, as in UIKit.
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  /// The scroll indicator insets; kept, without effect on layout or motion.
  open var scrollIndicatorInsets = UIEdgeInsets.zero
  /// The vertical scroll indicator insets; kept, without effect on layout or motion.
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
  /// The horizontal scroll indicator insets; kept, without effect on layout or motion.
  open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero
  /// Whether it automatically adjusts scroll indicator insets; kept, without effect on layout or motion.
  open var automaticallyAdjustsScrollIndicatorInsets = true
  /// Whether scroll is enabled, as in UIKit.
  open var isScrollEnabled = true
  /// Whether paging is enabled; kept, without effect on layout or motion.
  open var isPagingEnabled = false
  /// Whether directional lock is enabled; kept, without effect on layout or motion.
  open var isDirectionalLockEnabled = false
  /// Whether it bounces; kept, without effect on layout or motion.
  open var bounces = true
  /// Whether it always bounce vertical, as in UIKit.
  open var alwaysBounceVertical = false
  /// Whether it always bounce horizontal; kept, without effect on layout or motion.
  open var alwaysBounceHorizontal = false
  /// Whether it shows vertical scroll indicator; kept, without effect on layout or motion.
  open var showsVerticalScrollIndicator = true
  /// Whether it shows horizontal scroll indicator; kept, without effect on layout or motion.
  open var showsHorizontalScrollIndicator = true
  /// The indicator style; kept, without effect on layout or motion.
  open var indicatorStyle = IndicatorStyle.default
  /// The deceleration rate; kept, without effect on layout or motion.
  open var decelerationRate = DecelerationRate.normal
  /// The keyboard dismiss mode; kept, without effect on layout or motion.
  open var keyboardDismissMode = KeyboardDismissMode.none
  /// Whether it delays content touches; kept, without effect on layout or motion.
  open var delaysContentTouches = true
  /// Whether it can cancel content touches; kept, without effect on layout or motion.
  open var canCancelContentTouches = true
  /// Whether it scrolls to top; kept, without effect on layout or motion.
  open var scrollsToTop = true
  /// The minimum zoom scale; kept, without effect on layout or motion.
  open var minimumZoomScale: CGFloat = 1
  /// The maximum zoom scale; kept, without effect on layout or motion.
  open var maximumZoomScale: CGFloat = 1
  /// The zoom scale, as in UIKit.
  open var zoomScale: CGFloat = 1
  /// Whether it bounces zoom; kept, without effect on layout or motion.
  open var bouncesZoom = true
  /// The refresh control.
  open var refreshControl: UIRefreshControl?
  /// Whether it is dragging, as in UIKit.
  open internal(set) var isDragging = false
  /// Whether it is tracking, as in UIKit.
  open internal(set) var isTracking = false
  /// Whether it is decelerating; kept, without effect on layout or motion.
  open internal(set) var isDecelerating = false
  /// Whether it is zooming; `false` unless a subclass overrides it.
  open var isZooming: Bool { false }
  /// The pan gesture recognizer, as in UIKit.
  public private(set) lazy var panGestureRecognizer: UIPanGestureRecognizer = {
    let pan = UIPanGestureRecognizer(target: self, action: Selector("pan", UIScrollView.panned))
    return pan
  }()
  /// The pinch gesture recognizer, as in UIKit.
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
  /// The content layout guide, as in UIKit.
  public var contentLayoutGuide: UILayoutGuide { guide(.scrollContent) }
  /// The frame layout guide, as in UIKit.
  public var frameLayoutGuide: UILayoutGuide { guide(.scrollFrame) }

  /// A subclass may take a part of what a finger drags, in points; the rest scrolls.
  func dragBegan(at point: CGPoint) {}
  func takeDrag(_ moved: CGPoint) -> CGPoint { moved }
  func dragEnded() {}

  private func panned() {
    guard isScrollEnabled else { return }
    let pan = panGestureRecognizer
    switch pan.state {
    case .began:
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
      var target = contentOffset
      let velocity = pan.velocity(in: self)
      scrollDelegate?.scrollViewWillEndDragging(
        self, withVelocity: CGPoint(x: -velocity.x / 1000, y: -velocity.y / 1000), targetContentOffset: &target)
      scrollDelegate?.scrollViewDidEndDragging(self, willDecelerate: target != contentOffset)
      if target != contentOffset {
        scrollDelegate?.scrollViewWillBeginDecelerating(self)
        setContentOffset(target, animated: true)
        scrollDelegate?.scrollViewDidEndDecelerating(self)
      }
    default: break
    }
  }

  /// Fingers do not drag past the ends here.
  func limited(_ offset: CGPoint) -> CGPoint {
    let (inset, size, visible) = (adjustedContentInset, contentSize, bounds.size)
    return CGPoint(
      x: max(-inset.left, min(offset.x, size.width + inset.right - visible.width)),
      y: max(-inset.top, min(offset.y, size.height + inset.bottom - visible.height)))
  }

  /// Does what UIKit's `setContentOffset(_:animated:)` does.
  open func setContentOffset(_ offset: CGPoint, animated: Bool) {
    guard animated, offset != contentOffset else {
      contentOffset = offset
      return
    }
    UIView.run(ViewAnimation(duration: 0.3), { contentOffset = offset }) { [weak self] _ in
      guard let self else { return }
      scrollDelegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }
  /// Does what UIKit's `scrollRectToVisible(_:animated:)` does.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    var offset = contentOffset
    let size = bounds.size
    if rect.minX < offset.x {
      offset.x = rect.minX
    } else if rect.maxX > offset.x + size.width {
      offset.x = rect.maxX - size.width
    }
    if rect.minY < offset.y {
      offset.y = rect.minY
    } else if rect.maxY > offset.y + size.height {
      offset.y = rect.maxY - size.height
    }
    setContentOffset(offset, animated: animated)
  }
  /// Accepted, and does nothing here.
  open func flashScrollIndicators() {}
  /// Does what UIKit's `setZoomScale(_:animated:)` does.
  open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoomScale = scale }
  /// Accepted, and does nothing here.
  open func zoom(to rect: CGRect, animated: Bool) {}
  /// Returns `true` here.
  open func touchesShouldCancel(in view: UIView) -> Bool { true }
}

/// The control that refreshes a list; no drag starts it.
open class UIRefreshControl: UIControl {
  /// Whether it is refreshing, as in UIKit.
  public private(set) var isRefreshing = false
  /// The attributed title; kept, without effect on layout or motion.
  open var attributedTitle: NSAttributedString?
  /// Does what UIKit's `beginRefreshing()` does.
  open func beginRefreshing() { isRefreshing = true }
  /// Does what UIKit's `endRefreshing()` does.
  open func endRefreshing() { isRefreshing = false }
}
