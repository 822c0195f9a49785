import LayoutPlugin
import SceneModel

extension RowStore {
  /// Returns the broken invariants, one line each; empty for a sound kernel between two steps.
  func violations(among items: [Item]) -> [String] {
    rowViolations() + constraintViolations(items) + items.flatMap(itemViolations) + unknownViolations(items)
  }

  private func rowViolations() -> [String] {
    var found: [String] = []
    let open = Set(table.keys.filter { table.isTouched($0) })
    if Set(touched) != open || touched.count != open.count {
      found.append("touched rows: \(touched.sorted()) are listed, \(open.sorted()) are open")
    }
    let ids = broken.entries.map(\.id.rawValue)
    if !ids.allSatisfy(broken.contains) { found.append("a broken constraint is not found") }
    for id in parts.keys where table.wanted(LinearConstraint.ID(partOf: id).rawValue) == nil {
      found.append("the part of @\(id) has no row")
    }
    for id in parts.keys + declaredParts.keys
    where parts.contains(id) != declaredParts.contains(id) && !touchedParts.contains(id) {
      found.append("the part of @\(id) came or went unseen")
    }
    return found
  }

  private func constraintViolations(_ items: [Item]) -> [String] {
    var found: [String] = []
    let listed = Set(stale)
    var nodes = NumberTable<NodePointer>()
    for item in items { nodes[item.id] = item.node }
    for (id, state) in zip(constraints.states.keys, constraints.states.values) {
      if state.isStale != listed.contains(id) { found.append("@\(id) is marked stale: \(state.isStale)") }
      if !readers.isSound(id, from: state.firstReader, in: nodes) { found.append("the items that @\(id) reads") }
    }
    for item in items {
      for id in readers.constraints(of: item.node) where !constraints.contains(id) {
        found.append("\(item.id) is read by @\(id), which is gone")
      }
    }
    return found
  }

  private func itemViolations(_ item: Item) -> [String] {
    var found: [String] = []
    for slot in SystemSlot.allCases where !SlotGroup.fitting.contains(slot) {
      let isMarked = item.systemRows & 1 << UInt64(slot.rawValue) != 0
      let isWanted = table.wanted(LinearConstraint.ID(item.id, slot).rawValue) != nil
      if isMarked != isWanted { found.append("\(item.id) \(slot) is marked: \(isMarked), and is a row: \(isWanted)") }
    }
    if item.wantedUnknowns != item.declaredUnknowns, !item.isTouched { found.append("the unknowns of \(item.id)") }
    return found
  }

  private func unknownViolations(_ items: [Item]) -> [String] {
    var found: [String] = []
    let listed = Set(touchedItems.map(ObjectIdentifier.init))
    if listed.count != touchedItems.count || !touchedItems.allSatisfy(\.isTouched) { found.append("the touched items") }
    for item in items where item.isTouched && !listed.contains(ObjectIdentifier(item)) {
      found.append("\(item.id) is touched and not listed")
    }
    let present = Set(items.map(\.id))
    for item in forgottenItems where present.contains(item.id) || !item.wantedUnknowns.isEmpty {
      found.append("\(item.id) is forgotten and in the scene")
    }
    return found
  }
}
