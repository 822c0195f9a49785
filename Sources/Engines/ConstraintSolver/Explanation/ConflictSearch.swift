import LayoutPlugin
import SceneModel

/// The reason for which a conflict search ended without an answer.
enum ConflictSearchStop: Error {
  /// The sign of a number is unknown, so more exact numbers are needed.
  case isUnsure
  /// The tableau would take too much memory.
  case isTooLarge
}

/// The search for an irreducible infeasible subset of rows. Rows are added to a simplex, oldest first, until one cannot hold together with those
/// before it. Then each older row is removed, newest first. If the other rows can hold without it, it belongs to the conflict and is put back. A
/// free variable that no earlier row contains is defined by the row, and then needs no pivots. Other variables are slacks, as rows are. So a chain
/// of definitions costs nothing until another row reads its end. Testing a row mostly moves only the slacks that depend on it. The search takes
/// about as long as reading the rows.
struct ConflictSearch<N: CertainNumber>: ~Copyable {
  /// The definition of a free variable by a row.
  struct Definition {
    /// The row that defines the variable; -1 if none does.
    var row: Int32 = -1
    /// Whether a row has contained the variable.
    var isSeen: Bool
  }

  private var tableau: SlackTableau<N>
  private let rowCount: Int32
  private var rows = MatrixRows()
  private var constants = Buffer<N>()
  /// The definition of each variable.
  private var definitions = Buffer<Definition>()
  /// The term of each row whose variable the row defines; -1 for none. A definition reads only variables that earlier rows define.
  private var definingTerms = Buffer<Int32>()
  /// The coefficients of the row that is being written, by slack. That of a defined variable is at the slack of its bound, and is not listed.
  private let vectors: SparseVectors<N>
  private var sums: SparseVector<N> { vectors[0] }
  /// The rows whose variables are still to be replaced by their definitions.
  private var open = NodeSet()
  /// The active slacks that may repair the violated row.
  private var candidates = Buffer<Int32>()

  /// The number of slacks visited, and of pivots.
  var work: SolverWork { SolverWork(rows: visits, pivots: tableau.pivots) }
  private var visits = 0

  /// Makes a search without rows. `rowCount` is the largest number of rows, `limit` that of coefficients.
  init(rowCount: Int, isNonNegative: [Bool], limit: Int) {
    self.rowCount = Int32(rowCount)
    let count = rowCount + isNonNegative.count
    tableau = SlackTableau(slackCount: count, limit: limit)
    for (v, isNonNegative) in isNonNegative.enumerated() {
      definitions.append(Definition(isSeen: isNonNegative))
      if isNonNegative { tableau[domain: Int32(rowCount + v)] = .atLeastZero }
    }
    vectors = SparseVectors(1, length: count)
  }

  // MARK: Rows come

  mutating func appendTerm(_ variable: Int32, _ coefficient: Double) {
    rows.append(variable, coefficient)
  }

  /// Adds the row whose terms were appended. Returns false if it cannot hold together with those before it. With
  /// `isSplit` a variable may occur in it twice.
  mutating func endRow(_ relation: Relation, constant: Double, isSplit: Bool) throws(ConflictSearchStop) -> Bool {
    let row = Int32(constants.count)
    visits += 1
    rows.endRow()
    constants.append(N(constant))
    if constants[row].isTiny { throw .isUnsure }
    tableau[domain: row] =
      switch relation {
      case .equal: .zero
      case .lessThanOrEqual: .atMostZero
      case .greaterThanOrEqual: .atLeastZero
      }
    if define(with: row, isSplit: isSplit) { return true }
    try write(row)
    if tableau.isViolated(row) {
      tableau.appendColumns(of: row, to: &candidates)
      // The candidate with the shortest column is tried first: it is the last in the list.
      var list = candidates.view
      list.sort { tableau.count(of: $0) > tableau.count(of: $1) }
      return try repair(row, onlyAsks: false)
    }
    // A dependent slack that must stay zero would block every step, so it is made active.
    if tableau[domain: row] == .zero, let column = shortestColumn(of: row) { try tableau.pivot(row, column) }
    return true
  }

