import Foundation
import SceneModel

/// An invisible rectangle that constraints can name.
open class UILayoutGuide: UIObject {
  /// The owning view, as in UIKit.
  public internal(set) weak var owningView: UIView?
  /// The identifier.
  public var identifier = ""
  var item = ItemID(0)
  var kind = Guide.Kind.custom
  /// The values that other modules keep with a guide.
  package var attachments: [String: AnyObject] = [:]

  public override init() { super.init() }

  /// The layout frame, as in UIKit.
  public var layoutFrame: CGRect {
    guard let view = owningView else { return .zero }
    return CGRect(view.hosted().kernel.frame(of: item))
  }

  func described(owner: UIView) -> Guide {
    Guide(
      id: item, name: "\(identifier.isEmpty ? kind.rawValue : identifier)@\(item.rawValue)", owner: owner.item,
      kind: kind)
  }

  /// The leading anchor, as in UIKit.
  public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
  /// The trailing anchor, as in UIKit.
  public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
  /// The left anchor, as in UIKit.
  public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
  /// The right anchor, as in UIKit.
  public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
  /// The centre x anchor, as in UIKit.
  public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
  /// The top anchor, as in UIKit.
  public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
  /// The bottom anchor, as in UIKit.
  public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
  /// The centre y anchor, as in UIKit.
  public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
  /// The width anchor, as in UIKit.
  public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
  /// The height anchor, as in UIKit.
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
}

extension UIView {
  var allGuides: [UILayoutGuide] { guides + builtInGuides.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value) }

  /// The layout guides, as in UIKit.
  public var layoutGuides: [UILayoutGuide] { guides }
  /// Does what UIKit's `addLayoutGuide(_:)` does.
  public func addLayoutGuide(_ guide: UILayoutGuide) {
    guard guide.owningView !== self else { return }
    guide.owningView?.removeLayoutGuide(guide)
    guide.owningView = self
    guides.append(guide)
    host?.add(guide, to: self)
  }
  /// Does what UIKit's `removeLayoutGuide(_:)` does.
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

  /// The safe area layout guide, as in UIKit.
  public var safeAreaLayoutGuide: UILayoutGuide { guide(.safeArea) }
  /// The layout margins guide, as in UIKit.
  public var layoutMarginsGuide: UILayoutGuide { guide(.layoutMargins) }
  /// The readable content guide, as in UIKit.
  public var readableContentGuide: UILayoutGuide { guide(.readableContent) }
  /// The keyboard layout guide, as in UIKit.
  public var keyboardLayoutGuide: UIKeyboardLayoutGuide {
    // The only kind that makes one.
    guide(.keyboard) as? UIKeyboardLayoutGuide ?? UIKeyboardLayoutGuide()
  }
}

/// The guide of the docked keyboard; without a keyboard it stands at the end of the safe area.
open class UIKeyboardLayoutGuide: UILayoutGuide {
  /// Whether it follows undocked keyboard; kept, without effect on layout or motion.
  public var followsUndockedKeyboard = false
  /// Whether it uses bottom safe area; kept, without effect on layout or motion.
  public var usesBottomSafeArea = true
}

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
