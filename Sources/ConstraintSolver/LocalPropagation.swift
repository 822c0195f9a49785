/// A first guess at the rows that are active at the optimum: one variable after the other gets the value that is best for it.
///
/// A row whose other variables have their values asks for a value of the last one. Equations are heard first, then what leaves
/// a variable one value, then mere limits; of each kind the important ones first. The row that decides becomes active in the
/// variable's place. It defines the variable from earlier ones, so that together the active rows define a point.
///
/// How good the guess is matters to the number of exchanges from there, and to nothing else. Solvers by local propagation plan in
/// the same way (Freeman-Benson, Maloney and Borning, 1990).
struct LocalPropagation {
  /// Of each variable: the row in its place, a constraint's or its own.
  let rows: UnsafeMutablePointer<Int32>
  let values: UnsafeMutablePointer<Double>
  /// The variables in the order in which they got their values.
  let order: UnsafeMutablePointer<Int32>
  /// Of the row in each variable's place: the first tier that a rise of its residual hurts, as far as rows asked the variable, and
  /// the first that a fall does; `Int32.max` for none.
  let objections: UnsafeMutablePointer<Int32>
  private var decidedCount = 0

  private let program: Program
  private let occurrences: TermLists
  /// Of each constraint: how many of its terms have no value yet, and what the others add up to, less the bound.
  private let unknowns: UnsafeMutablePointer<Int32>
  private let residuals: UnsafeMutablePointer<Double>
  /// The rows that ask, by kind and tier: the first of each list, the one after each row, and the lists that are not empty.
  private let first: UnsafeMutablePointer<Int32>
  private let next: UnsafeMutablePointer<Int32>
  private var lists = NodeSet()
  /// Of each variable, the largest value that a row asks for at least, and the smallest that one asks for at most.
  private let lowest: UnsafeMutablePointer<Double>
  private let highest: UnsafeMutablePointer<Double>

  /// Room for the terms of one variable.
  private let asking: UnsafeMutablePointer<Term>

  private enum Kind: Int, CaseIterable {
    case equation
    case inequality
    /// An inequality that left its variable more than one value when it was heard.
    case limit
  }

  private static let undecided: Int32 = -1

  init(_ program: Program, bound: (_ constraint: Int) -> Double) {
    self.program = program
    let (m, n) = (program.rowCount, program.variableCount)
    let listCount = Kind.allCases.count * program.tierCount
    values = .allocate(capacity: 3 * n + m)
    lowest = values + n
    highest = lowest + n
    residuals = highest + n
    for v in 0..<n { (lowest[v], highest[v]) = (program.isNonNegative[v] ? 0 : -.infinity, .infinity) }
    rows = .allocate(capacity: 4 * n + 2 * m + listCount)
    order = rows + n
    objections = order + n
    unknowns = objections + 2 * n
    next = unknowns + m
    first = next + m
    rows.initialize(repeating: Self.undecided, count: n)
    first.initialize(repeating: -1, count: listCount)
    occurrences = TermLists(count: n) { take in
      for i in 0..<m {
        for e in program.terms(i) {
          take(Int(program.columns[e]), Term(index: Int32(i), value: program.coefficients[e]))
        }
      }
    }
    asking = .allocate(capacity: max(m, 1))
    for i in 0..<m {
      residuals[i] = -bound(i)
      unknowns[i] = Int32(program.terms(i).count)
      listIfItAsks(i)
    }
    for v in 0..<n {
      hearRows()
      // Nobody asks any more, until this one stays where it is.
      if rows[v] == Self.undecided { decide(v) }
    }
  }

  func free() {
    values.deallocate()
    rows.deallocate()
    occurrences.free()
    asking.deallocate()
    lists.free()
  }

  private mutating func hearRows() {
    while let list = lists.popFirst() {
      let row = Int(first[list])
      first[list] = next[row]
      if first[list] >= 0 { lists.insert(list) }
      guard unknowns[row] == 1, let (v, _) = unknown(of: row) else { continue }
      if list / program.tierCount == Kind.inequality.rawValue, lowest[v] < highest[v] {
        append(row, to: .limit)
      } else {
        decide(v)
      }
    }
  }

