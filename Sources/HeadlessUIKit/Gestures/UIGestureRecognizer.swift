import Foundation

@MainActor public protocol UIGestureRecognizerDelegate: AnyObject {
  /// Called as by UIKit.
  func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool
  /// Called as by UIKit.
  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool
  /// Called as by UIKit.
  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
  /// Never called here.
  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer) -> Bool
  /// Never called here.
  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer) -> Bool
}
extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { true }
  public func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { true }
  public func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer)
    -> Bool
  { false }
  public func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer)
    -> Bool
  { false }
}

/// Turns touches on a view and inside it into actions, on targets that it holds weakly.
open class UIGestureRecognizer: UIObject {
  /// The states of a gesture recogniser.
  nonisolated public enum State: Int, Sendable {
    /// UIKit's cases of these names.
    case possible, began, changed, ended, cancelled, failed
    /// UIKit's `UIGestureRecognizer.State.recognized`.
    public static let recognized = State.ended
  }
  private struct Entry {
    weak var target: AnyObject?
    var selector: Selector
  }
  private var entries: [Entry] = []
  /// The view, as in UIKit.
  public internal(set) weak var view: UIView?
  /// The delegate, as in UIKit.
  public weak var delegate: (any UIGestureRecognizerDelegate)?
  /// Whether it is enabled, as in UIKit.
  public var isEnabled = true { didSet { if !isEnabled, isActive { state = .cancelled } } }
  /// Whether it cancels touches in view, as in UIKit.
  public var cancelsTouchesInView = true
  /// Whether it delays touches began; kept, without effect on layout or motion.
  public var delaysTouchesBegan = false
  /// Whether it delays touches ended; kept, without effect on layout or motion.
  public var delaysTouchesEnded = true
  /// The name.
  public var name: String?
  /// The number of touches, as in UIKit.
  public var numberOfTouches: Int { touch == nil ? 0 : 1 }
  var touch: UITouch?
  var start = CGPoint.zero
  private var storedState = State.possible
  /// Setting it tells the targets, but for possible and failed.
  open var state: State {
    get { storedState }
    set {
      storedState = newValue
      switch newValue {
      case .possible, .failed: break
      case .began, .changed, .ended, .cancelled:
        for entry in entries { if let target = entry.target { entry.selector.perform(on: target, sender: self) } }
      }
    }
  }
  var isActive: Bool { storedState == .began || storedState == .changed }

  /// Makes one as UIKit does.
  public init(target: Any?, action: Selector?) {
    super.init()
    if let target, let action { addTarget(target, action: action) }
  }
  public convenience override init() { self.init(target: nil, action: nil) }

  /// Does what UIKit's `addTarget(_:action:)` does.
  public func addTarget(_ target: Any, action: Selector) {
    entries.append(Entry(target: target as AnyObject, selector: action))
  }
  /// Does what UIKit's `removeTarget(_:action:)` does.
  public func removeTarget(_ target: Any?, action: Selector?) {
    entries.removeAll {
      (target == nil || $0.target === (target as AnyObject?)) && (action == nil || $0.selector == action)
    }
  }
  /// Does what UIKit's `location(in:)` does.
  open func location(in view: UIView?) -> CGPoint {
    touch?.location(in: view) ?? view?.convert(lastPoint, from: nil) ?? lastPoint
  }
  /// Does what UIKit's `location(ofTouch:in:)` does.
  open func location(ofTouch index: Int, in view: UIView?) -> CGPoint { location(in: view) }
  /// Accepted, and does nothing here.
  open func require(toFail other: UIGestureRecognizer) {}
  /// Called as by UIKit; does nothing by itself.
  open func reset() {}
  /// Called as by UIKit; does nothing by itself.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called as by UIKit; does nothing by itself.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called as by UIKit; does nothing by itself.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called as by UIKit; does nothing by itself.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
  var lastPoint = CGPoint.zero

  var mayBegin: Bool {
    (delegate?.gestureRecognizerShouldBegin(self) ?? true) && (view?.gestureRecognizerShouldBegin(self) ?? true)
  }

  // What a window tells it.

  func down(_ touch: UITouch, _ event: UIEvent) {
    guard isEnabled, self.touch == nil, delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true else { return }
    self.touch = touch
    start = touch.point
    lastPoint = touch.point
    storedState = .possible
    touchesBegan([touch], with: event)
    began()
  }
  func move(_ event: UIEvent) {
    guard let touch else { return }
    lastPoint = touch.point
    touchesMoved([touch], with: event)
    moved()
  }
  func up(_ event: UIEvent) {
    guard let touch else { return }
    touchesEnded([touch], with: event)
    ended()
    finish()
  }
  func cancel(_ event: UIEvent) {
    guard let touch else { return }
    touchesCancelled([touch], with: event)
    if isActive { state = .cancelled }
    finish()
  }
  private func finish() {
    touch = nil
    reset()
    storedState = .possible
  }
  func began() {}
  func moved() {}
  func ended() {}
  var distance: CGFloat {
    guard let touch else { return 0 }
    return
      ((touch.point.x - start.x) * (touch.point.x - start.x) + (touch.point.y - start.y) * (touch.point.y - start.y))
      .squareRoot()
  }
}

