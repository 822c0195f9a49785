import CLayoutPlugin
import LayoutPlugin
import SceneModel
import Testing

/// Tables of ABI 1.
@Suite struct FirstTableTests {
  private let oneRow: [SolverEdit] = [
    .add(
      LinearConstraint(
        id: .init(7), terms: [.init(1, Variable(3)), .init(-1, Variable(4))], relation: .equal, constant: 5))
  ]

  private func engine(_ spoil: (inout lp_plugin_1) -> Void) throws -> any ConstraintSolving {
    var table = lp_plugin_1()
    (table.abi, table.struct_size) = (1, UInt32(MemoryLayout<lp_plugin_1>.size))
    (table.name, table.version) = (permanent("first"), permanent("1.0"))
    table.solver_create = { UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8) }
    table.solver_apply = { _, _, _, _, _ in Int32(LP_OK) }
    table.solver_changes = { _, _, _, _ in 0 }
    table.solver_destroy = { $0?.deallocate() }
    table.solver_fault = { _ in permanent("as the test wants it") }
    spoil(&table)
    return try withUnsafePointer(to: &table) {
      try newSolver(of: Plugin(table: UnsafeRawPointer($0).assumingMemoryBound(to: lp_plugin.self)))
    }
  }

  private func code(littleRoom: Bool, _ spoil: (inout lp_plugin_1) -> Void) throws -> ContractViolation.Code? {
    let solver = try engine(spoil)
    if littleRoom { (solver as? any CapacityLimiting)?.limitRoom() }
    do {
      _ = try solver.apply(oneRow)
      try solver.drainChanges { _, _ in }
    } catch PluginFault.broken(let violation) {
      return violation.code
    }
    return nil
  }

  @Test("Changes come in pieces, and arrive whole")
  func pieces() throws {
    let solver = try engine {
      $0.solver_changes = { solver, variables, values, capacity in
        let told = solver!.assumingMemoryBound(to: Int.self)
        let count = min(capacity, 2 - told.pointee)
        for index in 0..<count { (variables![index], values![index]) = (UInt32(3 + told.pointee + index), 1) }
        told.pointee += count
        return count
      }
      $0.solver_create = {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
        memory.storeBytes(of: 0, as: Int.self)
        return memory
      }
    }
    (solver as? any CapacityLimiting)?.limitRoom()
    _ = try solver.apply(oneRow)
    var changes: [Variable: Double] = [:]
    try solver.drainChanges { changes[$0] = $1 }
    #expect(changes == [Variable(3): 1, Variable(4): 1])
  }

  @Test("Answers that cannot be are the same violations as those of ABI 2", arguments: [false, true])
  func violations(littleRoom: Bool) throws {
    func code(_ spoil: (inout lp_plugin_1) -> Void) throws -> ContractViolation.Code? {
      try self.code(littleRoom: littleRoom, spoil)
    }
    #expect(try code { $0.solver_changes = { _, _, _, capacity in capacity + 1 } } == .wrongChangeCount)
    #expect(try code { $0.solver_changes = { _, _, _, _ in -1 } } == .wrongChangeCount)
    #expect(try code { $0.solver_apply = { _, _, _, _, _ in 7 } } == .unknownReturnCode)
    #expect(
      try code {
        $0.solver_changes = { _, variables, values, capacity in
          for index in 0..<capacity { (variables![index], values![index]) = (3, 1) }
          return capacity
        }
      } == .wrongChangeCount)
    #expect(
      try code {
        $0.solver_apply = { _, _, _, _, count in
          count!.pointee = -1
          return Int32(LP_CONFLICT)
        }
      } == .wrongConflictCount)
  }

  @Test("What is written beyond the room is noticed")
  func beyondRoom() throws {
    #expect(
      try code(littleRoom: true) {
        $0.solver_changes = { _, variables, values, capacity in
          for index in 0...capacity { (variables![index], values![index]) = (3, 1) }
          return 0
        }
      } == .changesBeyondRoom)
    #expect(
      try code(littleRoom: true) {
        $0.solver_apply = { _, _, _, conflict, count in
          (conflict![0], count!.pointee) = (7, 1)
          return Int32(LP_CONFLICT)
        }
      } == .conflictBeyondRoom)
  }
}
