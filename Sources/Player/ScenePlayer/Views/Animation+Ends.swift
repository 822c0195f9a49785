import SceneModel

extension Animation {
  /// The motion run backwards; nil unless this is a basic animation. A spring, for example, has no mirror image.
  var mirrored: Animation? {
    guard case .basic(let ends)? = property?.form else { return nil }
    var copy = self
    copy.property?.form = .basic(BasicValues(from: ends.to, to: ends.from))
    if let curve = timingFunction {
      copy.timingFunction = TimingFunction(1 - curve.x2, 1 - curve.y2, 1 - curve.x1, 1 - curve.y1)
    }
    return copy
  }

  /// The animation with the same ends and linear progress between them.
  var linear: Animation {
    var copy = self
    copy.timingFunction = nil
    if case .spring(let ends, _)? = property?.form { copy.property?.form = .basic(ends) }
    return copy
  }
}

extension PropertyAnimation {
  /// The value at which the animation begins; nil for the value that the property has when the animation begins.
  var startValue: AnimationValue? {
    switch form {
    case .basic(let ends), .spring(let ends, _): ends.from
    case .keyframes(let keyframes): keyframes.values.first
    }
  }

  /// The value at which the animation ends; nil for the model's.
  var endValue: AnimationValue? {
    switch form {
    case .basic(let ends), .spring(let ends, _): ends.to
    case .keyframes(let keyframes): keyframes.values.last
    }
  }
}

extension PropertyAnimation.Form {
  var asBasic: PropertyAnimation.Form {
    if case .spring(let ends, _) = self { return .basic(ends) }
    return self
  }
}
