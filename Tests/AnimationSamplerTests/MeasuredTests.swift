import AnimationSampler
import Foundation
import SceneModel
import TestSupport
import Testing

/// Numbers that test suites measured on Apple systems, within the tolerances of rule A20.1.
@Suite("A20.1: numbers measured on Apple systems")
struct MeasuredTests {
  private enum Tolerance {
    static let curve = 2e-6
    static let springRatio = 1e-5
    /// Points: Apple's own sampling of paced curves is that far off.
    static let pacedPath = 0.1
    static let matrix = 5e-5
    /// The values of a list were printed with few digits.
    static let printed = 1e-6
  }

  struct Measured: Decodable {
    struct Fill: Decodable {
      var model, from, to, duration, begin: Double
      var times, removed, forwards, backwards, both: [Double]
    }
    struct Repeats: Decodable {
      var model, duration: Double
      var times, autoreverses, repeatCount, repeatDuration, speed, timeOffset, negativeSpeed, zeroDuration: [Double]
    }
    struct Ends: Decodable {
      var model, fraction, value: Double
      var from, to, by: Double?
    }
    struct Cumulative: Decodable {
      var model, repeatCount: Double
      var from, to, by: Double?
      var autoreverses: Bool?
      var times, values: [Double]
    }
    struct Key: Decodable {
      var mode: String
      var values, times, expected: [Double]
      var keyTimes: [Double]?
      var model: Double?
    }
    struct Path: Decodable {
      var path: String
      var times: [Double]
      var linear, linearWithKeyTimes, paced, discrete: [[Double]]
    }
    struct SpringPositions: Decodable {
      var from, to: Double
      var parameters, times, expected: [Double]
      var duration: Double?
    }
    struct Settling: Decodable { var mass, stiffness, damping, initialVelocity, settlingDuration: Double }
    /// The settling time of an overdamped one was not published.
    struct Perceptual: Decodable {
      var perceptualDuration, bounce, damping: Double
      var stiffness, settlingDuration: Double?

      enum CodingKeys: CodingKey { case perceptualDuration, bounce, stiffness, damping, settlingDuration }

