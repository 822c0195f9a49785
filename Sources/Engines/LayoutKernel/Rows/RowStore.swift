import LayoutPlugin
import SceneModel

/// The rows that the scene wants, the rows that the engine has, and the differences since the last transaction.
///
/// These hold at any time, and `violations` checks them:
/// - `touched` contains exactly the rows that may differ from the engine's, each once;
/// - a constraint is marked stale only if it is in `stale`; a constraint and the items that its row reads name each other;
/// - an item whose wanted unknowns differ from those that the engine knows is marked and in `touchedItems` once; an item that left the scene and
///   whose unknowns the engine has is in `forgottenItems`, and no present item has its number;
/// - an item's bits say which of its system constraints have rows in the scene;
/// - each part has a row, and a part that came or went is in `touchedParts`.
///
/// The row that is being made (`LayoutKernel.sum`) lies outside: it is lent to code that changes the store.
final class RowStore {
  // One thread uses the store, and no code that may call the store again gets access to its variables (see `LayoutKernel`).

  /// The rows as the scene wants them, and as the engine has them.
  @exclusivity(unchecked) var table = RowTable()
  @exclusivity(unchecked) var constraints: ConstraintTable
  @exclusivity(unchecked) var readers = ReaderLinks()
  /// The rows that differ from the engine's, or may differ.
  @exclusivity(unchecked) var touched: [UInt32] = []
  /// Items whose wanted unknowns differ from those that the engine knows.
  @exclusivity(unchecked) var touchedItems: [Item] = []
  /// The items that left the scene and whose unknowns the engine still has.
  @exclusivity(unchecked) private(set) var forgottenItems: [Item] = []
  /// The document's constraints whose row must be made again; some may have been removed.
  @exclusivity(unchecked) var stale: [UInt32] = []
  /// Broken constraints with the conflict set that each was broken for, oldest first.
  @exclusivity(unchecked) private(set) var broken = BrokenConstraints()
  /// The values of the parts of optional constraints (`Variable.init(partOf:)`), by constraint.
  @exclusivity(unchecked) var parts = NumberTable<Double>()
  /// The constraints whose parts the engine knows.
  @exclusivity(unchecked) private(set) var declaredParts = NumberSet()
  /// The constraints whose parts were added or removed since the last transaction.
  @exclusivity(unchecked) private(set) var touchedParts = NumberSet()
  /// Rows that a measurement removes and adds again unchanged. They stay in this set until the engine has received these edits.
  @exclusivity(unchecked) var aside = NumberSet()
  /// An item whose numbers grow without limit from round to round, so that the layout does not settle; nil if there is none.
  @exclusivity(unchecked) var runaway: Item?
  /// The list of edits. Keeping its memory lets repeated edits allocate nothing.
  @exclusivity(unchecked) var spareEdits: [BorrowedEdit] = []
  /// The number of rows when the tables last freed memory.
  @exclusivity(unchecked) private var trimmedCount = 0

  init(_ constraints: [LayoutConstraint]) { self.constraints = ConstraintTable(constraints) }
}

/// Declares unknowns that the engine must have.
extension RowStore {
  /// Notes that the engine must know these unknowns.
  func want(_ unknowns: Unknown.Set, of item: Item) {
    guard !unknowns.isSubset(of: item.wantedUnknowns) else { return }
    if item.wantedUnknowns.isEmpty, let ghost = forgottenItems.firstIndex(where: { $0.id == item.id }) {
      // The number is in use again before the engine was informed that it had been removed.
      HardState.numberCameBack.reach()
      item.declaredUnknowns = forgottenItems.remove(at: ghost).declaredUnknowns
    }
    item.wantedUnknowns.formUnion(unknowns)
    guard !item.isTouched else { return }
    item.isTouched = true
    touchedItems.append(item)
  }

  /// Notes that an item has left the scene, so that the engine forgets its unknowns.
  func forgetUnknowns(of item: Item) {
    item.wantedUnknowns = []
    if !item.declaredUnknowns.isEmpty { forgottenItems.append(item) }
  }

  /// Adds a row to those that the scene wants, or replaces it.
  func want(_ row: BorrowedRow) {
    if !aside.isEmpty { aside.remove(row.id.rawValue) }
    if table.want(row) { touched.append(row.id.rawValue) }
  }

  /// Adds a row again that was removed for a measurement. The row still counts as put aside.
  func takeBack(_ row: BorrowedRow) { if table.want(row) { touched.append(row.id.rawValue) } }

  /// Sets the constant that a row should have from now on. Does nothing if the scene has no such row.
  func want(_ constant: Double, for id: UInt32) {
    if !aside.isEmpty { aside.remove(id) }
    if table.want(constant, for: id) { touched.append(id) }
  }

  /// Removes a row from those that the scene wants; does nothing if it is not among them.
  func drop(_ id: LinearConstraint.ID) {
    if !aside.isEmpty { aside.remove(id.rawValue) }
    if table.drop(id.rawValue) { touched.append(id.rawValue) }
  }

  /// Adds the row that defines an optional constraint's part, a helper variable (`Variable.init(partOf:)`).
  func wantPart(of id: UInt32, _ row: BorrowedRow) {
    if !parts.contains(id) {
      parts[id] = 0
      touchedParts.insert(id)
    }
    want(row)
  }

