import Foundation
import SceneModel

/// An effect of a visual effect view; nothing is drawn.
open class UIVisualEffect: UIObject {}

/// A blur; nothing is drawn.
open class UIBlurEffect: UIVisualEffect {
  /// The styles of a blur.
  nonisolated public enum Style: Int, Sendable {
    /// The looks from before iOS 13, and the thinner materials.
    case extraLight, light, dark, regular = 4, prominent, systemUltraThinMaterial, systemThinMaterial, systemMaterial
    /// The thicker materials.
    case systemThickMaterial, systemChromeMaterial
  }
  /// Makes a blur; its style is not kept.
  public init(style: Style) {}
}

/// A glass effect; nothing is drawn.
open class UIGlassEffect: UIVisualEffect {
  /// The styles of a glass effect.
  nonisolated public enum Style: Int, Sendable { case regular, clear }
  public var isInteractive = false  // inert
  public var tintColor: UIColor?  // inert
  /// Makes a glass effect; its style is not kept.
  public init(style: Style = .regular) {}
}

/// A vibrancy effect; nothing is drawn.
open class UIVibrancyEffect: UIVisualEffect { public init(blurEffect: UIBlurEffect) {} }

/// A view with a content view in front of an effect; the effect is not drawn.
open class UIVisualEffectView: UIView {
  /// The view for the content on the effect; it has the effect view's size.
  public private(set) lazy var contentView: UIView = {
    let view = UIView(frame: bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    place(view, at: nil)
    return view
  }()
  open var effect: UIVisualEffect?  // inert
  /// Makes a view with an effect.
  public convenience init(effect: UIVisualEffect?) {
    self.init(frame: .zero)
    self.effect = effect
    _ = contentView
  }
}
