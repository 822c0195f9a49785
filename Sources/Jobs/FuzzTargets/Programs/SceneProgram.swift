import HeadlessUIKit
import SceneModel

/// A scene as a program of UIKit calls: code makes its views, and each of its steps is replaced by the corresponding call. Steps that code cannot
/// express are left out, so a program shows something similar to its scene, but not the same bits.
@MainActor final class SceneProgram {
  let window: UIWindow
  let controller = UIViewController()
  var views: [ItemID: UIView] = [:]
  var layers: [ItemID: CALayer] = [:]
  var guides: [ItemID: UILayoutGuide] = [:]
  var constraints: [LayoutConstraint.ID: NSLayoutConstraint] = [:]
  var animators: [String: UIViewPropertyAnimator] = [:]
  /// Every animator that was made. They are retained, because a paused or stopped animator must not be released.
  var allAnimators: [UIViewPropertyAnimator] = []
  /// The animators whose changes are being made at present, the innermost last.
  var changing: [UIViewPropertyAnimator] = []
  var reactions: [ReactionStep] = []
  /// The number of reports to which the program has reacted. It is limited, because reactions may cause each other.
  var answered = 0
  /// The number of animation blocks around the present call.
  var depth = 0

  /// Shows the scene in a window, in the state before its steps.
  init(_ scene: Scene) {
    window = UIWindow(screen: scene.device.flatMap { UIScreen.named($0) } ?? UIScreen(device: "iphone-8"))
    controller.loadViewIfNeeded()
    views[.root] = controller.view
    for view in scene.views.dropFirst() { add(view) }
    // By now all arranged views exist, in whatever order the document has them.
    for view in scene.views { arrange(view) }
    for guide in scene.guides { add(guide) }
    for constraint in scene.constraints { add(constraint) }
    window.rootViewController = controller
    window.makeKeyAndVisible()
    window.advance(by: 0)
  }

  /// Returns the layer of a view, or a layer without a view, by its id; nil if there is no such item.
  func layer(_ item: ItemID) -> CALayer? { layers[item] ?? views[item]?.layer }

  // MARK: What there is

  func add(_ view: View) {
    guard let parent = view.parent else { return }
    if view.kind == .layer {
      guard let outer = layer(parent) else { return }
      let layer = CALayer()
      layer.frame = CGRect(view.frame)
      layers[view.id] = layer
      return outer.addSublayer(layer)
    }
    guard let superview = views[parent] else { return }
    let made: UIView =
      view.stack != nil ? UIStackView() : view.scroll != nil ? UIScrollView() : SizedView(view.intrinsic)
    made.frame = CGRect(view.frame)
    made.isHidden = view.isHidden
    made.translatesAutoresizingMaskIntoConstraints = view.autoresizing != nil
    if let mask = view.autoresizing { made.autoresizingMask = UIView.AutoresizingMask(rawValue: UInt(mask.rawValue)) }
    made.insetsLayoutMarginsFromSafeArea = view.margins.insetsFromSafeArea
    made.preservesSuperviewLayoutMargins = view.margins.preservesSuperviewMargins
    set(view.semantic, of: made)
    views[view.id] = made
    superview.addSubview(made)
  }

  private func arrange(_ view: View) {
    guard let configuration = view.stack, let stack = views[view.id] as? UIStackView else { return }
    stack.axis = configuration.axis == .horizontal ? .horizontal : .vertical
    stack.spacing = CGFloat(configuration.spacing)
    stack.distribution =
      UIStackView.Distribution(
        rawValue: StackConfiguration.Distribution.allCases.firstIndex(of: configuration.distribution) ?? 0) ?? .fill
    switch configuration.alignment {
    case .fill: stack.alignment = .fill
    case .leading: stack.alignment = .leading
    case .center: stack.alignment = .center
    case .trailing: stack.alignment = .trailing
    case .firstBaseline: stack.alignment = .firstBaseline
    case .lastBaseline: stack.alignment = .lastBaseline
    }
    for arranged in configuration.arranged { if let view = views[arranged] { stack.addArrangedSubview(view) } }
  }

