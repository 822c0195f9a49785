import CLayoutPlugin
import LayoutPlugin
import SceneModel
import Testing

private let oneRow: [SolverEdit] = [
  .add(
    LinearConstraint(
      id: .init(7), terms: [.init(1, Variable(3)), .init(-1, Variable(4))], relation: .equal, constant: 5))
]

@Suite struct MisbehavingPluginTests {
  /// The reason of the fault, without the plugin's name.
  private func broken(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch PluginFault.broken(let breach) {
      let reason = breach.description
      return reason.hasPrefix("stub: ") ? String(reason.dropFirst(6)) : "unnamed: \(reason)"
    } catch {
      return "another error: \(error)"
    }
  }

  @Test("An engine that left its contract is not asked again")
  func faultsStay() throws {
    let solver = try engine { $0.solver_apply = { _, _, _, _, _ in 7 } }
    #expect(broken { _ = try solver.apply([]) } == "solver_apply returned 7")
    #expect(broken { try solver.drainChanges { _, _ in } } == "solver_apply returned 7")
    let unborn = try engine { $0.solver_create = { nil } }
    #expect(broken { _ = try unborn.apply([]) } == "solver_create returned null")
  }

  @Test("A refused edit is no breach")
  func refusal() throws {
    let solver = try engine { $0.solver_apply = { _, _, _, _, _ in Int32(LP_FAULT) } }
    for _ in 0..<2 {
      #expect(throws: PluginFault.rejected("as the test wants it")) { try solver.apply(oneRow) }
    }
    let silent = try engine {
      $0.solver_apply = { _, _, _, _, _ in Int32(LP_FAULT) }
      $0.solver_fault = { _ in nil }
    }
    #expect(throws: PluginFault.rejected("stub gave no reason")) { try silent.apply(oneRow) }
  }

