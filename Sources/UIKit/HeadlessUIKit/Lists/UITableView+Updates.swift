import Foundation
import ScenePlayer

/// Batches of updates: rows and sections are added, removed, moved and reloaded, and the others move to their new places.
extension UITableView {
  /// Opens a batch of updates. Batches may be nested; the outermost one takes effect.
  public func beginUpdates() {
    loadIfNeeded()
    batchDepth += 1
  }

  /// Ends a batch of updates. The heights of visible rows are requested and measured again, even if the batch contains no edit.
  public func endUpdates() {
    guard batchDepth > 0 else { return }
    if batchDepth == 1 { finishBatch() } else { batchDepth -= 1 }
  }

  /// Makes the changes of a block in one batch: rows slide and fade in 0.3 s. Counts that do not fit the changes end the process with
  /// UIKit's message.
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    beginUpdates()
    if let completion { batchCompletions.append(completion) }
    updates?()
    endUpdates()
  }

  /// Inserts rows, at the places that they have after the batch.
  public func insertRows(at paths: [IndexPath], with look: RowAnimation = .automatic) {
    edit { batch.inserted.formUnion(paths) }
  }
  /// Deletes rows, at the places that they have before the batch.
  public func deleteRows(at paths: [IndexPath], with look: RowAnimation = .automatic) {
    edit { batch.deleted.formUnion(paths) }
  }
  /// Replaces the cells of rows by new ones; the places are those before the batch.
  public func reloadRows(at paths: [IndexPath], with look: RowAnimation = .automatic) {
    edit { batch.reloaded.formUnion(paths) }
  }
  /// Has the cells of rows filled again. Here they are replaced, as by `reloadRows(at:with:)`.
  public func reconfigureRows(at paths: [IndexPath]) { edit { batch.reloaded.formUnion(paths) } }
  /// Moves a row from its place before the batch to its place after it.
  public func moveRow(at path: IndexPath, to new: IndexPath) { edit { batch.moved[new] = path } }
  /// Inserts sections, at the indexes that they have after the batch.
  public func insertSections(_ sections: IndexSet, with look: RowAnimation = .automatic) {
    edit { batch.insertedSections.formUnion(sections) }
  }
  /// Deletes sections, at the indexes that they have before the batch.
  public func deleteSections(_ sections: IndexSet, with look: RowAnimation = .automatic) {
    edit { batch.deletedSections.formUnion(sections) }
  }
  /// Replaces the cells of whole sections by new ones; the indexes are those before the batch.
  public func reloadSections(_ sections: IndexSet, with look: RowAnimation = .automatic) {
    edit { batch.reloadedSections.formUnion(sections) }
  }
  /// Moves a section from its index before the batch to its index after it.
  public func moveSection(_ section: Int, toSection new: Int) { edit { batch.movedSections[new] = section } }
  public func reloadSectionIndexTitles() {}  // inert

  /// Performs a whole batch at once.
  func perform(_ updates: ListUpdates, _ completion: @escaping (Bool) -> Void) {
    beginUpdates()
    batch = updates
    batchCompletions.append(completion)
    endUpdates()
  }

  /// Performs an edit. Outside of a batch the edit becomes a batch by itself.
  private func edit(_ change: () -> Void) {
    beginUpdates()
    change()
    endUpdates()
  }

  private func finishBatch() {
    let updates = batch
    let completions = batchCompletions
    (batch, batchCompletions) = (ListUpdates(), [])
    let isShown = !cells.isEmpty || (pendingLayout == false && bounds.height > 0)
    let gone = updates.isEmpty ? [] : renumber(updates)
    batchDepth = 0
    guard isShown, bounds.width > 0 else {
      setNeedsLayout()
      for done in completions { done(true) }
      return
    }
    measureAgain()
    let old = Set(cells.values.map { ObjectIdentifier($0) })
    // Without animation, everything is in its place at once.
    let isAnimated = UIView.areAnimationsEnabled && host?.player != nil && window != nil
    guard isAnimated else {
      finish(gone)
      tile()
      for done in completions { done(true) }
      return
    }
    // Inserted rows fade in at their final places; deleted rows fade out.
    UIView.run(
      UITableView.updateAnimation,
      {
        tile()
        for cell in gone { cell.alpha = 0 }
        for path in cells.keys.sorted() {
          guard let cell = cells[path], !old.contains(ObjectIdentifier(cell)), updates.inserted.contains(path) else {
            continue
          }
          UIView.performWithoutAnimation { cell.alpha = 0 }
          cell.alpha = 1
        }
        for path in cells.keys.sorted() { cells[path]?.layoutIfNeeded() }
      },
      { [weak self] finished in
        self?.finish(gone)
        for done in completions { done(finished) }
      })
  }

  /// The animation of updates. Like UIKit's, it lasts 0.3 s.
  private static let updateAnimation = ViewAnimation(duration: 0.3)

  private func finish(_ gone: [UITableViewCell]) {
    for cell in gone {
      UIView.performWithoutAnimation { cell.alpha = 1 }
      putAway(cell)
    }
  }

  /// Moves cells and heights with their rows to the new places; returns the cells whose rows are gone.
  private func renumber(_ updates: ListUpdates) -> [UITableViewCell] {
    guard let dataSource else { return [] }
    let old = geometry.sections
    let count = dataSource.numberOfSections(in: self)
    let counts = (0..<count).map { dataSource.tableView(self, numberOfRowsInSection: $0) }
    let origins: ListUpdates.Origins
    do {
      origins = try updates.origins(from: old.map(\.rows.count), to: counts, .table)
    } catch {
      raise("NSInternalInconsistencyException: \(error.message)")
    }
    isLoaded = false
    loadIfNeeded()
    for (section, rows) in origins.elements.enumerated() {
      for (row, origin) in rows.enumerated() {
        guard let origin, !updates.isReloaded(origin), old.indices.contains(origin.section),
          old[origin.section].rows.indices.contains(origin.row)
        else { continue }
        geometry.sections[section].rows[row] = old[origin.section].rows[origin.row]
      }
    }
    let places = origins.destinations
    var (kept, gone): ([IndexPath: UITableViewCell], [UITableViewCell]) = ([:], [])
    for path in cells.keys.sorted() {
      guard let cell = cells[path] else { continue }
      if let place = places[path], !updates.isReloaded(path) { kept[place] = cell } else { gone.append(cell) }
    }
    cells = kept
    selection = Set(selection.compactMap { places[$0] })
    var (newHeaders, newFooters): ([Int: UIView], [Int: UIView]) = ([:], [:])
    for (section, origin) in origins.sections.enumerated() {
      guard let origin, !updates.reloadedSections.contains(origin) else { continue }
      newHeaders[section] = headers.removeValue(forKey: origin)
      newFooters[section] = footers.removeValue(forKey: origin)
    }
    for section in headers.keys.sorted() { endDisplayingHeader(section) }
    for section in footers.keys.sorted() { endDisplayingFooter(section) }
    (headers, footers) = (newHeaders, newFooters)
    return gone
  }
}
