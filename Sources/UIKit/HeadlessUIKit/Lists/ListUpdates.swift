import Foundation

/// The changes that a batch makes to the rows of a table or the items of a collection.
///
/// Deletions and reloads refer to places before the batch, insertions to places after it; a move has one of each.
nonisolated struct ListUpdates {
  struct Words {
    var list, element, elements: String
    static let table = Words(list: "table view", element: "row", elements: "rows")
    static let collection = Words(list: "collection view", element: "item", elements: "items")
  }

  /// The place that each section and element had before a batch; nil if it is new.
  struct Origins {
    var sections: [Int?]
    var elements: [[IndexPath?]]

    /// The new places, by old ones.
    var destinations: [IndexPath: IndexPath] {
      var places: [IndexPath: IndexPath] = [:]
      for (section, origins) in elements.enumerated() {
        for (row, origin) in origins.enumerated() {
          if let origin { places[origin] = IndexPath(row: row, section: section) }
        }
      }
      return places
    }
  }

  /// UIKit's error for a batch whose insertions and deletions do not explain the data source's new number of elements.
  struct Mismatch: Error { var message: String }

  var deletedSections = IndexSet()
  var insertedSections = IndexSet()
  var reloadedSections = IndexSet()
  var movedSections: [Int: Int] = [:]
  var deleted: Set<IndexPath> = []
  var inserted: Set<IndexPath> = []
  var reloaded: Set<IndexPath> = []
  /// The old places, by new ones.
  var moved: [IndexPath: IndexPath] = [:]

  var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty && movedSections.isEmpty
      && deleted.isEmpty && inserted.isEmpty && reloaded.isEmpty && moved.isEmpty
  }

  func isReloaded(_ old: IndexPath) -> Bool { reloaded.contains(old) || reloadedSections.contains(old.section) }

  /// Returns where each section and element was before the batch.
  ///
  /// - Parameters:
  ///   - old: how many elements each section had.
  ///   - new: how many the data source now says it has.
  func origins(from old: [Int], to new: [Int], _ words: Words) throws(Mismatch) -> Origins {
    var sections: [Int?] = Array(repeating: nil, count: new.count)
    var stays = old.indices.filter { !deletedSections.contains($0) }
    for (to, from) in movedSections where sections.indices.contains(to) { sections[to] = from }
    stays.removeAll { movedSections.values.contains($0) }
    let free = sections.indices.filter { !insertedSections.contains($0) && movedSections[$0] == nil }
    guard stays.count == free.count else {
      throw Mismatch(
        message:
          "Invalid update: invalid number of sections. The number of sections contained in the \(words.list) after "
          + "the update (\(new.count)) must be equal to the number of sections contained in the \(words.list) before the "
          + "update (\(old.count)), plus or minus the number of sections inserted or deleted "
          + "(\(insertedSections.count) inserted, \(deletedSections.count) deleted).")
    }
    for (place, origin) in zip(free, stays) { sections[place] = origin }

    var elements = new.map { [IndexPath?](repeating: nil, count: $0) }
    for (to, from) in moved where elements.indices.contains(to.section) && to.row < elements[to.section].count {
      elements[to.section][to.row] = from
    }
    let movedAway = Set(moved.values)
    for (section, origin) in sections.enumerated() {
      guard let origin, !reloadedSections.contains(origin) else { continue }
      let stays = (0..<old[origin]).map { IndexPath(row: $0, section: origin) }
        .filter { !deleted.contains($0) && !movedAway.contains($0) }
      let free = (0..<new[section]).filter {
        let place = IndexPath(row: $0, section: section)
        return !inserted.contains(place) && moved[place] == nil
      }
      guard stays.count == free.count else {
        throw Mismatch(message: refusal(of: section, from: origin, old[origin], new[section], words))
      }
      for (place, origin) in zip(free, stays) { elements[section][place] = origin }
    }
    return Origins(sections: sections, elements: elements)
  }

  private func refusal(of section: Int, from origin: Int, _ old: Int, _ new: Int, _ words: Words) -> String {
    func count(_ places: some Sequence<IndexPath>, in section: Int) -> Int { places.count { $0.section == section } }
    return "Invalid update: invalid number of \(words.elements) in section \(section). The number of \(words.elements) "
      + "contained in an existing section after the update (\(new)) must be equal to the number of \(words.elements) "
      + "contained in that section before the update (\(old)), plus or minus the number of \(words.elements) inserted or "
      + "deleted from that section (\(count(inserted, in: section)) inserted, \(count(deleted, in: origin)) deleted) and "
      + "plus or minus the number of \(words.elements) moved into or out of that section "
      + "(\(count(moved.keys, in: section)) moved in, \(count(moved.values, in: origin)) moved out)."
  }
}
