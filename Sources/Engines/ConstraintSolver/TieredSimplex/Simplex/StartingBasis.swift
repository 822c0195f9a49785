/// A crash basis: a guess at the active rows of the optimum, by local propagation. One variable after the other gets the value that is best for it.
/// When all variables of a row but one have values, the row demands a value of the last one. Demands that leave a single value come first, then
/// limits that contradict each other, then other limits. In each group, rows of higher priority come first. The row that decides becomes active in
/// the variable's place. It defines the variable from earlier ones, so the active rows together define a point.
///
/// The guess affects the number of pivots and nothing else. Solvers by local propagation plan in the same way (Freeman-Benson, Maloney and Borning,
/// 1990).
struct StartingBasis: ~Copyable {
  /// The row in each variable's place: a constraint, or the variable's own row.
  let rows: Buffer<Int32>
  let values: Buffer<Double>
  /// The variables in the order in which they got their values. A variable whose value was taken back occurs twice, until `closeOrder`.
  let order: Buffer<Int32>
  /// For the row in each variable's place, the first tier known to get worse when its residual rises, and when it
  /// falls. `Int32.max` for none.
  let firstHurtTiers: Buffer<Int32>
  private var decidedCount = 0
  /// The place in `order` of each variable that has a value.
  let position: Buffer<Int32>
  /// Whether each variable's first value was taken back.
  let hasYielded: Buffer<Bool>
  var yieldCount = 0

  let program: Program
  let occurrences: TermLists<Double>
  /// For each constraint, the number of terms without a value, and the sum of the other terms less the bound.
  let unknowns: Buffer<Int32>
  let residuals: Buffer<Double>
  let bounds: Buffer<Double>
  /// The rows that demand a value, in linked lists by kind and tier: the first row of each list, the next of each row, and the lists that are not
  /// empty.
  private let first: Buffer<Int32>
  private let next: Buffer<Int32>
  private let isListed: Buffer<Bool>
  private var lists = NodeSet()
  /// For each variable, the largest lower limit and the smallest upper limit that rows demand, with these rows' tiers.
  private let lowest: Buffer<Double>
  private let highest: Buffer<Double>
  private let lowestTier: Buffer<Int32>
  private let highestTier: Buffer<Int32>

  /// Working memory of `readyTerms(of:)`, which collects terms of one variable at a time.
  private let readyTermStorage: Buffer<Term<Double>>

  private enum Kind: Int, CaseIterable {
    /// An equation, or two limits that together leave one value.
    case definite
    case contradiction
    case limit
  }

  static let undecided: Int32 = -1

  init(_ program: Program, bound: (_ constraint: Int) -> Double) {
    self.program = program
    let (m, n) = (program.rowCount, program.variableCount)
    rows = Buffer(repeating: Self.undecided, count: n)
    values = Buffer(repeating: 0, count: n)
    order = Buffer(repeating: Self.undecided, count: 2 * n)
    position = Buffer(repeating: 0, count: n)
    firstHurtTiers = Buffer(repeating: .max, count: 2 * n)
    hasYielded = Buffer(repeating: false, count: n)
    lowest = Buffer(repeating: -.infinity, count: n)
    highest = Buffer(repeating: .infinity, count: n)
    lowestTier = Buffer(repeating: 0, count: n)
    highestTier = Buffer(repeating: 0, count: n)
    for v in 0..<n where program.isNonNegative[v] { lowest[v] = 0 }
    unknowns = Buffer(repeating: 0, count: m)
    residuals = Buffer(repeating: 0, count: m)
    bounds = Buffer(repeating: 0, count: m)
    first = Buffer(repeating: -1, count: Kind.allCases.count * program.tierCount)
    next = Buffer(repeating: -1, count: m)
    isListed = Buffer(repeating: false, count: m)
    readyTermStorage = Buffer(repeating: Term(index: 0, value: 0), count: m)
    occurrences = TermLists(count: n) { take in
      for i in 0..<m {
        for e in program.terms(i) {
          take(Int(program.columns[e]), Term(index: Int32(i), value: program.coefficients[e]))
        }
      }
    }
    for i in 0..<m {
      bounds[i] = bound(i)
      residuals[i] = -bounds[i]
      unknowns[i] = Int32(program.terms(i).count)
      listIfReady(i)
    }
    processReadyRows()
    // No row demands a value now. So the remaining variables are decided one by one; each may let rows demand values of others.
    while decidedCount - yieldCount < n {
      for v in 0..<n where rows[v] == Self.undecided {
        decide(v)
        processReadyRows()
      }
    }
    closeOrder()
  }

