import SceneModel
import Testing

@testable import ConstraintSolver

/// A simplex in numbers that know which of their signs are certain.
@Suite struct CheckedSimplexTests {
  /// `y` up costs a third (through `x`), and earns what two doubles tell of a third: the sign of what is left decides.
  @Test(arguments: [true, false])
  func faintPrice(isNegative: Bool) {
    let third = Rational(1.0) / Rational(3.0)
    let high = 1.0 / 3
    let low = (third - Rational(high)).approximation
    let isFallShort = third < Rational(high) + Rational(low)
    // What two doubles tell is too much; or the same with both signs turned.
    let sign: Double = isFallShort == isNegative ? 1 : -1
    var program = Program(rowCount: 5, variableCount: 2, termCount: 6)
    defer { program.free() }
    func add(_ terms: [(Int32, Double)], _ relation: Relation, tier: Int) {
      for (column, coefficient) in terms { program.append(column: column, coefficient: coefficient) }
      program.endRow(relation, tier: tier)
    }
    add([(0, 3), (1, -1)], .equal, tier: 0)
    add([(1, 1)], .greaterThanOrEqual, tier: 0)
    add([(0, sign)], .lessThanOrEqual, tier: 1)
    add([(1, sign * high)], .greaterThanOrEqual, tier: 1)
    add([(1, sign * low)], .greaterThanOrEqual, tier: 1)
    program.tierCount = 2
    let signs: [Int8] = [0, 0, 1, -1, -1, 1, 1]
    var checked = LexicographicSimplex<FactoredTableau<CheckedNumber>>(
      program, active: [0, 1], sides: signs, signs: signs)
    let isOptimalInChecked = checked.isOptimal()
    let knows = !checked.sawTinyRate
    #expect(!isOptimalInChecked)
    #expect(!knows)
    var exact = LexicographicSimplex<FactoredTableau<Rational>>(program, active: [0, 1], sides: signs, signs: signs)
    let isOptimal = exact.isOptimal()
    #expect(isOptimal == !isNegative)
  }
}
