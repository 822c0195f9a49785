import LayoutPlugin
import SceneModel

/// A readable dump of the system: which node computes which variables, the residual and side of each row, the contradiction, and the motion of a
/// sweep. `Guides/reading-a-system.md` explains every line.
extension System {
  /// The names of variables and rows in a dump.
  struct Names {
    var variable: (Variable) -> String
    var row: (LinearConstraint.ID) -> String
  }

  func dump(_ names: Names) -> String {
    var lines = [summary]
    if let refusal { lines += refusal.lines(names) }
    for index in 0..<Int32(nodes.count) where !nodes[index].isDead { append(index, names, to: &lines) }
    var free: [String] = []
    for v in 0..<Int32(variables.count) where variables[v].isAlive && variables[v].node < 0 {
      free.append(name(v, names))
    }
    if !free.isEmpty { lines.append("held by nothing, so 0: " + free.joined(separator: " ")) }
    var idle: [String] = []
    for r in 0..<Int32(rows.count) where rows[r].isAlive && rows[r].node < 0 { idle.append(line(r, names)) }
    if !idle.isEmpty { lines += ["wishes about values that others decide"] + idle }
    if sweep.isReady { lines += sweepLines(names) }
    return lines.joined(separator: "\n") + "\n"
  }

  private var summary: String {
    var counts: [Kind: Int] = [:]
    for index in 0..<nodes.count where !nodes[index].isDead { counts[nodes[index].kind, default: 0] += 1 }
    let parts = [
      System.count(counts[.definition, default: 0], "definition"),
      System.count(counts[.squareSystem, default: 0], "square system"),
      System.count(counts[.block, default: 0], "block"), System.count(counts[.check, default: 0], "check"),
    ]
    return "\(System.count(variableSlots.count, "variable")) and \(System.count(rowSlots.count, "row")): "
      + parts.joined(separator: ", ")
  }

  private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// A number with at most four decimal places.
  static func spell(_ number: Double) -> String {
    let rounded = (number * 1e4).rounded() / 1e4
    return TextNumber.spell((rounded.isFinite ? rounded : number) + 0)
  }

  private func name(_ slot: Int32, _ names: Names) -> String { names.variable(Variable(variables[slot].id)) }

  private func append(_ index: Int32, _ names: Names, to lines: inout [String]) {
    let node = nodes[index]
    var title: String
    switch node.kind {
    case .definition: title = node.isDetermined ? "definition" : "definition behind a block (peeled)"
    case .squareSystem: title = "square system of \(squareSystems[Int(node.index)]!.count)"
    case .check: title = "check"
    case .block:
      let block = blocks[Int(node.index)]!
      title = "block of \(System.count(block.variableCount, "variable"))"
      if !block.isSolved || block.exact != nil { title += ", in fractions" }
      var tiers: Set<Double> = []
      for i in 0..<block.rowCount where block.rows[i] >= 0 { tiers.insert(demands[block.rows[i]].priority) }
      title += ", tiers " + tiers.sorted(by: >).map { priority($0) }.joined(separator: " ")
    }
    lines.append("node \(index): \(title)")
    forEachVariable(of: index) { lines.append("  \(name($0, names)) = \(System.spell(presentValue($0)))") }
    guard node.kind == .block else { return forEachRow(of: index) { lines.append(line($0, names)) } }
    let block = blocks[Int(node.index)]!
    // The active rows of a block in fractions are those of the attempt in doubles, at other values.
    let active: Set<Int32> = block.exact == nil ? Set(block.activeRows) : []
    for i in 0..<block.rowCount {
      if block.rows[i] < 0 {
        lines.append("    a relaxed row, kept for its return")
      } else {
        lines.append(line(block.rows[i], names, isActive: active.contains(Int32(i))))
      }
    }
    for v in 0..<block.variableCount where active.contains(Int32(block.rowCount + v)) {
      let isBound = variables[block.variables[v]].isNonNegative
      lines.append(
        "    \(name(block.variables[v], names)) \(isBound ? ">= 0" : "= 0, where nothing asks for more"): active")
    }
  }

