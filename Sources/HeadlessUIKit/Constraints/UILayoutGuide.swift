import Foundation
import SceneModel

/// An invisible rectangle that constraints can name.
open class UILayoutGuide: UIObject {
  public internal(set) weak var owningView: UIView?
  public var identifier = ""
  var item = ItemID(0)
  var kind = Guide.Kind.custom
  /// What other modules keep with a guide.
  package var attachments: [String: AnyObject] = [:]

  public override init() { super.init() }

  public var layoutFrame: CGRect {
    guard let view = owningView else { return .zero }
    return CGRect(view.hosted().kernel.frame(of: item))
  }

  func described(owner: UIView) -> Guide {
    Guide(
      id: item, name: "\(identifier.isEmpty ? kind.rawValue : identifier)@\(item.rawValue)", owner: owner.item,
      kind: kind)
  }

  public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
  public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
  public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
  public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
  public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
  public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
  public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
  public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
  public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
}

extension UIView {
  var allGuides: [UILayoutGuide] { guides + builtInGuides.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value) }

  public var layoutGuides: [UILayoutGuide] { guides }
  public func addLayoutGuide(_ guide: UILayoutGuide) {
    guard guide.owningView !== self else { return }
    guide.owningView?.removeLayoutGuide(guide)
    guide.owningView = self
    guides.append(guide)
    host?.add(guide, to: self)
  }
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

  public var safeAreaLayoutGuide: UILayoutGuide { guide(.safeArea) }
  public var layoutMarginsGuide: UILayoutGuide { guide(.layoutMargins) }
  public var readableContentGuide: UILayoutGuide { guide(.readableContent) }
  public var keyboardLayoutGuide: UIKeyboardLayoutGuide {
    // The only kind that makes one.
    guide(.keyboard) as? UIKeyboardLayoutGuide ?? UIKeyboardLayoutGuide()
  }
}

open class UIKeyboardLayoutGuide: UILayoutGuide {
  public var followsUndockedKeyboard = false
  public var usesBottomSafeArea = true
}

public protocol UILayoutSupport {
  var length: CGFloat { get }
  var topAnchor: NSLayoutYAxisAnchor { get }
  var bottomAnchor: NSLayoutYAxisAnchor { get }
  var heightAnchor: NSLayoutDimension { get }
}
extension UILayoutGuide: UILayoutSupport { public var length: CGFloat { layoutFrame.height } }
