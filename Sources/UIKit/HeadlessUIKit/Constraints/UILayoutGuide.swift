import Foundation
import SceneModel

/// An invisible rectangle that constraints can name.
open class UILayoutGuide: UIObject {
  /// The view that the guide belongs to; nil if there is none.
  public internal(set) weak var owningView: UIView?
  /// A name of the program's own, which logs print.
  public var identifier = ""
  var item = ItemID(0)
  var kind = Guide.Kind.custom
  var anchors = AnchorStore()
  /// The values that other modules store with a guide.
  package var attachments: [String: AnyObject] = [:]

  public override init() { super.init() }

  /// The guide's rectangle in its view's coordinates, after the last layout; zero if it belongs to no view.
  public var layoutFrame: CGRect {
    guard let view = owningView else { return .zero }
    let host = view.hosted()
    // What is built in follows from the view as it is, before the first layout too.
    var insets: UIEdgeInsets
    switch kind {
    case .safeArea: insets = view.safeAreaInsets
    case .layoutMargins: insets = view.layoutMargins
    case .readableContent:
      insets = view.layoutMargins
      let excess = view.bounds.width - insets.left - insets.right - CGFloat(host.kernel.readableWidth)
      if excess > 0 {
        insets.left += excess / 2
        insets.right += excess / 2
      }
    default: return host.onPixels(host.kernel.frame(of: item))
    }
    return host.onPixels(view.bounds.inset(by: insets).model)
  }

  func described(owner: UIView) -> Guide {
    Guide(
      id: item, name: "\(identifier.isEmpty ? kind.rawValue : identifier)@\(item.rawValue)", owner: owner.item,
      kind: kind)
  }

  /// The edge where reading begins.
  public var leadingAnchor: NSLayoutXAxisAnchor { anchors.anchor(of: self, .leading) }
  /// The edge where reading ends.
  public var trailingAnchor: NSLayoutXAxisAnchor { anchors.anchor(of: self, .trailing) }
  /// The left edge.
  public var leftAnchor: NSLayoutXAxisAnchor { anchors.anchor(of: self, .left) }
  /// The right edge.
  public var rightAnchor: NSLayoutXAxisAnchor { anchors.anchor(of: self, .right) }
  /// The middle between left and right.
  public var centerXAnchor: NSLayoutXAxisAnchor { anchors.anchor(of: self, .centerX) }
  /// The top edge.
  public var topAnchor: NSLayoutYAxisAnchor { anchors.anchor(of: self, .top) }
  /// The bottom edge.
  public var bottomAnchor: NSLayoutYAxisAnchor { anchors.anchor(of: self, .bottom) }
  /// The middle between top and bottom.
  public var centerYAnchor: NSLayoutYAxisAnchor { anchors.anchor(of: self, .centerY) }
  /// The distance from the left to the right edge.
  public var widthAnchor: NSLayoutDimension { anchors.anchor(of: self, .width) }
  /// The distance from the top to the bottom edge.
  public var heightAnchor: NSLayoutDimension { anchors.anchor(of: self, .height) }
}

extension UIView {
  var allGuides: [UILayoutGuide] { guides + builtInGuides.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value) }

  /// The guides that were added to the view.
  public var layoutGuides: [UILayoutGuide] { guides }
  /// Adds a guide, so that constraints can name it; it leaves the view that had it.
  public func addLayoutGuide(_ guide: UILayoutGuide) {
    guard guide.owningView !== self else { return }
    guide.owningView?.removeLayoutGuide(guide)
    guide.owningView = self
    guides.append(guide)
    host?.add(guide, to: self)
  }
  /// Removes a guide, with the constraints that name it.
  public func removeLayoutGuide(_ guide: UILayoutGuide) {
    guard guides.contains(where: { $0 === guide }) else { return }
    for constraint in mentioned where constraint.firstItem === guide || constraint.secondItem === guide {
      constraint.isActive = false
      host?.forget(constraint)
    }
    host?.perform(.removeGuide(guide.item))
    guides.removeAll { $0 === guide }
    guide.owningView = nil
  }

  func guide(_ kind: Guide.Kind) -> UILayoutGuide {
    if let guide = builtInGuides[kind] { return guide }
    let guide = kind == .keyboard ? UIKeyboardLayoutGuide() : UILayoutGuide()
    guide.kind = kind
    guide.owningView = self
    builtInGuides[kind] = guide
    host?.add(guide, to: self)
    return guide
  }

  /// The part of the view that neither bars nor the device's housing cover.
  public var safeAreaLayoutGuide: UILayoutGuide { guide(.safeArea) }
  /// The view less its layout margins.
  public var layoutMarginsGuide: UILayoutGuide { guide(.layoutMargins) }
  /// The part of the view that is narrow enough for lines of text to be read easily. Its width follows the text size.
  public var readableContentGuide: UILayoutGuide { guide(.readableContent) }
  /// The guide for the place of the docked keyboard; no keyboard is shown.
  public var keyboardLayoutGuide: UIKeyboardLayoutGuide {
    // The only kind that makes one.
    guide(.keyboard) as? UIKeyboardLayoutGuide ?? UIKeyboardLayoutGuide()
  }
}

/// The guide of the docked keyboard; without a keyboard it lies at the bottom of the safe area.
open class UIKeyboardLayoutGuide: UILayoutGuide {
  public var followsUndockedKeyboard = false  // inert
  public var usesBottomSafeArea = true { didSet { noEffect("UIKeyboardLayoutGuide.usesBottomSafeArea", .layout) } }
}

/// A guide at the edge of a controller's bars, as before iOS 11: what `topLayoutGuide` and `bottomLayoutGuide` return.
@MainActor public protocol UILayoutSupport {
  /// The length; nothing here reads it.
  var length: CGFloat { get }
  /// The top anchor; nothing here reads it.
  var topAnchor: NSLayoutYAxisAnchor { get }
  /// The bottom anchor; nothing here reads it.
  var bottomAnchor: NSLayoutYAxisAnchor { get }
  /// The height anchor; nothing here reads it.
  var heightAnchor: NSLayoutDimension { get }
}
extension UILayoutGuide: UILayoutSupport { public var length: CGFloat { layoutFrame.height } }
