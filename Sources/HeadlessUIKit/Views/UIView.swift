import Foundation
import SceneModel

/// UIKit's view over the project's own layout: what it is told goes into a scene, and its frame comes out of it.
open class UIView: UIResponder {
  public internal(set) weak var superview: UIView?
  public internal(set) var subviews: [UIView] = []
  public internal(set) weak var controller: UIViewController?
  var item = ItemID(0)
  var host: Host?

  /// Geometry while no host has it.
  var storedBounds = CGRect.zero
  /// Of the rectangle without its transform: its middle.
  var storedCenter = CGPoint.zero
  /// The layer's anchor point where it is not the middle.
  var movedAnchor: CGPoint?
  var isDirty = false
  var sentSize: IntrinsicSize?
  var sentText: TextMetrics?
  /// Constraints that this view holds, and active ones anywhere that name it.
  var heldConstraints: [NSLayoutConstraint] = []
  var mentioned: [NSLayoutConstraint] = []
  var guides: [UILayoutGuide] = []
  var builtInGuides: [Guide.Kind: UILayoutGuide] = [:]
  var hugging = AxisPriorities(horizontal: 250, vertical: 250)
  var resistance = AxisPriorities(horizontal: 750, vertical: 750)
  var margins = Margins()
  /// What its class last heard of.
  var knownSafeArea = Insets.zero
  var pendingLayout = true
  var storedMask: UIView?
  /// What other modules keep with a view.
  package var attachments: [String: AnyObject] = [:]
  public var gestureRecognizers: [UIGestureRecognizer]?
  open var interactions: [any UIInteraction] = []

  public private(set) lazy var layer: CALayer = {
    let layer = (type(of: self).layerClass as? CALayer.Type ?? CALayer.self).made()
    layer.view = self
    layer.delegate = self
    return layer
  }()
  open class var layerClass: AnyClass { CALayer.self }
  open class var requiresConstraintBasedLayout: Bool { false }

  open var tag = 0
  open var contentMode = ContentMode.scaleToFill
  open var isUserInteractionEnabled = true
  open var isMultipleTouchEnabled = false
  open var isExclusiveTouch = false
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  open var accessibilityIdentifier: String?
  open var accessibilityLabel: String?
  open var accessibilityHint: String?
  open var accessibilityValue: String?
  open var isAccessibilityElement = false
  open var accessibilityElementsHidden = false
  open var accessibilityTraits = UIAccessibilityTraits()
  open var accessibilityElements: [Any]?
  open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
  open var shouldGroupAccessibilityChildren = false
  open var accessibilityViewIsModal = false
  open var contentScaleFactor: CGFloat = 2
  open var restorationIdentifier: String?
  open var autoresizesSubviews = true {
    didSet {
      guard oldValue != autoresizesSubviews else { return }
      for view in subviews where !view.autoresizingMask.isEmpty { view.hostAgain() }
    }
  }
  open var clearsContextBeforeDrawing = true
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  open var insetsLayoutMarginsFromSafeArea: Bool {
    get { margins.insetsFromSafeArea }
    set { margins.insetsFromSafeArea = newValue }
  }
  open var preservesSuperviewLayoutMargins: Bool {
    get { margins.preservesSuperviewMargins }
    set { margins.preservesSuperviewMargins = newValue }
  }

  public init(frame: CGRect) {
    super.init()
    storedBounds = CGRect(origin: .zero, size: frame.size)
    storedCenter = CGPoint(x: frame.midX, y: frame.midY)
  }
  public required init?(coder: NSCoder) { super.init() }
  public convenience override init() { self.init(frame: .zero) }

  @MainActor deinit {
    for view in subviews where view.superview == nil || view.superview === self { view.superviewDied() }
  }

  private func superviewDied() {
    if let host { host.abandon(self) }
    superview = nil
  }

  nonisolated open override var description: String { "<\(Swift.type(of: self))>" }
  open override var next: UIResponder? { controller ?? superview }
  /// What kind of view a scene calls it.
  var sceneKind: SceneModel.View.Kind { .plain }

