import Foundation
import HeadlessUIKit
import Testing

/// The order in which controllers come and go.
@Suite("Coming and going") struct AppearanceTests {
  final class Log { var lines: [String] = [] }
  final class Page: UIViewController {
    let (name, log): (String, Log)
    init(_ name: String, _ log: Log) {
      (self.name, self.log) = (name, log)
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
    private func note(_ what: String) { log.lines.append("\(name) \(what)") }
    override func viewWillAppear(_ animated: Bool) { note("will appear") }
    override func viewIsAppearing(_ animated: Bool) { note("is appearing \(Int(view.safeAreaInsets.top))") }
    override func viewDidAppear(_ animated: Bool) { note("did appear") }
    override func viewWillDisappear(_ animated: Bool) { note("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { note("did disappear") }
    override func viewWillLayoutSubviews() { if log.lines.last != "\(name) layout" { note("layout") } }
  }
  private func shown(_ root: UIViewController) -> UIWindow {
    let window = UIWindow(screen: UIScreen(device: "iphone-8"))
    window.rootViewController = root
    window.makeKeyAndVisible()
    return window
  }

  @Test("A page is appearing before its layout, and has appeared after it") func root() {
    let log = Log()
    let window = shown(Page("a", log))
    #expect(log.lines == ["a will appear", "a is appearing 20", "a layout", "a did appear"])
    _ = window
  }

  @Test("A pushed page has appeared when it has come, and the other has gone just before") func push() {
    let log = Log()
    let navigation = UINavigationController(rootViewController: Page("a", log))
    let window = shown(navigation)
    log.lines = []
    navigation.pushViewController(Page("b", log), animated: true)
    #expect(log.lines == ["a will disappear", "b will appear", "b is appearing 64"])
    window.advance(by: 0.1)
    #expect(log.lines.filter { $0.contains("did") }.isEmpty && log.lines.contains("b layout"))
    window.advance(by: 1)
    #expect(log.lines.suffix(2) == ["a did disappear", "b did appear"])
    log.lines = []
    navigation.popViewController(animated: false)
    window.settle()
    #expect(
      log.lines.filter { !$0.contains("layout") } == [
        "b will disappear", "a will appear", "a is appearing 64", "b did disappear", "a did appear",
      ])
  }

  @Test("A presented page is appearing before its layout, and has appeared at the end") func present() {
    let log = Log()
    let root = UIViewController()
    let window = shown(root)
    root.present(Page("p", log), animated: true)
    #expect(log.lines == ["p will appear", "p is appearing 20"])
    window.advance(by: 1)
    #expect(log.lines.first { $0.contains("layout") } != nil && log.lines.last == "p did appear")
  }

  @Test("A child that is added appears at once, and has appeared after the layout") func child() {
    let log = Log()
    let root = UIViewController()
    let window = shown(root)
    let child = Page("c", log)
    root.addChild(child)
    root.view.addSubview(child.view)
    child.didMove(toParent: root)
    #expect(log.lines == ["c will appear", "c is appearing 20"])
    window.settle()
    #expect(log.lines == ["c will appear", "c is appearing 20", "c layout", "c did appear"])
  }
}
