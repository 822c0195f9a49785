extension Timeline {
  /// Groups may nest this deep.
  public static let greatestNesting = 32

  /// Why bytes or a value are no timeline.
  public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
    /// Offset of the byte where reading stopped; nil: the bytes were read, what they say is wrong.
    public var offset: Int?
    public var problem: String

    public init(offset: Int? = nil, problem: String) {
      self.offset = offset
      self.problem = problem
    }

    public var description: String {
      if let offset { "timeline, byte \(offset): \(problem)" } else { "timeline: \(problem)" }
    }
  }

  /// Throws at the first thing that no sampler could make sense of; after it, sampling cannot fail.
  public func validate() throws(Malformed) {
    for (index, layer) in layers.enumerated() {
      if let parent = layer.parent, parent < 0 || parent >= index {
        throw Malformed(problem: "layer \(index): its superlayer \(parent) does not come before it.")
      }
      for time in [layer.timing.beginTime, layer.timing.speed, layer.timing.timeOffset] where !time.isFinite {
        throw Malformed(problem: "layer \(index): its timing has a number that is not finite.")
      }
      var names: Set<String> = []
      for property in layer.model {
        guard names.insert(property.name).inserted else {
          throw Malformed(problem: "layer \(index): \"\(property.name)\" is stated twice.")
        }
        guard property.value.isFinite else {
          throw Malformed(problem: "layer \(index): \"\(property.name)\" has a number that is not finite.")
        }
      }
      for (number, animation) in layer.animations.enumerated() {
        if let problem = layer.problem(with: animation, depth: 0) {
          throw Malformed(problem: "layer \(index), animation \(number): \(problem)")
        }
      }
    }
    for (index, output) in outputs.enumerated() {
      guard layers.indices.contains(output.layer) else {
        throw Malformed(problem: "output \(index): there is no layer \(output.layer).")
      }
      if output.property != Output.transition && layers[output.layer][output.property] == nil {
        throw Malformed(problem: "output \(index): layer \(output.layer) states no \"\(output.property)\".")
      }
    }
  }
}

extension Timeline.Layer {
  fileprivate func problem(with animation: Animation, depth: Int) -> String? {
    if depth > Timeline.greatestNesting { return "groups nest deeper than \(Timeline.greatestNesting)." }
    let timing = animation.timing
    for number in [timing.beginTime, timing.speed, timing.timeOffset] where !number.isFinite {
      return "its begin time, speed or time offset is not finite."
    }
    for number in [timing.duration, timing.repeatCount, timing.repeatDuration] where !(number >= 0) {
      return "its duration, repeat count or repeat duration is not a number from 0 up."
    }
    if let curve = animation.timingFunction, !curve.isFinite { return "its timing function is not finite." }
    switch animation.content {
    case .group(let children):
      for (index, child) in children.enumerated() {
        if let problem = problem(with: child, depth: depth + 1) { return "child \(index): " + problem }
      }
      return nil
    case .transition(let transition):
      return transition.startProgress.isFinite && transition.endProgress.isFinite ? nil : "its progress is not finite."
    case .property(let property):
      return problem(with: property)
    }
  }

  private func problem(with animation: PropertyAnimation) -> String? {
    let keyPath = animation.keyPath
    guard let model = self[keyPath.property] else { return "its layer states no \"\(keyPath.property)\"." }
    guard let kind = keyPath.kind(in: model.kind) else {
      return "\"\(keyPath)\" is no part of a \(model.kind)."
    }
    if animation.valueFunction != nil && kind != .transform { return "a value function makes transforms only." }
    var values: [AnimationValue] = []
    switch animation.form {
    case .basic(let ends): values = [ends.from, ends.to, ends.by].compactMap { $0 }
    case .spring(let ends, let spring):
      values = [ends.from, ends.to, ends.by].compactMap { $0 }
      guard spring.mass > 0, spring.mass.isFinite, spring.stiffness > 0, spring.stiffness.isFinite,
        spring.damping >= 0, spring.initialVelocity.isFinite
      else { return "its spring needs a positive mass and stiffness and a damping from 0 up." }
    case .keyframes(let keyframes):
      values = keyframes.values
      if let problem = problem(with: keyframes, kind: kind) { return problem }
    }
    for value in values {
      guard value.isFinite else { return "a value is not finite." }
      if let function = animation.valueFunction {
        let fits =
          switch value {
          case .number: function.argumentCount == 1
          case .numbers(let numbers): numbers.count == function.argumentCount
          default: false
          }
        guard fits else { return "its value function takes \(function.argumentCount) number(s)." }
      } else {
        guard value.kind == kind else { return "a value of \"\(keyPath)\" is a \(value.kind), not a \(kind)." }
        if case .numbers(let numbers) = value, numbers.count != model.lanes.count {
          return "a value of \"\(keyPath)\" has \(numbers.count) numbers, the model \(model.lanes.count)."
        }
      }
    }
    return nil
  }

  private func problem(with keyframes: Keyframes, kind: AnimationValue.Kind) -> String? {
    if let path = keyframes.path {
      guard kind == .point else { return "only points follow a path." }
      guard path.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return "its path is not finite." }
      if let first = path.shape.first, first != .move { return "its path does not start with a move." }
    }
    if keyframes.rotationMode != .none {
      guard case .transform? = self["transform"] else { return "it rotates, and its layer states no \"transform\"." }
    }
    for curve in keyframes.timingFunctions where !curve.isFinite { return "a timing function is not finite." }
    for list in [keyframes.keyTimes ?? [], keyframes.tensions, keyframes.continuities, keyframes.biases] {
      for number in list where !number.isFinite { return "a key time, tension, continuity or bias is not finite." }
    }
    return nil
  }
}

extension TimingFunction {
  var isFinite: Bool { x1.isFinite && y1.isFinite && x2.isFinite && y2.isFinite }
}
