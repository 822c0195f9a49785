import LayoutPlugin
import SceneModel

/// The reason for which a search gave up.
enum ConflictSearchStop: Error {
  /// Its numbers do not tell a sign.
  case isUnsure
  /// It would take too much memory.
  case isTooLarge
}

/// Finds which rows contradict each other: those that are added are held together by a simplex, oldest first, until one cannot be.
/// Then each older one is taken away, newest first, and comes back if the others can hold without it.
///
/// A free variable that a row brings along is defined by it, and takes no part. The others are slacks as those of the rows are. So a
/// chain of definitions costs nothing before a row reads its end, and a row that is tried mostly moves what it alone holds: the search takes
/// about as long as it takes to read the rows.
struct ConflictSearch<N: CertainNumber>: ~Copyable {
  struct Term {
    var variable: Int32
    var coefficient: N
  }

  /// The row that defines a free variable.
  struct Definition {
    /// -1: none.
    var row: Int32 = -1
    /// Each reads only what was seen before it.
    var order: Int32 = 0
    /// Whether a row has brought it along.
    var isSeen: Bool
  }

  private var tableau: SlackTableau<N>
  private let rowCount: Int32
  private var ends = Buffer<Int32>()
  private var terms = Buffer<Term>()
  private var constants = Buffer<N>()
  /// By variable.
  private var definitions = Buffer<Definition>()
  /// By order.
  private var defined = Buffer<Int32>()
  /// Of a row that is being written, by slack and, of a defined variable, by its bound's.
  private var sums = Buffer<N>()
  private var isTouched = Buffer<Bool>()
  private var touched = Buffer<Int32>()
  /// The orders of the variables that are still to be replaced, the newest on top.
  private var heap = Buffer<Int32>()
  /// Active slacks by which the violated row may be mended.
  private var ways = Buffer<Int32>()

  /// Slacks that were looked at, and exchanges.
  var work: SolverWork { SolverWork(rows: visits, pivots: tableau.exchanges) }
  private var visits = 0

  /// Without rows; their number is the greatest there may be.
  init(rowCount: Int, isNonNegative: [Bool], limit: Int) {
    self.rowCount = Int32(rowCount)
    let count = rowCount + isNonNegative.count
    tableau = SlackTableau(slackCount: count, limit: limit)
    ends.append(0)
    for (v, isNonNegative) in isNonNegative.enumerated() {
      definitions.append(Definition(isSeen: isNonNegative))
      if isNonNegative { tableau[domain: Int32(rowCount + v)] = .atLeastZero }
    }
    sums.append(repeating: .zero, count: count)
    isTouched.append(repeating: false, count: count)
  }

  // MARK: Rows come

  mutating func appendTerm(_ variable: Int32, _ coefficient: Double) {
    terms.append(Term(variable: variable, coefficient: N(coefficient)))
  }

  /// Adds the row whose terms were appended; false: it cannot hold together with those before it. `isSplit`: a variable may stand in it twice.
  mutating func endRow(_ relation: Relation, constant: Double, isSplit: Bool) throws(ConflictSearchStop) -> Bool {
    let row = Int32(constants.count)
    visits += 1
    ends.append(Int32(terms.count))
    constants.append(N(constant))
    if constants[row].isFaint { throw .isUnsure }
    tableau[domain: row] =
      switch relation {
      case .equal: .zero
      case .lessThanOrEqual: .atMostZero
      case .greaterThanOrEqual: .atLeastZero
      }
    if define(with: row, isSplit: isSplit) { return true }
    try write(row)
    if tableau.isViolated(row) {
      tableau.appendColumns(of: row, to: &ways)
      // The shortest comes first.
      var list = ways.view
      list.sort { tableau.count(of: $0) > tableau.count(of: $1) }
      return try mend(row, mayStay: false)
    }
    // An equation that holds would stop every step.
    if tableau[domain: row] == .zero, let column = shortestColumn(of: row) { try tableau.exchange(row, column) }
    return true
  }

  /// Of an active slack that may be other than zero.
  private func shortestColumn(of row: Int32) -> Int32? {
    var shortest: Int32?
    tableau.forEachInRow(row) { column, _ in
      if tableau[domain: column] == .zero { return }
      if let other = shortest, tableau.count(of: other) <= tableau.count(of: column) { return }
      shortest = column
    }
    return shortest
  }

