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
    var count = function(solver, tiers.start, members.start, multipliers.start, tiers.capacity)
    if count > tiers.capacity {
      // One price per constraint and tier, and no more tiers than constraints, the required one apart.
      guard count / (constraintCount + 1) <= constraintCount else {
        throw broken(.wrongCertificateCount, "a certificate of \(count) entries for \(constraintCount) constraints")
      }
      let full = count
      tiers.reserve(full)
      members.reserve(full)
      multipliers.reserve(full)
      count = function(solver, tiers.start, members.start, multipliers.start, full)
      guard count == full else {
        throw broken(.wrongCertificateCount, "a certificate of \(full) entries, and then of \(count)")
      }
    }
    guard count >= 0 else { throw broken(.wrongCertificateCount, "a certificate of \(count) entries") }
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
    switch function(solver, variable.id) {
    case 0: return false
    case 1: return true
    case let code: throw broken(.unknownReturnCode, "solver_is_unique returned \(code): \(faultText(solver))")
    }
  }

  var workDone: SolverWork? {
    guard let function = functions.work, let solver = try? usable() else { return nil }
    let known = LP_PIVOTS + 1
    let counts = [UInt64](unsafeUninitializedCapacity: known) { counts, count in
      counts.initialize(repeating: 0)
      _ = function(solver, counts.baseAddress, known)
      count = known
    }
    func number(_ kind: Int) -> Int { Int(clamping: counts[kind]) }
    return SolverWork(rows: number(LP_ROWS), pivots: number(LP_PIVOTS))
  }
}
