import LayoutPlugin
import SceneModel

/// Tries changes of a conflicting list, and keeps those that make it satisfiable.
struct FixSearch {
  typealias Fix = ConflictExplanation.Fix

  let log: ConflictLog
  let system: ConflictSystem
  let probe: ConflictProbe
  /// About how many rows the solver may get while changes are tried on the whole list, and the same number again for one set. Candidates beyond this
  /// limit are not tried.
  let mostRows: Int
  let always: [Int]
  let words: ConflictWords
  let patterns: [ConflictPattern]
  /// Whether the search assumes a value that the log does not state. If so, no constant is fitted to it.
  let isAssuming: Bool

  /// Returns the fixes of one irreducible set, the likeliest first, and how many candidates were left untried. If no single change resolves the whole
  /// list, changes that resolve this set are returned instead.
  func fixes(for core: [Int], lines: [Int], culprit: Int?) throws(PluginFault) -> (fixes: [Fix], untried: Int) {
    let candidates = ranked(core, culprit: culprit)
    let order = Dictionary(uniqueKeysWithValues: zip(candidates, candidates.indices))
    for scope in [lines, core] {
      var fixes = try special(core, in: scope, culprit: culprit)
      let twins = Twins(among: scope, of: log, words)
      let limit = probe.rowsAsked + mostRows
      var tried = 0
      var views: Set<String> = []
      for index in candidates where probe.rowsAsked < limit {
        tried += 1
        // A view has one autoresizing mask, even if several lines come from it.
        if let view = maskedView(of: index), !views.insert(view).inserted { continue }
        fixes += try self.fixes(of: index, in: scope, core: core, twins)
      }
      for at in fixes.indices { fixes[at].resolvesList = scope == lines }
      if !fixes.isEmpty {
        let isDuel = isDuel(core)
        fixes = fixes.enumerated().sorted { rank($0, order, isDuel: isDuel) < rank($1, order, isDuel: isDuel) }
          .map(\.element)
        if let reason = patterns.lazy.compactMap(\.remedy).first,
          let first = fixes.firstIndex(where: { $0.action == .lowerPriority })
        {
          fixes[first].text += " " + reason
        }
        return (fixes, candidates.count - tried)
      }
    }
    return ([], 0)
  }

  /// The order of the fixes: first the remedies of a pattern; then, if two of the user's own constraints contradict each other, removing one; then
  /// lower priorities, constraint by constraint; then other changes in the same order.
  private func rank(_ entry: (offset: Int, element: Fix), _ order: [Int: Int], isDuel: Bool) -> (Int, Int, Int) {
    let order = order[entry.element.constraint] ?? order.count
    switch entry.element.action {
    case .useConstraints, .update, .changeSize, .changeSpacing, .changeMultiplier: return (0, order, entry.offset)
    case .deactivate where isDuel: return (1, order, entry.offset)
    case .lowerPriority: return (2, order, entry.offset)
    case .deactivate where isAllOwn: return (3, order, entry.offset)
    case .changeConstant: return (4, order, entry.offset)
    case .deactivate: return (5, order, entry.offset)
    }
  }

  /// Whether all constraints of the set are taken for the user's own: it shows no pattern with a temporary size, and no needless autoresizing mask.
  private var isAllOwn: Bool { patterns.allSatisfy { !$0.isPassing && $0 != .autoresizingMask } }

  /// Whether two of the user's own lines contradict each other and are not one line that was added twice.
  private func isDuel(_ core: [Int]) -> Bool {
    let own = core.compactMap(words.constraint).filter { $0.isReachable(in: log) }
    return core.count == 2 && own.count == 2 && Twins.statement(own[0]) != Twins.statement(own[1])
  }

  /// Returns the constraints for which fixes are tried, the likeliest first. The user's own come first, mostly beginning with the culprit and with
  /// constraints that set a size. Then come autoresizing masks that can be turned off.
  private func ranked(_ core: [Int], culprit: Int?) -> [Int] {
    let own = core.filter { words.constraint($0)?.isReachable(in: log) == true }
    let masks = core.filter {
      words.constraint($0).map { $0.isOfMask && !$0.isMaskOfHostedView } == true && !system.isHosted($0)
    }
    let endsFirst = log.brokenIndex == nil && (patterns.contains(.separator) || patterns.contains(.zeroSize))
    func weight(_ index: Int) -> Double {
      guard let constraint = words.constraint(index) else { return 0 }
      if endsFirst, constraint.isEnd { return 1e9 }
      if constraint.isTiedToItself { return 1e8 }
      return constraint.isConstantSize ? 1e6 + constraint.request : abs(constraint.request)
    }
    let ordered = own.sorted { a, b in
      if !endsFirst, (a == culprit) != (b == culprit) { return a == culprit }
      return weight(a) != weight(b) ? weight(a) > weight(b) : a < b
    }
    return ordered + masks
  }

