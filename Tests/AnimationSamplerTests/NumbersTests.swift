import AnimationSampler
import Foundation
import SceneModel
import TestSupport
import Testing

/// The tolerances of rule A20.1, each in the unit of what it judges.
private enum Tolerance {
  static let closedForm = 1e-9
  /// Error in x of a timing function; multiplied by the slope it is an error in y.
  static let bezierX = 1e-12
  static let arcLength = 1e-9
}

@Suite("Computed and sampled numbers")
struct NumbersTests {
  struct Easing: Decodable {
    struct Curve: Decodable { var name: String, controls: [Double], exact: [Double] }
    struct Abscissas: Decodable { var x: [Double] }
    var abscissas: Abscissas
    var curves: [Curve]
  }

  @Test("A8.2: easing, exact column")
  func easing() throws {
    let file = Evidence.decode(Easing.self, from: "animation/easing")
    for curve in file.curves {
      let function = TimingFunction(curve.controls[0], curve.controls[1], curve.controls[2], curve.controls[3])
      let values = try sample(number: 0, opacity(from: 0, to: 1, curve: function), at: file.abscissas.x)
      // Where the curve is steep its y says nothing: what counts is how far away in x the value is reached.
      for (x, (value, exact)) in zip(file.abscissas.x, zip(values, curve.exact)) {
        let reachable = (value - exact).magnitude <= Tolerance.closedForm
        let sides = try sample(
          number: 0, opacity(from: 0, to: 1, curve: function),
          at: [max(x - Tolerance.bezierX, 0), min(x + Tolerance.bezierX, 1)])
        let low = min(sides[0], sides[1], value) - 1e-12
        let high = max(sides[0], sides[1], value) + 1e-12
        #expect(reachable || (low...high).contains(exact), "\(curve.name) at \(x): \(value), exact \(exact)")
      }
    }
  }

  struct Timing: Decodable {
    struct Case: Decodable {
      var begin, duration, speed, timeOffset, repeatCount, repeatDuration: Double
      var autoreverses: Bool
      var fillMode: String
      var progress: [Double?]
    }
    struct Instants: Decodable { var times: [Double] }
    var instants: Instants
    var cases: [Case]
  }

  @Test("A2.3: timing, all 1024 cases")
  func timing() throws {
    let file = Evidence.decode(Timing.self, from: "animation/timing")
    let fills: [String: AnimationTiming.FillMode] = [
      "removed": .removed, "forwards": .forwards, "backwards": .backwards, "both": .both,
    ]
    for (index, row) in file.cases.enumerated() {
      var animation = opacity(from: 0, to: 1, duration: row.duration, begin: row.begin)
      animation.timing.speed = row.speed
      animation.timing.timeOffset = row.timeOffset
      animation.timing.repeatCount = row.repeatCount
      animation.timing.repeatDuration = row.repeatDuration
      animation.timing.autoreverses = row.autoreverses
      animation.timing.fillMode = try #require(fills[row.fillMode])
      animation.isRemovedOnCompletion = false
      // No progress is near -7: it stands for the model.
      let values = try sample(number: -7, animation, at: file.instants.times)
      expectClose(values, row.progress.map { $0 ?? -7 }, within: Tolerance.closedForm, "case \(index)")
    }
  }

  struct Springs: Decodable {
    struct Physical: Decodable {
      var mass, stiffness, damping, initialVelocity: Double
      var allowsOverdamping: Bool
      var settlingDuration: Double
      var times, values, velocities: [Double]
    }
    struct Fit: Decodable { var dampingRatio, initialVelocity, duration, stiffness, damping: Double }
    struct Perceptual: Decodable {
      var perceptualDuration, bounce, stiffness, damping, dampingRatio, settlingDuration: Double
    }
    struct Interruption: Decodable {
      var curve: String
      var interruptedAt, firstDuration, secondDuration, start, firstTarget, secondTarget: Double
      var times, additive: [Double]
    }
    var physical: [Physical]
    var fitted: [Fit]
    var perceptual: [Perceptual]
    var interruptions: [Interruption]
  }

