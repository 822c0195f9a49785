import Foundation
import HeadlessUIKit
import Testing

/// Where views and layers are, whatever their anchor points and transforms. Expected values are calculated by hand from Core
/// Animation's rule: the anchor point lies at the position, and the transform works around it.
struct GeometryTests {
  @Test("A view whose anchor point moves keeps its centre, shown or not", arguments: [false, true])
  func anchorPoint(_ isShown: Bool) {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    let view = UIView(frame: CGRect(x: 100, y: 100, width: 40, height: 20))
    window.addSubview(view)
    if isShown { window.makeKeyAndVisible() }
    view.layer.anchorPoint = CGPoint(x: 0, y: 1)
    #expect(view.center == CGPoint(x: 120, y: 110))
    #expect(view.frame == CGRect(x: 120, y: 90, width: 40, height: 20))
    view.bounds.size = CGSize(width: 10, height: 50)
    #expect(view.frame == CGRect(x: 120, y: 60, width: 10, height: 50))
    view.transform = CGAffineTransform(scaleX: 2, y: 2)
    #expect(view.frame == CGRect(x: 120, y: 10, width: 20, height: 100))
    #expect(view.convert(CGPoint(x: 10, y: 50), to: window) == CGPoint(x: 140, y: 110))
    #expect(view.convert(CGPoint(x: 140, y: 110), from: window) == CGPoint(x: 10, y: 50))
    view.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
    #expect(view.center == CGPoint(x: 0, y: 40) && view.bounds.size == CGSize(width: 30, height: 20))
  }

  @Test("Layers convert through transforms, between views' layers and their own") func layers() {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 100))
    let child = UIView(frame: CGRect(x: 30, y: 40, width: 20, height: 20))
    view.addSubview(child)
    let layer = CALayer()
    layer.frame = CGRect(x: 50, y: 50, width: 10, height: 10)
    layer.setAffineTransform(CGAffineTransform(scaleX: 3, y: 1))
    view.layer.addSublayer(layer)
    #expect(layer.frame == CGRect(x: 40, y: 50, width: 30, height: 10))
    #expect(child.layer.superlayer === view.layer && layer.superlayer === view.layer)
    #expect(layer.convert(CGPoint(x: 10, y: 10), to: view.layer) == CGPoint(x: 70, y: 60))
    #expect(child.layer.convert(CGPoint(x: 10, y: 10), from: layer) == CGPoint(x: 40, y: 20))
    #expect(
      layer.convert(CGRect(x: 0, y: 0, width: 10, height: 10), to: nil) == CGRect(x: 50, y: 70, width: 30, height: 10))
    layer.frame = CGRect(x: 0, y: 0, width: 60, height: 20)
    #expect(layer.bounds.size == CGSize(width: 20, height: 20) && layer.position == CGPoint(x: 30, y: 10))
  }

  @Test("Values are kept with objects as long as they live") func associatedObjects() {
    let key = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    defer { key.deallocate() }
    var view: UIView? = UIView()
    weak var kept: UILabel?
    do {
      let label = UILabel()
      objc_setAssociatedObject(view!, key, label, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      kept = label
    }
    #expect(objc_getAssociatedObject(view!, key) as? UILabel === kept && kept != nil)
    view = nil
    #expect(kept == nil)
    let layer = CALayer()
    do { objc_setAssociatedObject(layer, key, UIView(), .OBJC_ASSOCIATION_ASSIGN) }
    #expect(objc_getAssociatedObject(layer, key) == nil)
    objc_setAssociatedObject(layer, key, 7, .OBJC_ASSOCIATION_ASSIGN)
    #expect(objc_getAssociatedObject(layer, key) as? Int == 7)
    objc_setAssociatedObject(layer, key, nil, .OBJC_ASSOCIATION_ASSIGN)
    #expect(objc_getAssociatedObject(layer, key) == nil)
  }

  @Test("A class that is only known at run time makes its instances") func classes() {
    final class Square: UIView {
      let side: CGFloat
      override init(frame: CGRect) {
        side = frame.width
        super.init(frame: frame)
      }
      required init?(coder: NSCoder) { nil }
    }
    let type: UIView.Type = Square.self
    #expect((type.made(frame: CGRect(x: 0, y: 0, width: 9, height: 1)) as? Square)?.side == 9)
    let controller: UIViewController.Type = UITableViewController.self
    #expect(controller.made(nibName: nil, bundle: nil) is UITableViewController)
  }
}
