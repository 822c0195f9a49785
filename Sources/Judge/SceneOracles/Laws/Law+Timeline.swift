import LayoutPlugin
import SceneModel

extension Law {
  /// The laws about timelines that require equal bits: a sampler's answer depends on the timeline and the time, and on nothing else (rule A20.2).
  static let samplingLaws: [Law] = [
    Law(
      "timeline.valid-timeline-is-sampled", "Every valid timeline is taken, and its rows are as wide as it says.",
      cost: .cheap
    ) { trial in
      do throws(TimelineTrial.Obstacle) {
        let rows = try trial.forward().rows
        let expected = trial.timeline.valueCount * trial.times.count
        if rows.values.count == expected { return .holds }
        return .broken("\(rows.values.count) numbers instead of \(expected)")
      } catch .fault(let fault) {
        return .broken("a valid timeline was refused: \(fault)")
      } catch {
        return error.verdict
      }
    },
    sampling(
      "timeline.every-value-is-a-number",
      "Numbers that are neither huge nor next to nothing make no value that is none."
    ) { trial throws(TimelineTrial.Obstacle) in
      let rows = try trial.forward().rows
      guard let index = rows.values.firstIndex(where: \.isNaN), trial.timeline.isModerate else { return nil }
      return "lane \(index % rows.width) at \(rows.times[index / rows.width]) s is no number"
    },
    sampling(
      "timeline.sampling-order-does-not-matter", "The same times in another order give the same bits.", cost: .comparing
    ) { trial throws(TimelineTrial.Obstacle) in
      let (engine, rows) = try trial.forward()
      let order = trial.times.indices.sorted { ($0 * 7 % 5, $0) < ($1 * 7 % 5, $1) }
      let scattered = try trial.rows(engine, at: order.map { trial.times[$0] })
      return rows.picked(order).difference(from: scattered, "in another order")
    },
    sampling(
      "timeline.backward-scrubbing-is-forward", "Sampled backward, one by one, the bits are those of forward.",
      cost: .comparing
    ) { trial throws(TimelineTrial.Obstacle) in
      let (engine, rows) = try trial.forward()
      let order = Array(trial.times.indices.reversed())
      let backward = try trial.singly(engine, at: order.map { trial.times[$0] })
      return rows.picked(order).difference(from: backward, "backward")
    },
    sampling(
      "timeline.batch-is-one-by-one", "Many times asked at once give the bits of each time asked alone.",
      cost: .comparing
    ) { trial throws(TimelineTrial.Obstacle) in
      let (engine, rows) = try trial.forward()
      return rows.difference(from: try trial.singly(engine, at: trial.times), "one by one")
    },
    sampling(
      "timeline.history-changes-no-bit", "What was loaded, refused and sampled before changes no bit.", cost: .comparing
    ) { trial throws(TimelineTrial.Obstacle) in
      let rows = try trial.forward().rows
      let engine = try trial.newEngine()
      try trial.load(trial.timeline.turnedAround, into: engine)
      _ = try trial.rows(engine, at: trial.times.reversed())
      try trial.load(trial.timeline, into: engine)
      // A layer that is its own parent must be refused, and the loaded timeline must stay.
      if (try? engine.load(Timeline(Timeline.Layer(parent: 0)))) != nil { return "an impossible timeline was taken" }
      return rows.difference(from: try trial.rows(engine, at: trial.times), "after another timeline")
    },
    sampling(
      "timeline.rest-is-the-model", "Where no animation is active or fills, the committed model shows."
    ) { trial throws(TimelineTrial.Obstacle) in trial.atRest(try trial.forward().rows) },
    sampling(
      "timeline.layer-speed-is-scaled-time", "Inside a layer of speed 2 everything is as at twice the time.",
      cost: .comparing
    ) { trial throws(TimelineTrial.Obstacle) in
      let rows = try trial.forward().rows
      var inner = try trial.rows(of: trial.timeline.insideLayer(ofSpeed: 2), at: trial.times.map { $0 / 2 })
      inner.times = trial.times
      return rows.difference(from: inner, "at half the time inside a layer of speed 2")
    },
    sampling(
      "timeline.paused-layer-stands-still", "A layer paused at a time shows that time's values at every other.",
      cost: .comparing
    ) { trial throws(TimelineTrial.Obstacle) in
      let rows = try trial.forward().rows
      for place in [trial.times.count / 3, trial.times.count / 2] {
        let paused = trial.timeline.paused(at: trial.times[place])
        let later = try trial.rows(of: paused, at: trial.times)
        let still = rows.picked(Array(repeating: place, count: trial.times.count))
        if let difference = still.difference(from: later, "paused") { return difference }
      }
      return nil
    },
    sampling(
      "timeline.group-of-one-is-the-animation", "A long group around one animation changes nothing while it runs.",
      cost: .comparing
    ) { trial throws(TimelineTrial.Obstacle) in
      let rows = try trial.forward().rows
      let grouped = trial.timeline.inGroupsOfOne
      let places = trial.times.indices.filter { place in
        trial.timeline.layers.indices.allSatisfy {
          let local = trial.timeline.localTime(ofLayer: $0, at: trial.times[place])
          return local == 0 || (local > 1e-200 && local < Timeline.groupOfOneDuration)
        }
      }
      let inside = try trial.rows(of: grouped, at: places.map { trial.times[$0] })
      return rows.picked(places).difference(from: inside, "in a group of one")
    },
  ]