      init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        perceptualDuration = try row.decode(Double.self, forKey: .perceptualDuration)
        bounce = try row.decode(Double.self, forKey: .bounce)
        stiffness = try row.decodeIfPresent(Double.self, forKey: .stiffness)
        // A bounce of -1 damps without end.
        damping = (try? row.decode(Double.self, forKey: .damping)) ?? .infinity
        settlingDuration = try row.decodeIfPresent(Double.self, forKey: .settlingDuration)
      }
    }
    struct Fit: Decodable { var dampingRatio, duration, initialVelocity, stiffness: Double }
    struct DefaultSpring: Decodable { var mass, stiffness, damping, duration: Double }
    struct Curves: Decodable { var x, easeIn, easeOut, easeInEaseOut, `default`: [Double] }
    struct Controls: Decodable { var linear, easeIn, easeOut, easeInEaseOut, `default`: [Double] }
    var curves: Curves
    var controlPoints: Controls
    var fillModes: Fill
    var repeats: Repeats
    var ends: [Ends]
    var cumulative: [Cumulative]
    var keyframes, keyframeEdges: [Key]
    var path: Path
    var springPositions: [SpringPositions]
    var settling: [Settling]
    var perceptual: [Perceptual]
    var fits: [Fit]
    var defaultSpring: DefaultSpring
  }

  private static let measured = Evidence.decode(Measured.self, from: "animation/measured")

  @Test("A8.1: the named curves")
  func curves() throws {
    let file = Self.measured.curves
    for (curve, expected) in [
      (TimingFunction.easeIn, file.easeIn), (.easeOut, file.easeOut), (.easeInEaseOut, file.easeInEaseOut),
      (.default, file.default),
    ] {
      expectClose(
        try sample(number: 0, opacity(from: 0, to: 1, curve: curve), at: file.x), expected, within: Tolerance.curve)
    }
  }

  @Test("A2.7: fill modes")
  func fillModes() throws {
    let file = Self.measured.fillModes
    for (mode, expected) in [
      (AnimationTiming.FillMode.removed, file.removed), (.forwards, file.forwards), (.backwards, file.backwards),
      (.both, file.both),
    ] {
      let animation = opacity(from: 0, to: 1, duration: file.duration, begin: file.begin).with {
        $0.timing.fillMode = mode
        $0.isRemovedOnCompletion = false
      }
      expectClose(try sample(number: file.model, animation, at: file.times), expected, within: 1e-9, "\(mode)")
    }
  }

  @Test("A2.4: repeats, offsets, speeds")
  func timingRows() throws {
    let file = Self.measured.repeats
    func row(_ expected: [Double], _ change: (inout AnimationTiming) -> Void) throws {
      let animation = opacity(from: 0, to: 1, duration: file.duration).with { change(&$0.timing) }
      expectClose(try sample(number: file.model, animation, at: file.times), expected, within: 1e-9)
    }
    try row(file.autoreverses) { $0.autoreverses = true }
    try row(file.repeatCount) { $0.repeatCount = 2.5 }
    try row(file.repeatDuration) { $0.repeatDuration = 1.7 }
    try row(file.speed) { $0.speed = 2 }
    try row(file.timeOffset) { $0.timeOffset = 0.3 }
    try row(file.negativeSpeed) { $0.speed = -1 }
    // A2.2: a duration of 0 had become the transaction's by the time it was measured.
    try row(file.zeroDuration) { $0.duration = 0.25 }
  }

  @Test("A7.1: from, to and by")
  func ends() throws {
    let file = Self.measured.ends
    for row in file {
      let value = try sample(number: row.model, opacity(from: row.from, to: row.to, by: row.by), at: [row.fraction])
      expectClose(value, [row.value], within: 1e-9)
    }
  }

  @Test("A6.3: cumulative")
  func cumulative() throws {
    let file = Self.measured.cumulative
    for row in file {
      let animation = Animation.basic(
        "position.x", from: row.from.map { .number($0) }, to: row.to.map { .number($0) },
        by: row.by.map { .number($0) }, duration: 1
      ).with {
        $0.property?.isCumulative = true
        $0.timing.autoreverses = row.autoreverses ?? false
        $0.timing.repeatCount = row.repeatCount
      }
      let values = try sample("position", model: .point(Point(x: row.model, y: 3)), [animation], at: row.times)
      expectClose(values.map { $0[0] }, row.values, within: 1e-9)
      #expect(values.allSatisfy { $0[1] == 3 })
    }
  }

  @Test("A9.1 to A9.7: keyframes")
  func keyframes() throws {
    let file = Self.measured
    let modes: [String: Keyframes.CalculationMode] = [
      "linear": .linear, "discrete": .discrete, "paced": .paced, "cubic": .cubic,
    ]
    for row in file.keyframes + file.keyframeEdges {
      let frames = Keyframes(
        row.values.map { .number($0) }, keyTimes: row.keyTimes, mode: try #require(modes[row.mode]))
      let values = try sample(
        number: row.model ?? -7, .keyframes("opacity", frames, duration: 1), at: row.times)
      expectClose(values, row.expected, within: Tolerance.printed, "\(row)")
    }
  }

  @Test("A9.8: a position along a path")
  func path() throws {
    let file = Self.measured.path
    let path = try #require(VectorPath(svg: file.path))
    func check(_ frames: Keyframes, _ expected: [[Double]], within tolerance: Double) throws {
      let values = try sample(
        "position", model: .point(.zero), [.keyframes("position", frames, duration: 1)], at: file.times)
      for (value, point) in zip(values, expected) { expectClose(value, point, within: tolerance, "\(frames.mode)") }
    }
    // Printed with two digits.
    try check(Keyframes(path: path), file.linear, within: 0.006)
    try check(Keyframes(path: path, keyTimes: [0, 0.2, 1]), file.linearWithKeyTimes, within: 0.006)
    try check(Keyframes(path: path, mode: .paced), file.paced, within: Tolerance.pacedPath)
    try check(Keyframes(path: path, mode: .discrete), file.discrete, within: 1e-9)
  }

  @Test("A10.2: springs, an overdamped one clamped, one cut short")
  func springs() throws {
    let file = Self.measured.springPositions
    for row in file {
      let spring = Spring(
        mass: row.parameters[0], stiffness: row.parameters[1], damping: row.parameters[2],
        initialVelocity: row.parameters[3])
      let animation = Animation.spring(
        "opacity", from: .number(row.from), to: .number(row.to), spring: spring,
        duration: row.duration ?? spring.settlingDuration)
      let values = try sample(number: -7, animation, at: row.times)
      expectClose(values, row.expected, within: Tolerance.springRatio * row.to, "\(row)")
    }
  }

  @Test("A10.3: settling durations")
  func settling() throws {
    let file = Self.measured.settling
    for row in file {
      let spring = Spring(
        mass: row.mass, stiffness: row.stiffness, damping: row.damping, initialVelocity: row.initialVelocity)
      let expected = row.settlingDuration
      #expect((spring.settlingDuration - expected).magnitude <= 1e-14 * max(expected, 1), "\(row)")
    }
  }

  @Test("A13.1: the springs that UIKit makes")
  func fits() throws {
    let file = Self.measured.fits
    for row in file {
      let spring = Spring(
        dampingRatio: row.dampingRatio, initialVelocity: row.initialVelocity, duration: row.duration)
      #expect((spring.stiffness / row.stiffness - 1).magnitude <= 1e-7, "\(row): \(spring.stiffness)")
    }
  }

  @Test("A10.4, A13.2: perceptual springs, and the one that UIKit animates with when nothing is said")
  func perceptual() throws {
    for row in Self.measured.perceptual {
      let spring = Spring(perceptualDuration: row.perceptualDuration, bounce: row.bounce)
      if let stiffness = row.stiffness { #expect((spring.stiffness / stiffness - 1).magnitude <= 1e-12, "\(row)") }
      let isSame = spring.damping == row.damping || (spring.damping - row.damping).magnitude <= 1e-12 * row.damping
      #expect(isSame, "\(row): \(spring.damping)")
      guard let settling = row.settlingDuration else { continue }
      #expect((spring.settlingDuration - settling).magnitude <= 1e-12, "\(row): \(spring.settlingDuration)")
    }
    let usual = Self.measured.defaultSpring
    let spring = Spring(perceptualDuration: 0.5, bounce: 0)
    #expect((spring.stiffness / usual.stiffness - 1).magnitude <= 1e-12)
    #expect((spring.damping / usual.damping - 1).magnitude <= 1e-12)
    #expect((spring.settlingDuration - usual.duration).magnitude <= 1e-12)
  }

  @Test("A8.1: the named curves' control points")
  func controlPoints() {
    let points = Self.measured.controlPoints
    for (curve, expected) in [
      (TimingFunction.linear, points.linear), (.easeIn, points.easeIn), (.easeOut, points.easeOut),
      (.easeInEaseOut, points.easeInEaseOut), (.default, points.default),
    ] {
      #expect(curve == TimingFunction(expected[0], expected[1], expected[2], expected[3]))
    }
  }

  @Test("A17.3: plane transforms, mirrors and half turns")
  func transforms() throws {
    func turn(_ angle: Double) -> Transform3D {
      Transform3D(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
    }
    func scale(_ x: Double, _ y: Double) -> Transform3D { .scale(x: x, y: y) }
    // The table `transforms` of the file: m11, m12, m21, m22 at a quarter and at half.
    let rows: [(Transform3D, Transform3D, [Double], [Double])] = [
      (.identity, scale(-1, 1), [0.5, 0, 0, 1], [0, 0, 0, 1]),
      (.identity, scale(1, -1), [1, 0, 0, 0.5], [1, 0, 0, 0]),
      (.identity, scale(-1, -1), [0.70711, -0.70711, 0.70711, 0.70711], [0, -1, 1, 0]),
      (.identity, turn(.pi), [0.70711, -0.70711, 0.70711, 0.70711], [0, -1, 1, 0]),
      (
        .identity, Transform3D(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0), [1, 0, 0.1151, 1.0023],
        [1, 0, 0.2368, 1.0031]
      ),
      (.identity, turn(0.5) * scale(-1, 1), [0.4961, -0.0623, 0.1247, 0.9922], [0, 0, 0.2474, 0.9689]),
      (
        .identity, scale(2, 1) * turn(1.5), [1.1631, 0.4578, -0.3663, 0.9305],
        [1.0975, 1.0225, -0.6816, 0.7317]
      ),
      (scale(-1, 1), scale(1, -1), [-0.70711, -0.70711, -0.70711, 0.70711], [0, -1, -1, 0]),
    ]
    for (index, (from, to, quarter, half)) in rows.enumerated() {
      let animation = Animation.basic("transform", from: .transform(from), to: .transform(to), duration: 1)
      let values = try sample("transform", model: .transform(.identity), [animation], at: [0.25, 0.5])
      for (value, expected) in zip(values, [quarter, half]) {
        expectClose(
          [value[0], value[1], value[4], value[5]], expected, within: Tolerance.matrix + 1e-5, "row \(index)")
      }
    }
    func at(_ u: Double, _ from: Transform3D, _ to: Transform3D) throws -> [Double] {
      let animation = Animation.basic("transform", from: .transform(from), to: .transform(to), duration: 1)
      return try sample("transform", model: .transform(.identity), [animation], at: [u])[0]
    }
    var spatial = TransformComponents(.identity)
    spatial[.rotationY] = 1.2
    let tilted = try at(0.25, .identity, spatial.transform)
    expectClose([tilted[0], tilted[2]], [0.95534, -0.29552], within: Tolerance.matrix)
    let mixed = try at(0.25, scale(2, 1), turn(1) * .translation(x: 40))
    expectClose(
      [mixed[0], mixed[1], mixed[4], mixed[5], mixed[12]], [1.69560, 0.43296, -0.24740, 0.96891, 10],
      within: Tolerance.matrix)
    let short = try at(0.25, .identity, turn(1.5 * .pi))
    expectClose([atan2(short[1], short[0])], [-22.5 * .pi / 180], within: 1e-9)
  }
}
