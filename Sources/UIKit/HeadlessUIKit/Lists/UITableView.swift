import Foundation
import LayoutKernel
import SceneModel

/// A view of rows from a data source. Visible rows have cells.
///
/// Rows size themselves where their height is `automaticDimension`: the content view is fitted at the table's width
/// (rule L16.1). Rows that were never seen count with their estimate.
open class UITableView: UIScrollView {
  /// The styles of a table view.
  nonisolated public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
  /// The positions to which a table view can scroll a row.
  nonisolated public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }
  /// The animations of rows that are inserted or deleted. Rows slide, whichever is requested.
  nonisolated public enum RowAnimation: Int, Sendable {
    /// The looks of a change; inserted rows fade in, deleted ones fade out, all others slide.
    case fade, right, left, top, bottom, none, middle, automatic = 100
  }
  /// Whether a cell that changes its size by itself is measured again.
  nonisolated public enum SelfSizingInvalidation: Int, Sendable {
    /// Kept, without effect: rows are measured again after a batch.
    case disabled, enabled, enabledIncludingConstraints
  }
  /// The edges from which separator insets count.
  nonisolated public enum SeparatorInsetReference: Int, Sendable { case fromCellEdges, fromAutomaticInsets }
  /// The value of a height that lets rows, headers and footers measure themselves.
  nonisolated public static let automaticDimension: CGFloat = -1
  /// The title of an index's entry for searching.
  nonisolated public static let indexSearch = "{search}"
  /// The height of a row if nothing else determines one, in points.
  nonisolated static let standardRowHeight: CGFloat = 44

  /// The style that the table was made with; grouped ones keep their sections apart.
  public internal(set) var style: Style
  /// The object that returns the number of rows and makes their cells; held weakly. Setting another object reloads everything.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { if oldValue !== dataSource { forget() } }
  }
  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)? {
    didSet { noEffect("UITableView.prefetchDataSource", .calls) }
  }
  open weak var dragDelegate: AnyObject? { didSet { noEffect("UITableView.dragDelegate", .draggedItems) } }
  open weak var dropDelegate: AnyObject? { didSet { noEffect("UITableView.dropDelegate", .draggedItems) } }
  /// The delegate for selection, scrolling and heights; held weakly.
  open var delegate: (any UITableViewDelegate)? {
    get { scrollDelegate as? any UITableViewDelegate }
    set { scrollDelegate = newValue }
  }

  /// The rows that a storyboard defines.
  var staticContent: StaticTableContent?
  /// The height of each row in points; `automaticDimension`: each measures itself.
  open var rowHeight = UITableView.automaticDimension { didSet { if oldValue != rowHeight { heightsChanged() } } }
  /// The height that a row has until it is first seen, in points; `automaticDimension`: the table's own estimate.
  open var estimatedRowHeight = UITableView.automaticDimension {
    didSet { if oldValue != estimatedRowHeight { heightsChanged() } }
  }
  /// The height of each section's header in points; `automaticDimension`: each measures itself.
  open var sectionHeaderHeight = UITableView.automaticDimension {
    didSet { if oldValue != sectionHeaderHeight { heightsChanged() } }
  }
  /// The height of each section's footer in points; `automaticDimension`: each measures itself.
  open var sectionFooterHeight = UITableView.automaticDimension {
    didSet { if oldValue != sectionFooterHeight { heightsChanged() } }
  }
  /// The height that a header has until it is first seen, in points.
  open var estimatedSectionHeaderHeight = UITableView.automaticDimension
  /// The height that a footer has until it is first seen, in points.
  open var estimatedSectionFooterHeight = UITableView.automaticDimension
  open var sectionHeaderTopPadding: CGFloat = UITableView.automaticDimension {
    didSet { if sectionHeaderTopPadding > 0 { noEffect("UITableView.sectionHeaderTopPadding", .layout) } }
  }
  /// Whether rows have separators, which add a hairline to the height of rows that measure themselves.
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
    didSet { if oldValue != separatorStyle { heightsChanged() } }
  }
  open var separatorColor: UIColor?  // inert
  open var separatorEffect: UIVisualEffect?  // inert
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)  // inert
  open var separatorInsetReference = SeparatorInsetReference.fromCellEdges  // inert
  open var cellLayoutMarginsFollowReadableWidth = false {
    didSet {
      if cellLayoutMarginsFollowReadableWidth { noEffect("UITableView.cellLayoutMarginsFollowReadableWidth", .layout) }
    }
  }
  open var insetsContentViewsToSafeArea = true {
    didSet { noEffect("UITableView.insetsContentViewsToSafeArea", .layout) }
  }
  open var selfSizingInvalidation = SelfSizingInvalidation.enabled {
    didSet { noEffect("UITableView.selfSizingInvalidation", .layout) }
  }
  /// Whether a tap selects a row.
  open var allowsSelection = true
  /// Whether several rows can be selected at a time; a tap on a selected row then deselects it.
  open var allowsMultipleSelection = false
  /// Whether a tap selects a row while the table is edited.
  open var allowsSelectionDuringEditing = false
  open var allowsMultipleSelectionDuringEditing = false  // inert
  open var selectionFollowsFocus = false  // inert
  open var remembersLastFocusedIndexPath = false  // inert
  open var dragInteractionEnabled = false { didSet { noEffect("UITableView.dragInteractionEnabled", .draggedItems) } }
  open var fillerRowHeight: CGFloat = 0  // inert
  open var isPrefetchingEnabled = true  // inert
  open var sectionIndexColor: UIColor?  // inert
  open var sectionIndexBackgroundColor: UIColor?  // inert
  open var sectionIndexTrackingBackgroundColor: UIColor?  // inert
  open var sectionIndexMinimumDisplayRowCount = 0  // inert
  /// Whether the table is edited.
  open var isEditing = false
  /// Sets whether the table and its cells are edited, at once.
  open func setEditing(_ editing: Bool, animated: Bool) {
    isEditing = editing
    for cell in visibleCells { cell.setEditing(editing, animated: animated) }
  }
  /// Whether a row is being dragged to another place; never here.
  open var hasActiveDrag: Bool { false }
  /// Whether something is being dropped on the table; never here.
  open var hasActiveDrop: Bool { false }
  /// Whether a batch of updates is open.
  open var hasUncommittedUpdates: Bool { batchDepth > 0 }

  /// The view above the first section; it keeps its height and takes the table's width.
  open var tableHeaderView: UIView? { didSet { attach(tableHeaderView, inPlaceOf: oldValue) } }
  /// The view below the last section; it keeps its height and takes the table's width.
  open var tableFooterView: UIView? { didSet { attach(tableFooterView, inPlaceOf: oldValue) } }
  /// A view behind all rows.
  open var backgroundView: UIView? {
    didSet {
      guard oldValue !== backgroundView else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }

  // The table's knowledge of its rows, and the views that are shown.
  var geometry = TableRows()
  var isLoaded = false
  var cells: [IndexPath: UITableViewCell] = [:]
  var headers: [Int: UIView] = [:]
  var footers: [Int: UIView] = [:]
  var selection: Set<IndexPath> = []
  var pool = ReusePool<UITableViewCell>()
  var stripPool = ReusePool<UITableViewHeaderFooterView>()
  /// The width at which rows were measured.
  var measuredWidth: CGFloat = -1
  var isTiling = false
  var batchDepth = 0
  var batch = ListUpdates()
  var batchCompletions: [(Bool) -> Void] = []

  /// Makes a table of a style.
  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
    alwaysBounceVertical = true
  }
  public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }
  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
    alwaysBounceVertical = true
  }

  private func attach(_ view: UIView?, inPlaceOf old: UIView?) {
    if old !== view { old?.removeFromSuperview() }
    if let view, view.superview !== self { addSubview(view) }
    setNeedsLayout()
  }

  // MARK: Registration and reuse

  /// Registers a class for cells that are dequeued under an identifier; anything but a cell's class removes the registration.
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    guard let type = cellClass as? UITableViewCell.Type else { return pool.register(identifier, nil) }
    pool.register(identifier) { type.made(.default, identifier) }
  }
  /// Registers a class for headers and footers that are dequeued under an identifier; anything but their class removes the registration.
  open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    guard let type = aClass as? UITableViewHeaderFooterView.Type else { return stripPool.register(identifier, nil) }
    stripPool.register(identifier) { type.made(identifier) }
  }
  /// Registers a nib whose first view is the cell of an identifier; nil removes the registration.
  open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    pool.register(identifier, nib.map { nib in { nib.instantiate(withOwner: nil).first as? UITableViewCell } })
  }
  /// Registers a nib whose first view is the header or footer of an identifier; nil removes the registration.
  open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    stripPool.register(
      identifier, nib.map { nib in { nib.instantiate(withOwner: nil).first as? UITableViewHeaderFooterView } })
  }
  /// Registers a function that makes cells, instead of a class. It is used for the prototype cells of storyboards.
  package func register(cellMaker: @escaping () -> UITableViewCell?, forCellReuseIdentifier identifier: String) {
    pool.register(identifier, cellMaker)
  }
  package func register(
    headerFooterMaker: @escaping () -> UITableViewHeaderFooterView?, forReuseIdentifier identifier: String
  ) {
    stripPool.register(identifier, headerFooterMaker)
  }

  /// Returns a cell that is no longer used, prepared for reuse, or a new one; nil if nothing is registered for the identifier.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let cell = pool.take(identifier) {
      cell.prepareForReuse()
      return cell
    }
    return pool.make(identifier)
  }
  /// Returns a cell for a row. If nothing is registered for the identifier, the process ends with UIKit's message.
  open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
    raise(
      "NSInternalInconsistencyException: unable to dequeue a cell with identifier \(identifier) - must register a nib or "
        + "a class for the identifier or connect a prototype cell in a storyboard")
  }
  /// Returns a header or footer that is no longer used, or a new one; nil if nothing is registered for the identifier.
  open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    if let view = stripPool.take(identifier) {
      view.prepareForReuse()
      return view
    }
    return stripPool.make(identifier)
  }

  // MARK: Questions

  /// The number of sections; reads it from the data source the first time.
  open var numberOfSections: Int {
    loadIfNeeded()
    return geometry.sections.count
  }
  /// Returns the number of rows of a section; 0 for a section that is not there.
  open func numberOfRows(inSection section: Int) -> Int {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? geometry.sections[section].rows.count : 0
  }
  /// The cells of the visible rows, in order. A pending layout runs first.
  open var visibleCells: [UITableViewCell] {
    layoutForQuestion()
    return cells.sorted { $0.key < $1.key }.map(\.value)
  }
  /// The places of the visible rows, in order; never nil. A pending layout runs first.
  open var indexPathsForVisibleRows: [IndexPath]? {
    layoutForQuestion()
    return cells.keys.sorted()
  }
  /// Returns the cell of a visible row; nil if the row is not visible.
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { cells[indexPath] }
  /// Returns the place of the row that a cell shows; nil if the cell is not of this table.
  open func indexPath(for cell: UITableViewCell) -> IndexPath? { cells.first { $0.value === cell }?.key }
  /// Returns the visible header of a section; nil if there is none, or it is no `UITableViewHeaderFooterView`.
  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    headers[section] as? UITableViewHeaderFooterView
  }
  /// Returns the visible footer of a section; nil if there is none, or it is no `UITableViewHeaderFooterView`.
  open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    footers[section] as? UITableViewHeaderFooterView
  }
  /// Returns the place of the row at a point of the content; nil if there is none.
  open func indexPathForRow(at point: CGPoint) -> IndexPath? {
    indexPathsForRows(in: CGRect(x: point.x, y: point.y, width: 0.001, height: 0.001))?.first
  }
  /// Returns the places of the rows in a rectangle of the content; never nil.
  open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    loadIfNeeded()
    return geometry.rows(in: rect.minY...rect.maxY)
  }
  /// Returns the rectangle of a row; zero for a row that is not there.
  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    loadIfNeeded()
    return geometry.contains(indexPath) ? rect(geometry.row(indexPath)) : .zero
  }
  /// Returns the rectangle of a section's header; zero for a section that is not there.
  open func rectForHeader(inSection section: Int) -> CGRect {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? rect(geometry.header(section)) : .zero
  }
  /// Returns the rectangle of a section's footer; zero for a section that is not there.
  open func rectForFooter(inSection section: Int) -> CGRect {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? rect(geometry.footer(section)) : .zero
  }
  /// Returns the rectangle of a section with header and footer; zero for a section that is not there.
  open func rect(forSection section: Int) -> CGRect {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? rect(geometry.section(section)) : .zero
  }
  func rect(_ range: ClosedRange<CGFloat>) -> CGRect {
    CGRect(x: rowInset, y: range.lowerBound, width: rowWidth, height: range.upperBound - range.lowerBound)
  }
  /// The left inset of the rows: in an `insetGrouped` table the margin of the screen and the safe area (rule L16.11), otherwise 0.
  var rowInset: CGFloat {
    style == .insetGrouped
      ? CGFloat(MarginRules.side(ofScreen: (window?.bounds ?? bounds).size.model)) + safeAreaInsets.left : 0
  }
  var rowWidth: CGFloat {
    style == .insetGrouped
      ? max(0, bounds.width - 2 * rowInset + safeAreaInsets.left - safeAreaInsets.right) : bounds.width
  }
  /// Performs a pending layout before a method returns visible rows, as UIKit does.
  private func layoutForQuestion() {
    if !isTiling, batchDepth == 0, pendingLayout, bounds.height > 0 { tile() }
  }

  // MARK: Selection

  /// The place of the first selected row; nil if there is none.
  open var indexPathForSelectedRow: IndexPath? { selection.min() }
  /// The places of the selected rows, in order; nil if there is none.
  open var indexPathsForSelectedRows: [IndexPath]? { selection.isEmpty ? nil : selection.sorted() }

  /// Selects a row, without calling the delegate; nil deselects all. With a position, the table scrolls to the row.
  open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    guard let indexPath else {
      for path in selection { deselectRow(at: path, animated: animated) }
      return
    }
    if !allowsMultipleSelection {
      for path in selection where path != indexPath { deselectRow(at: path, animated: animated) }
    }
    selection.insert(indexPath)
    cells[indexPath]?.setSelected(true, animated: animated)
    if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition, animated: animated) }
  }
  /// Deselects a row, without calling the delegate.
  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    guard selection.remove(indexPath) != nil else { return }
    cells[indexPath]?.setSelected(false, animated: animated)
  }

  // MARK: Scrolling

  /// Scrolls until a row lies at a position, as far as the content goes; `none`: as little as is needed. Does nothing if there is no such row.
  open func scrollToRow(at indexPath: IndexPath, at position: ScrollPosition, animated: Bool) {
    loadIfNeeded()
    guard geometry.contains(indexPath) else { return }
    scroll(to: rectForRow(at: indexPath), position, animated)
    guard !animated else { return }
    // Rows that become visible are measured now, and those before this row move it.
    for _ in 0..<Self.mostScrollingRounds {
      layoutIfNeeded()
      let before = contentOffset
      scroll(to: rectForRow(at: indexPath), position, false)
      if contentOffset == before { break }
    }
  }
  private static let mostScrollingRounds = 100
  /// Scrolls until the first selected row lies at a position; does nothing if no row is selected.
  open func scrollToNearestSelectedRow(at position: ScrollPosition, animated: Bool) {
    if let path = indexPathForSelectedRow { scrollToRow(at: path, at: position, animated: animated) }
  }
  private func scroll(to rect: CGRect, _ position: ScrollPosition, _ animated: Bool) {
    let inset = adjustedContentInset
    let visible = bounds.height - inset.top - inset.bottom
    var y = contentOffset.y
    switch position {
    case .top: y = rect.minY - inset.top
    case .middle: y = rect.midY - visible / 2 - inset.top
    case .bottom: y = rect.maxY - visible - inset.top
    case .none:
      if rect.minY < y + inset.top {
        y = rect.minY - inset.top
      } else if rect.maxY > y + inset.top + visible {
        y = rect.maxY - visible - inset.top
      }
    }
    updateContentSize()
    setContentOffset(limited(CGPoint(x: contentOffset.x, y: y)), animated: animated)
  }
  override func scrolled() { setNeedsLayout() }

  open override func layoutSubviews() {
    super.layoutSubviews()
    tile()
  }
}
