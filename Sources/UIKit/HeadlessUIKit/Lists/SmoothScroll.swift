import ScenePlayer
import SceneModel

/// A scroll that takes 0.3 s: the offset changes frame by frame, and code and delegates are notified of each.
final class SmoothScroll {
  /// The length in seconds.
  private static let duration = 0.3
  private weak var view: UIScrollView?
  private let start, end: CGPoint
  private let began: Double
  private let completion: () -> Void
  private weak var host: Host?
  private var link: CADisplayLink?
  /// Whether a frame moves the content at present.
  private(set) var isMoving = false

  /// Begins a scroll on the clock of the view's window; nil if the view is in no window. `completion` is called at the end, but not after `stop()`.
  init?(_ view: UIScrollView, to end: CGPoint, completion: @escaping () -> Void) {
    guard let host = view.host, let player = host.player else { return nil }
    (self.view, self.host, self.completion) = (view, host, completion)
    (start, self.end, began) = (view.contentOffset, end, player.layers.now)
    let link = CADisplayLink(
      target: self, selector: Selector("frame", of: SmoothScroll.self) { scroll, _, _ in scroll.frame() })
    self.link = link
    host.add(link)
  }

  /// Stops the scroll where it is.
  func stop() {
    guard let link else { return }
    host?.remove(link)
    self.link = nil
  }

  private func frame() {
    guard let view, view.host === host, let now = host?.player?.layers.now else { return stop() }
    let passed = (now - began) / Self.duration
    // The last frame is the one nearest to the end.
    let isLast = passed > 1 - 1e-6
    let way = CGFloat(isLast ? 1 : TimingFunction.easeInEaseOut.value(at: passed))
    isMoving = true
    view.contentOffset =
      isLast ? end : CGPoint(x: start.x + (end.x - start.x) * way, y: start.y + (end.y - start.y) * way)
    isMoving = false
    guard isLast else { return }
    stop()
    completion()
  }
}
