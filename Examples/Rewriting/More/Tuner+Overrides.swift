import UIKit

// What an extension overrides here moves into the class, which stands in another file.
extension Tuner {
  @objc func extra() -> String { "extra" }
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    .portrait
  }
  @objc var line: Int {
    return #line
  }
}
extension FineTuner {
  override func extra() -> String {
    let selector = #selector(extra)
    return selector.name
  }
  override var line: Int { super.line + 100 }
}
// A category of one of UIKit's classes stands in for UIKit's own member.
extension UINavigationController {
  open override var preferredStatusBarStyle: UIStatusBarStyle {
    topViewController == nil ? super.preferredStatusBarStyle : .lightContent
  }
}
