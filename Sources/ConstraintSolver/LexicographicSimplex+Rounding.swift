/// A sum of doubles that keeps what rounding loses.
struct CompensatedSum {
  private(set) var high: Double
  private(set) var low = 0.0

  @inline(__always)
  init(_ value: Double) { high = value }

  /// Adds `a * b`.
  @inline(__always)
  mutating func add(_ a: Double, _ b: Double) {
    let product = a * b
    let lost = product.addingProduct(-a, b)
    let sum = high + product
    let rest = sum - high
    low += (high - (sum - rest)) + (product - rest) - lost
    high = sum
  }

  /// Adds a number as it is.
  @inline(__always)
  mutating func add(_ term: Double) {
    let sum = high + term
    let rest = sum - high
    low += (high - (sum - rest)) + (term - rest)
    high = sum
  }

  @inline(__always)
  var value: Double { high + low }
  /// Whether nothing was lost on the way.
  @inline(__always)
  var isExact: Bool { low == 0 }
}

extension LexicographicSimplex where T: ~Copyable, T.Value == Double {
  /// The point that the active rows define, from the present bounds and the rows as given, with one step of refinement.
  ///
  /// `boundErrors` says how far the bounds may be off; `errors` receives the same for the variables, 0 for exact.
  mutating func recompute(boundErrors: UnsafeMutablePointer<Double>, errors: UnsafeMutablePointer<Double>) {
    let m = constraintCount
    var isExact = true
    for v in 0..<variableCount {
      guard place[m + v] < 0 else {
        residual[m + v] = 0
        continue
      }
      var sum = 0.0
      tableau.forEach(m + v) { j, value in
        let i = Int(active[j])
        if i < m { sum += value * bound[i] }
      }
      residual[m + v] = sum
    }
    let x = residual + m
    let defect = price
    for j in 0..<variableCount {
      let i = Int(active[j])
      defect[j] = 0
      guard i < m else { continue }
      var sum = CompensatedSum(bound[i])
      for e in program.terms(i) { sum.add(-program.coefficients[e], x[Int(program.columns[e])]) }
      defect[j] = sum.value
      if defect[j] != 0 || !sum.isExact || boundErrors[i] != 0 { isExact = false }
    }
    for v in 0..<variableCount {
      errors[v] = 0
      guard !isExact, place[m + v] < 0 else { continue }
      var correction = 0.0
      var error = 0.0
      tableau.forEach(m + v) { j, value in
        correction += value * defect[j]
        let i = Int(active[j])
        if i < m { error += value.magnitude * boundErrors[i] }
      }
      x[v] += correction
      errors[v] = error + correction.magnitude * 0x1p-10 + x[v].ulp
    }
    for i in 0..<m {
      guard place[i] < 0 else {
        residual[i] = 0
        continue
      }
      var sum = -bound[i]
      for e in program.terms(i) { sum += program.coefficients[e] * x[Int(program.columns[e])] }
      residual[i] = sum
    }
  }

  /// Whether every row that mattered still lies on its side; then no price has changed, and the point is the optimum.
  ///
  /// A required row must hold besides: at a residual of zero its side may be the costly one. With `errors`, a residual
  /// below the tolerance that is certainly not zero counts as a row off its side: near a rounding middle it is seen.
  func isStillOptimal(
    boundErrors: UnsafeMutablePointer<Double>, errors: UnsafeMutablePointer<Double>?
  ) -> Bool {
    for i in 0..<rowCount where place[i] < 0 && kink[i] <= lastStage {
      let sign = residual[i].residualSign
      if sign == 0 {
        if let errors, residual[i] != 0, isCertainlyOff(i, boundErrors: boundErrors, errors: errors) { return false }
        continue
      }
      if sign != Int(side[i]) { return false }
      if kink[i] == 0 {
        let slopes = program.slopes(i)
        if (sign < 0 ? slopes.below : slopes.above) != 0 { return false }
      }
    }
    return true
  }

  /// Whether a row's residual is not zero whatever rounding did.
  private func isCertainlyOff(
    _ i: Int, boundErrors: UnsafeMutablePointer<Double>, errors: UnsafeMutablePointer<Double>
  ) -> Bool {
    let m = constraintCount
    let x = residual + m
    if i >= m { return x[i - m].magnitude > errors[i - m] }
    var sum = CompensatedSum(-bound[i])
    var error = boundErrors[i] + bound[i].ulp
    for e in program.terms(i) {
      let v = Int(program.columns[e])
      sum.add(program.coefficients[e], x[v])
      error += program.coefficients[e].magnitude * errors[v]
    }
    return sum.value.magnitude > error
  }

