import Foundation
import SceneModel

/// UIKit's view, laid out by this project's kernel: its properties and constraints become parts of a scene, and its frame comes from the scene's
/// layout.
open class UIView: UIResponder {
  /// The view that has this one as a subview; nil if there is none.
  public internal(set) weak var superview: UIView?
  /// The subviews, from back to front.
  public internal(set) var subviews: [UIView] = []
  /// The controller whose view this is; nil if there is none.
  public internal(set) weak var controller: UIViewController?
  var item = ItemID(0)
  var host: Host?

  /// The bounds. While the view belongs to a `Host`, only the origin counts; the size is the host's.
  var storedBounds = CGRect.zero
  /// The centre of the view's frame without its transform, while the view belongs to no `Host`.
  var storedCenter = CGPoint.zero
  /// The frame that code set last, and the same frame rounded to the kernel's grid. As long as the kernel still has the rounded frame, `frame`
  /// returns the exact one.
  var frameSet: (asked: CGRect, shown: SceneModel.Rect)?
  /// The line of code that last placed the view while it was in no recorded tree.
  var placedFrom: RecordedSource?
  /// The line of code that last changed the view's content, until the change is recorded.
  var filledFrom: RecordedSource?
  var anchors = AnchorStore()
  var ownTraits: UITraitOverrides?
  var traitObservers: UITraitObservers?
  /// Whether the margins were set, rather than being the class's own.
  var hasOwnMargins = false
  var sentMargins = DirectionalInsets()
  /// The amounts by which the class's override of `safeAreaInsets` exceeds the default insets.
  var safeAreaCorrection = Insets.zero
  /// The layer's anchor point if one was set; nil: the centre.
  var movedAnchor: CGPoint?
  var isDirty = false
  var sentSize: IntrinsicSize?
  var sentText: TextMetrics?
  /// Constraints that this view holds.
  var heldConstraints: [NSLayoutConstraint] = []
  var mentioned: [NSLayoutConstraint] = []
  var guides: [UILayoutGuide] = []
  var builtInGuides: [Guide.Kind: UILayoutGuide] = [:]
  var hugging = AxisPriorities(horizontal: 250, vertical: 250)
  var resistance = AxisPriorities(horizontal: 750, vertical: 750)
  var margins = Margins()
  /// The safe area insets at the last call of `safeAreaInsetsDidChange()`.
  var knownSafeArea = Insets.zero
  var pendingLayout = true
  /// The values that other modules store with a view.
  package var attachments: [String: AnyObject] = [:]
  /// The recognisers attached to the view.
  public var gestureRecognizers: [UIGestureRecognizer]?
  /// The interactions that were added to the view.
  open var interactions: [any UIInteraction] = []

  /// The layer of the view, on the window's virtual clock.
  public private(set) lazy var layer: CALayer = {
    let layer = (type(of: self).layerClass as? CALayer.Type ?? CALayer.self).made()
    layer.view = self
    layer.delegate = self
    return layer
  }()
  /// The class of the view's layer. It is read when the layer is made.
  open class var layerClass: AnyClass { CALayer.self }
  /// Whether the class needs constraints to work; false, unless a subclass says otherwise. Never read here.
  open class var requiresConstraintBasedLayout: Bool { false }

