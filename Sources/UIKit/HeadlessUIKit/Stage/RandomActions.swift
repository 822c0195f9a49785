import Foundation
import SceneModel

/// Random actions on a screen, drawn from a seed: taps on controls, other texts (as from translators or servers), rotations, scrolling, and pauses.
struct RandomActions {
  private var entropy: Entropy
  private static let mostActions = 4
  /// Texts that are very long, empty, one long word, or many short ones.
  private static let texts = [
    "", "OK", "Donaudampfschifffahrtsgesellschaft",
    "A text of many short words that takes more than one line on most screens",
  ]

  init(seed: UInt64) { entropy = Entropy(seed: seed) }

  mutating func play(in window: UIWindow) {
    for _ in 0..<entropy.below(Self.mostActions + 1) { act(in: window) }
  }

  private mutating func act(in window: UIWindow) {
    let views = Self.all(under: window)
    switch entropy.below(6) {
    case 0, 1:
      let controls = views.compactMap { $0 as? UIControl }.filter { $0.isEnabled && !$0.isHidden }
      if !controls.isEmpty { window.tap(entropy.pick(controls)) }
    case 2, 3:
      let written = views.filter { $0 is UILabel || $0 is UIButton || $0 is UITextField }
      if !written.isEmpty { write(entropy.pick(Self.texts), on: entropy.pick(written)) }
      window.settle()
    case 4: window.resize(to: CGSize(width: window.bounds.height, height: window.bounds.width))
    default:
      let scrolls = views.compactMap { $0 as? UIScrollView }
      guard !scrolls.isEmpty else { break }
      let scroll = entropy.pick(scrolls)
      let room = max(0, scroll.contentSize.height - scroll.bounds.height)
      scroll.contentOffset.y = (room * CGFloat(entropy.below(5)) / 4).rounded()
    }
    window.advance(by: Double(entropy.below(5)) / 8)
  }

  private func write(_ text: String, on view: UIView) {
    switch view {
    case let label as UILabel: label.text = text
    case let button as UIButton: button.setTitle(text, for: .normal)
    case let field as UITextField: field.text = text
    default: break
    }
  }

  private static func all(under view: UIView) -> [UIView] { [view] + view.subviews.flatMap { all(under: $0) } }
}