  private func maskedView(of index: Int) -> String? {
    guard let constraint = words.constraint(index), constraint.isOfMask, let item = constraint.items.first else {
      return nil
    }
    return ItemNames(constraint.tail).key(item)
  }

  /// Returns the fixes of patterns: another size from the container, another spacing, only one of two constraints for an edge, or another view in
  /// place of the constrained one.
  private func special(_ core: [Int], in lines: [Int], culprit: Int?) throws(PluginFault) -> [Fix] {
    var fixes: [Fix] = []
    if patterns.contains(.itemSize) {
      for index in core where words.constraint(index)?.isEncapsulatedSize == true {
        guard let size = try fittingValue(index, in: lines), size > 0, let line = words.constraint(index) else {
          continue
        }
        let other = core.first { $0 != index && words.constraint($0)?.isEncapsulatedSize == true }
        guard let kept = other.flatMap(words.constraint)?.request else { continue }
        let (width, height) = line.isWidth ? (size, kept) : (kept, size)
        let (oldWidth, oldHeight) = line.isWidth ? (line.request, kept) : (kept, line.request)
        let fix = Fix(
          action: .changeSize, constraint: index, to: size,
          text: "Give the collection view's layout \(spell(width)) × \(spell(height)) as the item's size (itemSize, or "
            + "sizeForItemAt), where it gives \(spell(oldWidth)) × \(spell(oldHeight)).")
        // Mostly the columns determine the width and the height follows. So the fix of the height is preferred.
        fixes = line.isWidth && !fixes.isEmpty ? fixes : [fix]
      }
    }
    if patterns.contains(.tiledView) {
      for index in core {
        guard let line = words.constraint(index), line.isOfMask, line.isConstantSize, !line.isMaskOfHostedView,
          let size = try fittingValue(index, in: lines), size > line.request
        else { continue }
        fixes.append(
          Fix(
            action: .changeSize, constraint: index, to: size,
            text:
              "Give \(words.subject(line)) a frame at least \(spell(size)) \(line.isWidth ? "wide" : "high") before it is "
              + "laid out: what it places inside does not fit into \(spell(line.request))."))
      }
    }
    if patterns.contains(.hiddenStack) || patterns.contains(.hiddenArrangedView) {
      for index in core {
        guard let line = words.constraint(index), line.identifier == "UISV-spacing", line.request != 0,
          let spacing = try fittingValue(index, in: lines)
        else { continue }
        let stack = core.compactMap(words.constraint).first { $0.identifier == "UISV-hiding" }.map(words.subject)
        fixes.append(
          Fix(
            action: .changeSpacing, constraint: index, to: spacing,
            text:
              "Set the spacing of \(stack ?? "the stack view"), which is \(spell(line.request)), to \(spell(spacing)) while "
              + "it is hidden, hide the views in it as well, or put it into a plain view and hide that."))
      }
    }
    let own = core.compactMap { index in
      words.constraint(index).flatMap { $0.isReachable(in: log) ? (index, $0) : nil }
    }
    if patterns.contains(.placedTwice), let twice = PlacedEdge.twice(in: own),
      let first = words.constraint(twice.first),
      let second = words.constraint(twice.second), Twins.statement(first) != Twins.statement(second)
    {
      let index = culprit == twice.first ? twice.first : twice.second
      if try isSatisfiable(lines.filter { $0 != index }), let line = words.constraint(index),
        let edge = PlacedEdge(line)
      {
        let (one, two) = (words.quotation(of: twice.first), words.quotation(of: twice.second))
        fixes.append(
          Fix(
            action: .update, constraint: index, to: nil,
            text: "Deactivate one of the two before you activate the other: \(one) and \(two) both place the "
              + "\(edge.words) of \(words.name(edge.item) ?? words.subject(line))."))
      }
    }
    for (index, line) in own where line.isTiedToItself {
      guard try isSatisfiable(lines.filter { $0 != index }) else { continue }
      fixes.append(
        Fix(
          action: .update, constraint: index, to: nil,
          text: "Tie it to another view, mostly the superview: \(words.quotation(of: index)) ties "
            + "\(words.subject(line)) to itself."))
    }
    return fixes
  }