  /// The host that lays this view out; its tree gets one if it has none yet.
  @discardableResult func hosted() -> Host {
    if let host { return host }
    var root = self
    while let parent = root.superview { root = parent }
    if root is UIWindow { return root.hosted() }
    return Host(root: root, screen: UIScreen.main, isWindow: false)
  }

  // Hooks.
  open func didAddSubview(_ subview: UIView) {}
  open func willRemoveSubview(_ subview: UIView) {}
  open func willMove(toSuperview newSuperview: UIView?) {}
  open func didMoveToSuperview() {}
  open func willMove(toWindow newWindow: UIWindow?) {}
  open func didMoveToWindow() {}
  open func awakeFromNib() {}
  open func prepareForInterfaceBuilder() {}
  open func draw(_ rect: CGRect) {}
  open func setNeedsDisplay() {}
  open func setNeedsDisplay(_ rect: CGRect) {}
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  open func tintColorDidChange() {}
  open func safeAreaInsetsDidChange() {}
  open func layoutMarginsDidChange() {}

  // Constraints and passes.
  open var translatesAutoresizingMaskIntoConstraints = true {
    didSet { if oldValue != translatesAutoresizingMaskIntoConstraints { hostAgain() } }
  }
  open var autoresizingMask: AutoresizingMask = [] {
    didSet { if oldValue != autoresizingMask, translatesAutoresizingMaskIntoConstraints { hostAgain() } }
  }
  /// Does what the constraints of the subviews say; an override calls it first.
  open func layoutSubviews() { host?.applyLayout(of: self) }
  open func updateConstraints() {}
  open func updateProperties() {}
  open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
  open var alignmentRectInsets: UIEdgeInsets { .zero }
  open var forFirstBaselineLayout: UIView { self }
  open var forLastBaselineLayout: UIView { self }
  nonisolated public static let noIntrinsicMetric: CGFloat = -1
  nonisolated public static let layoutFittingCompressedSize = CGSize.zero
  nonisolated public static let layoutFittingExpandedSize = CGSize(width: 10000, height: 10000)

