/// The error of a block's bounds and, after them, of its variables: the fields of an `Approximation` beside the value.
struct Accuracy {
  let low: UnsafeMutablePointer<Double>
  let noise: UnsafeMutablePointer<Double>

  @inline(__always)
  func number(_ i: Int, _ value: Double) -> Approximation {
    Approximation(value: value, low: low[i], noise: noise[i])
  }

  @inline(__always)
  func set(_ i: Int, _ number: Approximation) { (low[i], noise[i]) = (number.low, number.noise) }
}

extension LexicographicSimplex where T: ~Copyable, T.Value == Double {
  /// The memory of the prices, which are not in use between stages.
  private var scratch: UnsafeMutablePointer<Double> { price.values }

  /// Computes the residuals at the present bounds.
  mutating func takeBounds(_ accuracy: Accuracy) {
    if hasStarted { return recompute(accuracy) }
    // At the origin.
    for i in 0..<constraintCount { residual[i] = -bound[i] }
  }

  /// Computes the point that the active rows define, from the present bounds and the rows as given. Two steps of
  /// refinement follow if one product is not exact.
  mutating func recompute(_ accuracy: Accuracy) {
    let m = constraintCount
    hasWidenedMargins = false
    for j in 0..<variableCount {
      let i = Int(active[j])
      scratch[j] = i < m ? bound[i] : 0
    }
    tableau.variables(at: scratch, residual + m)
    for v in m..<rowCount {
      if place[v] >= 0 { residual[v] = 0 }
      accuracy.set(v, .zero)
    }
    var steps = 0
    while steps < 2, !isExactlyDefined(accuracy) {
      refine(accuracy)
      steps += 1
    }
    for i in 0..<m {
      residual[i] = place[i] < 0 ? presentResidual(i) : 0
    }
  }

  /// Computes by how much each active row misses its bound, and the noise of that. Returns true if none misses it.
  private func isExactlyDefined(_ accuracy: Accuracy) -> Bool {
    var isExact = true
    for j in 0..<variableCount {
      let i = Int(active[j])
      (scratch[j], step[j]) = (0, 0)
      guard i < constraintCount else { continue }
      let defect = residual(of: i, accuracy, carriesNoise: false)
      (scratch[j], step[j]) = (-defect.value, -defect.noise)
      if defect != .zero { isExact = false }
    }
    return isExact
  }

  /// A row's residual at the point, in two doubles. With `carriesNoise` it includes the noise of the variables.
  func residual(of i: Int, _ accuracy: Accuracy, carriesNoise: Bool = true) -> Approximation {
    let m = constraintCount
    if i >= m { return accuracy.number(i, residual[i]) }
    var sum = CompensatedSum(-bound[i])
    sum.add(-1, accuracy.number(i, 0))
    for e in program.terms(i) {
      let v = m + Int(program.columns[e])
      let noise = carriesNoise ? accuracy.noise[v] : 0
      sum.add(program.coefficients[e], Approximation(value: residual[v], low: accuracy.low[v], noise: noise))
    }
    return sum.result(count: 2 * program.terms(i).count + 1)
  }

