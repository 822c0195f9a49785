import Foundation
import SceneModel

/// An image view: its natural size is its image's.
open class UIImageView: UIView {
  /// The picture; the natural size follows it.
  open var image: UIImage? {
    didSet {
      if oldValue?.size != image?.size { invalidateIntrinsicContentSize() }
      // A scene can state alignment insets only when a view is added.
      if oldValue?.isSymbolImage != image?.isSymbolImage { hostAgain() }
    }
  }
  /// The insets of the picture: a symbol's alignment rectangle is as high as a line of text, which is more than the symbol.
  open override var alignmentRectInsets: UIEdgeInsets {
    image?.alignmentInsets(atScale: traitCollection.displayScale) ?? .zero
  }
  open var highlightedImage: UIImage?  // inert
  open var isHighlighted = false  // inert
  open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
    didSet { noEffect("UIImageView.preferredSymbolConfiguration", .symbols) }
  }
  open var animationImages: [UIImage]?  // inert
  open var animationDuration: TimeInterval = 0  // inert
  open var animationRepeatCount = 0  // inert
  /// Whether `startAnimating()` was called last; nothing is drawn.
  open private(set) var isAnimating = false
  /// Sets `isAnimating` to true; nothing is drawn.
  open func startAnimating() { isAnimating = true }
  /// Sets `isAnimating` to false.
  open func stopAnimating() { isAnimating = false }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    hugging = AxisPriorities(horizontal: 251, vertical: 251)
    isUserInteractionEnabled = false
  }
  /// Makes a view of a picture's size.
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
  }
  /// Makes a view of a picture's size, with another for when it is highlighted.
  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(image: image)
    self.highlightedImage = highlightedImage
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override var sceneKind: SceneModel.View.Kind { .image }
  open override var intrinsicContentSize: CGSize {
    guard let size = image?.size else {
      return CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    let insets = alignmentRectInsets
    return CGSize(width: size.width - insets.left - insets.right, height: size.height - insets.top - insets.bottom)
  }
}