  @Test("Changes that cannot be are a fault")
  func changes() throws {
    func reason(_ changes: @escaping SolverChanges) throws -> String? {
      let solver = try engine { $0.solver_changes = changes }
      _ = try solver.apply(oneRow)
      return broken { try solver.drainChanges { _, value in #expect(value.isFinite) } }
    }
    #expect(try reason { _, _, _, capacity in capacity + 1 }?.hasSuffix("and there are 2 variables") == true)
    #expect(try reason { _, _, _, capacity in 3 } == "solver_changes returned 3, and there are 2 variables")
    #expect(try reason { _, _, _, capacity in -1 } == "solver_changes returned -1, and there are 2 variables")
    #expect(
      try reason { _, variables, values, _ in
        (variables![0], values![0]) = (3, .nan)
        return 1
      } == "solver_changes reported v3 = nan")
    #expect(
      try reason { _, variables, values, _ in
        (variables![0], values![0]) = (5, 0)
        return 1
      } == "solver_changes reported the unknown variable v5")
    #expect(
      try reason { _, variables, values, _ in
        (variables![0], values![0]) = (4, 1)
        return 1
      } == nil)
  }

  @Test("Changes and conflicts that are written beyond the room for them are a fault, and damage nothing")
  func littleRoom() throws {
    func reason(_ spoil: (inout lp_plugin) -> Void) throws -> String? {
      let solver = try #require(try engine(spoil) as? any RoomLimiting)
      solver.limitRoom()
      return broken {
        _ = try solver.apply(oneRow)
        try solver.drainChanges { _, _ in }
      }
    }
    let overflowing: SolverChanges = { _, variables, values, capacity in
      for index in 0...capacity { (variables![index], values![index]) = (3, 1) }
      return capacity
    }
    let loud: SolverChanges = { _, variables, values, capacity in
      (variables![0], values![0]) = (3, 1)
      return capacity + 1
    }
    let endless: SolverChanges = { _, variables, values, capacity in
      for index in 0..<capacity { (variables![index], values![index]) = (3, 1) }
      return capacity
    }
    #expect(
      try reason { $0.solver_changes = overflowing }
        == "solver_changes was given room for 1 of the changes, and wrote more")
    #expect(
      try reason { $0.solver_changes = loud }
        == "solver_changes was given room for 1 of the changes, and returned 2")
    #expect(
      try reason { $0.solver_changes = endless }
        == "solver_changes returned 3 changes in all, and there are 2 variables")
    #expect(
      try reason {
        $0.solver_apply = { _, _, _, conflict, count in
          conflict![0] = 7
          count!.pointee = 1
          return Int32(LP_CONFLICT)
        }
      } == "solver_apply was given room for 0 of a conflict's constraints, and wrote more")
    #expect(
      try reason {
        $0.solver_apply = { _, _, _, conflict, count in
          let room = count!.pointee
          count!.pointee = 1
          return Int32(room == 0 ? LP_CONFLICT : LP_OK)
        }
      } == "a transaction refused for 1 constraints ended otherwise when it was tried again")
  }

  @Test("Conflicts that cannot be are a fault")
  func conflicts() throws {
    func reason(_ apply: @escaping SolverApply) throws -> String? {
      let solver = try engine { $0.solver_apply = apply }
      return broken {
        let outcome = try solver.apply(oneRow)
        #expect(outcome == .conflict([.init(7)]))
      }
    }
    #expect(
      try reason { _, _, _, conflict, count in
        conflict![0] = 7
        count!.pointee = 1
        return Int32(LP_CONFLICT)
      } == nil)
    #expect(
      try reason { _, _, _, conflict, count in
        conflict![0] = 8
        count!.pointee = 1
        return Int32(LP_CONFLICT)
      } == "a conflict names the unknown constraint c8")
    #expect(
      try reason { _, _, _, conflict, count in
        (conflict![0], conflict![1]) = (7, 7)
        count!.pointee = 2
        return Int32(LP_CONFLICT)
      } == "a conflict names c7 twice")
    #expect(
      try reason { _, _, _, _, count in
        count!.pointee = -1
        return Int32(LP_CONFLICT)
      } == "a conflict of -1 constraints")
    #expect(
      try reason { _, _, _, _, count in
        count!.pointee = .max
        return Int32(LP_CONFLICT)
      } == "a conflict of \(Int.max) constraints, and there are at most 1")
  }

  @Test("A conflict that is another one when it is asked for with more room is a fault")
  func unsteadyConflict() throws {
    let solver = try engine {
      $0.solver_apply = { _, _, count, _, room in
        if room!.pointee >= 100 { return Int32(LP_OK) }
        room!.pointee = 100
        return Int32(LP_CONFLICT)
      }
    }
    let rows = (0..<100).map {
      SolverEdit.add(LinearConstraint(id: .init($0), terms: [], relation: .equal, constant: 1))
    }
    #expect(
      broken { _ = try solver.apply(rows) }
        == "a transaction refused for 100 constraints ended otherwise when it was tried again")
  }

  @Test("Proofs that cannot be are a fault")
  func proofs() throws {
    func reason(_ certificate: @escaping SolverCertificate) throws -> String? {
      let solver = try engine {
        $0.capabilities = UInt64(LP_CERTIFYING)
        $0.solver_certificate = certificate
      }
      _ = try solver.apply(oneRow)
      return broken { _ = try solver.certificate() }
    }
    #expect(try reason { _, _, _, _, _ in .max } == "a certificate of \(Int.max) entries for 1 constraints")
    #expect(try reason { _, _, _, _, _ in -1 } == "a certificate of -1 entries")
    #expect(
      try reason { _, tiers, constraints, multipliers, _ in
        (tiers![0], constraints![0], multipliers![0]) = (0, 7, .infinity)
        return 1
      } == "a certificate prices c7 at inf in tier 0")
    #expect(
      try reason { _, tiers, constraints, multipliers, _ in
        (tiers![0], constraints![0], multipliers![0]) = (9, 7, 1)
        return 1
      } == "a certificate prices c7 at 1.0 in tier 9")
    #expect(
      try reason { _, tiers, constraints, multipliers, _ in
        (tiers![0], constraints![0], multipliers![0]) = (0, 8, 1)
        return 1
      } == "a certificate prices the unknown constraint c8")

    let unsure = try engine {
      $0.capabilities = UInt64(LP_UNIQUENESS)
      $0.solver_is_unique = { _, variable in variable == 3 ? 1 : 2 }
    }
    _ = try unsure.apply(oneRow)
    #expect(try unsure.isUnique(Variable(3)) == true)
    #expect(throws: PluginFault.rejected("v9 is unknown")) { try unsure.isUnique(Variable(9)) }
    #expect(broken { _ = try unsure.isUnique(Variable(4)) } == "solver_is_unique returned 2: as the test wants it")
  }
}

private typealias SolverApply =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafePointer<lp_edit>?, Int, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Int>?
  ) -> Int32
private typealias SolverChanges =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Double>?, Int) -> Int
private typealias SolverCertificate =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<UInt32>?,
    UnsafeMutablePointer<Double>?, Int
  ) -> Int
