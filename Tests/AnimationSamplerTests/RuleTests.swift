import AnimationSampler
import Foundation
import LayoutPlugin
import SceneModel
import Testing

/// Rules of Guides/rules/animation.md that no file of numbers covers; each test names its rule.
@Suite("Rules of the sampler")
struct RuleTests {
  @Test("A1.5: the order in which times are asked for changes no bit")
  func orderOfSampling() throws {
    let spring = Animation.spring("opacity", from: .number(0), to: .number(1), spring: Spring(), duration: 1.4)
    let times = (0...40).map { Double($0) / 20 }
    let forward = try sample(number: 0.3, spring, opacity(from: 0, to: 0.2).adding(), at: times)
    let backward = try sample(number: 0.3, spring, opacity(from: 0, to: 0.2).adding(), at: times.reversed())
    #expect(forward.map(\.bitPattern) == backward.reversed().map(\.bitPattern))
  }

  @Test("A2.1: a layer's time follows its superlayer's, and back")
  func layerTime() throws {
    let timing = LayerTiming(beginTime: 3, speed: 2, timeOffset: 1)
    #expect(timing.local(10) == 15)
    #expect(timing.parent(15) == 10)
    #expect(LayerTiming(speed: 0, timeOffset: 4).parent(4) == 0)
    var outer = Timeline.Layer()
    outer.timing = LayerTiming(speed: 2)
    var inner = Timeline.Layer(parent: 0)
    inner.timing = LayerTiming(beginTime: 1, speed: 0.5)
    inner["opacity"] = .number(0.5)
    inner.animations = [opacity(from: 0, to: 1)]
    let timeline = Timeline(layers: [outer, inner], outputs: [Timeline.Output(layer: 1, property: "opacity")])
    // Clock 1 is outer 2 is inner 0.5.
    #expect(try sample(timeline, at: [1]) == [[0.5]])
    #expect(try sample(timeline, at: [1.25])[0] == [0.75])
  }

  @Test("A2.5: an animation that stands still is scrubbed by its time offset")
  func standingStill() throws {
    func value(_ offset: Double, _ choices: AnimationChoices = AnimationChoices()) throws -> Double {
      let animation = opacity(from: 0, to: 1).with {
        $0.timing.speed = 0
        $0.timing.timeOffset = offset
      }
      return try sample(number: -7, animation, at: [1e6], choices: choices)[0]
    }
    #expect(try value(0.25) == 0.25)
    #expect(try value(1) == 1)
    #expect(try value(1.25) == 0.25)
    var choices = AnimationChoices()
    choices.offsetShowsCycleEnd = false
    #expect(try value(1, choices) == 0)
  }

  @Test("A2.6: pausing and resuming a layer leaves what it shows where it was")
  func pauseAndResume() throws {
    var layer = Timeline.Layer()
    layer["opacity"] = .number(0)
    layer.animations = [opacity(from: 0, to: 1, duration: 4)]
    let running = try sample(Timeline(layer), at: [1])[0]
    var paused = layer
    paused.timing.timeOffset = layer.timing.local(1)
    paused.timing.speed = 0
    #expect(try sample(Timeline(paused), at: [1, 5, 9]).allSatisfy { $0 == running })
    var resumed = paused
    let stopped = paused.timing.timeOffset
    resumed.timing = LayerTiming()
    resumed.timing.beginTime = resumed.timing.local(9) - stopped
    #expect(try sample(Timeline(resumed), at: [9])[0] == running)
    #expect(try sample(Timeline(resumed), at: [10])[0] == [0.5])
  }

  @Test("A2.7: filling forwards shows only while the animation is attached")
  func fillForwardsAndRemoval() throws {
    let animation = opacity(from: 0, to: 1).with { $0.timing.fillMode = .both }
    #expect(try sample(number: 0.3, animation, at: [-1, 1, 1.5]) == [0, 1, 0.3])
    let attached = animation.with { $0.isRemovedOnCompletion = false }
    #expect(try sample(number: 0.3, attached, at: [1.5]) == [1])
  }

  @Test("A5.2: animations apply in the order in which they were added; the later one that replaces wins")
  func order() throws {
    #expect(try sample(number: 0.5, opacity(from: 0, to: 1), opacity(from: 1, to: 1), at: [0.5]) == [1])
    #expect(try sample(number: 0.5, opacity(from: 0, to: 0.2).adding(), opacity(from: 0, to: 1), at: [0.5]) == [0.5])
  }

