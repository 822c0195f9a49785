import Foundation
import LayoutPlugin

/// The capacity of a frame: the largest size of a workload at which the median time of one operation is no longer than a frame.
public struct Capacity: Hashable, Sendable, Codable {
  /// The workload, such as `feed`, and the unit of its size, such as `cells`.
  public var workload, unit: String
  /// The operation: `tick`, `rotation` or `first`.
  public var operation: String
  /// The time budget, in milliseconds.
  public var budget: Double
  /// The largest size that was seen to fit.
  public var size: Int
  /// The largest size at which nine runs in ten fit.
  public var low: Int
  /// The smallest size above `size` at which fewer than one run in ten fits; nil if no such size was tried.
  public var high: Int?
  /// The median, the 90th and the 99th percentile of the times at the size that fits, in milliseconds.
  public var median, percentile90, percentile99: Double
}

/// A measurement of a capacity: a workload, an operation, and a function that times runs at a size.
public struct CapacityProbe: Sendable {
  public var workload, unit, operation: String
  /// The largest size that is tried.
  public var greatest: Int
  /// Returns the times of some runs of the operation at a size, in seconds.
  public var measure: @Sendable (Int) throws -> [Double]

  public init(
    workload: String, unit: String, operation: String, greatest: Int,
    measure: @escaping @Sendable (Int) throws -> [Double]
  ) {
    (self.workload, self.unit, self.operation) = (workload, unit, operation)
    (self.greatest, self.measure) = (greatest, measure)
  }
}

/// Returns one capacity for each budget, given in seconds. It finds them by bisection, to 2 % of the size. Each size is measured once for all
/// budgets. A budget in which even size 1 does not fit has no capacity.
public func capacities(of probe: CapacityProbe, within budgets: [Double]) throws -> [Capacity] {
  var known: [Int: [Double]] = [:]
  func samples(_ size: Int) throws -> [Double] {
    if let samples = known[size] { return samples }
    let samples = try probe.measure(size).sorted()
    precondition(!samples.isEmpty, "a probe measures at least once")
    known[size] = samples
    return samples
  }
  return try budgets.compactMap { budget in
    func fits(_ size: Int) throws -> Bool { percentile(try samples(size), 50) <= budget }
    guard try fits(1) else { return nil }
    var (low, high) = (1, min(2, probe.greatest))
    while high > low, try fits(high) { (low, high) = (high, min(2 * high, probe.greatest)) }
    while high - low > max(1, low / 50) {
      let middle = low + (high - low) / 2
      if try fits(middle) { low = middle } else { high = middle }
    }
    let sure = known.filter { percentile($0.value, 90) <= budget }.keys.max() ?? 0
    let beyond = known.filter { percentile($0.value, 10) > budget && $0.key > low }.keys.min()
    let found = try samples(low)
    return Capacity(
      workload: probe.workload, unit: probe.unit, operation: probe.operation, budget: budget * 1000, size: low,
      low: min(sure, low), high: beyond, median: 1000 * percentile(found, 50),
      percentile90: 1000 * percentile(found, 90), percentile99: 1000 * percentile(found, 99))
  }
}

extension Capacity {
  /// The frame durations at 120 and at 60 Hz, in milliseconds.
  package static let usualFrames = [8.33, 16.67]

  /// Measures how much of each chosen workload fits into frames of some durations in milliseconds, in processor time.
  /// - Parameters:
  ///   - isWanted: whether a measurement such as `feed/tick` is chosen.
  ///   - say: called with the name of the present measurement.
  package static func measured(
    makeSolver: @escaping @Sendable () -> any ConstraintSolving,
    makeSampler: @escaping @Sendable () -> any AnimationSampling,
    frames: [Double] = usualFrames, where isWanted: (String) -> Bool, say: (String) -> Void
  ) throws -> [Capacity] {
    let probes =
      CapacityProbe.layouts(makeSolver: makeSolver, seconds: processorSeconds)
      + CapacityProbe.animatedLayout(makeSolver: makeSolver, makeSampler: makeSampler, seconds: processorSeconds)
      + CapacityProbe.animations(makeSampler: makeSampler, seconds: processorSeconds)
    return try probes.filter { isWanted("\($0.workload)/\($0.operation)") }.flatMap { probe in
      say("\(probe.workload)/\(probe.operation)")
      return try capacities(of: probe, within: frames.map { $0 / 1000 })
    }
  }
}

/// Returns the processor time of this thread in seconds, without that of other threads and programs.
@Sendable private func processorSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
}

/// Returns the percentile of a sorted sample: the value that `part` per cent of the samples do not exceed (nearest rank).
func percentile(_ sorted: [Double], _ part: Double) -> Double {
  precondition(!sorted.isEmpty, "a percentile of nothing")
  let rank = Int((part / 100 * Double(sorted.count)).rounded(.up))
  return sorted[min(max(rank, 1), sorted.count) - 1]
}
