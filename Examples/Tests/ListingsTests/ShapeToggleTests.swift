import Testing
import UIKit

@testable import Listings

func show(_ controller: UIViewController) -> UIWindow {
  let window = UIWindow(screen: UIScreen(device: "iphone-8"))
  window.rootViewController = controller
  window.makeKeyAndVisible()
  return window
}

/// The first document tells of a button that moves although nobody asked it to, and of what helps.
@Suite("A view that grows, and the button beside it", .serialized)
struct ShapeToggleTests {
  /// The shown widths of target and of the button's background just after the tap, and the background's at the end.
  private func toggled(_ screen: ShapeToggleViewController) -> (target: CGFloat, button: CGFloat, final: CGFloat) {
    let window = show(screen)
    window.tap(screen.toggleButton)
    window.advance(by: 0.1)
    let target = screen.targetView.layer.presentation()?.bounds.width ?? 0
    let button = screen.toggleButton.background.layer.presentation()?.bounds.width ?? 0
    window.advance(by: 1)
    #expect(screen.targetView.layer.presentation()?.bounds.size == CGSize(width: 240, height: 160))
    #expect(window.conflicts.isEmpty)
    return (target, button, screen.toggleButton.background.bounds.width)
  }

  @Test("The pass in the block sweeps along what waits in the button")
  func swept() {
    let screen = ShapeToggleViewController()
    let (target, button, final) = toggled(screen)
    #expect(target > 80 && target < 240)
    #expect(button < final - 1)
    #expect(screen.targetView.layer.cornerRadius == 24)
  }

  @Test(
    "A pass before the block, a view around the target, the document's extension and flushUpdates leave the button alone",
    arguments: [0, 1, 2, 3])
  func cures(_ index: Int) {
    let screens: [ShapeToggleViewController] = [
      ForestallingToggleViewController(), WrappingToggleViewController(), ExtensionToggleViewController(),
      FlushingToggleViewController(),
    ]
    let (target, button, final) = toggled(screens[index])
    #expect(target > 80 && target < 240)
    #expect(abs(button - final) < 0.01)
  }

  @Test("The completion of the extension hears that it finished")
  func completion() {
    let screen = ExtensionToggleViewController()
    let window = show(screen)
    window.tap(screen.toggleButton)
    window.advance(by: 0.4)
    #expect(screen.hasFinished == nil)
    window.advance(by: 0.2)
    #expect(screen.hasFinished == true)
  }
}