  private mutating func processReadyRows() {
    while let list = lists.popFirst() {
      let row = Int(first[list])
      first[list] = next[row]
      isListed[row] = false
      if first[list] >= 0 { lists.insert(list) }
      if unknowns[row] == 1, let (v, _) = unknown(of: row) { decide(v) }
    }
  }

  private mutating func listIfReady(_ row: Int) {
    let tier = program.tiers[row]
    guard unknowns[row] == 1, tier < program.tierCount, let (v, coefficient) = unknown(of: row) else { return }
    if program.relations[row] == 0 {
      append(row, to: .definite, tier)
      return
    }
    let (wanted, relation) = demand(of: row, coefficient)
    if relation > 0, wanted > lowest[v] { (lowest[v], lowestTier[v]) = (wanted, tier) }
    if relation < 0, wanted < highest[v] { (highest[v], highestTier[v]) = (wanted, tier) }
    if lowest[v] < highest[v] {
      append(row, to: .limit, tier)
    } else if lowest[v] > highest[v] {
      append(row, to: .contradiction, tier)
    } else {
      append(row, to: .definite, min(lowestTier[v], highestTier[v]))
    }
  }

  /// The value that a row demands of its only unknown, and whether it is an upper limit (-1), exact (0) or a lower limit (1).
  @inline(__always)
  private func demand(of row: Int, _ coefficient: Double) -> (wanted: Double, relation: Int8) {
    (-residuals[row] / coefficient, coefficient > 0 ? program.relations[row] : -program.relations[row])
  }

  private mutating func append(_ row: Int, to kind: Kind, _ tier: Int32) {
    // The row may be listed already, from before one of its variables was taken back.
    if isListed[row] { return }
    isListed[row] = true
    let list = kind.rawValue * program.tierCount + Int(tier)
    next[row] = first[list]
    first[list] = Int32(row)
    lists.insert(list)
  }

  @inline(__always)
  private func unknown(of row: Int) -> (variable: Int, coefficient: Double)? {
    for e in program.terms(row) where rows[Int(program.columns[e])] == Self.undecided {
      let coefficient = program.coefficients[e]
      return coefficient.magnitude < Tolerance.pivot ? nil : (Int(program.columns[e]), coefficient)
    }
    return nil
  }

  /// A value that a row demands.
  struct Demand {
    var value: Double
    var row: Int32
    /// The tier of the row; `noTier` if no row insists on the value.
    var tier: Int32

    static let noTier: Int32 = -1
  }

