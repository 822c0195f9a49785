import CLayoutPlugin
import SceneModel

extension CSolver {
  func certificate() throws(PluginFault) -> [CertificateEntry]? {
    guard let function = functions.certificate else { return nil }
    let solver = try usable()
    let constraintCount = constraints.count + refused.count
    var tiers = Scratch<UInt32>(capacity: 4 * constraintCount + 1)
    var members = Scratch<UInt32>(capacity: 4 * constraintCount + 1)
    var multipliers = Scratch<Double>(capacity: 4 * constraintCount + 1)
    func fetch() throws(PluginFault) -> UInt64 {
      var count = UInt64(tiers.capacity)
      let code = function(solver, tiers.start, members.start, multipliers.start, &count)
      if Int(code) == LP_FAULT { throw .rejected(faultText(solver)) }
      try expectOK(code, "solver_certificate")
      return count
    }
    let full = try fetch()
    if full > tiers.capacity {
      // One price per constraint and tier, and no more tiers than constraints, the required one apart.
      guard full / UInt64(constraintCount + 1) <= constraintCount else {
        throw broken(.wrongCertificateCount, "a certificate of \(full) entries for \(constraintCount) constraints")
      }
      tiers.reserve(Int(full))
      members.reserve(Int(full))
      multipliers.reserve(Int(full))
      let again = try fetch()
      guard again == full else {
        throw broken(.wrongCertificateCount, "a certificate of \(full) entries, and then of \(again)")
      }
    }
    let count = Int(full)
    var result: [CertificateEntry] = []
    result.reserveCapacity(count)
    for index in 0..<count {
      let entry = CertificateEntry(
        tier: Int(tiers.start[index]), constraint: LinearConstraint.ID(members.start[index]),
        multiplier: multipliers.start[index])
      guard constraints.contains(entry.constraint.rawValue) || refused.contains(entry.constraint.rawValue) else {
        throw broken(.unknownPricedRow, "a certificate prices the unknown constraint ", .row(entry.constraint))
      }
      guard entry.tier <= constraintCount, entry.multiplier.isFinite else {
        throw broken(
          .wrongPrice, "a certificate prices ", .row(entry.constraint),
          " at \(entry.multiplier) in tier \(entry.tier)")
      }
      result.append(entry)
    }
    return result
  }

  func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? {
    guard let function = functions.isUnique else { return nil }
    let solver = try usable()
    guard variables.contains(variable.id) else { throw .rejected("\(variable) is unknown") }
    var answer: Int32 = 0
    let code = function(solver, variable.id, &answer)
    if Int(code) == LP_FAULT { throw .rejected(faultText(solver)) }
    try expectOK(code, "solver_is_unique")
    guard answer == 0 || answer == 1 else {
      throw broken(.unknownReturnCode, "solver_is_unique wrote \(answer): \(faultText(solver))")
    }
    return answer == 1
  }

  var workDone: SolverWork? {
    guard let function = functions.work, let solver = try? usable() else { return nil }
    let known = LP_PIVOTS + 1
    let counts = [UInt64](unsafeUninitializedCapacity: known) { counts, count in
      counts.initialize(repeating: 0)
      var full = UInt64(known)
      _ = function(solver, counts.baseAddress, &full)
      count = known
    }
    func number(_ kind: Int) -> Int { Int(clamping: counts[kind]) }
    return SolverWork(rows: number(LP_ROWS), pivots: number(LP_PIVOTS))
  }
}
