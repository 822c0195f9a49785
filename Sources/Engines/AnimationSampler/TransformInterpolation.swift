import LibC
import LayoutPlugin
import SceneModel

/// Two decomposed transforms, which can be blended at any fraction.
///
/// If both are affine and invertible, they are blended by the "2D matrix" method of CSS Transforms; otherwise by translation, quaternion, scale,
/// shear and perspective. If one is singular, they are blended number by number. These methods reproduce measurements on macOS.
struct TransformPair {
  private enum Way { case plain, flat, spatial }

  private let way: Way
  private let from, to: Transform3D
  // Flat: translation, scale, the 2 x 2 remainder, and an angle in radians.
  private var fromTranslation = SIMD4<Double>.zero
  private var toTranslation = SIMD4<Double>.zero
  private var fromScale = SIMD4<Double>.zero
  private var toScale = SIMD4<Double>.zero
  /// For flat transforms m11 m12 m21 m22, for others the shears xy xz yz.
  private var fromRemainder = SIMD4<Double>.zero
  private var toRemainder = SIMD4<Double>.zero
  private var fromAngle = 0.0
  private var toAngle = 0.0
  private var fromTurn = SIMD4<Double>.zero
  private var toTurn = SIMD4<Double>.zero
  private var fromPerspective = SIMD4<Double>.zero
  private var toPerspective = SIMD4<Double>.zero
  private var turnAngle = 0.0

  init(_ from: Transform3D, _ to: Transform3D) {
    self.from = from
    self.to = to
    if from.isAffine && to.isAffine {
      guard var a = FlatParts(from), var b = FlatParts(to) else {
        way = .plain
        return
      }
      way = .flat
      FlatParts.reconcile(&a, &b)
      (fromTranslation, toTranslation) = (a.translation, b.translation)
      (fromScale, toScale) = (a.scale, b.scale)
      (fromRemainder, toRemainder) = (a.remainder, b.remainder)
      (fromAngle, toAngle) = (a.angle, b.angle)
    } else {
      guard let a = SpatialParts(from), let b = SpatialParts(to) else {
        way = .plain
        return
      }
      way = .spatial
      (fromTranslation, toTranslation) = (a.translation, b.translation)
      (fromScale, toScale) = (a.scale, b.scale)
      (fromRemainder, toRemainder) = (a.shear, b.shear)
      (fromPerspective, toPerspective) = (a.perspective, b.perspective)
      fromTurn = a.turn
      // The shorter way round: a quaternion and its negative are the same rotation.
      toTurn = (a.turn * b.turn).sum() < 0 ? -b.turn : b.turn
      turnAngle = acos(min(max((fromTurn * toTurn).sum(), -1), 1))
    }
  }

  func value(at u: Double) -> Transform3D {
    func blend(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> { a * (1 - u) + b * u }
    // At the ends, the given transforms are returned, without the rounding of their decomposition.
    if u == 0 { return from }
    if u == 1 { return to }
    switch way {
    case .plain:
      return Transform3D(
        blend(from.row1, to.row1), blend(from.row2, to.row2), blend(from.row3, to.row3), blend(from.row4, to.row4))
    case .flat:
      let angle = fromAngle * (1 - u) + toAngle * u
      let scale = blend(fromScale, toScale)
      let m = blend(fromRemainder, toRemainder)
      let (c, s) = (cos(angle), sin(angle))
      let x = scale.x * SIMD2(c * m.x + s * m.z, c * m.y + s * m.w)
      let y = scale.y * SIMD2(-s * m.x + c * m.z, -s * m.y + c * m.w)
      return Transform3D(
        SIMD4(x.x, x.y, 0, 0), SIMD4(y.x, y.y, 0, 0), SIMD4(0, 0, 1, 0), blend(fromTranslation, toTranslation))
    case .spatial:
      return SpatialParts.compose(
        translation: blend(fromTranslation, toTranslation), scale: blend(fromScale, toScale),
        shear: blend(fromRemainder, toRemainder), perspective: blend(fromPerspective, toPerspective), turn: turn(at: u))
    }
  }

  private func turn(at u: Double) -> SIMD4<Double> {
    let sine = sin(turnAngle)
    // Nearly the same rotation: linear interpolation is right to the last digit.
    if sine < 1e-9 { return fromTurn * (1 - u) + toTurn * u }
    HardState.turnInSpace.reach()
    return fromTurn * (sin((1 - u) * turnAngle) / sine) + toTurn * (sin(u * turnAngle) / sine)
  }
}

/// A transform of the plane as scale · rotation · remainder, then translation.
private struct FlatParts {
  var translation, scale, remainder: SIMD4<Double>
  var angle: Double

  /// Decomposes a transform; nil if it is singular.
  init?(_ transform: Transform3D) {
    var x = SIMD2(transform.row1.x, transform.row1.y)
    var y = SIMD2(transform.row2.x, transform.row2.y)
    let determinant = x.x * y.y - x.y * y.x
    guard determinant != 0, determinant.isFinite else { return nil }
    translation = transform.row4
    scale = SIMD4(hypot(x.x, x.y), hypot(y.x, y.y), 1, 1)
    if determinant < 0 {
      if x.x < y.y { scale.x = -scale.x } else { scale.y = -scale.y }
    }
    x /= scale.x
    y /= scale.y
    angle = atan2(x.y, x.x)
    let (c, s) = (x.x, x.y)
    // The rows turned back by the angle.
    remainder = SIMD4(c * x.x - s * y.x, c * x.y - s * y.y, s * x.x + c * y.x, s * x.y + c * y.y)
  }

