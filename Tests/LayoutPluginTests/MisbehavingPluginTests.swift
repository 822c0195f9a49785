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
  /// The code of the violation, and the numbers and names in its words; nil if there was none.
  private struct Broken: Equatable {
    var code: ContractViolation.Code
    var facts: [String]

    init(_ code: ContractViolation.Code, _ facts: String...) { (self.code, self.facts) = (code, facts) }

    init(_ violation: ContractViolation) {
      code = violation.code
      facts = violation.text.split(whereSeparator: { " ,:".contains($0) }).map(String.init)
        .filter { Double($0) != nil || $0.wholeMatch(of: /[cv][0-9]+/) != nil }
    }
  }

  private func broken(_ body: () throws -> Void) -> Broken? {
    do {
      try body()
    } catch PluginFault.broken(let violation) {
      #expect(violation.engine == "stub" && !violation.text.isEmpty)
      return Broken(violation)
    } catch {
      Issue.record(error)
    }
    return nil
  }

  @Test("An engine that violated its contract is not called again")
  func faultsStay() throws {
    let solver = try engine { $0.solver_apply = { _, _, _, _, _ in 7 } }
    #expect(broken { _ = try solver.apply([]) } == Broken(.unknownReturnCode, "7"))
    #expect(broken { try solver.drainChanges { _, _ in } } == Broken(.unknownReturnCode, "7"))
    let unborn = try engine { $0.solver_create = { nil } }
    #expect(broken { _ = try unborn.apply([]) } == Broken(.noEngine))
  }

  @Test("A refused edit is no violation")
  func refusal() throws {
    let solver = try engine { $0.solver_apply = { _, _, _, _, _ in Int32(LP_FAULT) } }
    for _ in 0..<2 {
      #expect(throws: PluginFault.rejected("as the test wants it")) { try solver.apply(oneRow) }
    }
    let silent = try engine {
      $0.solver_apply = { _, _, _, _, _ in Int32(LP_FAULT) }
      $0.solver_fault = { _ in nil }
    }
    #expect(faultCode { _ = try silent.apply(oneRow) } == "refused-edit")
  }

  @Test("Changes that cannot be are a fault")
  func changes() throws {
    func reason(_ changes: @escaping SolverChanges) throws -> Broken? {
      let solver = try engine { $0.solver_changes = changes }
      _ = try solver.apply(oneRow)
      return broken { try solver.drainChanges { _, value in #expect(value.isFinite) } }
    }
    #expect(try reason { _, _, _, capacity in capacity + 1 }?.code == .wrongChangeCount)
    #expect(try reason { _, _, _, capacity in 3 } == Broken(.wrongChangeCount, "3", "2"))
    #expect(try reason { _, _, _, capacity in -1 } == Broken(.wrongChangeCount, "-1", "2"))
    #expect(
      try reason { _, variables, values, _ in
        (variables![0], values![0]) = (3, .nan)
        return 1
      } == Broken(.valueNotFinite, "v3", "nan"))
    #expect(
      try reason { _, variables, values, _ in
        (variables![0], values![0]) = (5, 0)
        return 1
      } == Broken(.unknownChangedVariable, "v5"))
    #expect(
      try reason { _, variables, values, _ in
        (variables![0], values![0]) = (4, 1)
        return 1
      } == nil)
  }

  @Test("Changes and conflicts that are written beyond the room for them are a fault, and damage nothing")
  func littleRoom() throws {
    func reason(_ spoil: (inout lp_plugin) -> Void) throws -> Broken? {
      let solver = try #require(try engine(spoil) as? any CapacityLimiting)
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
        == Broken(.changesBeyondRoom, "1"))
    #expect(
      try reason { $0.solver_changes = loud }
        == Broken(.wrongChangeCount, "1", "2"))
    #expect(
      try reason { $0.solver_changes = endless }
        == Broken(.wrongChangeCount, "3", "2"))
    #expect(
      try reason {
        $0.solver_apply = { _, _, _, conflict, count in
          conflict![0] = 7
          count!.pointee = 1
          return Int32(LP_CONFLICT)
        }
      } == Broken(.conflictBeyondRoom, "0"))
    #expect(
      try reason {
        $0.solver_apply = { _, _, _, conflict, count in
          let room = count!.pointee
          count!.pointee = 1
          return Int32(room == 0 ? LP_CONFLICT : LP_OK)
        }
      } == Broken(.unsteadyConflict, "1"))
  }

  @Test("Conflicts that cannot be are a fault")
  func conflicts() throws {
    func reason(_ apply: @escaping SolverApply) throws -> Broken? {
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
      } == Broken(.unknownConflictRow, "c8"))
    #expect(
      try reason { _, _, _, conflict, count in
        (conflict![0], conflict![1]) = (7, 7)
        count!.pointee = 2
        return Int32(LP_CONFLICT)
      } == Broken(.repeatedConflictRow, "c7"))
    #expect(
      try reason { _, _, _, _, count in
        count!.pointee = -1
        return Int32(LP_CONFLICT)
      } == Broken(.wrongConflictCount, "-1"))
    #expect(
      try reason { _, _, _, _, count in
        count!.pointee = .max
        return Int32(LP_CONFLICT)
      } == Broken(.wrongConflictCount, "\(Int.max)", "1"))
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
        == Broken(.unsteadyConflict, "100"))
  }

  @Test("Proofs that cannot be are a fault")
  func proofs() throws {
    func reason(_ certificate: @escaping SolverCertificate) throws -> Broken? {
      let solver = try engine {
        $0.capabilities = UInt64(LP_CERTIFYING)
        $0.solver_certificate = certificate
      }
      _ = try solver.apply(oneRow)
      return broken { _ = try solver.certificate() }
    }
    #expect(try reason { _, _, _, _, _ in .max } == Broken(.wrongCertificateCount, "\(Int.max)", "1"))
    #expect(try reason { _, _, _, _, _ in -1 } == Broken(.wrongCertificateCount, "-1"))
    #expect(
      try reason { _, tiers, constraints, multipliers, _ in
        (tiers![0], constraints![0], multipliers![0]) = (0, 7, .infinity)
        return 1
      } == Broken(.wrongPrice, "c7", "inf", "0"))
    #expect(
      try reason { _, tiers, constraints, multipliers, _ in
        (tiers![0], constraints![0], multipliers![0]) = (9, 7, 1)
        return 1
      } == Broken(.wrongPrice, "c7", "1.0", "9"))
    #expect(
      try reason { _, tiers, constraints, multipliers, _ in
        (tiers![0], constraints![0], multipliers![0]) = (0, 8, 1)
        return 1
      } == Broken(.unknownPricedRow, "c8"))

    let unsure = try engine {
      $0.capabilities = UInt64(LP_UNIQUENESS)
      $0.solver_is_unique = { _, variable in variable == 3 ? 1 : 2 }
    }
    _ = try unsure.apply(oneRow)
    #expect(try unsure.isUnique(Variable(3)) == true)
    #expect(throws: PluginFault.rejected("v9 is unknown")) { try unsure.isUnique(Variable(9)) }
    #expect(broken { _ = try unsure.isUnique(Variable(4)) } == Broken(.unknownReturnCode, "2"))
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
