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
  public weak var dataSource: AnyObject? { didSet { noEffect("UIPickerView.dataSource", .calls) } }
  public weak var delegate: AnyObject? { didSet { noEffect("UIPickerView.delegate", .calls) } }
  open func reloadAllComponents() {}  // inert
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
  open var date = Date(timeIntervalSinceReferenceDate: 0)  // inert
  open var minimumDate: Date?  // inert
  open var maximumDate: Date?  // inert
  open var datePickerMode = Mode.dateAndTime  // inert
  override var sceneKind: SceneModel.View.Kind { .picker }
  open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }
}
