import Foundation
import SceneModel

/// A row of a table. Its content lies in its content view, which is the cell without its accessory and its separator.
open class UITableViewCell: UIView {
  /// The styles of a table cell.
  nonisolated public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
  /// How a selected cell looks; nothing is drawn.
  nonisolated public enum SelectionStyle: Int, Sendable { case none, blue, gray, `default` }
  /// The accessories of a cell.
  nonisolated public enum AccessoryType: Int, Sendable {
    /// The marks at the trailing edge. Each makes the content narrower by its width.
    case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }
  /// Whether cells have separators.
  nonisolated public enum SeparatorStyle: Int, Sendable { case none, singleLine, singleLineEtched }
  /// The editing controls of a cell.
  nonisolated public enum EditingStyle: Int, Sendable { case none, delete, insert }
  /// The states of a cell.
  nonisolated public struct StateMask: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The control for deleting or inserting is shown.
    public static let showingEditControl = StateMask(rawValue: 1)
    /// The button that confirms a deletion is shown.
    public static let showingDeleteConfirmation = StateMask(rawValue: 2)
  }

  /// The identifier that the cell was made for; nil: the cell is not reused.
  public internal(set) var reuseIdentifier: String?
  var style: CellStyle
  /// The view for the cell's content. It covers the cell except the accessory and the separator.
  public private(set) lazy var contentView: UIView = {
    let content = UITableViewCellContentView(frame: .zero)
    place(content, at: 0)
    return content
  }()
  private var storedTextLabel: UILabel?
  private var storedDetailLabel: UILabel?
  private var storedImageView: UIImageView?

  /// The hairline between rows that belongs to the row's height, in points.
  var separatorHeight: CGFloat = 0
  var table: UITableView? { superview as? UITableView }

  /// The mark at the trailing edge.
  open var accessoryType = AccessoryType.none { didSet { if oldValue != accessoryType { setNeedsLayout() } } }
  open var editingAccessoryType = AccessoryType.none {
    didSet { noEffect("UITableViewCell.editingAccessoryType", .editing) }
  }
  /// A view at the trailing edge, in place of a mark; it keeps its size.
  open var accessoryView: UIView? {
    didSet {
      guard oldValue !== accessoryView else { return }
      oldValue?.removeFromSuperview()
      if let accessoryView { addSubview(accessoryView) }
    }
  }
  open var editingAccessoryView: UIView? { didSet { noEffect("UITableViewCell.editingAccessoryView", .editing) } }
  /// A view behind the content, as large as the cell.
  open var backgroundView: UIView? {
    didSet {
      guard oldValue !== backgroundView else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }
  open var selectedBackgroundView: UIView?  // inert
  open var multipleSelectionBackgroundView: UIView?  // inert
  open var selectionStyle = SelectionStyle.default  // inert
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)  // inert
  /// The number of steps by which the labels of the cell's style are indented.
  open var indentationLevel = 0
  /// The width of one step of indentation, in points.
  open var indentationWidth: CGFloat = 10
  open var shouldIndentWhileEditing = true { didSet { noEffect("UITableViewCell.shouldIndentWhileEditing", .editing) } }
  open var showsReorderControl = false { didSet { noEffect("UITableViewCell.showsReorderControl", .editing) } }
  open var focusStyle = 0  // inert
  open var userInteractionEnabledWhileDragging = true  // inert
  open var automaticallyUpdatesContentConfiguration = true  // inert
  open var automaticallyUpdatesBackgroundConfiguration = true  // inert
  /// The editing control of the cell: `delete` while the cell is edited, otherwise none.
  open var editingStyle: EditingStyle { isEditing ? .delete : .none }
  /// Whether the button to confirm a deletion shows; never here.
  open var showingDeleteConfirmation: Bool { false }
  /// Whether the cell is edited; its layout does not change.
  open var isEditing = false
  /// Sets whether the cell is edited, at once.
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

  /// The storyboard's segue that runs when the row is selected.
  var segueOfNib: (() -> Void)?
  private var selected = false
  private var highlighted = false
  /// Whether the row is selected; the table sets it.
  open var isSelected: Bool {
    get { selected }
    set { setSelected(newValue, animated: false) }
  }
  /// Whether a finger is on the row; the table sets it.
  open var isHighlighted: Bool {
    get { highlighted }
    set { setHighlighted(newValue, animated: false) }
  }
  /// Sets whether the row is selected, at once; a subclass may change its look.
  open func setSelected(_ selected: Bool, animated: Bool) {
    self.selected = selected
    storedTextLabel?.isHighlighted = selected
  }
  /// Sets whether a finger is on the row, at once; a subclass may change its look.
  open func setHighlighted(_ highlighted: Bool, animated: Bool) { self.highlighted = highlighted }

  /// Makes a cell of a style, 320 by 44 points.
  public init(style: CellStyle, reuseIdentifier: String?) {
    (self.style, self.reuseIdentifier) = (style, reuseIdentifier)
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    _ = contentView
  }
  public override convenience init(frame: CGRect) {
    self.init(style: .default, reuseIdentifier: nil)
    self.frame = frame
  }
  public required init?(coder: NSCoder) {
    (style, reuseIdentifier) = (.default, nil)
    super.init(coder: coder)
    _ = contentView
  }

  override var sceneKind: SceneModel.View.Kind { .tableCell }

  /// Called before the cell is shown again for another row. Deselects the cell.
  open func prepareForReuse() {
    if isSelected { isSelected = false }
    if isHighlighted { isHighlighted = false }
  }
  /// Called in UIKit before editing controls appear or disappear; never called here.
  open func willTransition(to state: StateMask) {}
  /// Called in UIKit when editing controls have appeared or disappeared; never called here.
  open func didTransition(to state: StateMask) {}
  /// Called in UIKit when the cell is dragged to another place; never called here.
  open func dragStateDidChange(_ state: Int) {}

  // MARK: What the styles show

  /// The label of the style, made on first use; it affects the height of a row that measures itself.
  open var textLabel: UILabel? {
    if let storedTextLabel { return storedTextLabel }
    let label = UILabel()
    label.font = .systemFont(ofSize: style == .value2 ? 12 : style == .subtitle ? 16 : 17)
    storedTextLabel = label
    contentView.addSubview(label)
    setNeedsLayout()
    return label
  }
  /// The second label of the style, made on first use; nil if the style has none.
  open var detailTextLabel: UILabel? {
    if style == .default { return nil }
    if let storedDetailLabel { return storedDetailLabel }
    let label = UILabel()
    label.font = .systemFont(ofSize: style == .value1 ? 17 : 12)
    storedDetailLabel = label
    contentView.addSubview(label)
    setNeedsLayout()
    return label
  }
  /// The image view of the style, made on first use; nil if the style has none.
  open var imageView: UIImageView? {
    if style == .value2 { return nil }
    if let storedImageView { return storedImageView }
    let image = UIImageView()
    storedImageView = image
    contentView.addSubview(image)
    setNeedsLayout()
    return image
  }

  /// The width that an accessory takes from the content, in points.
  private var accessoryWidth: CGFloat {
    if let accessoryView { return accessoryView.bounds.width + 16 }
    switch accessoryType {
    case .none: return 0
    case .disclosureIndicator: return 33
    case .checkmark: return 40
    case .detailButton: return 44
    case .detailDisclosureButton: return 66
    }
  }
  private var margin: CGFloat { bounds.width >= 414 ? 20 : 16 }

  /// Lays out the accessory at the trailing edge, the content view in the rest above the separator line, and the labels of the style in it.
  open override func layoutSubviews() {
    let size = bounds.size
    let isFlipped = effectiveUserInterfaceLayoutDirection == .rightToLeft
    if size.width > 0, size.height > 0 {
      let accessory = accessoryWidth
      contentView.setLayoutFrame(
        CGRect(
          x: isFlipped ? accessory : 0, y: 0, width: max(0, size.width - accessory),
          height: max(0, size.height - separatorHeight)))
      if let accessoryView {
        let own = accessoryView.bounds.size
        accessoryView.setLayoutFrame(
          CGRect(
            x: isFlipped ? margin : size.width - margin - own.width, y: (size.height - own.height) / 2,
            width: own.width, height: own.height))
      }
      backgroundView?.setLayoutFrame(CGRect(origin: .zero, size: size))
      placeStyle(in: contentView.bounds.size, isFlipped: isFlipped)
    }
    super.layoutSubviews()
  }

  private func placeStyle(in size: CGSize, isFlipped: Bool) {
    func put(_ view: UIView, _ rect: CGRect) {
      guard view.translatesAutoresizingMaskIntoConstraints else { return }
      view.setLayoutFrame(
        isFlipped ? CGRect(x: size.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height) : rect)
    }
    var left = margin + CGFloat(indentationLevel) * indentationWidth
    if let image = storedImageView, let picture = image.image {
      put(
        image,
        CGRect(
          x: left, y: (size.height - picture.size.height) / 2, width: picture.size.width, height: picture.size.height))
      left += picture.size.width + margin
    }
    let room = max(0, size.width - left - margin)
    func wanted(_ label: UILabel?, _ width: CGFloat) -> CGSize {
      guard let label, label.text?.isEmpty == false else { return .zero }
      let size = label.sizeThatFits(CGSize(width: width, height: 0))
      return CGSize(width: min(size.width, width), height: size.height)
    }
    guard let text = storedTextLabel else {
      if let detail = storedDetailLabel {
        let size2 = wanted(detail, room)
        put(detail, CGRect(x: left, y: (size.height - size2.height) / 2, width: size2.width, height: size2.height))
      }
      return
    }
    switch style {
    case .default:
      put(text, CGRect(x: left, y: 0, width: room, height: size.height))
    case .subtitle:
      let (first, second) = (wanted(text, room), wanted(storedDetailLabel, room))
      let top = (size.height - first.height - second.height) / 2
      put(text, CGRect(x: left, y: top, width: first.width, height: first.height))
      if let detail = storedDetailLabel {
        put(detail, CGRect(x: left, y: top + first.height, width: second.width, height: second.height))
      }
    case .value1:
      let second = wanted(storedDetailLabel, room)
      let first = wanted(text, max(0, room - second.width - (second.width > 0 ? 6 : 0)))
      put(text, CGRect(x: left, y: (size.height - first.height) / 2, width: first.width, height: first.height))
      if let detail = storedDetailLabel {
        put(
          detail,
          CGRect(
            x: size.width - margin - second.width, y: (size.height - second.height) / 2, width: second.width,
            height: second.height))
      }
    case .value2:
      let first = wanted(text, 91)
      put(
        text,
        CGRect(
          x: left + 91 - first.width, y: (size.height - first.height) / 2, width: first.width, height: first.height))
      if let detail = storedDetailLabel {
        let second = wanted(detail, max(0, room - 97))
        put(
          detail,
          CGRect(x: left + 97, y: (size.height - second.height) / 2, width: second.width, height: second.height))
      }
    }
  }

  /// Returns the height that the labels and the picture of the style need in a content view of this width; 0 if nothing is shown.
  private func styleHeight(width: CGFloat) -> CGFloat {
    let picture = storedImageView?.image?.size
    let room = max(0, width - 2 * margin - (picture.map { $0.width + margin } ?? 0))
    func height(_ label: UILabel?) -> CGFloat {
      guard let label, label.text?.isEmpty == false else { return 0 }
      return label.sizeThatFits(CGSize(width: room, height: 0)).height
    }
    let (first, second) = (height(storedTextLabel), height(storedDetailLabel))
    let text = style == .subtitle ? first + second : max(first, second)
    if text == 0, picture == nil { return 0 }
    return max(UITableView.standardRowHeight - separatorHeight, text + 22, picture?.height ?? 0)
  }

  open override func systemLayoutSizeFitting(
    _ size: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
    verticalFittingPriority vertical: UILayoutPriority
  ) -> CGSize {
    let accessory = accessoryWidth
    var fitted = contentView.fittingSize(
      CGSize(width: max(0, size.width - accessory), height: size.height), horizontal, vertical)
    if storedTextLabel != nil || storedDetailLabel != nil || storedImageView != nil {
      fitted.height = max(fitted.height, styleHeight(width: fitted.width))
    }
    if fitted.height > 0 { fitted.height += separatorHeight }
    return CGSize(width: fitted.width + accessory, height: fitted.height)
  }

  // MARK: Touches

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    table?.highlight(self)
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    if isHighlighted, table?.isDragging == true { table?.unhighlight(self) }
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isHighlighted else { return }
    table?.unhighlight(self)
    table?.tapped(self)
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { table?.unhighlight(self) }

  // MARK: Made by a table

  @_silgen_name("HeadlessUIKit_UITableViewCell_init") convenience init(_ style: CellStyle, reuse identifier: String?) {
    self.init(style: style, reuseIdentifier: identifier)
  }
  /// Makes an instance of a subclass that is only known at run time. On such a class, Swift allows only calls of `required` initialisers, so this
  /// function bypasses the type checker. If the class lacks the initialiser, the process ends with a message that names the class.
  @_silgen_name("HeadlessUIKit_UITableViewCell_init")
  static func made(_ style: consuming CellStyle, _ identifier: consuming String?) -> UITableViewCell
}

/// The content view of a cell, named as on Apple's systems, because conflict logs show it.
final class UITableViewCellContentView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    margins.own = DirectionalInsets(top: 11, leading: 16, bottom: 11, trailing: 16)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }
  required init?(coder: NSCoder) { nil }
  override var sceneKind: SceneModel.View.Kind { .tableCellContent }
}
