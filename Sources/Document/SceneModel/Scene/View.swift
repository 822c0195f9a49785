/// A view as the layout sees it; its content and its drawing are left out.
public struct View: Hashable, Sendable {
  /// The view's number in the document; views and guides share one sequence.
  public var id: ItemID
  /// The view's name, unique among the views and guides of the scene.
  public var name: String
  /// The superview; `nil` for the root only. Subviews stand in the order of their declaration.
  public var parent: ItemID?
  /// The kind of view, where it changes how the view is laid out.
  public var kind: Kind = .plain
  /// The frame that was set, in the superview's coordinates. A view without constraints keeps it. An autoresizing mask starts from it,
  /// unless there is a `resizingOrigin`.
  public var frame: Rect = .zero
  /// Whether the view is hidden. A hidden view takes no room in a stack view.
  public var isHidden = false
  /// The autoresizing mask of a view whose `translatesAutoresizingMaskIntoConstraints` is true; `nil` for a view that constraints lay out.
  public var autoresizing: AutoresizingMask? {
    didSet { if autoresizing == nil { resizingOrigin = nil } }
  }
  /// The frame and the superview's size from which the mask resizes, if the superview's size has changed since; otherwise `nil`. Only
  /// for a view with a mask.
  public var resizingOrigin: ResizingOrigin?
  /// The natural size, with its priorities.
  public var intrinsic = IntrinsicSize()
  /// The text whose height depends on its width; `nil` for a view without such text.
  public var text: TextMetrics?
  /// The insets of the alignment rectangle within the frame.
  public var alignmentInsets: Insets = .zero
  /// The distance from the alignment rectangle's top down to the first baseline, in points.
  public var firstBaseline = 0.0
  /// The distance from the alignment rectangle's bottom up to the last baseline, in points.
  public var lastBaseline = 0.0
  /// The layout margins.
  public var margins = Margins()
  /// The safe area insets that the view adds for its subtree; on the root, those of the host.
  public var safeArea: Insets = .zero
  /// How the view follows the layout direction.
  public var semantic: SemanticContent = .unspecified
  /// The arrangement of a stack view; `nil` for every other view.
  public var stack: StackConfiguration?
  /// The content of a scroll view; `nil` for every other view.
  public var scroll: ScrollConfiguration?
  /// The rows of a table view; `nil` for every other view.
  public var table: TableConfiguration?
  /// The flow layout of a collection view; `nil` for every other view.
  public var flow: FlowConfiguration?

  /// Makes a visible view without a frame, which constraints lay out.
  public init(id: ItemID, name: String, parent: ItemID?, kind: Kind = .plain) {
    self.id = id
    self.name = name
    self.parent = parent
    self.kind = kind
  }

  /// The kinds of view that have rules of their own, spelled as in the text form.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A plain `UIView`.
    case plain = "view"
    /// UIKit's control or view whose class has the case's name.
    case label, button, image, stepper, slider, picker, progress
    /// A `UITextField`.
    case textField = "text-field"
    /// A `UITextView`.
    case textView = "text-view"
    /// A `UISwitch`.
    case toggle = "switch"
    /// A `UISegmentedControl`.
    case segmentedControl = "segmented-control"
    /// A `UIActivityIndicatorView`.
    case activityIndicator = "activity-indicator"
    /// A `UIStackView`, a `UIScrollView`, a `UITableView`.
    case stack, scroll, table
    /// A `UITableViewCell`.
    case tableCell = "table-cell"
    /// A table cell's `contentView`.
    case tableCellContent = "table-cell-content"
    /// A `UICollectionView`.
    case collection
    /// A `UICollectionViewCell`.
    case collectionCell = "collection-cell"
    /// A collection cell's `contentView`.
    case collectionCellContent = "collection-cell-content"
    /// A navigation bar, a tab bar or a toolbar.
    case bar
    /// A view of any other class.
    case other
    /// A layer without a view, which animates by itself.
    case layer

    /// Whether the view is the content of a cell, which takes its size from the cell.
    public var isCellContent: Bool { self == .tableCellContent || self == .collectionCellContent }
  }
}

