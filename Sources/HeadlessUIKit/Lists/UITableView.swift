import Foundation
import SceneModel

/// Rows from a data source, of which those that show have cells.
///
/// Rows size themselves where their height is `automaticDimension`: the content view is fitted at the table's width
/// (rule L16.1). Rows that were never seen count with their estimate.
open class UITableView: UIScrollView {
  /// The styles of a table view.
  nonisolated public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
  /// The positions to which a table view can scroll a row.
  nonisolated public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }
  /// How rows come and go; they slide, whatever is asked for.
  nonisolated public enum RowAnimation: Int, Sendable {
    /// UIKit's cases of these names.
    case fade, right, left, top, bottom, none, middle, automatic = 100
  }
  /// Whether a cell that changes its size by itself is measured again.
  nonisolated public enum SelfSizingInvalidation: Int, Sendable {
    /// UIKit's cases of these names.
    case disabled, enabled, enabledIncludingConstraints
  }
  /// The edges from which separator insets count.
  nonisolated public enum SeparatorInsetReference: Int, Sendable { case fromCellEdges, fromAutomaticInsets }
  /// UIKit's `UITableView.automaticDimension`.
  nonisolated public static let automaticDimension: CGFloat = -1
  /// UIKit's `UITableView.indexSearch`.
  nonisolated public static let indexSearch = "{search}"
  /// The height of a row where nothing says another, in points.
  nonisolated static let standardRowHeight: CGFloat = 44

  /// The style, as in UIKit.
  public internal(set) var style: Style
  /// The data source, as in UIKit.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { if oldValue !== dataSource { forget() } }
  }
  /// The prefetch data source; kept, without effect on layout or motion.
  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
  /// The drag delegate; kept, without effect on layout or motion.
  open weak var dragDelegate: AnyObject?
  /// The drop delegate; kept, without effect on layout or motion.
  open weak var dropDelegate: AnyObject?
  /// The delegate, as in UIKit.
  open var delegate: (any UITableViewDelegate)? {
    get { scrollDelegate as? any UITableViewDelegate }
    set { scrollDelegate = newValue }
  }

  /// Set by a storyboard that draws the rows themselves.
  var staticContent: StaticTableContent?
  /// The row height, as in UIKit.
  open var rowHeight = UITableView.automaticDimension { didSet { if oldValue != rowHeight { heightsChanged() } } }
  /// The estimated row height, as in UIKit.
  open var estimatedRowHeight = UITableView.automaticDimension {
    didSet { if oldValue != estimatedRowHeight { heightsChanged() } }
  }
  /// The section header height, as in UIKit.
  open var sectionHeaderHeight = UITableView.automaticDimension {
    didSet { if oldValue != sectionHeaderHeight { heightsChanged() } }
  }
  /// The section footer height, as in UIKit.
  open var sectionFooterHeight = UITableView.automaticDimension {
    didSet { if oldValue != sectionFooterHeight { heightsChanged() } }
  }
  /// The estimated section header height, as in UIKit.
  open var estimatedSectionHeaderHeight = UITableView.automaticDimension
  /// The estimated section footer height, as in UIKit.
  open var estimatedSectionFooterHeight = UITableView.automaticDimension
  /// The section header top padding; kept, without effect on layout or motion.
  open var sectionHeaderTopPadding: CGFloat = UITableView.automaticDimension
  /// The separator style, as in UIKit.
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
    didSet { if oldValue != separatorStyle { heightsChanged() } }
  }
  /// The separator colour; kept, without effect on layout or motion.
  open var separatorColor: UIColor?
  /// The separator effect; kept, without effect on layout or motion.
  open var separatorEffect: UIVisualEffect?
  /// The separator inset; kept, without effect on layout or motion.
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  /// The separator inset reference; kept, without effect on layout or motion.
  open var separatorInsetReference = SeparatorInsetReference.fromCellEdges
  /// The flag `cellLayoutMarginsFollowReadableWidth`; kept, without effect on layout or motion.
  open var cellLayoutMarginsFollowReadableWidth = false
  /// Whether it insets content views to safe area; kept, without effect on layout or motion.
  open var insetsContentViewsToSafeArea = true
  /// The self sizing invalidation; kept, without effect on layout or motion.
  open var selfSizingInvalidation = SelfSizingInvalidation.enabled
  /// Whether it allows selection, as in UIKit.
  open var allowsSelection = true
  /// Whether it allows multiple selection, as in UIKit.
  open var allowsMultipleSelection = false
  /// Whether it allows selection during editing, as in UIKit.
  open var allowsSelectionDuringEditing = false
  /// Whether it allows multiple selection during editing; kept, without effect on layout or motion.
  open var allowsMultipleSelectionDuringEditing = false
  /// The flag `selectionFollowsFocus`; kept, without effect on layout or motion.
  open var selectionFollowsFocus = false
  /// The flag `remembersLastFocusedIndexPath`; kept, without effect on layout or motion.
  open var remembersLastFocusedIndexPath = false
  /// The flag `dragInteractionEnabled`; kept, without effect on layout or motion.
  open var dragInteractionEnabled = false
  /// The filler row height; kept, without effect on layout or motion.
  open var fillerRowHeight: CGFloat = 0
  /// Whether prefetching is enabled; kept, without effect on layout or motion.
  open var isPrefetchingEnabled = true
  /// The section index colour; kept, without effect on layout or motion.
  open var sectionIndexColor: UIColor?
  /// The section index background colour; kept, without effect on layout or motion.
  open var sectionIndexBackgroundColor: UIColor?
  /// The section index tracking background colour; kept, without effect on layout or motion.
  open var sectionIndexTrackingBackgroundColor: UIColor?
  /// The section index minimum display row count; kept, without effect on layout or motion.
  open var sectionIndexMinimumDisplayRowCount = 0
  /// Whether it is editing, as in UIKit.
  open var isEditing = false
  /// Does what UIKit's `setEditing(_:animated:)` does.
  open func setEditing(_ editing: Bool, animated: Bool) {
    isEditing = editing
    for cell in visibleCells { cell.setEditing(editing, animated: animated) }
  }
  /// Whether it has active drag; `false` unless a subclass overrides it.
  open var hasActiveDrag: Bool { false }
  /// Whether it has active drop; `false` unless a subclass overrides it.
  open var hasActiveDrop: Bool { false }
  /// Whether it has uncommitted updates, as in UIKit.
  open var hasUncommittedUpdates: Bool { batchDepth > 0 }

  /// The table header view, as in UIKit.
  open var tableHeaderView: UIView? { didSet { attach(tableHeaderView, inPlaceOf: oldValue) } }
  /// The table footer view, as in UIKit.
  open var tableFooterView: UIView? { didSet { attach(tableFooterView, inPlaceOf: oldValue) } }
  /// The background view, as in UIKit.
  open var backgroundView: UIView? {
    didSet {
      guard oldValue !== backgroundView else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }

  // What the table knows of its rows, and what shows.
  var geometry = TableRows()
  var isLoaded = false
  var cells: [IndexPath: UITableViewCell] = [:]
  var headers: [Int: UIView] = [:]
  var footers: [Int: UIView] = [:]
  var selection: Set<IndexPath> = []
  var pool = ReusePool<UITableViewCell>()
  var stripPool = ReusePool<UITableViewHeaderFooterView>()
  /// The width that rows were measured at.
  var measuredWidth: CGFloat = -1
  var lastInset: UIEdgeInsets?
  var isTiling = false
  var batchDepth = 0
  var batch = ListUpdates()
  var batchIsMeasuredAgain = false
  var batchCompletions: [(Bool) -> Void] = []

  /// Makes one as UIKit does.
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

  /// Does what UIKit's `register(_:forCellReuseIdentifier:)` does.
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    guard let type = cellClass as? UITableViewCell.Type else { return pool.register(identifier, nil) }
    pool.register(identifier) { type.made(.default, identifier) }
  }
  /// Does what UIKit's `register(_:forHeaderFooterViewReuseIdentifier:)` does.
  open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    guard let type = aClass as? UITableViewHeaderFooterView.Type else { return stripPool.register(identifier, nil) }
    stripPool.register(identifier) { type.made(identifier) }
  }
  /// Does what UIKit's `register(_:forCellReuseIdentifier:)` does.
  open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    pool.register(identifier, nib.map { nib in { nib.instantiate(withOwner: nil).first as? UITableViewCell } })
  }
  /// Does what UIKit's `register(_:forHeaderFooterViewReuseIdentifier:)` does.
  open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    stripPool.register(
      identifier, nib.map { nib in { nib.instantiate(withOwner: nil).first as? UITableViewHeaderFooterView } })
  }
  /// Registers a maker of cells other than a class: the prototypes of storyboards.
  package func register(cellMaker: @escaping () -> UITableViewCell?, forCellReuseIdentifier identifier: String) {
    pool.register(identifier, cellMaker)
  }
  package func register(
    headerFooterMaker: @escaping () -> UITableViewHeaderFooterView?, forReuseIdentifier identifier: String
  ) {
    stripPool.register(identifier, headerFooterMaker)
  }

  /// Does what UIKit's `dequeueReusableCell(withIdentifier:)` does.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let cell = pool.take(identifier) {
      cell.prepareForReuse()
      return cell
    }
    return pool.make(identifier)
  }
  /// Does what UIKit's `dequeueReusableCell(withIdentifier:for:)` does.
  open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
    raise(
      "NSInternalInconsistencyException: unable to dequeue a cell with identifier \(identifier) - must register a nib or "
        + "a class for the identifier or connect a prototype cell in a storyboard")
  }
  /// Does what UIKit's `dequeueReusableHeaderFooterView(withIdentifier:)` does.
  open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    if let view = stripPool.take(identifier) {
      view.prepareForReuse()
      return view
    }
    return stripPool.make(identifier)
  }

  // MARK: Questions

  /// The number of sections, as in UIKit.
  open var numberOfSections: Int {
    loadIfNeeded()
    return geometry.sections.count
  }
  /// Does what UIKit's `numberOfRows(inSection:)` does.
  open func numberOfRows(inSection section: Int) -> Int {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? geometry.sections[section].rows.count : 0
  }
  /// The visible cells, as in UIKit.
  open var visibleCells: [UITableViewCell] {
    layoutForQuestion()
    return cells.sorted { $0.key < $1.key }.map(\.value)
  }
  /// The index paths for visible rows, as in UIKit.
  open var indexPathsForVisibleRows: [IndexPath]? {
    layoutForQuestion()
    return cells.keys.sorted()
  }
  /// Does what UIKit's `cellForRow(at:)` does.
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { cells[indexPath] }
  /// Does what UIKit's `indexPath(for:)` does.
  open func indexPath(for cell: UITableViewCell) -> IndexPath? { cells.first { $0.value === cell }?.key }
  /// Does what UIKit's `headerView(forSection:)` does.
  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    headers[section] as? UITableViewHeaderFooterView
  }
  /// Does what UIKit's `footerView(forSection:)` does.
  open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    footers[section] as? UITableViewHeaderFooterView
  }
  /// Does what UIKit's `indexPathForRow(at:)` does.
  open func indexPathForRow(at point: CGPoint) -> IndexPath? {
    indexPathsForRows(in: CGRect(x: point.x, y: point.y, width: 0.001, height: 0.001))?.first
  }
  /// Does what UIKit's `indexPathsForRows(in:)` does.
  open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    loadIfNeeded()
    return geometry.rows(in: rect.minY...rect.maxY)
  }
  /// Does what UIKit's `rectForRow(at:)` does.
  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    loadIfNeeded()
    return geometry.contains(indexPath) ? rect(geometry.row(indexPath)) : .zero
  }
  /// Does what UIKit's `rectForHeader(inSection:)` does.
  open func rectForHeader(inSection section: Int) -> CGRect {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? rect(geometry.header(section)) : .zero
  }
  /// Does what UIKit's `rectForFooter(inSection:)` does.
  open func rectForFooter(inSection section: Int) -> CGRect {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? rect(geometry.footer(section)) : .zero
  }
  /// Does what UIKit's `rect(forSection:)` does.
  open func rect(forSection section: Int) -> CGRect {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? rect(geometry.section(section)) : .zero
  }
  func rect(_ range: ClosedRange<CGFloat>) -> CGRect {
    CGRect(x: 0, y: range.lowerBound, width: bounds.width, height: range.upperBound - range.lowerBound)
  }
  /// Lays the table out to answer a question about the rows that show, as UIKit does.
  private func layoutForQuestion() {
    if !isTiling, batchDepth == 0, pendingLayout, bounds.height > 0 { tile() }
  }

  // MARK: Selection

  /// The index path for selected row, as in UIKit.
  open var indexPathForSelectedRow: IndexPath? { selection.min() }
  /// The index paths for selected rows, as in UIKit.
  open var indexPathsForSelectedRows: [IndexPath]? { selection.isEmpty ? nil : selection.sorted() }

  /// Does what UIKit's `selectRow(at:animated:scrollPosition:)` does.
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
  /// Does what UIKit's `deselectRow(at:animated:)` does.
  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    guard selection.remove(indexPath) != nil else { return }
    cells[indexPath]?.setSelected(false, animated: animated)
  }

  func highlight(_ cell: UITableViewCell) {
    guard allowsSelection, let path = indexPath(for: cell),
      delegate?.tableView(self, shouldHighlightRowAt: path) ?? true
    else { return }
    cell.setHighlighted(true, animated: false)
    delegate?.tableView(self, didHighlightRowAt: path)
  }
  func unhighlight(_ cell: UITableViewCell) {
    guard cell.isHighlighted else { return }
    cell.setHighlighted(false, animated: false)
    if let path = indexPath(for: cell) { delegate?.tableView(self, didUnhighlightRowAt: path) }
  }
  /// A finger has tapped a row: the delegate hears of it, as it does not of a selection by code.
  func tapped(_ cell: UITableViewCell) {
    guard allowsSelection, !isEditing || allowsSelectionDuringEditing, let path = indexPath(for: cell) else { return }
    if allowsMultipleSelection, selection.contains(path) {
      guard let path = delegate.map({ $0.tableView(self, willDeselectRowAt: path) }) ?? path else { return }
      deselectRow(at: path, animated: false)
      delegate?.tableView(self, didDeselectRowAt: path)
      return
    }
    guard let path = delegate.map({ $0.tableView(self, willSelectRowAt: path) }) ?? path else { return }
    if !allowsMultipleSelection {
      for old in selection.sorted() where old != path {
        guard let old = delegate.map({ $0.tableView(self, willDeselectRowAt: old) }) ?? old else { continue }
        deselectRow(at: old, animated: false)
        delegate?.tableView(self, didDeselectRowAt: old)
      }
    }
    selection.insert(path)
    cells[path]?.setSelected(true, animated: false)
    cell.segueOfNib?()
    delegate?.tableView(self, didSelectRowAt: path)
  }

  // MARK: Scrolling

  /// Does what UIKit's `scrollToRow(at:at:animated:)` does.
  open func scrollToRow(at indexPath: IndexPath, at position: ScrollPosition, animated: Bool) {
    loadIfNeeded()
    guard geometry.contains(indexPath) else { return }
    scroll(to: rectForRow(at: indexPath), position, animated)
    guard !animated else { return }
    // Rows that come into sight on the way are measured now, and those before this one move it.
    layoutIfNeeded()
    scroll(to: rectForRow(at: indexPath), position, false)
  }
  /// Does what UIKit's `scrollToNearestSelectedRow(at:animated:)` does.
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