  @Test("A6.1: components of structures and transforms")
  func components() throws {
    let bounds = try sample(
      "bounds", model: .rect(Rect(x: 1, y: 2, width: 3, height: 4)),
      [
        .basic("bounds.size.width", from: .number(10), to: .number(20), duration: 1),
        .basic("bounds.origin", to: .point(Point(x: 3, y: 2)), duration: 1),
      ], at: [0.5])
    #expect(bounds == [[2, 2, 15, 4]])
    let shadow = try sample(
      "shadowOffset", model: .size(Size(width: 1, height: 2)),
      [.basic("shadowOffset.height", from: .number(0), to: .number(8), duration: 1)], at: [0.5])
    #expect(shadow == [[1, 4]])
    let turned = try sample(
      "transform", model: .transform(.scale(x: 2, y: 2, z: 2)),
      [.basic("transform.rotation.z", from: .number(0.5), to: .number(0.5), duration: 1)], at: [0.5])
    expectClose([turned[0][0], turned[0][1]], [1.7551651, 0.9588511], within: 1e-7)
    // A component turns all the way; a matrix would not move at all.
    let spin = try sample(
      "transform", model: .transform(.identity),
      [.basic("transform.rotation", from: .number(0), to: .number(2 * .pi), duration: 1)], at: [0.5])
    expectClose([spin[0][0]], [-1], within: 1e-12)
    for spelling in ["transform.scale.x", "bounds.size.width", "position.y", "opacity", "transform.translation"] {
      #expect(AnimationKeyPath(parsing: spelling).description == spelling)
    }
    #expect(AnimationKeyPath(parsing: "transform.rotation").component == .rotationZ)
  }

