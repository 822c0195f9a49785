import SnapKit
import UIKit

/// As UIKit's own system button: selected, it has a background around its title, which its layout places.
final class SystemButton: UIButton {
  let background = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    background.isUserInteractionEnabled = false
    addSubview(background)
  }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override var isSelected: Bool { didSet { setNeedsLayout() } }

  override func layoutSubviews() {
    super.layoutSubviews()
    background.frame = isSelected ? bounds.insetBy(dx: -6, dy: -2) : CGRect(x: bounds.midX, y: bounds.midY, width: 0, height: 0)
  }
}

/// The first document: a view's constraints change under an animated pass. The button beside it is laid out by the same pass, and is
/// swept along where its own change still waits.
class ShapeToggleViewController: UIViewController {
  let targetView = UIView()
  let toggleButton = SystemButton()
  var targetViewWidth: CGFloat { toggleButton.isSelected ? 240 : 80 }
  var targetViewHeight: CGFloat { toggleButton.isSelected ? 160 : 80 }
  var targetViewCornerRadius: CGFloat { toggleButton.isSelected ? 24 : 8 }

  override func viewDidLoad() {
    super.viewDidLoad()
    toggleButton.setTitle("Grow", for: .normal)
    toggleButton.addTarget(self, action: #selector(toggleTargetViewShape(_:)), for: .touchUpInside)
    view.addSubview(targetView)
    view.addSubview(toggleButton)
    targetView.snp.makeConstraints { make in
      make.center.equalToSuperview()
      make.width.equalTo(targetViewWidth)
      make.height.equalTo(targetViewHeight)
    }
    toggleButton.snp.makeConstraints { make in
      make.leading.equalToSuperview().offset(16)
      make.bottom.equalToSuperview().offset(-40)
    }
  }

  @objc func toggleTargetViewShape(_ sender: UIButton) {
    sender.isSelected = !sender.isSelected

    self.targetView.snp.updateConstraints({ make in
      make.width.equalTo(self.targetViewWidth)
      make.height.equalTo(self.targetViewHeight)
    })

    UIView.animate(withDuration: 0.5) {
      self.targetView.backgroundColor = .darkGray
      self.targetView.layer.cornerRadius = self.targetViewCornerRadius

      self.view.layoutIfNeeded()
    }
  }
}

/// The document's cure: what waits is laid out before anything moves.
final class ForestallingToggleViewController: ShapeToggleViewController {
  @objc override func toggleTargetViewShape(_ sender: UIButton) {
    sender.isSelected = !sender.isSelected

    self.view.layoutIfNeeded()

    self.targetView.snp.updateConstraints({ make in
      make.width.equalTo(self.targetViewWidth)
      make.height.equalTo(self.targetViewHeight)
    })

    UIView.animate(withDuration: 0.5) {
      self.targetView.backgroundColor = .darkGray
      self.targetView.layer.cornerRadius = self.targetViewCornerRadius
      self.view.layoutIfNeeded()
    }
  }
}

/// The document's other cure: a view around the moving one, which alone is laid out in the block.
final class WrappingToggleViewController: ShapeToggleViewController {
  let wrapper = UIView()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.insertSubview(wrapper, at: 0)
    wrapper.snp.makeConstraints { $0.edges.equalToSuperview() }
    wrapper.addSubview(targetView)
    targetView.snp.remakeConstraints { make in
      make.center.equalToSuperview()
      make.width.equalTo(targetViewWidth)
      make.height.equalTo(targetViewHeight)
    }
  }

  @objc override func toggleTargetViewShape(_ sender: UIButton) {
    sender.isSelected = !sender.isSelected
    self.targetView.snp.updateConstraints({ make in
      make.width.equalTo(self.targetViewWidth)
      make.height.equalTo(self.targetViewHeight)
    })
    UIView.animate(withDuration: 0.5) { self.wrapper.layoutIfNeeded() }
  }
}

/// The document's extension, used.
final class ExtensionToggleViewController: ShapeToggleViewController {
  var hasFinished: Bool?

  @objc override func toggleTargetViewShape(_ sender: UIButton) {
    sender.isSelected = !sender.isSelected
    UIView.animateAutoLayoutedViews(onSuperview: view, duration: 0.5) {
      self.targetView.snp.updateConstraints({ make in
        make.width.equalTo(self.targetViewWidth)
        make.height.equalTo(self.targetViewHeight)
      })
    } completion: { finished in
      self.hasFinished = finished
    }
  }
}

/// The cure since iOS 26: what waits is laid out before the block, and what the block changes in it.
final class FlushingToggleViewController: ShapeToggleViewController {
  @objc override func toggleTargetViewShape(_ sender: UIButton) {
    sender.isSelected = !sender.isSelected
    UIView.animate(withDuration: 0.5, delay: 0, options: .flushUpdates) {
      self.targetView.snp.updateConstraints({ make in
        make.width.equalTo(self.targetViewWidth)
        make.height.equalTo(self.targetViewHeight)
      })
    }
  }
}

extension UIView {
  static func animateAutoLayoutedViews(onSuperview superview: UIView, duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil) {
    superview.layoutIfNeeded()
    UIView.animate(
      withDuration: duration,
      animations: {
        animations()
        superview.layoutIfNeeded()
      },
      completion: completion)
  }
}
