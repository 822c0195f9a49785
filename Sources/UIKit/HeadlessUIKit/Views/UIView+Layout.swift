import Foundation
import LayoutKernel
import SceneModel

/// Passes, sizes, margins and safe areas.
extension UIView {
  /// Returns false, even if an update is pending.
  public func needsUpdateConstraints() -> Bool { false }
  /// Schedules a call of `updateProperties()` before the next layout; it does not schedule a layout.
  public func setNeedsUpdateProperties() { host?.perform(.needsProperties(item)) }
  /// Runs the pending updates of properties now.
  public func updatePropertiesIfNeeded() { hosted().kernel.updatePropertiesIfNeeded(item) }

  func updateConstraintsOfSelfAndController() {
    controller?.updateViewConstraints()
    updateConstraints()
  }

  func layOutSelfAndController() {
    pendingLayout = false
    guard let controller else {
      layoutSubviews()
      return
    }
    controller.viewWillLayoutSubviews()
    layoutSubviews()
    controller.viewDidLayoutSubviews()
  }

  func fittingSize(_ size: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority) -> CGSize {
    do {
      return CGSize(
        try hosted().kernel.systemLayoutSizeFitting(
          item, target: size.model, horizontalPriority: Double(horizontal.rawValue),
          verticalPriority: Double(vertical.rawValue)))
    } catch {
      ProgramErrors.report(error)
      return .zero
    }
  }

  /// Sets the priority with which the view resists being larger than its natural size along an axis.
  public func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    if axis == .horizontal {
      hugging.horizontal = Double(priority.rawValue)
    } else {
      hugging.vertical = Double(priority.rawValue)
    }
    host?.markDirty(self)
  }
  /// Sets the priority with which the view resists being smaller than its natural size along an axis.
  public func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    if axis == .horizontal {
      resistance.horizontal = Double(priority.rawValue)
    } else {
      resistance.vertical = Double(priority.rawValue)
    }
    host?.markDirty(self)
  }
  /// Returns the priority with which the view resists being larger than its natural size along an axis.
  public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    UILayoutPriority(Float(axis == .horizontal ? hugging.horizontal : hugging.vertical))
  }
  /// Returns the priority with which the view resists being smaller than its natural size along an axis.
  public func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    UILayoutPriority(Float(axis == .horizontal ? resistance.horizontal : resistance.vertical))
  }

  var currentMargins: UIEdgeInsets {
    get {
      if let host { return UIEdgeInsets(host.kernel.layoutMargins(of: item)) }
      let own = countedMargins.own
      return UIEdgeInsets(top: own.top, left: own.leading, bottom: own.bottom, right: own.trailing)
    }
    set {
      let isFlipped = effectiveUserInterfaceLayoutDirection == .rightToLeft
      directionalLayoutMargins = NSDirectionalEdgeInsets(
        top: newValue.top, leading: isFlipped ? newValue.right : newValue.left, bottom: newValue.bottom,
        trailing: isFlipped ? newValue.left : newValue.right)
    }
  }
  var currentDirectionalMargins: NSDirectionalEdgeInsets {
    get {
      let own = countedMargins.own
      return NSDirectionalEdgeInsets(top: own.top, leading: own.leading, bottom: own.bottom, trailing: own.trailing)
    }
    set {
      (margins.own, hasOwnMargins) = (newValue.model, true)
      marginsChanged()
    }
  }
  /// The margins for layout. For the root view of a controller they include the minimum of the controller (`systemMinimumLayoutMargins`) (rule
  /// L7.6).
  var countedMargins: Margins {
    guard let controller else { return margins }
    var counted = margins
    let least = controller.systemMinimumLayoutMargins.model
    counted.own = MarginRules.ownMargins(
      ofRoot: hasOwnMargins ? margins.own : nil,
      atLeast: controller.viewRespectsSystemMinimumLayoutMargins ? least : nil)
    return counted
  }
  /// Whether the constraints leave the view more than one frame.
  public var hasAmbiguousLayout: Bool {
    hosted().kernel.hasAmbiguousLayout(item) ?? false
  }
  /// Moves the view to another of the frames that its constraints allow; a view whose layout is not ambiguous stays.
  public func exerciseAmbiguityInLayout() {
    let host = hosted()
    do { try host.kernel.exerciseAmbiguityInLayout(of: item) } catch { ProgramErrors.report(error) }
    host.player?.kernelChanged()
  }

  var baselines: (Double, Double) {
    guard let font = (self as? UILabel)?.font else { return (0, 0) }
    return (Double(font.ascender), Double(font.lineHeight - font.ascender))
  }

  /// The insets that this view adds to the safe area of its subtree; on a window, the device's.
  var ownSafeArea: Insets { (self as? UIWindow)?.deviceInsets ?? controller?.describedSafeArea ?? .zero }

  // The view as a scene describes it.

  func describedIntrinsic() -> (size: IntrinsicSize, text: TextMetrics?) {
    // The button sets its frame.
    if self is UIButtonLabel, translatesAutoresizingMaskIntoConstraints { return (IntrinsicSize(), nil) }
    let own = intrinsicContentSize
    var size = IntrinsicSize(
      width: own.width >= 0 ? Double(own.width) : nil, height: own.height >= 0 ? Double(own.height) : nil)
    (size.hugging, size.resistance) = (hugging, resistance)
    guard let text = (self as? UILabel)?.breakingText(asking: own) else { return (size, nil) }
    (size.width, size.height) = (nil, nil)
    return (size, text)
  }

  func described(parent: ItemID?) -> SceneModel.View {
    var name = ClassNames.name(of: Swift.type(of: self))
    name += "@"
    name += String(item.rawValue)
    var view = SceneModel.View(id: item, name: name, parent: parent, kind: sceneKind)
    view.frame =
      CGRect(
        x: storedCenter.x - storedBounds.width / 2, y: storedCenter.y - storedBounds.height / 2,
        width: storedBounds.width,
        height: storedBounds.height
      ).model
    view.isHidden = isHidden && !(self is UIWindow)
    let isArranged = (superview as? UIStackView)?.arrangedSubviews.contains { $0 === self } ?? false
    if translatesAutoresizingMaskIntoConstraints, !isArranged, !sceneKind.isCellContent {
      let mask = superview?.autoresizesSubviews == false ? [] : autoresizingMask
      view.autoresizing = SceneModel.AutoresizingMask(rawValue: UInt8(truncatingIfNeeded: mask.rawValue))
    }
    (view.intrinsic, view.text) = describedIntrinsic()
    (sentSize, sentText) = (view.intrinsic, view.text)
    view.alignmentInsets = alignmentRectInsets.model
    (view.firstBaseline, view.lastBaseline) = baselines
    view.margins = countedMargins
    sentMargins = view.margins.own
    view.safeArea = ownSafeArea.plus(safeAreaCorrection)
    view.semantic = semanticContentAttribute.model
    if let stack = self as? UIStackView { view.stack = stack.configuration(withArranged: false) }
    if let scroll = self as? UIScrollView {
      var configuration = ScrollConfiguration()
      configuration.contentOffset = storedBounds.origin.model
      configuration.contentInset = scroll.contentInset.model
      view.scroll = configuration
    }
    return view
  }

  /// Passes changes of the view's natural size, its text and its priorities to the host.
  func handInSize(to host: Host) {
    let (size, text) = describedIntrinsic()
    defer { filledFrom = nil }
    if let text, text != sentText {
      sentText = text
      host.perform(.setProperty(item, .text(text)), from: filledFrom)
    }
    if size != sentSize {
      sentSize = size
      host.perform(.setIntrinsic(item, size), from: filledFrom)
    }
  }

  func resized(from old: CGSize, to new: CGSize) -> CGRect {
    let mask = SceneModel.AutoresizingMask(rawValue: UInt8(truncatingIfNeeded: autoresizingMask.rawValue))
    return CGRect(Autoresizing.resized(frame.model, mask: mask, from: old.model, to: new.model))
  }
}

