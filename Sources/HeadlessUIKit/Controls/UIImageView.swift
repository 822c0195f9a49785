import Foundation
import SceneModel

/// An image view: its natural size is its image's.
open class UIImageView: UIView {
  /// The image, as in UIKit.
  open var image: UIImage? {
    didSet { if oldValue?.size != image?.size { invalidateIntrinsicContentSize() } }
  }
  /// The highlighted image, as in UIKit.
  open var highlightedImage: UIImage?
  /// Whether it is highlighted.
  open var isHighlighted = false
  /// The preferred symbol configuration; kept, without effect on layout or motion.
  open var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
  /// The animation images; kept, without effect on layout or motion.
  open var animationImages: [UIImage]?
  /// The animation duration.
  open var animationDuration: TimeInterval = 0
  /// The animation repeat count; kept, without effect on layout or motion.
  open var animationRepeatCount = 0
  /// Whether it is animating, as in UIKit.
  open private(set) var isAnimating = false
  /// Does what UIKit's `startAnimating()` does.
  open func startAnimating() { isAnimating = true }
  /// Does what UIKit's `stopAnimating()` does.
  open func stopAnimating() { isAnimating = false }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    hugging = AxisPriorities(horizontal: 251, vertical: 251)
    isUserInteractionEnabled = false
  }
  /// Makes one as UIKit does.
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
  }
  /// Makes one as UIKit does.
  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(image: image)
    self.highlightedImage = highlightedImage
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override var sceneKind: SceneModel.View.Kind { .image }
  open override var intrinsicContentSize: CGSize {
    image?.size ?? CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }
}
