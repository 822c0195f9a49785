import Foundation
import HeadlessUIKit
import SceneModel
import ScreenRecording
import Testing

/// API that has no effect here is reported at its first use, and `layoutlab run` lists it.
@Suite("API without effect") struct NoEffectTests {
  private static func output(_ result: ExitTest.Result?) -> ScreenOutput {
    ScreenOutput(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self))
  }

  private struct Answer: Decodable {
    struct Note: Decodable {
      let code: String
      let fields: [String: String]
    }
    let notes: [Note]
  }

  @Test("The first use is reported, with UIKit's name, and listed once") func first() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        for _ in 0..<3 {
          let scroll = UIScrollView()
          scroll.zoomScale = 2
          scroll.setZoomScale(3, animated: true)
          scroll.flashScrollIndicators()
          scroll.isMultipleTouchEnabled = false
        }
      }
    }
    let said = Self.output(result)
    #expect(said.text == "")
    let members = ["UIScrollView.zoomScale", "UIScrollView.flashScrollIndicators()"]
    #expect(said.notes.map { $0.fields["member"] } == members)
    #expect(said.notes.map { $0.fields["reason"] } == ["zooming", "indicators"])

    var answer = RecordedTarget("Shop", of: ".", on: "iphone-8")
    for name in ["Cart", "Catalogue"] {
      answer.add(.recorded(Scene(rootSize: Size(width: 375, height: 667)), said: said), of: name, file: "\(name).scene")
    }
    #expect(answer.outcome == .clean)
    for note in said.notes { #expect(answer.text.components(separatedBy: note.message).count == 2) }
    let json = try JSONDecoder().decode(Answer.self, from: JSONEncoder().encode(answer))
    #expect(json.notes.map { $0.fields["member"] } == members)
    #expect(json.notes.allSatisfy { $0.code == "no-effect" })
  }

  @Test("A value that asks for something is reported, the usual one is not") func condition() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        UILabel().lineBreakMode = .byTruncatingMiddle
        UIPanGestureRecognizer().minimumNumberOfTouches = 1
        UIPanGestureRecognizer().minimumNumberOfTouches = 2
        UIView().isMultipleTouchEnabled = true
      }
    }
    #expect(
      Self.output(result).notes.map { $0.fields["member"] } == [
        "UIPanGestureRecognizer.minimumNumberOfTouches", "UIView.isMultipleTouchEnabled",
      ])
  }

  @Test("The library's own controllers, lists and nibs use nothing that is reported") func library() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let tabs = UITabBarController()
        let settings = UIStoryboard(name: "Settings", bundle: nil).instantiateInitialViewController()
        tabs.viewControllers = [
          UINavigationController(rootViewController: UITableViewController(style: .plain)),
          UICollectionViewController(collectionViewLayout: UICollectionViewFlowLayout()),
          settings ?? UIViewController(),
        ]
        let window = show(tabs)
        for index in 0..<3 {
          tabs.selectedIndex = index
          window.settle()
        }
        tabs.present(UISearchController(searchResultsController: nil), animated: true)
        window.advance(by: 1)
        window.resize(to: CGSize(width: 667, height: 375))
      }
    }
    #expect(Self.output(result).notes.isEmpty, "\(Self.output(result).notes)")
  }
}
