import Foundation
import SceneModel

/// A progress bar, with UIKit's height.
open class UIProgressView: UIView {
  /// The styles of a progress bar.
  nonisolated public enum Style: Int, Sendable { case `default`, bar }
  open var progress: Float = 0  // inert
  open var progressTintColor: UIColor?  // inert
  open var trackTintColor: UIColor?  // inert
  /// Sets the part that is done, at once.
  open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
  /// Makes a bar; its style is not kept.
  public convenience init(progressViewStyle: Style) { self.init(frame: .zero) }
  override var sceneKind: SceneModel.View.Kind { .progress }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 4) }
}

/// An activity indicator, with UIKit's size for its style.
open class UIActivityIndicatorView: UIView {
  /// The sizes of an activity indicator.
  nonisolated public enum Style: Int, Sendable {
    /// 20 points for the medium and the old small ones, 37 for the large ones.
    case medium = 100, large = 101, whiteLarge = 0, white = 1, gray = 2
  }
  /// The size of the indicator.
  open var style = Style.medium { didSet { invalidateIntrinsicContentSize() } }
  /// Whether the indicator is hidden while it does not turn.
  open var hidesWhenStopped = true
  open var color: UIColor!  // inert
  /// Whether the indicator turns.
  public private(set) var isAnimating = false
  /// Makes an indicator that does not turn.
  public init(style: Style) {
    self.style = style
    super.init(frame: CGRect(origin: .zero, size: Self.size(of: style)))
    isHidden = true
  }
  private static func size(of style: Style) -> CGSize {
    style == .large || style == .whiteLarge ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
  }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// Lets the indicator turn, and shows it.
  open func startAnimating() {
    isAnimating = true
    isHidden = false
  }
  /// Stops the indicator, and hides it where `hidesWhenStopped` says so.
  open func stopAnimating() {
    isAnimating = false
    if hidesWhenStopped { isHidden = true }
  }
  override var sceneKind: SceneModel.View.Kind { .activityIndicator }
  open override var intrinsicContentSize: CGSize { Self.size(of: style) }
}
