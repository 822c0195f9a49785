import Foundation
import SceneModel

/// Returns the middle value, or the mean of the two middle ones if the count is even.
func median(_ values: [Double]) -> Double {
  precondition(!values.isEmpty, "the median of nothing")
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

func log2Ratio(_ a: Double, _ b: Double) -> Double { log2(a / b) }
func exp2(_ value: Double) -> Double { Foundation.exp2(value) }

/// Returns a share as text, such as `+1.3 %`.
func percent(_ part: Double) -> String {
  guard part.isFinite else { return "\(part)" }
  return String(format: "%+.1f %%", part * 100)
}

/// Returns the percentile interval of the median over resamples (Efron 1979). The same sample gives the same interval: the resampling uses a fixed
/// seed.
func bootstrapMedian(_ sample: [Double], confidence: Double) -> (low: Double, median: Double, high: Double) {
  let resamples = 4000
  var entropy = Entropy(seed: 0x5EED)
  var medians = (0..<resamples).map { _ in
    median(sample.map { _ in sample[entropy.below(sample.count)] })
  }
  medians.sort()
  let tail = (1 - confidence) / 2
  let index = Int((tail * Double(resamples)).rounded(.down))
  return (medians[index], median(sample), medians[resamples - 1 - index])
}

/// Returns the slope of log(cost) over log(size): 1 is linear, 2 quadratic; nil for fewer than two sizes.
func growthExponent(_ points: [(size: Double, cost: Double)]) -> Double? {
  let logs = points.filter { $0.size > 0 && $0.cost > 0 }.map { (x: log2($0.size), y: log2($0.cost)) }
  guard let first = logs.first, logs.contains(where: { $0.x != first.x }) else { return nil }
  let count = Double(logs.count)
  let meanX = logs.reduce(0) { $0 + $1.x } / count
  let meanY = logs.reduce(0) { $0 + $1.y } / count
  let covariance = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
  return covariance / logs.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
}
