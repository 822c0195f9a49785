import SceneModel

/// Which constraints a view's place comes from.
extension LayoutKernel {
  /// One constraint that decides a view's layout.
  public struct AffectingConstraint: Hashable, Sendable {
    public var id: LinearConstraint.ID
    /// Nil for a constraint that the system made.
    public var constraint: LayoutConstraint.ID?
    public var text: String
  }

  /// `constraintsAffectingLayout(for:)`: the constraints in force whose combination gives the view's position and size
  /// on one axis, nearest first. The view's own place in an ambiguous layout comes from no constraint and adds nothing.
  ///
  /// The cost grows with the cube of the number of constraints that hang together with the view: a question for
  /// debugging. It speaks of the values after the last solve.
  public func constraintsAffectingLayout(of id: ItemID, _ axis: Axis) -> [AffectingConstraint] {
    let unknowns: [Unknown] = axis == .horizontal ? [.minX, .width] : [.minY, .height]
    var found: [LinearConstraint.ID] = []
    for unknown in unknowns {
      for row in tightRows(around: Variable(id, unknown)).decisive() where !found.contains(row) { found.append(row) }
    }
    return found.map { row in
      let text =
        row.user.flatMap { constraints[$0.rawValue]?.constraint }.map { self.text(of: $0) }
        ?? systemConstraint(row).map { self.text(of: $0) } ?? "\(row)"
      return AffectingConstraint(id: row, constraint: row.user, text: text)
    }
  }

  /// Rows met exactly that hang together with an unknown, in the order in which they are reached from it.
  private func tightRows(around target: Variable) -> TightRows {
    var users: [Variable: [LinearConstraint]] = [:]
    for id in rows.keys.sorted() {
      guard let row = rows[id]?.installed, isTight(row) else { continue }
      for term in row.terms { users[term.variable, default: []].append(row) }
    }
    var found: [LinearConstraint] = []
    var reached: Set<LinearConstraint.ID> = []
    var variables = [target]
    var seen: Set<Variable> = [target]
    var position = 0
    while position < variables.count {
      for row in users[variables[position]] ?? [] where reached.insert(row.id).inserted {
        found.append(row)
        for term in row.terms where seen.insert(term.variable).inserted { variables.append(term.variable) }
      }
      position += 1
    }
    return TightRows(target: target, rows: found)
  }

  /// Engine values are rounded to 2⁻²⁰ pt each; a row of a few terms is met when it misses by less than this.
  private static let tightness = 1e-4

  private func isTight(_ row: LinearConstraint) -> Bool {
    let sum = row.terms.reduce(0) { $0 + $1.coefficient * value(of: $1.variable) }
    return abs(sum - row.constant) <= Self.tightness
  }

  private func value(of variable: Variable) -> Double {
    guard let item = items[variable.item], let unknown = variable.unknown else { return 0 }
    switch unknown {
    case .minX: return item.minX
    case .minY: return item.minY
    case .width: return item.width
    case .height: return item.height
    case .contentWidth: return item.contentSize.width
    case .contentHeight: return item.contentSize.height
    case .gapStart, .gapLength, .crossStart, .crossLength, .mainStart, .mainLength:
      return item.spacers[unknown] ?? 0
    }
  }
}

/// Equations among which the ones that decide an unknown are looked for.
private struct TightRows {
  var target: Variable
  /// Nearest first.
  var rows: [LinearConstraint]

  /// The rows whose combination is the target: Gaussian elimination, in which stronger and older rows come first, and
  /// each reduced row remembers what it was made of. Empty: the rows leave the target open.
  func decisive() -> [LinearConstraint.ID] {
    struct Reduced {
      var terms: [Variable: Double]
      var parts: [Int: Double]
      var pivot: Variable
    }
    var basis: [Reduced] = []
    func reduce(_ terms: inout [Variable: Double], _ parts: inout [Int: Double]) {
      for row in basis {
        guard let factor = terms[row.pivot], abs(factor) > Self.zero else { continue }
        for (variable, coefficient) in row.terms { terms[variable, default: 0] -= factor * coefficient }
        for (index, share) in row.parts { parts[index, default: 0] -= factor * share }
        terms[row.pivot] = nil
      }
    }
    let order = rows.indices.sorted { a, b in
      (rows[b].priority, rows[a].id) < (rows[a].priority, rows[b].id)
    }
    for index in order {
      var terms: [Variable: Double] = [:]
      for term in rows[index].terms { terms[term.variable, default: 0] += term.coefficient }
      var parts = [index: 1.0]
      reduce(&terms, &parts)
      // The target is eliminated last, so that the other unknowns leave its equation alone.
      let candidates = terms.filter { abs($0.value) > Self.zero && $0.key != target }.map(\.key)
      guard let pivot = candidates.min() ?? (abs(terms[target] ?? 0) > Self.zero ? target : nil) else { continue }
      let scale = terms[pivot] ?? 1
      basis.append(
        Reduced(terms: terms.mapValues { $0 / scale }, parts: parts.mapValues { $0 / scale }, pivot: pivot))
    }
    var terms = [target: 1.0]
    var parts: [Int: Double] = [:]
    reduce(&terms, &parts)
    guard terms.values.allSatisfy({ abs($0) <= Self.zero }) else { return [] }
    return parts.filter { abs($0.value) > Self.zero }.keys.sorted().map { rows[$0].id }
  }

  /// Coefficients are small fractions; sums of a few products of them are exact or far from zero.
  private static let zero = 1e-9
}