  private func terms(of row: Int32) -> Range<Int32> { ends[row]..<ends[row + 1] }

  /// Whether the row brings along a free variable, which then is whatever the row makes it.
  private mutating func define(with row: Int32, isSplit: Bool) -> Bool {
    var isDefining = false
    for t in terms(of: row) {
      let variable = terms[t].variable
      if definitions[variable].isSeen { continue }
      definitions[variable].isSeen = true
      if isDefining || isSplit || terms[t].coefficient.isFaint { continue }
      isDefining = true
      definitions[variable].row = row
      definitions[variable].order = Int32(defined.count)
      defined.append(variable)
    }
    return isDefining
  }

  /// Makes the row's slack a sum of active ones.
  private mutating func write(_ row: Int32) throws(ConflictSearchStop) {
    var value = -constants[row]
    for t in terms(of: row) { add(terms[t].coefficient, ofVariable: terms[t].variable) }
    while let variable = popNewest() {
      let slack = rowCount + variable
      let sum = sums[slack]
      sums[slack] = .zero
      isTouched[slack] = false
      if sum.isFaint { throw .isUnsure }
      if !sum.isSignificant { continue }
      visits += 1
      let definition = definitions[variable].row
      var own = N.one
      for t in terms(of: definition) where terms[t].variable == variable { own = terms[t].coefficient }
      let factor = sum / own
      value = value + factor * constants[definition]
      add(factor, of: definition)
      for t in terms(of: definition) where terms[t].variable != variable {
        add(-(factor * terms[t].coefficient), ofVariable: terms[t].variable)
      }
    }
    // Slacks that depend on others are sums of active ones.
    for q in 0..<touched.count where tableau.isDependent(touched[q]) {
      visits += 1
      let (slack, sum) = (touched[q], sums[touched[q]])
      sums[slack] = .zero
      if sum.isFaint { throw .isUnsure }
      value = value + sum * tableau.value(slack)
      let next = touched.count
      tableau.appendColumns(of: slack, to: &touched)
      tableau.forEachInRow(slack) { column, coefficient in sums[column] = sums[column] + sum * coefficient }
      // Each once.
      var end = next
      for q in next..<touched.count where !isTouched[touched[q]] {
        isTouched[touched[q]] = true
        touched[end] = touched[q]
        end += 1
      }
      touched.setCount(end)
    }
    if value.isFaint { throw .isUnsure }
    tableau.makeDependent(row, value: value)
    while let slack = touched.popLast() {
      let sum = sums[slack]
      sums[slack] = .zero
      isTouched[slack] = false
      if sum.isFaint || sum.isSignificant { try tableau.append(row, slack, sum) }
    }
  }

  private mutating func add(_ coefficient: N, ofVariable variable: Int32) {
    let definition = definitions[variable]
    let slack = rowCount + variable
    if definition.row < 0 { return add(coefficient, of: slack) }
    if !isTouched[slack] {
      isTouched[slack] = true
      push(definition.order)
    }
    sums[slack] = sums[slack] + coefficient
  }

  private mutating func add(_ coefficient: N, of slack: Int32) {
    if !isTouched[slack] {
      isTouched[slack] = true
      touched.append(slack)
    }
    sums[slack] = sums[slack] + coefficient
  }

  private mutating func push(_ order: Int32) {
    heap.append(order)
    var child = heap.count - 1
    while child > 0, heap[(child - 1) / 2] < heap[child] {
      (heap[(child - 1) / 2], heap[child]) = (heap[child], heap[(child - 1) / 2])
      child = (child - 1) / 2
    }
  }

  private mutating func popNewest() -> Int32? {
    guard let last = heap.popLast() else { return nil }
    if heap.isEmpty { return defined[last] }
    let newest = heap[0]
    heap[0] = last
    var parent = 0
    while 2 * parent + 1 < heap.count {
      var child = 2 * parent + 1
      if child + 1 < heap.count, heap[child] < heap[child + 1] { child += 1 }
      if heap[child] <= heap[parent] { break }
      (heap[parent], heap[child]) = (heap[child], heap[parent])
      parent = child
    }
    return defined[newest]
  }

  // MARK: Rows are mended

