import LayoutKernel
import LayoutPlugin
import SceneModel

/// The explanation of a conflict log: whether the list contradicts itself, the smallest sets of lines that do, the role of each line, and the
/// changes that resolve it.
///
/// Every statement is the result of a query to the engine, never a guess from the text. A set is called minimal only after the engine has satisfied
/// the rest of it without each of its lines in turn, and a fix is offered only after it was tried.
public struct ConflictExplanation: Sendable {
  /// A change that makes the list satisfiable.
  public struct Fix: Hashable, Sendable {
    /// The kinds of change. Raw values are those of JSON answers.
    public enum Action: String, Hashable, Sendable {
      /// Give the constraint a lower priority.
      case lowerPriority = "lower-priority"
      /// Give the constraint another constant.
      case changeConstant = "change-constant"
      /// Take the constraint out of force.
      case deactivate
      /// Change the code of the constraint: update it instead of adding it twice, deactivate it before another one is activated, or tie it to another
      /// view.
      case update
      /// Set `translatesAutoresizingMaskIntoConstraints` to false.
      case useConstraints = "turn-off-autoresizing"
      /// Give the view another size from outside: the item size of a collection view's layout, or a frame.
      case changeSize = "change-size"
      /// Give a stack view another spacing.
      case changeSpacing = "change-spacing"
      /// Write the multiplier as the fraction whose rounded digits it has.
      case changeMultiplier = "change-multiplier"
    }

    /// The kind of change.
    public var action: Action
    /// The constraint's index in the printed list, from 0.
    public var constraint: Int
    /// The new priority, or the new constant in points; nil for other kinds of change.
    public var to: Double?
    /// Whether the whole list is free of contradictions after the change; otherwise only the first minimal set is.
    public var resolvesList = true
    /// The change in words, with the names of the log.
    public var text: String
    /// The indices of other lines that change with the constraint: an autoresizing mask has several.
    public var along: [Int] = []
  }

  /// A length for which the constraints of a set demand two different values.
  public struct ImpossibleLength: Hashable, Sendable {
    /// The index of the line that sets the length, in the printed list.
    public var constraint: Int
    /// The view's address, or its name where the log has no address.
    public var item: String
    /// The axis: a width or a height.
    public var axis: Axis
    /// The length in points that this line demands.
    public var `is`: Double
    /// The length in points that the other constraints of the set require.
    public var needed: Double
  }

  /// Whether the list contradicts itself. `nil` if the log has too few facts to decide that; then `missing` lists what it lacks.
  public var isInfeasible: Bool?
  /// The amount in points by which the lines contradict each other, if the contradiction comes from rounding: less than a pixel, or less than a point
  /// if the rounded digits of a multiplier cause it. It is no conflict then (`isInfeasible` is false). `nil` otherwise.
  public var rounding: Double?
  /// The irreducible subsets as indices in the printed list, the smallest first; at most 16.
  public var minimalSets: [[Int]] = []
  /// The index of the line that the breaking policy breaks; `nil` if no line could be read.
  public var broken: Int?
  /// The facts, in words, that the log lacks and that an answer needs.
  public var missing: [String] = []
  /// The facts that were assumed because the log only suggests them, in words.
  public var assumptions: [String] = []
  /// The contradiction of the first minimal set, in one sentence.
  public var summary = ""
  /// The length that the contradiction is about; `nil` where it is about positions.
  public var impossible: ImpossibleLength?
  /// The demand of each line of the first minimal set, in words and in printed order.
  public var contributions: [(index: Int, text: String)] = []
  /// The known causes of conflicts that the first minimal set shows.
  public var patterns: [ConflictPattern] = []
  /// The known conflict of UIKit's own views that the first minimal set shows, or that the whole list shows if there is no such set; `nil` if there
  /// is none.
  public var artefact: SystemArtefact?
  /// Whether all lines that take part are UIKit's own. If so, no change of a constraint is offered.
  public var isSystemOnly = false
  /// The lines that are in no minimal set, and so have no part in the contradiction.
  public var bystanders: [Int] = []
  /// The reason why the constraint that UIKit broke is in no minimal set; `nil` if it is in the first.
  public var absence: String?
  /// The lines that repeat an earlier line, which is `of`. One line of each pair can be removed.
  public var redundant: [(line: Int, of: Int)] = []
  /// The fixes, the likeliest first.
  public var fixes: [Fix] = []
  /// The number of constraints of the first set that were not tried as a fix. It is above 0 only for very long lists, where only the likeliest are
  /// tried.
  public var untried = 0
  /// Whether the search for minimal sets was cut short. The sets that were found are contradictions, but may contain unneeded lines, and there may
  /// be other sets.
  public var isCut = false
  /// The number of rows in all queries to the engine, which is the cost of the explanation.
  public var rowsAsked = 0

