import Foundation
import LayoutKernel
import SceneModel

/// The choice of the visible rows, their heights and their frames.
extension UITableView {
  // MARK: What the data source says

  /// Removes all rows and their cells, and reads the data source again; the selection is empty then.
  public func reloadData() {
    forget()
    selection = []
    loadIfNeeded()
    setNeedsLayout()
  }

  /// Drops all counts and heights that were read; they are read again when they are needed.
  func forget() {
    for path in cells.keys.sorted() { endDisplaying(path) }
    for section in headers.keys.sorted() { endDisplayingHeader(section) }
    for section in footers.keys.sorted() { endDisplayingFooter(section) }
    geometry.sections = []
    isLoaded = false
    setNeedsLayout()
  }

  /// Reads the numbers of rows from the data source, unless this was done already. Rows that are not measured yet get estimated heights.
  func loadIfNeeded() {
    guard !isLoaded, let dataSource else { return }
    isLoaded = true
    let count = dataSource.numberOfSections(in: self)
    geometry.sections = (0..<count).map { section in
      var made = TableRows.Section()
      let rows = dataSource.tableView(self, numberOfRowsInSection: section)
      made.rows = (0..<rows).map { estimate(IndexPath(row: $0, section: section)) }
      (made.header, made.footer) = (estimatedHeader(section), estimatedFooter(section))
      return made
    }
    updateContentSize()
  }

  /// Makes the next layout determine all heights again. Must be called when heights, estimates or separators change.
  func heightsChanged() {
    guard isLoaded else { return }
    measuredWidth = -1
    setNeedsLayout()
  }

  func estimate(_ path: IndexPath) -> TableRows.Row {
    if case let own = delegate?.tableView(self, estimatedHeightForRowAt: path) ?? estimatedRowHeight, own > 0 {
      return TableRows.Row(height: own, isEstimated: true)
    }
    // Without an estimate, a row counts with `rowHeight`, if that is a number.
    if rowHeight >= 0, !isAutomatic(rowHeight) { return TableRows.Row(height: rowHeight, isEstimated: true) }
    return TableRows.Row(height: Self.standardRowHeight, isEstimated: true)
  }
  private func isAutomatic(_ height: CGFloat) -> Bool { height < 0 }

  // MARK: Headers and footers of sections

  private enum Strip { case header, footer }

  private func title(_ section: Int, _ strip: Strip) -> String? {
    strip == .header
      ? dataSource?.tableView(self, titleForHeaderInSection: section)
      : dataSource?.tableView(self, titleForFooterInSection: section)
  }

  /// Returns the height of a header or footer. Headers and footers that size themselves get an estimate, and are measured when they become visible.
  private func estimated(_ section: Int, _ strip: Strip) -> TableRows.Row {
    let given =
      strip == .header
      ? delegate?.tableView(self, heightForHeaderInSection: section) ?? sectionHeaderHeight
      : delegate?.tableView(self, heightForFooterInSection: section) ?? sectionFooterHeight
    if given >= 0 { return TableRows.Row(height: given, isEstimated: false) }
    let guess =
      strip == .header
      ? delegate?.tableView(self, estimatedHeightForHeaderInSection: section) ?? estimatedSectionHeaderHeight
      : delegate?.tableView(self, estimatedHeightForFooterInSection: section) ?? estimatedSectionFooterHeight
    if guess > 0 { return TableRows.Row(height: guess, isEstimated: true) }
    return TableRows.Row(height: title(section, strip) == nil ? bareHeight(section, strip) : 28, isEstimated: true)
  }
  private func estimatedHeader(_ section: Int) -> TableRows.Row { estimated(section, .header) }
  private func estimatedFooter(_ section: Int) -> TableRows.Row { estimated(section, .footer) }

  /// Returns the height, in points, of a header or footer that has neither a view nor a title. It is 0 in a plain table and 17.5 in a grouped one. In
  /// a grouped table without a `tableHeaderView`, the first header has 35.
  private func bareHeight(_ section: Int, _ strip: Strip) -> CGFloat {
    if style == .plain { return 0 }
    return strip == .header && section == 0 && tableHeaderView == nil ? 35 : 17.5
  }

