import Foundation
import SceneModel

/// A header or footer of a section.
open class UITableViewHeaderFooterView: UIView {
  /// The identifier that the view was made for; nil if there is none.
  public let reuseIdentifier: String?
  /// The view for the content of the header or footer; it has the same size.
  public private(set) lazy var contentView: UIView = {
    let content = UITableViewHeaderFooterContentView(frame: bounds)
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    place(content, at: 0)
    return content
  }()
  private var storedTextLabel: UILabel?
  private var storedDetailLabel: UILabel?
  /// The label, made on first use.
  open var textLabel: UILabel? {
    if let storedTextLabel { return storedTextLabel }
    let label = UILabel()
    label.font = .systemFont(ofSize: 13)
    storedTextLabel = label
    contentView.addSubview(label)
    return label
  }
  /// A second label, made on first use; it is not placed.
  open var detailTextLabel: UILabel? {
    if let storedDetailLabel { return storedDetailLabel }
    let label = UILabel()
    label.font = .systemFont(ofSize: 13)
    storedDetailLabel = label
    contentView.addSubview(label)
    return label
  }
  /// A view behind the content, as large as the header or footer.
  open var backgroundView: UIView? {
    didSet {
      guard oldValue !== backgroundView else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView {
        backgroundView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(backgroundView, at: 0)
      }
    }
  }
  open var automaticallyUpdatesContentConfiguration = true  // inert
  open var automaticallyUpdatesBackgroundConfiguration = true  // inert

  /// Makes a header or footer.
  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    _ = contentView
  }
  public override convenience init(frame: CGRect) {
    self.init(reuseIdentifier: nil)
    self.frame = frame
  }
  public required init?(coder: NSCoder) {
    reuseIdentifier = nil
    super.init(coder: coder)
    _ = contentView
  }
  /// Called before the view is shown again for another section. Does nothing by default.
  open func prepareForReuse() {}

  open override func layoutSubviews() {
    contentView.setLayoutFrame(CGRect(origin: .zero, size: bounds.size))
    if let label = storedTextLabel, label.translatesAutoresizingMaskIntoConstraints {
      let margin: CGFloat = bounds.width >= 414 ? 20 : 16
      label.setLayoutFrame(
        CGRect(x: margin, y: 0, width: max(0, bounds.width - 2 * margin), height: bounds.height))
    }
    super.layoutSubviews()
  }
  open override func systemLayoutSizeFitting(
    _ size: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
    verticalFittingPriority vertical: UILayoutPriority
  ) -> CGSize { contentView.fittingSize(size, horizontal, vertical) }

  @_silgen_name("HeadlessUIKit_UITableViewHeaderFooterView_init") convenience init(reuse identifier: String?) {
    self.init(reuseIdentifier: identifier)
  }
  /// Makes an instance of a subclass that is only known at run time; see `UITableViewCell.made`.
  @_silgen_name("HeadlessUIKit_UITableViewHeaderFooterView_init")
  static func made(_ identifier: consuming String?) -> UITableViewHeaderFooterView
}

final class UITableViewHeaderFooterContentView: UIView {
  override var sceneKind: SceneModel.View.Kind { .tableCellContent }
}
