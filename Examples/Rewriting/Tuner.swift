#if os(iOS) || os(tvOS)
import CoreGraphics
import UIKit
import UIKit.UIGestureRecognizerSubclass

class Tuner: UIViewController {
  let station: String
  override init(nibName: String?, bundle: Bundle?) {
    station = "none"
    super.init(nibName: nibName, bundle: bundle)
  }
  required init?(coder: NSCoder) { fatalError() }
  func tuned() -> String { "tuner" }
  #if !os(iOS)
  @objc func missing() { nowhere() }
  #endif
}

final class FineTuner: Tuner {
  override func tuned() -> String { "fine " + super.tuned() + " " + extra() }
}

class Preset: UIViewController {
  let name: String
  init() {
    name = "own"
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { fatalError() }
  deinit { Tuners.ended += [name] }
}
final class FinePreset: Preset { lazy var again = name + " again" }

final class Dial<Face: UIView> {
  let face = Face(frame: CGRect(x: 0, y: 0, width: 7, height: 5))
}

public struct Tuners {
  let type: Tuner.Type
  public static let lineAfterTheMovedMember: Int = #line

  public static var report: [String] {
    let made = Tuners(type: FineTuner.self).type.init()
    return [made.tuned(), made.station, "\(made.supportedInterfaceOrientations == .portrait)", "\(made.line)"]
  }
  static var ended: [String] = []
  public static var presets: [String] {
    let kinds = (coarse: Preset.self as Preset.Type, fine: FinePreset.self as Preset.Type)
    func make(_ preset: Preset.Type) -> Preset { preset.init() }
    let fine = make(kinds.fine)
    _ = make(kinds.coarse)
    return [fine.name, (fine as? FinePreset)?.again ?? "none"] + ended
  }
  /// Whether what a constraint holds is a view, as libraries ask it that compare objects of any kind.
  public static var isHeld: Bool {
    let view = UIView()
    let width = view.widthAnchor.constraint(equalToConstant: 1)
    guard let item = width.firstItem as? NSObject else { return false }
    return item == view && !(item == UIView()) && (NSString("text") as Any) as? NSObject != nil
  }
  public static var dial: CGSize { Dial<UILabel>().face.frame.size }
  public static var isLabel: Bool { (Dial<UILabel>().face as UIView) is UILabel }
}
#else
#error("Only UIKit's systems are meant.")
#endif