  /// The best value for a variable among the rows that demand one: tier by tier, the newest row first. Also returns the first two demands that
  /// contradict each other; nil if there are none.
  private func choice(
    of v: Int, _ terms: UnsafeMutableBufferPointer<Term<Double>>
  ) -> (best: Demand, contradiction: (Demand, Demand)?) {
    var contradiction: (Demand, Demand)?
    let own = Int32(program.rowCount + v)
    var low = Demand(value: -.infinity, row: own, tier: Demand.noTier)
    var high = Demand(value: .infinity, row: own, tier: Demand.noTier)
    if program.isNonNegative[v] { low = Demand(value: 0, row: own, tier: 0) }
    for term in terms {
      if low.value >= high.value { break }
      let row = Int(term.index)
      let (wanted, relation) = demand(of: row, term.value)
      let asked = Demand(value: wanted, row: term.index, tier: program.tiers[row])
      if relation >= 0, wanted > high.value {
        if contradiction == nil { contradiction = (asked, high) }
        (low, high) = asked.tier == high.tier ? between(high, asked) : (high, high)
      } else if relation <= 0, wanted < low.value {
        if contradiction == nil { contradiction = (asked, low) }
        (low, high) = asked.tier == low.tier ? between(asked, low) : (low, low)
      } else {
        // A variable whose value was taken back is mostly pressed to return. An equation holds it where a limit would give way.
        let isHeld = relation == 0 && hasYielded[v]
        if relation >= 0, wanted > low.value || isHeld && wanted == low.value { low = asked }
        if relation <= 0, wanted < high.value || isHeld && wanted == high.value { high = asked }
      }
    }
    if low.value == -.infinity {
      low = high.value < .infinity ? high : Demand(value: 0, row: own, tier: Demand.noTier)
    }
    return (low, contradiction)
  }

  /// The limits after two rows of one tier contradict each other. All values between the two demands cost the same.
  private func between(_ low: Demand, _ high: Demand) -> (Demand, Demand) {
    (
      Demand(value: low.value, row: low.row, tier: Demand.noTier),
      Demand(value: high.value, row: high.row, tier: Demand.noTier)
    )
  }

  /// Notes the first tier that gets worse when the variable rises above its value, and when it falls below it.
  private func noteHurtTiers(_ v: Int, _ choice: Demand, _ terms: UnsafeMutableBufferPointer<Term<Double>>) {
    var (above, below) = (Int32.max, Int32.max)
    var isUp = true
    for term in terms {
      let row = Int(term.index)
      let (wanted, relation) = demand(of: row, term.value)
      if relation <= 0, wanted <= choice.value { above = min(above, program.tiers[row]) }
      if relation >= 0, wanted >= choice.value { below = min(below, program.tiers[row]) }
      if term.index == choice.row { isUp = term.value > 0 }
    }
    firstHurtTiers[2 * v] = isUp ? above : below
    firstHurtTiers[2 * v + 1] = isUp ? below : above
  }

  /// The terms of the rows that demand a value of this variable, most important row first. The next call overwrites the memory.
  private func readyTerms(of v: Int) -> UnsafeMutableBufferPointer<Term<Double>> {
    let tiers = program.tiers
    var count = 0
    for term in occurrences[v].reversed() where isReady(term) && tiers[Int(term.index)] < program.tierCount {
      readyTermStorage[count] = term
      count += 1
    }
    var terms = UnsafeMutableBufferPointer(start: readyTermStorage.base, count: count)
    terms.sort { a, b in
      let (first, second) = (tiers[Int(a.index)], tiers[Int(b.index)])
      return first == second ? a.index > b.index : first < second
    }
    return terms
  }

  @inline(__always)
  private func isReady(_ term: Term<Double>) -> Bool {
    unknowns[Int(term.index)] == 1 && term.value.magnitude >= Tolerance.pivot
  }

  private mutating func decide(_ v: Int) {
    var terms = readyTerms(of: v)
    var (choice, contradiction) = choice(of: v, terms)
    if let (asked, bound) = contradiction, let other = yielding(to: asked, bound, about: v) {
      takeBack(other)
      terms = readyTerms(of: v)
      choice = self.choice(of: v, terms).best
    }
    noteHurtTiers(v, choice, terms)
    rows[v] = choice.row
    values[v] = choice.value
    position[v] = Int32(decidedCount)
    order[decidedCount] = Int32(v)
    decidedCount += 1
    for term in occurrences[v] {
      let i = Int(term.index)
      residuals[i] += term.value * choice.value
      unknowns[i] -= 1
      listIfReady(i)
    }
  }
}
