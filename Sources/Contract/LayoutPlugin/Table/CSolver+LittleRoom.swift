import CLayoutPlugin
import SceneModel

/// Calls with the smallest arrays that the table allows. The memory itself is large enough for every possible answer, and checked beyond the stated
/// capacity. So an engine that writes too much is reported, and damages nothing.
extension CSolver: CapacityLimiting {
  func limitRoom() { state.pointee.hasLittleRoom = true }

  /// Applies edits with room for no member of a conflict, then for one, then for all.
  func answerInLittleRoom(
    _ editCount: Int, _ solver: UnsafeMutableRawPointer
  ) throws(PluginFault) -> (code: Int32, count: Int) {
    let most = state.pointee.constraints.count + editCount
    var room = 0
    var answer = try self.answer(editCount, solver, room: room, most: most)
    while Int(answer.code) == LP_CONFLICT, answer.count > room {
      guard answer.count <= most else {
        throw broken(.wrongConflictCount, "a conflict of \(answer.count) constraints, and there are at most \(most)")
      }
      room = room == 0 ? 1 : answer.count
      let again = try self.answer(editCount, solver, room: room, most: most)
      guard again == answer else {
        throw broken(.unsteadyConflict, .text(CSolver.unsteady(answer, again)))
      }
      answer = again
    }
    return answer
  }

  private func answer(
    _ editCount: Int, _ solver: UnsafeMutableRawPointer, room: Int, most: Int
  ) throws(PluginFault) -> (code: Int32, count: Int) {
    state.pointee.conflict.reserve(most + 1)
    state.pointee.conflict.fill(from: room, with: CSolver.guardedIdentifier)
    var count = room
    let code = functions.apply(solver, state.pointee.edits.start, editCount, state.pointee.conflict.start, &count)
    guard state.pointee.conflict.isFilled(from: room, with: CSolver.guardedIdentifier) else {
      throw broken(
        .conflictBeyondRoom, "solver_apply was given room for \(room) of a conflict's constraints, and wrote more")
    }
    return (code, count)
  }

  /// Fetches the changed values with arrays for one change, then two, three, one again and so on, until a call leaves an array partly empty. Throws
  /// `.broken` if the engine writes beyond the array or returns a wrong count.
  func drainInLittleRoom(_ solver: UnsafeMutableRawPointer, _ body: RunBody) throws(PluginFault) {
    let most = state.pointee.variables.count
    state.pointee.changedVariables.reserve(most + 4)
    state.pointee.changedValues.reserve(most + 4)
    var (room, total, count) = (0, 0, 0)
    repeat {
      room = room % 3 + 1
      state.pointee.changedVariables.fill(from: room, with: CSolver.guardedIdentifier)
      state.pointee.changedValues.fill(from: room, with: CSolver.guardedValue)
      count = functions.changes(solver, state.pointee.changedVariables.start, state.pointee.changedValues.start, room)
      guard
        state.pointee.changedVariables.isFilled(from: room, with: CSolver.guardedIdentifier),
        state.pointee.changedValues.isFilled(from: room, with: CSolver.guardedValue)
      else {
        throw broken(.changesBeyondRoom, "solver_changes was given room for \(room) of the changes, and wrote more")
      }
      guard 0...room ~= count else {
        throw broken(
          .wrongChangeCount, "solver_changes was given room for \(room) of the changes, and returned \(count)")
      }
      total += count
      guard total <= most else {
        throw broken(
          .wrongChangeCount, "solver_changes returned \(total) changes in all, and there are \(most) variables")
      }
      try handOver(count, body)
    } while count == room
  }

  // Numbers that no engine writes by chance.
  private static let guardedIdentifier: UInt32 = 0xF1E2_D3C4
  private static let guardedValue = -0x1.f1e2d3c4b5a69p-987
}
