import HeadlessUIKit
import UIKit

// What `layoutlab run Listings` records: the five documents' screens, each with what its document does to it.

/// The first document: the button's own change waits, and the block's pass sweeps it along.
struct SweptButtonStory: ScreenStory {
  func makeScreen() -> UIViewController { ShapeToggleViewController() }
  func play(in window: UIWindow) {
    window.tap(window.view(named: "toggleButton"))
    window.advance(by: 1)
  }
}

/// Its cure: what waits is laid out before the block.
struct ForestalledButtonStory: ScreenStory {
  func makeScreen() -> UIViewController { ForestallingToggleViewController() }
  func play(in window: UIWindow) {
    window.tap(window.view(named: "toggleButton"))
    window.advance(by: 1)
  }
}

/// The second document: a cell opens, and its height meets the one that the table measured.
struct ExpandedCellStory: ScreenStory {
  func makeScreen() -> UIViewController { ExpandingCellController(ExpandingCell.self) }
  func play(in window: UIWindow) {
    guard let table = window.rootViewController?.view as? UITableView,
      let cell = table.visibleCells.first as? ExpandingCell
    else { return }
    cell.toggleSecondSectionAlone(true)
    window.advance(by: 0.5)
  }
}

/// The third document: listings 3-1 to 3-5, and the tip under 3-2, by which nothing is seen to move.
struct LayerListingsStory: ScreenStory {
  func makeScreen() -> UIViewController { LayerListings() }
  func play(in window: UIWindow) {
    guard let screen = window.rootViewController as? LayerListings else { return }
    window.advance(by: 0.1)
    screen.listing1()
    window.advance(by: 0.5)
    screen.listing2()
    window.advance(by: 1.5)
    screen.listing3()
    window.advance(by: 6)
    screen.listing4()
    window.advance(by: 6)
    screen.listing2WithoutFromValue()
    window.advance(by: 1.5)
  }
}

/// The fourth document: who is laid out when a view moves, grows, or asks for it.
struct LayoutCountsStory: ScreenStory {
  func makeScreen() -> UIViewController { LayoutCounts() }
  func play(in window: UIWindow) {
    guard let screen = window.rootViewController as? LayoutCounts else { return }
    screen.viewA.frame.origin.x += 5
    window.settle()
    screen.view1.frame.size.width += 5
    window.settle()
    screen.viewA.setNeedsLayout()
    window.settle()
    // A pass of the view that is to move lays out what is in it.
    UIView.animate(withDuration: 0.3) {
      screen.viewA.layoutIfNeeded()
    }
    window.advance(by: 0.5)
  }
}

/// The fifth document: the finger lets go half-way, and the completion of the filling comes all the same.
struct InterruptedPressStory: ScreenStory {
  func makeScreen() -> UIViewController {
    let screen = UIViewController()
    screen.loadViewIfNeeded()
    let block = TrackingBlockView(frame: CGRect(x: 60, y: 200, width: 180, height: 180))
    block.accessibilityIdentifier = "block"
    block.forgetsWhenInterrupted = false
    screen.view.addSubview(block)
    return screen
  }
  func play(in window: UIWindow) {
    window.touch(window.view(named: "block"))
    window.advance(by: 0.5)
    window.release()
    window.advance(by: 2)
  }
}
