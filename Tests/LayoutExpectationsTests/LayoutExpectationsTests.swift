import Foundation
import HeadlessUIKit
import LayoutExpectations
import Testing

@Suite("Expectations of layouts")
struct LayoutExpectationsTests {
  final class Card: UIViewController {
    let card = UIView()
    let badge = UIView()
    var isContradictory = false
    override func viewDidLoad() {
      for view in [card, badge] {
        view.translatesAutoresizingMaskIntoConstraints = false
        self.view.addSubview(view)
      }
      NSLayoutConstraint.activate([
        card.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
        card.topAnchor.constraint(equalTo: view.topAnchor, constant: 100),
        card.widthAnchor.constraint(equalToConstant: 200), card.heightAnchor.constraint(equalToConstant: 80),
        badge.centerXAnchor.constraint(equalTo: card.trailingAnchor),
        badge.centerYAnchor.constraint(equalTo: card.topAnchor), badge.widthAnchor.constraint(equalToConstant: 24),
        badge.heightAnchor.constraint(equalToConstant: 24),
      ])
      if isContradictory { card.widthAnchor.constraint(equalToConstant: 300).isActive = true }
    }
    static func contradictory() -> Card {
      let card = Card()
      card.isContradictory = true
      return card
    }
  }

  @Test("A layout as expected says nothing")
  func passes() {
    expectLayout(
      of: Card(), on: "iphone-8", "iphone-14-pro", frames: ["badge": CGRect(x: 208, y: 88, width: 24, height: 24)])
    expectNoConflicts(in: Card(), on: "iphone-8")
  }

  @Test("A conflict fails with the lines that made it, and with what would help")
  func conflict() {
    withKnownIssue {
      expectNoConflicts(in: Card.contradictory(), on: "iphone-8")
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("LayoutExpectationsTests.swift#20") && text.contains("LayoutExpectationsTests.swift#25")
        && text.contains("picture: ") && text.contains("help")
    }
  }

  @Test("A frame that is elsewhere and a name that nobody has fail with what is there")
  func frames() {
    withKnownIssue {
      expectLayout(of: Card(), on: "iphone-8", frames: ["badge": CGRect(x: 208, y: 90, width: 24, height: 24)])
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("208 88 24 24")
    }
    withKnownIssue {
      expectLayout(of: Card(), on: "iphone-8", frames: ["bagde": .zero])
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("view, card, badge")
    }
  }

  @Test("A place that is left open fails")
  func ambiguity() {
    final class Open: UIViewController {
      let floating = UIView()
      override func viewDidLoad() {
        floating.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(floating)
        floating.widthAnchor.constraint(equalToConstant: 10).isActive = true
      }
    }
    withKnownIssue {
      expectLayout(of: Open(), on: "iphone-8")
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("floating: ")
    }
  }

  @Test("A layout is where its snapshot recorded it; elsewhere it fails with the views, their numbers and a picture")
  func snapshot() {
    expectLayout(of: Card(), matches: "card", on: "iphone-8", "ipad-11")
    final class Lower: UIViewController {
      let card = UIView()
      override func viewDidLoad() { view.addSubview(card) }
    }
    guard ProcessInfo.processInfo.environment["LAYOUTLAB_RECORD"] == nil else { return }
    withKnownIssue {
      expectLayout(of: Lower(), matches: "card", on: "iphone-8", "ipad-11")
    } matching: {
      let text = $0.comments.map(\.rawValue).joined()
      return text.contains("1 view vanishes: view badge") && text.contains("view card  20 100 200 80 → 0 0 0 0")
        && text.contains("picture: ")
    }
    withKnownIssue {
      expectLayout(of: Card(), matches: "card", on: "iphone-8")
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("ipad-11")
    }
    withKnownIssue {
      expectLayout(of: Card(), matches: "nowhere", on: "iphone-8")
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("LAYOUTLAB_RECORD=1")
    }
  }
}