  private func priority(_ priority: Double) -> String {
    priority >= LinearConstraint.requiredPriority ? "required" : "@" + TextNumber.spell(priority)
  }

  /// The present value. While a sweep is followed the tables hold the values from which it began.
  private func presentValue(_ slot: Int32) -> Double {
    let place = sweep.isFollowed ? Int(variables[slot].sweepPlace) : -1
    return place < 0 ? values[slot].number.value : presentNumber(inSweep: place).value
  }

  /// A row with its state.
  private func line(_ r: Int32, _ names: Names, isActive: Bool = false) -> String {
    var text = ""
    var sum = -demands[r].constant
    for t in rows[r].terms {
      text += System.term(terms[t].coefficient, name(terms[t].variable, names), isFirst: text.isEmpty)
      sum += terms[t].coefficient * presentValue(terms[t].variable)
    }
    let relation = System.relation(rows[r].relation)
    let id = names.row(LinearConstraint.ID(rows[r].id))
    let head = "    \(id) \(priority(demands[r].priority))  \(text.isEmpty ? "0" : text) \(relation) "
    return head + System.spell(demands[r].constant) + ": " + status(sum, rows[r].relation, isActive)
  }

  private func status(_ residual: Double, _ relation: Int8, _ isActive: Bool) -> String {
    let distance = System.spell(residual.magnitude)
    if distance == "0" { return isActive ? "active" : "met" }
    let isViolated = relation == 0 || (residual > 0) == (relation < 0)
    return isViolated ? "violated by \(distance)" : "holds, \(distance) to spare"
  }

  static func term(_ coefficient: Double, _ name: String, isFirst: Bool) -> String {
    let sign = coefficient < 0 ? (isFirst ? "-" : " - ") : isFirst ? "" : " + "
    return sign + (coefficient.magnitude == 1 ? "" : spell(coefficient.magnitude) + " ") + name
  }

  static func relation(_ relation: Int8) -> String { relation == 0 ? "=" : relation < 0 ? "<=" : ">=" }

  private func sweepLines(_ names: Names) -> [String] {
    let row = names.row(LinearConstraint.ID(rows[sweep.row].id))
    let constant = System.spell(demands[sweep.row].constant)
    var lines = [
      sweep.isFollowed
        ? "parametric sweep of \(row), now \(constant): only its values have moved"
        : "parametric sweep of \(row) ready at \(constant)"
    ]
    for q in 0..<sweep.line.count where sweep.line.rises[q].value != 0 {
      lines.append("    \(name(sweep.slots[q], names)) moves by \(System.spell(sweep.line.rises[q].value))")
    }
    for q in 0..<sweep.line.pieces.count {
      let piece = sweep.line.pieces[q]
      let ends = [piece.interval.lower, piece.interval.upper].map { $0.isFinite ? System.spell($0) : "any distance" }
      lines.append("    node \(piece.node) keeps its sides from \(ends[0]) to \(ends[1])")
    }
    return lines
  }
}

extension Refusal {
  /// The rows that contradict each other, each with its multiplier, and their sum.
  func lines(_ names: System.Names) -> [String] {
    var lines = ["refused: these rows cannot hold together, and could without any one of them"]
    let multipliers = Dictionary(
      ((try? certificate()) ?? []).map { ($0.constraint, $0.multiplier) }, uniquingKeysWith: { first, _ in first })
    var sum = 0.0
    for (i, id) in members.enumerated() {
      var text = ""
      for e in program.terms(i) {
        text += System.term(
          program.coefficients[e], names.variable(variables[Int(program.columns[e])]), isFirst: text.isEmpty)
      }
      let bound = bounds[i].approximation
      let multiplier = multipliers[id] ?? 0
      sum += multiplier * bound
      lines.append(
        "    \(names.row(id)) \(text.isEmpty ? "0" : text) \(System.relation(program.relations[i])) \(System.spell(bound))"
          + ", times \(System.spell(multiplier))")
    }
    lines.append("    added up: 0 <= \(System.spell(sum)), which no values meet")
    return lines
  }
}
