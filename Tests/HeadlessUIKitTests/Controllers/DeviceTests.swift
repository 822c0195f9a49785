import Foundation
import HeadlessUIKit
import Testing

/// Margins, safe areas, size classes and bars of devices, upright and on their side.
@Suite("Devices and what they give to a screen") struct DeviceTests {
  final class Page: UIViewController {
    var heard: [String] = []
    override func traitCollectionDidChange(_ previous: UITraitCollection?) { heard.append("traits") }
    override func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
      super.viewWillTransition(to: size, with: coordinator)
      heard.append("size \(Int(size.width))")
    }
    override func willTransition(to traits: UITraitCollection, with coordinator: UIViewControllerTransitionCoordinator)
    {
      super.willTransition(to: traits, with: coordinator)
      heard.append("to \(traits.verticalSizeClass)")
    }
  }
  private func shown(_ root: UIViewController, on device: String) -> UIWindow {
    let window = UIWindow(screen: UIScreen(device: device))
    window.rootViewController = root
    window.makeKeyAndVisible()
    return window
  }

  @Test(
    "A controller's root has no margin above and below beyond its safe area, and 20 at the sides of large screens",
    arguments: [
      ("iphone-8", 16), ("iphone-14-pro", 16), ("iphone-8-plus", 20), ("iphone-14-pro-max", 20), ("ipad-11", 20),
    ])
  func rootMargins(_ device: String, _ side: CGFloat) {
    let page = Page()
    let window = shown(page, on: device)
    let safe = page.view.safeAreaInsets
    #expect(page.view.layoutMargins == UIEdgeInsets(top: safe.top, left: side, bottom: safe.bottom, right: side))
    #expect(page.view.layoutMarginsGuide.layoutFrame == window.bounds.inset(by: page.view.layoutMargins))
    #expect(UIView().layoutMargins == UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
    page.view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 5, leading: 2, bottom: 0, trailing: 40)
    #expect(page.view.layoutMargins == UIEdgeInsets(top: safe.top + 5, left: side, bottom: safe.bottom, right: 40))
    page.viewRespectsSystemMinimumLayoutMargins = false
    #expect(page.view.layoutMargins.left == 2)
  }

  @Test("A screen on its side has other unsafe parts, size classes and bars")
  func turned() {
    func turned(_ device: String) -> (UIWindow, UINavigationController, Page) {
      let page = Page()
      let navigation = UINavigationController(rootViewController: page)
      let window = shown(navigation, on: device)
      page.heard = []
      window.resize(to: CGSize(width: window.bounds.height, height: window.bounds.width))
      return (window, navigation, page)
    }
    let (pro, navigation, page) = turned("iphone-14-pro")
    #expect(pro.safeAreaInsets == UIEdgeInsets(top: 0, left: 59, bottom: 21, right: 59))
    #expect(pro.traitCollection.verticalSizeClass == .compact && pro.traitCollection.horizontalSizeClass == .compact)
    #expect(navigation.navigationBar.frame == CGRect(x: 0, y: 0, width: 852, height: 32))
    #expect(page.view.safeAreaInsets.top == 32 && page.view.layoutMargins.left == 59 + 16)
    #expect(page.heard == ["to compact", "size 852", "traits"])
    #expect(pro.screen.bounds == pro.bounds && pro.conflicts.isEmpty)
    pro.resize(to: CGSize(width: 393, height: 852))
    #expect(pro.safeAreaInsets == UIEdgeInsets(top: 59, left: 0, bottom: 34, right: 0))
    #expect(navigation.navigationBar.frame.height == 44 && page.traitCollection.verticalSizeClass == .regular)

    let (plain, bar, _) = turned("iphone-8")
    #expect(plain.safeAreaInsets == .zero && bar.navigationBar.frame == CGRect(x: 0, y: 0, width: 667, height: 32))
    let (large, _, _) = turned("iphone-14-pro-max")
    #expect(
      large.traitCollection.horizontalSizeClass == .regular && large.traitCollection.verticalSizeClass == .compact)
    let (pad, _, _) = turned("ipad-11")
    #expect(pad.safeAreaInsets.top == 24 && pad.traitCollection.verticalSizeClass == .regular)
  }

  @Test("Traits that a parent, a controller or a view sets reach what is inside, and those who asked hear of it")
  func overrides() {
    let (parent, child) = (UIViewController(), Page())
    let window = shown(parent, on: "iphone-8")
    let label = UILabel()
    parent.addChild(child)
    child.view.addSubview(label)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    var told: [UIUserInterfaceSizeClass] = []
    label.registerForTraitChanges([UITraitHorizontalSizeClass.self]) { (label: UILabel, old) in
      told.append(old.horizontalSizeClass)
    }
    let wide = UITraitCollection(traitsFrom: [
      UITraitCollection(horizontalSizeClass: .compact), UITraitCollection(userInterfaceIdiom: .pad),
      UITraitCollection(horizontalSizeClass: .regular),
    ])
    parent.setOverrideTraitCollection(wide, forChild: child)
    #expect(label.traitCollection.horizontalSizeClass == .regular && label.traitCollection.userInterfaceIdiom == .pad)
    #expect(parent.view.traitCollection.horizontalSizeClass == .compact && told == [.compact])
    #expect(label.traitCollection.verticalSizeClass == .regular && child.heard.contains("traits"))
    label.traitOverrides.userInterfaceStyle = .dark
    #expect(
      label.traitCollection.userInterfaceStyle == .dark && label.traitOverrides.contains(UITraitUserInterfaceStyle.self)
    )
    label.traitOverrides.remove(UITraitUserInterfaceStyle.self)
    #expect(label.traitCollection.userInterfaceStyle == .light && told.count == 1)
    #expect(UITraitCollection().horizontalSizeClass == .unspecified)
    _ = window
  }

  @Test("A window is hidden until it is shown, by whichever call") func hidden() {
    let window = UIWindow(screen: UIScreen(device: "iphone-8"))
    let page = UIViewController()
    window.rootViewController = page
    #expect(window.isHidden && page.viewIfLoaded?.window == nil)
    window.isHidden = false
    #expect(page.view.window === window && page.view.frame == window.bounds)
  }

  @Test("A class may say another safe area, which counts for what is inside") func ownSafeArea() {
    final class Framed: UIWindow {
      override var safeAreaInsets: UIEdgeInsets { UIEdgeInsets(top: 30, left: 0, bottom: 10, right: 0) }
    }
    final class Tray: UIView {
      override var safeAreaInsets: UIEdgeInsets {
        var insets = super.safeAreaInsets
        insets.left += 7
        return insets
      }
    }
    let window = Framed(screen: UIScreen(device: "iphone-8"))
    let page = UIViewController()
    let (tray, inner) = (Tray(), UIView())
    page.view.addSubview(tray)
    tray.addSubview(inner)
    tray.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    inner.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      inner.topAnchor.constraint(equalTo: tray.safeAreaLayoutGuide.topAnchor),
      inner.leftAnchor.constraint(equalTo: tray.safeAreaLayoutGuide.leftAnchor),
      inner.widthAnchor.constraint(equalToConstant: 10), inner.heightAnchor.constraint(equalToConstant: 10),
    ])
    window.rootViewController = page
    window.makeKeyAndVisible()
    for _ in 0..<3 {
      #expect(page.view.safeAreaInsets == UIEdgeInsets(top: 30, left: 0, bottom: 10, right: 0))
      #expect(tray.safeAreaInsets == UIEdgeInsets(top: 30, left: 7, bottom: 0, right: 0))
      #expect(inner.frame == CGRect(x: 7, y: 30, width: 10, height: 10))
      tray.setNeedsLayout()
      window.settle()
    }
  }
}