  func add(_ guide: Guide) {
    guard let owner = views[guide.owner] else { return }
    switch guide.kind {
    case .custom:
      let made = UILayoutGuide()
      owner.addLayoutGuide(made)
      guides[guide.id] = made
    case .safeArea: guides[guide.id] = owner.safeAreaLayoutGuide
    case .layoutMargins: guides[guide.id] = owner.layoutMarginsGuide
    case .readableContent: guides[guide.id] = owner.readableContentGuide
    case .scrollContent: guides[guide.id] = (owner as? UIScrollView)?.contentLayoutGuide
    case .scrollFrame: guides[guide.id] = (owner as? UIScrollView)?.frameLayoutGuide
    case .keyboard, .top, .bottom: break
    }
  }

  func add(_ constraint: LayoutConstraint) {
    func side(_ operand: Operand) -> (AnyObject, NSLayoutConstraint.Attribute)? {
      guard case .anchor(let anchor) = operand, let item: AnyObject = views[anchor.item] ?? guides[anchor.item],
        let attribute = NSLayoutConstraint.Attribute(rawValue: anchor.attribute.rawValue)
      else { return nil }
      return (item, attribute)
    }
    guard let first = side(constraint.first), let priority = priority(constraint.priority) else { return }
    let second = constraint.second.map(side)
    if case .some(.none) = second { return }
    let made = NSLayoutConstraint(
      item: first.0, attribute: first.1,
      relatedBy: constraint.relation == .equal
        ? .equal : constraint.relation == .lessThanOrEqual ? .lessThanOrEqual : .greaterThanOrEqual,
      toItem: second??.0, attribute: second??.1 ?? .notAnAttribute, multiplier: CGFloat(constraint.multiplier),
      constant: CGFloat(constraint.constant))
    made.priority = priority
    constraints[constraint.id] = made
    if constraint.isActive { activate(made) }
  }

  /// Activates a constraint if its items have a common ancestor. Any other constraint would end the program.
  func activate(_ constraint: NSLayoutConstraint) {
    func view(_ item: AnyObject?) -> UIView? { item as? UIView ?? (item as? UILayoutGuide)?.owningView }
    let items = [constraint.firstItem, constraint.secondItem].compactMap { $0 }
    guard items.allSatisfy({ view($0)?.isDescendant(of: controller.view) == true }) else { return }
    constraint.isActive = true
  }

  /// Returns a priority that single precision can represent; nil if there is none.
  func priority(_ value: Double) -> UILayoutPriority? {
    let rounded = Float(value)
    return rounded > 0 && rounded <= 1000 ? UILayoutPriority(rounded) : nil
  }

  func set(_ semantic: SemanticContent, of view: UIView) {
    switch semantic {
    case .unspecified: view.semanticContentAttribute = .unspecified
    case .playback: view.semanticContentAttribute = .playback
    case .spatial: view.semanticContentAttribute = .spatial
    case .forceLeftToRight: view.semanticContentAttribute = .forceLeftToRight
    case .forceRightToLeft: view.semanticContentAttribute = .forceRightToLeft
    }
  }
}

/// A view with a natural size.
final class SizedView: UIView {
  var natural: IntrinsicSize { didSet { invalidateIntrinsicContentSize() } }

  init(_ natural: IntrinsicSize) {
    self.natural = natural
    super.init(frame: .zero)
  }
  required init?(coder: NSCoder) { nil }

  override var intrinsicContentSize: CGSize {
    CGSize(
      width: natural.width.map { CGFloat($0) } ?? UIView.noIntrinsicMetric,
      height: natural.height.map { CGFloat($0) } ?? UIView.noIntrinsicMetric)
  }
}
