import Testing
import UIKit

@testable import Listings

/// The third document, listing by listing.
@Suite("Listings of the guide to animating layers", .serialized)
struct LayerListingTests {
  let screen = LayerListings()
  let window: UIWindow

  init() {
    window = show(screen)
    window.advance(by: 0.1)
  }

  private var opacity: Float { screen.theLayer.presentation()?.opacity ?? -1 }
  private var viewOpacity: Float { screen.myView.layer.presentation()?.opacity ?? -1 }
  private var position: CGPoint { screen.theLayer.presentation()?.position ?? .zero }

  @Test("3-1: a layer that belongs to no view fades in a quarter of a second")
  func implicit() {
    screen.listing1()
    #expect(screen.theLayer.opacity == 0)
    window.advance(by: 0.125)
    #expect(opacity > 0 && opacity < 1)
    window.advance(by: 0.126)
    #expect(opacity == 0)
  }

  @Test("3-2: the explicit animation fades in a second, and what the layer holds is there when it ends")
  func explicit() {
    screen.listing2()
    #expect(screen.myView.layer.opacity == 0)
    window.advance(by: 0.5)
    #expect(abs(viewOpacity - 0.5) < 0.05)
    #expect(screen.myView.layer.animationKeys() == ["opacity"])
    window.advance(by: 0.6)
    #expect(viewOpacity == 0)
    #expect(screen.myView.layer.animationKeys() == nil)
  }

  @Test("Tip: without a value to start from nothing is seen to move")
  func tip() {
    screen.listing2WithoutFromValue()
    window.advance(by: 0.5)
    #expect(viewOpacity == 0)
  }

  @Test("3-3: the layer bounces along two arcs and comes back to where it is")
  func bounce() {
    screen.listing3()
    var highest: CGFloat = 0
    for _ in 0..<50 {
      window.advance(by: 0.1)
      highest = max(highest, position.y)
    }
    // Each arc's middle: 74 + 3/4 of 426.
    #expect(abs(highest - 393.5) < 5)
    window.advance(by: 0.2)
    #expect(position == CGPoint(x: 74, y: 74))
  }

  @Test("3-3: half-way it is where the arcs meet")
  func middle() {
    screen.listing3()
    window.advance(by: 2.5)
    #expect(abs(position.x - 320) < 8)
    #expect(abs(position.y - 74) < 30)
  }

  @Test("3-4: a group's width and colour run through their values at an even pace, and are gone with it")
  func group() {
    let width = screen.theLayer.borderWidth
    screen.listing4()
    var widest: CGFloat = 0
    for _ in 0..<99 {
      window.advance(by: 0.05)
      widest = max(widest, screen.theLayer.presentation()?.borderWidth ?? 0)
    }
    #expect(widest > 40 && widest <= 50)
    window.advance(by: 0.2)
    #expect(screen.theLayer.presentation()?.borderWidth == width)
    #expect(screen.theLayer.animationKeys() == nil)
  }

  @Test("3-5: in a view's block the opacity takes the block's second, the explicit position its own three")
  func block() {
    let before = screen.myView.center
    screen.listing5()
    window.advance(by: 1.05)
    #expect(viewOpacity == 0)
    let shown = screen.myView.layer.presentation()?.position ?? .zero
    #expect(shown.x > before.x && shown.x < 200)
    window.advance(by: 2)
    #expect(screen.myView.layer.presentation()?.position == before)
  }

  @Test("A layer that is stopped stays where it was seen when it takes that over")
  func stop() {
    screen.listing3()
    window.advance(by: 1)
    let seen = position
    screen.stopWhereItIs()
    window.advance(by: 0.5)
    #expect(abs(position.x - seen.x) < 0.01 && abs(position.y - seen.y) < 0.01)
  }

  @Test("A chain by begin times: down after right")
  func chain() {
    screen.chain()
    window.advance(by: 0.5)
    #expect(position.x > 74 && position.x < 174)
    #expect(position.y == 74)
    window.advance(by: 1)
    #expect(position.x == 174)
    #expect(position.y > 74 && position.y < 174)
  }

  @Test("A transaction's block and a delegate hear of the end")
  func ends() {
    final class Listener: CAAnimationDelegate {
      var heard: [String] = []
      func animationDidStart(_ anim: CAAnimation) { heard.append("start") }
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { heard.append("stop \(flag)") }
    }
    let listener = Listener()
    var completed = false
    CATransaction.begin()
    CATransaction.setCompletionBlock { completed = true }
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (1, 0, 1, listener)
    screen.theLayer.add(fade, forKey: nil)
    CATransaction.commit()
    window.advance(by: 0.9)
    #expect(!completed && listener.heard == ["start"])
    window.advance(by: 0.2)
    #expect(completed && listener.heard == ["start", "stop true"])
  }
}
