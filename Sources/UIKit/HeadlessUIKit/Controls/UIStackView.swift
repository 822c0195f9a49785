import Foundation
import SceneModel

/// Lays out its arranged views in a row or a column, by constraints of its own.
open class UIStackView: UIView {
  /// How a stack view's views share its length.
  nonisolated public enum Distribution: Int, Sendable {
    /// Along the axis: by hugging and resistance, all equal, by natural sizes, with equal gaps, or with equal distances between the middles (rule
    /// L14.3).
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }
  /// How a stack view's views lie across its axis.
  nonisolated public enum Alignment: Int, Sendable {
    /// Across the axis: from edge to edge, at the start, by the first baseline, in the middle, at the end, or by the last baseline.
    case fill, leading, firstBaseline, center, trailing, lastBaseline
    /// The top edges: the name of `leading` in a horizontal stack.
    public static let top = Alignment.leading
    /// The bottom edges: the name of `trailing` in a horizontal stack.
    public static let bottom = Alignment.trailing
  }
  /// The custom spacing that means the stack view's own `spacing`.
  nonisolated public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
  /// The spacing that means the system's.
  nonisolated public static let spacingUseSystem = CGFloat.leastNonzeroMagnitude

  /// The arranged views, in order along the axis.
  public private(set) var arrangedSubviews: [UIView] = []
  private var customSpacing: [ObjectIdentifier: CGFloat] = [:]
  /// The axis along which views follow each other.
  open var axis = NSLayoutConstraint.Axis.horizontal { didSet { if oldValue != axis { hostAgain() } } }
  /// The way in which the views share the length.
  open var distribution = Distribution.fill { didSet { if oldValue != distribution { hostAgain() } } }
  /// The way in which the views lie across the axis.
  open var alignment = Alignment.fill { didSet { if oldValue != alignment { hostAgain() } } }
  /// The distance between two arranged views, in points.
  open var spacing: CGFloat = 0 {
    didSet { if oldValue != spacing { host?.perform(.setProperty(item, .spacing(Double(spacing)))) } }
  }
  /// Whether the views keep within the layout margins.
  open var isLayoutMarginsRelativeArrangement = false {
    didSet { if oldValue != isLayoutMarginsRelativeArrangement { hostAgain() } }
  }
  /// Whether the spacing of a column is between baselines.
  open var isBaselineRelativeArrangement = false {
    didSet { if oldValue != isBaselineRelativeArrangement { hostAgain() } }
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    margins.own = DirectionalInsets()
  }
  /// Makes a row of views.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    margins.own = DirectionalInsets()
  }

  override var sceneKind: SceneModel.View.Kind { .stack }

  /// Adds a view at the end, as a subview too. Its autoresizing mask no longer becomes constraints.
  open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }
  /// Inserts a view at a place, as a subview too; a place beyond the end is the end.
  open func insertArrangedSubview(_ view: UIView, at index: Int) {
    if view.superview !== self { addSubview(view) }
    arrangedSubviews.removeAll { $0 === view }
    let place = min(max(0, index), arrangedSubviews.count)
    arrangedSubviews.insert(view, at: place)
    if view.translatesAutoresizingMaskIntoConstraints { view.arrangedByStack() }
    host?.perform(.arrange(view.item, in: item, at: place))
  }
  /// Takes a view out of the arranged views; it stays a subview.
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
  /// Sets the distance after a view, in points; `spacingUseDefault` removes it.
  open func setCustomSpacing(_ spacing: CGFloat, after view: UIView) {
    customSpacing[ObjectIdentifier(view)] = spacing == Self.spacingUseDefault ? nil : spacing
    hostAgain()
  }
  /// Returns the distance after a view in points; `spacingUseDefault` if it was not set.
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
  /// Switches `translatesAutoresizingMaskIntoConstraints` off without adding the view to its host again, because the stack view's step does so.
  fileprivate func arrangedByStack() {
    let host = self.host
    self.host = nil
    translatesAutoresizingMaskIntoConstraints = false
    self.host = host
  }
}
