import LayoutPlugin
import SceneModel

extension SamplerProgram {
  /// Compiles a timeline that `validate` has accepted.
  init(_ timeline: Timeline, choices: AnimationChoices) {
    var compiler = SamplerCompiler(timeline: timeline, choices: choices)
    compiler.compile()
    self = compiler.program
  }
}

struct SamplerCompiler {
  let timeline: Timeline
  let choices: AnimationChoices
  var program = SamplerProgram()
  var shapes: ShapeNumbers

  /// A value that is reported, and its place among the values of all outputs.
  private struct Report {
    var property: String
    /// The kind of the value; nil if the layer has no such property, as with a transition.
    var kind: AnimationValue.Kind?
    /// The index of the property's first lane among the values of all outputs (`SamplerProgram.modelRow`).
    var target: Int
    var laneCount: Int
    /// The next report of the same layer; -1: none.
    var next: Int
  }

  /// The reports, in the order of the outputs.
  private var reports: [Report] = []
  /// The first report of each layer; -1 if it has none, and its animations need not be evaluated.
  private var firstReports: [Int]

  init(timeline: Timeline, choices: AnimationChoices) {
    self.timeline = timeline
    self.choices = choices
    shapes = ShapeNumbers(timeline)
    firstReports = Array(repeating: -1, count: timeline.layers.count)
  }

  mutating func compile() {
    reserve()
    for layer in timeline.layers {
      program.layers.append(SamplerProgram.Layer(parent: layer.parent ?? -1, timing: layer.timing))
    }
    for (output, laneCount) in zip(timeline.outputs, timeline.laneCounts) {
      let target = program.modelRow.count
      program.widestValue = max(program.widestValue, laneCount)
      let model = timeline.layers[output.layer][output.property]
      if output.property == Timeline.Output.transition {
        program.modelRow += [0, 0]
      } else if let model {
        shapes.appendLanes(of: model, count: laneCount, to: &program.modelRow)
      }
      reports.append(
        Report(property: output.property, kind: model?.kind, target: target, laneCount: laneCount, next: -1))
    }
    for index in reports.indices.reversed() {
      let layer = timeline.outputs[index].layer
      reports[index].next = firstReports[layer]
      firstReports[layer] = index
    }
    for (index, layer) in timeline.layers.enumerated() where firstReports[index] >= 0 {
      for animation in layer.animations { compile(animation, layer: index, parent: -1) }
    }
  }

  /// Reserves memory. Most animations are one node and one operation.
  private mutating func reserve() {
    let count = timeline.layers.reduce(0) { $0 + $1.animations.count }
    reports.reserveCapacity(timeline.outputs.count)
    program.layers.reserveCapacity(timeline.layers.count)
    program.nodes.reserveCapacity(count)
    program.operations.reserveCapacity(count)
    program.pool.reserveCapacity(8 * count)
    program.modelRow.reserveCapacity(2 * timeline.outputs.count)
  }

  private mutating func compile(_ animation: Animation, layer: Int, parent: Int) {
    switch animation.content {
    case .group(let children):
      let node = addNode(animation, layer: layer, parent: parent)
      for child in children { compile(child, layer: layer, parent: node) }
    case .transition(let transition):
      let node = addNode(animation, layer: layer, parent: parent)
      forEachReport(of: layer, Timeline.Output.transition) { compiler, report in
        compiler.program.operations.append(
          SamplerProgram.Operation(
            node: node, form: .transition(start: transition.startProgress, end: transition.endProgress),
            kind: .number, lanes: 2, target: report.target, offset: report.target))
      }
    case .property(let property):
      let node = addNode(animation, layer: layer, parent: parent, property)
      forEachReport(of: layer, property.keyPath.property) { compiler, report in
        compiler.compile(property, node: node, report)
      }
      if property.turnsLayer, property.keyPath.property != "transform" {
        forEachReport(of: layer, "transform") { compiler, report in
          compiler.compileTurn(property, node: node, target: report.target)
        }
      }
    }
  }

