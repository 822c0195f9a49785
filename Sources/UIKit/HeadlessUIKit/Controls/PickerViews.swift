import Foundation
import SceneModel

/// A picker with UIKit's height, which shows no rows.
open class UIPickerView: UIView {
  /// Makes a picker; without a frame it is 320 points wide and 216 high.
  public override init(frame: CGRect) {
    let standard = CGSize(width: 320, height: 216)
    super.init(frame: CGRect(origin: frame.origin, size: frame.size == .zero ? standard : frame.size))
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// The object that says how many rows there are; held weakly. Never used here.
  public weak var dataSource: AnyObject?
  /// The delegate for chosen rows; never called, because no rows are shown.
  public weak var delegate: AnyObject?
  /// Does nothing here.
  open func reloadAllComponents() {}
  override var sceneKind: SceneModel.View.Kind { .picker }
  open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }
}

/// A date picker, with UIKit's height.
open class UIDatePicker: UIControl {
  /// Makes a picker; without a frame it is 320 points wide and 216 high.
  public override init(frame: CGRect) {
    let standard = CGSize(width: 320, height: 216)
    super.init(frame: CGRect(origin: frame.origin, size: frame.size == .zero ? standard : frame.size))
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// The parts of a date that a picker shows.
  nonisolated public enum Mode: Int, Sendable { case time, date, dateAndTime, countDownTimer }
  /// The date that the picker shows.
  open var date = Date(timeIntervalSinceReferenceDate: 0)
  /// The minimum date; kept, without effect on layout or motion.
  open var minimumDate: Date?
  /// The maximum date; kept, without effect on layout or motion.
  open var maximumDate: Date?
  /// The date picker mode; kept, without effect on layout or motion.
  open var datePickerMode = Mode.dateAndTime
  override var sceneKind: SceneModel.View.Kind { .picker }
  open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }
}
