import CLayoutPlugin
import SceneModel

/// Calls with the smallest arrays that the table allows. The memory itself is large enough for every possible answer, and guarded beyond the stated
/// room. An engine that writes there is reported, and damages nothing.
extension CSolver: CapacityLimiting {
  func limitRoom() { state.pointee.hasLittleRoom = true }

  /// Fetches a conflict with room for no member, then for one, then for all. Returns the number of members.
  func conflictInLittleRoom(_ solver: UnsafeMutableRawPointer) throws(PluginFault) -> Int {
    state.pointee.conflict.reserve(constraints.count + refused.count + 2)
    return try conflict(solver, rooms: [0, 1]) { room, call throws(PluginFault) in
      state.pointee.conflict.fill(from: room, with: CSolver.guardedIdentifier)
      try call()
      guard state.pointee.conflict.isFilled(from: room, with: CSolver.guardedIdentifier) else {
        throw broken(
          .conflictBeyondRoom, "solver_conflict was given room for \(room) of a conflict's constraints, and wrote more")
      }
    }
  }

  /// Fetches the changed values with room for no change, one or two, and then with room for all. Throws `.broken` if the engine writes beyond the
  /// room or finds another number of changes the second time.
  func drainInLittleRoom(_ solver: UnsafeMutableRawPointer, _ body: RunBody) throws(PluginFault) {
    state.pointee.changedVariables.reserve(variables.count + 4)
    state.pointee.changedValues.reserve(variables.count + 4)
    state.pointee.littleRoom = (state.pointee.littleRoom + 1) % 3
    let room = state.pointee.littleRoom
    var count = try guardedChanges(solver, room: room)
    if count > room {
      let full = count
      count = try guardedChanges(solver, room: full)
      guard count == full else {
        throw broken(.wrongChangeCount, "solver_changes found \(full) changes, and then \(count)")
      }
    }
    try handOver(count, body)
  }

  private func guardedChanges(_ solver: UnsafeMutableRawPointer, room: Int) throws(PluginFault) -> Int {
    state.pointee.changedVariables.fill(from: room, with: CSolver.guardedIdentifier)
    state.pointee.changedValues.fill(from: room, with: CSolver.guardedValue)
    let count = try changes(solver, room: room)
    guard
      state.pointee.changedVariables.isFilled(from: room, with: CSolver.guardedIdentifier),
      state.pointee.changedValues.isFilled(from: room, with: CSolver.guardedValue)
    else {
      throw broken(.changesBeyondRoom, "solver_changes was given room for \(room) of the changes, and wrote more")
    }
    return count
  }

  // Numbers that no engine writes by chance.
  private static let guardedIdentifier: UInt32 = 0xF1E2_D3C4
  private static let guardedValue = -0x1.f1e2d3c4b5a69p-987
}
