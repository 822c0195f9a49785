import Foundation

/// The delegate of a gesture recogniser. It decides whether the recogniser may begin, and together with which others.
@MainActor public protocol UIGestureRecognizerDelegate: AnyObject {
  /// Returns whether a gesture that was recognised may begin; true by default.
  func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool
  /// Returns whether two recognisers may continue side by side; false by default, so that the first to begin takes the finger.
  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool
  /// Returns whether the recogniser takes a finger that was put down; true by default.
  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
  /// Returns whether the recogniser waits for another to fail; never called here.
  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer) -> Bool
  /// Returns whether another recogniser waits for this one to fail; never called here.
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
    /// Nothing yet, begun, moved, ended, taken away, or not this gesture.
    case possible, began, changed, ended, cancelled, failed
    /// The gesture happened; of gestures that last, the same as `ended`.
    public static let recognized = State.ended
  }
  private struct Entry {
    weak var target: AnyObject?
    var selector: Selector
  }
  private var entries: [Entry] = []
  /// The view that the recogniser is attached to; nil if there is none.
  public internal(set) weak var view: UIView?
  /// The object that decides for the recogniser; held weakly.
  public weak var delegate: (any UIGestureRecognizerDelegate)?
  /// Whether the recogniser takes fingers. Setting `false` in the middle of a gesture cancels the gesture.
  public var isEnabled = true { didSet { if !isEnabled, isActive { state = .cancelled } } }
  /// Whether the view's own touches are cancelled when the gesture begins.
  public var cancelsTouchesInView = true
  public var delaysTouchesBegan = false { didSet { noEffect("UIGestureRecognizer.delaysTouchesBegan", .touches) } }
  public var delaysTouchesEnded = true { didSet { noEffect("UIGestureRecognizer.delaysTouchesEnded", .touches) } }
  /// A name that the program chooses.
  public var name: String?
  /// The number of fingers: one, or none.
  public var numberOfTouches: Int { touch == nil ? 0 : 1 }
  var touch: UITouch?
  var start = CGPoint.zero
  private var storedState = State.possible
  /// The state. Setting it calls the targets, except for the states possible and failed.
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

  /// Makes a recogniser that calls a method, with itself as the argument, at each change of its state.
  public init(target: Any?, action: Selector?) {
    super.init()
    if let target, let action { addTarget(target, action: action) }
  }
  public convenience override init() { self.init(target: nil, action: nil) }

  /// Adds a method that is called at each change of the state, except to possible and failed. The target is held weakly.
  public func addTarget(_ target: Any, action: Selector) {
    entries.append(Entry(target: target as AnyObject, selector: action))
  }
  /// Removes methods that are called; nil means any target or any method.
  public func removeTarget(_ target: Any?, action: Selector?) {
    entries.removeAll {
      (target == nil || $0.target === (target as AnyObject?)) && (action == nil || $0.selector == action)
    }
  }
  /// Returns the place of the finger, or where it was last, in a view's coordinates; nil for the window's.
  open func location(in view: UIView?) -> CGPoint {
    touch?.location(in: view) ?? view?.convert(lastPoint, from: nil) ?? lastPoint
  }
  /// Returns the place of the finger; there is only one.
  open func location(ofTouch index: Int, in view: UIView?) -> CGPoint { location(in: view) }
  open func require(toFail other: UIGestureRecognizer) { noEffect("UIGestureRecognizer.require(toFail:)", .touches) }
  /// Called when a gesture is over. Does nothing by default.
  open func reset() {}
  /// Called when the finger has come down. Does nothing by default.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when the finger has moved. Does nothing by default.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when the finger is lifted. Does nothing by default.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when the touch is cancelled. Does nothing by default.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
  var lastPoint = CGPoint.zero

  var mayBegin: Bool {
    (delegate?.gestureRecognizerShouldBegin(self) ?? true) && (view?.gestureRecognizerShouldBegin(self) ?? true)
  }

  // Called by the window.

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
  /// The number of taps that make the gesture; how much time passes between them does not count.
  public var numberOfTapsRequired = 1
  public var numberOfTouchesRequired = 1 {
    didSet { if numberOfTouchesRequired > 1 { noEffect("UITapGestureRecognizer.numberOfTouchesRequired", .touches) } }
  }
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
  /// The seconds that the finger has to be down, on the window's clock.
  public var minimumPressDuration: TimeInterval = 0.5
  public var numberOfTouchesRequired = 1 {
    didSet {
      if numberOfTouchesRequired > 1 { noEffect("UILongPressGestureRecognizer.numberOfTouchesRequired", .touches) }
    }
  }
  public var numberOfTapsRequired = 0 {
    didSet { noEffect("UILongPressGestureRecognizer.numberOfTapsRequired", .touches) }
  }
  /// The distance that the finger may move before the press counts, in points.
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
  public var minimumNumberOfTouches = 1 {
    didSet { if minimumNumberOfTouches > 1 { noEffect("UIPanGestureRecognizer.minimumNumberOfTouches", .touches) } }
  }
  public var maximumNumberOfTouches = Int.max  // inert
  public var allowedScrollTypesMask = 0  // inert
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

  /// Returns the distance that the finger has moved since the gesture began, in points.
  open func translation(in view: UIView?) -> CGPoint {
    CGPoint(x: lastPoint.x - origin.x, y: lastPoint.y - origin.y)
  }
  /// Sets the distance that the finger has moved; later movements are added to it.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    origin = CGPoint(x: lastPoint.x - translation.x, y: lastPoint.y - translation.y)
  }
  /// Returns the velocity of the finger over the last tenth of a second, in points per second.
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
    /// A swipe to the right, or to the left.
    public static let right = Direction(rawValue: 1), left = Direction(rawValue: 2)
    /// A swipe upwards, or downwards.
    public static let up = Direction(rawValue: 4), down = Direction(rawValue: 8)
  }
  /// The directions in which a swipe counts; a swipe has to be at least 50 points long.
  public var direction = Direction.right
  public var numberOfTouchesRequired = 1 {
    didSet { if numberOfTouchesRequired > 1 { noEffect("UISwipeGestureRecognizer.numberOfTouchesRequired", .touches) } }
  }
  override func ended() {
    guard state == .possible else { return }
    let (dx, dy) = (lastPoint.x - start.x, lastPoint.y - start.y)
    let went: Direction = abs(dx) > abs(dy) ? (dx > 0 ? .right : .left) : (dy > 0 ? .down : .up)
    if max(abs(dx), abs(dy)) >= 50, direction.contains(went), mayBegin { state = .ended }
  }
}
/// A recogniser of drags from the screen's edge. Here `edges` is kept without effect: a drag may begin anywhere.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  public var edges = UIRectEdge() { didSet { noEffect("UIScreenEdgePanGestureRecognizer.edges", .touches) } }
}
/// A recogniser of pinches; there is one finger, so it never begins.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// The scale of the pinch; kept, without effect: no pinch begins.
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
