import SceneModel

extension AnimationValue {
  /// Returns the part of the value that a key path names, or the whole value if the path names the whole property. Nil if the value has no such
  /// part; components of transforms are not supported here.
  package func component(_ keyPath: AnimationKeyPath) -> AnimationValue? {
    if keyPath.component == .whole { return self }
    guard let range = keyPath.lanes, let kind = keyPath.kind(in: self.kind) else { return nil }
    return AnimationValue(kind: kind, lanes: Array(lanes[range]))
  }

  /// Returns the value with the part that a key path names replaced; nil when they do not fit.
  package func replacing(_ keyPath: AnimationKeyPath, with part: AnimationValue) -> AnimationValue? {
    if keyPath.component == .whole { return part.kind == kind ? part : nil }
    guard let range = keyPath.lanes, keyPath.kind(in: kind) == part.kind else { return nil }
    var all = lanes
    all.replaceSubrange(range, with: part.lanes)
    return AnimationValue(kind: kind, lanes: all)
  }

  /// Returns the value that must be added to `other` to get this one. For transforms it is a transform applied before `other`, for other values the
  /// difference of each lane. Nil if there is none.
  func minus(_ other: AnimationValue) -> AnimationValue? {
    switch (self, other) {
    case (.transform(let a), .transform(let b)):
      // The sampler puts an additive transform before the one underneath: x · b = a.
      return b.inverse.map { .transform(a * $0) }
    case (.number(let a), .number(let b)): return .number(a - b)
    case (.point(let a), .point(let b)): return .point(Point(x: a.x - b.x, y: a.y - b.y))
    case (.size(let a), .size(let b)): return .size(Size(width: a.width - b.width, height: a.height - b.height))
    case (.rect, .rect): return AnimationValue(kind: kind, lanes: zip(lanes, other.lanes).map { $0 - $1 })
    default: return nil
    }
  }

  /// The value that changes nothing when it is added to a value of this kind; nil if there is none.
  var zero: AnimationValue? {
    switch self {
    case .transform: .transform(.identity)
    case .number: .number(0)
    case .point: .point(.zero)
    case .size: .size(Size(width: 0, height: 0))
    default: AnimationValue(kind: kind, lanes: lanes.map { _ in 0 })
    }
  }
}

extension AnimationValue {
  /// Returns the value added to `other`, as an additive animation adds it; nil when they cannot be added.
  func plus(_ other: AnimationValue) -> AnimationValue? {
    switch (self, other) {
    case (.transform(let a), .transform(let b)): return .transform(a * b)
    case (.number, .number), (.point, .point), (.size, .size), (.rect, .rect):
      return AnimationValue(kind: kind, lanes: zip(lanes, other.lanes).map { $0 + $1 })
    default: return nil
    }
  }
}

extension TimingFunction {
  /// Returns the progress at a time, both in [0, 1], as exactly as doubles allow.
  package func value(at x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    func bezier(_ a: Double, _ b: Double, _ s: Double) -> Double {
      let r = 1 - s
      return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
    }
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if bezier(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return bezier(y1, y2, (low + high) / 2)
  }
}
