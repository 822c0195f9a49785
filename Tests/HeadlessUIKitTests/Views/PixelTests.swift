import Foundation
import HeadlessUIKit
import Testing

@Suite("Frames that code sees, and the objects that it compares") struct PixelTests {
  private func page(on device: String = "iphone-x") -> (UIWindow, UIView) {
    let window = UIWindow(screen: UIScreen(device: device))
    let page = UIViewController()
    window.rootViewController = page
    window.makeKeyAndVisible()
    return (window, page.view)
  }

  @Test("Both edges of what constraints place lie on pixels (rule L12.2)") func edges() {
    let (window, root) = page()
    let (box, third) = (UIView(), UIView())
    for view in [box, third] {
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
    }
    NSLayoutConstraint.activate([
      box.widthAnchor.constraint(equalToConstant: 100), box.heightAnchor.constraint(equalToConstant: 100),
      box.centerXAnchor.constraint(equalTo: root.centerXAnchor),
      box.centerYAnchor.constraint(equalTo: root.centerYAnchor),
      third.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10.1),
      third.topAnchor.constraint(equalTo: root.topAnchor),
      third.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: 1.0 / 7),
      third.heightAnchor.constraint(equalToConstant: 61.0 / 3),
    ])
    window.settle()
    func pixel(_ value: Double) -> Double { (value * 3 + 0.5).rounded(.down) / 3 }
    #expect(box.frame == CGRect(x: pixel(137.5), y: 356, width: pixel(237.5) - pixel(137.5), height: 100))
    let (left, right) = (pixel(10.1), pixel(10.1 + 375.0 / 7))
    #expect(third.frame == CGRect(x: left, y: 0, width: right - left, height: pixel(61.0 / 3)))
    #expect(third.bounds.size == third.frame.size && third.center.x == third.frame.midX)
  }

  @Test("A text of thirds of points whose edge lies half a pixel off goes up, as Apple's system does")
  func thirds() {
    let (window, root) = page()
    let label = UILabel()
    label.text = "Layout"
    label.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(label)
    NSLayoutConstraint.activate([
      label.topAnchor.constraint(equalTo: root.topAnchor), label.centerXAnchor.constraint(equalTo: root.centerXAnchor),
    ])
    window.settle()
    // 51.333 wide in the middle of 375: its left edge is 161.8333, and on its pixel 162.
    #expect(abs(label.frame.minX - 162) < 1e-9 && abs(label.frame.width - 154.0 / 3) < 1e-6)
    #expect(abs(label.frame.height - 61.0 / 3) < 1e-6)
  }

  @Test("A stack view does not space by what a hidden view wants behind it")
  func hiddenCustomSpacing() {
    let stack = UIStackView(frame: CGRect(x: 0, y: 0, width: 200, height: 20))
    stack.spacing = 10
    stack.alignment = .leading
    let views = (0..<3).map { _ in UIView() }
    for view in views {
      stack.addArrangedSubview(view)
      NSLayoutConstraint.activate([
        view.widthAnchor.constraint(equalToConstant: 20), view.heightAnchor.constraint(equalToConstant: 20),
      ])
    }
    stack.distribution = .equalSpacing
    stack.setCustomSpacing(30, after: views[1])
    views[1].constraints.forEach { $0.isActive = false }
    views[1].isHidden = true
    stack.distribution = .fill
    stack.layoutIfNeeded()
    func gap() -> CGFloat { views[2].frame.minX - views[0].frame.maxX }
    stack.frame.size.width = 50
    stack.layoutIfNeeded()
    #expect(gap() == 10)
    stack.setCustomSpacing(16, after: views[0])
    stack.frame.size.width = 56
    stack.layoutIfNeeded()
    #expect(gap() == 16)
  }

  @Test("A frame that was set is the frame that is read") func given() {
    let (window, root) = page()
    let view = UIView(frame: CGRect(x: 10.1, y: 0.7, width: 33.3, height: 5))
    root.addSubview(view)
    window.settle()
    view.frame = CGRect(x: 10.1, y: 20.3, width: 33.37, height: 5)
    #expect(view.frame == CGRect(x: 10.1, y: 20.3, width: 33.37, height: 5))
    window.settle()
    #expect(view.frame == CGRect(x: 10.1, y: 20.3, width: 33.37, height: 5) && view.bounds.width == 33.37)
    view.center = CGPoint(x: 50.2, y: 60.1)
    #expect(abs(view.frame.midX - 50.2) < 1e-9 && view.bounds.width == 33.37)
  }

  @Test("A view's size resizes its subviews in the same line (rule L8.5)") func masks() {
    let (window, root) = page()
    let (parent, child, grandchild) = (UIView(), UIView(), UIView())
    parent.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
    child.frame = CGRect(x: 10, y: 10, width: 30, height: 30)
    grandchild.frame = CGRect(x: 0, y: 0, width: 30, height: 30)
    child.autoresizingMask = [.flexibleWidth, .flexibleLeftMargin]
    grandchild.autoresizingMask = [.flexibleWidth]
    root.addSubview(parent)
    parent.addSubview(child)
    child.addSubview(grandchild)
    window.settle()
    parent.frame.size.width = 180
    let (left, width) = (child.frame.minX, child.frame.width)
    #expect(left == 30 && width == 90 && grandchild.frame.width == 90)
    parent.bounds.size.width = 100
    #expect(child.frame == CGRect(x: 10, y: 10, width: 30, height: 30))
  }

  @Test("Anchors are the same objects each time, those of a constraint too") func anchors() {
    let (view, guide) = (UIView(), UILayoutGuide())
    view.addLayoutGuide(guide)
    #expect(view.leadingAnchor === view.leadingAnchor && view.leadingAnchor == view.leadingAnchor)
    #expect(view.leadingAnchor.isEqual(view.leadingAnchor) && guide.widthAnchor === guide.widthAnchor)
    #expect(view.leadingAnchor !== view.leftAnchor)
    let constraint = guide.topAnchor.constraint(equalTo: view.topAnchor, constant: 3)
    #expect(constraint.firstAnchor === guide.topAnchor && constraint.secondAnchor === view.topAnchor)
    #expect(view.widthAnchor.constraint(equalToConstant: 1).secondAnchor == nil)
  }

  @Test("Guides have their frames at the first reading, and bounds that move ask for a layout") func guides() {
    final class Counting: UIView {
      var count = 0
      override func layoutSubviews() {
        super.layoutSubviews()
        count += 1
      }
    }
    final class Page: UIViewController {
      var frames: [CGRect] = []
      override func viewDidLayoutSubviews() {
        frames.append(view.safeAreaLayoutGuide.layoutFrame)
        frames.append(view.layoutMarginsGuide.layoutFrame)
        frames.append(view.readableContentGuide.layoutFrame)
      }
    }
    let window = UIWindow(screen: UIScreen(device: "iphone-8"))
    let page = Page()
    window.rootViewController = page
    window.makeKeyAndVisible()
    let safe = CGRect(x: 0, y: 20, width: 375, height: 647)
    let inner = CGRect(x: 16, y: 20, width: 343, height: 647)
    #expect(Array(page.frames.prefix(3)) == [safe, inner, inner])
    let view = Counting(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    page.view.addSubview(view)
    window.settle()
    let before = view.count
    view.bounds.origin.y = 10
    window.settle()
    #expect(view.count == before + 1)
  }

  @Test("Views and constraints describe themselves as UIKit's do") func descriptions() {
    let label = UILabel(frame: CGRect(x: 1, y: 2.5, width: 30, height: 4))
    label.text = "Hi"
    label.accessibilityIdentifier = "greeting"
    let text = "\(label)"
    #expect(text.hasPrefix("<UILabel: 0x") && text.contains("; frame = (1 2.5; 30 4); text = 'Hi';"))
    #expect(text.contains("greeting"))
    let height = label.heightAnchor.constraint(equalToConstant: 3)
    height.identifier = "tall"
    #expect("\(height)".contains("'tall'"))
  }
}
