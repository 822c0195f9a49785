import SceneModel

/// Required constraints that are broken, each with the conflict set that it was broken for, oldest first.
struct BrokenConstraints {
  private(set) var entries: [(id: LinearConstraint.ID, members: [LinearConstraint.ID])] = []
  private var ids = NumberSet()

  var isEmpty: Bool { entries.isEmpty }

  func contains(_ id: UInt32) -> Bool { !entries.isEmpty && ids.contains(id) }

  mutating func append(_ id: LinearConstraint.ID, _ members: [LinearConstraint.ID]) {
    entries.append((id, members))
    ids.insert(id.rawValue)
  }

  /// Removes the constraints that meet a condition on the constraint and its conflict set, and returns them.
  mutating func removeAll(
    where isGone: (LinearConstraint.ID, [LinearConstraint.ID]) -> Bool
  ) -> [LinearConstraint.ID] {
    var removed: [LinearConstraint.ID] = []
    entries.removeAll { entry in
      guard isGone(entry.id, entry.members) else { return false }
      removed.append(entry.id)
      ids.remove(entry.id.rawValue)
      return true
    }
    return removed
  }
}
