import BigInt
import SceneModel

/// A sum of variables with exact coefficients, and a constant.
struct LinearForm {
  /// The terms, ascending by variable, without zero coefficients.
  var terms: [(variable: Int, coefficient: BigRational)]
  var constant: BigRational

  /// The least positive integer that makes every number of the form an integer.
  var commonDenominator: BigInt {
    var common = constant.denominator
    for (_, coefficient) in terms {
      let denominator = coefficient.denominator
      if denominator == 1 { continue }
      common = common / BigInt(commonDivisor(common.magnitude, denominator.magnitude)) * denominator
    }
    return common
  }
}

/// One connected linear system with strict tiers, and the canonical stages that make its solution a point.
///
/// The stages are those of the contract: required rows (tier 0), then the tiers, highest first (S1), each optional row by itself (S2), sizes (S3),
/// slacks (S4), positions (S5). Stage S0 (breaking constraints) is the kernel's: a row that the kernel broke has a priority just below required, so
/// it belongs to a normal tier.
struct TieredProgram {
  struct Row {
    /// The left side of `form relation 0`.
    var form: LinearForm
    var relation: Relation
    /// The tier: 0 is required, then 1, 2, … from the highest priority down.
    var tier: Int
    /// The row's id; nil if the row is the bound of a variable. The stages ignore such rows.
    var id: LinearConstraint.ID?
    /// The factor of the row's violation in its tier's sum.
    var weight: BigInt = 1
  }

  /// For each variable, whether it is at least zero.
  var isNonNegative: [Bool]
  /// The rows, ascending by id; bounds are anywhere among them.
  var rows: [Row]
  /// The forms that S3 minimises, in order.
  var sizes: [LinearForm] = []
  /// The forms whose magnitude S5 minimises, in order.
  var positions: [LinearForm] = []

  /// Returns each variable's canonical value; nil if the required rows contradict each other.
  func solve() -> [BigRational]? {
    withExactNumbers(
      { () throws(WordOverflow) in
        var run = try Run<Int>(self)
        return try run.canonicalValues()
      },
      { () throws(WordOverflow) in
        var run = try Run<BigInt>(self)
        return try run.canonicalValues()
      })
  }

  /// Whether the required rows can hold together.
  var isFeasible: Bool {
    var required = self
    required.rows.removeAll { $0.tier > 0 }
    required.sizes = []
    required.positions = []
    return required.solve() != nil
  }

  /// Returns for each form whether it has one value over all solutions that the tiers leave.
  func uniqueness(of forms: [LinearForm]) -> [Bool] {
    withExactNumbers(
      { () throws(WordOverflow) in
        var run = try Run<Int>(self)
        return try run.uniqueness(of: forms)
      },
      { () throws(WordOverflow) in
        var run = try Run<BigInt>(self)
        return try run.uniqueness(of: forms)
      })
  }

  /// Returns the prices that prove the result (see `Guides/certificates.md`): for each tier each row's price, tier 0 first. If the required rows
  /// contradict each other, there is only tier 0, and its prices are a Farkas vector.
  func prices() -> [[BigRational]] {
    withExactNumbers(
      { () throws(WordOverflow) in
        var run = try Run<Int>(self, keepsPrices: true)
        return try run.prices()
      },
      { () throws(WordOverflow) in
        var run = try Run<BigInt>(self, keepsPrices: true)
        return try run.prices()
      })
  }

  private func withExactNumbers<Answer>(
    _ quick: () throws(WordOverflow) -> Answer, _ sure: () throws(WordOverflow) -> Answer
  ) -> Answer {
    do { return try quick() } catch {}
    do { return try sure() } catch { preconditionFailure("big integers do not overflow") }
  }
}

extension TieredProgram {
  /// The program in a simplex dictionary, with one type of integers.
  private struct Run<Number: SimplexInteger> {
    /// The simplex quantities of one row. The value of each is multiplied by the row's `unit`, so that the row has integers.
    struct RowQuantities {
      var unit: BigInt
      var over: Int?
      var under: Int?
      var slack: Int?

