import Foundation

// Instances of classes that are only known at run time. Objective-C allows `type.init()` for a variable `type`. In Swift the type
// checker refuses this for an initialiser that is not required, so it is bypassed (see `UITableViewCell.made`); the rewriter writes
// `type.made()`. If the class does not have the initialiser, the process ends with a message that names the class.

extension UIViewController {
  /// Returns an instance of the class, which may only be known at run time. If it cannot be made without arguments, the process ends with a
  /// message that names the class.
  public static func made() -> Self { makePlainly() as? Self ?? unsafeDowncast(make(nil, nil), to: self) }
  /// Returns an instance of the class, which may only be known at run time. Its view is made from a nib.
  public static func made(nibName: String?, bundle: Bundle?) -> Self {
    unsafeDowncast(make(nibName, bundle), to: self)
  }
  @_silgen_name("HeadlessUIKit_UIViewController_init") convenience init(made nibName: String?, _ bundle: Bundle?) {
    self.init(nibName: nibName, bundle: bundle)
  }
  @_silgen_name("HeadlessUIKit_UIViewController_init")
  private static func make(_ nibName: consuming String?, _ bundle: consuming Bundle?) -> UIViewController
}

extension UIView {
  /// Returns an instance of the class, which may only be known at run time, with an empty frame.
  public static func made() -> Self { makePlainly() as? Self ?? made(frame: .zero) }
  /// Returns an instance of the class, which may only be known at run time, with a frame.
  public static func made(frame: CGRect) -> Self { unsafeDowncast(make(frame), to: self) }
  @_silgen_name("HeadlessUIKit_UIView_init") convenience init(made frame: CGRect) { self.init(frame: frame) }
  @_silgen_name("HeadlessUIKit_UIView_init") private static func make(_ frame: consuming CGRect) -> UIView
}