  private func makeStrip(_ section: Int, _ strip: Strip) -> UIView? {
    let own =
      strip == .header
      ? delegate?.tableView(self, viewForHeaderInSection: section)
      : delegate?.tableView(self, viewForFooterInSection: section)
    if let own { return own }
    guard let title = title(section, strip) else { return nil }
    let view =
      dequeueReusableHeaderFooterView(withIdentifier: "\u{0}title")
      ?? UITableViewHeaderFooterView(
        reuseIdentifier: "\u{0}title")
    view.textLabel?.text = title
    return view
  }

  private func height(of view: UIView, _ section: Int, _ strip: Strip) -> CGFloat {
    let known = strip == .header ? geometry.sections[section].header : geometry.sections[section].footer
    if !known.isEstimated { return known.height }
    let fitted = view.systemLayoutSizeFitting(
      CGSize(width: rowWidth, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel
    ).height
    if fitted > 0 { return fitted }
    // A header or footer with a title, or one whose constraints determine no height.
    return style == .plain || strip == .footer ? 28 : 38
  }

  // MARK: Tiling

  /// Makes the cells of the visible rows, measures them, removes the others, and sets all frames.
  func tile() {
    guard !isTiling, batchDepth == 0, bounds.width > 0 else { return }
    isTiling = true
    defer { isTiling = false }
    loadIfNeeded()
    if measuredWidth != bounds.width { measureAgain() }
    keepContentInPlace()
    placeHeaderView()
    updateContentSize()
    clampOffset()
    // Cells of rows that are no longer visible are reused for the rows that appear.
    putAwayTheUnseen()
    var rounds = 0
    // A measured height moves the rows below it, so that other rows may become visible.
    repeat {
      rounds += 1
      updateContentSize()
      clampOffset()
    } while showWhatIsSeen() && rounds < 100
    putAwayTheUnseen()
    placeAll()
    updateContentSize()
    refreshControl.map { if $0.superview !== self { place($0, at: 0) } }
  }

  /// The visible part of the content, from top to bottom.
  var seen: ClosedRange<CGFloat> { bounds.minY...max(bounds.minY, bounds.maxY) }

  /// Determines the heights again. Visible rows are measured; other rows get their estimates.
  func measureAgain() {
    measuredWidth = bounds.width
    for section in geometry.sections.indices {
      geometry.sections[section].header = estimatedHeader(section)
      geometry.sections[section].footer = estimatedFooter(section)
      for row in geometry.sections[section].rows.indices {
        let path = IndexPath(row: row, section: section)
        let old = geometry.sections[section].rows[row]
        if cells[path] == nil {
          if !old.isEstimated { geometry.sections[section].rows[row] = estimate(path) }
        }
      }
    }
    for path in cells.keys.sorted() { measure(path) }
    for (section, view) in headers { settleHeight(of: view, section, .header) }
    for (section, view) in footers { settleHeight(of: view, section, .footer) }
  }

  /// Determines the height of a row that has a cell, by the delegate or from its content.
  func measure(_ path: IndexPath) {
    guard let cell = cells[path], geometry.contains(path) else { return }
    let given = delegate?.tableView(self, heightForRowAt: path) ?? rowHeight
    cell.separatorHeight = separatorStyle == .none ? 0 : 1 / traitCollection.displayScale
    var height = given
    if given < 0 {
      let isSelfSizing = (delegate?.tableView(self, estimatedHeightForRowAt: path) ?? estimatedRowHeight) != 0
      height = 0
      if isSelfSizing {
        if cell.bounds.width != rowWidth {
          UIView.performWithoutAnimation {
            cell.setLayoutFrame(
              CGRect(x: rowInset, y: cell.frame.minY, width: rowWidth, height: cell.bounds.height))
          }
        }
        height =
          cell.systemLayoutSizeFitting(
            CGSize(width: rowWidth, height: 0), withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel
          ).height
      }
      if height <= 0 { height = Self.standardRowHeight }
    }
    let row = TableRows.Row(height: height, isEstimated: false)
    if geometry.sections[path.section].rows[path.row].height != height
      || geometry.sections[path.section].rows[path.row].isEstimated
    {
      geometry.sections[path.section].rows[path.row] = row
    }
  }

  private func settleHeight(of view: UIView, _ section: Int, _ strip: Strip) {
    guard geometry.sections.indices.contains(section) else { return }
    let row = TableRows.Row(height: height(of: view, section, strip), isEstimated: false)
    if strip == .header { geometry.sections[section].header = row } else { geometry.sections[section].footer = row }
  }

  private func settleHeightOutside(of view: UIView, _ section: Int, _ strip: Strip) {
    guard geometry.sections.indices.contains(section) else { return }
    let known = strip == .header ? geometry.sections[section].header : geometry.sections[section].footer
    guard known.isEstimated else { return }
    if view.superview != nil { view.leave(notifying: false) }
    UIScreen.showing(window?.screen ?? .main) { settleHeight(of: view, section, strip) }
    view.host?.dissolve()
  }

  /// Makes the missing cells, headers and footers of the visible part. Returns true if one was made or the content's height changed, because
  /// the rest may have moved then.
  private func showWhatIsSeen() -> Bool {
    let before = geometry.height
    var isNew = false
    for section in geometry.sections(in: seen) {
      if headers[section] == nil { isNew = showStrip(section, .header) || isNew }
      if footers[section] == nil, overlaps(geometry.footer(section)) { isNew = showStrip(section, .footer) || isNew }
    }
    for path in geometry.rows(in: seen) where cells[path] == nil {
      show(path)
      isNew = true
      if geometry.row(path).upperBound >= seen.upperBound { break }
    }
    return isNew || geometry.height != before
  }
  private func overlaps(_ range: ClosedRange<CGFloat>) -> Bool {
    range.lowerBound < seen.upperBound && range.upperBound > seen.lowerBound
      || range.lowerBound == range.upperBound && seen.contains(range.lowerBound)
  }

  func show(_ path: IndexPath) {
    guard let dataSource else { return }
    let cell = dataSource.tableView(self, cellForRowAt: path)
    UIView.performWithoutAnimation {
      if cell.superview !== self {
        cell.removeFromSuperview()
        place(cell, at: backgroundView == nil ? 0 : 1)
      }
      cell.isHidden = false
      // A content view that kept the size of its last row would conflict with this row's constraints.
      cell.contentView.setLayoutFrame(.zero)
      let top = geometry.row(path)
      cell.setLayoutFrame(rect(top))
      if MarginRules.isLarge((window?.bounds ?? bounds).size.model), cell.contentView.margins.own.leading == 16 {
        cell.contentView.directionalLayoutMargins = NSDirectionalEdgeInsets(
          top: cell.contentView.margins.own.top, leading: 20, bottom: cell.contentView.margins.own.bottom, trailing: 20)
      }
    }
    cells[path] = cell
    if isEditing { cell.setEditing(true, animated: false) }
    measure(path)
    UIView.performWithoutAnimation { cell.setLayoutFrame(rect(geometry.row(path))) }
    if selection.contains(path) { cell.setSelected(true, animated: false) }
    delegate?.tableView(self, willDisplay: cell, forRowAt: path)
  }

  private func showStrip(_ section: Int, _ strip: Strip) -> Bool {
    let view = makeStrip(section, strip)
    guard let view else {
      let bare = bareHeight(section, strip)
      let known = strip == .header ? geometry.sections[section].header : geometry.sections[section].footer
      guard known.isEstimated, known.height != bare else { return false }
      let row = TableRows.Row(height: bare, isEstimated: false)
      if strip == .header { geometry.sections[section].header = row } else { geometry.sections[section].footer = row }
      return true
    }
    UIView.performWithoutAnimation {
      let keepsFrame = view.translatesAutoresizingMaskIntoConstraints
      // A frame of another height would conflict with the constraints in the view. So its height is determined before it is added.
      if keepsFrame { settleHeightOutside(of: view, section, strip) }
      let place = strip == .header ? geometry.header(section) : geometry.footer(section)
      if keepsFrame { view.setLayoutFrame(rect(place)) }
      if view.superview !== self { addSubview(view) }
      view.isHidden = false
      if !keepsFrame { settleHeight(of: view, section, strip) }
    }
    if strip == .header {
      headers[section] = view
      delegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
    } else {
      footers[section] = view
      delegate?.tableView(self, willDisplayFooterView: view, forSection: section)
    }
    return true
  }

  // MARK: What no longer shows

  private func putAwayTheUnseen() {
    let shown = Set(geometry.rows(in: seen))
    for path in cells.keys.sorted() where !shown.contains(path) { endDisplaying(path) }
    let sections = Set(geometry.sections(in: seen))
    for section in headers.keys.sorted() where !sections.contains(section) { endDisplayingHeader(section) }
    for section in footers.keys.sorted() where !sections.contains(section) { endDisplayingFooter(section) }
  }

  func endDisplaying(_ path: IndexPath) {
    guard let cell = cells.removeValue(forKey: path) else { return }
    putAway(cell)
    delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
  }
  func putAway(_ cell: UITableViewCell) {
    guard let identifier = cell.reuseIdentifier else { return cell.removeFromSuperview() }
    UIView.performWithoutAnimation { cell.isHidden = true }
    pool.put(cell, identifier)
  }
  func endDisplayingHeader(_ section: Int) {
    guard let view = headers.removeValue(forKey: section) else { return }
    putAway(view)
    delegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: section)
  }
  func endDisplayingFooter(_ section: Int) {
    guard let view = footers.removeValue(forKey: section) else { return }
    putAway(view)
    delegate?.tableView(self, didEndDisplayingFooterView: view, forSection: section)
  }
  private func putAway(_ view: UIView) {
    guard let strip = view as? UITableViewHeaderFooterView, let identifier = strip.reuseIdentifier else {
      return view.removeFromSuperview()
    }
    UIView.performWithoutAnimation { view.isHidden = true }
    stripPool.put(strip, identifier)
  }

