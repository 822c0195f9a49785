import AnimationSampler
import Foundation
import SceneModel
import Testing

/// Numbers that test suites measured on Apple systems, within the tolerances of section 20 of the rule book.
@Suite("data/animation/ca_measured.json")
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
      var model, from_, to, duration, beginTime: Double
      var t, removed, forwards, backwards, both: [Double]
    }
    struct Rows: Decodable {
      var model, duration: Double
      var t, autoreverses, repeatCount_2_5, repeatDuration_1_7, speed_2, timeOffset_0_3, speed_minus_1,
        duration_0: [Double]
    }
    struct Ends: Decodable {
      struct Row: Decodable {
        var from_: Double?
        var to: Double?
        var by: Double?
        var value: Double
      }
      var model, at_fraction: Double
      var rows: [Row]
    }
    struct Cumulative: Decodable {
      struct Row: Decodable {
        var model: Double
        var from_: Double?
        var to: Double?
        var by: Double?
        var autoreverses: Bool?
        var repeatCount: Double
        var t, value: [Double]
      }
      var rows: [Row]
    }
    struct Key: Decodable {
      struct Row: Decodable { var mode: String, keyTimes: Bool, v: [Double] }
      struct Edge: Decodable {
        var values: [Double]
        var keyTimes: [Double]?
        var mode: String
        var model: Double?
        var t, v: [Double]
      }
      var values, keyTimes_used_in_true_rows, t: [Double]
      var rows: [Row]
      var edge: [Edge]
    }
    struct Path: Decodable { var d: String, t: [Double], linear, linear_keyTimes_0_02_1, paced, discrete: [[Double]] }
    struct SpringRows: Decodable {
      struct Row: Decodable { var mkcv: [Double], v: [Double], duration: Double?, t: [Double]? }
      var from_, to: Double
      var t: [Double]
      var rows: [Row]
    }
    struct Settling: Decodable { var rows: [[Double]] }
    struct Curves: Decodable { var x, easeIn, easeOut, easeInEaseOut, `default`: [Double] }
    var timing_function_0_1: Curves
    var fill_modes: Fill
    var timing_rows: Rows
    var from_to_by: Ends
    var cumulative: Cumulative
    var keyframes: Key
    var path: Path
    var ca_spring_positions: SpringRows
    var settlingDuration: Settling
    var uikit_spring_fit: Settling
  }

  private func measured() throws -> Measured? { try SharedData.decode(Measured.self, from: "ca_measured") }

  @Test("8.1: the named curves")
  func curves() throws {
    guard let file = try measured()?.timing_function_0_1 else { return }
    for (curve, expected) in [
      (TimingFunction.easeIn, file.easeIn), (.easeOut, file.easeOut), (.easeInEaseOut, file.easeInEaseOut),
      (.default, file.default),
    ] {
      expectClose(
        try sample(number: 0, opacity(from: 0, to: 1, curve: curve), at: file.x), expected, within: Tolerance.curve)
    }
  }

  @Test("2.7: fill modes")
  func fillModes() throws {
    guard let file = try measured()?.fill_modes else { return }
    for (mode, expected) in [
      (AnimationTiming.FillMode.removed, file.removed), (.forwards, file.forwards), (.backwards, file.backwards),
      (.both, file.both),
    ] {
      let animation = opacity(from: 0, to: 1, duration: file.duration, begin: file.beginTime).with {
        $0.timing.fillMode = mode
        $0.isRemovedOnCompletion = false
      }
      expectClose(try sample(number: file.model, animation, at: file.t), expected, within: 1e-9, "\(mode)")
    }
  }

  @Test("2.4: repeats, offsets, speeds")
  func timingRows() throws {
    guard let file = try measured()?.timing_rows else { return }
    func row(_ expected: [Double], _ change: (inout AnimationTiming) -> Void) throws {
      let animation = opacity(from: 0, to: 1, duration: file.duration).with { change(&$0.timing) }
      expectClose(try sample(number: file.model, animation, at: file.t), expected, within: 1e-9)
    }
    try row(file.autoreverses) { $0.autoreverses = true }
    try row(file.repeatCount_2_5) { $0.repeatCount = 2.5 }
    try row(file.repeatDuration_1_7) { $0.repeatDuration = 1.7 }
    try row(file.speed_2) { $0.speed = 2 }
    try row(file.timeOffset_0_3) { $0.timeOffset = 0.3 }
    try row(file.speed_minus_1) { $0.speed = -1 }
    // 2.2: a duration of 0 had become the transaction's by the time it was measured.
    try row(file.duration_0) { $0.duration = 0.25 }
  }

  @Test("7: from, to and by")
  func ends() throws {
    guard let file = try measured()?.from_to_by else { return }
    for row in file.rows {
      let value = try sample(
        number: file.model, opacity(from: row.from_, to: row.to, by: row.by), at: [file.at_fraction])
      expectClose(value, [row.value], within: 1e-9)
    }
  }

  @Test("6.3: cumulative")
  func cumulative() throws {
    guard let file = try measured()?.cumulative else { return }
    for row in file.rows {
      let animation = Animation.basic(
        "position.x", from: row.from_.map { .number($0) }, to: row.to.map { .number($0) },
        by: row.by.map { .number($0) }, duration: 1
      ).with {
        $0.property?.isCumulative = true
        $0.timing.autoreverses = row.autoreverses ?? false
        $0.timing.repeatCount = row.repeatCount
      }
      let values = try sample("position", model: .point(Point(x: row.model, y: 3)), [animation], at: row.t)
      expectClose(values.map { $0[0] }, row.value, within: 1e-9)
      #expect(values.allSatisfy { $0[1] == 3 })
    }
  }

  @Test("9.1 to 9.7: keyframes")
  func keyframes() throws {
    guard let file = try measured()?.keyframes else { return }
    let modes: [String: Keyframes.CalculationMode] = [
      "linear": .linear, "discrete": .discrete, "paced": .paced, "cubic": .cubic,
    ]
    for row in file.rows {
      let frames = Keyframes(
        file.values.map { .number($0) }, keyTimes: row.keyTimes ? file.keyTimes_used_in_true_rows : nil,
        mode: try #require(modes[row.mode]))
      let values = try sample(number: -7, .keyframes("opacity", frames, duration: 1), at: file.t)
      expectClose(values, row.v, within: Tolerance.printed, "\(row.mode) \(row.keyTimes)")
    }
    for row in file.edge {
      let frames = Keyframes(
        row.values.map { .number($0) }, keyTimes: row.keyTimes, mode: try #require(modes[row.mode]))
      let values = try sample(
        number: row.model ?? -7, .keyframes("opacity", frames, duration: 1), at: row.t)
      expectClose(values, row.v, within: Tolerance.printed, "\(row.values)")
    }
  }

  @Test("9.8: a position along a path")
  func path() throws {
    guard let file = try measured()?.path else { return }
    let path = try #require(VectorPath(svg: file.d))
    func check(_ frames: Keyframes, _ expected: [[Double]], within tolerance: Double) throws {
      let values = try sample(
        "position", model: .point(.zero), [.keyframes("position", frames, duration: 1)], at: file.t)
      for (value, point) in zip(values, expected) { expectClose(value, point, within: tolerance, "\(frames.mode)") }
    }
    // Printed with two digits.
    try check(Keyframes(path: path), file.linear, within: 0.006)
    try check(Keyframes(path: path, keyTimes: [0, 0.2, 1]), file.linear_keyTimes_0_02_1, within: 0.006)
    try check(Keyframes(path: path, mode: .paced), file.paced, within: Tolerance.pacedPath)
    try check(Keyframes(path: path, mode: .discrete), file.discrete, within: 1e-9)
  }

  @Test("10.2: springs, an overdamped one clamped, one cut short")
  func springs() throws {
    guard let file = try measured()?.ca_spring_positions else { return }
    for row in file.rows {
      let spring = Spring(
        mass: row.mkcv[0], stiffness: row.mkcv[1], damping: row.mkcv[2], initialVelocity: row.mkcv[3])
      let animation = Animation.spring(
        "opacity", from: .number(file.from_), to: .number(file.to), spring: spring,
        duration: row.duration ?? spring.settlingDuration)
      let values = try sample(number: -7, animation, at: row.t ?? file.t)
      expectClose(values, row.v, within: Tolerance.springRatio * file.to, "\(row.mkcv)")
    }
  }

  @Test("10.3: settling durations")
  func settling() throws {
    guard let file = try measured()?.settlingDuration else { return }
    for row in file.rows {
      let spring = Spring(mass: row[0], stiffness: row[1], damping: row[2], initialVelocity: row[3])
      #expect((spring.settlingDuration - row[4]).magnitude <= 1e-14 * max(row[4], 1), "\(row)")
    }
  }

  @Test("13.1: the springs that UIKit makes")
  func fits() throws {
    guard let file = try measured()?.uikit_spring_fit else { return }
    for row in file.rows {
      let spring = Spring(dampingRatio: row[0], initialVelocity: row[2], duration: row[1])
      #expect((spring.stiffness / row[3] - 1).magnitude <= 1e-7, "\(row): \(spring.stiffness)")
    }
  }

  @Test("17: plane transforms, mirrors and half turns")
  func transforms() throws {
    func turn(_ angle: Double) -> Transform3D {
      Transform3D(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
    }
    func scale(_ x: Double, _ y: Double) -> Transform3D { .scale(x: x, y: y) }
    // From the list `affine_transforms` of the file: m11, m12, m21, m22 at a quarter and at half.
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