  @Test("A10.2, A10.3: springs, physical springs")
  func physicalSprings() throws {
    let file = Evidence.decode(Springs.self, from: "animation/springs")
    for (index, row) in file.physical.enumerated() {
      let spring = Spring(
        mass: row.mass, stiffness: row.stiffness, damping: row.damping, initialVelocity: row.initialVelocity,
        allowsOverdamping: row.allowsOverdamping)
      let animation = Animation.spring("opacity", from: .number(0), to: .number(1), spring: spring, duration: 10)
      expectClose(
        try sample(number: 0, animation, at: row.times), row.values, within: Tolerance.closedForm, "spring \(index)")
      expectClose(
        row.times.map { spring.motion.velocity(at: $0) }, row.velocities, within: 1e-8, "velocity of spring \(index)")
      #expect(
        (spring.settlingDuration - row.settlingDuration).magnitude <= 1e-12 * max(row.settlingDuration, 1),
        "spring \(index): \(spring.settlingDuration), expected \(row.settlingDuration)")
    }
  }

  @Test("A13.1: springs, springs fitted to a duration")
  func fittedSprings() throws {
    let file = Evidence.decode(Springs.self, from: "animation/springs")
    for row in file.fitted {
      let spring = Spring(
        dampingRatio: row.dampingRatio, initialVelocity: row.initialVelocity, duration: row.duration)
      #expect((spring.stiffness / row.stiffness - 1).magnitude <= Tolerance.closedForm, "\(row): \(spring)")
      #expect((spring.damping / row.damping - 1).magnitude <= Tolerance.closedForm, "\(row): \(spring)")
    }
  }

  @Test("A10.4: springs, perceptual springs")
  func perceptualSprings() throws {
    let file = Evidence.decode(Springs.self, from: "animation/springs")
    for row in file.perceptual {
      let spring = Spring(perceptualDuration: row.perceptualDuration, bounce: row.bounce)
      #expect((spring.stiffness / row.stiffness - 1).magnitude <= Tolerance.closedForm)
      #expect((spring.damping - row.damping).magnitude <= Tolerance.closedForm * max(row.damping, 1))
      let settling = spring.settlingDuration
      #expect(
        (settling - row.settlingDuration).magnitude <= 1e-12 * max(row.settlingDuration, 1), "\(row): \(settling)")
      #expect((spring.bounce - row.bounce).magnitude <= Tolerance.closedForm)
      #expect((spring.perceptualDuration - row.perceptualDuration).magnitude <= Tolerance.closedForm)
    }
  }

  @Test("A12.4: springs, additive interruption curves")
  func interruptions() throws {
    let file = Evidence.decode(Springs.self, from: "animation/springs")
    for (index, row) in file.interruptions.enumerated() {
      let curve: TimingFunction = row.curve == "linear" ? .linear : .easeInEaseOut
      func delta(_ from: Double, _ duration: Double, _ begin: Double) -> Animation {
        opacity(from: from, to: 0, duration: duration, begin: begin, curve: curve).adding()
      }
      let first = try sample(
        number: row.firstTarget, delta(row.start - row.firstTarget, row.firstDuration, 0),
        at: row.times.filter { $0 < row.interruptedAt })
      let second = try sample(
        number: row.secondTarget, delta(row.start - row.firstTarget, row.firstDuration, 0),
        delta(row.firstTarget - row.secondTarget, row.secondDuration, row.interruptedAt),
        at: row.times.filter { $0 >= row.interruptedAt })
      expectClose(first + second, row.additive, within: Tolerance.closedForm, "row \(index)")
    }
  }

  struct KeyframeFile: Decodable {
    struct Mode: Decodable {
      var values: [Double], keyTimes: [Double]?
      var u, linear, cubic, discrete, paced: [Double]
    }
    struct Spline: Decodable {
      var values: [Double], keyTimes: [Double]?
      var tensions, continuities, biases, u, cubic: [Double]
    }
    struct Segments: Decodable {
      var values: [Double], keyTimes: [Double]?
      var timingFunctions: [[Double]]
      var u, exact: [Double]
    }
    var modes: [Mode]
    var splines: [Spline]
    var segments: [Segments]
  }

  private func keyframes(
    _ values: [Double], _ keyTimes: [Double]?, _ mode: Keyframes.CalculationMode
  ) -> Keyframes {
    Keyframes(values.map { .number($0) }, keyTimes: keyTimes, mode: mode)
  }

  @Test("A9.1 to A9.5: keyframes")
  func keyframeModes() throws {
    let file = Evidence.decode(KeyframeFile.self, from: "animation/keyframes")
    func values(_ keyframes: Keyframes, _ u: [Double]) throws -> [Double] {
      try sample(number: -7, .keyframes("opacity", keyframes, duration: 1), at: u)
    }
    for (index, row) in file.modes.enumerated() {
      for (mode, expected) in [
        (Keyframes.CalculationMode.linear, row.linear), (.cubic, row.cubic), (.discrete, row.discrete),
        (.paced, row.paced),
      ] {
        expectClose(
          try values(keyframes(row.values, row.keyTimes, mode), row.u), expected, within: Tolerance.closedForm,
          "\(mode) of row \(index)")
      }
    }
    for (index, row) in file.splines.enumerated() {
      var spline = keyframes(row.values, row.keyTimes, .cubic)
      (spline.tensions, spline.continuities, spline.biases) = (row.tensions, row.continuities, row.biases)
      expectClose(try values(spline, row.u), row.cubic, within: Tolerance.closedForm, "spline row \(index)")
    }
    for (index, row) in file.segments.enumerated() {
      var linear = keyframes(row.values, row.keyTimes, .linear)
      linear.timingFunctions = row.timingFunctions.map { TimingFunction($0[0], $0[1], $0[2], $0[3]) }
      let size = row.values.map(\.magnitude).max() ?? 1
      expectClose(
        try values(linear, row.u), row.exact, within: Tolerance.closedForm * max(size, 1), "segments \(index)")
    }
  }

  struct Paths: Decodable {
    struct Path: Decodable {
      var name, path: String
      var length: Double
      var fractions: [Double]
      var pacedPoints: [[Double]]
      var pacedAngles: [Double]
      var linearPoints: [[Double]]
    }
    var paths: [Path]
  }

  @Test("A9.8, A9.9: paths")
  func paths() throws {
    let file = Evidence.decode(Paths.self, from: "animation/paths")
    for row in file.paths {
      let path = try #require(VectorPath(svg: row.path))
      var keyframes = Keyframes(path: path, mode: .paced)
      keyframes.rotationMode = .auto
      var layer = Timeline.Layer()
      layer["position"] = .point(Point(x: -7, y: -7))
      layer.animations = [.keyframes("position", keyframes, duration: 1)]
      var timeline = Timeline(layer)
      timeline.stateDefaults()
      timeline.outputs = ["position", "transform"].map { Timeline.Output(layer: 0, property: $0) }
      let paced = try sample(timeline, at: row.fractions)
      // The expected points carry the generator's own bisection error, 46 steps of the whole length.
      let tolerance = max(Tolerance.arcLength * row.length, 2e-11)
      for (index, values) in paced.enumerated() {
        expectClose(Array(values[0..<2]), row.pacedPoints[index], within: tolerance, "\(row.name) \(index)")
        let angle = atan2(values[3], values[2])
        let turn = (angle - row.pacedAngles[index]).remainder(dividingBy: 2 * .pi)
        #expect(turn.magnitude <= 1e-7, "\(row.name) \(index): angle \(angle)")
      }
      let linear = try sample(
        "position", model: .point(.zero), [.keyframes("position", Keyframes(path: path), duration: 1)],
        at: row.fractions)
      for (values, expected) in zip(linear, row.linearPoints) {
        expectClose(values, expected, within: Tolerance.closedForm * 100, "\(row.name), linear")
      }
    }
  }

  struct Transforms: Decodable {
    struct Case: Decodable {
      var name: String
      var from, to, fractions: [Double]
      var values: [[Double]]
    }
    var cases: [Case]
  }

  @Test("A17.3: transforms, the Core Animation column")
  func transforms() throws {
    let file = Evidence.decode(Transforms.self, from: "animation/transforms")
    for row in file.cases {
      let animation = Animation.basic(
        "transform", from: .transform(Transform3D(lanes: row.from)), to: .transform(Transform3D(lanes: row.to)),
        duration: 1)
      let values = try sample("transform", model: .transform(.identity), [animation], at: row.fractions)
      let size = (row.from + row.to).map(\.magnitude).max() ?? 1
      for (index, expected) in row.values.enumerated() {
        expectClose(
          values[index], expected, within: Tolerance.closedForm * max(size, 1), "\(row.name) at \(row.fractions[index])"
        )
      }
    }
  }

  struct Colors: Decodable {
    struct Pair: Decodable { var from, to, fractions: [Double], values: [[Double]] }
    var pairs: [Pair]
  }

  @Test("A17.2: colors, the Core Animation column")
  func colors() throws {
    let file = Evidence.decode(Colors.self, from: "animation/colors")
    func color(_ c: [Double]) -> AnimationValue {
      .color(Color(red: c[0], green: c[1], blue: c[2], alpha: c[3]))
    }
    for pair in file.pairs {
      let animation = Animation.basic(
        "backgroundColor", from: color(pair.from), to: color(pair.to), duration: 1)
      let values = try sample("backgroundColor", model: .color(nil), [animation], at: pair.fractions)
      for (value, expected) in zip(values, pair.values) {
        expectClose(value, expected + [1], within: Tolerance.closedForm)
      }
    }
  }

  struct Blink: Decodable {
    struct Vector: Decodable {
      var property, from, to: String
      var expected: [Expectation]
      var difference: Double?
    }
    struct Expectation: Decodable {
      var fraction: Double
      var value: String
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        fraction = try list.decode(Double.self)
        value = try list.decode(String.self)
      }
    }
    var vectors: [Vector]
  }

  /// What a CSS property is in Core Animation; the others are CSS's own (units that mix, clamps, keyword steps).
  private static let blinkProperties = [
    "top": "px", "left": "px", "right": "px", "bottom": "px", "margin-left": "px", "letter-spacing": "px",
    "word-spacing": "px", "outline-offset": "px",
  ]

  @Test("A17.1, A17.3: blink, the rows that mean the same in Core Animation")
  func blink() throws {
    let file = Evidence.decode(Blink.self, from: "animation/blink")
    func extrapolated(_ from: AnimationValue, _ to: AnimationValue, _ key: String, at u: Double) throws -> [Double] {
      // The curve's y is free: this one's x is its parameter and its y at half time is u.
      var keyframes = Keyframes([from, to], keyTimes: [0, 1])
      keyframes.mode = .linear
      var animation = Animation.keyframes(key, keyframes, duration: 1)
      animation.timingFunction = TimingFunction(1.0 / 3, (8 * u - 1) / 6, 2.0 / 3, (8 * u - 1) / 6)
      var choices = AnimationChoices()
      choices.keyframesHoldOvershoot = false
      return try sample(key, model: from, [animation], at: [0.5], choices: choices)[0]
    }
    var lengths = 0
    var matrices = 0
    for vector in file.vectors {
      if Self.blinkProperties[vector.property] != nil {
        func points(_ text: String) -> Double? {
          text.hasSuffix("px") ? Double(text.dropLast(2)) : text == "0" ? 0 : nil
        }
        guard let from = points(vector.from), let to = points(vector.to) else { continue }
        for row in vector.expected {
          guard let expected = points(row.value) else { continue }
          let value = try extrapolated(.number(from), .number(to), "zPosition", at: row.fraction)
          expectClose(value, [expected], within: 1e-4, "\(vector.property) at \(row.fraction)")
          lengths += 1
        }
      } else if vector.property == "transform", let difference = vector.difference, difference < 1e-9 {
        guard let from = Transform3D(css: vector.from), let to = Transform3D(css: vector.to) else { continue }
        for row in vector.expected {
          guard let expected = Transform3D(css: row.value) else { continue }
          let value = try extrapolated(.transform(from), .transform(to), "transform", at: row.fraction)
          expectClose(value, expected.lanes, within: Tolerance.closedForm * 100, "\(vector.from) at \(row.fraction)")
          matrices += 1
        }
      }
    }
    #expect(lengths > 20)
    #expect(matrices > 0)
  }

  struct Peers: Decodable {
    struct Motion: Decodable {
      var name: String
      var from, to, mass, stiffness, damping, interval: Double
      var expected: [Double]
    }
    struct Flutter: Decodable {
      var name: String
      var ratio, start, end, stiffness, mass: Double
      var times, closedForm: [Double]
    }
    var motion: [Motion]
    var flutter: [Flutter]
  }

  @Test("A10.2: peer-springs (Flutter's critical rows keep their closed form only)")
  func peers() throws {
    let file = Evidence.decode(Peers.self, from: "animation/peer-springs")
    func positions(_ spring: Spring, _ from: Double, _ to: Double, _ times: [Double]) throws -> [Double] {
      try sample(
        number: 0, .spring("opacity", from: .number(from), to: .number(to), spring: spring, duration: 100), at: times)
    }
    for row in file.motion {
      let spring = Spring(
        mass: row.mass, stiffness: row.stiffness, damping: row.damping, allowsOverdamping: true)
      let values = try positions(spring, row.from, row.to, row.expected.indices.map { Double($0) * row.interval })
      // The last value is the target itself: the peer snaps when it is near.
      expectClose(values.dropLast().map { $0.rounded() }, row.expected.dropLast(), within: 0, row.name)
    }
    for row in file.flutter {
      let spring = Spring(
        mass: row.mass, stiffness: row.stiffness, damping: row.ratio * 2 * (row.stiffness * row.mass).squareRoot(),
        allowsOverdamping: true)
      let values = try positions(spring, row.start, row.end, row.times)
      expectClose(values, row.closedForm, within: Tolerance.closedForm * 500, row.name)
    }
  }
}