  private mutating func refine(_ accuracy: Accuracy) {
    let (m, n) = (constraintCount, variableCount)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * n) { room in
      let correction = room.baseAddress!
      let noise = correction + n
      tableau.variables(at: scratch, correction)
      tableau.variables(at: step, noise)
      for v in 0..<n where place[m + v] < 0 {
        var number = Approximation(value: residual[m + v], low: accuracy.low[m + v], noise: noise[v])
        number.correct(by: correction[v])
        // The tableau has at least ten correct bits.
        number.addRounding(correction[v].magnitude * Tolerance.tableauRounding)
        residual[m + v] = number.value
        accuracy.set(m + v, number)
      }
    }
  }

  /// Whether every row that mattered still lies on its side. Then no price has changed, and the point is the optimum. A
  /// required row must also hold: at a residual of zero its side may be the costly one. A residual that the simplex
  /// takes for zero may lie on the wrong side. If it is no more than noise, either side is as good. If it is no more
  /// than rounding to one double, the point's margins are widened. Beyond that, or if a price may be too small for
  /// doubles, only exact numbers can tell: the answer is false. Without `mayBeExact`, such residuals only widen the margins.
  mutating func isStillOptimal(_ accuracy: Accuracy, mayBeExact: Bool) -> Bool {
    var hasNearTie = false
    for i in 0..<rowCount where place[i] < 0 && breakpointStage[i] <= lastStage {
      if residual[i].residualSign != 0 {
        if !isOnItsSide(i, residual[i]) { return false }
        continue
      }
      let rest = residual(of: i, accuracy)
      if rest.value.magnitude <= rest.noise.magnitude * Tolerance.noisyResidual || isOnItsSide(i, rest.value) {
        continue
      }
      if mayBeExact, isDoubtful || rest.value.magnitude > rest.margin + rounding(i) { return false }
      hasNearTie = true
    }
    if hasNearTie, !hasWidenedMargins {
      hasWidenedMargins = true
      for v in constraintCount..<rowCount {
        var number = accuracy.number(v, residual[v])
        number.addDoubt(Tolerance.nearTie * residual[v].ulp)
        accuracy.set(v, number)
      }
    }
    return true
  }

  private func isOnItsSide(_ i: Int, _ residual: Double) -> Bool {
    if (residual < 0) != (side[i] < 0) { return false }
    if breakpointStage[i] > 0 { return true }
    let slopes = program.slopes(i)
    return (residual < 0 ? slopes.below : slopes.above) == 0
  }

  /// The largest error of a row's residual when each value is rounded to one double, in points.
  private func rounding(_ i: Int) -> Double {
    let m = constraintCount
    if i >= m { return residual[i].ulp }
    var sum = bound[i].ulp
    for e in program.terms(i) {
      sum += program.coefficients[e].magnitude * residual[m + Int(program.columns[e])].ulp
    }
    return sum
  }

  /// Computes the derivative: see `Block.derive`. It solves the same equations as the point, with other right sides.
  mutating func derive(
    _ boundRates: borrowing Buffer<Approximation>, at here: Double, _ accuracy: Accuracy, sidesAreConfirmed: Bool,
    into rates: inout Buffer<Approximation>
  ) -> Interval? {
    let m = constraintCount
    return withUnsafeTemporaryAllocation(of: Approximation.self, capacity: m + rowCount) { room in
      let kept = room.baseAddress!
      let residualRates = kept + m
      for i in 0..<m {
        kept[i] = accuracy.number(i, bound[i])
        bound[i] = boundRates[i].value
        accuracy.set(i, boundRates[i])
      }
      recompute(accuracy)
      for i in 0..<rowCount { residualRates[i] = place[i] < 0 ? residual(of: i, accuracy) : .zero }
      rates.removeAll()
      for v in m..<rowCount { rates.append(residualRates[v]) }
      for i in 0..<m {
        bound[i] = kept[i].value
        accuracy.set(i, kept[i])
      }
      recompute(accuracy)
      _ = isStillOptimal(accuracy, mayBeExact: false)

      var interval = Interval()
      for i in 0..<rowCount where place[i] < 0 && breakpointStage[i] <= lastStage {
        let rate = residualRates[i]
        if rate == .zero { continue }
        if residual[i].magnitude > Tolerance.sweepResidual {
          interval.limit(residual[i], rate: rate, at: here)
          continue
        }
        if rate.value.magnitude <= rate.margin, certainSign(of: i, { boundRates[$0] }) == 0 { continue }
        // Prices that doubles cannot distinguish from zero may depend on the side.
        if isDoubtful, !sidesAreConfirmed { return nil }
        // The row is on its bound. It may leave to the side on which it counts, where a required row must not cost
        // anything.
        guard isOnItsSide(i, Double(side[i])), rate.value.magnitude > rate.margin else { return nil }
        if (rate.value > 0) == (side[i] > 0) {
          interval.lower = max(interval.lower, here)
        } else {
          interval.upper = min(interval.upper, here)
        }
      }
      return interval
    }
  }

  /// Whether an active row has the same left side as this row, and the same bound (or rate). Then the row's residual is
  /// zero (or does not move).
  private func repeatsActiveRow(_ row: Int, _ bound: (Int) -> Approximation) -> Bool {
    guard row < constraintCount else { return false }
    // The row is that active row alone, as a combination of active rows.
    var (count, only) = (0, 0)
    tableau.forEach(row) { j, _ in
      count += 1
      only = j
    }
    let i = Int(active[only])
    guard count == 1, i < constraintCount, bound(i) == bound(row) else { return false }
    let (terms, others) = (program.terms(row), program.terms(i))
    return others.count == terms.count
      && zip(terms, others).allSatisfy {
        program.columns[$0] == program.columns[$1] && program.coefficients[$0] == program.coefficients[$1]
      }
  }

  /// The side of its breakpoint on which a row lies: -1, 0 or 1. Nil if two doubles cannot tell.
  func certainSide(_ i: Int, _ accuracy: Accuracy) -> Int? {
    if residual[i].magnitude > Tolerance.residual + Tolerance.certainSide * rounding(i) {
      return residual[i].residualSign
    }
    let rest = residual(of: i, accuracy)
    let sum = rest.value + rest.low
    if rest.isExact || sum.magnitude > rest.margin { return sum == 0 ? 0 : sum < 0 ? -1 : 1 }
    return certainSign(of: i) { accuracy.number($0, bound[$0]) }
  }

  /// The sign of a row's residual (or of its rate), derived from the active rows. Nil if they do not determine it.
  private func certainSign(of row: Int, _ bound: (Int) -> Approximation) -> Int? {
    repeatsActiveRow(row, bound) ? 0 : combinedSign(of: row, bound)
  }

  /// The sign of a row's residual (or of its rate), from the active rows of which it is a combination. Nil if their
  /// factors are no short fractions, or a bound is not exact.
  private func combinedSign(of row: Int, _ bound: (Int) -> Approximation) -> Int? {
    let m = constraintCount
    func termCount(_ i: Int) -> Int { i < m ? program.terms(i).count : 1 }
    var count = termCount(row)
    tableau.forEach(row) { j, _ in count += termCount(Int(active[j])) }
    guard count <= Self.mostParts else { return nil }
    return withUnsafeTemporaryAllocation(of: Part.self, capacity: count) { room in
      var parts = room
      var residual = ThreefoldSum()
      var isTold = true
      var next = 0
      func append(_ column: Int32, _ factor: Double, _ coefficient: Double) {
        parts[next] = Part(column: column, factor: factor, coefficient: coefficient)
        next += 1
      }
      func add(_ i: Int, times factor: Double) {
        guard i < m else { return append(Int32(i - m), factor, 1) }
        for e in program.terms(i) { append(program.columns[e], factor, program.coefficients[e]) }
        let number = bound(i)
        isTold = isTold && number.isExact
        residual.add(factor, number.value)
      }
      add(row, times: -1)
      tableau.forEach(row) { j, value in
        if isTold {
          add(Int(active[j]), times: (value * Tolerance.factorsPerUnit).rounded() / Tolerance.factorsPerUnit)
        }
      }
      guard isTold else { return nil }
      parts.sort { $0.column < $1.column }
      next = 0
      while next < count {
        let column = parts[next].column
        var sum = ThreefoldSum()
        while next < count, parts[next].column == column {
          sum.add(parts[next].factor, parts[next].coefficient)
          next += 1
        }
        if !sum.isZero { return nil }
      }
      return residual.sign
    }
  }

  /// A coefficient of one row in a combination, with that row's factor.
  private struct Part: BitwiseCopyable {
    var column: Int32
    var factor: Double
    var coefficient: Double
  }
  /// The largest number of terms in a combination of active rows that `combinedSign` examines. For more terms exact numbers take no longer.
  private static var mostParts: Int { 512 }

  /// The first required row, from index `start` on, for which doubles do not show with certainty that it holds. Nil if there is none.
  func uncertainRow(from start: Int, _ accuracy: Accuracy) -> Int? {
    for i in start..<rowCount where breakpointStage[i] == 0 && place[i] < 0 {
      let relation = i < constraintCount ? program.relations[i] : 1
      if relation != 0, residual[i].magnitude > Tolerance.clearlyRequired { continue }
      let rest = residual(of: i, accuracy)
      if rest.isExact {
        if relation == 0 ? rest.value != 0 : relation < 0 ? rest.value > 0 : rest.value < 0 { return i }
        continue
      }
      let sum = rest.value + rest.low
      if relation != 0, relation < 0 ? sum <= -rest.margin : sum >= rest.margin { continue }
      guard let sign = combinedSign(of: i, { accuracy.number($0, bound[$0]) }),
        relation == 0 ? sign == 0 : sign * Int(relation) >= 0
      else { return i }
    }
    return nil
  }
}
