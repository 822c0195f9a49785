import Foundation
import HeadlessUIKit
import Testing

/// Controllers that hold others: pages and splits. And clocks, texts and pictures.
struct ContainerTests {
  final class Numbered: UIViewController {
    let number: Int
    init(_ number: Int) {
      self.number = number
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
  }
  final class Pages: UIPageViewControllerDataSource, UIPageViewControllerDelegate {
    let all = (0..<3).map { Numbered($0) }
    var log: [String] = []
    func pageViewController(_ pages: UIPageViewController, viewControllerBefore controller: UIViewController)
      -> UIViewController?
    { (controller as? Numbered).flatMap { $0.number > 0 ? all[$0.number - 1] : nil } }
    func pageViewController(_ pages: UIPageViewController, viewControllerAfter controller: UIViewController)
      -> UIViewController?
    { (controller as? Numbered).flatMap { $0.number < 2 ? all[$0.number + 1] : nil } }
    func presentationCount(for pages: UIPageViewController) -> Int { 3 }
    func pageViewController(_ pages: UIPageViewController, willTransitionTo pending: [UIViewController]) {
      log.append("to \((pending[0] as? Numbered)?.number ?? -1)")
    }
    func pageViewController(
      _ pages: UIPageViewController, didFinishAnimating finished: Bool,
      previousViewControllers previous: [UIViewController], transitionCompleted completed: Bool
    ) { log.append("from \((previous[0] as? Numbered)?.number ?? -1)") }
  }

  @Test("A page fills its controller, slides in when it is set, and turns after a finger") func pages() {
    let source = Pages()
    let pages = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
    (pages.dataSource, pages.delegate) = (source, source)
    pages.setViewControllers([source.all[0]], direction: .forward, animated: false)
    let window = show(pages)
    #expect(source.all[0].view.frame == window.bounds && source.all[0].parent === pages)

    var isDone = false
    pages.setViewControllers([source.all[1]], direction: .forward, animated: true) { isDone = $0 }
    window.advance(by: 0.1)
    #expect(!isDone && source.all[0].view.superview != nil)
    window.advance(by: 0.5)
    #expect(isDone && source.all[0].view.superview == nil && source.all[0].parent == nil)
    #expect(source.all[1].view.frame == window.bounds)

    window.touch(at: CGPoint(x: 300, y: 300))
    for _ in 0..<5 {
      window.advance(by: 0.02)
      window.drag(by: CGVector(dx: -50, dy: 0))
    }
    window.release()
    window.advance(by: 0.5)
    #expect(pages.viewControllers?.first === source.all[2] && source.log == ["to 2", "from 1"])
  }

  @Test("A split shows both where there is room, and one of them where there is not") func split() {
    let (list, detail) = (UIViewController(), UIViewController())
    func shown(_ device: String, _ size: CGSize? = nil) -> UISplitViewController {
      let split = UISplitViewController()
      split.viewControllers = [list, detail]
      let window = UIWindow(screen: UIScreen(device: device))
      window.rootViewController = split
      window.makeKeyAndVisible()
      if let size { window.resize(to: size) }
      windows.append(window)
      return split
    }
    var windows: [UIWindow] = []
    let wide = shown("ipad-12.9", CGSize(width: 1366, height: 1024))
    #expect(list.view.frame == CGRect(x: 0, y: 0, width: 320, height: 1024))
    #expect(detail.view.frame == CGRect(x: 321, y: 0, width: 1045, height: 1024))
    #expect(!wide.isCollapsed && list.splitViewController === wide)
    wide.preferredDisplayMode = .secondaryOnly
    #expect(list.view.superview == nil && detail.view.frame.width == 1366)
    let narrow = shown("iphone-8")
    #expect(narrow.isCollapsed && detail.view.frame.size == CGSize(width: 375, height: 667))
    #expect(list.view.superview == nil)
  }

  @Test("A display link is called at every frame of the window's clock until it is invalidated") func displayLink() {
    final class Target: UIObject {
      var times: [CFTimeInterval] = []
      func frame(_ link: CADisplayLink) {
        times.append(link.timestamp)
        if times.count == 5 { link.invalidate() }
      }
    }
    let window = UIWindow(screen: UIScreen(device: "iphone-8"))
    window.makeKeyAndVisible()
    let target = Target()
    let link = CADisplayLink(target: target, selector: Selector("frame:", Target.frame(_:)))
    link.add(to: .main, forMode: .common)
    window.advance(by: 1.5 / 60)
    #expect(target.times.count == 2)
    window.advance(by: 1)
    #expect(target.times.count == 5 && window.time == 1 + 1.5 / 60)
    #expect(zip(target.times, target.times.dropFirst()).allSatisfy { $1 > $0 })
  }

  @Test("Texts have positions, and pictures that are drawn have sizes") func texts() throws {
    let field = UITextField()
    field.text = "hello"
    let end = try #require(field.position(from: field.beginningOfDocument, offset: 4))
    let range = try #require(field.textRange(from: field.beginningOfDocument, to: end))
    #expect(field.text(in: range) == "hell" && field.position(from: end, offset: 2) == nil)
    field.replace(range, withText: "j")
    #expect(field.text == "jo" && field.selectedTextRange?.start.isEqual(field.beginningOfDocument) == false)
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    let renderer = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 4), format: format)
    let image = renderer.image { $0.cgContext.fill(.zero) }
    #expect(image.size == CGSize(width: 10, height: 4) && image.cgImage?.width == 20)
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 3, height: 2), false, 1)
    #expect(UIGraphicsGetImageFromCurrentImageContext()?.size == CGSize(width: 3, height: 2))
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
  }
}
