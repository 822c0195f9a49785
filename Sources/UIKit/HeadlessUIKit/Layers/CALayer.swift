import AnimationSampler
import Foundation
import ScenePlayer
import SceneModel

/// Core Animation's layer. Setters change the model values at once; the shown values follow by transactions and animations.
open class CALayer: UIObject {
  weak var view: UIView?
  /// The object that chooses the actions of property changes; for a view's layer it is the view.
  public weak var delegate: (any CALayerDelegate)?
  /// The superlayer, if the layer has no view.
  weak var storedSuperlayer: CALayer?
  /// The layer that this one lies in; nil if there is none.
  public var superlayer: CALayer? { view.map { $0.superview?.layer } ?? storedSuperlayer }
  var ownSublayers: [CALayer] = []
  /// The layer's id in the player; nil if it is in none.
  package internal(set) var id: LayerID?
  weak var host: Host?
  /// The item id under which a recording names a layer without a view.
  var ownItem: ItemID?
  /// The item id under which a recording names the layer.
  package var recordedItem: ItemID? { view?.item ?? ownItem }
  var values: [String: AnimationValue] = [:]
  private var custom: [String: Any] = [:]
  var timing = LayerTiming()
  public var duration: CFTimeInterval = 0  // inert
  var pendingAnimations: [(CAAnimation, String?)] = []
  /// The actions of the layer's properties, by name.
  public var actions: [String: any CAAction]? { didSet { handInActions() } }
  /// Default values of properties; kept, without effect.
  public var style: [AnyHashable: Any]?
  /// The name of the layer, which the program gives it.
  public var name: String?
  /// In a presentation copy, the layer whose shown values the copy has; otherwise nil.
  private var modelLayer: CALayer?

  public override init() { super.init() }
  /// Makes a presentation copy with the values of another layer.
  public init(layer: Any) {
    super.init()
    if let other = layer as? CALayer { values = other.values }
  }
  public required init?(coder: NSCoder) { super.init() }

  @_silgen_name("HeadlessUIKit_CALayer_init") convenience init(made: Void) { self.init() }
  /// Makes a layer of a class that is only known at run time, a view's `layerClass`; see `UITableViewCell.made`.
  @_silgen_name("HeadlessUIKit_CALayer_init") static func made() -> CALayer
  @_silgen_name("HeadlessUIKit_CALayer_init_layer") convenience init(copied layer: CALayer) { self.init(layer: layer) }
  @_silgen_name("HeadlessUIKit_CALayer_init_layer") static func copy(of layer: consuming CALayer) -> CALayer

  @MainActor deinit {
    guard let id, let host, let player = host.player, view == nil else { return }
    player.layers.insert(id, in: nil)
    if let ownItem { host.recorder.record(.removeView(ownItem), host) }
  }

  // MARK: Values

