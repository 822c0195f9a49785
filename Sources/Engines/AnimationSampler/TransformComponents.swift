import LibC
import SceneModel

/// A transform as Core Animation's key paths see it: scale, then Rx · Ry · Rz, then translation.
///
/// Shears are lost when a component is set; the last column, the perspective, stays as it is.
public struct TransformComponents: Hashable, Sendable {
  /// The scale factors along x, y and z; a mirror is negative along x.
  public var scale: SIMD3<Double>
  /// The rotations about x, y and z, in radians.
  public var rotation: SIMD3<Double>
  /// The translation along x, y and z, in points.
  public var translation: SIMD3<Double>
  private var lastColumn: SIMD4<Double>

  /// Decomposes a transform.
  public init(_ transform: Transform3D) {
    var x = SIMD3(transform.row1.x, transform.row1.y, transform.row1.z)
    var y = SIMD3(transform.row2.x, transform.row2.y, transform.row2.z)
    var z = SIMD3(transform.row3.x, transform.row3.y, transform.row3.z)
    scale = SIMD3(x.length, y.length, z.length)
    let cross = SIMD3(y.y * z.z - y.z * z.y, y.z * z.x - y.x * z.z, y.x * z.y - y.y * z.x)
    // A mirroring could be assigned to any axis. It is x, as in the flips that screens use.
    if (x * cross).sum() < 0 { scale.x = -scale.x }
    if scale.x != 0 { x /= scale.x }
    if scale.y != 0 { y /= scale.y }
    if scale.z != 0 { z /= scale.z }
    let flat = hypot(x.x, x.y)
    // If x is parallel to the z axis (gimbal lock), only the sum or difference of two angles is determined: the one about z is 0.
    rotation =
      flat > 1e-12
      ? SIMD3(atan2(y.z, z.z), atan2(-x.z, flat), atan2(x.y, x.x)) : SIMD3(atan2(-z.y, y.y), atan2(-x.z, flat), 0)
    translation = SIMD3(transform.row4.x, transform.row4.y, transform.row4.z)
    lastColumn = SIMD4(transform.row1.w, transform.row2.w, transform.row3.w, transform.row4.w)
  }

  /// The transform that has these components.
  public var transform: Transform3D {
    let (cx, sx) = (cos(rotation.x), sin(rotation.x))
    let (cy, sy) = (cos(rotation.y), sin(rotation.y))
    let (cz, sz) = (cos(rotation.z), sin(rotation.z))
    return Transform3D(
      SIMD4(scale.x * cy * cz, scale.x * cy * sz, scale.x * -sy, lastColumn.x),
      SIMD4(
        scale.y * (sx * sy * cz - cx * sz), scale.y * (sx * sy * sz + cx * cz), scale.y * sx * cy, lastColumn.y),
      SIMD4(
        scale.z * (cx * sy * cz + sx * sz), scale.z * (cx * sy * sz - sx * cz), scale.z * cx * cy, lastColumn.z),
      SIMD4(translation.x, translation.y, translation.z, lastColumn.w))
  }

  /// The first number of a component. For `transform.scale` it is the mean of the three factors; For `translation` it is the x translation. It is 0
  /// for components that are not of a transform.
  public subscript(component: AnimationKeyPath.Component) -> Double {
    get {
      switch component {
      case .scale: scale.sum() / 3
      case .scaleX: scale.x
      case .scaleY: scale.y
      case .scaleZ: scale.z
      case .rotationX: rotation.x
      case .rotationY: rotation.y
      case .rotationZ: rotation.z
      case .translation, .translationX: translation.x
      case .translationY: translation.y
      case .translationZ: translation.z
      default: 0
      }
    }
    set {
      switch component {
      case .scale: scale = SIMD3(repeating: newValue)
      case .scaleX: scale.x = newValue
      case .scaleY: scale.y = newValue
      case .scaleZ: scale.z = newValue
      case .rotationX: rotation.x = newValue
      case .rotationY: rotation.y = newValue
      case .rotationZ: rotation.z = newValue
      case .translation, .translationX: translation.x = newValue
      case .translationY: translation.y = newValue
      case .translationZ: translation.z = newValue
      default: break
      }
    }
  }
}

extension ValueFunction {
  /// Returns the matrix of a value function for its arguments.
  func transform(_ arguments: UnsafePointer<Double>) -> Transform3D {
    let number = arguments[0]
    var parts = TransformComponents(.identity)
    switch self {
    case .rotateX: parts.rotation.x = number
    case .rotateY: parts.rotation.y = number
    case .rotateZ: parts.rotation.z = number
    case .scale: return .scale(x: arguments[0], y: arguments[1], z: arguments[2])
    case .scaleX: return .scale(x: number)
    case .scaleY: return .scale(y: number)
    case .scaleZ: return .scale(z: number)
    case .translate: return .translation(x: arguments[0], y: arguments[1], z: arguments[2])
    case .translateX: return .translation(x: number)
    case .translateY: return .translation(y: number)
    case .translateZ: return .translation(z: number)
    }
    return parts.transform
  }

  /// The arguments for which the value function gives the identity transform.
  var neutralArguments: [Double] {
    switch self {
    case .scale: [1, 1, 1]
    case .translate: [0, 0, 0]
    case .scaleX, .scaleY, .scaleZ: [1]
    default: [0]
    }
  }
}