  private mutating func forEachReport(
    of layer: Int, _ property: String, _ body: (inout SamplerCompiler, Report) -> Void
  ) {
    var index = firstReports[layer]
    while index >= 0 {
      let report = reports[index]
      if report.property == property { body(&self, report) }
      index = report.next
    }
  }

  private mutating func addNode(
    _ animation: Animation, layer: Int, parent: Int, _ property: PropertyAnimation? = nil
  ) -> Int {
    var timing = animation.timing
    if parent >= 0 && timing.duration == 0 { timing.duration = program.nodes[parent].duration }
    let isRemovedAtEnd = parent < 0 && animation.isRemovedOnCompletion
    var node = SamplerProgram.Node(
      parent: parent, layer: layer, begin: timing.beginTime, duration: timing.duration, speed: timing.speed,
      timeOffset: timing.timeOffset, active: timing.activeDuration,
      cycle: timing.autoreverses ? timing.duration * 2 : timing.duration, autoreverses: timing.autoreverses,
      fillsBackwards: timing.fillMode.fillsBackwards,
      fillsForwards: timing.fillMode.fillsForwards && !isRemovedAtEnd,
      curve: animation.timingFunction.map { CubicBezier($0) } ?? .linear, motion: nil)
    if case .spring(_, let spring)? = property?.form { node.motion = spring.motion }
    // Only cumulative animations read it.
    if property?.isCumulative == true, node.duration.isFinite {
      node.cycleEnd = node.eased(timing.autoreverses ? 0 : 1)
    }
    program.nodes.append(node)
    return program.nodes.count - 1
  }

  /// Compiles the rotation of a layer that follows a path.
  private mutating func compileTurn(_ property: PropertyAnimation, node: Int, target: Int) {
    guard case .keyframes(let keyframes) = property.form, let path = motionPath(keyframes) else { return }
    program.operations.append(
      SamplerProgram.Operation(
        node: node, form: .tangent(path, reversed: keyframes.rotationMode == .autoReverse), kind: .transform,
        lanes: 16, target: target, offset: target))
  }

  private mutating func compile(_ property: PropertyAnimation, node: Int, _ report: Report) {
    guard let model = report.kind, let componentKind = property.keyPath.kind(in: model) else { return }
    let target = report.target
    var operation = SamplerProgram.Operation(
      node: node, form: .basic(start: .constant, end: .constant), kind: componentKind, lanes: report.laneCount,
      target: target, offset: target)
    operation.isAdditive = property.isAdditive
    operation.isCumulative = property.isCumulative
    operation.valueFunction = property.valueFunction
    if let function = property.valueFunction {
      operation.kind = .numbers
      operation.lanes = function.argumentCount
    } else if let lanes = property.keyPath.lanes {
      operation.lanes = lanes.count
      operation.offset = target + lanes.lowerBound
    } else if property.keyPath.component != .whole {
      operation.transformComponent = property.keyPath.component
      operation.lanes = componentKind == .size ? 2 : 1
    }
    switch property.form {
    case .basic(let ends), .spring(let ends, _): setEnds(ends, of: &operation)
    case .keyframes(let keyframes):
      if keyframes.path != nil {
        guard let path = motionPath(keyframes) else { return }
        operation.form = .motionPath(path)
      } else {
        // Keyframes with one value or none move nothing, as measured.
        guard let table = keyframeTable(keyframes, operation) else { return }
        operation.form = .keyframes(table)
      }
    }
    program.operations.append(operation)
  }

