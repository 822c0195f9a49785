import Foundation
import SceneModel

/// A view that a collection view reuses for elements of one kind, one after the other.
open class UICollectionReusableView: UIView {
  /// The identifier under which the view was dequeued; nil if it was made otherwise.
  public internal(set) var reuseIdentifier: String?
  /// The key under which the collection view keeps the view for reuse; nil if it is not reused.
  var poolKey: String?
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// Called before a view is used for another element; a cell is deselected there.
  open func prepareForReuse() {}
  /// Called with the place and look that the layout gives the view, each time they are applied.
  open func apply(_ attributes: UICollectionViewLayoutAttributes) {}
  /// Called in UIKit before the collection's layout is replaced; never called here.
  open func willTransition(from old: UICollectionViewLayout, to new: UICollectionViewLayout) {}
  /// Called in UIKit when the collection's layout has been replaced; never called here.
  open func didTransition(from old: UICollectionViewLayout, to new: UICollectionViewLayout) {}

  /// Returns the attributes with the size that the view needs. A width or height that the layout itself sets is kept (rule L16.4).
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

/// A cell of a collection. Its content is in its content view, which has the cell's size.
open class UICollectionViewCell: UICollectionReusableView {
  /// The view that holds what the cell shows; it always has the cell's size.
  public private(set) lazy var contentView: UIView = {
    let content = UICollectionViewCellContentView(frame: .zero)
    place(content, at: 0)
    return content
  }()
  /// The storyboard's segue that runs when the cell is selected.
  var segueOfNib: (() -> Void)?
  private var selected = false
  private var highlighted = false
  /// Whether the item is selected; the collection view sets it.
  open var isSelected: Bool {
    get { selected }
    set { selected = newValue }
  }
  /// Whether a finger is on the item; the collection view sets it.
  open var isHighlighted: Bool {
    get { highlighted }
    set { highlighted = newValue }
  }
  /// A view behind the content, as large as the cell.
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
  open var selectedBackgroundView: UIView?  // inert
  open var automaticallyUpdatesContentConfiguration = true  // inert
  open var automaticallyUpdatesBackgroundConfiguration = true  // inert
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

/// A row of a list, with the properties that a list's row has in addition to a cell's.
open class UICollectionViewListCell: UICollectionViewCell {
  open var indentationLevel = 0 { didSet { noEffect("UICollectionViewListCell.indentationLevel", .layout) } }
  open var indentationWidth: CGFloat = 10 { didSet { noEffect("UICollectionViewListCell.indentationWidth", .layout) } }
  open var indentsAccessories = true  // inert
  /// The guide whose left and right side are those of the separator: from the content's leading margin to the cell's trailing edge. Nothing is drawn
  /// there.
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
