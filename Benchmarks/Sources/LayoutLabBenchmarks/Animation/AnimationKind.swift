import ClosedForms
import LibC
import SceneModel

/// The kinds of animation that are measured, each as an animation and, where there is one, as a closed form in C.
enum AnimationKind: String, CaseIterable {
  case straight, eased, frame, spring, criticalSpring = "critical-spring", keyframes, cubic, color, transform, additive
  case paced, along, group, rotation

  /// Those of a mixed workload: all that a person would write by hand without a library.
  static let mixed: [AnimationKind] = [
    .straight, .eased, .frame, .spring, .criticalSpring, .keyframes, .cubic, .color, .transform, .additive,
  ]

  var property: String {
    switch self {
    case .straight, .spring: "opacity"
    case .eased, .criticalSpring, .keyframes, .additive, .paced, .along: "position"
    case .frame, .group: "bounds"
    case .cubic: "cornerRadius"
    case .color: "backgroundColor"
    case .transform, .rotation: "transform"
    }
  }

  var model: AnimationValue {
    switch property {
    case "position": .point(Point(x: 10, y: 20))
    case "bounds": .rect(Rect(x: 0, y: 0, width: 100, height: 50))
    case "backgroundColor": .color(Color(red: 0, green: 0.5, blue: 1))
    case "transform": .transform(.identity)
    default: .number(1)
    }
  }

  /// The animation with a number, so that no two are alike; it begins before second 0.5 and lasts until 1.5 or later.
  func animation(_ number: Int) -> Animation {
    let shift = Double(number % 17)
    func point(_ x: Double, _ y: Double) -> AnimationValue { .point(Point(x: x + shift, y: y - shift)) }
    var animation: Animation
    switch self {
    case .straight: animation = .basic("opacity", from: .number(0), to: .number(1 + shift))
    case .eased:
      animation = .basic("position", from: point(0, 0), to: point(100, 30), timingFunction: .easeInEaseOut)
    case .frame:
      animation = .basic(
        "bounds", from: .rect(Rect(x: 0, y: 0, width: 10 + shift, height: 20)),
        to: .rect(Rect(x: 5, y: 5, width: 300, height: 200)), timingFunction: .default)
    case .spring:
      animation = .spring("opacity", from: .number(shift), to: .number(1), spring: Spring(damping: 10 + shift / 4))
    case .criticalSpring:
      animation = .spring("position", from: point(0, 0), to: point(5, 5), spring: Spring(damping: 20))
    case .keyframes:
      animation = .keyframes(
        "position", Keyframes([point(0, 0), point(10, 0), point(10, 20), point(0, 20), point(0, 0)]))
    case .cubic:
      animation = .keyframes("cornerRadius", Keyframes([0, 4 + shift, 2, 8].map { .number($0) }, mode: .cubic))
    case .color:
      animation = .basic(
        "backgroundColor", from: .color(Color(red: 1, green: 0, blue: shift / 17)),
        to: .color(Color(white: 1, alpha: 0.5)), timingFunction: .easeOut)
    case .transform:
      animation = .basic(
        "transform", from: .transform(Transform3D(a: 0, b: 1, c: -1, d: 0, tx: shift, ty: 0)),
        to: .transform(Transform3D(a: 2, b: 0, c: 0.5, d: 3, tx: 40, ty: 10)))
    case .additive:
      animation = .basic("position", from: point(-100, 0), to: .point(.zero), timingFunction: .easeInEaseOut)
      animation.property?.isAdditive = true
    case .paced:
      animation = .keyframes("position", Keyframes([point(0, 0), point(10, 0), point(10, 40)], mode: .paced))
    case .along:
      let path = VectorPath([
        .move(.zero), .cubic(control1: Point(x: 50, y: 0), control2: Point(x: 50, y: 60), end: Point(x: shift, y: 80)),
      ])
      animation = .keyframes("position", Keyframes(path: path, mode: .paced))
    case .group:
      animation = .group([
        .basic("bounds.size.width", from: .number(0), to: .number(shift)),
        .basic("bounds.origin.x", from: .number(0), to: .number(5), timingFunction: .easeIn),
      ])
    case .rotation: animation = .basic("transform.rotation.z", from: .number(0), to: .number(3 + shift))
    }
    animation.timing.beginTime = Double(number % 8) / 16
    animation.timing.duration = 1.5 + Double(number % 5) / 4
    return animation
  }