      var errors: [Int] { [over, under].compactMap { $0 } }
    }

    let program: TieredProgram
    var dictionary: SimplexDictionary<Number>
    var quantities: [RowQuantities] = []
    var tiers: [[Int]]

    init(_ program: TieredProgram, keepsPrices: Bool = false) throws(WordOverflow) {
      self.program = program
      dictionary = SimplexDictionary(keepsDroppedColumns: keepsPrices)
      tiers = Array(repeating: [], count: (program.rows.map(\.tier).max() ?? 0) + 1)
      for isNonNegative in program.isNonNegative { _ = dictionary.addColumn(free: !isNonNegative) }
      for (index, row) in program.rows.enumerated() {
        try quantities.append(add(row))
        tiers[row.tier].append(index)
      }
      try dictionary.settleFreeQuantities()
    }

    /// Adds a row: over - under = form for an equality; slack - violation = form, or its opposite, for an inequality.
    private mutating func add(_ row: Row) throws(WordOverflow) -> RowQuantities {
      let (unit, terms, constant) = try integral(row.form)
      var result = RowQuantities(unit: unit)
      let opposite = row.relation == .lessThanOrEqual
      let sign: Number = opposite ? -1 : 1
      let isPositive = opposite ? constant <= 0 : constant >= 0
      let signed = terms.map { (quantity: $0.quantity, weight: $0.weight * sign) }
      let negated = terms.map { (quantity: $0.quantity, weight: $0.weight * -sign) }
      if row.relation != .equal, row.tier == 0, isPositive {
        // A required inequality that holds at the start needs no violation to start from.
        let expression = try dictionary.express(signed, constant: constant * sign)
        result.slack = dictionary.addRow(expression, free: false)
        return result
      }
      let other = dictionary.addColumn(free: false)
      let expression = try dictionary.express(
        (isPositive ? signed : negated) + [(other, 1)], constant: isPositive ? constant * sign : constant * -sign)
      let basic = dictionary.addRow(expression, free: false)
      let (positive, negative) = isPositive ? (basic, other) : (other, basic)
      switch row.relation {
      case .equal:
        result.over = positive
        result.under = negative
      case .greaterThanOrEqual:
        result.slack = positive
        result.under = negative
      case .lessThanOrEqual:
        result.slack = positive
        result.over = negative
      }
      return result
    }

    private func integral(
      _ form: LinearForm
    ) throws(WordOverflow) -> (unit: BigInt, terms: [(quantity: Int, weight: Number)], constant: Number) {
      let unit = form.commonDenominator
      func fit(_ value: BigRational) throws(WordOverflow) -> Number {
        let whole = unit == 1 ? value.numerator : value.numerator * (unit / value.denominator)
        guard let number = Number(fitting: whole) else { throw WordOverflow() }
        return number
      }
      var terms: [(quantity: Int, weight: Number)] = []
      for (variable, coefficient) in form.terms { terms.append((variable, try fit(coefficient))) }
      return (unit, terms, try fit(form.constant))
    }

    /// Returns the goal of a tier, with all violations in one unit, and that unit.
    private func goal(
      ofTier tier: Int
    ) throws(WordOverflow) -> (unit: BigInt, terms: [(quantity: Int, weight: Number)]) {
      var common: BigInt = 1
      for index in tiers[tier] where quantities[index].unit != 1 {
        let unit = quantities[index].unit
        common = common / BigInt(commonDivisor(common.magnitude, unit.magnitude)) * unit
      }
      var terms: [(quantity: Int, weight: Number)] = []
      for index in tiers[tier] {
        guard let weight = Number(fitting: common / quantities[index].unit * program.rows[index].weight) else {
          throw WordOverflow()
        }
        for error in quantities[index].errors { terms.append((error, weight)) }
      }
      return (common, terms)
    }