/// A recogniser of taps.
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// The number of taps required, as in UIKit.
  public var numberOfTapsRequired = 1
  /// The number of touches required; kept, without effect on layout or motion.
  public var numberOfTouchesRequired = 1
  private var taps = 0
  override func ended() {
    guard distance <= 45, state == .possible else {
      taps = 0
      return
    }
    taps += 1
    guard taps >= numberOfTapsRequired, mayBegin else { return }
    taps = 0
    state = .ended
  }
}

/// A recogniser of long presses, on the window's virtual clock.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// The minimum press duration, as in UIKit.
  public var minimumPressDuration: TimeInterval = 0.5
  /// The number of touches required; kept, without effect on layout or motion.
  public var numberOfTouchesRequired = 1
  /// The number of taps required, as in UIKit.
  public var numberOfTapsRequired = 0
  /// The allowable movement, as in UIKit.
  public var allowableMovement: CGFloat = 10
  private var timer: Int?

  override func began() {
    guard let layers = view?.host?.player?.layers else { return }
    if minimumPressDuration <= 0 {
      if mayBegin { state = .began }
      return
    }
    timer = layers.perform(after: minimumPressDuration) { [weak self] in
      guard let self, touch != nil, state == .possible, mayBegin else { return }
      state = .began
    }
  }
  private func stopWaiting() {
    if let timer { view?.host?.player?.layers.cancelTimer(timer) }
    timer = nil
  }
  override func moved() {
    if isActive {
      state = .changed
    } else if distance > allowableMovement {
      stopWaiting()
      state = .failed
    }
  }
  override func ended() {
    stopWaiting()
    if isActive { state = .ended }
  }
}

/// A recogniser of drags.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  /// The minimum number of touches; kept, without effect on layout or motion.
  public var minimumNumberOfTouches = 1
  /// The maximum number of touches; kept, without effect on layout or motion.
  public var maximumNumberOfTouches = Int.max
  /// The allowed scroll types mask; kept, without effect on layout or motion.
  public var allowedScrollTypesMask = 0
  private var origin = CGPoint.zero
  private var samples: [(time: Double, point: CGPoint)] = []
  private var now: Double { view?.host?.player?.layers.now ?? 0 }

  override func began() {
    origin = start
    samples = [(now, start)]
  }
  override func moved() {
    samples.append((now, lastPoint))
    if isActive {
      state = .changed
    } else if state == .possible, distance >= 10 {
      if mayBegin { state = .began } else { state = .failed }
    }
  }
  override func ended() { if isActive { state = .ended } }

  /// Does what UIKit's `translation(in:)` does.
  open func translation(in view: UIView?) -> CGPoint {
    CGPoint(x: lastPoint.x - origin.x, y: lastPoint.y - origin.y)
  }
  /// Does what UIKit's `setTranslation(_:in:)` does.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    origin = CGPoint(x: lastPoint.x - translation.x, y: lastPoint.y - translation.y)
  }
  /// Points per second over the last tenth of a second.
  open func velocity(in view: UIView?) -> CGPoint {
    guard let last = samples.last, let first = samples.first(where: { last.time - $0.time <= 0.1 }),
      last.time > first.time
    else { return .zero }
    let seconds = CGFloat(last.time - first.time)
    return CGPoint(x: (last.point.x - first.point.x) / seconds, y: (last.point.y - first.point.y) / seconds)
  }
}

/// A recogniser of swipes.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// The directions of a swipe.
  nonisolated public struct Direction: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// UIKit's values of these names.
    public static let right = Direction(rawValue: 1), left = Direction(rawValue: 2)
    /// UIKit's values of these names.
    public static let up = Direction(rawValue: 4), down = Direction(rawValue: 8)
  }
  /// The direction, as in UIKit.
  public var direction = Direction.right
  /// The number of touches required; kept, without effect on layout or motion.
  public var numberOfTouchesRequired = 1
  override func ended() {
    guard state == .possible else { return }
    let (dx, dy) = (lastPoint.x - start.x, lastPoint.y - start.y)
    let went: Direction = abs(dx) > abs(dy) ? (dx > 0 ? .right : .left) : (dy > 0 ? .down : .up)
    if max(abs(dx), abs(dy)) >= 50, direction.contains(went), mayBegin { state = .ended }
  }
}
/// A recogniser of drags from the screen's edge.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer { public var edges = UIRectEdge() }
/// A recogniser of pinches; there is one finger, so it never begins.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// The scale.
  public var scale: CGFloat = 1
  /// The velocity; always `0` here.
  public var velocity: CGFloat { 0 }
}
/// A recogniser of rotations; there is one finger, so it never begins.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  /// The rotation; kept, without effect on layout or motion.
  public var rotation: CGFloat = 0
  /// The velocity; always `0` here.
  public var velocity: CGFloat { 0 }
}
/// A recogniser of a pointer; there is none, so it never begins.
open class UIHoverGestureRecognizer: UIGestureRecognizer {}
