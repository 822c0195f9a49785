import Testing
import UIKit

@testable import Listings

/// The fifth document: a long press that fills a block, its interruption, and the completion that comes all the same.
@Suite("A long press that fills a block", .serialized)
struct LongPressTests {
  @Test("The layer grows while the finger rests, and is empty again after it")
  func layer() {
    let screen = LayerPressViewController()
    let window = show(screen)
    func width() -> CGFloat { screen.animationLayer.presentation()?.bounds.width ?? -1 }
    window.touch(screen.block)
    window.advance(by: 0.05)
    #expect(screen.animationLayer.superlayer == nil)
    window.advance(by: 0.06)
    #expect(screen.animationLayer.superlayer === screen.block.layer)
    window.advance(by: 0.35)
    #expect(width() > 40 && width() < 360)
    // Where it got to can be asked, though the document did not find how.
    let shown = width()
    window.release()
    #expect(abs(width() - shown) < 0.01)
    window.advance(by: 1)
    #expect(width() == 0)
    #expect(screen.animationLayer.animationKeys() == ["widthAnimation"])
  }

  @Test("Let go half-way, the cover slides back from where it is")
  func interruption() {
    let screen = CoverPressViewController()
    let window = show(screen)
    func x() -> CGFloat { screen.fillLayer.layer.presentation()?.frame.minX ?? -1 }
    window.touch(screen.block)
    window.advance(by: 0.4)
    let reached = x()
    #expect(reached > 0 && reached < 180)
    window.release()
    #expect(abs(x() - reached) < 0.5)
    window.advance(by: 0.05)
    #expect(abs(x() - reached) < 40)
    window.advance(by: 2)
    #expect(abs(x()) < 0.01)
  }

  @Test("Held to the end, it stays")
  func held() {
    let screen = CoverPressViewController()
    let window = show(screen)
    window.touch(screen.block)
    window.advance(by: 1.5)
    #expect(screen.fillLayer.frame.minX == 180)
    #expect(abs((screen.fillLayer.layer.presentation()?.frame.minX ?? 0) - 180) < 0.01)
  }

  final class Store: TrackingBlockDelegate {
    var stored = 0
    func storeTrackingBlock() { stored += 1 }
  }

  private func press(for seconds: Double, forgetting: Bool) -> Int {
    let block = TrackingBlockView(frame: CGRect(x: 60, y: 200, width: 180, height: 180))
    let store = Store()
    block.delegate = store
    block.forgetsWhenInterrupted = forgetting
    let controller = UIViewController()
    controller.view.addSubview(block)
    let window = show(controller)
    window.touch(block)
    window.advance(by: seconds)
    window.release()
    window.advance(by: 3)
    #expect(block.fillLayerBlock.transform.isIdentity)
    return store.stored
  }

  @Test("The trap: the completion of an interrupted filling still stores the block")
  func trap() { #expect(press(for: 0.5, forgetting: false) == 1) }

  @Test("The cure: what it would do is taken back when the finger lets go")
  func cure() {
    #expect(press(for: 0.5, forgetting: true) == 0)
    #expect(press(for: 2, forgetting: true) == 1)
  }
}
