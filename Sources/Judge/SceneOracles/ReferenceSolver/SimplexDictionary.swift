/// The error that a machine word overflowed. The computation is repeated in big integers.
struct WordOverflow: Error {}

/// The exact simplex method on a dictionary: every basic quantity as a combination of the non-basic ones.
///
///     scale · basic[i] = constants[i] + Σⱼ rows[i][j] · nonbasic[j]        (everything an integer, scale > 0)
///
/// Quantities are numbered; each is either restricted to values ≥ 0 or free. Non-basic quantities are zero, so
/// the present values are the constants over the scale, and those of restricted quantities are ≥ 0 at all times.
///
/// `minimise` narrows the set of solutions to the optimal ones: a restricted non-basic quantity with a positive
/// reduced cost is zero in every optimal solution, so its column leaves the dictionary for good. Minimising one
/// goal after another is lexicographic optimisation, and when no column is left, the solution is a point.
///
/// Integers stay exact without any common divisor being taken: a pivot divides by the previous pivot without a
/// remainder (Edmonds 1967, Bareiss 1968; as in lrs).
struct SimplexDictionary<Number: SimplexInteger> {
  enum Place: Equatable {
    case row(Int)
    case column(Int)
    /// The quantity is zero in every remaining solution.
    case dropped
    /// A free quantity whose magnitude was minimised: the difference of two restricted ones.
    case split(positive: Int, negative: Int)
  }

  private(set) var scale: Number = 1
  private(set) var places: [Place] = []
  private(set) var isFree: [Bool] = []
  /// The quantity in each column.
  private(set) var columns: [Int] = []
  /// The quantity that each row defines.
  private(set) var basics: [Int] = []
  private(set) var constants: [Number] = []
  private(set) var rows: [[Number]] = []
  /// For each quantity, whether it is zero in every remaining solution although its column is kept.
  private var isLocked: [Bool] = []
  /// Whether the columns of quantities that are zero in every remaining solution are kept, because later goals need their reduced costs.
  private let keepsDroppedColumns: Bool

  init(keepsDroppedColumns: Bool = false) { self.keepsDroppedColumns = keepsDroppedColumns }

  /// An affine combination of the non-basic quantities: an objective, or a quantity that is not in the dictionary yet.
  struct Expression {
    /// The constant times `scale`, as in a row.
    var constant: Number
    var coefficients: [Number]
  }
}

extension SimplexDictionary {
  /// Whether the solution is a point: no column is left.
  var isPoint: Bool { columns.isEmpty }

  /// Adds a non-basic quantity, whose value is zero. Returns its number.
  mutating func addColumn(free: Bool) -> Int {
    let quantity = places.count
    places.append(.column(columns.count))
    isFree.append(free)
    isLocked.append(false)
    columns.append(quantity)
    for i in rows.indices { rows[i].append(0) }
    return quantity
  }

  /// Adds a basic quantity defined by `expression`, and returns its number. The present value of a restricted quantity must not be negative.
  mutating func addRow(_ expression: Expression, free: Bool) -> Int {
    precondition(free || expression.constant >= 0, "a restricted quantity starts at a value that is not negative")
    let quantity = places.count
    places.append(.row(rows.count))
    isFree.append(free)
    isLocked.append(false)
    basics.append(quantity)
    constants.append(expression.constant)
    rows.append(expression.coefficients)
    return quantity
  }

  /// `Σ weight · quantity + constant` in terms of the non-basic quantities.
  func express(_ terms: [(quantity: Int, weight: Number)], constant: Number = 0) throws(WordOverflow) -> Expression {
    var overflow = false
    var sum = Expression(
      constant: Number.scale(constant, scale, over: 1, overflow: &overflow),
      coefficients: Array(repeating: 0, count: columns.count))
    func add(_ quantity: Int, _ weight: Number) {
      switch places[quantity] {
      case .dropped: break
      case .column(let j):
        sum.coefficients[j] = Number.add(sum.coefficients[j], weight, times: scale, overflow: &overflow)
      case .row(let i):
        sum.constant = Number.add(sum.constant, constants[i], times: weight, overflow: &overflow)
        for j in columns.indices where !rows[i][j].isZero {
          sum.coefficients[j] = Number.add(sum.coefficients[j], rows[i][j], times: weight, overflow: &overflow)
        }
      case .split(let positive, let negative):
        add(positive, weight)
        add(negative, -weight)
      }
    }
    for (quantity, weight) in terms { add(quantity, weight) }
    if overflow { throw WordOverflow() }
    return sum
  }