extension VectorPath {
  /// Absolute M, L, Q, C and Z only.
  init?(svg text: String) {
    var elements: [Element] = []
    var numbers: [Double] = []
    var command: Character = " "
    func points() -> [Point] {
      stride(from: 0, to: numbers.count - 1, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    }
    func finish() {
      let p = points()
      switch command {
      case "M": elements.append(.move(p[0]))
      case "L": elements += p.map { .line($0) }
      case "Q": elements.append(.quadratic(control: p[0], end: p[1]))
      case "C": elements.append(.cubic(control1: p[0], control2: p[1], end: p[2]))
      case "Z": elements.append(.close)
      default: break
      }
      numbers = []
    }
    for word in text.split(separator: " ") {
      var word = word
      if let first = word.first, first.isLetter {
        finish()
        command = first
        word = word.dropFirst()
      }
      if !word.isEmpty {
        guard let number = Double(word) else { return nil }
        numbers.append(number)
      }
    }
    finish()
    self.init(elements)
  }
}

extension Transform3D {
  /// `none`, `matrix(…)` or `matrix3d(…)`.
  init?(css text: String) {
    if text == "none" {
      self = .identity
      return
    }
    guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
    let numbers = text[text.index(after: open)...].dropLast().split(separator: ",").compactMap {
      Double($0.filter { $0 != " " })
    }
    switch numbers.count {
    case 6:
      self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    case 16: self.init(lanes: numbers)
    default: return nil
    }
  }
}