  /// Whether the sets contradict themselves only if no layout guide has a negative size.
  var assumesGuides = false

  static let maximumSets = 16
  /// The usual limit of rows that the engine solves for the sets, and again for the fixes. It is enough for every real log.
  public static let usualRows = 300_000

  /// Explains a log by queries to an engine of a plugin.
  ///
  /// - Parameters:
  ///     - log: the log.
  ///     - facts: the facts that a scene adds, where the log is that of a scene.
  ///     - plugin: the plugin whose solver answers.
  ///     - policy: the choice of what UIKit breaks.
  ///     - mostRows: about how many rows the engine may solve, in all queries together, for the smallest sets and again for fixes;
  ///     `isCut` and `untried` say whether they were too few.
  /// - Throws: the faults of the engine.
  public init(
    _ log: ConflictLog, _ facts: ConflictFacts = ConflictFacts(), on plugin: Plugin,
    breaking policy: BreakingPolicy = .deepest, mostRows: Int = usualRows
  ) throws(PluginFault) {
    broken = log.broken(by: policy)
    var system = ConflictSystem(log, facts)
    let lines = log.entries.indices.filter { system.rows[$0] != nil }
    let unread = log.entries.count - log.constraints.count
    assumptions = system.assumptions + facts.assumptions
    let probe = try ConflictProbe(plugin)
    defer { rowsAsked = probe.rowsAsked }
    var search = MinimalSets(system: system, probe: probe, mostRows: mostRows, always: system.factRows)
    minimalSets = try search.all(in: lines)
    // A contradiction that does not depend on the sizes of guides is more certain, so it is searched for first.
    if minimalSets.isEmpty, system.forbidNegativeGuides() {
      search = MinimalSets(system: system, probe: probe, mostRows: mostRows, always: system.factRows)
      minimalSets = try search.all(in: lines)
      assumesGuides = !minimalSets.isEmpty
      if assumesGuides { assumptions.append("no layout guide has a negative size") }
    }
    let words = ConflictWords(log, facts)
    let roundings = RoundingSearch(log, facts, system: system, probe: probe, always: search.always)
    let isComplete = system.unknowns.isEmpty && unread == 0 && !log.beginsWithinList && !log.endsWithinList
    // For the conflicts of a scene, the kernel has already separated those that come from rounding.
    if !facts.isOfScene, !search.isCut, !minimalSets.isEmpty || isComplete,
      let miss = try roundings.miss(of: minimalSets, lines: lines)
    {
      (isInfeasible, rounding) = (false, miss)
      summary = ConflictExplanation.roundingSummary(miss)
      redundant = system.repetitions(among: lines)
      fixes = try roundingFixes(roundings, log, lines: lines, words)
      minimalSets = []
      return
    }
    if !minimalSets.isEmpty {
      isInfeasible = true
    } else {
      let isOneStatement = lines.count > 1 && system.repetitions(among: lines).count == lines.count - 1
      // Lines that all say the same are satisfiable together, whatever their unknown values are.
      missing = isOneStatement ? [] : system.unknowns
      if log.entries.isEmpty { missing.append(ConflictExplanation.missingList(of: log)) }
      if log.beginsWithinList { missing.append("the beginning of the list, where the paste is cut") }
      if log.endsWithinList { missing.append("the end of the list, where the paste is cut") }
      if unread > 0 { missing.append("\(counted(unread, "line")) of the list that cannot be read") }
      isInfeasible = missing.isEmpty ? false : nil
      summary = isOneStatement ? ConflictExplanation.oneStatement : ConflictExplanation.feasibleSummary(missing)
      redundant = system.repetitions(among: lines)
      if missing.isEmpty { assumptions += system.scrolled }
      artefact = SystemArtefact.shown(by: log.constraints.map(\.constraint))
      guard system.hasMargins, !isOneStatement else { return }
      // A contradiction that UIKit's default margins would cause is worth reporting, as an assumption.
      system.assumeDefaultMargins()
      search = MinimalSets(
        system: system, probe: probe, mostRows: mostRows, always: Array(log.entries.count..<system.rows.count))
      minimalSets = try search.all(in: lines)
      guard !minimalSets.isEmpty else { return }
    }
    let isAssuming = isInfeasible == nil
    // Sets with the broken constraint come first.
    let culprit = log.brokenIndex ?? broken
    minimalSets.sort { a, b in
      let (inA, inB) = (culprit.map(a.contains) ?? false, culprit.map(b.contains) ?? false)
      if inA != inB { return inA }
      return a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
    }
    let core = minimalSets[0]
    if let told = log.brokenIndex, !core.contains(told) {
      absence = ConflictExplanation.absence(isReadable: system.rows[told] != nil, sets: minimalSets.count)
    }
    let inSets = Set(minimalSets.joined())
    if minimalSets.count < ConflictExplanation.maximumSets { bystanders = lines.filter { !inSets.contains($0) } }
    redundant = system.repetitions(among: lines)
    contributions = core.map { ($0, words.sentence(for: $0)) }
    isCut = search.isCut
    let isRefused = try system.conflict(among: core + search.always, on: probe) != nil
    let prices = isRefused ? try system.prices(on: probe) : [:]
    (summary, impossible) = try ConflictSummary(log: log, system: system, probe: probe, words: words)
      .said(of: core, always: search.always, lines: lines, prices: prices, culprit: culprit)
    for fact in system.facts(among: core) { summary += " \(fact)." }
    let told = core.filter { !system.isHosted($0) }
    patterns = ConflictPattern.all(in: told, of: log, impossible)
    if isAssuming {
      let sums = try system.marginSums(among: core, on: probe)
      summary = sums.isEmpty ? "If the layout margins are 8: " + summary : sums.joined(separator: " ")
    }
    let members = core.compactMap(words.constraint)
    artefact = SystemArtefact.shown(by: members)
    isSystemOnly = !told.isEmpty && isBeyondReach(members, of: log)
    if isSystemOnly {
      artefact = artefact ?? .unknown
      // If a bar has a mask of size 0, its content does not fit for this reason; but turning the mask off is no remedy.
      patterns.removeAll { $0 == .autoresizingMask || $0 == .tiledView }
      return
    }
    (fixes, untried) = try FixSearch(
      log: log, system: system, probe: probe, mostRows: mostRows, always: search.always, words: words,
      patterns: patterns, isAssuming: isAssuming
    )
    .fixes(for: core, lines: lines, culprit: culprit)
    if let fraction = try roundings.fix(core: core, lines: lines, words: words) { fixes.insert(fraction, at: 0) }
  }