  /// Brings free quantities into the basis, so that no restricted row depends on a free column. Call it once, before the first goal.
  mutating func settleFreeQuantities() throws(WordOverflow) {
    var none = Expression(constant: 0, coefficients: Array(repeating: 0, count: columns.count))
    for quantity in places.indices where isFree[quantity] {
      guard case .column(let k) = places[quantity] else { continue }
      if let row = leavingRow(column: k, rising: true) ?? leavingRow(column: k, rising: false) {
        try pivot(row: row, column: k, goal: &none)
      }
    }
  }

  /// Narrows the solutions to those with the least value of the goal, whose terms are restricted quantities or quantities that are bounded below.
  /// Returns that value times `scale`; nil when there is no least value, and then nothing is narrowed.
  @discardableResult
  mutating func minimise(_ terms: [(quantity: Int, weight: Number)]) throws(WordOverflow) -> Number? {
    var goal = try express(terms)
    guard try descend(&goal) else { return nil }
    for j in columns.indices.reversed() where goal.coefficients[j] > 0 { drop(column: j) }
    return goal.constant
  }

  /// Moves to a solution with the least value of the goal, and rewrites the goal for its basis. Returns false if the goal is unbounded below.
  mutating func descend(_ goal: inout Expression) throws(WordOverflow) -> Bool {
    if let j = columns.indices.first(where: { isFree[columns[$0]] && !goal.coefficients[$0].isZero }) {
      // No restricted row limits a free column, so the goal is unbounded below.
      precondition(leavingRow(column: j, rising: true) == nil, "free quantities are settled before the first goal")
      return false
    }
    var cautious = false
    while let entering = enteringColumn(goal, cautious: cautious) {
      guard let row = leavingRow(column: entering, rising: true) else { return false }
      // Bland's rule prevents cycles in a run of degenerate pivots. Elsewhere the steepest column is quicker.
      cautious = constants[row].isZero
      try pivot(row: row, column: entering, goal: &goal)
    }
    return true
  }

  /// Narrows the solutions to those with the least absolute value of a free quantity.
  mutating func minimiseMagnitude(of quantity: Int) throws(WordOverflow) {
    switch places[quantity] {
    case .dropped, .split: return
    case .column(let k): drop(column: k)
    case .row(let i):
      if let k = columns.indices.first(where: { isFree[columns[$0]] && !rows[i][$0].isZero }) {
        // A free column takes up any value: the quantity can be zero.
        var none = Expression(constant: 0, coefficients: Array(repeating: 0, count: columns.count))
        try pivot(row: i, column: k, goal: &none)
        drop(column: k)
        return
      }
      if rows[i].allSatisfy({ $0.isZero }) { return }
      // quantity = positive part - negative part: the one that is not zero takes over the row.
      let isNegative = constants[i] < 0
      if isNegative {
        constants[i] = -constants[i]
        for j in rows[i].indices { rows[i][j] = -rows[i][j] }
      }
      let basicPart = places.count
      places.append(.row(i))
      isFree.append(false)
      isLocked.append(false)
      basics[i] = basicPart
      let otherPart = addColumn(free: false)
      rows[i][rows[i].count - 1] = scale
      places[quantity] =
        isNegative
        ? .split(positive: otherPart, negative: basicPart) : .split(positive: basicPart, negative: otherPart)
      try minimise([(basicPart, 1), (otherPart, 1)])
    }
  }

  /// Fixes a restricted quantity that is zero in every solution at zero.
  mutating func settleAtZero(_ quantity: Int) throws(WordOverflow) {
    switch places[quantity] {
    case .dropped, .split: return
    case .column(let k): drop(column: k)
    case .row(let i):
      precondition(constants[i].isZero, "only a quantity at zero settles there")
      if let k = columns.indices.first(where: { !rows[i][$0].isZero && !isLocked[columns[$0]] }) {
        // The row's constant is zero, so no value moves, whatever the pivot's sign.
        var none = Expression(constant: 0, coefficients: Array(repeating: 0, count: columns.count))
        try pivot(row: i, column: k, goal: &none)
        drop(column: k)
      } else if !keepsDroppedColumns {
        remove(row: i)
        places[quantity] = .dropped
      }
    }
  }

