import LayoutPlugin
import SceneModel

/// A check whether an engine's prices prove its answer. `Guides/certificates.md` says what a price means.
///
/// The check is exact and takes one pass over the terms. Prices are doubles. If they do not add up exactly, exact prices are computed from the
/// basis that they indicate.
public struct Certificate: Sendable {
  private let entries: [CertificateEntry]

  /// Makes a check of the entries that an engine has returned, in any order.
  public init(_ entries: [CertificateEntry]) { self.entries = entries }

  /// Returns whether the prices prove that no values cost less, tier by tier, than the reported values do.
  public func proves(_ system: LinearSystem, _ values: [Variable: Double]) -> Verdict {
    let tiers = system.tiers
    let lastTier = tiers.count
    if let entry = entries.first(where: { $0.tier < 0 || $0.tier > lastTier }) {
      return .broken("a price in tier \(entry.tier), where there are tiers 0 to \(lastTier)")
    }
    let ledger: Ledger
    switch Ledger.make(entries, system.constraints, system, tierCount: lastTier + 1) {
    case .failure(let mistake): return .broken(mistake.text)
    case .success(let made): ledger = made
    }
    let costs = system.costs(at: values.mapValues { BigRational($0) })
    return ledger.verdict { bounds in
      // In a solution, required rows are not violated, so the bound that their prices prove must be zero.
      if !bounds[0].isZero {
        return "the prices of tier 0 add up to \(bounds[0]), and a layout that holds costs nothing there"
      }
      for (tier, cost) in costs where (cost.total - bounds[tier]).magnitude > cost.allowance {
        return "tier \(tier) costs \(cost.total.nearestDouble), and the prices prove only that it costs at least "
          + "\(bounds[tier].nearestDouble)"
      }
      return nil
    }
  }

  /// Returns whether the prices prove, as a Farkas vector, that these required constraints contradict each other.
  public func provesContradiction(of members: [LinearConstraint.ID], in system: LinearSystem) -> Verdict {
    if let entry = entries.first(where: { $0.tier != 0 }) {
      return .broken("a price in tier \(entry.tier), where only tier 0 proves a contradiction")
    }
    switch Ledger.make(entries, members.compactMap { system[$0] }, system, tierCount: 1) {
    case .failure(let mistake): return .broken(mistake.text)
    case .success(let ledger):
      return ledger.verdict { bounds in
        bounds[0].signum > 0 ? nil : "the prices add up to no contradiction"
      }
    }
  }
}

extension Certificate {
  struct Mistake: Error {
    var text: VerdictMessage
  }

