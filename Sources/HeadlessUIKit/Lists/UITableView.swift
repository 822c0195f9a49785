import Foundation
import SceneModel

/// Rows from a data source, of which those that show have cells.
///
/// Rows size themselves where their height is `automaticDimension`: the content view is fitted at the table's width
/// (rule L16.1). Rows that were never seen count with their estimate.
open class UITableView: UIScrollView {
  nonisolated public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
  nonisolated public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }
  nonisolated public enum RowAnimation: Int, Sendable {
    case fade, right, left, top, bottom, none, middle, automatic = 100
  }
  nonisolated public enum SelfSizingInvalidation: Int, Sendable {
    case disabled, enabled, enabledIncludingConstraints
  }
  nonisolated public enum SeparatorInsetReference: Int, Sendable { case fromCellEdges, fromAutomaticInsets }
  nonisolated public static let automaticDimension: CGFloat = -1
  nonisolated public static let indexSearch = "{search}"
  /// What a row is high where nothing says so, in points.
  nonisolated static let standardRowHeight: CGFloat = 44

  public internal(set) var style: Style
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { if oldValue !== dataSource { forget() } }
  }
  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
  open weak var dragDelegate: AnyObject?
  open weak var dropDelegate: AnyObject?
  open var delegate: (any UITableViewDelegate)? {
    get { scrollDelegate as? any UITableViewDelegate }
    set { scrollDelegate = newValue }
  }

  open var rowHeight = UITableView.automaticDimension { didSet { if oldValue != rowHeight { heightsChanged() } } }
  open var estimatedRowHeight = UITableView.automaticDimension {
    didSet { if oldValue != estimatedRowHeight { heightsChanged() } }
  }
  open var sectionHeaderHeight = UITableView.automaticDimension {
    didSet { if oldValue != sectionHeaderHeight { heightsChanged() } }
  }
  open var sectionFooterHeight = UITableView.automaticDimension {
    didSet { if oldValue != sectionFooterHeight { heightsChanged() } }
  }
  open var estimatedSectionHeaderHeight = UITableView.automaticDimension
  open var estimatedSectionFooterHeight = UITableView.automaticDimension
  open var sectionHeaderTopPadding: CGFloat = UITableView.automaticDimension
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
    didSet { if oldValue != separatorStyle { heightsChanged() } }
  }
  open var separatorColor: UIColor?
  open var separatorEffect: UIVisualEffect?
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  open var separatorInsetReference = SeparatorInsetReference.fromCellEdges
  open var cellLayoutMarginsFollowReadableWidth = false
  open var insetsContentViewsToSafeArea = true
  open var selfSizingInvalidation = SelfSizingInvalidation.enabled
  open var allowsSelection = true
  open var allowsMultipleSelection = false
  open var allowsSelectionDuringEditing = false
  open var allowsMultipleSelectionDuringEditing = false
  open var selectionFollowsFocus = false
  open var remembersLastFocusedIndexPath = false
  open var dragInteractionEnabled = false
  open var fillerRowHeight: CGFloat = 0
  open var isPrefetchingEnabled = true
  open var sectionIndexColor: UIColor?
  open var sectionIndexBackgroundColor: UIColor?
  open var sectionIndexTrackingBackgroundColor: UIColor?
  open var sectionIndexMinimumDisplayRowCount = 0
  open var isEditing = false
  open func setEditing(_ editing: Bool, animated: Bool) {
    isEditing = editing
    for cell in visibleCells { cell.setEditing(editing, animated: animated) }
  }
  open var hasActiveDrag: Bool { false }
  open var hasActiveDrop: Bool { false }
  open var hasUncommittedUpdates: Bool { batchDepth > 0 }

  open var tableHeaderView: UIView? { didSet { attach(tableHeaderView, inPlaceOf: oldValue) } }
  open var tableFooterView: UIView? { didSet { attach(tableFooterView, inPlaceOf: oldValue) } }
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

  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    guard let type = cellClass as? UITableViewCell.Type else { return pool.register(identifier, nil) }
    pool.register(identifier) { type.made(.default, identifier) }
  }
  open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    guard let type = aClass as? UITableViewHeaderFooterView.Type else { return stripPool.register(identifier, nil) }
    stripPool.register(identifier) { type.made(identifier) }
  }
  open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    pool.register(identifier, nib.map { nib in { nib.instantiate(withOwner: nil).first as? UITableViewCell } })
  }
  open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    stripPool.register(
      identifier, nib.map { nib in { nib.instantiate(withOwner: nil).first as? UITableViewHeaderFooterView } })
  }
  /// What else can make cells: prototypes of storyboards.
  package func register(cellMaker: @escaping () -> UITableViewCell?, forCellReuseIdentifier identifier: String) {
    pool.register(identifier, cellMaker)
  }
  package func register(
    headerFooterMaker: @escaping () -> UITableViewHeaderFooterView?, forReuseIdentifier identifier: String
  ) {
    stripPool.register(identifier, headerFooterMaker)
  }

  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let cell = pool.take(identifier) {
      cell.prepareForReuse()
      return cell
    }
    return pool.make(identifier)
  }
  open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
    raise(
      "NSInternalInconsistencyException: unable to dequeue a cell with identifier \(identifier) - must register a nib or "
        + "a class for the identifier or connect a prototype cell in a storyboard")
  }
  open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    if let view = stripPool.take(identifier) {
      view.prepareForReuse()
      return view
    }
    return stripPool.make(identifier)
  }

  // MARK: Questions

  open var numberOfSections: Int {
    loadIfNeeded()
    return geometry.sections.count
  }
  open func numberOfRows(inSection section: Int) -> Int {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? geometry.sections[section].rows.count : 0
  }
  open var visibleCells: [UITableViewCell] {
    layoutForQuestion()
    return cells.sorted { $0.key < $1.key }.map(\.value)
  }
  open var indexPathsForVisibleRows: [IndexPath]? {
    layoutForQuestion()
    return cells.keys.sorted()
  }
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { cells[indexPath] }
  open func indexPath(for cell: UITableViewCell) -> IndexPath? { cells.first { $0.value === cell }?.key }
  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    headers[section] as? UITableViewHeaderFooterView
  }
  open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    footers[section] as? UITableViewHeaderFooterView
  }
  open func indexPathForRow(at point: CGPoint) -> IndexPath? {
    indexPathsForRows(in: CGRect(x: point.x, y: point.y, width: 0.001, height: 0.001))?.first
  }
  open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    loadIfNeeded()
    return geometry.rows(in: rect.minY...rect.maxY)
  }
  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    loadIfNeeded()
    return geometry.contains(indexPath) ? rect(geometry.row(indexPath)) : .zero
  }
  open func rectForHeader(inSection section: Int) -> CGRect {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? rect(geometry.header(section)) : .zero
  }
  open func rectForFooter(inSection section: Int) -> CGRect {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? rect(geometry.footer(section)) : .zero
  }
  open func rect(forSection section: Int) -> CGRect {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? rect(geometry.section(section)) : .zero
  }
  func rect(_ range: ClosedRange<CGFloat>) -> CGRect {
    CGRect(x: 0, y: range.lowerBound, width: bounds.width, height: range.upperBound - range.lowerBound)
  }
  /// What shows is only known once the table is laid out; UIKit lays it out to answer.
  private func layoutForQuestion() {
    if !isTiling, batchDepth == 0, pendingLayout, bounds.height > 0 { tile() }
  }

  // MARK: Selection

  open var indexPathForSelectedRow: IndexPath? { selection.min() }
  open var indexPathsForSelectedRows: [IndexPath]? { selection.isEmpty ? nil : selection.sorted() }

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

  open func scrollToRow(at indexPath: IndexPath, at position: ScrollPosition, animated: Bool) {
    loadIfNeeded()
    guard geometry.contains(indexPath) else { return }
    scroll(to: rectForRow(at: indexPath), position, animated)
    guard !animated else { return }
    // Rows that come into sight on the way are measured now, and those before this one move it.
    layoutIfNeeded()
    scroll(to: rectForRow(at: indexPath), position, false)
  }
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