  private func spell(_ value: Double) -> String { TextNumber.spell(value) }

  private func fixes(of index: Int, in lines: [Int], core: [Int], _ twins: Twins) throws(PluginFault) -> [Fix] {
    guard let constraint = words.constraint(index) else { return [] }
    if let view = maskedView(of: index) {
      let along = lines.filter { $0 != index && maskedView(of: $0) == view }
      guard try isSatisfiable(lines.filter { $0 != index && !along.contains($0) }) else { return [] }
      let isBare = patterns.contains(.zeroSize) && constraint.request == 0
      return [
        Fix(
          action: .useConstraints, constraint: index, to: nil,
          text: "Set translatesAutoresizingMaskIntoConstraints = false on \(words.subject(constraint))"
            + (isBare ? ": its frame of size 0 became constraints, and yours say the rest." : "."), along: along)
      ]
    }
    let without = lines.filter { $0 != index }
    guard try isSatisfiable(without) else { return [] }
    let what = words.quotation(of: index)
    if constraint.className == "NSContentSizeLayoutConstraint" { return [contentFix(index, constraint)] }
    var fixes: [Fix] = []
    if let twin = twins.first(of: constraint), twin < index {
      fixes.append(
        Fix(
          action: .update, constraint: index, to: nil,
          text: "Update it instead of adding it twice: \(words.quotation(of: twin)) is there already. Keep it in a "
            + "property and change its constant, or deactivate it before you activate \(what)."))
    }
    fixes.append(
      Fix(
        action: .lowerPriority, constraint: index, to: 999,
        text: "Lower the priority of \(what) below 1000, to 999."))
    if let constant = try changedConstant(index, constraint, in: lines) { fixes.append(constant) }
    let isPair = core.count == 2 && core.allSatisfy { words.constraint($0)?.isReachable(in: log) == true }
    let other = isPair ? core.first { $0 != index } : nil
    let removal =
      other.map { "Remove one of the two: \(what) or \(words.quotation(of: $0))." }
      ?? "Remove \(what)" + (without.isEmpty ? "." : ": without it the others hold together.")
    // If two lines are alternatives, one sentence mentions both.
    if other == nil || index == ranked(core, culprit: log.brokenIndex).first {
      fixes.append(Fix(action: .deactivate, constraint: index, to: nil, text: removal))
    }
    return fixes
  }

  /// Returns the fix for an intrinsic size. It is not a constraint of the user, but its priority can be changed.
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

  /// Returns the constant nearest to the present one that the other constraints allow, rounded to three decimals; nil if there is none.
  private func fittingValue(_ index: Int, in lines: [Int]) throws(PluginFault) -> Double? {
    guard let row = system.rows[index], row.terms.count > 0,
      let value = try system.nearestValue(of: index, among: lines + always, on: probe), abs(value) < 1e6
    else { return nil }
    let rounded = (value * 1000).rounded() / 1000
    let isAccepted =
      try system.conflict(among: lines + always, on: probe) { line, row in
        if line == index { row.accept(rounded) }
      } == nil
    return isAccepted ? rounded : nil
  }

  private func changedConstant(
    _ index: Int, _ constraint: ConstraintDescription, in lines: [Int]
  ) throws(PluginFault) -> Fix? {
    // If the constant were fitted to a temporary size, or to a margin that is only assumed, it would soon be wrong.
    guard !isAssuming, !patterns.contains(where: \.isPassing), let rounded = try fittingValue(index, in: lines) else {
      return nil
    }
    // In an equation, the printed constant has the same sign as the row's.
    return Fix(
      action: .changeConstant, constraint: index, to: rounded,
      text: "Change the constant of \(words.quotation(of: index)) to \(TextNumber.spell(rounded)).")
  }

  private func isSatisfiable(_ lines: [Int]) throws(PluginFault) -> Bool {
    try system.conflict(among: lines + always, on: probe) == nil
  }
}
