import Foundation
import SceneModel

/// A view that a collection view reuses for elements of one kind, one after the other.
open class UICollectionReusableView: UIView {
  /// The reuse identifier.
  public internal(set) var reuseIdentifier: String?
  /// Under which its collection keeps it; nil: it is not used again.
  var poolKey: String?
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// Called as by UIKit; does nothing by itself.
  open func prepareForReuse() {}
  /// Called as by UIKit; does nothing by itself.
  open func apply(_ attributes: UICollectionViewLayoutAttributes) {}
  /// A hook for subclasses; nothing here calls it.
  open func willTransition(from old: UICollectionViewLayout, to new: UICollectionViewLayout) {}
  /// A hook for subclasses; nothing here calls it.
  open func didTransition(from old: UICollectionViewLayout, to new: UICollectionViewLayout) {}

  /// The size that the view wants, where the layout asks: both directions are free (rule L16.4).
  open func preferredLayoutAttributesFitting(
    _ attributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    guard let wanted = attributes.copy() as? UICollectionViewLayoutAttributes else { return attributes }
    var target = attributes.size
    if attributes.isWidthGiven, !attributes.isHeightGiven { target.height = 0 }
    if attributes.isHeightGiven, !attributes.isWidthGiven { target.width = 0 }
    let fitted = systemLayoutSizeFitting(
      target, withHorizontalFittingPriority: attributes.isWidthGiven ? .required : .fittingSizeLevel,
      verticalFittingPriority: attributes.isHeightGiven ? .required : .fittingSizeLevel)
    if fitted != .zero { wanted.frame.size = fitted }
    // What contains nothing that has a size keeps what the layout estimates.
    if attributes.isWidthGiven || fitted.width == 0 { wanted.frame.size.width = attributes.size.width }
    if attributes.isHeightGiven || fitted.height == 0 { wanted.frame.size.height = attributes.size.height }
    return wanted
  }
}

/// An item of a collection; what it shows hangs in its content view, which has the item's size.
open class UICollectionViewCell: UICollectionReusableView {
  /// The content view, as in UIKit.
  public private(set) lazy var contentView: UIView = {
    let content = UICollectionViewCellContentView(frame: .zero)
    place(content, at: 0)
    return content
  }()
  /// The segue of a storyboard that runs when the cell is chosen.
  var segueOfNib: (() -> Void)?
  private var selected = false
  private var highlighted = false
  /// Whether it is selected, as in UIKit.
  open var isSelected: Bool {
    get { selected }
    set { selected = newValue }
  }
  /// Whether it is highlighted, as in UIKit.
  open var isHighlighted: Bool {
    get { highlighted }
    set { highlighted = newValue }
  }
  /// The background view, as in UIKit.
  open var backgroundView: UIView? {
    didSet {
      guard oldValue !== backgroundView else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView {
        backgroundView.frame = bounds
        backgroundView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(backgroundView, at: 0)
      }
    }
  }
  /// The selected background view; kept, without effect on layout or motion.
  open var selectedBackgroundView: UIView?
  /// Whether it automatically updates content configuration; kept, without effect on layout or motion.
  open var automaticallyUpdatesContentConfiguration = true
  /// Whether it automatically updates background configuration; kept, without effect on layout or motion.
  open var automaticallyUpdatesBackgroundConfiguration = true
  private var collection: UICollectionView? { superview as? UICollectionView }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    _ = contentView
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    _ = contentView
  }
  override var sceneKind: SceneModel.View.Kind { .collectionCell }
  open override func prepareForReuse() {
    super.prepareForReuse()
    if isSelected { isSelected = false }
    if isHighlighted { isHighlighted = false }
  }
  open override func layoutSubviews() {
    contentView.setLayoutFrame(CGRect(origin: .zero, size: bounds.size))
    super.layoutSubviews()
  }
  open override func systemLayoutSizeFitting(
    _ size: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
    verticalFittingPriority vertical: UILayoutPriority
  ) -> CGSize {
    // Some pin what they show to the cell itself.
    let own = heldConstraints.contains { $0.firstItem === self || $0.secondItem === self }
    return own ? fittingSize(size, horizontal, vertical) : contentView.fittingSize(size, horizontal, vertical)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { collection?.highlight(self) }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    if isHighlighted, collection?.isDragging == true { collection?.unhighlight(self) }
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isHighlighted else { return }
    collection?.unhighlight(self)
    collection?.tapped(self)
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { collection?.unhighlight(self) }
}

final class UICollectionViewCellContentView: UIView {
  override var sceneKind: SceneModel.View.Kind { .collectionCellContent }
}

/// A row of a list: what it shows, and what stands at its edges.
open class UICollectionViewListCell: UICollectionViewCell {
  open var indentationLevel = 0
  open var indentationWidth: CGFloat = 10
  open var indentsAccessories = true
  public private(set) lazy var separatorLayoutGuide: UILayoutGuide = {
    let guide = UILayoutGuide()
    addLayoutGuide(guide)
    NSLayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.leadingAnchor),
      guide.trailingAnchor.constraint(equalTo: trailingAnchor), guide.topAnchor.constraint(equalTo: topAnchor),
      guide.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
    return guide
  }()
}
