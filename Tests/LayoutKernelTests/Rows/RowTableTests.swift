import LayoutPlugin
import SceneModel
import Testing

@testable import LayoutKernel

@Suite struct RowTableTests {
  private static let coefficients = [1, -1, 0.5, -0.5, 2, -2, 1.0 / 3, .leastNonzeroMagnitude, 3]

  private func row(_ id: UInt32, _ entropy: inout Entropy) -> LinearConstraint {
    let terms = (0..<entropy.below(5)).map { _ in
      LinearConstraint.Term(
        entropy.pick(Self.coefficients), Variable(UInt32(entropy.chance(1, in: 4) ? (1 << 29) - 1 : entropy.below(3))))
    }
    return LinearConstraint(
      id: LinearConstraint.ID(id), terms: terms,
      relation: entropy.pick([.lessThanOrEqual, .equal, .greaterThanOrEqual]),
      constant: Double(entropy.below(3)), priority: entropy.chance(1, in: 2) ? LinearConstraint.requiredPriority : 250)
  }

  @Test(
    "The same as whole rows in dictionaries, and its edits make of what the engine has what is wanted",
    arguments: 0..<40)
  func agrees(seed: UInt64) {
    var entropy = Entropy(seed: seed &+ 11)
    var table = RowTable()
    var wanted: [UInt32: LinearConstraint] = [:]
    var engine: [UInt32: LinearConstraint] = [:]
    var touched: Set<UInt32> = []
    var known: Set<UInt32> = []
    for _ in 0..<600 {
      let id = UInt32(entropy.below(12)) &* 0x1234_567
      known.insert(id)
      var isNew = false
      switch entropy.below(8) {
      case 0, 1, 2:
        var next = row(id, &entropy)
        // Often the same terms again, or those that the engine has.
        if entropy.chance(1, in: 3), let old = wanted[id] ?? engine[id] {
          (next.terms, next.relation) = (old.terms, old.relation)
        }
        isNew = next.terms.withUnsafeBufferPointer { table.want(BorrowedRow(next, terms: $0)) }
        if wanted[id] != next, !touched.contains(id) { #expect(isNew) }
        wanted[id] = next
      case 3, 4:
        let constant = Double(entropy.below(3))
        isNew = table.want(constant, for: id)
        wanted[id]?.constant = constant
      case 5:
        isNew = table.drop(id)
        wanted[id] = nil
      default:
        let broken = known.filter { _ in entropy.chance(1, in: 4) }
        commit(&table, touched, broken, &engine)
        for id in touched {
          var expected = wanted[id]
          if broken.contains(id) { expected?.priority = Conflict.brokenPriority }
          #expect(engine[id] == expected)
        }
        touched = []
      }
      if isNew { #expect(touched.insert(id).inserted, "it is told once that a row is touched") }
      for id in known {
        #expect(table.wanted(id) == wanted[id])
        #expect(table.installed(id) == engine[id])
        #expect(table.isTouched(id) == touched.contains(id))
        #expect(table.isRequired(id) == (wanted[id]?.isRequired ?? false))
      }
      if entropy.chance(1, in: 50) { table.trim() }
    }
  }

  /// Sends what is touched, some of it broken, to an engine that is a dictionary.
  private func commit(
    _ table: inout RowTable, _ touched: Set<UInt32>, _ broken: Set<UInt32>, _ engine: inout [UInt32: LinearConstraint]
  ) {
    var edits: [BorrowedEdit] = []
    for id in touched.sorted() { table.appendRemoval(of: id, to: &edits) }
    for id in touched.sorted() { table.appendChanges(of: id, to: &edits, isBroken: broken.contains(id)) }
    for edit in edits {
      switch edit {
      case .add(let row):
        #expect(engine[row.id.rawValue] == nil)
        engine[row.id.rawValue] = row.constraint
      case .remove(let id): #expect(engine.removeValue(forKey: id.rawValue) != nil)
      case .setConstant(let id, let constant): engine[id.rawValue]?.constant = constant
      case .setPriority(let id, let priority): engine[id.rawValue]?.priority = priority
      case .declare, .forget: Issue.record("no variables here")
      }
    }
    table.takeBackTerms(keepingBytes: 256)
    for id in touched { table.settle(id, isBroken: broken.contains(id)) }
    table.endTransaction(keepingBytes: 256)
  }
}