  /// Removes the row that defines an optional constraint's part, if it has one (`Variable.init(partOf:)`).
  func dropPart(of id: UInt32) {
    guard !parts.isEmpty, parts.removeValue(forKey: id) != nil else { return }
    touchedParts.insert(id)
    drop(LinearConstraint.ID(partOf: id))
  }

  /// Removes the rows of one group of an item's system constraints.
  func drop(_ group: SlotGroup, of item: Item) { dropSlots(item.systemRows & group.bits, of: item) }

  /// Removes the rows of all system constraints of an item.
  func dropSystemRows(of item: Item) { dropSlots(item.systemRows, of: item) }

  /// Removes the rows of an item's system constraints in the given slots; `slots` has one bit for each slot.
  func dropSlots(_ slots: UInt64, of item: Item) {
    if slots == 0 { return }
    item.systemRows &= ~slots
    for slot in Bits(slots) { drop(LinearConstraint.ID(item.id, slot: slot)) }
  }

  /// The rows of one group of system constraints that the scene has for an item.
  func systemRows(of item: Item, _ group: SlotGroup) -> [LinearConstraint.ID] {
    Bits(item.systemRows & group.bits).map { LinearConstraint.ID(item.id, slot: $0) }
  }

  /// Marks the row of a constraint as one that must be made again.
  func markStale(_ id: UInt32) {
    var isNew = false
    constraints.update(id) { state in
      isNew = !state.isStale
      state.isStale = true
    }
    if isNew { stale.append(id) }
  }

  /// Marks the constraints whose rows read an item, or only its margins, so that their rows are made again.
  func markStale(readersOf item: Item, marginsOnly: Bool = false) {
    readers.each(of: item.node, marginsOnly: marginsOnly) { markStale($0) }
  }

  /// Whether the engine may differ from the scene.
  var hasUnsentChanges: Bool {
    !touched.isEmpty || !stale.isEmpty || !touchedItems.isEmpty || !forgottenItems.isEmpty
  }
}

/// The difference between the scene's rows and the engine's.
extension RowStore {
  /// Collects the edits for the engine. `untouched` are rows that have not changed, but whose constraints have just been broken or are tried again;
  /// `broken` are all constraints that are broken now. Removals come first, so that an id can be added again with other terms in the same
  /// transaction.
  func collect(_ edits: inout [BorrowedEdit], also untouched: [UInt32], broken: BrokenConstraints) {
    edits.reserveCapacity(touched.count + 4 * touchedItems.count + untouched.count)
    // Only rows with two versions can need a removal.
    if table.hasChanges { for id in touched { table.appendRemoval(of: id, to: &edits) } }
    for item in touchedItems {
      for unknown in Bits(UInt64(item.wantedUnknowns.subtracting(item.declaredUnknowns).rawValue)) {
        let isSize = Unknown(rawValue: unknown)?.isSize ?? false
        edits.append(.declare(Variable(item.id.rawValue << 4 | unknown), nonNegative: isSize))
      }
    }
    for id in touchedParts.keys where parts.contains(id) && !declaredParts.contains(id) {
      edits.append(.declare(Variable(partOf: id), nonNegative: false))
    }
    for id in touched { table.appendChanges(of: id, to: &edits, isBroken: broken.contains(id)) }
    for id in untouched { table.appendChanges(of: id, to: &edits, isBroken: broken.contains(id)) }
    for item in forgottenItems {
      for unknown in item.declaredUnknowns.members { edits.append(.forget(Variable(item.id, unknown))) }
    }
    for id in touchedParts.keys where !parts.contains(id) && declaredParts.contains(id) {
      edits.append(.forget(Variable(partOf: id)))
    }
  }

  /// Records that the engine has all rows of the scene, and that the constraints `new` are broken.
  func commit(also untouched: [UInt32], broken new: BrokenConstraints, keepingBytes room: Int) {
    if touched.count == table.count, !table.hasChanges, new.isEmpty {
      table.settleAll()
    } else {
      for id in touched { table.settle(id, isBroken: new.contains(id)) }
      for id in untouched { table.settle(id, isBroken: new.contains(id)) }
    }
    table.endTransaction(keepingBytes: room)
    touched.removeAll(keepingBytes: room)
    for item in touchedItems {
      item.declaredUnknowns = item.wantedUnknowns
      item.isTouched = false
    }
    touchedItems.removeAll(keepingBytes: room)
    if !touchedParts.isEmpty {
      for id in touchedParts.keys {
        if parts.contains(id) { declaredParts.insert(id) } else { declaredParts.remove(id) }
      }
      touchedParts.removeAll()
    }
    if !forgottenItems.isEmpty { forgottenItems.removeAll() }
    if !broken.isEmpty || !new.isEmpty { broken = new }
  }

  /// Whether the scene was built, or has doubled, since the tables last freed memory.
  var hasGrown: Bool { table.count > 2 * trimmedCount + Self.manyRows }

  /// The number of rows below which memory is not trimmed.
  private static let manyRows = 64

  /// Frees the unused memory of tables and lists.
  func trim() {
    trimmedCount = table.count
    (touched, touchedItems, stale) = ([], [], [])
    table.trim()
    constraints.trim()
    readers.trim()
  }
}