  /// Changes two decompositions so that the rotation between them takes the shorter way, as in CSS Transforms, "Interpolation of decomposed 2D
  /// matrix values". If one end mirrors x and the other mirrors y, that is a half turn. An angle of 0 counts as a full turn, so that a half turn
  /// has a negative angle.
  static func reconcile(_ a: inout FlatParts, _ b: inout FlatParts) {
    if (a.scale.x < 0 && b.scale.y < 0) || (a.scale.y < 0 && b.scale.x < 0) {
      a.scale.x = -a.scale.x
      a.scale.y = -a.scale.y
      a.angle += a.angle < 0 ? Double.pi : -Double.pi
    }
    if a.angle == 0 { a.angle = 2 * Double.pi }
    if b.angle == 0 { b.angle = 2 * Double.pi }
    if (a.angle - b.angle).magnitude > Double.pi {
      if a.angle > b.angle { a.angle -= 2 * Double.pi } else { b.angle -= 2 * Double.pi }
    }
  }
}

extension SIMD3<Double> {
  /// The length of the vector. Squares beyond the range of doubles do not disturb it.
  var length: Double {
    let square = (self * self).sum()
    return square.isNormal ? square.squareRoot() : hypot(hypot(x, y), z)
  }
}

/// Any invertible transform as scale · shear · rotation · translation · perspective (Thomas's unmatrix).
private struct SpatialParts {
  var translation, scale, shear, perspective, turn: SIMD4<Double>

  /// Decomposes a transform; nil if it is singular.
  init?(_ transform: Transform3D) {
    guard transform.row4.w != 0 else { return nil }
    let matrix = Transform3D(
      transform.row1 / transform.row4.w, transform.row2 / transform.row4.w, transform.row3 / transform.row4.w,
      transform.row4 / transform.row4.w)
    var affine = matrix
    affine.row1.w = 0
    affine.row2.w = 0
    affine.row3.w = 0
    affine.row4.w = 1
    guard let inverse = affine.inverse else { return nil }
    let last = SIMD4(matrix.row1.w, matrix.row2.w, matrix.row3.w, matrix.row4.w)
    perspective = SIMD4(
      (inverse.row1 * last).sum(), (inverse.row2 * last).sum(), (inverse.row3 * last).sum(),
      (inverse.row4 * last).sum())
    translation = affine.row4
    var x = SIMD3(affine.row1.x, affine.row1.y, affine.row1.z)
    var y = SIMD3(affine.row2.x, affine.row2.y, affine.row2.z)
    var z = SIMD3(affine.row3.x, affine.row3.y, affine.row3.z)
    scale = SIMD4(x.length, 0, 0, 1)
    x /= scale.x
    var xy = (x * y).sum()
    y -= xy * x
    scale.y = y.length
    y /= scale.y
    xy /= scale.y
    var xz = (x * z).sum()
    z -= xz * x
    var yz = (y * z).sum()
    z -= yz * y
    scale.z = z.length
    z /= scale.z
    xz /= scale.z
    yz /= scale.z
    // A transform that doubles cannot decompose counts as singular.
    guard scale.x != 0, scale.y != 0, scale.z != 0, scale.sum().isFinite, (xy + xz + yz).isFinite else { return nil }
    let cross = SIMD3(y.y * z.z - y.z * z.y, y.z * z.x - y.x * z.z, y.x * z.y - y.y * z.x)
    if (x * cross).sum() < 0 {
      scale.x = -scale.x
      scale.y = -scale.y
      scale.z = -scale.z
      x = -x
      y = -y
      z = -z
    }
    shear = SIMD4(xy, xz, yz, 0)
    turn = SpatialParts.quaternion(x, y, z)
  }

  /// Returns the quaternion (x, y, z, w) of a rotation given by its rows. It starts from the largest of the four, so that no digits are lost.
  private static func quaternion(
    _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>
  ) -> SIMD4<Double> {
    let trace = x.x + y.y + z.z
    if trace > 0 {
      let s = 2 * (1 + trace).squareRoot()
      return SIMD4((y.z - z.y) / s, (z.x - x.z) / s, (x.y - y.x) / s, s / 4)
    }
    if x.x >= y.y && x.x >= z.z {
      let s = 2 * (1 + x.x - y.y - z.z).squareRoot()
      return SIMD4(s / 4, (x.y + y.x) / s, (z.x + x.z) / s, (y.z - z.y) / s)
    }
    if y.y >= z.z {
      let s = 2 * (1 + y.y - x.x - z.z).squareRoot()
      return SIMD4((x.y + y.x) / s, s / 4, (y.z + z.y) / s, (z.x - x.z) / s)
    }
    let s = 2 * (1 + z.z - x.x - y.y).squareRoot()
    return SIMD4((z.x + x.z) / s, (y.z + z.y) / s, s / 4, (x.y - y.x) / s)
  }

  static func compose(
    translation: SIMD4<Double>, scale: SIMD4<Double>, shear: SIMD4<Double>, perspective: SIMD4<Double>,
    turn q: SIMD4<Double>
  ) -> Transform3D {
    let x = SIMD4(
      1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w), 0)
    let y = SIMD4(
      2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w), 0)
    let z = SIMD4(
      2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y), 0)
    var last = translation
    last.w = 1
    let affine = Transform3D(
      scale.x * x, scale.y * (y + shear.x * x), scale.z * (z + shear.y * x + shear.z * y), last)
    var projection = Transform3D.identity
    projection.row1.w = perspective.x
    projection.row2.w = perspective.y
    projection.row3.w = perspective.z
    projection.row4.w = perspective.w
    return affine * projection
  }
}
