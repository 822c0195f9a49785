import SceneModel

/// The numbers by which rows of samples name the shapes of paths: indexes in `Timeline.shapes`.
struct ShapeNumbers {
  private var numbers: [[VectorPath.ElementKind]: Int] = [:]

  init(_ timeline: Timeline) {
    // A path is animated only if the model's value is a path; most timelines have none, and so no shapes.
    guard timeline.layers.contains(where: { $0.model.contains { $0.value.kind == .path } }) else { return }
    for (number, shape) in timeline.shapes.enumerated() { numbers[shape] = number }
  }

  /// Appends a value's lanes as a row of samples has them: for a path, the number of its shape, its coordinates, and zeros up to `count` lanes.
  func appendLanes(of value: AnimationValue, count: Int, to list: inout [Double]) {
    guard case .path(let path) = value else { return value.appendLanes(to: &list) }
    let end = list.count + count
    list.append(Double(numbers[path.shape] ?? 0))
    value.appendLanes(to: &list)
    while list.count < end { list.append(0) }
  }
}

extension AnimationValue.Kind {
  /// Whether every lane is a plain number.
  var isVector: Bool {
    switch self {
    case .number, .point, .size, .rect, .numbers: true
    default: false
    }
  }

  /// Whether values of this kind can be added.
  var adds: Bool { isVector || self == .integer || self == .color || self == .path }
}
