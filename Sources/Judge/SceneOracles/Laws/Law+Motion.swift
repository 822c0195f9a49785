import Foundation
import LayoutPlugin
import SceneModel

extension Law {
  /// The laws about single animations. Each animation is taken out of the timeline, given a simple timing, and compared with another one
  /// that must give the same values (rule A20.2).
  static let motionLaws: [Law] = [
    motion(
      "timeline.fill-both-is-continuous-at-the-start", "An animation that fills both ways begins where it waited."
    ) { trial, part throws(TimelineTrial.Obstacle) in
      var animation = part.animation
      animation.timing.fillMode = .both
      let begin = animation.timing.beginTime
      let rows = try trial.rows(of: part.alone(animation), at: [begin, begin - 1, begin - 0.001])
      return rows.picked([0, 0]).difference(from: rows.picked([1, 2]), "before its begin")
    },
    motion(
      "timeline.exchanged-ends-are-reversed-time", "With its ends exchanged a straight animation runs backward."
    ) { trial, part throws(TimelineTrial.Obstacle) in
      guard let ends = part.plainEnds, ends.from != nil, ends.to != nil else { throw .notAbout }
      let animation = part.straight(.basic(BasicValues(from: ends.from, to: ends.to)))
      let exchanged = part.straight(.basic(BasicValues(from: ends.to, to: ends.from)))
      let times = TimelinePart.places.map { $0 * animation.timing.duration }
      let forward = try trial.rows(of: part.alone(animation), at: times)
      var backward = try trial.rows(of: part.alone(exchanged), at: times.map { animation.timing.duration - $0 })
      backward.times = times
      return forward.distance(from: backward, within: part.tolerance, "with exchanged ends, backward")
    },
    motion(
      "timeline.autoreverse-is-a-mirror", "The way back shows what the way there has shown."
    ) { trial, part throws(TimelineTrial.Obstacle) in
      guard let ends = part.plainEnds else { throw .notAbout }
      var animation = part.straight(.basic(ends))
      animation.timing.autoreverses = true
      let times = TimelinePart.places.map { $0 * animation.timing.duration }
      let there = try trial.rows(of: part.alone(animation), at: times)
      var back = try trial.rows(of: part.alone(animation), at: times.map { 2 * animation.timing.duration - $0 })
      back.times = times
      return there.distance(from: back, within: part.tolerance, "on the way back")
    },
    motion(
      "timeline.cumulative-cycles-add-up", "Each cycle of a cumulative animation starts where the last one ended."
    ) { trial, part throws(TimelineTrial.Obstacle) in
      guard let ends = part.plainEnds, ends.from != nil, let end = ends.to?.lanes else { throw .notAbout }
      var animation = part.straight(.basic(ends))
      animation.property?.isCumulative = true
      animation.timing.repeatCount = 3
      let duration = animation.timing.duration
      let times = TimelinePart.places.dropFirst().dropLast().map { $0 * duration }
      let first = try trial.rows(of: part.alone(animation), at: times)
      for cycle in [1.0, 2.0] {
        var later = try trial.rows(of: part.alone(animation), at: times.map { $0 + cycle * duration })
        later.times = times
        for row in times.indices {
          for (lane, number) in zip(part.lanes(first.width), end) {
            later.values[row * later.width + lane] -= cycle * number
          }
        }
        let what: VerdictMessage = "less \(Int(cycle)) full cycles"
        if let remark = first.distance(from: later, within: 4 * part.tolerance, what) { return remark }
      }
      return nil
    },
    Law.sampling(
      "timeline.additions-commute", "Two neighbouring additions to one value may change places.", cost: .comparing
    ) { trial throws(TimelineTrial.Obstacle) in
      guard let (exchanged, tolerance) = trial.timeline.withAdditionsExchanged else { throw .notAbout }
      let rows = try trial.forward().rows
      let other = try trial.rows(of: exchanged, at: trial.times)
      return rows.distance(from: other, within: tolerance, "with two additions exchanged")
    },
    motion(
      "timeline.spring-energy-never-grows", "A spring let go at rest is, a period later, no farther from its target."
    ) { trial, part throws(TimelineTrial.Obstacle) in
      guard case .spring(_, var spring)? = part.animation.property?.form else { throw .notAbout }
      spring.initialVelocity = 0
      let frequency = spring.frequency
      guard frequency > 1e-3, frequency < 1e3 else { throw .notAbout }
      let ratio = spring.dampingRatio
      let period = ratio < 0.999 ? 2 * Double.pi / (frequency * (1 - ratio * ratio).squareRoot()) : 0.1 / frequency
      var layer = Timeline.Layer()
      layer["opacity"] = .number(0)
      layer.animations = [
        .spring("opacity", from: .number(0), to: .number(1), spring: spring, duration: 4 * period)
      ]
      let rows = try trial.rows(of: Timeline(layer), at: (0..<24).map { Double($0) * period / 8 })
      for place in 0..<16 {
        let (before, after) = ((rows.values[place] - 1).magnitude, (rows.values[place + 8] - 1).magnitude)
        if !(after <= before * (1 + 1e-9) + 1e-9) {
          return "\(before) from its target at \(rows.times[place]) s, \(after) a period later"
        }
      }
      return nil
    },
    motion(
      "timeline.paced-speed-is-constant", "Paced keyframes move at one speed, but for corners."
    ) { trial, part throws(TimelineTrial.Obstacle) in
      guard let (paced, corners) = part.paced, corners <= 4 else { throw .notAbout }
      let step = 1e-4
      let starts = (0..<16).map { (Double($0) + 0.5) / 16 }
      let rows = try trial.rows(of: part.alone(paced), at: starts + starts.map { $0 + step })
      let speeds = (0..<16).map { place -> Double in
        let squares = zip(rows[place], rows[place + 16]).map { ($1 - $0) * ($1 - $0) }
        return squares.reduce(0, +).squareRoot() / step
      }
      let usual = speeds.sorted()[8]
      // If the numbers are huge compared with the distance, the differences consist of rounding errors.
      guard usual > 1e-6 * part.greatest else { throw .notAbout }
      let steady = speeds.filter { ($0 - usual).magnitude <= 1e-6 * usual }.count
      return steady >= 16 - 3 * corners ? nil : "speeds from \(speeds.min()!) to \(speeds.max()!)"
    },
  ]

