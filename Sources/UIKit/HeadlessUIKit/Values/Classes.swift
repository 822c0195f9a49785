import Foundation

// Instances of classes that are only known at run time. UIKit asks Objective-C for them: `type.init()` of a variable `type`. In
// Swift an initialiser that is not required is called on such a class only past the type checker (see `UITableViewCell.made`);
// the rewriter writes `type.made()`. A class that does not have the initialiser traps with its name.

extension UIViewController {
  /// Returns an instance of the class, which may only be known at run time. If it cannot be made without arguments, the process ends with the
  /// class's name.
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
