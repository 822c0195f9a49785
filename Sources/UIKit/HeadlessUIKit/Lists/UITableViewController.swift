import Foundation

/// A controller whose view is a table, of which it is data source and delegate.
open class UITableViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
  private let style: UITableView.Style
  /// Whether the selected row is deselected when the screen appears.
  open var clearsSelectionOnViewWillAppear = true
  /// The control that refreshes the table; the table's own.
  open var refreshControl: UIRefreshControl? {
    get { tableView.refreshControl }
    set { tableView.refreshControl = newValue }
  }

  /// Makes a controller whose table has a style.
  public init(style: UITableView.Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }
  public override init(nibName: String?, bundle: Bundle?) {
    style = .plain
    super.init(nibName: nibName, bundle: bundle)
  }
  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
  }
  /// Makes a controller whose table is plain.
  public convenience init() { self.init(style: .plain) }

  /// The table, which is the controller's view.
  open var tableView: UITableView! {
    get { view as? UITableView }
    set { view = newValue }
  }
  open override func loadView() {
    if loadViewOfNib() { return }
    let table = UITableView(frame: UIScreen.main.bounds, style: style)
    table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    (table.dataSource, table.delegate) = (self, self)
    view = table
  }
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    guard clearsSelectionOnViewWillAppear, let path = tableView?.indexPathForSelectedRow else { return }
    tableView.deselectRow(at: path, animated: animated)
  }
  open override func setEditing(_ editing: Bool, animated: Bool) {
    super.setEditing(editing, animated: animated)
    tableView?.setEditing(editing, animated: animated)
  }

  // A subclass overrides what it answers.
  /// Returns the number of rows that the storyboard draws in a section; 0 where it draws none. A subclass with rows of its own overrides
  /// it.
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    tableView.staticContent?.sections[section].rows.count ?? 0
  }
  /// Returns the cell that the storyboard draws for a row; where it draws none, a subclass has to make it, and without it the process ends
  /// with a message.
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    if let cell = tableView.staticContent?.cell(at: indexPath) { return cell }
    raise("UITableView dataSource must return a cell from tableView:cellForRowAtIndexPath:")
  }
  /// Returns the number of sections that the storyboard draws; 1 where it draws none.
  open func numberOfSections(in tableView: UITableView) -> Int { tableView.staticContent?.sections.count ?? 1 }
  /// Returns the header that the storyboard gives a section; nil: it gives none.
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    tableView.staticContent?.sections[section].header
  }
  /// Returns the footer that the storyboard gives a section; nil: it gives none.
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    tableView.staticContent?.sections[section].footer
  }
  /// Returns true: rows can be edited, unless a subclass says otherwise. Never called here.
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
  /// Returns false: rows cannot be moved, unless a subclass says so. Never called here.
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
  /// Returns nil: no index at the side, unless a subclass has one. Never called here.
  open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
  /// Returns the section of an index's entry: its number, unless a subclass says otherwise.
  open func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    index
  }
  /// Called when a row is deleted or inserted by its control. Does nothing by default.
  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {}
  /// Called when a row was moved by a finger. Does nothing by default.
  open func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to destination: IndexPath) {}
  /// Returns the height of a row: that of the storyboard, or else the table's.
  open func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.staticContent?.height(at: indexPath) ?? tableView.rowHeight
  }
  /// Returns the height of a section's header: the table's.
  open func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    tableView.sectionHeaderHeight
  }
  /// Returns the height of a section's footer: the table's.
  open func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    tableView.sectionFooterHeight
  }
  /// Returns the estimated height of a row: the table's.
  open func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.estimatedRowHeight
  }
  /// Returns the estimated height of a section's header: the table's.
  open func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
    tableView.estimatedSectionHeaderHeight
  }
  /// Returns the estimated height of a section's footer: the table's.
  open func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat {
    tableView.estimatedSectionFooterHeight
  }
  /// Returns nil: a header shows its title, unless a subclass has a view.
  open func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { nil }
  /// Returns nil: a footer shows its title, unless a subclass has a view.
  open func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { nil }
  /// Called when a row has become visible. Does nothing by default.
  open func tableView(
    _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {}
  /// Called when a row is no longer visible. Does nothing by default.
  open func tableView(
    _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {}
  /// Called when a header has become visible. Does nothing by default.
  open func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {}
  /// Called when a footer has become visible. Does nothing by default.
  open func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {}
  /// Called when a header is no longer visible. Does nothing by default.
  open func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {}
  /// Called when a footer is no longer visible. Does nothing by default.
  open func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {}
  /// Returns true: a finger highlights any row.
  open func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { true }
  /// Called when a finger comes down on a row. Does nothing by default.
  open func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {}
  /// Called when the finger has left a row or was lifted. Does nothing by default.
  open func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {}
  /// Returns the row that a tap selects: the same, unless a subclass names another, or nil for none.
  open func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
  /// Called when a tap has selected a row. Does nothing by default.
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
  /// Returns the row that is deselected: the same, unless a subclass names another, or nil for none.
  open func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
  /// Called when a tap has deselected a row. Does nothing by default.
  open func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
  /// Accepted, and does nothing here.
  open func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {}
  /// Returns the editing control of a row: to delete. Never called here.
  open func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle { .delete }
  /// Returns true: rows move aside for their editing control. Never called here.
  open func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool { true }
  /// Returns nil: the system's words confirm a deletion. Never called here.
  open func tableView(
    _ tableView: UITableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath
  ) -> String? { nil }
  /// Returns 0: rows are not indented. Never called here.
  open func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int { 0 }
  /// Returns nil: no swipe actions at the leading edge. Never called here.
  open func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { nil }
  /// Returns nil: no swipe actions at the trailing edge. Never called here.
  open func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { nil }
  /// Returns nil: no actions as before iOS 11. Never called here.
  open func tableView(
    _ tableView: UITableView, editActionsForRowAt indexPath: IndexPath
  ) -> [UITableViewRowAction]? { nil }
  /// Returns the place to which a row is moved: the proposed one. Never called here.
  open func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath { proposed }
  /// Called at each new offset, by a finger or by code. Does nothing by default.
  open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  /// Called when a finger begins to drag. Does nothing by default.
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  /// Called when the finger lifts, with the velocity in points per millisecond and the offset to rest at, which may be changed. Does nothing by
  /// default.
  open func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  /// Called when the finger has lifted. Does nothing by default.
  open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  /// Called when the content goes on to another offset after the finger has lifted. Does nothing by default.
  open func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  /// Called after `scrollViewWillBeginDecelerating(_:)`. Does nothing by default.
  open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  /// Called when an animated scroll has ended. Does nothing by default.
  open func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  /// Called in UIKit when the scale has changed; never called here.
  open func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  /// Returns nil: no view is scaled by a pinch. Never called here.
  open func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  /// Returns true: a tap on the status bar would scroll to the top. Never called here.
  open func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  /// Called in UIKit when a tap on the status bar has scrolled to the top; never called here.
  open func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
}
