import LayoutPlugin
import SceneModel

/// The arithmetic of a contradiction in one sentence: the value that one length has, its reason, and the sum of the other lengths, in the order in
/// which they lie on the screen.
struct ConflictSummary {
  let log: ConflictLog
  let system: ConflictSystem
  let probe: ConflictProbe
  let words: ConflictWords

  /// Returns a sentence about the contradiction of a set, and the length that it is about, if any. `prices` is a Farkas vector over the set and over
  /// `always`; `lines` is the whole list.
  func said(
    of core: [Int], always: [Int], lines: [Int], prices: [Int: Double], culprit: Int?
  ) throws(PluginFault) -> (sentence: String, impossible: ConflictExplanation.ImpossibleLength?) {
    if core.count == 1, always.isEmpty {
      let constraint = words.constraint(core[0]).flatMap { $0.isConstantSize ? $0 : nil }
      return (alone(core[0]), constraint.map { impossible(core[0], $0, needed: 0) })
    }
    guard let pivot = fixedLength(in: core, prices: prices), let constraint = words.constraint(pivot) else {
      return (try aboutPositions(core, always: always, prices: prices, culprit: culprit), nil)
    }
    // The certificate at hand may imply a weaker demand than the set. That of a value which is just impossible gives the whole demand.
    let least =
      if let tight = try wholeDemand(on: pivot, lines: core + always) { tight } else {
        try demand(on: pivot, by: core.filter { $0 != pivot } + always, prices: prices)
      }
    var demand = least
    // The smallest set leaves out lines that only add to the contradiction; the whole list may demand more.
    var addition = ""
    if lines.count > core.count, let whole = try wholeDemand(on: pivot, lines: lines + always),
      abs(whole.needed - least.needed) > 0.001,
      abs(whole.needed - constraint.request) > abs(least.needed - constraint.request)
    {
      demand = whole
      let verb = ["need at least": "needs at least", "leave at most": "leaves at most", "make it": "makes it"][
        least.verb]
      addition = " Even the smallest set \(verb ?? least.verb) \(TextNumber.spell(rounded(least.needed)))."
    }
    let amount = TextNumber.spell(rounded(demand.needed))
    let asked: String
    if demand.parts.count > 1 {
      asked = "\(sum(demand.parts)) \(demand.verb) \(amount)"
    } else if core.count == 2, always.isEmpty {
      asked = "the other constraint \(singular(demand.verb)) \(amount)"
    } else {
      asked = "the other constraints \(demand.verb) \(amount)"
    }
    let sentence =
      "\(subject(constraint)) is \(size(constraint))\(words.origin(of: constraint)); \(asked).\(addition)"
    return (sentence, impossible(pivot, constraint, needed: demand.needed))
  }

  /// Returns the sentence for a set without a fixed length: what one line demands, and what the others imply.
  private func aboutPositions(
    _ core: [Int], always: [Int], prices: [Int: Double], culprit: Int?
  ) throws(PluginFault) -> String {
    let general = "These \(core.count) constraints contradict each other; leaving out any one of them resolves it."
    let pivot = core.first { $0 == culprit && prices[$0] ?? 0 != 0 } ?? core.last { prices[$0] ?? 0 != 0 }
    guard let pivot, core.count > 1, let row = system.rows[pivot] else { return general }
    let demand = try demand(on: pivot, by: core.filter { $0 != pivot } + always, prices: prices)
    let others = core.count == 2 ? "the other constraint \(singular(demand.verb))" : "the others \(demand.verb)"
    let asked = TextNumber.spell(rounded(row.constant))
    return "\(words.quotation(of: pivot)) asks for \(asked); \(others) \(TextNumber.spell(rounded(demand.needed)))."
  }

  private func singular(_ verb: String) -> String {
    ["need at least": "needs at least", "leave at most": "leaves at most", "make it": "makes it"][verb] ?? verb
  }

  private struct Demand {
    var needed: Double
    var parts: [(place: Double, text: String, isNegative: Bool)]
    /// The verb for the sum of the other constraints: `make it` if they fix the length, `need at least` or `leave at most` if they only limit it.
    var verb: String
  }

  private func demand(on pivot: Int, by others: [Int], prices: [Int: Double]) throws(PluginFault) -> Demand {
    // A Farkas vector in which the fixed length has factor 1 gives the length that the other lines require.
    var demand = Demand(needed: 0, parts: [], verb: "")
    let values = try system.values(among: others, on: probe) ?? [:]
    for index in others {
      guard let row = system.rows[index], let price = prices[index], let scale = prices[pivot] else { continue }
      let share = -price / scale
      let amount = share * row.constant
      demand.needed += amount
      guard amount != 0, let line = words.constraint(index) else { continue }
      demand.parts.append((place(of: line, values), part(line, row.constant, share: share), amount < 0))
    }
    demand.parts.sort { $0.place < $1.place }
    demand.verb = try verb(for: pivot, others: others, needed: demand.needed)
    return demand
  }