  /// Makes a law that judges the first four animations of a timeline, including those in groups. `remark` returns what is wrong with one; nil:
  /// nothing.
  private static func motion(
    _ name: String, _ summary: String,
    _ remark: @escaping @Sendable (TimelineTrial, TimelinePart) throws(TimelineTrial.Obstacle) -> VerdictMessage?
  ) -> Law {
    sampling(name, summary, cost: .comparing) { trial throws(TimelineTrial.Obstacle) in
      var isSilent = true
      for part in trial.timeline.parts.prefix(4) {
        do throws(TimelineTrial.Obstacle) {
          if let remark = try remark(trial, part) { return "\(part.animation.words): \(remark)" }
          isSilent = false
        } catch .notAbout {
          continue
        }
      }
      if isSilent { throw .notAbout }
      return nil
    }
  }
}

/// One property animation and its layer.
struct TimelinePart {
  var layer: Timeline.Layer
  var animation: Animation

  /// The fractions of a run that are compared: both ends and some between.
  static let places = [0, 0.125, 0.3, 0.5, 0.75, 1]

  /// Returns a timeline with only this animation.
  func alone(_ animation: Animation) -> Timeline {
    var layer = Timeline.Layer()
    layer.model = self.layer.model
    layer.animations = [animation]
    var timeline = Timeline(layer)
    if let property = animation.property?.keyPath.property { timeline.outputs.removeAll { $0.property != property } }
    return timeline
  }

  fileprivate var isPlain: Bool {
    guard let property = animation.property, property.valueFunction == nil,
      let kind = layer[property.keyPath.property]?.kind
    else { return false }
    return [.number, .point, .size, .rect, .numbers].contains(kind)
  }

  /// The ends of the animation; nil if it is not basic, or not of a number, a point, a size, a rectangle or a list of numbers. Each end may be
  /// absent.
  var plainEnds: BasicValues? {
    guard isPlain, case .basic(let ends)? = animation.property?.form else { return nil }
    return ends
  }

  /// Returns the animation with plain timing: once, from time 0, without easing or repetition.
  func straight(_ form: PropertyAnimation.Form) -> Animation {
    var straight = Animation(animation.content)
    straight.property?.form = form
    straight.property?.isAdditive = false
    straight.property?.isCumulative = false
    let duration = animation.timing.duration
    straight.timing.duration = duration > 1e-3 && duration < 1e6 ? duration : 1
    straight.timing.fillMode = .both
    straight.isRemovedOnCompletion = false
    return straight
  }