/// An autoresizing mask. Raw values are UIKit's.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  /// The mask as UIKit's bits.
  public var rawValue: UInt8
  /// Makes a mask from UIKit's bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The distance to the superview's left edge follows the superview's width.
  public static let flexibleLeft = AutoresizingMask(rawValue: 1)
  /// The width follows the superview's width.
  public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  /// The distance to the superview's right edge follows the superview's width.
  public static let flexibleRight = AutoresizingMask(rawValue: 4)
  /// The distance to the superview's top edge follows the superview's height.
  public static let flexibleTop = AutoresizingMask(rawValue: 8)
  /// The height follows the superview's height.
  public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  /// The distance to the superview's bottom edge follows the superview's height.
  public static let flexibleBottom = AutoresizingMask(rawValue: 32)
  /// All six bits.
  public static let every = AutoresizingMask(rawValue: 63)
}

/// A frame that was set, with the superview's size at that time. When the superview's size changes, the flexible parts of the mask share
/// the change in proportion to their lengths in this frame.
public struct ResizingOrigin: Hashable, Sendable {
  /// The frame that was set, in points.
  public var frame: Rect
  /// The superview's size at that time, in points.
  public var superviewSize: Size

  /// Makes an origin from a frame and the superview's size at the time when it was set.
  public init(frame: Rect, superviewSize: Size) { (self.frame, self.superviewSize) = (frame, superviewSize) }
}

/// A view's natural size in points, and how firmly the view holds to it.
public struct IntrinsicSize: Hashable, Sendable {
  /// The natural width; `nil` if there is none.
  public var width: Double?
  /// The natural height; `nil` if there is none.
  public var height: Double?
  /// The priorities of `size <= intrinsic`, UIKit's content hugging.
  public var hugging = AxisPriorities(horizontal: 250, vertical: 250)
  /// The priorities of `size >= intrinsic`, UIKit's compression resistance.
  public var resistance = AxisPriorities(horizontal: 750, vertical: 750)

  /// Makes a natural size with UIKit's usual priorities.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

/// A priority for each axis.
public struct AxisPriorities: Hashable, Sendable {
  /// The priorities, in (0, 1000].
  public var horizontal, vertical: Double
  /// Makes priorities for both axes.
  public init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// A paragraph as a layout sees it: it breaks into lines where it is given less than its natural width.
public struct TextMetrics: Hashable, Sendable {
  /// The advance of each word in points, without the space after it. A word does not break.
  public var wordWidths: [Double]
  /// The width of a space in points.
  public var spaceWidth: Double
  /// The height of a line, in points.
  public var lineHeight: Double
  /// The greatest number of lines; 0 means as many as are needed.
  public var lineLimit: Int
  /// The width at which the text breaks into lines, in points; 0 means the width that the layout gives to the view.
  public var preferredMaxLayoutWidth: Double
  /// The gap between two lines, in points; it is added to `lineHeight`.
  public var lineSpacing: Double
  /// The padding around the text, a part of the natural size, in points: left and right together, top and bottom together.
  public var padding: Size

  /// Makes a paragraph; it has one line unless `lineLimit` says otherwise.
  public init(
    wordWidths: [Double], spaceWidth: Double, lineHeight: Double, lineLimit: Int = 1,
    preferredMaxLayoutWidth: Double = 0, lineSpacing: Double = 0, padding: Size = .zero
  ) {
    self.lineSpacing = lineSpacing
    self.padding = padding
    self.wordWidths = wordWidths
    self.spaceWidth = spaceWidth
    self.lineHeight = lineHeight
    self.lineLimit = lineLimit
    self.preferredMaxLayoutWidth = preferredMaxLayoutWidth
  }
}

/// A view's layout margins, and the rules by which they grow.
public struct Margins: Hashable, Sendable {
  /// The view's own `directionalLayoutMargins`, in points.
  public var own = DirectionalInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
  /// Whether the superview's margins apply where they reach into this view.
  public var preservesSuperviewMargins = false
  /// Whether the safe area is added to the margins.
  public var insetsFromSafeArea = true
  /// The system's minimum margins, which a controller's root view respects; `nil` for every other view.
  public var systemMinimum: DirectionalInsets?

