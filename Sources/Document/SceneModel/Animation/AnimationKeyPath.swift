/// The property that an animation moves, or one component of it, spelled as Core Animation spells it: `position.x`, `bounds.size.width`,
/// `transform.rotation.z`.
public struct AnimationKeyPath: Hashable, Sendable, CustomStringConvertible {
  /// A part of a structure, or of a transform that is taken apart. Raw values are those of the compact form.
  public enum Component: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// The whole property.
    case whole = 0
    /// A coordinate of a point, or a length of a size.
    case x, y, width, height
    /// The origin or the size of a rectangle.
    case origin, size
    /// One number of a rectangle.
    case originX, originY, sizeWidth, sizeHeight
    /// A scale factor of a transform: of all axes, or of one.
    case scale, scaleX, scaleY, scaleZ
    /// The rotation of a transform about one axis, in radians.
    case rotationX, rotationY, rotationZ
    /// The translation of a transform in points: along x and y, or along one axis.
    case translation, translationX, translationY, translationZ

    /// The component as it is written after the property's name and a dot; empty for the whole.
    public var spelling: String {
      switch self {
      case .whole: ""
      case .x: "x"
      case .y: "y"
      case .width: "width"
      case .height: "height"
      case .origin: "origin"
      case .size: "size"
      case .originX: "origin.x"
      case .originY: "origin.y"
      case .sizeWidth: "size.width"
      case .sizeHeight: "size.height"
      case .scale: "scale"
      case .scaleX: "scale.x"
      case .scaleY: "scale.y"
      case .scaleZ: "scale.z"
      case .rotationX: "rotation.x"
      case .rotationY: "rotation.y"
      case .rotationZ: "rotation.z"
      case .translation: "translation"
      case .translationX: "translation.x"
      case .translationY: "translation.y"
      case .translationZ: "translation.z"
      }
    }
  }

  /// The property's name, such as `bounds`.
  public var property: String
  /// The component of the property.
  public var component: Component

  /// Makes a key path of a property, as a whole or one component of it.
  public init(_ property: String, _ component: Component = .whole) {
    self.property = property
    self.component = component
  }

  /// Reads a key path as it is written in code. An ending that names no known component belongs to the property's name.
  public init(parsing text: String) {
    for component in Component.allCases where component != .whole {
      let suffix = "." + component.spelling
      if text.hasSuffix(suffix), text.utf8.count > suffix.utf8.count {
        let property = String(text.dropLast(suffix.count))
        // `bounds.size.width` ends in `.width` too: only an undivided name is a property.
        guard !property.contains(".") else { continue }
        self.init(property, component)
        return
      }
    }
    if text.hasSuffix(".rotation"), !text.dropLast(9).contains(".") {
      self.init(String(text.dropLast(9)), .rotationZ)
    } else {
      self.init(text)
    }
  }

  public var description: String { component == .whole ? property : property + "." + component.spelling }

  /// Returns the kind of value at this key path if the whole property has a given kind; `nil` if a value of that kind has no such
  /// component.
  public func kind(in whole: AnimationValue.Kind) -> AnimationValue.Kind? {
    switch (whole, component) {
    case (_, .whole): whole
    case (.point, .x), (.point, .y), (.size, .width), (.size, .height): .number
    case (.rect, .origin): .point
    case (.rect, .size): .size
    case (.rect, .originX), (.rect, .originY), (.rect, .sizeWidth), (.rect, .sizeHeight): .number
    case (.transform, .translation): .size
    case (.transform, .scale), (.transform, .scaleX), (.transform, .scaleY), (.transform, .scaleZ),
      (.transform, .rotationX), (.transform, .rotationY), (.transform, .rotationZ),
      (.transform, .translationX), (.transform, .translationY), (.transform, .translationZ):
      .number
    default: nil
    }
  }

  /// The range of the component's lanes among those of the whole value; `nil` for the whole, and for components of a transform.
  public var lanes: Range<Int>? {
    switch component {
    case .x, .width, .originX: 0..<1
    case .y, .height, .originY: 1..<2
    case .origin: 0..<2
    case .size: 2..<4
    case .sizeWidth: 2..<3
    case .sizeHeight: 3..<4
    default: nil
    }
  }
}

/// The layer properties of Core Animation, with the values of a new layer.
public enum LayerProperty {
  /// Returns the value of a new layer's property; `nil` for a name that Core Animation does not know.
  public static func defaultValue(of name: String) -> AnimationValue? { defaults[name] }

  /// All known names, sorted.
  public static let names: [String] = defaults.keys.sorted()

  private static let defaults: [String: AnimationValue] = [
    "anchorPoint": .point(Point(x: 0.5, y: 0.5)), "anchorPointZ": .number(0), "backgroundColor": .color(nil),
    "borderColor": .color(Color(white: 0)), "borderWidth": .number(0), "bounds": .rect(.zero), "contents": .contents(0),
    "contentsCenter": .rect(Rect(x: 0, y: 0, width: 1, height: 1)),
    "contentsRect": .rect(Rect(x: 0, y: 0, width: 1, height: 1)), "contentsScale": .number(1),
    "cornerRadius": .number(0),
    "doubleSided": .boolean(true), "fillColor": .color(Color(white: 0)), "geometryFlipped": .boolean(false),
    "hidden": .boolean(false), "lineWidth": .number(1), "maskedCorners": .token(15), "masksToBounds": .boolean(false),
    "opacity": .number(1), "path": .path(VectorPath()), "position": .point(.zero),
    "shadowColor": .color(Color(white: 0)), "shadowOffset": .size(Size(width: 0, height: -3)),
    "shadowOpacity": .number(0), "shadowPath": .path(VectorPath()), "shadowRadius": .number(3),
    "strokeColor": .color(nil), "strokeEnd": .number(1), "strokeStart": .number(0),
    "sublayerTransform": .transform(.identity), "transform": .transform(.identity), "zPosition": .number(0),
  ]
}