    private mutating func satisfyRequiredRows() throws(WordOverflow) -> Bool {
      let terms = try goal(ofTier: 0).terms
      if terms.isEmpty { return true }
      guard let least = try dictionary.minimise(terms) else { preconditionFailure("violations are not negative") }
      if least > 0 { return false }
      for (error, _) in terms { try dictionary.settleAtZero(error) }
      return true
    }

    private mutating func optimiseTiers() throws(WordOverflow) {
      for tier in tiers.indices.dropFirst() where !dictionary.isPoint {
        try dictionary.minimise(goal(ofTier: tier).terms)
      }
    }

    mutating func canonicalValues() throws(WordOverflow) -> [BigRational]? {
      guard try satisfyRequiredRows() else { return nil }
      try optimiseTiers()
      try breakTies()
      let scale = dictionary.scale.big
      return program.isNonNegative.indices.map { BigRational(dictionary.value(of: $0).big, over: scale) }
    }

    private mutating func breakTies() throws(WordOverflow) {
      for tier in tiers.dropFirst() {
        for index in tier.reversed() where !dictionary.isPoint {
          try dictionary.minimise(quantities[index].errors.map { ($0, 1) })
        }
      }
      for size in program.sizes where !dictionary.isPoint {
        try dictionary.minimise(integral(size).terms)
      }
      for index in program.rows.indices.reversed() where !dictionary.isPoint {
        guard program.rows[index].id != nil, let slack = quantities[index].slack else { continue }
        try dictionary.minimise([(slack, 1)])
      }
      for position in program.positions where !dictionary.isPoint {
        if position.terms.count == 1, position.constant.isZero {
          try dictionary.minimiseMagnitude(of: position.terms[0].variable)
        } else {
          let (_, terms, constant) = try integral(position)
          let quantity = dictionary.addRow(try dictionary.express(terms, constant: constant), free: true)
          try dictionary.minimiseMagnitude(of: quantity)
        }
      }
    }

    mutating func uniqueness(of forms: [LinearForm]) throws(WordOverflow) -> [Bool] {
      guard try satisfyRequiredRows() else { return forms.map { _ in false } }
      try optimiseTiers()
      var answers: [Bool] = []
      for form in forms {
        let terms = try integral(form).terms
        let value = try dictionary.express(terms)
        if value.coefficients.allSatisfy({ $0.isZero }) {
          answers.append(true)
          continue
        }
        var least = value
        var greatest = try dictionary.express(terms.map { ($0.quantity, -$0.weight) })
        var downwards = dictionary
        var upwards = dictionary
        guard try downwards.descend(&least), try upwards.descend(&greatest) else {
          answers.append(false)
          continue
        }
        // least.constant / downwards.scale = -greatest.constant / upwards.scale
        answers.append(
          least.constant.big * upwards.scale.big == -greatest.constant.big * downwards.scale.big)
      }
      return answers
    }

    mutating func prices() throws(WordOverflow) -> [[BigRational]] {
      var result: [[BigRational]] = []
      for tier in tiers.indices {
        let (unit, terms) = try goal(ofTier: tier)
        let least = try dictionary.minimise(terms)
        let goal = try dictionary.express(terms)
        let scale = dictionary.scale.big * unit
        func reducedCost(_ quantity: Int?, _ rowUnit: BigInt) -> BigRational {
          guard let quantity, case .column(let j) = dictionary.places[quantity] else { return .zero }
          return BigRational(goal.coefficients[j].big * rowUnit, over: scale)
        }
        result.append(
          program.rows.indices.map { index in
            let row = quantities[index]
            switch program.rows[index].relation {
            case .greaterThanOrEqual: return -reducedCost(row.slack, row.unit)
            case .lessThanOrEqual: return reducedCost(row.slack, row.unit)
            case .equal:
              let own: BigRational = program.rows[index].tier == tier ? .one : .zero
              return own - reducedCost(row.over, row.unit)
            }
          })
        guard tier == 0 else { continue }
        if let least, least > 0 { break }
        // The violations of required rows are fixed at zero, so they do not limit the prices of these rows in later tiers.
        for (error, _) in terms { try dictionary.settleAtZero(error) }
      }
      return result
    }
  }
}