  /// A number that the program chooses, by which `viewWithTag(_:)` finds the view.
  open var tag = 0
  open var contentMode = ContentMode.scaleToFill  // inert
  /// Whether touches reach the view and its subviews.
  open var isUserInteractionEnabled = true
  open var isMultipleTouchEnabled = false {
    didSet { if isMultipleTouchEnabled { noEffect("UIView.isMultipleTouchEnabled", .touches) } }
  }
  open var isExclusiveTouch = false  // inert
  /// Whether subviews are cut at the bounds; the layer's `masksToBounds`.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  /// The name by which tests, stories and scenes find the view.
  open var accessibilityIdentifier: String?
  open var accessibilityLabel: String?  // inert
  open var accessibilityHint: String?  // inert
  open var accessibilityValue: String?  // inert
  open var isAccessibilityElement = false  // inert
  open var accessibilityElementsHidden = false  // inert
  open var accessibilityTraits = UIAccessibilityTraits()  // inert
  open var accessibilityElements: [Any]?  // inert
  open var accessibilityCustomActions: [UIAccessibilityCustomAction]?  // inert
  open var shouldGroupAccessibilityChildren = false  // inert
  open var accessibilityViewIsModal = false  // inert
  open var contentScaleFactor: CGFloat = 2  // inert
  open var restorationIdentifier: String?  // inert
  /// Whether a change of the view's size resizes its subviews by their masks.
  open var autoresizesSubviews = true {
    didSet {
      guard oldValue != autoresizesSubviews else { return }
      for view in subviews where !view.autoresizingMask.isEmpty { view.hostAgain() }
    }
  }
  open var clearsContextBeforeDrawing = true  // inert
  /// The light or dark appearance that the view and its subviews have instead of the screen's.
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { givenStyle }
    set { if givenStyle != newValue { changingTraits { givenStyle = newValue } } }
  }
  private var givenStyle = UIUserInterfaceStyle.unspecified
  /// Whether the safe area adds to the layout margins.
  open var insetsLayoutMarginsFromSafeArea: Bool {
    get { margins.insetsFromSafeArea }
    set { margins.insetsFromSafeArea = newValue }
  }
  /// Whether the view's margins are at least as wide as the parts of the superview's margins that reach into the view.
  open var preservesSuperviewLayoutMargins: Bool {
    get { margins.preservesSuperviewMargins }
    set { margins.preservesSuperviewMargins = newValue }
  }

  /// Makes a view of a frame.
  public init(frame: CGRect) {
    super.init()
    storedBounds = CGRect(origin: .zero, size: frame.size)
    storedCenter = CGPoint(x: frame.midX, y: frame.midY)
    if frame != .zero { rememberPlacing(made: true) }
  }
  public required init?(coder: NSCoder) { super.init() }
  public convenience override init() { self.init(frame: .zero) }

  @MainActor deinit {
    for view in subviews where view.superview == nil || view.superview === self { view.superviewDied() }
  }

  nonisolated open override var description: String { MainActor.assumeIsolated { described } }
  open override var next: UIResponder? { controller ?? superview }
  /// The kind of view in a scene.
  var sceneKind: SceneModel.View.Kind { .plain }

  /// Returns the host that lays this view out; makes one for its tree if there is none.
  @discardableResult func hosted() -> Host {
    if let host { return host }
    var root = self
    while let parent = root.superview { root = parent }
    if root is UIWindow { return root.hosted() }
    return Host(root: root, screen: UIScreen.main, isWindow: false)
  }

  // Hooks.
  /// Called when a subview has been added. Does nothing by default.
  open func didAddSubview(_ subview: UIView) {}
  /// Called before a subview is removed. Does nothing by default.
  open func willRemoveSubview(_ subview: UIView) {}
  /// Called before the view gets another superview, or none. Does nothing by default.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// Called when the view has another superview, or none. Does nothing by default.
  open func didMoveToSuperview() {}
  /// Called before the view is added to a window, or removed from it (nil). Does nothing by default.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// Called when the view was added to a window, or removed from it. Does nothing by default.
  open func didMoveToWindow() {}
  /// Called when a view was loaded from a nib and its outlets are connected. Does nothing by default.
  open func awakeFromNib() {}
  /// Called by Interface Builder when it shows the view; never called here.
  open func prepareForInterfaceBuilder() {}
  /// Draws the view in UIKit; never called here.
  open func draw(_ rect: CGRect) {}
  open func setNeedsDisplay() { noEffect("UIView.setNeedsDisplay()", .drawing) }
  open func setNeedsDisplay(_ rect: CGRect) { noEffect("UIView.setNeedsDisplay(_:)", .drawing) }
  /// Called when the traits have changed, because the device was rotated or traits were set. Does nothing by default.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  /// Called when the tint has changed. Does nothing by default.
  open func tintColorDidChange() {}
  /// Called when the safe area has changed, before the view's layout. Does nothing by default.
  open func safeAreaInsetsDidChange() {}
  /// Called when the layout margins have changed. Does nothing by default.
  open func layoutMarginsDidChange() {}

  // Constraints and passes.
  /// Whether the autoresizing mask becomes constraints in addition to the view's own.
  open var translatesAutoresizingMaskIntoConstraints = true {
    didSet { if oldValue != translatesAutoresizingMaskIntoConstraints { hostAgain() } }
  }
  /// The parts of the frame that follow the superview's size.
  open var autoresizingMask: AutoresizingMask = [] {
    didSet { if oldValue != autoresizingMask, translatesAutoresizingMaskIntoConstraints { hostAgain() } }
  }
  /// Gives the subviews the frames that the constraints define. An override calls `super` first.
  open func layoutSubviews() { host?.applyLayout(of: self) }
  /// Called in the pass for constraints when the view's constraints need an update. Does nothing by default.
  open func updateConstraints() {}
  /// Called in the pass for properties (iOS 26) when the view's properties need an update. Does nothing by default.
  open func updateProperties() {}
  /// The natural size; constraints hold it with the view's hugging and resistance priorities. `noIntrinsicMetric` on an axis without a natural size.
  open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
  /// The alignment rect insets; `.zero` unless a subclass overrides it.
  open var alignmentRectInsets: UIEdgeInsets { .zero }
  /// The view whose first baseline is this one's; by default the view itself. Constraints do not use it.
  open var forFirstBaselineLayout: UIView { self }
  /// The view whose last baseline is this one's; by default the view itself. Constraints do not use it.
  open var forLastBaselineLayout: UIView { self }

  /// The frame in the superview's coordinates, from the kernel's last layout. A frame that code sets stays as long as the autoresizing mask becomes
  /// constraints; otherwise the next layout may move it.
  open var frame: CGRect {
    get { currentFrame }
    set { currentFrame = newValue }
  }
  /// The view's rectangle in its own coordinates. Its origin is the point that lies at the view's upper left corner.
  open var bounds: CGRect {
    get { currentBounds }
    set { currentBounds = newValue }
  }
  /// The place of the anchor point, which is by default the frame's centre, in the superview's coordinates.
  open var center: CGPoint {
    get { currentCenter }
    set { currentCenter = newValue }
  }
  /// The distances between the edges and the content, in points, including those that follow from the safe area and the superview's margins.
  open var layoutMargins: UIEdgeInsets {
    get { currentMargins }
    set { currentMargins = newValue }
  }
  /// The view's own distances between the edges and the content, in points, with sides that follow the reading direction.
  open var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get { currentDirectionalMargins }
    set { currentDirectionalMargins = newValue }
  }
  /// The widths, at the view's edges, of the parts that bars and sensor housings cover. A subclass may return others, which then apply to its
  /// subviews.
  open var safeAreaInsets: UIEdgeInsets {
    host.map { UIEdgeInsets($0.kernel.safeAreaInsets(of: item).minus(safeAreaCorrection)) } ?? .zero
  }
  /// Adds a view in front of the other subviews.
  open func addSubview(_ view: UIView) { place(view, at: nil) }
  /// Inserts a subview at a depth, from 0 at the back; a subview that is there already changes its depth.
  open func insertSubview(_ view: UIView, at index: Int) { place(view, at: index) }
  /// Removes the view from its superview, and deactivates the constraints of its ancestors that name it or a view in it.
  open func removeFromSuperview() { leave(notifying: true) }
  /// Marks the view as needing layout at the end of this turn of the run loop.
  open func setNeedsLayout() {
    pendingLayout = true
    if let host { host.perform(.needsLayout(item)) }
  }
  /// Lays out this view's subtree now, if layout is pending.
  open func layoutIfNeeded() { hosted().layOut(self) }
  /// Marks the view as needing its constraints updated at the end of this turn of the run loop.
  open func setNeedsUpdateConstraints() { if let host { host.perform(.needsConstraints(item)) } }
  /// Makes a host for the view's tree if there is none. Pending updates of constraints run only in the next pass.
  open func updateConstraintsIfNeeded() { hosted() }
  /// Marks the natural size as changed; the next pass reads it again.
  open func invalidateIntrinsicContentSize() {
    if RecordedSource.keepsAddresses { filledFrom = RecordedSource(known: nil) }
    host?.markDirty(self)
  }
  /// Returns the size, as near as possible to a target, that the constraints in the view allow. The target has the priority `fittingSizeLevel`.
  open func systemLayoutSizeFitting(_ size: CGSize) -> CGSize {
    systemLayoutSizeFitting(
      size, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
  }
  /// Returns the size, as near as possible to a target, that the constraints in the view allow. The target's width and height have the given
  /// priorities.
  open func systemLayoutSizeFitting(
    _ size: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
    verticalFittingPriority vertical: UILayoutPriority
  ) -> CGSize { fittingSize(size, horizontal, vertical) }
  /// Adds a recogniser, and removes it from its former view if it had one.
  open func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.view = self
    gestureRecognizers = (gestureRecognizers ?? []) + [recognizer]
  }
  /// Removes a recogniser; does nothing if it belongs to another view.
  open func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.view = nil
    gestureRecognizers?.removeAll { $0 === recognizer }
  }
  /// Returns whether a recogniser of this view may begin; true by default.
  open func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { true }
  /// Returns the action for a property of the view's layer: `NSNull` outside of animation blocks, the block's animation inside.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { standardAction(forKey: event) }
  open func viewPrintFormatter() {}  // inert
  /// Returns an empty view of the same size.
  open func snapshotView(afterScreenUpdates: Bool) -> UIView? { UIView(frame: bounds) }
  /// Returns an empty view of the size of a part of this one.
  open func resizableSnapshotView(
    from rect: CGRect, afterScreenUpdates: Bool, withCapInsets insets: UIEdgeInsets
  ) -> UIView? { UIView(frame: CGRect(origin: .zero, size: rect.size)) }

  /// Returns the size that the view prefers: on each axis its natural size, or its present size if it has none. By default `size` does not count.
  open func sizeThatFits(_ size: CGSize) -> CGSize {
    let own = intrinsicContentSize
    return CGSize(
      width: own.width >= 0 ? own.width : bounds.width, height: own.height >= 0 ? own.height : bounds.height)
  }
  /// Gives the view the size that it prefers; its origin stays.
  open func sizeToFit() {
    let size = sizeThatFits(bounds.size)
    setLayoutFrame(CGRect(origin: layoutFrame.origin, size: size))
  }
  /// Returns whether a point is inside the view, which decides whether touches reach it.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }
  /// Returns the frontmost view at a point that takes touches: visible, enabled, and not being animated. Nil if there is none.
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
  /// Whether the view is hidden; a stack view leaves no space for hidden views.
  open var isHidden = false {
    didSet {
      let stack = (superview as? UIStackView).flatMap { $0.arrangedSubviews.contains { $0 === self } ? $0 : nil }
      guard oldValue != isHidden else {
        // Setting the same value has no effect here, but a device counts it (rule L14.4).
        if isHidden, Animating.depth > 0, stack != nil, let host { host.recorder.record(.hide(item), host) }
        return
      }
      host?.perform(isHidden ? .hide(item) : .show(item))
      if let host, let stack, host.player?.layers.animatingBlock != nil { host.layOut(stack) }
      host?.moved()
      // If the view was to be hidden only at the end of a block, the player takes this change over at once.
      if let host, host.player?.isHidingLater(item) == true { host.sync() }
      if host == nil { layer.store("hidden", .boolean(isHidden)) }
    }
  }
  /// The opacity; animation blocks animate it.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }
  open var isOpaque = true  // inert
  /// The background colour; animation blocks animate it.
  open var backgroundColor: UIColor? {
    get { layer.backgroundColor.map { UIColor(cgColor: $0) } }
    set { layer.backgroundColor = newValue?.cgColor }
  }
  private var ownTint: UIColor?
  /// The colour of controls in the view; by default the superview's.
  open var tintColor: UIColor! {
    get { ownTint ?? superview?.tintColor ?? .systemBlue }
    set {
      ownTint = newValue
      tintColorDidChange()
    }
  }
  open var tintAdjustmentMode = TintAdjustmentMode.automatic  // inert
  open var mask: UIView?  // inert
  /// The affine transform with which the view is shown; constraints do not see it.
  open var transform: CGAffineTransform {
    get { CATransform3DGetAffineTransform(layer.transform) }
    set { layer.transform = CATransform3DMakeAffineTransform(newValue) }
  }
  /// The transform in three dimensions with which the view is shown; constraints do not see it.
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }
  /// How the view follows the reading direction.
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified {
    didSet {
      if oldValue != semanticContentAttribute {
        host?.perform(.setProperty(item, .semantic(semanticContentAttribute.model)))
      }
    }
  }
  /// The traits of the window, with the overrides of the views and controllers around the view. Outside of a window, they begin with the traits of
  /// the screen of `UIScreen.showing(_:_:)`, or else of a phone in portrait.
  open var traitCollection: UITraitCollection { inheritedTraits }
  /// Called when the traits have changed, before observers are notified.
  func traitsChanged(from old: UITraitCollection) {}
}
