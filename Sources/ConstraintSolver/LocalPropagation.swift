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
  /// Of each variable, how often it has been judged whether inequalities leave it one value; and whether any asks since.
  private let judgements: UnsafeMutablePointer<UInt8>
  private let hasNews: UnsafeMutablePointer<Bool>

  private enum Kind: Int, CaseIterable {
    case equation
    case inequality
    /// An inequality that left its variable more than one value when it was heard.
    case limit
  }

  /// A row with a smaller coefficient does not ask.
  private static let smallestPivot = 0.01
  private static let undecided: Int32 = -1
  /// It is a guess: thousands of rows may ask for one variable, in hundreds of tiers.
  private static let mostJudgements: UInt8 = 4
  private static let mostTiers = 8

  init(_ program: Program, bound: (_ constraint: Int) -> Double) {
    self.program = program
    let (m, n) = (program.rowCount, program.variableCount)
    let listCount = Kind.allCases.count * program.tierCount
    values = .allocate(capacity: n + m)
    residuals = values + n
    rows = .allocate(capacity: 2 * n + 2 * m + listCount)
    order = rows + n
    unknowns = order + n
    next = unknowns + m
    first = next + m
    judgements = .allocate(capacity: n)
    judgements.initialize(repeating: 0, count: n)
    hasNews = .allocate(capacity: n)
    hasNews.initialize(repeating: false, count: n)
    rows.initialize(repeating: Self.undecided, count: n)
    first.initialize(repeating: -1, count: listCount)
    occurrences = TermLists(count: n) { take in
      for i in 0..<m {
        for e in program.terms(i) {
          take(Int(program.columns[e]), Term(index: Int32(i), value: program.coefficients[e]))
        }
      }
    }
    for i in 0..<m {
      residuals[i] = -bound(i)
      unknowns[i] = Int32(program.terms(i).count)
      listIfItAsks(i)
    }
    for v in 0..<n {
      hearRows()
      // Nobody asks any more, until this one stays where it is.
      if rows[v] == Self.undecided { decide(v, choice(of: v)) }
    }
  }

  func free() {
    values.deallocate()
    rows.deallocate()
    judgements.deallocate()
    hasNews.deallocate()
    occurrences.free()
    lists.free()
  }

  private mutating func hearRows() {
    while let list = lists.popFirst() {
      let row = Int(first[list])
      first[list] = next[row]
      if first[list] >= 0 { lists.insert(list) }
      guard unknowns[row] == 1, let v = unknown(of: row) else { continue }
      if list / program.tierCount == Kind.inequality.rawValue, !isDefinite(v) {
        append(row, to: .limit)
      } else {
        decide(v, choice(of: v))
      }
    }
  }

  private mutating func isDefinite(_ v: Int) -> Bool {
    if !hasNews[v] || judgements[v] == Self.mostJudgements { return false }
    hasNews[v] = false
    judgements[v] += 1
    return choice(of: v).isDefinite
  }

  private mutating func listIfItAsks(_ row: Int) {
    guard unknowns[row] == 1, program.tiers[row] < program.tierCount, let v = unknown(of: row) else { return }
    hasNews[v] = true
    append(row, to: program.relations[row] == 0 ? .equation : .inequality)
  }

  private mutating func append(_ row: Int, to kind: Kind) {
    let list = kind.rawValue * program.tierCount + Int(program.tiers[row])
    next[row] = first[list]
    first[list] = Int32(row)
    lists.insert(list)
  }

  private func unknown(of row: Int) -> Int? {
    for e in program.terms(row) where rows[Int(program.columns[e])] == Self.undecided {
      return program.coefficients[e].magnitude < Self.smallestPivot ? nil : Int(program.columns[e])
    }
    return nil
  }

  private struct Choice {
    var value: Double
    var row: Int32
    var isDefinite: Bool
  }

  /// What is best for a variable by the rows that ask, tier by tier, and in a tier by the newest first.
  private func choice(of v: Int) -> Choice {
    let own = Int32(program.rowCount + v)
    var low = (value: program.isNonNegative[v] ? 0 : -Double.infinity, row: own)
    var high = (value: Double.infinity, row: own)
    var tier: Int32 = -1
    var tiers = 0
    while low.value < high.value, tiers < Self.mostTiers, let following = nextTier(asking: v, after: tier) {
      tier = following
      tiers += 1
      for term in occurrences[v].reversed() where asks(term) && program.tiers[Int(term.index)] == tier {
        let i = Int(term.index)
        let wanted = -residuals[i] / term.value
        let relation = term.value > 0 ? program.relations[i] : -program.relations[i]
        if relation >= 0, wanted > low.value { low = wanted < high.value ? (wanted, term.index) : high }
        if relation <= 0, wanted < high.value { high = wanted > low.value ? (wanted, term.index) : low }
      }
    }
    let isDefinite = low.value >= high.value
    if low.value > -.infinity { return Choice(value: low.value, row: low.row, isDefinite: isDefinite) }
    if high.value < .infinity { return Choice(value: high.value, row: high.row, isDefinite: isDefinite) }
    return Choice(value: 0, row: own, isDefinite: isDefinite)
  }

  private func nextTier(asking v: Int, after tier: Int32) -> Int32? {
    var next = Program.ghostTier
    for term in occurrences[v] where asks(term) {
      let other = program.tiers[Int(term.index)]
      if other > tier, other < next { next = other }
    }
    return next == Program.ghostTier ? nil : next
  }

  @inline(__always)
  private func asks(_ term: Term) -> Bool {
    unknowns[Int(term.index)] == 1 && term.value.magnitude >= Self.smallestPivot
  }

  private mutating func decide(_ v: Int, _ choice: Choice) {
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
