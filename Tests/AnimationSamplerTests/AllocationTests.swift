import AnimationSampler
import CAllocationCounter
import SceneFuzzing
import SceneModel
import Testing

@Suite("Sampling allocates nothing")
struct AllocationTests {
  /// Allocations of the body on this thread.
  private func allocations(_ body: () -> Void) -> Int64 {
    let before = allocation_counter_count()
    body()
    return allocation_counter_count() - before
  }

  @Test("The counter sees an array", .enabled(if: allocation_counter_works(), "skipped: the allocator is not glibc's"))
  func counterCounts() {
    var kept: [[Double]] = []
    let count = allocations { for size in 1...10 { kept.append(Array(repeating: 0, count: size)) } }
    #expect(count >= 10 && kept.count == 10)
  }

  @Test(
    "A loaded timeline is sampled without an allocation, whatever is in it",
    .enabled(if: allocation_counter_works(), "skipped: the allocator is not glibc's"),
    arguments: 0..<200 as Range<UInt64>)
  func steadyState(seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    let sampler = AnimationSampler()
    try sampler.load(.generated(using: &entropy))
    let times = ContiguousArray((0..<60).map { Double($0) / 20 - 0.5 })
    var values = ContiguousArray(repeating: 0.0, count: times.count * sampler.valueCount)
    // Once before: what is made when first used is no part of the steady state.
    var room = values.mutableSpan
    _ = sampler.sample(at: times.span, into: &room)
    #expect(allocations { _ = sampler.sample(at: times.span, into: &room) } == 0)
  }
}