  /// Returns the present value of a quantity, multiplied by `scale`, the common denominator of the dictionary.
  func value(of quantity: Int) -> Number {
    switch places[quantity] {
    case .row(let i): constants[i]
    case .column, .dropped: 0
    case .split(let positive, let negative): value(of: positive) - value(of: negative)
    }
  }
}

extension SimplexDictionary {
  private func enteringColumn(_ goal: Expression, cautious: Bool) -> Int? {
    var best: Int?
    for j in columns.indices where goal.coefficients[j] < 0 && !isLocked[columns[j]] {
      guard let incumbent = best else {
        best = j
        continue
      }
      if cautious
        ? columns[j] < columns[incumbent] : goal.coefficients[j] < goal.coefficients[incumbent]
      {
        best = j
      }
    }
    return best
  }

  /// Returns the restricted row that first reaches zero when the column's quantity rises (or falls) from zero; nil if none ever does.
  private func leavingRow(column: Int, rising: Bool) -> Int? {
    var best: Int?
    for i in rows.indices where !isFree[basics[i]] {
      let rate = rising ? rows[i][column] : -rows[i][column]
      guard rate < 0 else { continue }
      guard let incumbent = best else {
        best = i
        continue
      }
      let incumbentRate = rising ? rows[incumbent][column] : -rows[incumbent][column]
      if Number.isLess(constants[i], times: -incumbentRate, than: constants[incumbent], times: -rate)
        || !Number.isLess(constants[incumbent], times: -rate, than: constants[i], times: -incumbentRate)
          && basics[i] < basics[incumbent]
      {
        best = i
      }
    }
    return best
  }

  /// Exchanges the basic variable of the row with the nonbasic variable of the column.
  private mutating func pivot(row r: Int, column k: Int, goal: inout Expression) throws(WordOverflow) {
    let pivot = rows[r][k]
    let rises = pivot > 0
    let newScale = rises ? pivot : -pivot
    let oldScale = scale
    var overflow = false

    // The pivot row, solved for the column's quantity; its entries already carry the new scale.
    var pivotRow = rows[r]
    let pivotConstant = constants[r]
    rows[r] = []

    func eliminate(_ coefficients: inout [Number], _ constant: inout Number) {
      let factor = coefficients[k]
      if factor.isZero {
        if newScale == oldScale { return }
        constant = Number.scale(constant, newScale, over: oldScale, overflow: &overflow)
        for j in coefficients.indices {
          coefficients[j] = Number.scale(coefficients[j], newScale, over: oldScale, overflow: &overflow)
        }
        return
      }
      let signed = rises ? -factor : factor
      constant = Number.combine(
        constant, newScale, signed, pivotConstant, over: oldScale, overflow: &overflow)
      for j in coefficients.indices where j != k {
        if pivotRow[j].isZero {
          if newScale != oldScale {
            coefficients[j] = Number.scale(coefficients[j], newScale, over: oldScale, overflow: &overflow)
          }
        } else {
          coefficients[j] = Number.combine(
            coefficients[j], newScale, signed, pivotRow[j], over: oldScale, overflow: &overflow)
        }
      }
      coefficients[k] = rises ? factor : -factor
    }

    for i in rows.indices where i != r { eliminate(&rows[i], &constants[i]) }
    eliminate(&goal.coefficients, &goal.constant)
    if overflow { throw WordOverflow() }

    if rises {
      constants[r] = -pivotConstant
      for j in pivotRow.indices { pivotRow[j] = -pivotRow[j] }
      pivotRow[k] = oldScale
    } else {
      pivotRow[k] = -oldScale
    }
    rows[r] = pivotRow
    scale = newScale
    let leaving = basics[r]
    basics[r] = columns[k]
    columns[k] = leaving
    places[basics[r]] = .row(r)
    places[leaving] = .column(k)
  }

  private mutating func drop(column k: Int) {
    if keepsDroppedColumns {
      isLocked[columns[k]] = true
      return
    }
    places[columns[k]] = .dropped
    let last = columns.count - 1
    if k != last {
      columns[k] = columns[last]
      places[columns[k]] = .column(k)
      for i in rows.indices { rows[i][k] = rows[i][last] }
    }
    columns.removeLast()
    for i in rows.indices { rows[i].removeLast() }
  }

  private mutating func remove(row i: Int) {
    let last = rows.count - 1
    if i != last {
      rows[i] = rows[last]
      constants[i] = constants[last]
      basics[i] = basics[last]
      places[basics[i]] = .row(i)
    }
    rows.removeLast()
    constants.removeLast()
    basics.removeLast()
  }
}