  /// The active slack with the shortest column, among the slacks in the row that may have other values than zero. Nil if there is none.
  private func shortestColumn(of row: Int32) -> Int32? {
    var shortest: Int32?
    tableau.forEachInRow(row) { column, _ in
      if tableau[domain: column] == .zero { return }
      if let other = shortest, tableau.count(of: other) <= tableau.count(of: column) { return }
      shortest = column
    }
    return shortest
  }

  /// Lets the row define a free variable that no earlier row contains. Returns false if it defines no variable.
  private mutating func define(with row: Int32, isSplit: Bool) -> Bool {
    definingTerms.append(-1)
    for e in rows.entries(Int(row)) {
      let variable = rows.columns[e]
      if definitions[variable].isSeen { continue }
      definitions[variable].isSeen = true
      if definingTerms[row] >= 0 || isSplit || N(rows.values[e]).isTiny { continue }
      definingTerms[row] = Int32(e)
      definitions[variable].row = row
    }
    return definingTerms[row] >= 0
  }

  /// Writes the row's slack as a sum of active ones.
  private mutating func write(_ row: Int32) throws(ConflictSearchStop) {
    var value = -constants[row]
    for e in rows.entries(Int(row)) { add(N(rows.values[e]), ofVariable: rows.columns[e]) }
    let sums = self.sums
    while let definition = open.popLast() {
      let own = Int(definingTerms[definition])
      let slack = Int(rowCount + rows.columns[own])
      let sum = sums.values[slack]
      sums.values[slack] = .zero
      if sum.isTiny { throw .isUnsure }
      if !sum.isSignificant { continue }
      visits += 1
      let factor = sum / N(rows.values[own])
      value = value + factor * constants[definition]
      sums[definition] = sums[definition] + factor
      for e in rows.entries(definition) where e != own {
        add(-(factor * N(rows.values[e])), ofVariable: rows.columns[e])
      }
    }
    // Dependent slacks are replaced by their sums of active ones.
    var next = 0
    while next < sums.places.count {
      let slack = sums.places[next]
      next += 1
      if !tableau.isDependent(slack) { continue }
      visits += 1
      let sum = sums.values[Int(slack)]
      sums.values[Int(slack)] = .zero
      if sum.isTiny { throw .isUnsure }
      value = value + sum * tableau.value(slack)
      tableau.forEachInRow(slack) { sums[Int($0)] = sums[Int($0)] + sum * $1 }
    }
    if value.isTiny { throw .isUnsure }
    tableau.makeDependent(row, value: value)
    for slack in sums.places.reversed() {
      let sum = sums.values[Int(slack)]
      if sum.isTiny || sum.isSignificant { try tableau.append(row, slack, sum) }
    }
    sums.removeAll()
  }

  private mutating func add(_ coefficient: N, ofVariable variable: Int32) {
    let (definition, slack) = (Int(definitions[variable].row), Int(rowCount + variable))
    if definition < 0 {
      sums[slack] = sums[slack] + coefficient
    } else {
      open.insert(definition)
      sums.values[slack] = sums.values[slack] + coefficient
    }
  }

  // MARK: Repairing rows

  /// Moves candidates until a violated row holds. Returns false if it cannot hold; then the slacks in its equation are the reason. With `onlyAsks`,
  /// returns true without making the step if the first step would repair the row.
  private mutating func repair(_ row: Int32, onlyAsks: Bool) throws(ConflictSearchStop) -> Bool {
    var degenerateSteps = 0
    var isFirst = true
    while true {
      // After many steps that led nowhere, Bland's rule, which cannot cycle.
      let usesBlandsRule = degenerateSteps > 2 * Int(rowCount) + 20
      guard let entering = usesBlandsRule ? lowestCandidate(row) : nextCandidate(row) else {
        candidates.removeAll()
        return false
      }
      visits += tableau.count(of: entering.column)
      let (nearest, step) = try nearestSlack(row, entering)
      if nearest == row, onlyAsks, isFirst {
        candidates.removeAll()
        return true
      }
      isFirst = false
      degenerateSteps = step.isSignificant ? 0 : degenerateSteps + 1
      if step.isSignificant { try tableau.move(entering.column, by: entering.isUp ? step : -step) }
      try tableau.pivot(nearest, entering.column)
      if nearest == row {
        candidates.removeAll()
        return true
      }
      // Other coefficients of the violated row are as they were.
      tableau.appendColumns(of: entering.column, to: &candidates)
    }
  }

