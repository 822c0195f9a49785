import Foundation

/// How often a law broke when one document was judged repeatedly.
public struct ReplayRate: Codable, Hashable, Sendable {
  public var broken: Int
  public var replays: Int

  public init(broken: Int, of replays: Int) { (self.broken, self.replays) = (broken, replays) }

  /// The confidence of statements about a rate: one in twenty is wrong.
  public static let confidence = 0.95
  /// The one-sided quantile of the normal distribution for this confidence.
  private static let quantile = 1.6449

  public var isSteady: Bool { broken == replays }
  public var rate: Double { replays == 0 ? 0 : Double(broken) / Double(replays) }

  /// The lower limit of the rate with the stated confidence (Wilson, 1927); `atMost` is the upper limit.
  public var atLeast: Double { bound(-1) }
  public var atMost: Double { bound(1) }

  private func bound(_ side: Double) -> Double {
    guard replays > 0 else { return side < 0 ? 0 : 1 }
    let (n, z) = (Double(replays), ReplayRate.quantile)
    let middle = rate + z * z / (2 * n)
    let spread = z * (rate * (1 - rate) / n + z * z / (4 * n * n)).squareRoot()
    return min(1, max(0, (middle + side * spread) / (1 + z * z / n)))
  }

  /// The number of replays after which a finding has shown at least once, with the stated confidence; at most `RateTest.limit`.
  public var replaysToSeeIt: Int {
    if isSteady || atLeast <= 0 { return 1 }
    return min(RateTest.limit, Int((log(1 - ReplayRate.confidence) / log(1 - atLeast)).rounded(.up)))
  }

  /// The rate in words: `18 of 60 replays (30 %, at least 21 % with 95 % confidence)`.
  public var words: String {
    func percent(_ share: Double) -> String { "\(Int((100 * share).rounded(.toNearestOrAwayFromZero))) %" }
    let bound = broken == 0 ? "at most \(percent(atMost))" : "at least \(percent(atLeast))"
    return
      "\(broken) of \(replays) replays (\(percent(rate)), \(bound) with \(percent(ReplayRate.confidence)) confidence)"
  }
}

/// Decides from few replays whether a finding occurs about as often as before, or at most half as often. It is Wald's sequential test; either answer
/// is wrong in one of twenty cases.
struct RateTest {
  /// The number of replays after which the test stops and the finding counts as less frequent.
  static let limit = 200
  private let brokenStep: Double
  private let heldStep: Double
  private var likelihood = 0.0
  private var replays = 0

  init(rate: Double) {
    // With a rate of 0 or 1, a single replay would decide the test.
    let often = min(max(rate, 0.02), 0.98)
    brokenStep = log(2)
    heldStep = log((1 - often) / (1 - often / 2))
  }

  /// Counts a replay. Returns true if the rate is about what it was, false if it is at most half of that; nil if more replays are needed.
  mutating func note(isBroken: Bool) -> Bool? {
    replays += 1
    likelihood += isBroken ? brokenStep : heldStep
    let bound = log(ReplayRate.confidence / (1 - ReplayRate.confidence))
    if likelihood >= bound { return true }
    return likelihood <= -bound || replays >= RateTest.limit ? false : nil
  }
}
