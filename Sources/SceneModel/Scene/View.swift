/// A view as a document tells it: what the layout needs, not what is drawn.
public struct View: Hashable, Sendable {
  /// Its number in the document.
  public var id: ItemID
  /// Unique in the scene.
  public var name: String
  /// Nil for the root only. Subviews stand in declaration order.
  public var parent: ItemID?
  /// What it is, where that changes how it is laid out.
  public var kind: Kind = .plain
  /// The frame set from outside, in the superview's coordinates: what a view without constraints keeps, and what
  /// an autoresizing mask starts from, unless there is a `resizingOrigin`.
  public var frame: Rect = .zero
  /// Whether it is hidden; in a stack it takes no room then.
  public var isHidden = false
  /// Not nil: `translatesAutoresizingMaskIntoConstraints` is true, with this mask. Nil: laid out by constraints.
  public var autoresizing: AutoresizingMask? {
    didSet { if autoresizing == nil { resizingOrigin = nil } }
  }
  /// Where the mask starts from, when the superview has changed its size since; only a view with a mask has one.
  public var resizingOrigin: ResizingOrigin?
  /// How large it wants to be, and how much that matters.
  public var intrinsic = IntrinsicSize()
  /// Text whose height depends on its width; nil for everything else.
  public var text: TextMetrics?
  /// Alignment rect = frame inset by these.
  public var alignmentInsets: Insets = .zero
  /// Points from the alignment rect's top down to the first baseline.
  public var firstBaseline = 0.0
  /// Points from the alignment rect's bottom up to the last baseline.
  public var lastBaseline = 0.0
  /// Its layout margins.
  public var margins = Margins()
  /// Safe-area insets that this view adds for its subtree; on the root, those of the host.
  public var safeArea: Insets = .zero
  /// How it takes the layout direction.
  public var semantic: SemanticContent = .unspecified
  /// Of a stack, how it arranges; nil for everything else.
  public var stack: StackConfiguration?
  /// Of a scroll view; nil for everything else.
  public var scroll: ScrollConfiguration?
  /// Of a table; nil for everything else.
  public var table: TableConfiguration?
  /// Of a collection view; nil for everything else.
  public var flow: FlowConfiguration?

  /// A visible view without a frame, laid out by constraints.
  public init(id: ItemID, name: String, parent: ItemID?, kind: Kind = .plain) {
    self.id = id
    self.name = name
    self.parent = parent
    self.kind = kind
  }

  /// What changes a view's rules, spelled as in the text form.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// `UIView`.
    case plain = "view"
    /// Controls and views of that name in UIKit.
    case label, button, image, stepper, slider, picker, progress
    /// `UITextField`.
    case textField = "text-field"
    /// `UITextView`.
    case textView = "text-view"
    /// `UISwitch`.
    case toggle = "switch"
    /// `UISegmentedControl`.
    case segmentedControl = "segmented-control"
    /// `UIActivityIndicatorView`.
    case activityIndicator = "activity-indicator"
    /// `UIStackView`, `UIScrollView` and `UITableView`.
    case stack, scroll, table
    /// `UITableViewCell`.
    case tableCell = "table-cell"
    /// A table cell's `contentView`.
    case tableCellContent = "table-cell-content"
    /// `UICollectionView`.
    case collection
    /// `UICollectionViewCell`.
    case collectionCell = "collection-cell"
    /// A collection cell's `contentView`.
    case collectionCellContent = "collection-cell-content"
    /// A navigation bar, a tab bar or a toolbar.
    case bar
    /// Any other class.
    case other
    /// A layer of its own, without a view: it animates by itself.
    case layer

    /// What a cell gives its own size to.
    public var isCellContent: Bool { self == .tableCellContent || self == .collectionCellContent }
  }
}

/// Springs and struts; raw values are UIKit's.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  /// UIKit's bits.
  public var rawValue: UInt8
  /// Of UIKit's bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The distance to the superview's left edge follows its width.
  public static let flexibleLeft = AutoresizingMask(rawValue: 1)
  /// The width follows the superview's.
  public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  /// The distance to the superview's right edge follows its width.
  public static let flexibleRight = AutoresizingMask(rawValue: 4)
  /// The distance to the superview's top follows its height.
  public static let flexibleTop = AutoresizingMask(rawValue: 8)
  /// The height follows the superview's.
  public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  /// The distance to the superview's bottom follows its height.
  public static let flexibleBottom = AutoresizingMask(rawValue: 32)
  /// All six.
  public static let every = AutoresizingMask(rawValue: 63)
}

/// A frame that was set, and the size that the superview had then: springs share what it has gained or lost since in
/// these proportions.
public struct ResizingOrigin: Hashable, Sendable {
  /// The frame that was set, in points.
  public var frame: Rect
  /// The superview's size at that time, in points.
  public var superviewSize: Size

  /// A frame, and the superview's size when it was set.
  public init(frame: Rect, superviewSize: Size) { (self.frame, self.superviewSize) = (frame, superviewSize) }
}

/// A view's natural size in points, and how firmly it holds to it.
public struct IntrinsicSize: Hashable, Sendable {
  /// Nil: no intrinsic metric on this axis.
  public var width: Double?
  /// Nil: no intrinsic metric on this axis.
  public var height: Double?
  /// Priorities of `size <= intrinsic`.
  public var hugging = AxisPriorities(horizontal: 250, vertical: 250)
  /// Priorities of `size >= intrinsic`.
  public var resistance = AxisPriorities(horizontal: 750, vertical: 750)