  /// Prices together with the rows that they belong to.
  fileprivate struct Ledger {
    struct Row {
      var constraint: LinearConstraint
      var terms: [(variable: Int, coefficient: BigRational)]
      /// The tier: 0 is required.
      var tier: Int
    }

    var rows: [Row]
    var isNonNegative: [Bool]
    /// For each tier, the rows with a price, ascending.
    var given: [[(row: Int, price: Double)]]

    static func make(
      _ entries: [CertificateEntry], _ constraints: [LinearConstraint], _ system: LinearSystem, tierCount: Int
    ) -> Result<Ledger, Mistake> {
      let variables = system.variables.keys.sorted()
      let index = Dictionary(uniqueKeysWithValues: variables.enumerated().map { ($1, $0) })
      let tiers = system.tiers
      let rows = constraints.map { constraint in
        Row(
          constraint: constraint, terms: constraint.exactTerms.map { (index[$0.variable] ?? 0, $0.coefficient) },
          tier: tiers[constraint.priority] ?? 0)
      }
      let place = Dictionary(uniqueKeysWithValues: constraints.enumerated().map { ($1.id, $0) })
      var given: [[(row: Int, price: Double)]] = Array(repeating: [], count: tierCount)
      for entry in entries where entry.multiplier != 0 {
        guard let row = place[entry.constraint] else {
          return .failure(Mistake(text: "a price for \(entry.constraint), which has no part in this"))
        }
        guard entry.multiplier.isFinite else {
          return .failure(Mistake(text: "the price of \(entry.constraint) is \(entry.multiplier)"))
        }
        given[entry.tier].append((row, entry.multiplier))
      }
      for tier in given.indices {
        given[tier].sort { $0.row < $1.row }
        for (a, b) in zip(given[tier], given[tier].dropFirst()) where a.row == b.row {
          return .failure(Mistake(text: "\(rows[a.row].constraint.id) has two prices in tier \(tier)"))
        }
      }
      return .success(
        Ledger(rows: rows, isNonNegative: variables.map { system.variables[$0] == true }, given: given))
    }

    /// Returns `holds` if the prices, in one of the possible interpretations, are exactly a proof, and the bounds that they prove suffice. `remark`
    /// gets the bound of each tier, and returns what is wrong with them; nil: nothing.
    func verdict(_ remark: ([BigRational]) -> VerdictMessage?) -> Verdict {
      var remarks: [VerdictMessage] = []
      func isProof(_ prices: [[(row: Int, price: BigRational)]]) -> Bool {
        switch check(prices) {
        case .failure(let mistake): remarks.append(mistake.text)
        case .success(let bounds):
          guard let text = remark(bounds) else { return true }
          remarks.append(text)
        }
        return false
      }
      let snapped = given.map { tier in tier.map { (row: $0.row, price: BigRational(snapping: $0.price)) } }
      if isProof(snapped) { return .holds }
      // A mistake larger than rounding errors is a mistake, whatever the exact prices are.
      if let text = grossMistake() { return .broken(text) }
      for isAscending in [true, false] {
        if let exact = reconstructed(snapped, isAscending: isAscending), isProof(exact) { return .holds }
      }
      let first = remarks[0]
      let isExact = given.joined().allSatisfy { BigRational($0.price) == BigRational(snapping: $0.price) }
      return isExact || remarks.allSatisfy({ $0 == first }) ? .broken(first) : .undecided(.outOfReach, "\(first)")
    }

    /// The distance of a price from one of its bounds, tier by tier. The first tier in which it is not zero decides whether the price is within the
    /// bound.
    private struct Side {
      var isClear = false
      mutating func meet(_ distance: BigRational) -> Bool {
        if isClear || distance.isZero { return true }
        isClear = distance.signum > 0
        return isClear
      }
    }

    /// Checks prices exactly, and returns the proven bound of each tier.
    private func check(_ prices: [[(row: Int, price: BigRational)]]) -> Result<[BigRational], Mistake> {
      var lower = Array(repeating: Side(), count: rows.count)
      var upper = Array(repeating: Side(), count: rows.count)
      var gainSides = Array(repeating: Side(), count: isNonNegative.count)
      var gains = Array(repeating: BigRational.zero, count: isNonNegative.count)
      var bounds: [BigRational] = []
      for tier in prices.indices {
        // Rows of this tier without a price lie strictly between their bounds, or at the bound 0.
        for row in rows.indices where rows[row].tier == tier && tier > 0 {
          if rows[row].constraint.relation != .lessThanOrEqual { lower[row].isClear = true }
          if rows[row].constraint.relation != .greaterThanOrEqual { upper[row].isClear = true }
        }
        var bound = BigRational.zero
        var touched: [Int] = []
        for (index, price) in prices[tier] where tier == 0 || !rows[index].terms.isEmpty {
          let row = rows[index]
          let own: BigRational = row.tier == tier && tier > 0 ? .one : .zero
          if own.isOne {
            lower[index].isClear = false
            upper[index].isClear = false
          }
          let hasLower = row.tier > 0 || row.constraint.relation == .lessThanOrEqual
          let hasUpper = row.tier > 0 || row.constraint.relation == .greaterThanOrEqual
          let least: BigRational = row.constraint.relation == .lessThanOrEqual ? .zero : -own
          let greatest: BigRational = row.constraint.relation == .greaterThanOrEqual ? .zero : own
          if hasLower && !lower[index].meet(price - least) || hasUpper && !upper[index].meet(greatest - price) {
            return .failure(
              Mistake(text: "the price of \(row.constraint.id) in tier \(tier), \(price), is out of bounds"))
          }
          for (variable, coefficient) in row.terms {
            gains[variable] += price * coefficient
            touched.append(variable)
          }
          bound -= price * BigRational(row.constraint.constant)
        }
        for variable in touched {
          let gain = gains[variable]
          gains[variable] = .zero
          if isNonNegative[variable] ? !gainSides[variable].meet(gain) : !gain.isZero {
            return .failure(Mistake(text: "in tier \(tier) the prices gain \(gain) with a variable that could move"))
          }
        }
        // A row without terms has a fixed violation, whatever its price.
        for row in rows where row.terms.isEmpty && row.tier == tier && tier > 0 {
          bound += row.constraint.relation.violation(-BigRational(row.constraint.constant))
        }
        bounds.append(bound)
      }
      return .success(bounds)
    }

    /// The tolerance relative to the terms of a sum: far more than rounding, and far less than a real mistake.
    private static let rounding = 0x1p-30

    /// Returns a mistake in the prices that is too large to come from rounding; nil if there is none.
    private func grossMistake() -> VerdictMessage? {
      var isClear = Array(repeating: false, count: isNonNegative.count)
      for tier in given.indices {
        var gains: [Int: (sum: Double, size: Double)] = [:]
        for (index, price) in given[tier] {
          let row = rows[index]
          let isRequired = row.tier == 0
          let own = row.tier == tier ? 1.0 : 0.0
          if row.tier > tier || !isRequired && row.tier == tier && abs(price) > own + Ledger.rounding {
            return "the price of \(row.constraint.id) in tier \(tier), \(price), is out of bounds"
          }
          for (variable, coefficient) in row.terms {
            let term = price * coefficient.nearestDouble
            let old = gains[variable] ?? (0, 0)
            gains[variable] = (old.sum + term, old.size + abs(term))
          }
        }
        for (variable, gain) in gains {
          let allowance = gain.size * Ledger.rounding
          if gain.sum.isFinite,
            isNonNegative[variable] ? gain.sum < -allowance && !isClear[variable] : abs(gain.sum) > allowance
          {
            return "in tier \(tier) the prices gain \(gain.sum) with a variable that could move"
          }
          // A gain that may be positive clears the variable before later tiers are examined: rows that are nearly parallel leave such small gains.
          if gain.sum > -allowance { isClear[variable] = true }
        }
      }
      return nil
    }

    /// Returns whether the equation `form = 0` would make a price far different from the given one.
    private func contradicts(_ form: LinearForm, _ given: [(row: Int, price: Double)]) -> Bool {
      guard form.terms.count == 1 else { return false }
      let (place, coefficient) = (form.terms[0].variable, form.terms[0].coefficient)
      let (forced, price) = ((-form.constant / coefficient).nearestDouble, given[place].price)
      return !(abs(forced - price) <= abs(price) * Ledger.rounding)
    }

    /// Returns the exact prices of the basis that these prices describe; nil if they describe none.
    ///
    /// Some non-negative variables have gains that are nearly zero. They are assumed to be exactly zero one after the other, in ascending or
    /// descending order (`isAscending`). Not all can be zero: a price p next to 1 leaves the gains 1 - p and 1 - (1 + 2⁻⁵²) p, and only one of them
    /// is zero.
    private func reconstructed(
      _ snapped: [[(row: Int, price: BigRational)]], isAscending: Bool
    ) -> [[(row: Int, price: BigRational)]]? {
      var result: [[(row: Int, price: BigRational)]] = []
      for tier in snapped.indices {
        // Unknown: every price that is neither zero nor at a bound of its own tier; one that is only near the bound is
        // the price of an active row, such as 2 / (2 + 2⁻⁵²).
        let isKnown = given[tier].map { rows[$0.row].tier == tier && tier > 0 && $0.price.magnitude == 1 }
        var elimination = Elimination(costs: Array(repeating: 0, count: snapped[tier].count))
        var equations: [Int: LinearForm] = [:]
        var sizes: [Int: (sum: Double, size: Double)] = [:]
        for (place, (row, price)) in snapped[tier].enumerated() {
          for (variable, coefficient) in rows[row].terms {
            var form = equations[variable] ?? LinearForm(terms: [], constant: .zero)
            if isKnown[place] {
              form.constant += price * coefficient
            } else {
              form.terms.append((place, coefficient))
            }
            equations[variable] = form
            let term = given[tier][place].price * coefficient.nearestDouble
            let old = sizes[variable] ?? (0, 0)
            sizes[variable] = (old.sum + term, old.size + abs(term))
          }
        }
        // Free variables first: their gains are zero, whatever the others' are.
        let (free, bounded) = (
          equations.keys.filter { !isNonNegative[$0] }.sorted(),
          equations.keys.filter { isNonNegative[$0] }.sorted { isAscending ? $0 < $1 : $1 < $0 }
        )
        for variable in free + bounded {
          guard let form = equations[variable], let size = sizes[variable] else { continue }
          // A non-negative variable may have a gain. If its terms cancel, the gain is taken as zero, unless that contradicts the given prices: then
          // the gain is too small for doubles, such as 2 - 2 / (1 + 2⁻⁵²).
          if isNonNegative[variable], abs(size.sum) > size.size * Ledger.rounding { continue }
          if isNonNegative[variable], contradicts(elimination.reduced(form), given[tier]) { continue }
          guard elimination.require(form) || isNonNegative[variable] else { return nil }
        }
        elimination.finish()
        var prices: [(row: Int, price: BigRational)] = []
        for (place, (row, price)) in snapped[tier].enumerated() {
          if isKnown[place] {
            prices.append((row, price))
          } else if let form = elimination.solved[place] {
            // Prices that the equations leave open keep their given values, such as the scale of a Farkas vector.
            let exact = form.terms.reduce(form.constant) { $0 + $1.coefficient * snapped[tier][$1.variable].price }
            prices.append((row, exact))
          } else {
            prices.append((row, price))
          }
        }
        result.append(prices)
      }
      return result
    }
  }
}