  // MARK: Frames

  /// Places the table's header, which is as wide as the table and keeps its height. The sections begin below it.
  private func placeHeaderView() {
    guard let view = tableHeaderView else {
      geometry.top = 0
      return
    }
    if view.translatesAutoresizingMaskIntoConstraints {
      view.setLayoutFrame(CGRect(x: 0, y: 0, width: bounds.width, height: view.bounds.height))
    }
    geometry.top = view.frame.height
  }

  func placeAll() {
    for path in cells.keys.sorted() { cells[path]?.setLayoutFrame(rect(geometry.row(path))) }
    for section in headers.keys.sorted() {
      guard let view = headers[section] else { continue }
      var frame = rect(geometry.header(section))
      if style == .plain {
        // The header stays at the top while its section is visible.
        let end = geometry.footer(section).lowerBound
        frame.origin.y = max(frame.minY, min(bounds.minY + adjustedContentInset.top, end - frame.height))
      }
      placeStrip(view, frame)
    }
    for section in footers.keys.sorted() {
      guard let view = footers[section] else { continue }
      var frame = rect(geometry.footer(section))
      if style == .plain {
        let start = geometry.header(section).upperBound
        let bottom = bounds.maxY - adjustedContentInset.bottom
        frame.origin.y = min(frame.minY, max(bottom - frame.height, start))
      }
      placeStrip(view, frame)
    }
    if let view = tableFooterView, view.translatesAutoresizingMaskIntoConstraints {
      view.setLayoutFrame(CGRect(x: 0, y: geometry.height, width: bounds.width, height: view.bounds.height))
    }
    backgroundView?.setLayoutFrame(bounds)
  }
  private func placeStrip(_ view: UIView, _ frame: CGRect) {
    if view.translatesAutoresizingMaskIntoConstraints { view.setLayoutFrame(frame) }
  }

  func updateContentSize() {
    let size = CGSize(width: bounds.width, height: geometry.height + (tableFooterView?.bounds.height ?? 0))
    if size != contentSize { contentSize = size }
  }

  /// Limits the offset if there are fewer rows than before.
  private func clampOffset() {
    guard !isDragging else { return }
    let limit = limited(contentOffset).y
    if contentOffset.y > max(limit, -adjustedContentInset.top) { contentOffset.y = limit }
  }
}