  /// Returns the fixes for a contradiction that comes from rounding, which UIKit does not log: the exact fraction, or a lower priority for one
  /// line.
  private func roundingFixes(
    _ roundings: RoundingSearch, _ log: ConflictLog, lines: [Int], _ words: ConflictWords
  ) throws(PluginFault) -> [Fix] {
    var fixes: [Fix] = []
    for set in minimalSets.isEmpty ? [lines] : minimalSets where fixes.isEmpty {
      if let fraction = try roundings.fix(core: set, lines: lines, words: words) { fixes.append(fraction) }
    }
    if let culprit = log.brokenIndex ?? broken, words.constraint(culprit)?.isReachable(in: log) == true,
      try roundings.miss(of: [], lines: lines.filter { $0 != culprit }) == nil
    {
      fixes.append(
        Fix(
          action: .lowerPriority, constraint: culprit, to: 999,
          text: "Lower the priority of \(words.quotation(of: culprit)) below 1000, to 999."))
    }
    return fixes
  }

  /// Whether none of the lines is from the user's code. If so, all are UIKit's own, and only a known artefact is shown.
  private func isBeyondReach(_ lines: [ConstraintDescription], of log: ConflictLog) -> Bool {
    if artefact?.loneSize != nil { return true }
    let own = lines.filter { $0.isReachable(in: log) }
    guard own.isEmpty else { return false }
    // If the user's own views have a stack view or a mask, there are remedies. For private views there are none.
    return artefact != nil || lines.allSatisfy { !$0.isOfMask && $0.identifier?.hasPrefix("UISV-") != true }
  }