  @Test("A6.1: taking a transform apart and putting it together gives it back")
  func componentRoundTrip() {
    var entropy = Entropy(seed: 61)
    func number(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * Double(entropy.below(1_000_001)) / 1_000_000
    }
    for _ in 0..<200 {
      var parts = TransformComponents(.identity)
      parts.scale = SIMD3(number(0.1, 3), number(0.1, 3), number(0.1, 3))
      parts.rotation = SIMD3(number(-3, 3), number(-1.5, 1.5), number(-3, 3))
      parts.translation = SIMD3(number(-9, 9), number(-9, 9), number(-9, 9))
      let again = TransformComponents(parts.transform)
      expectClose(again.transform.lanes, parts.transform.lanes, within: 1e-12)
      for axis in 0..<3 { #expect((again.rotation[axis] - parts.rotation[axis]).magnitude < 1e-9) }
    }
  }

  @Test("A6.2: additive values add by type")
  func additive() throws {
    #expect(try sample(number: 0.5, opacity(from: 0, to: 0.2).adding(), at: [0.5]) == [0.6])
    let both = try sample(
      number: 0.5, opacity(from: 0, to: 0.2).adding(), opacity(from: 0, to: 0.1).adding(), at: [0.5])
    expectClose(both, [0.65], within: 1e-15)
    let moved = try sample(
      "transform", model: .transform(.scale(x: 2, y: 2)),
      [.basic("transform", from: .transform(.translation(x: 10)), to: .transform(.identity), duration: 1).adding()],
      at: [0.5])
    // First the 5 points, then the scale.
    #expect(moved[0][12] == 10)
    #expect(moved[0][0] == 2)
  }

  @Test("A6.4: a value function's matrix replaces the model's")
  func valueFunctions() throws {
    func value(_ function: ValueFunction, _ to: AnimationValue) throws -> Transform3D {
      let animation = Animation.basic("transform", to: to, duration: 1).with {
        $0.property?.valueFunction = function
      }
      return Transform3D(
        lanes: try sample("transform", model: .transform(.scale(x: 9, y: 9)), [animation], at: [0.5])[0])
    }
    #expect(try value(.translateX, .number(10)) == .translation(x: 5))
    #expect(try value(.scale, .numbers([3, 1, 1])) == .scale(x: 2))
    let turned = try value(.rotateZ, .number(.pi))
    expectClose([turned.row1.x, turned.row1.y], [0, 1], within: 1e-12)
  }

  @Test("A7.1: after the model was changed, a missing from shows no motion")
  func missingFrom() throws {
    #expect(try sample(number: 1, opacity(to: 1), at: [0, 0.5, 1]) == [1, 1, 1])
  }

  @Test("A7.1: all three ends set: from and to count; an additive end that is missing is zero")
  func endChoices() throws {
    #expect(try sample(number: 9, opacity(from: 0, to: 1, by: 7), at: [0.5]) == [0.5])
    #expect(try sample(number: 9, opacity(from: 2).adding(), at: [0.5]) == [10])
    #expect(try sample(number: 9, opacity(by: 2).adding(), at: [0.5]) == [10])
  }

  @Test("A8.2, A8.3: progress is clamped; a keyframe's curve comes after the animation's")
  func curveLevels() throws {
    #expect(try sample(number: 0, opacity(from: 0, to: 1, curve: .easeIn), at: [0, 1]) == [0, 1])
    var frames = Keyframes([.number(0), .number(1)])
    frames.timingFunctions = [.easeIn]
    var animation = Animation.keyframes("opacity", frames, duration: 1)
    animation.timingFunction = .easeOut
    let eased = try sample(number: 0, opacity(from: 0, to: 1, curve: .easeOut), at: [0.3])[0]
    let twice = try sample(number: 0, opacity(from: 0, to: 1, curve: .easeIn), at: [eased])[0]
    expectClose(try sample(number: 0, animation, at: [0.3]), [twice], within: 1e-12)
  }

  @Test("A9.2: missing curves of segments are linear")
  func missingCurves() throws {
    var frames = Keyframes([.number(0), .number(1), .number(2)])
    frames.timingFunctions = [.easeIn]
    let values = try sample(number: -7, .keyframes("opacity", frames, duration: 1), at: [0.25, 0.75])
    #expect(values[0] < 0.4)
    #expect(values[1] == 1.5)
  }

  @Test("A9.4: paced keyframes go at constant speed; their key times do not count")
  func paced() throws {
    let values = [0, 1, 4].map { AnimationValue.point(Point(x: $0, y: 0)) }
    let frames = Keyframes(values, keyTimes: [0, 0.9, 1], mode: .paced)
    let points = try sample(
      "position", model: .point(.zero), [.keyframes("position", frames, duration: 1)],
      at: [0.1, 0.25, 0.5, 0.9])
    expectClose(points.map { $0[0] }, [0.4, 1, 2, 3.6], within: 1e-12)
  }

  @Test("A9.5: the signs of continuity and bias are one switch")
  func cubicSigns() throws {
    var frames = Keyframes([0, 1, 0.5, 0.7].map { .number($0) }, mode: .cubic)
    frames.continuities = [0, 0.5, 0.5, 0]
    var mirrored = frames
    mirrored.continuities = [0, -0.5, -0.5, 0]
    var choices = AnimationChoices()
    choices.cubicSigns = .appleHeader
    let times = (0...20).map { Double($0) / 20 }
    let published = try sample(number: 0, .keyframes("opacity", mirrored, duration: 1), at: times)
    let header = try sample(number: 0, .keyframes("opacity", frames, duration: 1), at: times, choices: choices)
    #expect(published == header)
    #expect(published != (try sample(number: 0, .keyframes("opacity", frames, duration: 1), at: times)))
  }

  @Test("A9.6: cubicPaced follows the spline at constant speed")
  func cubicPaced() throws {
    let corners = [(0, 0), (100, 0), (100, 50), (0, 200)].map { AnimationValue.point(Point(x: $0.0, y: $0.1)) }
    let times = (0...1000).map { Double($0) / 1000 }
    let points = try sample(
      "position", model: .point(.zero),
      [.keyframes("position", Keyframes(corners, mode: .cubicPaced), duration: 1)], at: times)
    let steps = zip(points, points.dropFirst()).map { hypot($1[0] - $0[0], $1[1] - $0[1]) }
    let mean = steps.reduce(0, +) / Double(steps.count)
    #expect(steps.allSatisfy { ($0 / mean - 1).magnitude < 1e-3 })
    expectClose(points[1000], [0, 200], within: 1e-9)
  }

  @Test("A9.7: one value or none has no effect; key times that make no sense are not used")
  func oddKeyframes() throws {
    #expect(try sample(number: 0.5, .keyframes("opacity", Keyframes(), duration: 1), at: [0.5]) == [0.5])
    let values = [AnimationValue.number(0), .number(1), .number(2)]
    for times in [[0, 0.9, 0.5], [0, 0.5, 2], [0, -1, 1]] {
      let frames = Keyframes(values, keyTimes: times)
      #expect(try sample(number: 9, .keyframes("opacity", frames, duration: 1), at: [0.25]) == [0.5])
    }
  }

  @Test("A9.9: a layer that follows a path turns with it")
  func rotation() throws {
    let path = try #require(VectorPath(svg: "M0 0 L10 0 L10 10"))
    func angle(_ mode: Keyframes.RotationMode, at time: Double) throws -> Double {
      var frames = Keyframes(path: path)
      frames.rotationMode = mode
      var layer = Timeline.Layer()
      layer["position"] = .point(.zero)
      layer["transform"] = .transform(.identity)
      layer.animations = [.keyframes("position", frames, duration: 1)]
      var timeline = Timeline(layer)
      timeline.outputs = [Timeline.Output(layer: 0, property: "transform")]
      let m = try sample(timeline, at: [time])[0]
      return atan2(m[1], m[0])
    }
    expectClose(
      [try angle(.auto, at: 0.25), try angle(.auto, at: 0.75), try angle(.autoReverse, at: 0.75)],
      [0, .pi / 2, -.pi / 2], within: 1e-12)
    #expect(try angle(.none, at: 0.75) == 0)
  }

  @Test("A10.1: springs start as Core Animation's do")
  func springDefaults() {
    let spring = Spring()
    #expect([spring.mass, spring.stiffness, spring.damping, spring.initialVelocity] == [1, 100, 10, 0])
    expectClose([spring.settlingDuration], [1.4727003346780927], within: 1e-15)
    #expect(Spring(perceptualDuration: 1, bounce: -1).settlingDuration == 0)
  }

  @Test("A10.5: a spring ends within a thousandth of its target and then the model shows")
  func springEnd() throws {
    let spring = Spring()
    let end = spring.settlingDuration
    let animation = Animation.spring("opacity", from: .number(0), to: .number(1), spring: spring, duration: end)
    let values = try sample(number: 1, animation, at: [end, end + 1e-9])
    #expect((values[0] - 1).magnitude < 1e-3)
    #expect(values[0] != 1)
    #expect(values[1] == 1)
  }

  @Test("A11.1: children of a group run in its time and are cut off at its end")
  func groups() throws {
    func value(_ child: Animation, _ times: [Double], _ change: (inout Animation) -> Void = { _ in }) throws -> [Double]
    {
      try sample(number: 0.5, Animation.group([child], duration: 2).with(change), at: times)
    }
    // A child without a duration takes the group's; begin times count from the group's start.
    #expect(try value(opacity(from: 0, to: 1, duration: 0), [1]) == [0.5])
    #expect(try value(opacity(from: 0, to: 1, duration: 1, begin: 1), [0.5, 1.5]) == [0.5, 0.5])
    #expect(try value(opacity(from: 0, to: 1, duration: 1, begin: 1), [1.25]) == [0.25])
    // Longer than the group: cut off.
    #expect(try value(opacity(from: 0, to: 1, duration: 4), [1, 2, 2.1]) == [0.25, 0.5, 0.5])
    // A child over before the group: its own fill counts, its removal does not.
    let short = opacity(from: 0, to: 1, duration: 1).with { $0.timing.fillMode = .forwards }
    #expect(try value(short, [1.5]) == [1])
    // Speed and repeats of the group apply to all.
    #expect(try value(opacity(from: 0, to: 1, duration: 2), [0.5]) { $0.timing.speed = 2 } == [0.5])
    #expect(try value(opacity(from: 0, to: 1, duration: 2), [3]) { $0.timing.repeatCount = 2 } == [0.5])
    // Nested.
    let nested = Animation.group([opacity(from: 0, to: 1, duration: 1)], duration: 1).with { $0.timing.beginTime = 1 }
    #expect(try value(nested, [1.25]) == [0.25])
  }

  @Test("A11.2: a transition reports its progress between its ends")
  func transitions() throws {
    var layer = Timeline.Layer()
    var animation = Animation(.transition(TransitionAnimation(style: .push, startProgress: 0.2, endProgress: 0.6)))
    animation.timing.duration = 2
    layer.animations = [animation]
    let timeline = Timeline(layers: [layer], outputs: [Timeline.Output(layer: 0, property: "transition")])
    let values = try sample(timeline, at: [-1, 1, 3])
    #expect(values[0] == [0, 0])
    expectClose(values[1], [1, 0.4], within: 1e-15)
    #expect(values[2] == [0, 0])
  }

  @Test("A17.1, A17.4: whole numbers, flags, tokens, missing colours, paths and images")
  func types() throws {
    func value(_ key: String, _ from: AnimationValue, _ to: AnimationValue, _ u: Double) throws -> [Double] {
      try sample(key, model: from, [.basic(key, from: from, to: to, duration: 1)], at: [u])[0]
    }
    #expect(try value("count", .integer(0), .integer(5), 0.5) == [3])
    #expect(try value("hidden", .boolean(false), .boolean(true), 0.25) == [1])
    #expect(try value("hidden", .boolean(false), .boolean(true), 0) == [0])
    #expect(try value("name", .token(3), .token(4), 0.1) == [4])
    #expect(try value("backgroundColor", .color(nil), .color(Color(white: 1)), 0.5) == [0, 0, 0, 0, 0])
    #expect(try value("contents", .contents(3), .contents(4), 0.25) == [3, 4, 0.25])
    #expect(try value("locations", .numbers([0, 1]), .numbers([1, 2]), 0.5) == [0.5, 1.5])
    let line = try #require(VectorPath(svg: "M0 0 L10 0"))
    let other = try #require(VectorPath(svg: "M0 2 L10 4"))
    let curve = try #require(VectorPath(svg: "M0 0 Q5 5 10 0"))
    #expect(try value("path", .path(line), .path(other), 0.5) == [0, 0, 1, 10, 2])
    #expect(try value("path", .path(line), .path(curve), 0.25) == [0, 0, 0, 10, 0, 0, 0])
    #expect(try value("path", .path(line), .path(curve), 0.5) == [1, 0, 0, 5, 5, 10, 0])
  }

  @Test("A20.2: a timeline that makes no sense is refused, and what was loaded stays")
  func refusal() throws {
    let sampler = AnimationSampler()
    var layer = Timeline.Layer()
    layer["opacity"] = .number(0.5)
    try sampler.load(Timeline(layer))
    var wrong = layer
    wrong.animations = [.basic("opacity", to: .point(.zero), duration: 1)]
    #expect(throws: PluginFault.self) { try sampler.load(Timeline(wrong)) }
    wrong.animations = [.basic("position", to: .point(.zero), duration: 1)]
    #expect(throws: PluginFault.self) { try sampler.load(Timeline(wrong)) }
    var values: [Double] = []
    try sampler.sample(at: [0], into: &values)
    #expect(values == [0.5])
    #expect(throws: PluginFault.self) { try sampler.sample(at: [.nan], into: &values) }
  }

  @Test("Every choice is listed with its rule")
  func choices() {
    let names = AnimationChoices.all.map(\.name)
    for property in Mirror(reflecting: AnimationChoices()).children {
      #expect(names.contains(property.label ?? ""))
    }
  }

  @Test("A9.3: discrete keyframes hold each value from its time to the next and ignore curves")
  func discreteKeyframes() throws {
    let values = [AnimationValue.number(1), .number(2), .number(3)]
    func shown(_ times: [Double]?, at time: Double) throws -> Double {
      var frames = Keyframes(values, keyTimes: times, mode: .discrete)
      frames.timingFunctions = [.easeIn, .easeOut]
      return try sample(number: 0, .keyframes("opacity", frames, duration: 1), at: [time])[0]
    }
    // Three equal slots.
    #expect(try [0, 0.33, 0.34, 0.66, 0.67, 1].map { try shown(nil, at: $0) } == [1, 1, 2, 2, 3, 3])
    // As many times as values: the last shows at the end only.
    #expect(try [0.49, 0.5, 0.99, 1].map { try shown([0, 0.5, 1], at: $0) } == [1, 2, 2, 3])
    // One more: every value has a slot.
    #expect(try [0.1, 0.2, 0.5, 0.9, 1].map { try shown([0, 0.2, 0.6, 1], at: $0) } == [1, 2, 2, 3, 3])
  }
}