  open var frame: CGRect {
    get { currentFrame }
    set { currentFrame = newValue }
  }
  open var bounds: CGRect {
    get { currentBounds }
    set { currentBounds = newValue }
  }
  open var center: CGPoint {
    get { currentCenter }
    set { currentCenter = newValue }
  }
  open var layoutMargins: UIEdgeInsets {
    get { currentMargins }
    set { currentMargins = newValue }
  }
  open var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get { currentDirectionalMargins }
    set { currentDirectionalMargins = newValue }
  }
  open func addSubview(_ view: UIView) { place(view, at: nil) }
  open func insertSubview(_ view: UIView, at index: Int) { place(view, at: index) }
  open func removeFromSuperview() { leave(notifying: true) }
  open func setNeedsLayout() {
    pendingLayout = true
    if let host { host.perform(.needsLayout(item)) }
  }
  /// Lays out this view's subtree now; nothing pending, nothing runs.
  open func layoutIfNeeded() { hosted().layOut(self) }
  open func setNeedsUpdateConstraints() { if let host { host.perform(.needsConstraints(item)) } }
  open func updateConstraintsIfNeeded() { hosted() }
  open func invalidateIntrinsicContentSize() { host?.markDirty(self) }
  open func systemLayoutSizeFitting(_ size: CGSize) -> CGSize {
    systemLayoutSizeFitting(
      size, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
  }
  open func systemLayoutSizeFitting(
    _ size: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
    verticalFittingPriority vertical: UILayoutPriority
  ) -> CGSize { fittingSize(size, horizontal, vertical) }
  open func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.view = self
    gestureRecognizers = (gestureRecognizers ?? []) + [recognizer]
  }
  open func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.view = nil
    gestureRecognizers?.removeAll { $0 === recognizer }
  }
  open func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { true }
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
  open func viewPrintFormatter() {}
  open func snapshotView(afterScreenUpdates: Bool) -> UIView? { UIView(frame: bounds) }

  open func sizeThatFits(_ size: CGSize) -> CGSize {
    let own = intrinsicContentSize
    return CGSize(
      width: own.width >= 0 ? own.width : bounds.width, height: own.height >= 0 ? own.height : bounds.height)
  }
  open func sizeToFit() {
    let size = sizeThatFits(bounds.size)
    setLayoutFrame(CGRect(origin: layoutFrame.origin, size: size))
  }
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard isUserInteractionEnabled, !isHidden, alpha >= 0.01, host?.player?.isInteractive(item) ?? true,
      self.point(inside: point, with: event)
    else { return nil }
    for view in subviews.reversed() {
      if let hit = view.hitTest(view.convert(point, from: self), with: event) { return hit }
    }
    return self
  }

  // Appearance.
  open var isHidden = false {
    didSet {
      guard oldValue != isHidden else { return }
      host?.perform(isHidden ? .hide(item) : .show(item))
      host?.moved()
      if host == nil { layer.store("hidden", .boolean(isHidden)) }
    }
  }
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }
  open var isOpaque = true
  open var backgroundColor: UIColor? {
    get { layer.backgroundColor.map { UIColor(cgColor: $0) } }
    set { layer.backgroundColor = newValue?.cgColor }
  }
  private var ownTint: UIColor?
  open var tintColor: UIColor! {
    get { ownTint ?? superview?.tintColor ?? .systemBlue }
    set {
      ownTint = newValue
      tintColorDidChange()
    }
  }
  open var tintAdjustmentMode = TintAdjustmentMode.automatic
  open var mask: UIView? {
    get { storedMask }
    set { storedMask = newValue }
  }
  open var transform: CGAffineTransform {
    get { CATransform3DGetAffineTransform(layer.transform) }
    set { layer.transform = CATransform3DMakeAffineTransform(newValue) }
  }
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified {
    didSet {
      if oldValue != semanticContentAttribute {
        host?.perform(.setProperty(item, .semantic(semanticContentAttribute.model)))
      }
    }
  }
  public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    switch semanticContentAttribute {
    case .forceLeftToRight, .playback, .spatial: .leftToRight
    case .forceRightToLeft: .rightToLeft
    case .unspecified: traitCollection.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }
  }
  public static func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute
  ) -> UIUserInterfaceLayoutDirection { attribute == .forceRightToLeft ? .rightToLeft : .leftToRight }

  open var traitCollection: UITraitCollection { window?.screen.traits ?? UITraitCollection() }
  public var window: UIWindow? {
    var view: UIView? = self
    while let next = view {
      if let window = next as? UIWindow { return window }
      view = next.superview
    }
    return nil
  }
}

extension UIView {
  nonisolated public enum ContentMode: Int, Sendable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft, topRight
    case bottomLeft, bottomRight
  }
  nonisolated public enum TintAdjustmentMode: Int, Sendable { case automatic, normal, dimmed }

  nonisolated public struct AutoresizingMask: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }
}

nonisolated public struct UIAccessibilityTraits: OptionSet, Sendable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let none: UIAccessibilityTraits = []
  public static let button = UIAccessibilityTraits(rawValue: 1), link = UIAccessibilityTraits(rawValue: 2)
  public static let image = UIAccessibilityTraits(rawValue: 4), selected = UIAccessibilityTraits(rawValue: 8)
  public static let staticText = UIAccessibilityTraits(rawValue: 64), header = UIAccessibilityTraits(rawValue: 65536)
  public static let notEnabled = UIAccessibilityTraits(rawValue: 256),
    adjustable = UIAccessibilityTraits(rawValue: 4096)
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 512)
}

nonisolated public enum UISemanticContentAttribute: Int, Sendable {
  case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft

  var model: SemanticContent {
    switch self {
    case .unspecified: .unspecified
    case .playback: .playback
    case .spatial: .spatial
    case .forceLeftToRight: .forceLeftToRight
    case .forceRightToLeft: .forceRightToLeft
    }
  }
}
nonisolated public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }
