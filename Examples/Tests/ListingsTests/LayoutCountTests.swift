import Testing
import UIKit

@testable import Listings

/// The fourth document's table: A holds 1, which holds 2; how often A's own layout runs.
@Suite("When layoutSubviews is called", .serialized)
struct LayoutCountTests {
  let screen = LayoutCounts()
  let window: UIWindow

  init() {
    window = show(screen)
    window.settle()
  }

  private func passes(of view: CountingView, _ change: () -> Void) -> Int {
    let before = view.passes
    change()
    window.settle()
    return view.passes - before
  }

  @Test("Moving a view lays out nobody")
  func origins() {
    #expect(passes(of: screen.viewA) { screen.viewA.frame.origin.x += 5 } == 0)
    #expect(passes(of: screen.viewA) { screen.view1.frame.origin.x += 5 } == 0)
    #expect(passes(of: screen.viewA) { screen.view2.frame.origin.x += 5 } == 0)
  }

  @Test("A new size lays out the view and the one around it, and no further")
  func sizes() {
    #expect(passes(of: screen.viewA) { screen.viewA.frame.size.width += 5 } == 1)
    #expect(passes(of: screen.viewA) { screen.view1.frame.size.width += 5 } == 1)
    #expect(passes(of: screen.viewA) { screen.view2.frame.size.width += 5 } == 0)
  }

  @Test("setNeedsLayout is for its receiver, at each request; layoutIfNeeded does nothing where nothing waits")
  func requests() {
    #expect(passes(of: screen.viewA) { screen.viewA.setNeedsLayout() } == 1)
    #expect(passes(of: screen.viewA) { screen.viewA.setNeedsLayout() } == 1)
    #expect(passes(of: screen.viewA) { screen.viewA.layoutIfNeeded() } == 0)
    #expect(passes(of: screen.viewA) { screen.view1.setNeedsLayout() } == 0)
    #expect(passes(of: screen.viewA) { screen.view2.setNeedsLayout() } == 0)
  }

  @Test("A subview that is added is laid out, and so is the view that it is added to")
  func adding() {
    let added = CountingView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(passes(of: screen.view1) { screen.view1.addSubview(added) } == 1)
    #expect(added.passes == 1)
  }

  @Test("Scrolling lays out the scroll view")
  func scrolling() {
    final class CountingScrollView: UIScrollView {
      var passes = 0
      override func layoutSubviews() {
        super.layoutSubviews()
        passes += 1
      }
    }
    let scroll = CountingScrollView(frame: CGRect(x: 0, y: 400, width: 100, height: 100))
    scroll.contentSize = CGSize(width: 100, height: 1000)
    screen.view.addSubview(scroll)
    window.settle()
    let before = scroll.passes
    scroll.contentOffset.y = 50
    window.settle()
    #expect(scroll.passes == before + 1)
  }

  @Test("Masks move subviews with their superview, an override has the last word, and masks can be switched off")
  func masks() {
    let outer = CenteringView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let bar = UIView(frame: CGRect(x: 0, y: 80, width: 100, height: 20))
    bar.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    outer.addSubview(bar)
    screen.view.addSubview(outer)
    window.settle()
    outer.frame.size = CGSize(width: 200, height: 160)
    window.settle()
    #expect(bar.frame == CGRect(x: 0, y: 140, width: 200, height: 20))
    #expect(outer.badge.center == CGPoint(x: 100, y: 80))
    outer.autoresizesSubviews = false
    outer.frame.size = CGSize(width: 100, height: 100)
    window.settle()
    #expect(bar.frame == CGRect(x: 0, y: 140, width: 200, height: 20))
  }
}
