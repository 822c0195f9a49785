import Foundation
import ScenePlayer
import SceneModel

public protocol UIScrollViewDelegate: AnyObject {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>)
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  func scrollViewDidZoom(_ scrollView: UIScrollView)
  func viewForZooming(in scrollView: UIScrollView) -> UIView?
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
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
public protocol ScrollDelegating: AnyObject {}
extension ScrollDelegating where Self: UIScrollView {
  public var delegate: (any UIScrollViewDelegate)? {
    get { scrollDelegate }
    set { scrollDelegate = newValue }
  }
}

/// A window on content that may be larger, given by constraints to its content guide or by `contentSize`.
open class UIScrollView: UIView, ScrollDelegating {
  nonisolated public enum ContentInsetAdjustmentBehavior: Int, Sendable {
    case automatic, scrollableAxes, never, always
  }
  nonisolated public enum KeyboardDismissMode: Int, Sendable { case none, onDrag, interactive }
  nonisolated public enum IndicatorStyle: Int, Sendable { case `default`, black, white }
  nonisolated public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public static let normal = DecelerationRate(rawValue: 0.998), fast = DecelerationRate(rawValue: 0.99)
  }

  weak var scrollDelegate: (any UIScrollViewDelegate)?
  var observers = ScrollObservers()
  private var givenContentSize: CGSize?
  open var contentSize: CGSize {
    get { givenContentSize ?? host.map { CGSize($0.kernel.contentSize(of: item)) } ?? .zero }
    set {
      givenContentSize = newValue
      observers.tell()
    }
  }
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
  open var adjustedContentInset: UIEdgeInsets {
    let safe = contentInsetAdjustmentBehavior == .never ? .zero : safeAreaInsets
    return UIEdgeInsets(
      top: contentInset.top + safe.top, left: contentInset.left, bottom: contentInset.bottom + safe.bottom,
      right: contentInset.right)
  }
  open func adjustedContentInsetDidChange() {}
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  open var scrollIndicatorInsets = UIEdgeInsets.zero
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
  open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero
  open var automaticallyAdjustsScrollIndicatorInsets = true
  open var isScrollEnabled = true
  open var isPagingEnabled = false
  open var isDirectionalLockEnabled = false
  open var bounces = true
  open var alwaysBounceVertical = false
  open var alwaysBounceHorizontal = false
  open var showsVerticalScrollIndicator = true
  open var showsHorizontalScrollIndicator = true
  open var indicatorStyle = IndicatorStyle.default
  open var decelerationRate = DecelerationRate.normal
  open var keyboardDismissMode = KeyboardDismissMode.none
  open var delaysContentTouches = true
  open var canCancelContentTouches = true
  open var scrollsToTop = true
  open var minimumZoomScale: CGFloat = 1
  open var maximumZoomScale: CGFloat = 1
  open var zoomScale: CGFloat = 1
  open var bouncesZoom = true
  open var refreshControl: UIRefreshControl?
  open internal(set) var isDragging = false
  open internal(set) var isTracking = false
  open internal(set) var isDecelerating = false
  open var isZooming: Bool { false }
  public private(set) lazy var panGestureRecognizer: UIPanGestureRecognizer = {
    let pan = UIPanGestureRecognizer(target: self, action: Selector("pan", UIScrollView.panned))
    return pan
  }()
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
  public var contentLayoutGuide: UILayoutGuide { guide(.scrollContent) }
  public var frameLayoutGuide: UILayoutGuide { guide(.scrollFrame) }

  private func panned() {
    guard isScrollEnabled else { return }
    let pan = panGestureRecognizer
    switch pan.state {
    case .began:
      panStart = contentOffset
      (isTracking, isDragging) = (true, true)
      scrollDelegate?.scrollViewWillBeginDragging(self)
    case .changed:
      let moved = pan.translation(in: self)
      contentOffset = limited(CGPoint(x: panStart.x - moved.x, y: panStart.y - moved.y))
    case .ended, .cancelled:
      (isTracking, isDragging) = (false, false)
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
  open func flashScrollIndicators() {}
  open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoomScale = scale }
  open func zoom(to rect: CGRect, animated: Bool) {}
  open func touchesShouldCancel(in view: UIView) -> Bool { true }
}

open class UIRefreshControl: UIControl {
  public private(set) var isRefreshing = false
  open var attributedTitle: NSAttributedString?
  open func beginRefreshing() { isRefreshing = true }
  open func endRefreshing() { isRefreshing = false }
}
