import Foundation
import HeadlessUIKit
import Testing

/// What is unsafe at the borders of a screen, and who hears of it. An iPhone 14 Pro has 59 points above and 34 below.
struct SafeAreaTests {
  final class Listening: UIView {
    var heard: [UIEdgeInsets] = []
    override func safeAreaInsetsDidChange() { heard.append(safeAreaInsets) }
  }
  final class Page: UIViewController {
    var count = 0
    let inner = Listening()
    override func loadView() { view = Listening() }
    override func viewDidLoad() {
      inner.frame = CGRect(x: 0, y: 20, width: 100, height: 100)
      view.addSubview(inner)
    }
    override func viewSafeAreaInsetsDidChange() { count += 1 }
  }
  private func shown(_ root: UIViewController) -> UIWindow {
    let window = UIWindow(screen: UIScreen(device: "iphone-14-pro"))
    window.rootViewController = root
    window.makeKeyAndVisible()
    return window
  }

  @Test("Views and controllers hear of their safe areas once for each change") func heard() {
    let page = Page()
    let window = shown(page)
    #expect((page.view as? Listening)?.heard == [UIEdgeInsets(top: 59, left: 0, bottom: 34, right: 0)])
    #expect(page.inner.heard == [UIEdgeInsets(top: 39, left: 0, bottom: 0, right: 0)] && page.count == 1)
    page.additionalSafeAreaInsets.top = 10
    window.settle()
    #expect((page.view as? Listening)?.heard.last?.top == 69 && page.count == 2)
    #expect(page.inner.heard.map(\.top) == [39, 49])
    window.settle()
    #expect(page.inner.heard.count == 2)
  }

  @Test("A page lies under a translucent bar and below one that is not, unless it says otherwise") func bars() {
    let page = UIViewController()
    let navigation = UINavigationController(rootViewController: page)
    let window = shown(navigation)
    let bounds = window.bounds
    #expect(page.view.frame == bounds && page.view.safeAreaInsets.top == 103)
    navigation.navigationBar.isTranslucent = false
    navigation.view.setNeedsLayout()
    window.settle()
    let below = CGRect(x: 0, y: 103, width: bounds.width, height: bounds.height - 103)
    #expect(page.view.frame == below && page.view.safeAreaInsets.top == 0)
    page.extendedLayoutIncludesOpaqueBars = true
    navigation.view.setNeedsLayout()
    window.settle()
    #expect(page.view.frame == bounds && page.view.safeAreaInsets.top == 103)
    navigation.navigationBar.isTranslucent = true
    page.edgesForExtendedLayout = []
    navigation.view.setNeedsLayout()
    window.settle()
    #expect(page.view.frame == below)
  }

  /// PinLayout's tests, recorded on devices, hold the first; autolayout-course's playback screen is of the second kind.
  @Test("What sticks out of its superview has no more unsafe than the superview, and settles") func sticksOut() {
    let page = Page()
    let window = shown(page)
    page.inner.frame.origin.y = -20
    page.view.setNeedsLayout()
    window.settle()
    #expect(page.inner.safeAreaInsets.top == 59 && page.inner.heard.last?.top == 59)

    let tall = UIViewController()
    let stack = UIStackView()
    stack.axis = .vertical
    stack.isLayoutMarginsRelativeArrangement = true
    stack.translatesAutoresizingMaskIntoConstraints = false
    for _ in 0..<3 {
      let row = UIView()
      row.heightAnchor.constraint(equalToConstant: 300).isActive = true
      stack.addArrangedSubview(row)
    }
    tall.view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: tall.view.topAnchor),
      stack.leadingAnchor.constraint(equalTo: tall.view.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: tall.view.trailingAnchor),
    ])
    let other = shown(tall)
    // A stack has no margins of its own.
    #expect(stack.bounds.height == 59 + 900 + 34 && other.conflicts.isEmpty)
  }
}
