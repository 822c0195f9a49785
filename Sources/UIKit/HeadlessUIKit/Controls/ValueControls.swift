import Foundation
import SceneModel

/// A switch, with UIKit's size from iOS 13 on.
open class UISwitch: UIControl {
  /// Makes a switch at the frame's origin; the frame's size is ignored.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: 51, height: 31)))
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// Whether the switch is on; a tap toggles it.
  open var isOn = false
  open var onTintColor: UIColor?  // inert
  open var thumbTintColor: UIColor?  // inert
  /// Turns the switch on or off, at once.
  open func setOn(_ on: Bool, animated: Bool) { isOn = on }
  override var sceneKind: SceneModel.View.Kind { .toggle }
  open override var intrinsicContentSize: CGSize { CGSize(width: 49, height: 31) }
  open override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 2) }
  override func performPrimaryAction(_ event: UIEvent?) {
    isOn.toggle()
    send([.touchUpInside, .valueChanged, .primaryActionTriggered], event)
  }
}

/// A slider, with UIKit's height.
open class UISlider: UIControl {
  open var value: Float = 0  // inert
  /// The value at the leading end.
  open var minimumValue: Float = 0
  /// The value at the trailing end.
  open var maximumValue: Float = 1
  open var isContinuous = true  // inert
  open var minimumTrackTintColor: UIColor?  // inert
  open var maximumTrackTintColor: UIColor?  // inert
  open var thumbTintColor: UIColor?  // inert
  /// Sets the value, at once; a value outside the range becomes the nearer end.
  open func setValue(_ value: Float, animated: Bool) { self.value = min(max(value, minimumValue), maximumValue) }
  open func setThumbImage(_ image: UIImage?, for state: State) {}  // inert
  open func setMinimumTrackImage(_ image: UIImage?, for state: State) {}  // inert
  open func setMaximumTrackImage(_ image: UIImage?, for state: State) {}  // inert
  override var sceneKind: SceneModel.View.Kind { .slider }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 30) }
  open override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 0, left: 2, bottom: 1, right: 2) }
}

/// A stepper, with UIKit's size.
open class UIStepper: UIControl {
  /// Makes a stepper at the frame's origin; the frame's size is ignored.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: 94, height: 32)))
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// The value of the stepper; taps do not change it here.
  open var value = 0.0  // inert
  open var minimumValue = 0.0  // inert
  open var maximumValue = 100.0  // inert
  open var stepValue = 1.0  // inert
  open var wraps = false  // inert
  open var autorepeat = true  // inert
  override var sceneKind: SceneModel.View.Kind { .stepper }
  open override var intrinsicContentSize: CGSize { CGSize(width: 94, height: 32) }
}

/// A row of dots, one for each page.
open class UIPageControl: UIControl {
  /// The number of dots; the natural width follows it.
  open var numberOfPages = 0
  /// The index of the page that is marked, from 0.
  open var currentPage = 0
  open var hidesForSinglePage = false  // inert
  open var pageIndicatorTintColor: UIColor?  // inert
  open var currentPageIndicatorTintColor: UIColor?  // inert
  open override var intrinsicContentSize: CGSize { CGSize(width: CGFloat(max(numberOfPages, 1)) * 16 + 7, height: 26) }
}

/// A control of several segments, with UIKit's height.
open class UISegmentedControl: UIControl {
  private var titles: [String] = []
  /// The index of the chosen segment, from 0; -1: none. Taps do not change it here.
  open var selectedSegmentIndex = -1  // inert
  open var selectedSegmentTintColor: UIColor?  // inert
  /// The value of `selectedSegmentIndex` if no segment is chosen.
  nonisolated public static let noSegment = -1
  /// Makes a control with a segment for each string or picture; a picture's segment has no text.
  public init(items: [Any]?) {
    super.init(frame: .zero)
    titles = (items ?? []).map { $0 as? String ?? "" }
    let (size, insets) = (intrinsicContentSize, alignmentRectInsets)
    frame.size = CGSize(width: size.width, height: size.height + insets.bottom)
  }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// The number of segments.
  public var numberOfSegments: Int { titles.count }
  /// Inserts a segment with a text, at once; an index beyond the end puts it last.
  open func insertSegment(withTitle title: String?, at index: Int, animated: Bool) {
    titles.insert(title ?? "", at: min(index, titles.count))
    invalidateIntrinsicContentSize()
  }
  /// Removes a segment, at once. If there is no segment at the index, the process ends.
  open func removeSegment(at index: Int, animated: Bool) {
    titles.remove(at: index)
    invalidateIntrinsicContentSize()
  }
  /// Removes all segments.
  open func removeAllSegments() {
    titles = []
    invalidateIntrinsicContentSize()
  }
  /// Returns the text of a segment; nil if there is no such segment.
  open func titleForSegment(at index: Int) -> String? { titles.indices.contains(index) ? titles[index] : nil }
  /// Sets the text of a segment. If there is no segment at the index, the process ends.
  open func setTitle(_ title: String?, forSegmentAt index: Int) {
    titles[index] = title ?? ""
    invalidateIntrinsicContentSize()
  }
  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: State) {
    noEffect("UISegmentedControl.setTitleTextAttributes(_:for:)", .text)
  }
  open func setEnabled(_ enabled: Bool, forSegmentAt index: Int) {}  // inert
  override var sceneKind: SceneModel.View.Kind { .segmentedControl }
  open override var intrinsicContentSize: CGSize {
    let widths = titles.map {
      TextMeasure($0, font: .systemFont(ofSize: 13), scale: 1).size(lines: 1, width: 0)
        .width + 20
    }
    return CGSize(width: (widths.max() ?? 0) * CGFloat(titles.count), height: 31)
  }
  open override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 0, left: 0, bottom: 1, right: 0) }
}