  /// A natural size with UIKit's usual priorities.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

/// A priority for each axis.
public struct AxisPriorities: Hashable, Sendable {
  /// In (0, 1000].
  public var horizontal, vertical: Double
  /// One for each axis.
  public init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// A paragraph as a layout sees it: it breaks into lines when it is given less than its natural width.
public struct TextMetrics: Hashable, Sendable {
  /// Advance of each word in points, the following space excluded; one word breaks nowhere.
  public var wordWidths: [Double]
  /// Points between two words of a line.
  public var spaceWidth: Double
  /// Points from one line to the next.
  public var lineHeight: Double
  /// 0: as many as are needed.
  public var lineLimit: Int
  /// 0: automatic, the solved width.
  public var preferredMaxLayoutWidth: Double

  /// A paragraph of so many words; by default one line.
  public init(
    wordWidths: [Double], spaceWidth: Double, lineHeight: Double, lineLimit: Int = 1,
    preferredMaxLayoutWidth: Double = 0
  ) {
    self.wordWidths = wordWidths
    self.spaceWidth = spaceWidth
    self.lineHeight = lineHeight
    self.lineLimit = lineLimit
    self.preferredMaxLayoutWidth = preferredMaxLayoutWidth
  }
}

/// A view's own layout margins and how they grow.
public struct Margins: Hashable, Sendable {
  /// In points; the view's own `directionalLayoutMargins`.
  public var own = DirectionalInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
  /// Whether the superview's margins are kept where they reach into this view.
  public var preservesSuperviewMargins = false
  /// Whether the safe area counts towards the margins.
  public var insetsFromSafeArea = true
  /// The system minimum that a controller's root view respects; nil elsewhere.
  public var systemMinimum: DirectionalInsets?

  /// UIKit's usual margins: 8 points.
  public init() {}
}

/// `UISemanticContentAttribute`.
public enum SemanticContent: String, Hashable, Sendable, CaseIterable {
  /// As in UIKit: playback and spatial controls never flip.
  case unspecified, playback, spatial
  /// Left to right, whatever the user's language.
  case forceLeftToRight = "force-left-to-right"
  /// Right to left, whatever the user's language.
  case forceRightToLeft = "force-right-to-left"
}

/// How a stack view arranges its views; UIKit's properties.
public struct StackConfiguration: Hashable, Sendable {
  /// Across the axis.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// `leading` is `top` in a horizontal stack, `trailing` is `bottom`.
    case fill, leading, center, trailing
    /// By the lines under the first lines of text; horizontal stacks only.
    case firstBaseline = "first-baseline"
    /// By the lines under the last lines of text; horizontal stacks only.
    case lastBaseline = "last-baseline"
  }

  /// Along the axis.
  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// Views grow and shrink by their priorities.
    case fill
    /// All views are as long.
    case fillEqually = "fill-equally"
    /// Lengths are in the proportion of the natural ones.
    case fillProportionally = "fill-proportionally"
    /// As far from each other, at least `spacing`.
    case equalSpacing = "equal-spacing"
    /// Middles as far from each other, where `spacing` leaves it.
    case equalCentering = "equal-centering"
  }

  /// Along which views follow each other.
  public var axis: Axis = .horizontal
  /// How views lie across the axis.
  public var alignment: Alignment = .fill
  /// How views share the length.
  public var distribution: Distribution = .fill
  /// Points between two views.
  public var spacing = 0.0
  /// In order along the axis; each is a subview of the stack.
  public var arranged: [ItemID] = []
  /// Spacing after an arranged view, in place of `spacing`.
  public var customSpacing: [ItemID: Double] = [:]
  /// Whether views lie within the layout margins.
  public var isLayoutMarginsRelative = false
  /// Whether `spacing` counts from line of text to line of text; vertical stacks only.
  public var isBaselineRelative = false

  /// UIKit's usual values, without a view.
  public init() {}
}

/// Where a scroll view's content stands; UIKit's properties.
public struct ScrollConfiguration: Hashable, Sendable {
  /// Which point of the content is at the top left, in points.
  public var contentOffset: Point = .zero
  /// Points added around the content.
  public var contentInset: Insets = .zero
  /// At the start of the content, without insets.
  public init() {}
}

/// Rows of a table: its cells are its subviews of kind `table-cell`, in order.
public struct TableConfiguration: Hashable, Sendable {
  /// Nil: `UITableView.automaticDimension`.
  public var rowHeight: Double?
  /// 0 switches self-sizing off.
  public var estimatedRowHeight = 44.0
  /// Whether each cell has room for a line under it.
  public var hasSeparators = true
  /// UIKit's usual values.
  public init() {}
}

/// A collection view's flow layout, of one section: its cells are its subviews of kind `collection-cell`, in order.
public struct FlowConfiguration: Hashable, Sendable {
  /// Along which lines follow each other; items follow each other across it.
  public var axis: Axis = .vertical
  /// In points; with `isSelfSizing`, the size that a cell's content is asked to come near.
  public var itemSize = Size(width: 50, height: 50)
  /// An estimated item size is set: each cell is as large as its content wants to be.
  public var isSelfSizing = false
  /// The least distance between the items of a line, in points.
  public var itemSpacing = 10.0
  /// Between lines, in points.
  public var lineSpacing = 10.0
  /// Points around the cells.
  public var sectionInset: Insets = .zero

  /// UIKit's usual values.
  public init() {}
}
