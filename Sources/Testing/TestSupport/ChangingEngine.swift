import LibC
import LayoutPlugin
import SceneModel
import Synchronization

/// Random answers, like those of an engine that reads the clock, an address, or memory of another instance.
enum Chance {
  private static let draws = Mutex(Entropy(seed: 1))
  private static let inside = Atomic<Int>(0)

  /// True in about one of three reads, at random.
  static var isNow: Bool { draws.withLock { $0.chance(1, in: 3) } }

  /// Runs the work in a section that all threads share. Returns whether another thread was in it when this one entered.
  static func shared<T>(_ work: () throws(PluginFault) -> T) throws(PluginFault) -> (T, isDisturbed: Bool) {
    let before = inside.wrappingAdd(1, ordering: .relaxed).oldValue
    defer { inside.wrappingSubtract(1, ordering: .relaxed) }
    // Long enough that others come in.
    usleep(200)
    return (try work(), before > 0)
  }
}

/// Reports values that are off by one whenever `isNow` returns true.
final class ReportsByChance: Wrapper, ConstraintSolving {
  private let isNow: () -> Bool

  init(_ sound: any ConstraintSolving, _ isNow: @escaping () -> Bool) {
    self.isNow = isNow
    super.init(sound)
  }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome { try sound.apply(edits) }

  override func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    let change = isNow() ? 1.0 : 0
    try sound.drainChanges { body($0, $1 + change) }
  }
}

/// Reports values that are off by one if another instance was at work at the same time, as if instances wrote into one another's memory.
final class SharesMemory: Wrapper, ConstraintSolving {
  private var isDisturbed = false

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    let outcome: SolverOutcome
    (outcome, isDisturbed) = try Chance.shared { () throws(PluginFault) in try sound.apply(edits) }
    return outcome
  }

  override func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    let change = isDisturbed ? 1.0 : 0
    try sound.drainChanges { body($0, $1 + change) }
  }
}

/// A sampler whose values are sometimes off by one: at random (`Chance`), or, if `isShared`, when another thread samples at the same time.
final class SamplesByChance: AnimationSampling {
  private let sound: any AnimationSampling
  private let isShared: Bool

  init(_ sound: any AnimationSampling, isShared: Bool) {
    self.sound = sound
    self.isShared = isShared
  }

  func load(_ timeline: Timeline) throws(PluginFault) { try sound.load(timeline) }

  func sample(at times: [Double], into values: inout [Double]) throws(PluginFault) {
    guard isShared else {
      try sound.sample(at: times, into: &values)
      if Chance.isNow { for index in values.indices { values[index] += 1 } }
      return
    }
    let sound = sound
    let (sampled, isDisturbed) = try Chance.shared { () throws(PluginFault) -> [Double] in
      var sampled: [Double] = []
      try sound.sample(at: times, into: &sampled)
      return sampled
    }
    values = isDisturbed ? sampled.map { $0 + 1 } : sampled
  }
}
