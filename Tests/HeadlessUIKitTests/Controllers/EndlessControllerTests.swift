import Foundation
import HeadlessUIKit
import Testing

/// Controllers whose own callbacks go on without an end are ended and told by name; what was there until then is shown.
@Suite("Controllers without an end") struct EndlessControllerTests {
  final class PresentsNext: UIViewController {
    static var isAnimated = false
    override func viewDidAppear(_ animated: Bool) { present(PresentsNext(), animated: Self.isAnimated) }
  }
  final class GrowsSafeArea: UIViewController {
    override func viewSafeAreaInsetsDidChange() { additionalSafeAreaInsets.top += 1 }
  }

  private static func words(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("A controller that presents the next one as it appears") func presented() async {
    let atOnce = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { show(PresentsNext()).settle() }
    }
    #expect(Self.words(atOnce).contains("PresentsNext"))
    let animated = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        PresentsNext.isAnimated = true
        let window = show(PresentsNext())
        for _ in 0..<100 { window.advance(by: 1) }
      }
    }
    #expect(Self.words(animated).contains("PresentsNext"))
  }

  @Test("A controller whose safe area changes its safe area") func safeArea() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let controller = GrowsSafeArea()
        show(controller).settle()
        controller.additionalSafeAreaInsets.top = 1
      }
    }
    #expect(Self.words(result).contains("GrowsSafeArea"))
  }
}