  /// The opacity, from 0 to 1.
  open var opacity: Float {
    get { Float(number("opacity")) }
    set { set("opacity", .number(Double(newValue))) }
  }
  /// Whether the layer is not shown; a view's layer and the view share it.
  open var isHidden: Bool {
    get {
      // A stack view's animation hides the layer only when the animation is over.
      if let host, let id, let player = host.player, view != nil {
        host.sync()
        return player.layers.model(id, "hidden") == .boolean(true)
      }
      return view?.isHidden ?? flag("hidden")
    }
    set { if let view { view.isHidden = newValue } else { set("hidden", .boolean(newValue)) } }
  }
  /// The colour behind the content; it can be animated, and nothing is drawn.
  open var backgroundColor: CGColor? {
    get { color("backgroundColor") }
    set { set("backgroundColor", .color(newValue?.color)) }
  }
  /// The colour of the border; it can be animated, and nothing is drawn.
  open var borderColor: CGColor? {
    get { color("borderColor") }
    set { set("borderColor", .color(newValue?.color)) }
  }
  /// The width of the border, in points; it can be animated, and takes no room.
  open var borderWidth: CGFloat {
    get { number("borderWidth") }
    set { set("borderWidth", .number(Double(newValue))) }
  }
  /// The radius of the corners, in points; it can be animated.
  open var cornerRadius: CGFloat {
    get { number("cornerRadius") }
    set { set("cornerRadius", .number(Double(newValue))) }
  }
  open var maskedCorners = CACornerMask.all  // inert
  open var cornerCurve = CALayerCornerCurve.circular  // inert
  /// The colour of the shadow; it can be animated, and nothing is drawn.
  open var shadowColor: CGColor? {
    get { color("shadowColor") }
    set { set("shadowColor", .color(newValue?.color)) }
  }
  /// The opacity of the shadow, from 0 to 1; it can be animated.
  open var shadowOpacity: Float {
    get { Float(number("shadowOpacity")) }
    set { set("shadowOpacity", .number(Double(newValue))) }
  }
  /// The blur of the shadow, in points; it can be animated.
  open var shadowRadius: CGFloat {
    get { number("shadowRadius") }
    set { set("shadowRadius", .number(Double(newValue))) }
  }
  /// The distance of the shadow, in points; it can be animated.
  open var shadowOffset: CGSize {
    get { if case .size(let size) = value("shadowOffset") { CGSize(size) } else { .zero } }
    set { set("shadowOffset", .size(newValue.model)) }
  }
  open var shadowPath: CGPath?  // inert
  /// Whether content beyond the bounds is cut off.
  open var masksToBounds: Bool {
    get { flag("masksToBounds") }
    set { set("masksToBounds", .boolean(newValue)) }
  }
  /// The depth among the layers beside it; it can be animated.
  open var zPosition: CGFloat {
    get { number("zPosition") }
    set { set("zPosition", .number(Double(newValue))) }
  }
  /// The transform about the anchor point; it can be animated.
  open var transform: CATransform3D {
    get { if case .transform(let t) = value("transform") { CATransform3D(t) } else { CATransform3D() } }
    set { set("transform", .transform(newValue.model)) }
  }
  /// The transform of everything in the layer; it can be animated.
  open var sublayerTransform: CATransform3D {
    get { if case .transform(let t) = value("sublayerTransform") { CATransform3D(t) } else { CATransform3D() } }
    set { set("sublayerTransform", .transform(newValue.model)) }
  }
  /// Returns the transform as an affine one.
  public func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }
  /// Sets the transform to an affine one.
  public func setAffineTransform(_ t: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(t) }
  /// The point of the bounds that lies at the position, as fractions of them; `(0.5, 0.5)` is the middle.
  open var anchorPoint: CGPoint {
    get { currentAnchor }
    set { currentAnchor = newValue }
  }
  /// The place of the anchor point in the superlayer, in points.
  open var position: CGPoint {
    get { currentPosition }
    set { currentPosition = newValue }
  }
  /// The layer's rectangle in its own coordinates.
  open var bounds: CGRect {
    get { currentBounds }
    set { currentBounds = newValue }
  }
  /// The frame in the superlayer, made from bounds, position and transform.
  open var frame: CGRect {
    get { currentFrame }
    set { currentFrame = newValue }
  }
  open var contents: Any?  // inert
  open var contentsGravity = CALayerContentsGravity.resize  // inert
  open var contentsScale: CGFloat = 1  // inert
  open var rasterizationScale: CGFloat = 1  // inert
  open var shouldRasterize = false  // inert
  open var allowsEdgeAntialiasing = false  // inert
  open var drawsAsynchronously = false  // inert
  open var isOpaque = false  // inert
  open var isDoubleSided = true  // inert
  open var isGeometryFlipped = false { didSet { noEffect("CALayer.isGeometryFlipped", .layout) } }
  open var needsDisplayOnBoundsChange = false  // inert
  open var mask: CALayer?  // inert
  open var allowsGroupOpacity = true  // inert
  open var compositingFilter: Any?  // inert
  open var filters: [Any]?  // inert
  open func setNeedsDisplay() { noEffect("CALayer.setNeedsDisplay()", .drawing) }
  open func displayIfNeeded() {}  // inert
  /// Called by Core Animation to draw the layer; never called here.
  open func display() {}
  /// Called by Core Animation to place the sublayers; never called here.
  open func layoutSublayers() {}
  /// Marks the layer's view as needing layout; does nothing for a layer without a view.
  open func setNeedsLayout() { view?.setNeedsLayout() }
  /// Lays out the layer's view now; does nothing for a layer without a view.
  open func layoutIfNeeded() { view?.layoutIfNeeded() }
  /// Returns false: no property redraws the layer.
  open class func needsDisplay(forKey key: String) -> Bool { false }
  /// Returns whether a point in the layer's own coordinates lies in its bounds.
  open func contains(_ point: CGPoint) -> Bool { bounds.contains(point) }
  /// Returns the frontmost layer at a point of the superlayer's coordinates: this one or one in it. Nil if none of them contains the point, or if
  /// this layer is hidden.
  open func hitTest(_ point: CGPoint) -> CALayer? {
    guard !isHidden else { return nil }
    let inside = convert(point, from: superlayer)
    if masksToBounds, !contains(inside) { return nil }
    for layer in (sublayers ?? []).reversed() { if let hit = layer.hitTest(inside) { return hit } }
    return contains(inside) ? self : nil
  }

  /// Sets a property by its name; a value under an unknown name is stored.
  open func setValue(_ value: Any?, forKey key: String) { setValue(value, forKeyPath: key) }
  /// Sets a property or a part of one by its path, such as `transform.scale`; a value under an unknown path is stored.
  open func setValue(_ value: Any?, forKeyPath path: String) {
    guard let value, let new = AnimationValue(any: value, at: path) else {
      custom[path] = value
      return
    }
    let keyPath = AnimationKeyPath(parsing: path)
    if case .transform(let whole) = self.value(keyPath.property), keyPath.component != .whole {
      var parts = TransformComponents(whole)
      guard parts.set(keyPath.component, new) else { return }
      return set(keyPath.property, .transform(parts.transform))
    }
    let present: AnimationValue =
      switch keyPath.property {
      case "position": .point(position.model)
      case "bounds": .rect(bounds.model)
      default: self.value(keyPath.property)
      }
    switch (keyPath.property, present.replacing(keyPath, with: new)) {
    case (_, nil): break
    // Properties that a view shares with its layer.
    case ("position", .point(let point)): position = CGPoint(point)
    case ("bounds", .rect(let rect)): bounds = CGRect(rect)
    case ("hidden", .boolean(let hidden)): isHidden = hidden
    case (let property, let whole?): set(property, whole)
    }
  }
  /// Returns a property by its name, or a stored value.
  open func value(forKey key: String) -> Any? { value(forKeyPath: key) }
  /// Returns a property or a part of one by its path, or a stored value.
  open func value(forKeyPath path: String) -> Any? {
    if let own = custom[path] { return own }
    let keyPath = AnimationKeyPath(parsing: path)
    switch keyPath.property {
    case "position": return AnimationValue.point(position.model).component(keyPath)?.any
    case "bounds": return AnimationValue.rect(bounds.model).component(keyPath)?.any
    default:
      if case .transform(let whole) = value(keyPath.property), keyPath.component != .whole {
        return TransformComponents(whole).value(keyPath.component)
      }
      return value(keyPath.property).component(keyPath)?.any
    }
  }

  // MARK: Tree

  /// The layers in this one, back to front: those of the subviews first; nil if there is none. Setting them does not change those of the subviews.
  open var sublayers: [CALayer]? {
    get {
      let all = (view?.subviews.map(\.layer) ?? []) + ownSublayers
      return all.isEmpty ? nil : all
    }
    set {
      for layer in ownSublayers { layer.removeFromSuperlayer() }
      for layer in newValue ?? [] { addSublayer(layer) }
    }
  }
  /// Adds a layer in front of the others; does nothing for a layer that belongs to a view.
  open func addSublayer(_ layer: CALayer) { insertSublayer(layer, at: UInt32(ownSublayers.count)) }
  /// Inserts a layer at a place among the sublayers without a view; does nothing for a layer that belongs to a view.
  open func insertSublayer(_ layer: CALayer, at index: UInt32) {
    guard layer.view == nil else { return }
    layer.removeFromSuperlayer()
    ownSublayers.insert(layer, at: min(Int(index), ownSublayers.count))
    layer.storedSuperlayer = self
    host?.sync()
    if let host { layer.appear(in: host) }
  }
  /// Inserts a layer behind another, or behind all layers without a view if the other is not among them.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insertSublayer(layer, at: UInt32(ownSublayers.firstIndex { $0 === sibling } ?? 0))
  }
  /// Inserts a layer in front of another, or in front of all if the other is not among the layers without a view.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insertSublayer(layer, at: UInt32((ownSublayers.firstIndex { $0 === sibling } ?? ownSublayers.count - 1) + 1))
  }
  /// Puts `new` in the place of `old`; does nothing if `old` is not among the sublayers without a view.
  open func replaceSublayer(_ old: CALayer, with new: CALayer) {
    guard let index = ownSublayers.firstIndex(where: { $0 === old }) else { return }
    old.removeFromSuperlayer()
    insertSublayer(new, at: UInt32(index))
  }
  /// Removes the layer from its superlayer; for a view's layer the view is removed.
  open func removeFromSuperlayer() {
    if let view { return view.removeFromSuperview() }
    guard let parent = storedSuperlayer else { return }
    parent.ownSublayers.removeAll { $0 === self }
    storedSuperlayer = nil
    if let id, let host, let player = host.player {
      player.layers.insert(id, in: nil)
      if let ownItem { host.recorder.record(.removeView(ownItem), host) }
    }
    disappear()
  }

  // MARK: Animations

  /// Attaches a copy of an animation. On a layer outside of every window the animation waits until the layer is shown.
  open func add(_ animation: CAAnimation, forKey key: String?) {
    guard let host, let id, let player = host.player else {
      pendingAnimations.append((animation, key))
      return
    }
    host.sync()
    let name = animation.delegate == nil ? nil : host.listen(to: animation)
    let described = animation.described()
    player.layers.add(described, to: id, key: key, delegate: name)
    if let recordedItem {
      host.recorder.record(
        .play(.addAnimation(described, to: recordedItem, key: key ?? "", delegate: name ?? "")), host)
    }
  }
  /// Removes the animation under a key.
  open func removeAnimation(forKey key: String) {
    pendingAnimations.removeAll { $0.1 == key }
    guard let host, let id else { return }
    host.player?.layers.removeAnimation(id, key: key)
    if let recordedItem, !key.isEmpty { host.recorder.record(.play(.removeAnimation(key, from: recordedItem)), host) }
  }
  /// Removes all animations.
  open func removeAllAnimations() {
    pendingAnimations = []
    guard let host, let id else { return }
    host.player?.layers.removeAllAnimations(id)
    if let recordedItem { host.recorder.record(.play(.removeAnimation("", from: recordedItem)), host) }
  }
  /// Returns the keys of the animations that are there; nil if there is none.
  open func animationKeys() -> [String]? {
    let keys = id.flatMap { host?.player?.layers.animationKeys($0) } ?? pendingAnimations.compactMap(\.1)
    return keys.isEmpty ? nil : keys
  }
  /// Returns a copy of the animation under a key; nil if there is none.
  open func animation(forKey key: String) -> CAAnimation? {
    guard let id, let animation = host?.player?.layers.animation(id, key: key) else {
      return pendingAnimations.last { $0.1 == key }?.0
    }
    return CAAnimation.made(of: animation)
  }
  /// Returns the action of a property: the delegate's, the layer's, or the class's; nil for the system's.
  open func action(forKey event: String) -> (any CAAction)? {
    if let answer = delegate?.action(for: self, forKey: event) { return answer }
    return actions?[event] ?? type(of: self).defaultAction(forKey: event)
  }
  /// Returns the class's action of a property; nil by default.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// Returns a copy of the layer with the values that are shown now; nil outside of a shown window.
  open func presentation() -> Self? {
    guard let host, let id, let player = host.player else { return nil }
    host.sync()
    guard let copy = type(of: self).copy(of: self) as? Self else { return nil }
    for key in LayerProperty.names {
      if let value = player.layers.presentation(id, key) { copy.values[key] = value }
    }
    copy.modelLayer = self
    copy.storedSuperlayer = superlayer
    return copy
  }
  /// Returns the model layer of a presentation copy; any other layer returns itself.
  open func model() -> Self { modelLayer as? Self ?? self }
}
