import SceneModel

// The numbers that layouts are made of, and the ones that break arithmetic. All are finite and inside the bounds that
// the engines promise to handle, so that a refusal is a finding.
extension Entropy {
  /// Coefficients that are exact in binary. Sums and products of a few of them are exact, too.
  private static let plainCoefficients: [Double] = [2, -2, 0.5, -0.5, 1.5, 3, -3, 0.75, 10]
  private static let coefficients: [Double] = plainCoefficients + [16.0 / 9, 1.0 / 3, 0.1]
  private static let wildCoefficients: [Double] = [1e-9, -1e-9, 1e9, 1e-3, 1e3, 0, 1 + 0x1p-52, 0x1p-20, 12345.678]
  private static let exactFractions: [Double] = [0.5, 0.25, 0.75, 1, 2, 1.5]
  private static let periodicFractions: [Double] = [1.0 / 3, 16.0 / 9, 4.0 / 3]
  private static let constants: [Double] = [0, 1, 8, 10, 16, 20, 44, 50, 100, 375, 667, -8, -16, 0.5, 33.25]
  private static let wildConstants: [Double] = [
    1e-9, 1e6, -1e6, 1e9, 0x1p-21, 3 * 0x1p-21, -0x1p-21, 1.0 / 3, 0.1, 0.1 + 0.2, 99.99999999, 1e-300, 4_294_967_296,
  ]
  private static let priorities: [Double] = [250, 750, 500, 999, 251, 749, 50, 49, 51, 25, 1, 760, 149, 490, 510]
  private static let fractionalPriorities: [Double] = [999.5, 250.5, 0.5, 999.9999, 33.25, 0x1p-20, 749.99999]

  /// A coefficient, mostly 1 or -1; `wildness` is the chance in a hundred of an extreme one. Without any wildness it is
  /// exact in binary and not zero.
  mutating func coefficient(wildness: Int = 0) -> Double {
    if chance(wildness, in: 100) { return pick(Entropy.wildCoefficients) }
    switch below(8) {
    case 0...3: return 1
    case 4, 5: return -1
    default: return pick(wildness > 0 ? Entropy.coefficients : Entropy.plainCoefficients)
    }
  }

  /// Returns the ratio of two lengths. One in sixteen is not exact in binary, and makes engines compute in exact arithmetic, which is slow.
  mutating func fraction() -> Double {
    chance(1, in: 16) ? pick(Entropy.periodicFractions) : pick(Entropy.exactFractions)
  }

  /// Returns a random mask, mostly one with a single flexible part on each axis. Several flexible parts share space by quotients, which make exact
  /// arithmetic slow.
  mutating func mask() -> AutoresizingMask {
    let plain: [AutoresizingMask] = [
      [], .flexibleWidth, [.flexibleWidth, .flexibleHeight], [.flexibleLeft, .flexibleTop],
      [.flexibleRight, .flexibleBottom], [.flexibleHeight, .flexibleRight],
    ]
    return chance(1, in: 8) ? AutoresizingMask(rawValue: UInt8(below(64))) : pick(plain)
  }

  /// Returns a random distribution of a stack view, proportional filling least often.
  mutating func distribution() -> StackConfiguration.Distribution {
    chance(1, in: 32) ? .fillProportionally : pick([.fill, .fill, .fillEqually, .equalSpacing, .equalCentering])
  }

  /// A constant in points; `wildness` is the chance in a hundred of an extreme one.
  mutating func constant(wildness: Int = 0) -> Double {
    if chance(wildness, in: 100) { return pick(Entropy.wildConstants) }
    switch below(4) {
    case 0, 1: return pick(Entropy.constants)
    case 2: return Double(below(401) - 200)
    default: return Double(below(1601) - 800) / 4
    }
  }

  /// An optional priority; if `tiers` is given, one of that many different priorities.
  mutating func optionalPriority(tiers: Int = 0) -> Double {
    if tiers > 0 { return Double(below(tiers) + 1) * (999 / Double(tiers)) }
    return chance(1, in: 6) ? pick(Entropy.fractionalPriorities) : pick(Entropy.priorities)
  }

  mutating func relation() -> Relation {
    switch below(4) {
    case 0, 1: .equal
    case 2: .lessThanOrEqual
    default: .greaterThanOrEqual
    }
  }

  /// An integer in the range, small ones more often.
  package mutating func count(_ range: ClosedRange<Int>) -> Int {
    let first = below(range.count)
    return range.lowerBound + min(first, below(range.count))
  }
}
