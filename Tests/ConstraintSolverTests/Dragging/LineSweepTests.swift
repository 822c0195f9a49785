import CLineSweep
import SceneModel
import Testing

/// Vectors of every width must do what one number at a time does, bit for bit.
@Suite struct LineSweepTests {
  private struct Sweep: Equatable {
    var numbers: [UInt64]
    var before: [UInt64]
    var furthest: UInt64
    var isAnySame: Bool
    var areAllSame: Bool
  }

  private func sweep(
    lanes: Int, _ values: [Double], _ slopes: [Double], step: Double, _ numbers: [Double]
  ) -> Sweep {
    var numbers = numbers
    var before = [Double](repeating: -1, count: numbers.count)
    let found = line_sweep_run_within(lanes, values, slopes, step, &numbers, &before, numbers.count)
    return Sweep(
      numbers: numbers.map(\.bitPattern), before: before.map(\.bitPattern), furthest: found.furthest.bitPattern,
      isAnySame: found.isAnySame, areAllSame: found.areAllSame)
  }

  private func expected(_ values: [Double], _ slopes: [Double], step: Double, _ numbers: [Double]) -> Sweep {
    var result = Sweep(
      numbers: [], before: numbers.map(\.bitPattern), furthest: 0, isAnySame: false, areAllSame: true)
    var furthest = 0.0
    for q in numbers.indices {
      let line = values[q] + slopes[q] * step
      let rounded = (line * 0x1p20).rounded(.toNearestOrEven) * 0x1p-20 + 0
      if (line - rounded).magnitude > furthest { furthest = (line - rounded).magnitude }
      if rounded == numbers[q] { result.isAnySame = true } else { result.areAllSame = false }
      result.numbers.append(rounded.bitPattern)
    }
    result.furthest = furthest.bitPattern
    return result
  }

  @Test("Every number is rounded alike, wherever it stands", arguments: 0...40)
  func alike(count: Int) {
    var entropy = Entropy(seed: UInt64(count) + 1)
    let someSlopes: [Double] = [0, 1, 0.5, -1, 1 / 3, 0x1p-20, 1 + 0x1p-50]
    let someSteps: [Double] = [0, 1, -0.25, 1 / 7, 94, 0x1p-21]
    // Ties of the grid, what cancels to a negative zero, and what a fused multiplication would round otherwise.
    func number() -> Double {
      switch entropy.below(4) {
      case 0: Double(entropy.below(4000)) * 0x1p-21 - 0x1p-11
      case 1: -0.0
      case 2: Double(entropy.below(1 << 30)) / 3
      default: Double(entropy.below(2000)) - 1000
      }
    }
    for _ in 0..<20 {
      let values = (0..<count).map { _ in number() }
      let slopes = (0..<count).map { _ in entropy.pick(someSlopes) }
      let step = entropy.pick(someSteps)
      var numbers = (0..<count).map { _ in number() }
      for q in 0..<count where entropy.below(3) > 0 {
        let line: Double = values[q] + slopes[q] * step
        numbers[q] = (line * 0x1p20).rounded(.toNearestOrEven) * 0x1p-20
      }
      let expected = expected(values, slopes, step: step, numbers)
      for lanes in [2, 4, 8] { #expect(sweep(lanes: lanes, values, slopes, step: step, numbers) == expected) }
    }
  }

  @Test("All are as before, or none is; and one that is different is found in every place", arguments: [1, 7, 8, 21])
  func same(count: Int) {
    let values = (0..<count).map(Double.init)
    let slopes = [Double](repeating: 2, count: count)
    let numbers = values.map { $0 + 6 }
    for lanes in [2, 4, 8] {
      #expect(sweep(lanes: lanes, values, slopes, step: 3, numbers).areAllSame)
      #expect(!sweep(lanes: lanes, values, slopes, step: 3.5, numbers).isAnySame)
      for q in 0..<count {
        var other = numbers
        other[q] += 1
        #expect(!sweep(lanes: lanes, values, slopes, step: 3, other).areAllSame)
        var wrong = numbers.map { $0 + 1 }
        wrong[q] -= 1
        #expect(sweep(lanes: lanes, values, slopes, step: 3, wrong).isAnySame)
      }
    }
  }

  @Test("What is not a number, or has no end, stays so in every place and counts as changed", arguments: [1, 7, 8, 21])
  func noNumbers(count: Int) {
    let slopes = [Double](repeating: 1, count: count)
    for value in [Double.nan, .infinity, -.infinity] {
      for lanes in [2, 4, 8] {
        for q in 0..<count {
          var values = [Double](repeating: 1, count: count)
          values[q] = value
          let swept = sweep(lanes: lanes, values, slopes, step: 2, [Double](repeating: 3, count: count))
          #expect(!Double(bitPattern: swept.numbers[q]).isFinite)
          #expect(swept.numbers.indices.allSatisfy { $0 == q || swept.numbers[$0] == 3.0.bitPattern })
          #expect(!swept.areAllSame && swept.isAnySame == (count > 1))
        }
      }
    }
  }
}
