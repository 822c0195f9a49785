import SceneModel
import Testing
import UIKit

// listing: HeadlessUIKit
final class CounterController: UIViewController {
  let button = UIButton(type: .system)
  private(set) var count = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    button.setTitle("Count", for: .normal)
    button.addAction(UIAction { [unowned self] _ in count += 1 }, for: .touchUpInside)
    button.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(button)
    NSLayoutConstraint.activate([
      button.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      button.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 20),
    ])
  }
}
// end of listing

/// The listings of HeadlessUIKit's documentation.
@MainActor @Suite struct HeadlessUIKitListings {
  @Test("HeadlessUIKit's landing page and Testing a screen: a controller on a device, tapped, animated and recorded")
  func screen() throws {
    // listing: TestingAScreen
    let window = UIWindow(screen: UIScreen(device: "iphone-14-pro"))
    let controller = CounterController()
    window.rootViewController = controller
    window.makeKeyAndVisible()  // the life cycle and the first layout

    window.tap(controller.button)
    UIView.animate(withDuration: 0.3) { controller.button.alpha = 0.5 }
    window.advance(by: 0.3)  // virtual seconds

    let frame = controller.button.frame
    let scene = Scene(recording: window)  // for every part of this package that takes a scene
    // end of listing
    #expect(controller.count == 1)
    #expect(window.conflicts.isEmpty)
    // In the middle, with its edges on pixels.
    #expect(abs(frame.midX - window.bounds.midX) <= 0.5)
    #expect(try Scene(text: scene.text) == scene)
  }
}
