import LayoutPlugin
import SceneModel

extension ConflictExplanation {
  /// Returns the first statement of the explanation that another engine does not confirm, in words; `nil` if it confirms all. `facts` are those that
  /// the explanation used.
  public func doubt(
    of log: ConflictLog, _ facts: ConflictFacts = ConflictFacts(), by judge: Plugin
  ) throws(PluginFault) -> String? {
    var system = ConflictSystem(log, facts)
    let probe = try ConflictProbe(judge)
    let lines = log.entries.indices.filter { system.rows[$0] != nil }
    var always = system.factRows
    func conflicts(_ lines: [Int]) throws(PluginFault) -> Bool {
      try system.conflict(among: lines + always, on: probe) != nil
    }
    if let rounding {
      let isMore =
        try system.conflict(among: lines + always, on: probe) { _, row in row.uncertainty += rounding + 1e-3 } != nil
      return isMore ? "the lines miss each other by more than a rounding of \(rounding)" : nil
    }
    if isInfeasible != true, try conflicts(lines) { return "the list is infeasible, and nobody says so" }
    // What the explanation assumed is assumed here, too.
    if assumesGuides { _ = system.forbidNegativeGuides() }
    if isInfeasible == nil, !minimalSets.isEmpty {
      system.assumeDefaultMargins()
      always = Array(log.entries.count..<system.rows.count)
    }
    for set in minimalSets {
      guard try conflicts(set) else { return "the set \(set) is satisfiable" }
      // If the search was cut short, it is not known that each line is needed.
      if isCut { continue }
      for line in set where try conflicts(set.filter { $0 != line }) {
        return "the set \(set) is infeasible without \(line)"
      }
    }
    guard let core = minimalSets.first else { return fixes.isEmpty ? nil : "there is nothing to fix" }
    for fix in fixes {
      let scope = fix.resolvesList ? lines : core
      let remains: Bool
      if [.changeConstant, .changeSize, .changeSpacing].contains(fix.action), let constant = fix.to {
        remains =
          try system.conflict(among: scope + always, on: probe) { line, row in
            if line == fix.constraint { row.accept(constant) }
          } != nil
      } else if fix.action == .changeMultiplier {
        let words = ConflictWords(log, facts)
        let roundings = RoundingSearch(log, facts, system: system, probe: probe, always: always)
        remains = try roundings.fix(core: core, lines: scope, words: words)?.resolvesList != true
      } else {
        remains = try conflicts(scope.filter { $0 != fix.constraint && !fix.along.contains($0) })
      }
      if remains { return "the fix does not resolve it: \(fix.text)" }
    }
    return nil
  }
}

extension ConflictSystem.Row {
  /// Replaces the constant by a value that is only known to three decimals, and enlarges the uncertainty accordingly.
  mutating func accept(_ constant: Double) {
    self.constant = constant
    uncertainty = max(uncertainty, 0.001)
  }
}