extension BigRational {
  /// Makes the simplest fraction near a number: the first convergent of its continued fraction that is within 2⁻⁴⁰ of its magnitude.
  init(snapping value: Double) {
    let exact = BigRational(value)
    if exact.denominator == 1 {
      self = exact
      return
    }
    let allowance = exact.magnitude * BigRational(0x1p-40)
    var (p0, q0): (BigRational, BigRational) = (.zero, .one)
    var (p1, q1): (BigRational, BigRational) = (.one, .zero)
    var rest = exact
    while true {
      let whole = rest.floor
      (p0, p1) = (p1, whole * p1 + p0)
      (q0, q1) = (q1, whole * q1 + q0)
      let convergent = p1 / q1
      if (convergent - exact).magnitude <= allowance {
        self = convergent
        return
      }
      rest = (rest - whole).reciprocal
    }
  }

  private var floor: BigRational {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return BigRational(remainder.signum() < 0 ? quotient - 1 : quotient, over: 1)
  }

  /// The greatest change that rounding for reporting can have made to a value of this magnitude.
  var roundingAllowance: BigRational {
    let halfStep = BigRational(BigRational.grid / 2)
    let halfUnit = magnitude * BigRational(0x1p-53)
    return halfStep < halfUnit ? halfUnit : halfStep
  }
}
