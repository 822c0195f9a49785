import AnimationSampler
import Foundation
import ScenePlayer
import SceneModel

/// One number that moved, with a name and a unit that people know.
public struct FilmLane: Hashable, Sendable {
  /// The view or layer, and its property, such as `transform`.
  public var view, property: String
  /// The component: `x`, `width`, `scale x`; empty for a property that is one number.
  public var name: String
  /// The unit: `pt`, `°`, `×`, or empty.
  public var unit: String
  /// The values at the film's times; nil before the layer was on the screen.
  public var values: [Double?]

  /// Returns a property's numbers by name, without those that only rounding changes.
  public static func lanes(of track: Film.Track, view: String) -> [FilmLane] {
    lanes(of: track.property, track.values, view: view)
  }

  static func lanes(of property: String, _ rows: [[Double]], view: String) -> [FilmLane] {
    let names = Names(property: property, width: rows.map(\.count).max() ?? 0)
    return names.parts.indices.compactMap { index in
      let values = rows.map { lanes in lanes.isEmpty ? nil : names.value(index, lanes) }
      guard moves(values.compactMap { $0 }) else { return nil }
      return FilmLane(
        view: view, property: property, name: names.parts[index].name, unit: names.parts[index].unit,
        values: values)
    }
  }

  /// Whether the values change by more than rounding errors.
  static func moves(_ values: [Double]) -> Bool {
    guard let low = values.min(), let high = values.max() else { return false }
    return high - low > 1e-6 * max(1, abs(low), abs(high))
  }

  /// The names of a property's numbers.
  private struct Names {
    var parts: [(name: String, unit: String)]
    private var isTransform = false

    init(property: String, width: Int) {
      func points(_ names: [String]) -> [(name: String, unit: String)] { names.map { ($0, "pt") } }
      switch (property, width) {
      case ("transform", 16), ("sublayerTransform", 16):
        isTransform = true
        parts =
          points(["move x", "move y", "move z"]) + ["scale x", "scale y", "scale z"].map { ($0, "×") }
          + ["turn x", "turn y", "turn z"].map { ($0, "°") }
      case (_, 5): parts = ["red", "green", "blue", "alpha"].map { ($0, "") }
      case (_, 4): parts = points(["x", "y", "width", "height"])
      case ("anchorPoint", 2): parts = [("x", ""), ("y", "")]
      case ("shadowOffset", 2): parts = points(["width", "height"])
      case (Timeline.Output.transition, 2): parts = [("is running", ""), ("progress", "")]
      case ("transition.look", 3): parts = [("old picture's opacity", ""), ("turn x", "rad"), ("turn y", "rad")]
      case (_, 2): parts = points(["x", "y"])
      case (_, 1):
        let lengths: Set = ["cornerRadius", "borderWidth", "lineWidth", "zPosition", "shadowRadius"]
        parts = [("", lengths.contains(property) ? "pt" : "")]
      default: parts = (0..<width).map { ("\($0)", "") }
      }
    }

    func value(_ index: Int, _ lanes: [Double]) -> Double? {
      guard isTransform else { return lanes.indices.contains(index) ? lanes[index] : nil }
      guard lanes.count == 16 else { return nil }
      let parts = TransformComponents(Transform3D(lanes: lanes))
      let axis = index % 3
      switch index / 3 {
      case 0: return parts.translation[axis]
      case 1: return parts.scale[axis]
      default: return parts.rotation[axis] * 180 / .pi
      }
    }
  }
}

/// Returns a number for people, with about three decimal places and without rounding errors.
public func readable(_ value: Double) -> String {
  guard value.isFinite else { return value.isNaN ? "none" : value < 0 ? "−∞" : "∞" }
  let places = abs(value) >= 1000 ? 1.0 : abs(value) >= 10 ? 100.0 : 1000.0
  let rounded = (value * places).rounded() / places + 0
  return TextNumber.spell(rounded)
}
