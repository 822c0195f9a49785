import CLayoutPlugin
import LayoutPlugin
import SceneModel
import Testing

/// A table whose solver accepts everything and reports nothing, for a test to spoil.
func honestTable() -> lp_plugin {
  var table = lp_plugin()
  table.abi = 2
  table.struct_size = UInt32(MemoryLayout<lp_plugin>.size)
  table.name = permanent("stub")
  table.version = permanent("1.0")
  table.solver_create = { _ in UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8) }
  table.solver_apply = { _, _ in Int32(LP_OK) }
  table.solver_changes = { _, _, _, count in
    count!.pointee = 0
    return Int32(LP_OK)
  }
  table.solver_conflict = { _, _, count in
    count!.pointee = 0
    return Int32(LP_OK)
  }
  table.solver_destroy = { $0?.deallocate() }
  table.solver_fault = { _ in permanent("as the test wants it") }
  return table
}

/// A C string that is never freed.
func permanent(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

func plugin(_ spoil: (inout lp_plugin) -> Void) throws(PluginFault) -> Plugin {
  var table = honestTable()
  spoil(&table)
  return try Plugin(table: &table)
}

func engine(_ spoil: (inout lp_plugin) -> Void) throws -> any ConstraintSolving {
  try newSolver(of: plugin(spoil))
}

func newSolver(of plugin: Plugin) throws -> any ConstraintSolving {
  let make = try #require(plugin.makeSolver)
  return make()
}

@Suite struct TableTests {
  @Test("A group whose first function is null is not offered")
  func absentGroup() throws {
    let plugin = try plugin { $0.solver_create = nil }
    #expect(plugin.makeSolver == nil)
    #expect(plugin.manifest == Manifest(name: "stub", version: "1.0", capabilities: []))
  }

  @Test("Kinds of work that an engine does not count are 0, and those that a host does not know are left out")
  func work() throws {
    let counting = try engine {
      $0.solver_work = { _, numbers, count in
        if count!.pointee > 0 { numbers![0] = .max }
        count!.pointee = 9
        return Int32(LP_OK)
      }
    }
    #expect(counting.workDone == SolverWork(rows: .max, pivots: 0))
  }

  @Test("Only the functions inside struct_size are used")
  func oldTable() throws {
    let older = try plugin {
      $0.struct_size = UInt32(MemoryLayout<lp_plugin>.offset(of: \.solver_certificate)!)
      $0.solver_certificate = { _, _, _, _, _ in preconditionFailure("outside the table") }
      $0.solver_is_unique = { _, _, _ in preconditionFailure("outside the table") }
      $0.solver_work = { _, _, _ in preconditionFailure("outside the table") }
    }
    let solver = try newSolver(of: older)
    #expect(try solver.certificate() == nil)
    #expect(try solver.isUnique(Variable(1)) == nil)
    #expect(solver.workDone == nil)
    let newer = try plugin { $0.struct_size = .max }
    #expect(newer.makeSolver != nil)
  }

  @Test("A group that is only partly there is refused")
  func partialGroup() throws {
    #expect(faultCode { _ = try plugin { $0.solver_changes = nil } } == "incomplete-table")
    #expect(
      faultCode {
        // Cut in the middle of a pointer.
        _ = try plugin { $0.struct_size = UInt32(MemoryLayout<lp_plugin>.offset(of: \.solver_fault)! + 4) }
      } == "incomplete-table")
    #expect(faultCode { _ = try plugin { $0.capabilities = UInt64(LP_CERTIFYING) } } == "incomplete-table")
    #expect(faultCode { _ = try plugin { $0.capabilities = UInt64(LP_UNIQUENESS) } } == "incomplete-table")
    #expect(faultCode { _ = try plugin { $0.name = nil } } == "not-a-plugin")
    #expect(faultCode { _ = try plugin { $0.name = permanent("two\nlines") } } == "not-a-plugin")
  }
}
