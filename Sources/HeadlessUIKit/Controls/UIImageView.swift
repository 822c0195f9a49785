import Foundation
import SceneModel

open class UIImageView: UIView {
  open var image: UIImage? {
    didSet { if oldValue?.size != image?.size { invalidateIntrinsicContentSize() } }
  }
  open var highlightedImage: UIImage?
  open var isHighlighted = false
  open var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
  open var animationImages: [UIImage]?
  open var animationDuration: TimeInterval = 0
  open var animationRepeatCount = 0
  open private(set) var isAnimating = false
  open func startAnimating() { isAnimating = true }
  open func stopAnimating() { isAnimating = false }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    hugging = AxisPriorities(horizontal: 251, vertical: 251)
    isUserInteractionEnabled = false
  }
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
  }
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
