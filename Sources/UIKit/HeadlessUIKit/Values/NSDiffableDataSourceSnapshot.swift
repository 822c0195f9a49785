import Foundation

/// Sections and items by identity, in order: the content that a diffable data source shows.
nonisolated public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
  /// The sections, in order.
  public private(set) var sectionIdentifiers: [SectionIdentifierType] = []
  private var items: [SectionIdentifierType: [ItemIdentifierType]] = [:]
  /// The items that are to get new cells.
  public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
  /// The items whose cells are to be filled again.
  public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []
  /// The sections whose items are to get new cells.
  public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []

  /// Makes a snapshot without sections.
  public init() {}

  /// The number of sections.
  public var numberOfSections: Int { sectionIdentifiers.count }
  /// The number of items in all sections.
  public var numberOfItems: Int { items.values.reduce(0) { $0 + $1.count } }
  /// The items of all sections, in order.
  public var itemIdentifiers: [ItemIdentifierType] { sectionIdentifiers.flatMap { items[$0] ?? [] } }
  /// Returns the number of items in a section; 0 for a section that is not in the snapshot.
  public func numberOfItems(inSection section: SectionIdentifierType) -> Int { items[section]?.count ?? 0 }
  /// Returns the items of a section, in order.
  public func itemIdentifiers(inSection section: SectionIdentifierType) -> [ItemIdentifierType] { items[section] ?? [] }
  /// Returns the section that an item is in; nil if the item is not there.
  public func sectionIdentifier(containingItem item: ItemIdentifierType) -> SectionIdentifierType? {
    sectionIdentifiers.first { items[$0]?.contains(item) ?? false }
  }
  /// Returns the index of an item among the items of all sections; nil if it is not there. The cost grows with the number of items.
  public func indexOfItem(_ item: ItemIdentifierType) -> Int? { itemIdentifiers.firstIndex(of: item) }
  /// Returns the index of a section; nil if it is not there.
  public func indexOfSection(_ section: SectionIdentifierType) -> Int? { sectionIdentifiers.firstIndex(of: section) }

  /// Adds sections at the end.
  public mutating func appendSections(_ sections: [SectionIdentifierType]) {
    insert(sections, at: sectionIdentifiers.count)
  }
  /// Inserts sections before another.
  public mutating func insertSections(_ sections: [SectionIdentifierType], beforeSection other: SectionIdentifierType) {
    insert(sections, at: place(of: other))
  }
  /// Inserts sections after another.
  public mutating func insertSections(_ sections: [SectionIdentifierType], afterSection other: SectionIdentifierType) {
    insert(sections, at: place(of: other) + 1)
  }
  private mutating func insert(_ sections: [SectionIdentifierType], at index: Int) {
    for section in sections where items[section] != nil {
      raise("NSInternalInconsistencyException: Section identifier count does not match; \(section) is there already.")
    }
    sectionIdentifiers.insert(contentsOf: sections, at: index)
    for section in sections { items[section] = [] }
  }
  private func place(of section: SectionIdentifierType) -> Int {
    guard let place = indexOfSection(section) else {
      raise("NSInternalInconsistencyException: Invalid parameter not satisfying: there is no section \(section)")
    }
    return place
  }
  /// Deletes sections with their items.
  public mutating func deleteSections(_ sections: [SectionIdentifierType]) {
    sectionIdentifiers.removeAll { sections.contains($0) }
    for section in sections { items[section] = nil }
  }
  /// Moves a section before another.
  public mutating func moveSection(_ section: SectionIdentifierType, beforeSection other: SectionIdentifierType) {
    sectionIdentifiers.remove(at: place(of: section))
    sectionIdentifiers.insert(section, at: place(of: other))
  }
  /// Moves a section after another.
  public mutating func moveSection(_ section: SectionIdentifierType, afterSection other: SectionIdentifierType) {
    sectionIdentifiers.remove(at: place(of: section))
    sectionIdentifiers.insert(section, at: place(of: other) + 1)
  }
  /// Marks all items of sections as needing new cells.
  public mutating func reloadSections(_ sections: [SectionIdentifierType]) { reloadedSectionIdentifiers += sections }

  /// Adds items at the end of a section, or of the last section if none is given. Items that are there already move.
  public mutating func appendItems(_ new: [ItemIdentifierType], toSection section: SectionIdentifierType? = nil) {
    guard let section = section ?? sectionIdentifiers.last, items[section] != nil else {
      raise(
        "NSInternalInconsistencyException: There are currently no sections in the data source. Please add a section first."
      )
    }
    // An item that is already in the snapshot moves.
    deleteItems(new)
    items[section]?.append(contentsOf: new)
  }
  /// Inserts items before another, in its section.
  public mutating func insertItems(_ new: [ItemIdentifierType], beforeItem other: ItemIdentifierType) {
    insert(new, beside: other, offset: 0)
  }
  /// Inserts items after another, in its section.
  public mutating func insertItems(_ new: [ItemIdentifierType], afterItem other: ItemIdentifierType) {
    insert(new, beside: other, offset: 1)
  }
  private mutating func insert(_ new: [ItemIdentifierType], beside other: ItemIdentifierType, offset: Int) {
    guard let section = sectionIdentifier(containingItem: other), let index = items[section]?.firstIndex(of: other)
    else {
      raise("NSInternalInconsistencyException: Invalid parameter not satisfying: there is no item \(other)")
    }
    items[section]?.insert(contentsOf: new, at: index + offset)
  }
  /// Deletes items.
  public mutating func deleteItems(_ gone: [ItemIdentifierType]) {
    let gone = Set(gone)
    for section in sectionIdentifiers { items[section]?.removeAll { gone.contains($0) } }
  }
  /// Deletes all sections and items.
  public mutating func deleteAllItems() { (sectionIdentifiers, items) = ([], [:]) }
  /// Moves an item before another, into its section.
  public mutating func moveItem(_ item: ItemIdentifierType, beforeItem other: ItemIdentifierType) {
    deleteItems([item])
    insertItems([item], beforeItem: other)
  }
  /// Moves an item after another, into its section.
  public mutating func moveItem(_ item: ItemIdentifierType, afterItem other: ItemIdentifierType) {
    deleteItems([item])
    insertItems([item], afterItem: other)
  }
  /// Marks items as needing new cells.
  public mutating func reloadItems(_ some: [ItemIdentifierType]) { reloadedItemIdentifiers += some }
  /// Marks the cells of items as needing to be filled again.
  public mutating func reconfigureItems(_ some: [ItemIdentifierType]) { reconfiguredItemIdentifiers += some }

  func item(at path: IndexPath) -> ItemIdentifierType? {
    guard sectionIdentifiers.indices.contains(path.section) else { return nil }
    let there = itemIdentifiers(inSection: sectionIdentifiers[path.section])
    return there.indices.contains(path.item) ? there[path.item] : nil
  }
  func places() -> [ItemIdentifierType: IndexPath] {
    var places: [ItemIdentifierType: IndexPath] = [:]
    for (section, identifier) in sectionIdentifiers.enumerated() {
      for (index, item) in itemIdentifiers(inSection: identifier).enumerated() {
        places[item] = IndexPath(item: index, section: section)
      }
    }
    return places
  }

  /// Returns the edits that lead from another snapshot to this one.
  func updates(from old: Self) -> ListUpdates {
    var updates = ListUpdates()
    let (was, are) = (old.places(), places())
    let (oldSections, newSections) = (Set(old.sectionIdentifiers), Set(sectionIdentifiers))
    for (index, section) in old.sectionIdentifiers.enumerated() where !newSections.contains(section) {
      updates.deletedSections.insert(index)
    }
    for (index, section) in sectionIdentifiers.enumerated() where !oldSections.contains(section) {
      updates.insertedSections.insert(index)
    }
    // Sections that are in both snapshots move if they are out of order.
    let stays = old.sectionIdentifiers.filter { newSections.contains($0) }
    let here = sectionIdentifiers.filter { oldSections.contains($0) }
    for section in Self.outOfOrder(stays, here) {
      if let from = old.indexOfSection(section), let to = indexOfSection(section) { updates.movedSections[to] = from }
    }
    for (item, path) in was where are[item] == nil && !updates.deletedSections.contains(path.section) {
      updates.deleted.insert(path)
    }
    for (item, path) in are where was[item] == nil && !updates.insertedSections.contains(path.section) {
      updates.inserted.insert(path)
    }
    for section in here {
      let before = old.itemIdentifiers(inSection: section), after = itemIdentifiers(inSection: section)
      let (had, has) = (Set(before), Set(after))
      for item in Self.outOfOrder(before.filter { has.contains($0) }, after.filter { had.contains($0) }) {
        if let from = was[item], let to = are[item] { updates.moved[to] = from }
      }
    }
    // Items that move from one section into another.
    for (item, to) in are {
      guard let from = was[item], old.sectionIdentifiers[from.section] != sectionIdentifiers[to.section] else {
        continue
      }
      let (leaves, enters) = (
        updates.deletedSections.contains(from.section), updates.insertedSections.contains(to.section)
      )
      if leaves && enters { continue }
      updates.moved[to] = from
    }
    for item in reloadedItemIdentifiers + reconfiguredItemIdentifiers {
      if let path = was[item] { updates.reloaded.insert(path) }
    }
    for section in reloadedSectionIdentifiers {
      if let index = old.indexOfSection(section) { updates.reloadedSections.insert(index) }
    }
    return updates
  }

  /// Returns the elements that must move so that the first order becomes the second: all but a longest subsequence that is in both orders.
  private static func outOfOrder<Element: Hashable>(_ old: [Element], _ new: [Element]) -> [Element] {
    if old == new { return [] }
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
    // Patience sorting: the top of each pile, and for each element the top of the pile before its own at the time when it was added.
    var tops: [Int] = []
    var before: [Int?] = Array(repeating: nil, count: new.count)
    let sequence = new.map { places[$0] ?? 0 }
    for (index, value) in sequence.enumerated() {
      var (low, high) = (0, tops.count)
      while low < high {
        let middle = (low + high) / 2
        if sequence[tops[middle]] < value { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? tops[low - 1] : nil
      if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    var keeps: Set<Int> = []
    var next = tops.last
    while let index = next {
      keeps.insert(index)
      next = before[index]
    }
    return new.indices.filter { !keeps.contains($0) }.map { new[$0] }
  }
}

nonisolated extension NSDiffableDataSourceSnapshot: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    a.sectionIdentifiers == b.sectionIdentifiers && a.items == b.items
  }
}
nonisolated extension NSDiffableDataSourceSnapshot: @unchecked Sendable {}
