import Foundation
import HeadlessUIKit
import Testing

/// Where UIKit raises, the process ends at the same call with the same words.
@Suite("What UIKit refuses") struct RefusalTests {
  private static func words(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("A constraint that relates what cannot be related is refused where it is made") func pairs() async {
    let size = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = NSLayoutConstraint(
          item: UIView(), attribute: .left, relatedBy: .equal, toItem: UIView(), attribute: .width, multiplier: 1,
          constant: 0)
      }
    }
    #expect(Self.words(size).contains("Invalid pairing of layout attributes."))
    let alone = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = NSLayoutConstraint(
          item: UIView(), attribute: .left, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute, multiplier: 1,
          constant: 10)
      }
    }
    #expect(Self.words(alone).contains("Location attributes must be specified in pairs."))
    let mixed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let (one, other) = (UIView(), UIView())
        _ = one.leadingAnchor.constraint(equalTo: other.leftAnchor)
      }
    }
    #expect(Self.words(mixed).contains("Use leading/trailing for both or neither."))
    let infinite = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let view = UIView()
        let constraint = view.widthAnchor.constraint(equalToConstant: 1)
        constraint.constant = .nan
      }
    }
    #expect(Self.words(infinite).contains("constant is not finite!"))
    let priority = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let view = UIView()
        view.widthAnchor.constraint(equalToConstant: 1).priority = UILayoutPriority(1001)
      }
    }
    #expect(Self.words(priority).contains("It's illegal to set priority:1001."))
  }

  @Test("A view refuses a constraint that names something outside of it") func outside() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let (view, image) = (UIView(), UIImageView())
        view.addSubview(image)
        image.addConstraint(
          NSLayoutConstraint(
            item: image, attribute: .top, relatedBy: .equal, toItem: view, attribute: .top, multiplier: 1,
            constant: 100))
      }
    }
    let words = Self.words(result)
    #expect(words.contains("The view hierarchy is not prepared for the constraint:"))
    #expect(
      words.contains("Unable to install constraint on view.  Does the constraint reference something from outside"))
  }

  @Test("A live constraint becomes required and optional again (rule L1.3)") func priorities() {
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    let width = view.widthAnchor.constraint(equalToConstant: 30)
    width.priority = .defaultHigh
    width.isActive = true
    width.priority = .required
    view.layoutIfNeeded()
    #expect(view.bounds.width == 30)
    width.priority = .defaultLow
    #expect(width.priority == .defaultLow)
  }
}