  /// Makes a law about samples of a timeline. `remark` returns what is wrong; nil: nothing.
  static func sampling(
    _ name: String, _ summary: String, cost: Cost = .cheap,
    _ remark: @escaping @Sendable (TimelineTrial) throws(TimelineTrial.Obstacle) -> VerdictMessage?
  ) -> Law {
    Law(name, summary, cost: cost) { (trial: TimelineTrial) in
      do throws(TimelineTrial.Obstacle) {
        return try remark(trial).map { .broken($0) } ?? .holds
      } catch {
        return error.verdict
      }
    }
  }
}

extension TimelineTrial {
  /// Returns a message about the first output of a layer at rest that differs from the layer's model; nil if there is none.
  fileprivate func atRest(_ rows: SampleRows) -> VerdictMessage? {
    let counts = timeline.laneCounts
    let shapes = timeline.shapes
    for (place, time) in times.enumerated() {
      var offset = rows.values.startIndex + place * rows.width
      for (output, count) in zip(timeline.outputs, counts) {
        defer { offset += count }
        let layer = timeline.layers[output.layer]
        let local = timeline.localTime(ofLayer: output.layer, at: time)
        guard layer.animations.allSatisfy({ $0.isAtRest(at: local) }) else { continue }
        var expected = layer[output.property]?.lanes ?? [0, 0]
        if case .path(let path)? = layer[output.property] {
          expected = [Double(shapes.firstIndex(of: path.shape) ?? 0)] + expected
        }
        for lane in 0..<count {
          let wanted = lane < expected.count ? expected[lane] : 0
          let said = rows.values[offset + lane]
          if said == wanted { continue }
          return "\"\(output.property)\" is \(said) in lane \(lane) at \(time) s, the model \(wanted)"
        }
      }
    }
    return nil
  }
}

extension Animation {
  /// Returns whether the animation is neither active nor filling at a time of its layer.
  fileprivate func isAtRest(at time: Double) -> Bool {
    if time < timing.beginTime { return !timing.fillMode.fillsBackwards }
    guard (time - timing.beginTime) * timing.speed.magnitude > timing.activeDuration else { return false }
    return isRemovedOnCompletion || !timing.fillMode.fillsForwards
  }
}

extension Timeline {
  /// Whether every number is zero, or has a magnitude between a billionth and a billion; times at which something ends may be infinite. No
  /// transform may be cumulative, because the power of a matrix can exceed every limit.
  fileprivate var isModerate: Bool {
    for part in parts where part.animation.property?.isCumulative == true {
      if case .transform? = part.layer[part.animation.property?.keyPath.property ?? ""] { return false }
    }
    var (copy, isModerate) = (self, true)
    copy.forEachNumber { number in
      let magnitude = number.magnitude
      if number != 0 && magnitude != .infinity && (magnitude > 1e9 || magnitude < 1e-9) { isModerate = false }
    }
    return isModerate
  }

  /// The timeline with its outputs and each layer's animations in reverse order.
  fileprivate var turnedAround: Timeline {
    var other = self
    for index in other.layers.indices { other.layers[index].animations.reverse() }
    other.outputs.reverse()
    return other
  }

  fileprivate func insideLayer(ofSpeed speed: Double) -> Timeline {
    var outer = Layer()
    outer.timing.speed = speed
    var inner = layers
    for index in inner.indices { inner[index].parent = (inner[index].parent ?? -1) + 1 }
    return Timeline(
      layers: [outer] + inner, outputs: outputs.map { Output(layer: $0.layer + 1, property: $0.property) })
  }

  /// Returns the timeline with the outermost layers' clocks stopped at a time.
  fileprivate func paused(at time: Double) -> Timeline {
    var still = self
    for index in still.layers.indices where still.layers[index].parent == nil {
      still.layers[index].timing.timeOffset = localTime(ofLayer: index, at: time)
      still.layers[index].timing.speed = 0
    }
    return still
  }

  /// The duration of a group: a power of two, so that progress times duration gives back the time, bit for bit.
  fileprivate static let groupOfOneDuration = 0x1p20

  fileprivate var inGroupsOfOne: Timeline {
    var grouped = self
    for index in grouped.layers.indices {
      grouped.layers[index].animations = layers[index].animations.map { animation in
        // A child without a duration would take the group's.
        guard animation.timing.duration > 0, animation.depth < Timeline.greatestNesting else { return animation }
        var child = animation
        // In a group only the fill mode counts, not `isRemovedOnCompletion`.
        if child.isRemovedOnCompletion {
          child.timing.fillMode = child.timing.fillMode.fillsBackwards ? .backwards : .removed
        }
        return .group([child], duration: Timeline.groupOfOneDuration)
      }
    }
    return grouped
  }
}

extension Animation {
  fileprivate var depth: Int {
    guard case .group(let children) = content else { return 0 }
    return 1 + (children.map(\.depth).max() ?? 0)
  }
}