  /// Moves `ways`, and what comes after them, until a violated row holds; false: it cannot, and the slacks in it tell why. `mayStay`: one step
  /// that mends it is not taken.
  private mutating func mend(_ row: Int32, mayStay: Bool) throws(ConflictSearchStop) -> Bool {
    var standing = 0
    var isFirst = true
    while true {
      // After many steps that led nowhere, Bland's rule, which cannot cycle.
      let isCautious = standing > 2 * Int(rowCount) + 20
      guard let way = isCautious ? lowestWay(row) : nextWay(row) else {
        ways.removeAll()
        return false
      }
      visits += tableau.count(of: way.column)
      let (nearest, step) = try nearestSlack(row, way)
      if nearest == row, mayStay, isFirst {
        ways.removeAll()
        return true
      }
      isFirst = false
      standing = step.isSignificant ? 0 : standing + 1
      if step.isSignificant { try tableau.move(way.column, by: way.isUp ? step : -step) }
      try tableau.exchange(nearest, way.column)
      if nearest == row {
        ways.removeAll()
        return true
      }
      // Other coefficients of the violated row are as they were.
      tableau.appendColumns(of: way.column, to: &ways)
    }
  }

  struct Way {
    var column: Int32
    var isUp: Bool
    var coefficient: N
  }

  /// How moving an active slack takes a violated row nearer to where it holds, if it may move so.
  func way(_ row: Int32, _ column: Int32, _ coefficient: N) -> Way? {
    let isUp = (coefficient.rateSign > 0) == (tableau.value(row).rateSign < 0)
    return tableau[domain: column].allows(isUp ? 1 : -1)
      ? Way(column: column, isUp: isUp, coefficient: coefficient) : nil
  }

  mutating func nextWay(_ row: Int32) -> Way? {
    while let column = ways.popLast() {
      if tableau.isDependent(column) { continue }
      if let coefficient = tableau.coefficient(row, column), let way = way(row, column, coefficient) { return way }
    }
    return nil
  }

  func lowestWay(_ row: Int32) -> Way? {
    var lowest: Way?
    tableau.forEachInRow(row) { column, coefficient in
      if column < lowest?.column ?? .max, let way = way(row, column, coefficient) { lowest = way }
    }
    return lowest
  }

  /// The slack that stops an active one on its way, the violated row's at last, and how far away that is. Of those at one place the row, or the
  /// lowest.
  private func nearestSlack(_ row: Int32, _ way: Way) throws(ConflictSearchStop) -> (Int32, N) {
    var nearest = row
    var step = tableau.value(row).magnitude / way.coefficient.magnitude
    if step.isFaint { throw .isUnsure }
    try tableau.forEachInColumn(way.column) { other, coefficient throws(ConflictSearchStop) in
      if other == row || tableau[domain: other].allows((coefficient.rateSign > 0) == way.isUp ? 1 : -1) { return }
      let room = tableau.value(other).magnitude / coefficient.magnitude
      let difference = room - step
      if room.isFaint || difference.isFaint { throw .isUnsure }
      if difference.rateSign < 0 || difference.rateSign == 0 && nearest != row && other < nearest {
        (nearest, step) = (other, room)
      }
    }
    return (nearest, step)
  }

  // MARK: Rows go

  /// After a row was added that cannot hold: those that contradict each other, and would not without any of them, by the order in which they
  /// came. Newer ones are left out first.
  mutating func irreducible() throws(ConflictSearchStop) -> [Int32] {
    let last = Int32(constants.count) - 1
    // The only one that is violated.
    var violated = last
    var members = [last]
    // Nothing more is written, so that nobody asks for those that may be anything.
    for slack in 0..<Int32(sums.count) where tableau[domain: slack] == .any && tableau.isDependent(slack) {
      tableau.removeRow(slack)
    }
    for row in (0..<last).reversed() {
      let domain = tableau[domain: row]
      tableau[domain: row] = .any
      if !tableau.isDependent(row) {
        // What has no price in the contradiction can go.
        guard tableau.coefficient(violated, row) != nil else { continue }
        ways.append(row)
        if try mend(violated, mayStay: true) {
          members.append(row)
          tableau[domain: row] = domain
          if tableau.isDependent(row) {
            violated = row
            // It held before: it is mended by what was, the other way round.
            tableau.appendColumns(of: row, to: &ways)
            let isMended = try mend(row, mayStay: false)
            assert(!isMended, "all could hold together")
          }
          continue
        }
      }
      if tableau.isDependent(row) { tableau.removeRow(row) }
    }
    return members.reversed()
  }
}