  /// Makes UIKit's usual margins: 8 points on each side.
  public init() {}
}

/// How a view follows the layout direction: UIKit's `UISemanticContentAttribute`.
public enum SemanticContent: String, Hashable, Sendable, CaseIterable {
  /// UIKit's values of these names; playback and spatial controls never flip.
  case unspecified, playback, spatial
  /// The view is laid out from left to right, whatever the layout direction.
  case forceLeftToRight = "force-left-to-right"
  /// The view is laid out from right to left, whatever the layout direction.
  case forceRightToLeft = "force-right-to-left"
}

/// The arrangement of a stack view, in UIKit's terms.
public struct StackConfiguration: Hashable, Sendable {
  /// How views lie across the stack's axis.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// UIKit's values. In a horizontal stack `leading` is UIKit's `top`, and `trailing` is its `bottom`.
    case fill, leading, center, trailing
    /// The first baselines are aligned; horizontal stacks only.
    case firstBaseline = "first-baseline"
    /// The last baselines are aligned; horizontal stacks only.
    case lastBaseline = "last-baseline"
  }

  /// How views share the length along the stack's axis.
  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// Views grow and shrink by their priorities.
    case fill
    /// All views have the same length.
    case fillEqually = "fill-equally"
    /// Lengths are in the proportion of the natural ones.
    case fillProportionally = "fill-proportionally"
    /// The gaps are equal and at least `spacing`.
    case equalSpacing = "equal-spacing"
    /// The distances between centres are equal, if `spacing` allows it.
    case equalCentering = "equal-centering"
  }

  /// The axis along which views follow each other.
  public var axis: Axis = .horizontal
  /// How views lie across the axis.
  public var alignment: Alignment = .fill
  /// How views share the length along the axis.
  public var distribution: Distribution = .fill
  /// The distance between two views, in points.
  public var spacing = 0.0
  /// The arranged views in order; each is a subview of the stack view.
  public var arranged: [ItemID] = []
  /// The distance after a view in points, in place of `spacing`.
  public var customSpacing: [ItemID: Double] = [:]
  /// Whether views lie within the layout margins.
  public var isLayoutMarginsRelative = false
  /// Whether `spacing` counts from baseline to baseline; vertical stacks only.
  public var isBaselineRelative = false

  /// Makes UIKit's usual arrangement, without a view.
  public init() {}
}

/// The content of a scroll view, in UIKit's terms.
public struct ScrollConfiguration: Hashable, Sendable {
  /// The point of the content that is at the scroll view's top left corner.
  public var contentOffset: Point = .zero
  /// The distances added around the content, in points.
  public var contentInset: Insets = .zero
  /// Makes a scroll view at the start of its content, without insets.
  public init() {}
}

/// The rows of a table view. Its cells are its subviews of kind `table-cell`, in order.
public struct TableConfiguration: Hashable, Sendable {
  /// The height of each row in points; `nil`: `UITableView.automaticDimension`.
  public var rowHeight: Double?
  /// The height of a row that has not been measured, in points; 0 turns self-sizing off.
  public var estimatedRowHeight = 44.0
  /// Whether each cell has room for a separator below it.
  public var hasSeparators = true
  /// Makes UIKit's usual rows.
  public init() {}
}

/// A collection view's flow layout with one section. Its cells are its subviews of kind `collection-cell`, in order.
public struct FlowConfiguration: Hashable, Sendable {
  /// The axis along which lines follow each other; the items of a line follow each other across it.
  public var axis: Axis = .vertical
  /// The size of an item in points; with `isSelfSizing`, the estimate.
  public var itemSize = Size(width: 50, height: 50)
  /// Whether each cell is as large as its content wants to be.
  public var isSelfSizing = false
  /// The least distance between the items of a line, in points.
  public var itemSpacing = 10.0
  /// The distance between lines, in points.
  public var lineSpacing = 10.0
  /// The distances around the cells, in points.
  public var sectionInset: Insets = .zero

  /// Makes UIKit's usual flow layout.
  public init() {}
}
