import HeadlessUIKit
import Testing

@Suite("Devices that are turned") struct RotationTests {
  final class Screen: UIViewController {
    let content = UIView()
    override func viewDidLoad() {
      content.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(content)
      NSLayoutConstraint.activate([
        content.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
        content.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
        content.leadingAnchor.constraint(equalTo: view.leadingAnchor),
        content.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      ])
    }
  }

  /// Distances from a view's old edges to the window's new ones were taken for unsafe areas: found by the variations of
  /// Examples/Profile.
  @Test("Safe areas follow when a window becomes lower, and nothing contradicts itself on the way")
  func lower() {
    let screen = Screen()
    let window = UIWindow(screen: UIScreen(device: "iphone-x"))
    window.rootViewController = screen
    window.makeKeyAndVisible()
    #expect(screen.content.frame == CGRect(x: 0, y: 44, width: 375, height: 734))
    for size in [CGSize(width: 812, height: 375), CGSize(width: 375, height: 812), CGSize(width: 812, height: 375)] {
      window.resize(to: size)
      #expect(window.conflicts == [])
      // On its side the housing is at the sides, and 21 points are unsafe below.
      let isUpright = size.width < size.height
      #expect(
        screen.content.frame
          == CGRect(
            x: 0, y: isUpright ? 44 : 0, width: size.width, height: size.height - (isUpright ? 78 : 21)))
    }
  }
}