  /// See `Block.derive`. The derivative solves the same equations as the point, with other right sides.
  mutating func derive(
    _ rates: inout Buffer<Double>, _ boundErrors: UnsafeMutablePointer<Double>,
    _ errors: UnsafeMutablePointer<Double>, at here: Double, _ nearlyZero: Double, _ margin: Double
  ) -> (lower: Double, upper: Double)? {
    let (m, n) = (constraintCount, variableCount)
    // After the bounds' rates: the bounds and their errors as they are, then the rates of all rows and variables.
    rates.append(repeating: 0, count: 2 * m + 2 * rowCount + 2 * n)
    let moved = rates.base
    let kept = moved + 2 * m
    let residualRates = kept + 2 * m
    let rateErrors = residualRates + rowCount
    for i in 0..<m {
      (kept[2 * i], kept[2 * i + 1]) = (bound[i], boundErrors[i])
      (bound[i], boundErrors[i]) = (moved[2 * i], moved[2 * i + 1])
    }
    recompute(boundErrors: boundErrors, errors: errors)
    for i in 0..<rowCount { residualRates[i] = residual[i] }
    for i in 0..<m {
      var error = boundErrors[i] + bound[i].ulp
      var isExact = boundErrors[i] == 0
      var sum = CompensatedSum(-bound[i])
      for e in program.terms(i) {
        let v = Int(program.columns[e])
        sum.add(program.coefficients[e], residual[m + v])
        error += program.coefficients[e].magnitude * errors[v]
        if errors[v] != 0 { isExact = false }
      }
      rateErrors[i] = isExact && sum.isExact ? 0 : error
      if place[i] < 0 { residualRates[i] = sum.value }
    }
    for v in 0..<n { rateErrors[m + v] = errors[v] }
    for i in 0..<m { (bound[i], boundErrors[i]) = (kept[2 * i], kept[2 * i + 1]) }
    recompute(boundErrors: boundErrors, errors: errors)

    var (lower, upper) = (-Double.infinity, Double.infinity)
    for i in 0..<rowCount where place[i] < 0 && kink[i] <= lastStage {
      let (rate, doubt) = (residualRates[i], rateErrors[i])
      if rate == 0, doubt == 0 { continue }
      let distance = residual[i].magnitude
      guard distance > nearlyZero else {
        // On its bound: it may leave to the side on which it is counted, where a required row must not cost anything.
        let slopes = program.slopes(i)
        let isFree = kink[i] > 0 || (side[i] < 0 ? slopes.below : slopes.above) == 0
        guard isFree, rate.magnitude > doubt * 2 else { return nil }
        if (rate > 0) == (side[i] > 0) { lower = max(lower, here) } else { upper = min(upper, here) }
        continue
      }
      let reach = (distance - margin) / (rate.magnitude + doubt)
      if rate.magnitude <= doubt || (rate > 0) == (residual[i] < 0) { upper = min(upper, here + reach) }
      if rate.magnitude <= doubt || (rate > 0) == (residual[i] > 0) { lower = max(lower, here - reach) }
    }
    let result = rateErrors + rowCount
    for v in 0..<n { (result[2 * v], result[2 * v + 1]) = (residualRates[m + v], rateErrors[m + v]) }
    for q in 0..<2 * n { moved[q] = result[q] }
    return (lower, upper)
  }

  /// The next required row so near its bound that rounding could hide a violation.
  func uncertainRow(
    from start: Int, boundErrors: UnsafeMutablePointer<Double>, errors: UnsafeMutablePointer<Double>
  ) -> Int? {
    let m = constraintCount
    let x = residual + m
    for i in start..<rowCount where kink[i] == 0 && place[i] < 0 {
      if i >= m {
        if x[i - m] < errors[i - m] || x[i - m] < 0 { return i }
        continue
      }
      let relation = program.relations[i]
      if relation != 0, residual[i].magnitude > 1e-3 { continue }
      var sum = CompensatedSum(-bound[i])
      var error = boundErrors[i]
      for e in program.terms(i) {
        let v = Int(program.columns[e])
        sum.add(program.coefficients[e], x[v])
        error += program.coefficients[e].magnitude * errors[v]
      }
      let value = sum.value
      if error == 0, sum.isExact {
        if relation == 0 ? value != 0 : relation < 0 ? value > 0 : value < 0 { return i }
        continue
      }
      error += bound[i].magnitude.ulp * 4
      if relation == 0 || (relation < 0 ? value > -error : value < error) { return i }
    }
    return nil
  }
}
