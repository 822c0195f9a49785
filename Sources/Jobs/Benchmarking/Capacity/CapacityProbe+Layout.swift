import LayoutKernel
import LayoutPlugin
import SceneModel

extension CapacityProbe {
  /// The number of times that one operation is run at each size, enough for a 90th percentile. A first layout takes longer and is run less often.
  private static let runs = 40
  private static let firstRuns = 9

  /// Returns probes of a feed, a list and a table in a kernel. Each times three operations: one frame of an animation of the width, a rotation, and
  /// the first layout. No edit repeats an earlier state.
  /// - Parameter seconds: a clock.
  public static func layouts(
    makeSolver: @escaping @Sendable () -> any ConstraintSolving, seconds: @escaping @Sendable () -> Double
  ) -> [CapacityProbe] {
    let lists = [ListWorkload.list, .table]
    let workloads = lists.map { (name: $0.name, unit: "rows", make: $0.make) }
    let feed = Family.feed.scene.map { [(name: "feed", unit: "cells", make: $0)] } ?? []
    return (feed + workloads).flatMap { name, unit, make in
      [("tick", Operation.tick), ("rotation", .rotate)].map { label, operation in
        CapacityProbe(workload: name, unit: unit, operation: label, greatest: 20_000) { size in
          let workload = make(size)
          let kernel = try LayoutKernel(scene: workload.scene, solver: makeSolver())
          try kernel.layoutIfNeeded()
          guard let steps = workload.fresh[operation] else { return [.infinity] }
          return try (0..<runs).map { n in
            let next = steps(n)
            kernel.removeEvents()
            let start = seconds()
            for step in next { try kernel.perform(step) }
            return seconds() - start
          }
        }
      } + [
        CapacityProbe(workload: name, unit: unit, operation: "first", greatest: 20_000) { size in
          let scene = make(size).scene
          return try (0..<firstRuns).map { _ in
            let start = seconds()
            let kernel = try LayoutKernel(scene: scene, solver: makeSolver())
            try kernel.layoutIfNeeded()
            return withExtendedLifetime(kernel) { seconds() - start }
          }
        }
      ]
    }
  }

  /// Returns a probe of a feed in a player: its width changes in an animation block, and the frame that is shown next is sampled. That is all the
  /// work between a touch and its first frame. No edit repeats an earlier state.
  public static func animatedLayout(
    makeSolver: @escaping @Sendable () -> any ConstraintSolving,
    makeSampler: @escaping @Sendable () -> any AnimationSampling, seconds: @escaping @Sendable () -> Double
  ) -> [CapacityProbe] {
    guard let makeScene = Family.feed.scene else { return [] }
    return [
      CapacityProbe(workload: "feed", unit: "cells", operation: "animated", greatest: 20_000) { size in
        let workload = makeScene(size)
        guard let edits = workload.fresh[.tick] else { return [.infinity] }
        var layout = try AnimatedLayout(workload.scene, solver: makeSolver(), makeSampler: makeSampler)
        return try (0..<runs).map { n in
          let steps = edits(n)
          let start = seconds()
          try layout.animate(steps)
          try layout.sample(after: [0])
          let duration = seconds() - start
          try layout.settle()
          return duration
        }
      }
    ]
  }

  /// Returns probes of running animations. A frame samples them all at a new time; the first frame also loads them.
  public static func animations(
    makeSampler: @escaping @Sendable () -> any AnimationSampling, seconds: @escaping @Sendable () -> Double
  ) -> [CapacityProbe] {
    ["tick", "first"].map { operation in
      CapacityProbe(workload: "animations", unit: "animations", operation: operation, greatest: 1_000_000) { size in
        let timeline = Timeline.running(size)
        let sampler = makeSampler()
        var values: [Double] = []
        if operation == "tick" {
          try sampler.load(timeline)
          try sampler.sample(at: [0], into: &values)
        }
        return try (0..<(operation == "tick" ? runs : firstRuns)).map { n in
          let start = seconds()
          if operation == "first" { try sampler.load(timeline) }
          try sampler.sample(at: [0.5 + fraction(n) / 2], into: &values)
          return seconds() - start
        }
      }
    }
  }
}

extension Timeline {
  /// Returns layers with one animation each, of four kinds in turn, all of them under way from second 0.5 to 1: fading,
  /// moving, resizing with a spring, changing colour.
  static func running(_ count: Int) -> Timeline {
    var timeline = Timeline()
    for number in 0..<count {
      let shift = fraction(number)
      var layer = Timeline.Layer()
      var animation: Animation
      switch number % 4 {
      case 0:
        layer["opacity"] = .number(1)
        animation = .basic("opacity", from: .number(0), to: .number(1))
      case 1:
        layer["position"] = .point(.zero)
        animation = .basic(
          "position", from: .point(Point(x: 100 * shift, y: 0)), to: .point(Point(x: 0, y: 300)),
          timingFunction: .easeInEaseOut)
      case 2:
        layer["bounds"] = .rect(Rect(x: 0, y: 0, width: 100, height: 50))
        animation = .spring(
          "bounds.size", from: .size(Size(width: 10 + shift, height: 10)), to: .size(Size(width: 100, height: 50)),
          spring: Spring(dampingRatio: 0.7, initialVelocity: 0, duration: 2))
      default:
        layer["backgroundColor"] = .color(Color(white: 0))
        animation = .basic(
          "backgroundColor", from: .color(Color(red: shift, green: 0, blue: 1)), to: .color(Color(white: 1)),
          timingFunction: .easeOut)
      }
      animation.timing.duration = 2 + shift
      layer.animations = [animation]
      timeline.layers.append(layer)
      timeline.outputs.append(Timeline.Output(layer: number, property: layer.model[0].name))
    }
    return timeline
  }
}