  /// The keyframe animation in paced mode, lasting one second, and the number of stretches between its points. Nil for other animations, for values
  /// that are not plain numbers, and for fewer than two points.
  var paced: (animation: Animation, corners: Int)? {
    guard isPlain, case .keyframes(var keyframes)? = animation.property?.form else { return nil }
    let corners = keyframes.path.map { $0.elements.count } ?? keyframes.values.count
    guard corners >= 2 else { return nil }
    keyframes.mode = .paced
    keyframes.rotationMode = .none
    var paced = straight(.keyframes(keyframes))
    paced.timing.duration = 1
    return (paced, corners - 1)
  }

  /// Returns those of a property's `width` lanes that the animation moves.
  func lanes(_ width: Int) -> Range<Int> { animation.property?.keyPath.lanes ?? 0..<width }

  /// The greatest magnitude of a number in the animation or in the layer's own values, at least 1.
  var greatest: Double {
    var greatest = 1.0
    for property in layer.model { greatest = property.value.lanes.reduce(greatest) { max($0, $1.magnitude) } }
    let values: [AnimationValue?] =
      switch animation.property?.form {
      case .basic(let ends), .spring(let ends, _): [ends.from, ends.to, ends.by]
      case .keyframes(let keyframes):
        keyframes.values + [keyframes.path.map { .numbers($0.points.flatMap { [$0.x, $0.y] }) }]
      case nil: []
      }
    for case let value? in values { greatest = value.lanes.reduce(greatest) { max($0, $1.magnitude) } }
    return greatest
  }

  /// The deviation that rounding may cause: a billionth of the greatest number, the closed forms' tolerance (rule A20.1).
  var tolerance: Double { 1e-9 * greatest }
}

extension SampleRows {
  /// Returns the first place where the other rows differ by more than a tolerance, in words; nil if there is none.
  func distance(from other: SampleRows, within tolerance: Double, _ what: VerdictMessage) -> VerdictMessage? {
    guard values.count == other.values.count else {
      return "\(what): \(other.values.count) numbers instead of \(values.count)"
    }
    for index in values.indices where !((values[index] - other.values[index]).magnitude <= tolerance) {
      // Two equal infinities have no distance as numbers; two NaNs count as equal.
      if values[index] == other.values[index] || (values[index].isNaN && other.values[index].isNaN) { continue }
      return "\(what): lane \(index % width) at \(times[index / width]) s is \(other.values[index]), not "
        + "\(values[index])"
    }
    return nil
  }
}

extension Timeline {
  /// Every property animation with its layer, including those in groups.
  var parts: [TimelinePart] {
    var parts: [TimelinePart] = []
    func add(_ animation: Animation, _ layer: Layer) {
      switch animation.content {
      case .group(let children): for child in children { add(child, layer) }
      case .property: parts.append(TimelinePart(layer: layer, animation: animation))
      case .transition: break
      }
    }
    for layer in layers { for animation in layer.animations { add(animation, layer) } }
    return parts
  }

  /// The timeline with two neighbouring additive animations of one property exchanged (the first such pair), and the permitted rounding; nil if there
  /// is no such pair.
  fileprivate var withAdditionsExchanged: (Timeline, tolerance: Double)? {
    for index in layers.indices {
      let animations = layers[index].animations
      for place in animations.indices.dropLast() {
        let parts = [place, place + 1].map { TimelinePart(layer: layers[index], animation: animations[$0]) }
        let properties = parts.compactMap(\.animation.property)
        guard properties.count == 2, properties[0].keyPath.property == properties[1].keyPath.property,
          properties.allSatisfy({ $0.isAdditive && !$0.isCumulative }), parts.allSatisfy(\.isPlain)
        else { continue }
        var exchanged = self
        exchanged.layers[index].animations.swapAt(place, place + 1)
        // A spring or a curve may overshoot by many times the difference of its ends, and the sum also contains all animations below.
        let greatest = self.parts.map(\.greatest).reduce(1, max)
        return (exchanged, 1e-7 * greatest)
      }
    }
    return nil
  }
}
