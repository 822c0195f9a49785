/// A view as a document tells it: what the layout needs, not what is drawn.
public struct View: Hashable, Sendable {
  public var id: ItemID
  /// Unique in the scene.
  public var name: String
  /// Nil for the root only. Subviews stand in declaration order.
  public var parent: ItemID?
  public var kind: Kind = .plain
  /// The frame set from outside, in the superview's coordinates: what a view without constraints keeps, and what
  /// an autoresizing mask starts from, unless there is a `resizingOrigin`.
  public var frame: Rect = .zero
  public var isHidden = false
  /// Not nil: `translatesAutoresizingMaskIntoConstraints` is true, with this mask. Nil: laid out by constraints.
  public var autoresizing: AutoresizingMask? {
    didSet { if autoresizing == nil { resizingOrigin = nil } }
  }
  /// Where the mask starts from, when the superview has changed its size since; only a view with a mask has one.
  public var resizingOrigin: ResizingOrigin?
  public var intrinsic = IntrinsicSize()
  /// Text whose height depends on its width; nil for everything else.
  public var text: TextMetrics?
  /// Alignment rect = frame inset by these.
  public var alignmentInsets: Insets = .zero
  /// Points from the alignment rect's top down to the first baseline.
  public var firstBaseline = 0.0
  /// Points from the alignment rect's bottom up to the last baseline.
  public var lastBaseline = 0.0
  public var margins = Margins()
  /// Safe-area insets that this view adds for its subtree; on the root, those of the host.
  public var safeArea: Insets = .zero
  public var semantic: SemanticContent = .unspecified
  public var stack: StackConfiguration?
  public var scroll: ScrollConfiguration?
  public var table: TableConfiguration?
  public var flow: FlowConfiguration?

  public init(id: ItemID, name: String, parent: ItemID?, kind: Kind = .plain) {
    self.id = id
    self.name = name
    self.parent = parent
    self.kind = kind
  }

  /// What changes a view's rules, spelled as in the text form.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case plain = "view"
    case label, button, image, stepper, slider, picker, progress
    case textField = "text-field"
    case textView = "text-view"
    case toggle = "switch"
    case segmentedControl = "segmented-control"
    case activityIndicator = "activity-indicator"
    case stack, scroll, table
    case tableCell = "table-cell"
    case tableCellContent = "table-cell-content"
    case collection
    case collectionCell = "collection-cell"
    case collectionCellContent = "collection-cell-content"
    case bar
    case other
    /// A layer of its own, without a view: it animates by itself.
    case layer

    /// What a cell gives its own size to.
    public var isCellContent: Bool { self == .tableCellContent || self == .collectionCellContent }
  }
}

/// Springs and struts; raw values are UIKit's.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let flexibleLeft = AutoresizingMask(rawValue: 1)
  public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  public static let flexibleRight = AutoresizingMask(rawValue: 4)
  public static let flexibleTop = AutoresizingMask(rawValue: 8)
  public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  public static let flexibleBottom = AutoresizingMask(rawValue: 32)
  public static let every = AutoresizingMask(rawValue: 63)
}

/// A frame that was set, and the size that the superview had then: springs share what it has gained or lost since in
/// these proportions.
public struct ResizingOrigin: Hashable, Sendable {
  public var frame: Rect
  public var superviewSize: Size

  public init(frame: Rect, superviewSize: Size) { (self.frame, self.superviewSize) = (frame, superviewSize) }
}

/// A view's natural size in points, and how firmly it holds to it.
public struct IntrinsicSize: Hashable, Sendable {
  /// Nil: no intrinsic metric on this axis.
  public var width: Double?
  public var height: Double?
  /// Priorities of `size <= intrinsic`.
  public var hugging = AxisPriorities(horizontal: 250, vertical: 250)
  /// Priorities of `size >= intrinsic`.
  public var resistance = AxisPriorities(horizontal: 750, vertical: 750)

  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

public struct AxisPriorities: Hashable, Sendable {
  public var horizontal, vertical: Double
  public init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// A paragraph as a layout sees it: it breaks into lines when it is given less than its natural width.
public struct TextMetrics: Hashable, Sendable {
  /// Advance of each word in points, the following space excluded; one word breaks nowhere.
  public var wordWidths: [Double]
  public var spaceWidth: Double
  public var lineHeight: Double
  /// 0: as many as are needed.
  public var lineLimit: Int
  /// 0: automatic, the solved width.
  public var preferredMaxLayoutWidth: Double

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
  public var own = DirectionalInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
  public var preservesSuperviewMargins = false
  public var insetsFromSafeArea = true
  /// The system minimum that a controller's root view respects; nil elsewhere.
  public var systemMinimum: DirectionalInsets?

  public init() {}
}

/// `UISemanticContentAttribute`.
public enum SemanticContent: String, Hashable, Sendable, CaseIterable {
  case unspecified, playback, spatial
  case forceLeftToRight = "force-left-to-right"
  case forceRightToLeft = "force-right-to-left"
}

public struct StackConfiguration: Hashable, Sendable {
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// `leading` is `top` in a horizontal stack, `trailing` is `bottom`.
    case fill, leading, center, trailing
    case firstBaseline = "first-baseline"
    case lastBaseline = "last-baseline"
  }

  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    case fill
    case fillEqually = "fill-equally"
    case fillProportionally = "fill-proportionally"
    case equalSpacing = "equal-spacing"
    case equalCentering = "equal-centering"
  }

  public var axis: Axis = .horizontal
  public var alignment: Alignment = .fill
  public var distribution: Distribution = .fill
  public var spacing = 0.0
  /// In order along the axis; each is a subview of the stack.
  public var arranged: [ItemID] = []
  /// Spacing after an arranged view, in place of `spacing`.
  public var customSpacing: [ItemID: Double] = [:]
  public var isLayoutMarginsRelative = false
  public var isBaselineRelative = false

  public init() {}
}

public struct ScrollConfiguration: Hashable, Sendable {
  public var contentOffset: Point = .zero
  public var contentInset: Insets = .zero
  public init() {}
}

/// Rows of a table: its cells are its subviews of kind `table-cell`, in order.
public struct TableConfiguration: Hashable, Sendable {
  /// Nil: `UITableView.automaticDimension`.
  public var rowHeight: Double?
  /// 0 switches self-sizing off.
  public var estimatedRowHeight = 44.0
  public var hasSeparators = true
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
  public var sectionInset: Insets = .zero

  public init() {}
}
