import AnimationSampler
import SceneModel
import Testing

/// The laws of rule A20.2, on random animations of one seed each.
@Suite("Invariants of sampling")
struct InvariantTests {
  private static let seeds: [UInt64] = Array(1...40)

  private func number(_ entropy: inout Entropy, _ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(entropy.below(4097)) / 4096
  }

  private func curve(_ entropy: inout Entropy) -> TimingFunction {
    TimingFunction(
      number(&entropy, 0, 1), number(&entropy, -0.5, 1.5), number(&entropy, 0, 1), number(&entropy, -0.5, 1.5))
  }

  private func animation(_ entropy: inout Entropy) -> Animation {
    var animation = opacity(
      from: number(&entropy, -5, 5), to: number(&entropy, -5, 5), duration: number(&entropy, 0.1, 3),
      begin: number(&entropy, 0, 2), curve: entropy.chance(1, in: 2) ? curve(&entropy) : nil)
    if entropy.chance(1, in: 3) { animation.timing.repeatCount = number(&entropy, 0.5, 3) }
    if entropy.chance(1, in: 3) { animation.timing.autoreverses = true }
    if entropy.chance(1, in: 3) { animation.timing.speed = number(&entropy, 0.25, 3) }
    animation.timing.fillMode = entropy.pick(AnimationTiming.FillMode.allCases)
    animation.isRemovedOnCompletion = entropy.chance(1, in: 2)
    return animation
  }

  private let times = (0...80).map { Double($0) / 10 }

  @Test("A20.2: a layer at speed s is time, scaled", arguments: seeds)
  func speed(_ seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    var layer = Timeline.Layer()
    layer["opacity"] = .number(0.5)
    layer.animations = [animation(&entropy)]
    let plain = try sample(Timeline(layer), at: times)
    layer.timing.speed = 4
    let fast = try sample(Timeline(layer), at: times.map { $0 / 4 })
    #expect(plain == fast)
  }

  @Test("A20.2: a group of one is the animation itself", arguments: seeds)
  func groupOfOne(_ seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    var child = animation(&entropy)
    child.timing.beginTime = 0
    child.timing.fillMode = .removed
    var group = Animation.group([child], duration: child.timing.endTime)
    group.timing.fillMode = .removed
    expectClose(
      try sample(number: 0.5, group, at: times), try sample(number: 0.5, child, at: times), within: 1e-9)
  }

  @Test("A20.2: additive animations commute", arguments: seeds)
  func additiveCommute(_ seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    let (a, b) = (animation(&entropy).adding(), animation(&entropy).adding())
    expectClose(
      try sample(number: 0.5, a, b, at: times), try sample(number: 0.5, b, a, at: times), within: 1e-12)
  }

  @Test("A20.2: coming back mirrors going there", arguments: seeds)
  func autoreverse(_ seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    let duration = number(&entropy, 0.5, 3)
    let there = opacity(from: 1, to: 3, duration: duration).with { $0.timing.autoreverses = true }
    let fractions = (0...16).map { Double($0) / 16 * duration }
    expectClose(
      try sample(number: 0, there, at: fractions),
      try sample(number: 0, there, at: fractions.map { 2 * duration - $0 }),
      within: 1e-12)
  }

  @Test("A20.2: filling both ways, it starts where it was held", arguments: seeds)
  func continuousAtBegin(_ seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    var a = animation(&entropy)
    a.timing.fillMode = .both
    a.timing.beginTime = 1
    let values = try sample(number: 0.5, a, at: [0.5, 1])
    #expect(values[0] == values[1])
  }

  @Test("A20.2: the ends swapped and time reversed are the same", arguments: seeds)
  func swapAndReverse(_ seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    let (from, to) = (number(&entropy, -5, 5), number(&entropy, -5, 5))
    let fractions = (0...16).map { Double($0) / 16 }
    expectClose(
      try sample(number: 0, opacity(from: from, to: to), at: fractions),
      try sample(number: 0, opacity(from: to, to: from), at: fractions.map { 1 - $0 }), within: 1e-14)
  }

  @Test("A20.2: the k-th cycle of a cumulative animation is the first one, moved", arguments: seeds)
  func cumulativeOffset(_ seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    let (from, to) = (number(&entropy, -5, 5), number(&entropy, -5, 5))
    let a = opacity(from: from, to: to, duration: 1, curve: curve(&entropy)).with {
      $0.property?.isCumulative = true
      $0.timing.repeatCount = 4
    }
    let first = try sample(number: 0, a, at: [0.25, 0.5])
    let third = try sample(number: 0, a, at: [2.25, 2.5])
    expectClose(third, first.map { $0 + 2 * to }, within: 1e-9)
  }

  @Test("A20.2: the model shows wherever nothing is active", arguments: seeds)
  func modelWhenIdle(_ seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    let list = (0..<3).map { _ in
      animation(&entropy).with {
        $0.timing.fillMode = .removed
        $0.isRemovedOnCompletion = true
      }
    }
    let last = list.map(\.timing.endTime).max() ?? 0
    let values = try sample("opacity", model: .number(0.5), list, at: [-1, last + 1e-6])
    #expect(values == [[0.5], [0.5]])
  }

  @Test("A20.2: a spring let go at rest never gains energy", arguments: seeds)
  func springEnergy(_ seed: UInt64) {
    var entropy = Entropy(seed: seed)
    let spring = Spring(
      mass: number(&entropy, 0.5, 3), stiffness: number(&entropy, 10, 400), damping: number(&entropy, 0, 60),
      allowsOverdamping: true)
    let motion = spring.motion
    var last = Double.infinity
    for step in 0...400 {
      let t = Double(step) / 100
      let (x, v) = (motion.offset(at: t), motion.velocity(at: t))
      let energy = spring.stiffness * x * x + spring.mass * v * v
      #expect(energy <= last * (1 + 1e-9) + 1e-12)
      last = energy
    }
  }

  @Test("A20.2: paced speed is constant", arguments: seeds)
  func pacedSpeed(_ seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    func point() -> Point { Point(x: number(&entropy, 0, 300), y: number(&entropy, 0, 300)) }
    let path = VectorPath([
      .move(point()), .cubic(control1: point(), control2: point(), end: point()), .line(point()),
    ])
    let step = 1e-5
    let fractions = (1..<20).map { Double($0) / 20 + 0.003 }
    let values = try sample(
      "position", model: .point(.zero), [.keyframes("position", Keyframes(path: path, mode: .paced), duration: 1)],
      at: fractions.flatMap { [$0, $0 + step] })
    var speeds: [Double] = []
    for index in fractions.indices {
      let (a, b) = (values[2 * index], values[2 * index + 1])
      speeds.append(((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])).squareRoot() / step)
    }
    let sorted = speeds.sorted()
    let middle = sorted[sorted.count / 2]
    // The chord is a little shorter than the arc where the curve bends hard; corners of the two parts may be hit too.
    let steady = speeds.filter { ($0 / middle - 1).magnitude < 1e-4 }.count
    #expect(steady >= speeds.count - 2, "\(speeds)")
  }
}
