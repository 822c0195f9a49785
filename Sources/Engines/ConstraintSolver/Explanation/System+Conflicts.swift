import LayoutPlugin
import SceneModel

extension System {
  /// A connected component of the system: its slots, by ascending id.
  struct Component {
    var variables: [Int32]
    var rows: [Int32]
  }

  /// The irreducible contradiction that explains the violations that were found; nil if there is none. It depends on the present constraints alone:
  /// newer rows are left out first. If there are several contradictions, it reports the one whose newest row is the oldest.
  mutating func findConflict() throws(PluginFault) -> Refusal? {
    var best: [Int32]?
    func isOlder(_ members: [Int32]) -> Bool { best.map { rows[members.last!].id < rows[$0.last!].id } ?? true }
    var seeds: [Int32] = []
    for q in 0..<negative.count { seeds.append(negative[q]) }
    for row in violated.view {
      if rows[row].termCount > 0 {
        seeds.append(terms[rows[row].firstTerm].variable)
      } else if isOlder([row]) {
        best = [row]
      }
    }
    let start = mark
    // Variables of components that were searched are marked.
    for seed in seeds where variables[seed].mark <= start {
      guard let members = try irreducible(component(of: seed)) else { continue }
      if best != nil { HardState.twoContradictions.reach() }
      if isOlder(members) { best = members }
    }
    return best.map { refusal($0) }
  }

  /// The irreducible contradiction in the components that the present transaction has changed, found before anything is evaluated. Nil if their
  /// required rows can all hold.
  mutating func findExpectedConflict() throws(PluginFault) -> Refusal? {
    var seeds: [Int32] = []
    var rowsAlone: [Int32] = []
    func take(_ row: Int32) {
      guard rows[row].isAlive, rows[row].isRequired else { return }
      if rows[row].termCount > 0 { seeds.append(terms[rows[row].firstTerm].variable) } else { rowsAlone.append(row) }
    }
    if beganEmpty {
      for row in 0..<Int32(rows.count) { take(row) }
    } else {
      for step in journal.view where step.kind.isOfRow { take(step.slot) }
    }
    var touched = component(of: seeds)
    if !rowsAlone.isEmpty {
      touched.rows += Set(rowsAlone)
      sort(&touched)
    }
    return try irreducible(touched).map { refusal($0) }
  }

  mutating func component(of seed: Int32) -> Component { component(of: [seed]) }

  /// Returns the union of the components that contain the variables `seeds`.
  private mutating func component(of seeds: [Int32]) -> Component {
    mark += 1
    var component = Component(variables: [], rows: [])
    for seed in seeds where variables[seed].mark != mark {
      variables[seed].mark = mark
      component.variables.append(seed)
    }
    var next = 0
    while next < component.variables.count {
      var t = variables[component.variables[next]].firstTerm
      next += 1
      while t >= 0 {
        let row = terms[t].row
        t = terms[t].next
        if rows[row].mark == mark { continue }
        rows[row].mark = mark
        component.rows.append(row)
        for u in rows[row].terms where variables[terms[u].variable].mark != mark {
          variables[terms[u].variable].mark = mark
          component.variables.append(terms[u].variable)
        }
      }
    }
    sort(&component)
    return component
  }

  private func sort(_ component: inout Component) {
    component.variables.sort { variables[$0].id < variables[$1].id }
    component.rows.sort { rows[$0].id < rows[$1].id }
  }

  /// An irreducible set of required rows of a component that contradict each other, ascending by id. Nil if all can
  /// hold together.
  private mutating func irreducible(_ component: Component) throws(PluginFault) -> [Int32]? {
    let required = component.rows.filter { rows[$0].isRequired }
    do throws(ConflictSearchStop) {
      do throws(ConflictSearchStop) {
        if isProved { throw .isUnsure }
        return try search(component.variables, required, in: CheckedNumber.self)
      } catch .isUnsure {
        return try search(component.variables, required, in: Rational.self)
      }
    } catch {
      return try irreducibleByTrials(required)
    }
  }

  private mutating func search<N: CertainNumber>(
    _ unknowns: [Int32], _ required: [Int32], in: N.Type
  ) throws(ConflictSearchStop) -> [Int32]? {
    var locals = Buffer<Int32>()
    // Only the component's entries are read.
    _ = locals.extend(by: variables.count)
    for (local, variable) in unknowns.enumerated() { locals[variable] = Int32(local) }
    var search = ConflictSearch<N>(
      rowCount: required.count, isNonNegative: unknowns.map { variables[$0].isNonNegative },
      limit: conflictSearchLimit)
    defer {
      work.rows += search.work.rows
      work.pivots += search.work.pivots
    }
    for row in required {
      for t in rows[row].terms { search.appendTerm(locals[terms[t].variable], terms[t].coefficient) }
      if try !search.endRow(
        Relation(rawValue: Int32(rows[row].relation))!, constant: demands[row].constant, isSplit: rows[row].isSplit)
      {
        return try search.irreducible().map { required[Int($0)] }
      }
    }
    return nil
  }

  /// An irreducible contradiction in a list of rows, ascending by id; nil if all can hold together. Solves rows in
  /// fractions, mostly once or twice for each member.
  private func irreducibleByTrials(_ required: [Int32]) throws(PluginFault) -> [Int32]? {
    guard var proof = try proof(required) else { return nil }
    var kept: [Int32] = []
    // The newest row of a proof is a member if all older ones can hold together with the members so far.
    while let newest = proof.popLast() {
      if let found = try self.proof(required.prefix(newest) + kept) {
        proof = found.filter { $0 < newest }
      } else {
        kept.append(required[newest])
      }
    }
    return kept.reversed()
  }

  /// The indexes of rows that contradict each other, ascending; nil if all can hold together.
  private func proof(_ rows: some Collection<Int32>) throws(PluginFault) -> [Int]? {
    try refusal(Array(rows)).farkasVector()?.map(\.constraint).sorted()
  }

  /// Whether some coefficient is subnormal. Looks at every row; needed only where doubles and fractions disagree.
  var hasSubnormalCoefficient: Bool {
    (0..<Int32(rows.count)).contains { row in
      rows[row].isAlive && rows[row].terms.contains { terms[$0].coefficient.isSubnormal }
    }
  }
}