  private mutating func listIfItAsks(_ row: Int) {
    guard unknowns[row] == 1, program.tiers[row] < program.tierCount, let (v, coefficient) = unknown(of: row) else {
      return
    }
    let (wanted, relation) = demand(of: row, coefficient)
    if relation >= 0 { lowest[v] = max(lowest[v], wanted) }
    if relation <= 0 { highest[v] = min(highest[v], wanted) }
    append(row, to: program.relations[row] == 0 ? .equation : .inequality)
  }

  /// The value that a row asks of its unknown, and whether at most (-1), exactly or at least (1) that.
  @inline(__always)
  private func demand(of row: Int, _ coefficient: Double) -> (wanted: Double, relation: Int8) {
    (-residuals[row] / coefficient, coefficient > 0 ? program.relations[row] : -program.relations[row])
  }

  private mutating func append(_ row: Int, to kind: Kind) {
    let list = kind.rawValue * program.tierCount + Int(program.tiers[row])
    next[row] = first[list]
    first[list] = Int32(row)
    lists.insert(list)
  }

  @inline(__always)
  private func unknown(of row: Int) -> (variable: Int, coefficient: Double)? {
    for e in program.terms(row) where rows[Int(program.columns[e])] == Self.undecided {
      let coefficient = program.coefficients[e]
      return coefficient.magnitude < smallestPivot ? nil : (Int(program.columns[e]), coefficient)
    }
    return nil
  }

  /// A value that a row asks for, or that nobody does.
  private struct Demand {
    var value: Double
    var row: Int32
    /// `nobody` where rows of one tier contradict each other, so that they are as content with all between them.
    var tier: Int32

    static let nobody: Int32 = -1
  }

  /// What is best for a variable by the rows that ask, tier by tier, and in a tier by the newest first.
  private func choice(of v: Int, _ terms: UnsafeMutableBufferPointer<Term>) -> Demand {
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
        (low, high) = asked.tier == high.tier ? between(high, asked) : (high, high)
      } else if relation <= 0, wanted < low.value {
        (low, high) = asked.tier == low.tier ? between(asked, low) : (low, low)
      } else {
        if relation >= 0, wanted > low.value { low = asked }
        if relation <= 0, wanted < high.value { high = asked }
      }
    }
    if low.value > -.infinity { return low }
    return high.value < .infinity ? high : Demand(value: 0, row: own, tier: Demand.nobody)
  }

  private func between(_ low: Demand, _ high: Demand) -> (Demand, Demand) {
    (
      Demand(value: low.value, row: low.row, tier: Demand.nobody),
      Demand(value: high.value, row: high.row, tier: Demand.nobody)
    )
  }

  /// Notes who would rather not have the variable leave the value that a row asked for.
  private func noteObjections(_ v: Int, _ choice: Demand, _ terms: UnsafeMutableBufferPointer<Term>) {
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
  private func askingTerms(of v: Int) -> UnsafeMutableBufferPointer<Term> {
    let tiers = program.tiers
    var count = 0
    for term in occurrences[v].reversed() where asks(term) && tiers[Int(term.index)] < program.tierCount {
      asking[count] = term
      count += 1
    }
    var terms = UnsafeMutableBufferPointer(start: asking, count: count)
    if count > Self.few {
      terms.sort { a, b in
        let (first, second) = (tiers[Int(a.index)], tiers[Int(b.index)])
        return first == second ? a.index > b.index : first < second
      }
      return terms
    }
    for q in 0..<count {
      let term = asking[q]
      let tier = tiers[Int(term.index)]
      var place = q
      while place > 0, tiers[Int(asking[place - 1].index)] > tier {
        asking[place] = asking[place - 1]
        place -= 1
      }
      asking[place] = term
    }
    return terms
  }

  private static let few = 16

  @inline(__always)
  private func asks(_ term: Term) -> Bool {
    unknowns[Int(term.index)] == 1 && term.value.magnitude >= smallestPivot
  }

  private mutating func decide(_ v: Int) {
    let terms = askingTerms(of: v)
    let choice = choice(of: v, terms)
    noteObjections(v, choice, terms)
    rows[v] = choice.row
    values[v] = choice.value
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