  private mutating func setEnds(_ ends: BasicValues, of operation: inout SamplerProgram.Operation) {
    typealias End = SamplerProgram.End
    let count = operation.lanes
    let kind = operation.kind
    var start = End.constant
    var end = End.constant
    // The constant that is used in place of the value underneath; in an additive animation, the zero of the type.
    let underneath: [Double]?
    if let function = operation.valueFunction {
      underneath = function.neutralArguments
    } else if operation.isAdditive, ends.from == nil || ends.to == nil {
      underneath = kind == .transform ? Transform3D.identity.lanes : Array(repeating: 0, count: count)
    } else {
      underneath = nil
    }
    func append(_ value: AnimationValue) { shapes.appendLanes(of: value, count: count, to: &program.pool) }
    func lanes(_ value: AnimationValue) -> [Double] {
      var lanes: [Double] = []
      shapes.appendLanes(of: value, count: count, to: &lanes)
      return lanes
    }
    func appendUnderneath() {
      if let underneath {
        program.pool += underneath
      } else {
        for _ in 0..<count { program.pool.append(0) }
      }
    }
    operation.constants = program.pool.count
    switch (ends.from, ends.to, ends.by) {
    case (let from?, let to?, _):
      append(from)
      append(to)
    case (let from?, nil, let by?):
      append(from)
      program.pool += sum(lanes(from), lanes(by), kind)
    case (nil, let to?, let by?):
      program.pool += difference(lanes(to), lanes(by), kind)
      append(to)
    case (let from?, nil, nil):
      append(from)
      appendUnderneath()
      if underneath == nil { end = .underlying }
    case (nil, let to?, nil):
      appendUnderneath()
      append(to)
      if underneath == nil { start = .underlying }
    case (nil, nil, let by?):
      appendUnderneath()
      if let underneath {
        program.pool += sum(underneath, lanes(by), kind)
      } else {
        append(by)
        (start, end) = (.underlying, .underlyingPlusConstant)
      }
    case (nil, nil, nil):
      appendUnderneath()
      appendUnderneath()
      if underneath == nil { (start, end) = (.underlying, .underlying) }
    }
    operation.form = .basic(start: start, end: end)
    let isConstant = start == .constant && end == .constant
    if kind == .transform && isConstant {
      operation.pair = program.pairs.count
      program.pairs.append(
        TransformPair(transform(at: operation.constants), transform(at: operation.constants + count)))
    }
    operation.isPlain =
      isConstant && kind.isVector && operation.valueFunction == nil && !operation.isCumulative
      && operation.transformComponent == .whole
  }

  /// Returns the transform made of sixteen numbers in the pool.
  func transform(at place: Int) -> Transform3D {
    func row(_ at: Int) -> SIMD4<Double> {
      SIMD4(program.pool[at], program.pool[at + 1], program.pool[at + 2], program.pool[at + 3])
    }
    return Transform3D(row(place), row(place + 4), row(place + 8), row(place + 12))
  }

  private func sum(_ a: [Double], _ b: [Double], _ kind: AnimationValue.Kind) -> [Double] {
    if kind == .transform { return (Transform3D(lanes: b) * Transform3D(lanes: a)).lanes }
    guard kind.adds else { return b }
    var result = zip(a, b).map { $0 + $1 }
    if kind == .color { result[4] = max(a[4], b[4]) }
    if kind == .path { result[0] = a[0] == b[0] ? a[0] : b[0] }
    return result
  }

  private func difference(_ a: [Double], _ b: [Double], _ kind: AnimationValue.Kind) -> [Double] {
    if kind == .transform {
      guard let inverse = Transform3D(lanes: b).inverse else { return a }
      return (inverse * Transform3D(lanes: a)).lanes
    }
    guard kind.adds else { return a }
    var result = zip(a, b).map { $0 - $1 }
    if kind == .color { result[4] = a[4] }
    if kind == .path { result[0] = a[0] }
    return result
  }
}

extension PropertyAnimation {
  /// Whether the animation moves the layer along a path and rotates it with the path.
  fileprivate var turnsLayer: Bool {
    guard case .keyframes(let keyframes) = form else { return false }
    return keyframes.rotationMode != .none && keyframes.path != nil
  }
}