  struct EnteringSlack {
    var column: Int32
    var isUp: Bool
    var coefficient: N
  }

  /// The direction in which an active slack must move to reduce the violation of a row; nil if its domain forbids that.
  func entering(_ row: Int32, _ column: Int32, _ coefficient: N) -> EnteringSlack? {
    let isUp = (coefficient.rateSign > 0) == (tableau.value(row).rateSign < 0)
    return tableau[domain: column].allows(isUp ? 1 : -1)
      ? EnteringSlack(column: column, isUp: isUp, coefficient: coefficient) : nil
  }

  mutating func nextCandidate(_ row: Int32) -> EnteringSlack? {
    while let column = candidates.popLast() {
      if tableau.isDependent(column) { continue }
      if let coefficient = tableau.coefficient(row, column), let entering = entering(row, column, coefficient) {
        return entering
      }
    }
    return nil
  }

  func lowestCandidate(_ row: Int32) -> EnteringSlack? {
    var lowest: EnteringSlack?
    tableau.forEachInRow(row) { column, coefficient in
      if column < lowest?.column ?? .max, let entering = entering(row, column, coefficient) { lowest = entering }
    }
    return lowest
  }

  /// The dependent slack that stops an active slack first, and the distance to it. If no other slack stops it, this is the slack of the violated
  /// row. Of several at the same distance, it is that of the violated row, otherwise the one with the lowest index.
  private func nearestSlack(_ row: Int32, _ entering: EnteringSlack) throws(ConflictSearchStop) -> (Int32, N) {
    var nearest = row
    var step = tableau.value(row).magnitude / entering.coefficient.magnitude
    if step.isTiny { throw .isUnsure }
    try tableau.forEachInColumn(entering.column) { other, coefficient throws(ConflictSearchStop) in
      if other == row || tableau[domain: other].allows((coefficient.rateSign > 0) == entering.isUp ? 1 : -1) { return }
      let room = tableau.value(other).magnitude / coefficient.magnitude
      let difference = room - step
      if room.isTiny || difference.isTiny { throw .isUnsure }
      if difference.rateSign < 0 || difference.rateSign == 0 && nearest != row && other < nearest {
        (nearest, step) = (other, room)
      }
    }
    return (nearest, step)
  }

  // MARK: Rows go

  /// Returns the irreducible infeasible subset after `endRow` returned false: the indexes of its rows, ascending, in the order in which rows were
  /// added. Newer rows are left out first.
  mutating func irreducible() throws(ConflictSearchStop) -> [Int32] {
    let last = Int32(constants.count) - 1
    // The only slack that is violated.
    var violated = last
    var members = [last]
    // No more rows are written, so slacks that may have any value are not needed.
    for slack in 0..<rowCount + Int32(definitions.count)
    where tableau[domain: slack] == .any && tableau.isDependent(slack) {
      tableau.removeRow(slack)
    }
    for row in (0..<last).reversed() {
      let domain = tableau[domain: row]
      tableau[domain: row] = .any
      if !tableau.isDependent(row) {
        // A row without a price in the contradiction can go.
        guard tableau.coefficient(violated, row) != nil else { continue }
        candidates.append(row)
        if try repair(violated, onlyAsks: true) {
          members.append(row)
          tableau[domain: row] = domain
          if tableau.isDependent(row) {
            violated = row
            // It held before, so the same slacks repair it the other way round.
            tableau.appendColumns(of: row, to: &candidates)
            let isRepaired = try repair(row, onlyAsks: false)
            assert(!isRepaired, "all could hold together")
          }
          continue
        }
      }
      if tableau.isDependent(row) { tableau.removeRow(row) }
    }
    return members.reversed()
  }
}