extension UIView {
  /// The view as UIKit prints it: class, address, frame, and what distinguishes it from others.
  var described: String {
    func short(_ value: CGFloat) -> String { shortNumber(Double(value)) }
    let frame = self.frame
    var parts = [
      "frame = (\(short(frame.minX)) \(short(frame.minY)); \(short(frame.width)) \(short(frame.height)))"
    ]
    if let text = (self as? UILabel)?.text ?? (self as? UITextField)?.text { parts.append("text = '\(text)'") }
    if isHidden { parts.append("hidden = YES") }
    if alpha != 1 { parts.append("alpha = \(short(alpha))") }
    if clipsToBounds { parts.append("clipsToBounds = YES") }
    let letters = zip(["LM", "W", "RM", "TM", "H", "BM"], 0...).filter { autoresizingMask.rawValue & 1 << $0.1 != 0 }
    if !letters.isEmpty { parts.append("autoresize = " + letters.map(\.0).joined(separator: "+")) }
    if tag != 0 { parts.append("tag = \(tag)") }
    if let name = accessibilityIdentifier { parts.append("accessibilityIdentifier = '\(name)'") }
    if self is UIScrollView { parts.append("contentOffset: {\(short(bounds.minX)), \(short(bounds.minY))}") }
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    return "<\(Swift.type(of: self)): 0x\(address); \(parts.joined(separator: "; "))>"
  }
}

/// Returns a number as `%g` prints it.
func shortNumber(_ value: Double) -> String { String(format: "%g", value) }

/// The names of classes, each read once, since the runtime takes long to return them.
enum ClassNames {
  private static var known: [ObjectIdentifier: String] = [:]
  private static var ours: [ObjectIdentifier: Bool] = [:]

  /// Whether a class is one of this module, so that the program overrides none of its methods.
  static func isOurs(_ type: AnyClass) -> Bool {
    if let known = ours[ObjectIdentifier(type)] { return known }
    let isOurs = String(reflecting: type).hasPrefix("HeadlessUIKit.")
    ours[ObjectIdentifier(type)] = isOurs
    return isOurs
  }

  /// Returns a class's name without its generic arguments.
  static func name(of type: AnyClass) -> String {
    if let name = known[ObjectIdentifier(type)] { return name }
    let name = String("\(type)".prefix { $0 != "<" })
    known[ObjectIdentifier(type)] = name
    return name
  }
}
