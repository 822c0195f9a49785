import UIKit

/// The fourth document: how often a view's own layout runs.
class CountingView: UIView {
  var passes = 0

  override func layoutSubviews() {
    super.layoutSubviews()
    passes += 1
  }
}

/// A holds 1, which holds 2.
final class LayoutCounts: UIViewController {
  let viewA = CountingView(frame: CGRect(x: 20, y: 20, width: 300, height: 300))
  let view1 = CountingView(frame: CGRect(x: 10, y: 10, width: 200, height: 200))
  let view2 = CountingView(frame: CGRect(x: 10, y: 10, width: 100, height: 100))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(viewA)
    viewA.addSubview(view1)
    view1.addSubview(view2)
  }
}

/// An override that corrects what the masks did.
final class CenteringView: UIView {
  let badge = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(badge)
  }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    badge.center = CGPoint(x: bounds.midX, y: bounds.midY)
  }
}