  /// Returns what the whole list without one line, the pivot, demands of the pivot's length; nil if it demands nothing. To find it, the pivot's
  /// constant is set just short of the value that the list gives. Then the list contradicts itself, and the certificate of this contradiction is the
  /// demand.
  private func wholeDemand(on pivot: Int, lines: [Int]) throws(PluginFault) -> Demand? {
    guard let row = system.rows[pivot], row.terms.count == 1,
      let value = try system.nearestValue(of: pivot, among: lines, on: probe)
    else { return nil }
    let missing = value - row.constant
    let just = value - (missing > 0 ? 1 : -1) * min(0.5, abs(missing))
    let conflict = try system.conflict(among: lines, on: probe) { line, row in
      if line == pivot { row.constant = just }
    }
    guard conflict != nil else { return nil }
    let prices = try system.prices(on: probe)
    guard prices[pivot] ?? 0 != 0 else { return nil }
    return try demand(on: pivot, by: lines.filter { $0 != pivot && prices[$0] ?? 0 != 0 }, prices: prices)
  }

  /// Returns a sum in words. Only the beginning and the end of a long sum are named.
  private func sum(_ parts: [(place: Double, text: String, isNegative: Bool)]) -> String {
    let terms = parts.enumerated().map { index, part in
      part.isNegative ? (index == 0 ? "-" : " - ") + part.text : (index == 0 ? "" : " + ") + part.text
    }
    let left = terms.count - 2 * ConflictSummary.shownTerms
    guard left > 1 else { return terms.joined() }
    return terms.prefix(ConflictSummary.shownTerms).joined() + " + … (\(left) more) …"
      + terms.suffix(ConflictSummary.shownTerms).joined()
  }

  private static let shownTerms = 12

  private func impossible(
    _ line: Int, _ constraint: ConstraintDescription, needed: Double
  ) -> ConflictExplanation.ImpossibleLength {
    ConflictExplanation.ImpossibleLength(
      constraint: line, item: ItemNames(constraint.tail).key(constraint.items[0]),
      axis: constraint.isWidth ? .horizontal : .vertical, is: constraint.request, needed: rounded(needed))
  }

  private func alone(_ line: Int) -> String {
    guard let constraint = words.constraint(line), constraint.isConstantSize else {
      return "This constraint contradicts itself: sizes are never negative."
    }
    return "\(subject(constraint)) cannot be \(size(constraint)): sizes are never negative."
  }

  private func verb(for pivot: Int, others: [Int], needed: Double) throws(PluginFault) -> String {
    let far = 1e4
    let most = try system.nearestValue(of: pivot, to: needed + far, among: others + [pivot], on: probe)
    let least = try system.nearestValue(of: pivot, to: needed - far, among: others + [pivot], on: probe)
    if let most, most > needed + 1 { return "need at least" }
    if let least, least < needed - 1 { return "leave at most" }
    return "make it"
  }

  private func subject(_ constraint: ConstraintDescription) -> String { words.subject(constraint) }

  private func size(_ constraint: ConstraintDescription) -> String {
    "\(TextNumber.spell(constraint.request)) \(constraint.isWidth ? "wide" : "high")"
  }

  /// Returns a term of the sum: a size with the view's name, a distance as a number alone.
  private func part(_ constraint: ConstraintDescription, _ constant: Double, share: Double) -> String {
    let factor = rounded(abs(share))
    let number = (factor == 1 ? "" : "\(TextNumber.spell(factor)) × ") + TextNumber.spell(rounded(abs(constant)))
    return constraint.isAboutOneSize ? "\(subject(constraint)) \(number)" : number
  }

  /// Returns the position of a line along its axis, in a layout in which the other lines hold.
  private func place(of constraint: ConstraintDescription, _ values: [Variable: Double]) -> Double {
    let names = ItemNames(constraint.tail)
    func edge(_ item: ConstraintDescription.Item, horizontal: Bool, end: Bool) -> Double {
      func value(_ part: String) -> Double { system.known("\(names.key(item)).\(part)").flatMap { values[$0] } ?? 0 }
      let start = value(horizontal ? "minX" : "minY")
      return end ? start + value(horizontal ? "width" : "height") : start
    }
    switch constraint.body {
    case .visual(let visual):
      switch visual.form {
      // A distance comes before the view to which it leads.
      case .size(let item): return edge(item, horizontal: visual.isHorizontal, end: false)
      case .leadingEdge(let item): return edge(item, horizontal: visual.isHorizontal, end: false) - 0.25
      case .trailingEdge(let item): return edge(item, horizontal: visual.isHorizontal, end: true) + 0.25
      case .gap(_, let item): return edge(item, horizontal: visual.isHorizontal, end: false) - 0.25
      }
    case .equation(let equation):
      let ends = ["right", "trailing", "bottom", "maxX", "maxY"]
      let isEnd = ends.contains { equation.left.attribute.hasPrefix($0) }
      let isHorizontal = ["left", "right", "lead", "trail", "centerX", "minX", "maxX", "midX", "width"].contains {
        equation.left.attribute.hasPrefix($0)
      }
      let place = edge(equation.left.item, horizontal: isHorizontal, end: isEnd)
      return equation.right == nil ? place : place + (isEnd ? 0.25 : -0.25)
    }
  }

  /// Returns the line with the constant size that causes the contradiction, preferably one of the system's; nil if no constant size takes part.
  private func fixedLength(in core: [Int], prices: [Int: Double]) -> Int? {
    let sizes = core.filter { words.constraint($0)?.isConstantSize == true && prices[$0] ?? 0 != 0 }
    let held = sizes.filter { words.constraint($0)?.isSystem(in: log) == true }
    // If both sizes of a cell are given, mostly the width is certain and the height follows, so the height is preferred.
    return held.first { words.constraint($0)?.isWidth == false } ?? held.first ?? sizes.last
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 + 0 }
}
