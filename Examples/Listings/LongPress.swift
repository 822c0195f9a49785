import UIKit

extension UIColor {
  convenience init(rgb: Int) {
    self.init(
      red: CGFloat(rgb >> 16 & 0xFF) / 255, green: CGFloat(rgb >> 8 & 0xFF) / 255, blue: CGFloat(rgb & 0xFF) / 255, alpha: 1)
  }
}

/// The fifth document's first attempt: a layer grows while the finger rests. It is not known how far it got.
final class LayerPressViewController: UIViewController {
  let block: UIView = {
    let view = UIView()
    view.backgroundColor = UIColor(rgb: 0xF4F5F7)
    return view
  }()

  let icon: UIImageView = {
    let image = UIImageView()
    image.contentMode = .scaleAspectFill
    image.tintColor = UIColor(rgb: 0x323232)
    image.image = UIImage(systemName: "bag.fill")
    return image
  }()

  let animationLayer: CALayer = {
    let layer = CALayer()
    layer.backgroundColor = UIColor(rgb: 0xDAEBFE).cgColor
    return layer
  }()

  lazy var basicAnimation: CABasicAnimation = {
    let animation = CABasicAnimation(keyPath: "bounds.size.width")
    animation.fromValue = 0
    animation.toValue = block.bounds.width * 2
    animation.duration = 0.7
    animation.fillMode = .backwards
    animation.isRemovedOnCompletion = false
    animation.timingFunction = CAMediaTimingFunction(name: .easeIn)
    return animation
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    block.frame = CGRect(x: 60, y: 200, width: 180, height: 180)
    icon.frame = CGRect(x: 70, y: 70, width: 40, height: 40)
    view.addSubview(block)
    block.addSubview(icon)
    setupEvent()
  }

  func setupEvent() {
    let gesture = UILongPressGestureRecognizer(target: self, action: #selector(blockLongPressed))
    gesture.minimumPressDuration = 0.1
    block.addGestureRecognizer(gesture)
  }

  func fillAnimation() {
    animationLayer.frame = CGRect(x: 0, y: 0, width: 0, height: block.bounds.height)
    block.layer.addSublayer(animationLayer)
    animationLayer.add(basicAnimation, forKey: "widthAnimation")
  }

  @objc func blockLongPressed(_ gestrue: UILongPressGestureRecognizer) {
    switch gestrue.state {

    case .began:
      print("began")
      fillAnimation()

    case .ended:
      print("ended")

    default:
      break
    }
  }
}

/// The second attempt: a cover slides aside, and back from where it is.
final class CoverPressViewController: UIViewController {
  let block: UIView = {
    let view = UIView()
    view.backgroundColor = UIColor(rgb: 0xDAEBFE)
    return view
  }()

  let fillLayer: UIView = {
    let view = UIView()
    view.backgroundColor = UIColor(rgb: 0xF4F5F7)
    return view
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    block.frame = CGRect(x: 60, y: 200, width: 180, height: 180)
    fillLayer.frame = block.bounds
    view.addSubview(block)
    block.addSubview(fillLayer)
    let gesture = UILongPressGestureRecognizer(target: self, action: #selector(blockLongPressed))
    gesture.minimumPressDuration = 0.1
    block.addGestureRecognizer(gesture)
  }

  @objc func blockLongPressed(_ gestrue: UILongPressGestureRecognizer) {
    switch gestrue.state {

    case .began:
      UIView.animate(withDuration: 1.3, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0.5) {
        self.fillLayer.frame.origin.x = self.block.frame.width
      }

    case .ended:
      UIView.animate(withDuration: 0.7, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0.5) {
        self.fillLayer.frame.origin.x = 0
      }

    default:
      break
    }
  }
}

protocol TrackingBlockDelegate: AnyObject {
  func storeTrackingBlock()
}

/// The last one: what a completion does is taken back when the finger lets go too early. Without that, the block is stored although the
/// filling was interrupted: its completion still comes.
final class TrackingBlockView: UIView {
  weak var delegate: TrackingBlockDelegate?
  let fillLayerBlock = UIView()
  /// The document's cure; false shows the trap.
  var forgetsWhenInterrupted = true

  var storeTrackingBlockClosure: (() -> Void)?

  override init(frame: CGRect) {
    super.init(frame: frame)
    fillLayerBlock.frame = bounds
    addSubview(fillLayerBlock)
    let gesture = UILongPressGestureRecognizer(target: self, action: #selector(blockLongPressed))
    gesture.minimumPressDuration = 0.1
    addGestureRecognizer(gesture)
  }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func setupStoreTrackingBlock() {
    storeTrackingBlockClosure = {
      self.delegate?.storeTrackingBlock()
    }
  }

  @objc func blockLongPressed(_ gestrue: UILongPressGestureRecognizer) {
    switch gestrue.state {

    case .began:
      setupStoreTrackingBlock()
      UIView.animate(withDuration: 0.9, delay: 0.15, usingSpringWithDamping: 1, initialSpringVelocity: 0.1) {
        self.fillLayerBlock.transform = CGAffineTransform(translationX: self.frame.width, y: 0)
      } completion: { _ in

        if let storeClosure = self.storeTrackingBlockClosure {
          storeClosure()
          return
        }
      }

    case .ended:
      if forgetsWhenInterrupted { storeTrackingBlockClosure = nil }

      UIView.animate(withDuration: 0.9, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0.1) {
        self.fillLayerBlock.transform = CGAffineTransform(translationX: 0, y: 0)
      } completion: { _ in
      }

    default:
      break
    }
  }
}
