import Testing
import UIKit

/// Without a window of its own, an animator takes the last one of all.
struct DetachedAnimatorTests {
  @Test("An animator that is started again at its end, without a window, waits for one")
  func restarted() async throws {
    // Tests that wait may be in the middle of theirs, with a window.
    for _ in 0..<10_000 where UIApplication.shared.keyWindow != nil { await Task.yield() }
    try #require(UIApplication.shared.keyWindow == nil)
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    var count = 0
    func again() {
      let animator = UIViewPropertyAnimator(duration: 0.1, curve: .linear) { view.alpha = count % 2 == 0 ? 0 : 1 }
      animator.addCompletion { _ in
        count += 1
        if count < 3 { again() }
      }
      animator.startAnimation()
    }
    again()
    #expect(count == 0 && view.alpha == 0)
    let window = UIWindow(screen: UIScreen(device: "iphone-8"))
    window.addSubview(view)
    window.makeKeyAndVisible()
    #expect(count == 1)
    window.advance(by: 1)
    #expect(count == 3)
  }
}
