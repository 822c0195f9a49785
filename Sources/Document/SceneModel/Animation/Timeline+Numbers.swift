extension Timeline {
  /// Calls a closure with each number of the timeline, except those of timing curves. The closure may change the number. This serves code that
  /// minimises, changes or compares timelines, and does not need to know what a number means.
  public mutating func forEachNumber(_ body: (inout Double) -> Void) {
    for index in layers.indices {
      body(&layers[index].timing.beginTime)
      body(&layers[index].timing.speed)
      body(&layers[index].timing.timeOffset)
      for place in layers[index].model.indices { layers[index].model[place].value.forEachNumber(body) }
      for place in layers[index].animations.indices { layers[index].animations[place].forEachNumber(body) }
    }
  }

  /// The timeline with numbers replaced by their rank; zeros and infinities stay. Two findings with equal normal forms count as the same bug.
  ///
  /// A normal form is its own normal form. Most of them cannot be sampled.
  public var normalForm: Timeline {
    var magnitudes: Set<Double> = []
    var copy = self
    copy.provenance = nil
    copy.forEachNumber { magnitudes.insert($0.magnitude) }
    magnitudes.subtract([0, .infinity])
    var ranks: [Double: Double] = [:]
    for (rank, magnitude) in magnitudes.sorted().enumerated() { ranks[magnitude] = Double(rank + 1) }
    copy.forEachNumber { number in
      guard let rank = ranks[number.magnitude] else { return }
      number = number < 0 ? -rank : rank
    }
    return copy
  }
}

extension Animation {
  mutating func forEachNumber(_ body: (inout Double) -> Void) {
    body(&timing.beginTime)
    body(&timing.duration)
    body(&timing.speed)
    body(&timing.timeOffset)
    body(&timing.repeatCount)
    body(&timing.repeatDuration)
    // The numbers of timing curves are left out: changing one of them alone gives a curve that nobody uses.
    switch content {
    case .group(var children):
      for index in children.indices { children[index].forEachNumber(body) }
      content = .group(children)
    case .transition(var transition):
      body(&transition.startProgress)
      body(&transition.endProgress)
      content = .transition(transition)
    case .property(var property):
      switch property.form {
      case .basic(var ends):
        ends.forEachNumber(body)
        property.form = .basic(ends)
      case .spring(var ends, var spring):
        ends.forEachNumber(body)
        body(&spring.mass)
        body(&spring.stiffness)
        body(&spring.damping)
        body(&spring.initialVelocity)
        property.form = .spring(ends, spring)
      case .keyframes(var keyframes):
        for index in keyframes.values.indices { keyframes.values[index].forEachNumber(body) }
        keyframes.path?.forEachNumber(body)
        for index in (keyframes.keyTimes ?? []).indices { body(&keyframes.keyTimes![index]) }
        for index in keyframes.tensions.indices { body(&keyframes.tensions[index]) }
        for index in keyframes.continuities.indices { body(&keyframes.continuities[index]) }
        for index in keyframes.biases.indices { body(&keyframes.biases[index]) }
        property.form = .keyframes(keyframes)
      }
      content = .property(property)
    }
  }
}

extension BasicValues {
  fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
    from?.forEachNumber(body)
    to?.forEachNumber(body)
    by?.forEachNumber(body)
  }
}

extension AnimationValue {
  fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
    switch self {
    case .boolean, .contents, .token, .color(nil): break
    case .path(var path):
      path.forEachNumber(body)
      self = .path(path)
    case .color(let color?):
      var (red, green, blue, alpha) = (color.red, color.green, color.blue, color.alpha)
      body(&red)
      body(&green)
      body(&blue)
      body(&alpha)
      self = .color(Color(red: red, green: green, blue: blue, alpha: alpha))
    default:
      var lanes = self.lanes
      for lane in lanes.indices { body(&lanes[lane]) }
      self = AnimationValue(kind: kind, lanes: lanes) ?? self
    }
  }
}

extension VectorPath {
  fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
    var points = self.points
    for index in points.indices {
      body(&points[index].x)
      body(&points[index].y)
    }
    self = VectorPath(shape: shape, points: points) ?? self
  }
}
