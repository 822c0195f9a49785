extension Timeline {
  /// The largest depth to which groups may be nested.
  public static let greatestNesting = 32

  private static let fewProperties = 8

  /// An error that says why bytes or a value are no timeline.
  public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset of the byte where reading stopped; `nil` if the bytes could be read, and the values in them are wrong.
    public var offset: Int?
    /// The problem, for a person.
    public var problem: String

    /// Makes an error from a problem and the byte where it is.
    public init(offset: Int? = nil, problem: String) {
      self.offset = offset
      self.problem = problem
    }

    public var description: String {
      if let offset { "timeline, byte \(offset): \(problem)" } else { "timeline: \(problem)" }
    }
  }

  /// Checks that a sampler can make sense of the timeline. Sampling a timeline that passes cannot fail.
  ///
  /// - Throws: the first problem found. Linear in the timeline.
  public func validate() throws(Malformed) {
    for (index, layer) in layers.enumerated() {
      if let parent = layer.parent, parent < 0 || parent >= index {
        throw Malformed(problem: "layer \(index): its superlayer \(parent) does not come before it.")
      }
      let times = layer.timing
      guard times.beginTime.isFinite, times.speed.isFinite, times.timeOffset.isFinite else {
        throw Malformed(problem: "layer \(index): its timing has a number that is not finite.")
      }
      var names: Set<String> = []
      for (place, property) in layer.model.enumerated() {
        // Most layers state few properties: searching those is cheaper than a set.
        let isNew =
          layer.model.count > Timeline.fewProperties
          ? names.insert(property.name).inserted : !layer.model[..<place].contains { $0.name == property.name }
        guard isNew else {
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
    guard timing.beginTime.isFinite, timing.speed.isFinite, timing.timeOffset.isFinite else {
      return "its begin time, speed or time offset is not finite."
    }
    guard timing.duration >= 0, timing.repeatCount >= 0, timing.repeatDuration >= 0 else {
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
    func problem(with value: AnimationValue?) -> String? {
      guard let value else { return nil }
      guard value.isFinite else { return "a value is not finite." }
      if let function = animation.valueFunction {
        let fits =
          switch value {
          case .number: function.argumentCount == 1
          case .numbers(let numbers): numbers.count == function.argumentCount
          default: false
          }
        return fits ? nil : "its value function takes \(function.argumentCount) number(s)."
      }
      guard value.kind == kind else { return "a value of \"\(keyPath)\" is a \(value.kind), not a \(kind)." }
      if case .numbers(let numbers) = value, numbers.count != model.laneCount {
        return "a value of \"\(keyPath)\" has \(numbers.count) numbers, the model \(model.laneCount)."
      }
      return nil
    }
    switch animation.form {
    case .basic(let ends): return problem(with: ends.from) ?? problem(with: ends.to) ?? problem(with: ends.by)
    case .spring(let ends, let spring):
      guard spring.mass > 0, spring.mass.isFinite, spring.stiffness > 0, spring.stiffness.isFinite,
        spring.damping >= 0, spring.initialVelocity.isFinite
      else { return "its spring needs a positive mass and stiffness and a damping from 0 up." }
      return problem(with: ends.from) ?? problem(with: ends.to) ?? problem(with: ends.by)
    case .keyframes(let keyframes):
      if let problem = self.problem(with: keyframes, kind: kind) { return problem }
      for value in keyframes.values {
        if let problem = problem(with: value) { return problem }
      }
      return nil
    }
  }

  private func problem(with keyframes: Keyframes, kind: AnimationValue.Kind) -> String? {
    if let path = keyframes.path {
      guard kind == .point else { return "only points follow a path." }
      guard path.isFinite else { return "its path is not finite." }
      if let first = path.shape.first, first != .move { return "its path does not start with a move." }
    }
    if keyframes.rotationMode != .none {
      guard case .transform? = self["transform"] else { return "it rotates, and its layer states no \"transform\"." }
    }
    for curve in keyframes.timingFunctions where !curve.isFinite { return "a timing function is not finite." }
    func areFinite(_ numbers: [Double]) -> Bool { numbers.allSatisfy { $0.isFinite } }
    guard areFinite(keyframes.keyTimes ?? []), areFinite(keyframes.tensions), areFinite(keyframes.continuities),
      areFinite(keyframes.biases)
    else { return "a key time, tension, continuity or bias is not finite." }
    return nil
  }
}

extension TimingFunction {
  var isFinite: Bool { x1.isFinite && y1.isFinite && x2.isFinite && y2.isFinite }
}
