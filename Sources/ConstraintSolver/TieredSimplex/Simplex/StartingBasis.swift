/// The rows that are active where a simplex starts, a guess at those of the optimum: one variable after the other gets the value that is best for it.
///
/// A row whose other variables have their values asks for a value of the last one. Rows that leave it one value are heard
/// first, then limits that contradict each other, then mere limits; of each kind the important ones first. The row that decides
/// becomes active in the variable's place. It defines the variable from earlier ones, so that together the active rows define a
/// point.
///
/// How good the guess is matters to the number of exchanges from there, and to nothing else. Solvers by local propagation plan in
/// the same way (Freeman-Benson, Maloney and Borning, 1990).
struct StartingBasis: ~Copyable {
  /// Of each variable: the row in its place, a constraint's or its own.
  let rows: Buffer<Int32>
  let values: Buffer<Double>
  /// The variables in the order in which they got their values; those that yield come twice at first.
  let order: Buffer<Int32>
  /// Of the row in each variable's place: the first tier that a rise of its residual hurts, as far as rows asked the variable, and
  /// the first that a fall does; `Int32.max` for none.
  let objections: Buffer<Int32>
  private var decidedCount = 0
  /// Of each variable that has a value: where it is in the order.
  let position: Buffer<Int32>
  /// Of each variable: whether its first value was taken back.
  let hasYielded: Buffer<Bool>
  var yieldCount = 0

  let program: Program
  let occurrences: TermLists<Double>
  /// Of each constraint: how many of its terms have no value yet, and what the others add up to, less the bound.
  let unknowns: Buffer<Int32>
  let residuals: Buffer<Double>
  let bounds: Buffer<Double>
  /// The rows that ask, by kind and tier: the first of each list, the one after each row, and the lists that are not empty.
  private let first: Buffer<Int32>
  private let next: Buffer<Int32>
  private let isListed: Buffer<Bool>
  private var lists = NodeSet()
  /// Of each variable, the largest value that a row asks for at least, and the smallest that one asks for at most; and these
  /// rows' tiers.
  private let lowest: Buffer<Double>
  private let highest: Buffer<Double>
  private let lowestTier: Buffer<Int32>
  private let highestTier: Buffer<Int32>

  /// Room for the terms of one variable.
  private let asking: Buffer<Term<Double>>

  private enum Kind: Int, CaseIterable {
    /// An equation, or a limit that leaves one value together with another.
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
    objections = Buffer(repeating: .max, count: 2 * n)
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
    asking = Buffer(repeating: Term(index: 0, value: 0), count: m)
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
      listIfItAsks(i)
    }
    hearRows()
    // Nobody asks any more, until one of the rest stays where it is.
    while decidedCount - yieldCount < n {
      for v in 0..<n where rows[v] == Self.undecided {
        decide(v)
        hearRows()
      }
    }
    closeOrder()
  }

  private mutating func hearRows() {
    while let list = lists.popFirst() {
      let row = Int(first[list])
      first[list] = next[row]
      isListed[row] = false
      if first[list] >= 0 { lists.insert(list) }
      if unknowns[row] == 1, let (v, _) = unknown(of: row) { decide(v) }
    }
  }

  private mutating func listIfItAsks(_ row: Int) {
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

  /// The value that a row asks of its unknown, and whether at most (-1), exactly or at least (1) that.
  @inline(__always)
  private func demand(of row: Int, _ coefficient: Double) -> (wanted: Double, relation: Int8) {
    (-residuals[row] / coefficient, coefficient > 0 ? program.relations[row] : -program.relations[row])
  }

  private mutating func append(_ row: Int, to kind: Kind, _ tier: Int32) {
    // From before a variable of the row was taken back.
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

  /// A value that a row asks for.
  struct Demand {
    var value: Double
    var row: Int32
    /// `nobody`: no row insists.
    var tier: Int32

    static let nobody: Int32 = -1
  }

  /// The best value for a variable by the rows that ask, tier by tier, and in a tier by the newest first; and the first two that
  /// contradict each other.
  private func choice(
    of v: Int, _ terms: UnsafeMutableBufferPointer<Term<Double>>
  ) -> (best: Demand, contradiction: (Demand, Demand)?) {
    var contradiction: (Demand, Demand)?
    let own = Int32(program.rowCount + v)
    var low = Demand(value: -.infinity, row: own, tier: Demand.nobody)
    var high = Demand(value: .infinity, row: own, tier: Demand.nobody)
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
        // What has yielded is pressed to go back, which an equation resists where a limit would give way.
        let isHeld = relation == 0 && hasYielded[v]
        if relation >= 0, wanted > low.value || isHeld && wanted == low.value { low = asked }
        if relation <= 0, wanted < high.value || isHeld && wanted == high.value { high = asked }
      }
    }
    if low.value == -.infinity {
      low = high.value < .infinity ? high : Demand(value: 0, row: own, tier: Demand.nobody)
    }
    return (low, contradiction)
  }

  /// Rows of one tier that contradict each other are as content with all between them.
  private func between(_ low: Demand, _ high: Demand) -> (Demand, Demand) {
    (
      Demand(value: low.value, row: low.row, tier: Demand.nobody),
      Demand(value: high.value, row: high.row, tier: Demand.nobody)
    )
  }

  /// Notes who would rather not have the variable leave the value that a row asked for.
  private func noteObjections(_ v: Int, _ choice: Demand, _ terms: UnsafeMutableBufferPointer<Term<Double>>) {
    var (above, below) = (Int32.max, Int32.max)
    var isUp = true
    for term in terms {
      let row = Int(term.index)
      let (wanted, relation) = demand(of: row, term.value)
      if relation <= 0, wanted <= choice.value { above = min(above, program.tiers[row]) }
      if relation >= 0, wanted >= choice.value { below = min(below, program.tiers[row]) }
      if term.index == choice.row { isUp = term.value > 0 }
    }
    objections[2 * v] = isUp ? above : below
    objections[2 * v + 1] = isUp ? below : above
  }

  /// In the order in which they are heard; in room that the next call takes.
  private func askingTerms(of v: Int) -> UnsafeMutableBufferPointer<Term<Double>> {
    let tiers = program.tiers
    var count = 0
    for term in occurrences[v].reversed() where asks(term) && tiers[Int(term.index)] < program.tierCount {
      asking[count] = term
      count += 1
    }
    var terms = UnsafeMutableBufferPointer(start: asking.base, count: count)
    terms.sort { a, b in
      let (first, second) = (tiers[Int(a.index)], tiers[Int(b.index)])
      return first == second ? a.index > b.index : first < second
    }
    return terms
  }

  @inline(__always)
  private func asks(_ term: Term<Double>) -> Bool {
    unknowns[Int(term.index)] == 1 && term.value.magnitude >= Tolerance.pivot
  }

  private mutating func decide(_ v: Int) {
    var terms = askingTerms(of: v)
    var (choice, contradiction) = choice(of: v, terms)
    if let (asked, bound) = contradiction, let other = yielding(to: asked, bound, about: v) {
      takeBack(other)
      terms = askingTerms(of: v)
      choice = self.choice(of: v, terms).best
    }
    noteObjections(v, choice, terms)
    rows[v] = choice.row
    values[v] = choice.value
    position[v] = Int32(decidedCount)
    order[decidedCount] = Int32(v)
    decidedCount += 1
    for term in occurrences[v] {
      let i = Int(term.index)
      residuals[i] += term.value * choice.value
      unknowns[i] -= 1
      listIfItAsks(i)
    }
  }
}
