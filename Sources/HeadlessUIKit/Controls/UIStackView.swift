import Foundation
import SceneModel

/// Lays out its arranged views in a row or a column, by constraints of its own.
open class UIStackView: UIView {
  /// How a stack view's views share its length.
  nonisolated public enum Distribution: Int, Sendable {
    /// UIKit's cases of these names.
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }
  /// How a stack view's views lie across its axis.
  nonisolated public enum Alignment: Int, Sendable {
    /// UIKit's cases of these names.
    case fill, leading, firstBaseline, center, trailing, lastBaseline
    /// UIKit's `UIStackView.Alignment.top`.
    public static let top = Alignment.leading
    /// UIKit's `UIStackView.Alignment.bottom`.
    public static let bottom = Alignment.trailing
  }
  /// UIKit's `UIStackView.spacingUseDefault`.
  nonisolated public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
  /// UIKit's `UIStackView.spacingUseSystem`.
  nonisolated public static let spacingUseSystem = CGFloat.leastNonzeroMagnitude

  /// The arranged views, in order along the axis.
  public private(set) var arrangedSubviews: [UIView] = []
  private var customSpacing: [ObjectIdentifier: CGFloat] = [:]
  /// The axis along which views follow each other.
  open var axis = NSLayoutConstraint.Axis.horizontal { didSet { if oldValue != axis { hostAgain() } } }
  /// The distribution, as in UIKit.
  open var distribution = Distribution.fill { didSet { if oldValue != distribution { hostAgain() } } }
  /// The alignment, as in UIKit.
  open var alignment = Alignment.fill { didSet { if oldValue != alignment { hostAgain() } } }
  /// The distance between two arranged views, in points.
  open var spacing: CGFloat = 0 {
    didSet { if oldValue != spacing { host?.perform(.setProperty(item, .spacing(Double(spacing)))) } }
  }
  /// Whether it is layout margins relative arrangement, as in UIKit.
  open var isLayoutMarginsRelativeArrangement = false {
    didSet { if oldValue != isLayoutMarginsRelativeArrangement { hostAgain() } }
  }
  /// Whether it is baseline relative arrangement, as in UIKit.
  open var isBaselineRelativeArrangement = false {
    didSet { if oldValue != isBaselineRelativeArrangement { hostAgain() } }
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    margins.own = DirectionalInsets()
  }
  /// Makes one as UIKit does.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    margins.own = DirectionalInsets()
  }

  override var sceneKind: SceneModel.View.Kind { .stack }

  /// Does what UIKit's `addArrangedSubview(_:)` does.
  open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }
  /// Does what UIKit's `insertArrangedSubview(_:at:)` does.
  open func insertArrangedSubview(_ view: UIView, at index: Int) {
    if view.superview !== self { addSubview(view) }
    arrangedSubviews.removeAll { $0 === view }
    let place = min(max(0, index), arrangedSubviews.count)
    arrangedSubviews.insert(view, at: place)
    if view.translatesAutoresizingMaskIntoConstraints { view.arrangedByStack() }
    host?.perform(.arrange(view.item, in: item, at: place))
  }
  /// Does what UIKit's `removeArrangedSubview(_:)` does.
  open func removeArrangedSubview(_ view: UIView) {
    guard arrangedSubviews.contains(where: { $0 === view }) else { return }
    arrangedSubviews.removeAll { $0 === view }
    customSpacing[ObjectIdentifier(view)] = nil
    host?.perform(.unarrange(view.item, from: item))
  }
  func forgetArranged(_ view: UIView) {
    arrangedSubviews.removeAll { $0 === view }
    customSpacing[ObjectIdentifier(view)] = nil
  }
  /// Does what UIKit's `setCustomSpacing(_:after:)` does.
  open func setCustomSpacing(_ spacing: CGFloat, after view: UIView) {
    customSpacing[ObjectIdentifier(view)] = spacing == Self.spacingUseDefault ? nil : spacing
    hostAgain()
  }
  /// Does what UIKit's `customSpacing(after:)` does.
  open func customSpacing(after view: UIView) -> CGFloat {
    customSpacing[ObjectIdentifier(view)] ?? Self.spacingUseDefault
  }

  func configuration(withArranged: Bool) -> StackConfiguration {
    var stack = StackConfiguration()
    stack.axis = axis == .horizontal ? .horizontal : .vertical
    stack.alignment = [.fill, .leading, .firstBaseline, .center, .trailing, .lastBaseline][alignment.rawValue]
    stack.distribution =
      [.fill, .fillEqually, .fillProportionally, .equalSpacing, .equalCentering][distribution.rawValue]
    stack.spacing = Double(spacing)
    stack.isLayoutMarginsRelative = isLayoutMarginsRelativeArrangement
    stack.isBaselineRelative = isBaselineRelativeArrangement
    for view in arrangedSubviews {
      if let space = customSpacing[ObjectIdentifier(view)] { stack.customSpacing[view.item] = Double(space) }
    }
    if withArranged { stack.arranged = arrangedSubviews.map(\.item) }
    return stack
  }
}

extension UIView {
  /// A stack view lays out its views by constraints; the kernel has heard of it already.
  fileprivate func arrangedByStack() {
    let host = self.host
    self.host = nil
    translatesAutoresizingMaskIntoConstraints = false
    self.host = host
  }
}
