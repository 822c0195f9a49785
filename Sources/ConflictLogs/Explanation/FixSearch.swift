import LayoutPlugin
import SceneModel

/// Tries changes of a conflicting list, and keeps those that make it satisfiable.
struct FixSearch {
  typealias Fix = ConflictExplanation.Fix

  let log: ConflictLog
  let system: ConflictSystem
  let probe: ConflictProbe
  /// How many rows are asked about at most: candidates that come later are not tried.
  let mostRows: Int
  let always: [Int]
  let words: ConflictWords

  /// Fixes of one irreducible set, the likeliest first, and how many candidates were left untried. When one change is not
  /// enough for the whole list, what resolves this set is offered all the same only if nothing resolves the list.
  func fixes(for core: [Int], lines: [Int], culprit: Int?) throws(PluginFault) -> (fixes: [Fix], untried: Int) {
    let candidates = ranked(core, culprit: culprit)
    let order = Dictionary(uniqueKeysWithValues: zip(candidates, candidates.indices))
    for scope in [lines, core] {
      var fixes: [Fix] = []
      let twins = Twins(among: scope, of: log, words)
      let limit = probe.rowsAsked + mostRows
      var tried = 0
      for index in candidates where probe.rowsAsked < limit {
        fixes += try self.fixes(of: index, in: scope, twins)
        tried += 1
      }
      for at in fixes.indices { fixes[at].resolvesList = scope == lines }
      if !fixes.isEmpty {
        fixes = fixes.enumerated().sorted { rank($0, order) < rank($1, order) }.map(\.element)
        if let reason = ConflictPattern.all(in: core, of: log).lazy.compactMap(\.remedy).first,
          let first = fixes.firstIndex(where: { $0.action == .lowerPriority })
        {
          fixes[first].text += " " + reason
        }
        return (fixes, candidates.count - tried)
      }
    }
    return ([], 0)
  }

  /// Lowering comes first, constraint by constraint; then other changes in the same order.
  private func rank(_ entry: (offset: Int, element: Fix), _ order: [Int: Int]) -> (Int, Int, Int) {
    let order = order[entry.element.constraint] ?? order.count
    switch entry.element.action {
    case .useConstraints, .update: return (0, order, entry.offset)
    case .lowerPriority: return (1, order, entry.offset)
    case .changeConstant: return (2, order, entry.offset)
    case .deactivate: return (3, order, entry.offset)
    }
  }

  /// The user's own constraints, those with a constant that can give first, the culprit before all; never UIKit's.
  private func ranked(_ core: [Int], culprit: Int?) -> [Int] {
    let own = core.filter { words.constraint($0).map { !$0.isSystem(in: log) && !$0.isGenerated } ?? false }
    let masks = core.filter {
      words.constraint($0)?.className == "NSAutoresizingMaskLayoutConstraint" && !system.isHosted($0)
    }
    func weight(_ index: Int) -> Double {
      guard let constraint = words.constraint(index) else { return 0 }
      return constraint.isConstantSize ? 1e6 + constraint.request : abs(constraint.request)
    }
    let ordered = own.sorted { a, b in
      if (a == culprit) != (b == culprit) { return a == culprit }
      return weight(a) != weight(b) ? weight(a) > weight(b) : a < b
    }
    return ordered + masks
  }

  private func fixes(of index: Int, in lines: [Int], _ twins: Twins) throws(PluginFault) -> [Fix] {
    guard let constraint = words.constraint(index) else { return [] }
    let without = lines.filter { $0 != index }
    guard try isSatisfiable(without) else { return [] }
    let what = words.quotation(of: index)
    if constraint.className == "NSAutoresizingMaskLayoutConstraint" {
      return [
        Fix(
          action: .useConstraints, constraint: index, to: nil,
          text: "Set translatesAutoresizingMaskIntoConstraints = false on the view of \(what).")
      ]
    }
    if constraint.className == "NSContentSizeLayoutConstraint" { return [contentFix(index, constraint)] }
    var fixes: [Fix] = []
    if let twin = twins.first(of: constraint), twin < index {
      fixes.append(
        Fix(
          action: .update, constraint: index, to: nil,
          text: "Update it instead of adding it twice: \(words.quotation(of: twin)) is there already. Keep it in a "
            + "property and change its constant, or deactivate it before you activate \(what)."))
    }
    fixes += [
      Fix(
        action: .lowerPriority, constraint: index, to: 999,
        text: "Lower the priority of \(what) below 1000, to 999.")
    ]
    if let constant = try changedConstant(index, constraint, in: lines) { fixes.append(constant) }
    fixes.append(
      Fix(action: .deactivate, constraint: index, to: nil, text: "Deactivate \(what): the others are satisfiable."))
    return fixes
  }

  /// An intrinsic size is no constraint of anybody's: how firmly it is held is what can be changed.
  private func contentFix(_ index: Int, _ constraint: ConstraintDescription) -> Fix {
    let isFloor: Bool
    switch constraint.body {
    case .visual(let visual): isFloor = visual.value.relation != "<="
    case .equation(let equation): isFloor = equation.relation != "<="
    }
    let what = isFloor ? "compression resistance" : "content hugging"
    return Fix(
      action: .lowerPriority, constraint: index, to: 999,
      text: "Lower the \(what) of its content, which says \(words.quotation(of: index)), below 1000, to 999.")
  }

  /// The constant nearest to the present one that the others leave room for.
  private func changedConstant(
    _ index: Int, _ constraint: ConstraintDescription, in lines: [Int]
  ) throws(PluginFault) -> Fix? {
    guard let row = system.rows[index], row.terms.count > 0,
      let value = try system.nearestValue(of: index, among: lines + always, on: probe), abs(value) < 1e6
    else { return nil }
    let rounded = (value * 1000).rounded() / 1000
    let isAccepted =
      try system.conflict(among: lines + always, on: probe) { line, row in
        if line == index { row.accept(rounded) }
      } == nil
    guard isAccepted else { return nil }
    // The row counts as UIKit writes it; an equation's printed constant has the row's sign.
    return Fix(
      action: .changeConstant, constraint: index, to: rounded,
      text: "Change the constant of \(words.quotation(of: index)) to \(TextNumber.spell(rounded)).")
  }

  private func isSatisfiable(_ lines: [Int]) throws(PluginFault) -> Bool {
    try system.conflict(among: lines + always, on: probe) == nil
  }
}
