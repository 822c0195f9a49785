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
    let solver = try engine { $0.solver_apply = { _, _ in 7 } }
    #expect(broken { _ = try solver.apply([]) } == Broken(.unknownReturnCode, "7"))
    #expect(broken { try solver.drainChanges { _, _ in } } == Broken(.unknownReturnCode, "7"))
    let unborn = try engine { $0.solver_create = { _ in nil } }
    #expect(broken { _ = try unborn.apply([]) } == Broken(.noEngine))
  }

  @Test("A refused edit is no violation")
  func refusal() throws {
    let solver = try engine { $0.solver_apply = { _, _ in Int32(LP_FAULT) } }
    for _ in 0..<2 {
      #expect(throws: PluginFault.rejected("as the test wants it")) { try solver.apply(oneRow) }
    }
    let silent = try engine {
      $0.solver_apply = { _, _ in Int32(LP_FAULT) }
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
    #expect(
      try reason { _, _, _, count in
        count!.pointee += 1
        return Int32(LP_OK)
      }?.code == .wrongChangeCount)
    #expect(
      try reason { _, _, _, count in
        count!.pointee = 3
        return Int32(LP_OK)
      } == Broken(.wrongChangeCount, "3", "2"))
    #expect(try reason { _, _, _, _ in Int32(LP_FAULT) } == Broken(.unknownReturnCode, "2"))
    #expect(
      try reason { _, variables, values, count in
        (variables![0], values![0], count!.pointee) = (3, .nan, 1)
        return Int32(LP_OK)
      } == Broken(.valueNotFinite, "v3", "nan"))
    #expect(
      try reason { _, variables, values, count in
        (variables![0], values![0], count!.pointee) = (5, 0, 1)
        return Int32(LP_OK)
      } == Broken(.unknownChangedVariable, "v5"))
    #expect(
      try reason { _, variables, values, count in
        (variables![0], values![0], count!.pointee) = (4, 1, 1)
        return Int32(LP_OK)
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
    let overflowing: SolverChanges = { _, variables, values, count in
      for index in 0...Int(count!.pointee) { (variables![index], values![index]) = (3, 1) }
      return Int32(LP_OK)
    }
    let growing: SolverChanges = { _, _, _, count in
      count!.pointee = count!.pointee < 2 ? 2 : 1
      return Int32(LP_OK)
    }
    #expect(try reason { $0.solver_changes = overflowing } == Broken(.changesBeyondRoom, "1"))
    #expect(try reason { $0.solver_changes = growing } == Broken(.wrongChangeCount, "2", "1"))
    #expect(
      try reason {
        $0.solver_apply = { _, _ in Int32(LP_CONFLICT) }
        $0.solver_conflict = { _, conflict, count in
          (conflict![0], count!.pointee) = (7, 1)
          return Int32(LP_OK)
        }
      } == Broken(.conflictBeyondRoom, "0"))
    #expect(
      try reason {
        $0.solver_apply = { _, _ in Int32(LP_CONFLICT) }
        $0.solver_conflict = { _, _, count in
          count!.pointee = count!.pointee == 0 ? 1 : 0
          return Int32(LP_OK)
        }
      } == Broken(.unsteadyConflict, "1", "0"))
  }

  @Test("Conflicts that cannot be are a fault")
  func conflicts() throws {
    func reason(_ conflict: @escaping SolverConflict) throws -> Broken? {
      let solver = try engine {
        $0.solver_apply = { _, _ in Int32(LP_CONFLICT) }
        $0.solver_conflict = conflict
      }
      return broken {
        let outcome = try solver.apply(oneRow)
        #expect(outcome == .conflict([.init(7)]))
      }
    }
    #expect(
      try reason { _, conflict, count in
        (conflict![0], count!.pointee) = (7, 1)
        return Int32(LP_OK)
      } == nil)
    #expect(
      try reason { _, conflict, count in
        (conflict![0], count!.pointee) = (8, 1)
        return Int32(LP_OK)
      } == Broken(.unknownConflictRow, "c8"))
    #expect(
      try reason { _, conflict, count in
        count!.pointee = .max
        return Int32(LP_OK)
      } == Broken(.wrongConflictCount, "\(UInt64.max)", "1"))
    #expect(try reason { _, _, _ in Int32(LP_FAULT) }?.code == .unsteadyConflict)
    #expect(try reason { _, _, _ in 9 } == Broken(.unknownReturnCode, "9"))
    let twice = try engine {
      $0.solver_apply = { _, _ in Int32(LP_CONFLICT) }
      $0.solver_conflict = { _, conflict, count in
        (conflict![0], conflict![1], count!.pointee) = (7, 7, 2)
        return Int32(LP_OK)
      }
    }
    let other = SolverEdit.add(LinearConstraint(id: .init(9), terms: [], relation: .equal, constant: 1))
    #expect(broken { _ = try twice.apply(oneRow + [other]) } == Broken(.repeatedConflictRow, "c7"))
  }

  @Test("A conflict that is another one when it is fetched again with more room is a fault")
  func unsteadyConflict() throws {
    let solver = try engine {
      $0.solver_apply = { _, _ in Int32(LP_CONFLICT) }
      $0.solver_conflict = { _, _, count in
        count!.pointee = count!.pointee >= 100 ? 0 : 100
        return Int32(LP_OK)
      }
    }
    let rows = (0..<100).map {
      SolverEdit.add(LinearConstraint(id: .init($0), terms: [], relation: .equal, constant: 1))
    }
    #expect(broken { _ = try solver.apply(rows) } == Broken(.unsteadyConflict, "100", "0"))
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
    #expect(
      try reason { _, _, _, _, count in
        count!.pointee = .max
        return Int32(LP_OK)
      } == Broken(.wrongCertificateCount, "\(UInt64.max)", "1"))
    #expect(
      try reason { _, _, _, _, count in
        count!.pointee += 1
        return Int32(LP_OK)
      } == Broken(.wrongCertificateCount, "6", "1"))
    #expect(
      try reason { _, tiers, constraints, multipliers, count in
        count!.pointee = 1
        (tiers![0], constraints![0], multipliers![0]) = (0, 7, .infinity)
        return Int32(LP_OK)
      } == Broken(.wrongPrice, "c7", "inf", "0"))
    #expect(
      try reason { _, tiers, constraints, multipliers, count in
        count!.pointee = 1
        (tiers![0], constraints![0], multipliers![0]) = (9, 7, 1)
        return Int32(LP_OK)
      } == Broken(.wrongPrice, "c7", "1.0", "9"))
    #expect(
      try reason { _, tiers, constraints, multipliers, count in
        count!.pointee = 1
        (tiers![0], constraints![0], multipliers![0]) = (0, 8, 1)
        return Int32(LP_OK)
      } == Broken(.unknownPricedRow, "c8"))

    let unsure = try engine {
      $0.capabilities = UInt64(LP_UNIQUENESS)
      $0.solver_is_unique = { _, variable, answer in
        answer!.pointee = variable == 3 ? 1 : 2
        return Int32(LP_OK)
      }
    }
    _ = try unsure.apply(oneRow)
    #expect(try unsure.isUnique(Variable(3)) == true)
    #expect(throws: PluginFault.rejected("v9 is unknown")) { try unsure.isUnique(Variable(9)) }
    #expect(broken { _ = try unsure.isUnique(Variable(4)) } == Broken(.unknownReturnCode, "2"))
  }
}

private typealias SolverChanges =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Double>?,
    UnsafeMutablePointer<UInt64>?
  ) -> Int32
private typealias SolverConflict =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<UInt64>?) -> Int32
private typealias SolverCertificate =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<UInt32>?,
    UnsafeMutablePointer<Double>?, UnsafeMutablePointer<UInt64>?
  ) -> Int32