  private static func missingList(of log: ConflictLog) -> String {
    log.emptyEntries > 0
      ? "the list of constraints: \(log.emptyEntries) of its entries are empty quotes, as where a page "
        + "takes what stands between < and > for markup (paste it as code, or copy it from the console)"
      : "the list of constraints, which stands above between parentheses"
  }

  private static let oneStatement =
    "The listed lines say the same, and cannot contradict each other but by rounding. What else takes part is not listed; it may "
    + "be one message's share of a bigger conflict, or a pixel."

  private static func roundingSummary(_ miss: Double) -> String {
    let amount = miss < 5e-4 ? "less than 0.001" : TextNumber.spell((miss * 1000).rounded() / 1000)
    let limit = miss < RoundingSearch.pixel ? "pixel" : "point"
    return
      "A rounding: the lines miss each other by \(amount) points, less than a \(limit). UIKit logs it and breaks one of them, and "
      + "nobody sees the difference."
  }

  private static func absence(isReadable: Bool, sets: Int) -> String {
    if !isReadable { return "it is not a linear constraint, so it cannot contradict the others" }
    let others =
      sets == 1
      ? "the others contradict each other without it"
      : "each of the \(sets) smallest sets contradicts itself without it"
    return others
      + ". UIKit lists one row of its engine's table, with what defines the sizes in it, and breaks one line of "
      + "those: the contradiction remains, and the next message will break another"
  }

  private static func feasibleSummary(_ missing: [String]) -> String {
    missing.isEmpty
      ? "The listed constraints do not contradict each other at the digits that the log prints: the conflict is smaller than that, or lies in lines that are not listed."
      : "The log does not hold enough to tell. Missing: \(missing.joined(separator: "; "))."
  }
}

/// Finds irreducible infeasible subsets. The engine gives the first one, which is made irreducible line by line. The others are found by leaving out,
/// in turn, each member of the subsets found so far (Reiter's hitting-set tree, bounded).
struct MinimalSets {
  let system: ConflictSystem
  let probe: ConflictProbe
  /// Rows that are part of every query although they are not lines of the list, such as margins that a scene states.
  var always: [Int] = []
  private var questions = 0

  init(system: ConflictSystem, probe: ConflictProbe, mostRows: Int, always: [Int] = []) {
    self.system = system
    self.probe = probe
    end = probe.rowsAsked + mostRows
    self.always = always
  }

  /// The largest number of queries: enough for every real log, and a limit for hostile input.
  private static let maximumQuestions = 2000
  /// The number of rows, counted over all queries, at which the search ends.
  private let end: Int
  /// Whether the limit of rows ended the search, so that sets may be missing or not minimal.
  private(set) var isCut = false

  mutating func all(in lines: [Int]) throws(PluginFault) -> [[Int]] {
    var found: [[Int]] = []
    var queue: [Set<Int>] = [Set(lines)]
    var seen: Set<Set<Int>> = []
    while let candidate = queue.popLast(), found.count < ConflictExplanation.maximumSets,
      questions < MinimalSets.maximumQuestions, !isCut
    {
      guard seen.insert(candidate).inserted else { continue }
      if let known = found.first(where: { candidate.isSuperset(of: $0) }) {
        for line in known.reversed() { queue.append(candidate.subtracting([line])) }
      } else if let core = try one(in: candidate.sorted()) {
        found.append(core)
        for line in core.reversed() { queue.append(candidate.subtracting([line])) }
      }
    }
    return found.sorted { $0.count != $1.count ? $0.count < $1.count : $0.lexicographicallyPrecedes($1) }
  }

  private mutating func one(in lines: [Int]) throws(PluginFault) -> [Int]? {
    guard var core = try conflict(lines) else { return nil }
    for line in core.reversed() {
      if probe.rowsAsked > end {
        isCut = true
        return core
      }
      let without = core.filter { $0 != line }
      if let smaller = try conflict(without) { core = smaller }
    }
    return core
  }

  private mutating func conflict(_ lines: [Int]) throws(PluginFault) -> [Int]? {
    questions += 1
    guard let found = try system.conflict(among: lines + always, on: probe) else { return nil }
    return found.filter { !always.contains($0) }
  }
}