  /// The same in C, written at `offset` of a row; nil: nobody would write this by hand.
  func closedForm(_ number: Int, offset: Int) -> cf_animation? {
    guard AnimationKind.mixed.contains(self) else { return nil }
    let animation = animation(number)
    var form = cf_animation()
    form.offset = Int32(offset)
    form.begin = animation.timing.beginTime
    form.duration = animation.timing.duration
    if let curve = animation.timingFunction { form.setCurve(curve) }
    guard let property = animation.property else { return nil }
    form.is_additive = property.isAdditive ? 1 : 0
    switch property.form {
    case .basic(let ends):
      form.kind = self == .transform ? Int32(CF_TRANSFORM) : Int32(CF_LERP)
      form.setEnds(ends)
      if self == .transform { form.setTransforms(ends) }
    case .spring(let ends, let spring):
      form.kind = Int32(CF_SPRING)
      form.setEnds(ends)
      form.setSpring(spring)
    case .keyframes(let keyframes):
      form.kind = self == .cubic ? Int32(CF_CUBIC) : Int32(CF_KEYFRAMES)
      form.setKeys(keyframes)
    }
    return form
  }
}

extension cf_animation {
  // The loop that the sampler is measured against calls nothing of the sampler's, its coefficients neither.
  fileprivate mutating func setCurve(_ curve: TimingFunction) {
    has_curve = 1
    cx = 3 * curve.x1
    bx = 3 * (curve.x2 - curve.x1) - cx
    ax = 1 - cx - bx
    cy = 3 * curve.y1
    by = 3 * (curve.y2 - curve.y1) - cy
    ay = 1 - cy - by
  }

  fileprivate mutating func setEnds(_ ends: BasicValues) {
    let (start, end) = (ends.from?.lanes ?? [], ends.to?.lanes ?? [])
    lanes = Int32(start.count)
    write(start, \.from)
    write(end, \.to)
  }

  fileprivate mutating func setSpring(_ spring: Spring) {
    let (w, z) = (spring.frequency, spring.dampingRatio)
    decay = z < 1 ? z * w : w
    rate = z < 1 ? w * (1 - z * z).squareRoot() : 0
    first = -1
    second = z < 1 ? -decay / rate : -w
  }

  fileprivate mutating func setKeys(_ keyframes: Keyframes) {
    let list = keyframes.values.map(\.lanes)
    lanes = Int32(list[0].count)
    key_count = Int32(list.count)
    write(list.indices.map { Double($0) / Double(list.count - 1) }, \.times)
    write(list.flatMap { $0 }, \.values)
    // Catmull-Rom on even times; at the ends the one neighbour counts twice.
    func slope(_ at: Int, _ lane: Int) -> Double {
      let (before, after) = (max(at - 1, 0), min(at + 1, list.count - 1))
      return (list[after][lane] - list[before][lane]) / Double(after - before)
    }
    var both: [Double] = []
    for segment in 0..<(list.count - 1) {
      for lane in list[0].indices { both.append(slope(segment, lane)) }
      for lane in list[0].indices { both.append(slope(segment + 1, lane)) }
    }
    write(both, \.tangents)
  }

  /// Both ends as scale, angle and remainder; they turn the shorter way, as these two do.
  fileprivate mutating func setTransforms(_ ends: BasicValues) {
    func parts(_ m: [Double]) -> [Double] {
      let (sx, sy) = (hypot(m[0], m[1]), hypot(m[4], m[5]))
      let (c, s) = (m[0] / sx, m[1] / sx)
      let y = (m[4] / sy, m[5] / sy)
      let angle = atan2(s, c)
      return [
        m[12], m[13], sx, sy, c * c - s * y.0, c * s - s * y.1, s * c + c * y.0, s * s + c * y.1,
        angle == 0 ? 2 * Double.pi : angle,
      ]
    }
    var (a, b) = (parts(ends.from?.lanes ?? []), parts(ends.to?.lanes ?? []))
    if (a[8] - b[8]).magnitude > Double.pi {
      if a[8] > b[8] { a[8] -= 2 * Double.pi } else { b[8] -= 2 * Double.pi }
    }
    lanes = 16
    write(a, \.from_parts)
    write(b, \.to_parts)
  }

  private mutating func write<Tuple>(_ numbers: [Double], _ field: WritableKeyPath<cf_animation, Tuple>) {
    withUnsafeMutableBytes(of: &self[keyPath: field]) { bytes in
      for (index, number) in numbers.enumerated() {
        bytes.storeBytes(of: number, toByteOffset: index * MemoryLayout<Double>.stride, as: Double.self)
      }
    }
  }
}
