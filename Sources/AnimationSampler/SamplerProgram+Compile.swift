import SceneModel

extension SamplerProgram {
  /// Compiles a timeline that `validate` has accepted.
  init(_ timeline: Timeline, choices: AnimationChoices) {
    var compiler = SamplerCompiler(timeline: timeline, choices: choices)
    compiler.compile()
    self = compiler.program
  }
}

private struct SamplerCompiler {
  let timeline: Timeline
  let choices: AnimationChoices
  var program = SamplerProgram()
  private var shapeNumbers: [[VectorPath.ElementKind]: Int] = [:]

  /// A property animation or a transition with its timing, and nothing of the groups around it.
  private enum Leaf {
    case property(PropertyAnimation, node: Int)
    case transition(TransitionAnimation, node: Int)
  }

  init(timeline: Timeline, choices: AnimationChoices) {
    self.timeline = timeline
    self.choices = choices
    for (number, shape) in timeline.shapes.enumerated() { shapeNumbers[shape] = number }
  }

  mutating func compile() {
    for layer in timeline.layers {
      program.layers.append(SamplerProgram.Layer(parent: layer.parent ?? -1, timing: layer.timing))
    }
    let laneCounts = timeline.laneCounts
    let wanted = Set(timeline.outputs.map(\.layer))
    var leaves: [Int: [String: [Leaf]]] = [:]
    for index in timeline.layers.indices where wanted.contains(index) {
      leaves[index] = leavesByProperty(of: index)
    }
    for (output, laneCount) in zip(timeline.outputs, laneCounts) {
      let target = program.modelRow.count
      program.widestValue = max(program.widestValue, laneCount)
      if output.property == Timeline.Output.transition {
        program.modelRow += [0, 0]
      } else if let model = timeline.layers[output.layer][output.property] {
        program.modelRow += lanes(of: model, count: laneCount)
      }
      for leaf in leaves[output.layer]?[output.property] ?? [] {
        compile(leaf, of: output, target: target, laneCount: laneCount)
      }
    }
  }

  private mutating func leavesByProperty(of layer: Int) -> [String: [Leaf]] {
    var result: [String: [Leaf]] = [:]
    func collect(_ animation: Animation, parent: Int, into compiler: inout SamplerCompiler) {
      let node = compiler.addNode(animation, layer: layer, parent: parent)
      switch animation.content {
      case .group(let children):
        for child in children { collect(child, parent: node, into: &compiler) }
      case .transition(let transition):
        result[Timeline.Output.transition, default: []].append(.transition(transition, node: node))
      case .property(let property):
        result[property.keyPath.property, default: []].append(.property(property, node: node))
        if case .keyframes(let keyframes) = property.form, keyframes.rotationMode != .none, keyframes.path != nil,
          property.keyPath.property != "transform"
        {
          result["transform", default: []].append(.property(property, node: node))
        }
      }
    }
    for animation in timeline.layers[layer].animations { collect(animation, parent: -1, into: &self) }
    return result
  }

  private mutating func addNode(_ animation: Animation, layer: Int, parent: Int) -> Int {
    var timing = animation.timing
    if parent >= 0 && timing.duration == 0 { timing.duration = program.nodes[parent].duration }
    let isRemovedAtEnd = parent < 0 && animation.isRemovedOnCompletion
    var node = SamplerProgram.Node(
      parent: parent, layer: layer, begin: timing.beginTime, duration: timing.duration, speed: timing.speed,
      timeOffset: timing.timeOffset, active: timing.activeDuration,
      cycle: timing.autoreverses ? timing.duration * 2 : timing.duration, autoreverses: timing.autoreverses,
      fillsBackwards: timing.fillMode.fillsBackwards,
      fillsForwards: timing.fillMode.fillsForwards && !isRemovedAtEnd,
      curve: CubicBezier(animation.timingFunction ?? .linear), motion: nil)
    if case .property(let property) = animation.content, case .spring(_, let spring) = property.form {
      node.motion = spring.motion
    }
    if node.duration.isFinite { node.cycleEnd = node.eased(timing.autoreverses ? 0 : 1) }
    program.nodes.append(node)
    return program.nodes.count - 1
  }

  private mutating func compile(_ leaf: Leaf, of output: Timeline.Output, target: Int, laneCount: Int) {
    switch leaf {
    case .transition(let transition, let node):
      program.operations.append(
        SamplerProgram.Operation(
          node: node, form: .transition(start: transition.startProgress, end: transition.endProgress), kind: .number,
          lanes: 2, target: target, offset: target))
    case .property(let property, let node):
      guard let model = timeline.layers[output.layer][output.property] else { return }
      if property.keyPath.property != output.property {
        compileTurn(property, node: node, target: target)
      } else {
        compile(property, node: node, model: model, target: target, laneCount: laneCount)
      }
    }
  }

  /// The turning of a layer that follows a path.
  private mutating func compileTurn(_ property: PropertyAnimation, node: Int, target: Int) {
    guard case .keyframes(let keyframes) = property.form, let path = motionPath(keyframes) else { return }
    program.operations.append(
      SamplerProgram.Operation(
        node: node, form: .tangent(path, reversed: keyframes.rotationMode == .autoReverse), kind: .transform,
        lanes: 16, target: target, offset: target))
  }

  private mutating func compile(
    _ property: PropertyAnimation, node: Int, model: AnimationValue, target: Int, laneCount: Int
  ) {
    guard let componentKind = property.keyPath.kind(in: model.kind) else { return }
    var operation = SamplerProgram.Operation(
      node: node, form: .basic(start: .constant, end: .constant), kind: componentKind, lanes: laneCount,
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
        // One value moves nothing, nor does none: measured.
        guard let table = keyframeTable(keyframes, operation) else { return }
        operation.form = .keyframes(table)
      }
    }
    program.operations.append(operation)
  }

  private mutating func setEnds(_ ends: BasicValues, of operation: inout SamplerProgram.Operation) {
    typealias End = SamplerProgram.End
    let count = operation.lanes
    func lanes(_ value: AnimationValue?) -> [Double]? { value.map { self.lanes(of: $0, count: count) } }
    var start = End.constant
    var end = End.constant
    var first: [Double]
    var last: [Double]
    // A value that stands for what is underneath; in an additive animation that is the zero of the type.
    let underneath: [Double]?
    if let function = operation.valueFunction {
      underneath = function.neutralArguments
    } else if operation.isAdditive {
      underneath = operation.kind == .transform ? Transform3D.identity.lanes : Array(repeating: 0, count: count)
    } else {
      underneath = nil
    }
    switch (lanes(ends.from), lanes(ends.to), lanes(ends.by)) {
    case (let from?, let to?, _): (first, last) = (from, to)
    case (let from?, nil, let by?): (first, last) = (from, sum(from, by, operation.kind))
    case (nil, let to?, let by?): (first, last) = (difference(to, by, operation.kind), to)
    case (let from?, nil, nil):
      first = from
      last = underneath ?? Array(repeating: 0, count: count)
      if underneath == nil { end = .underlying }
    case (nil, let to?, nil):
      first = underneath ?? Array(repeating: 0, count: count)
      last = to
      if underneath == nil { start = .underlying }
    case (nil, nil, let by?):
      first = underneath ?? Array(repeating: 0, count: count)
      last = underneath.map { sum($0, by, operation.kind) } ?? by
      if underneath == nil { (start, end) = (.underlying, .underlyingPlusConstant) }
    case (nil, nil, nil):
      first = underneath ?? Array(repeating: 0, count: count)
      last = first
      if underneath == nil { (start, end) = (.underlying, .underlying) }
    }
    operation.form = .basic(start: start, end: end)
    operation.constants = program.pool.count
    program.pool += first + last
    let isConstant = start == .constant && end == .constant
    if operation.kind == .transform && isConstant {
      operation.pair = program.pairs.count
      program.pairs.append(TransformPair(Transform3D(lanes: first), Transform3D(lanes: last)))
    }
    operation.isPlain =
      isConstant && operation.kind.isVector && operation.valueFunction == nil && !operation.isCumulative
      && operation.transformComponent == .whole
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

  /// A value's lanes as they stand in a row: a path has its shape's number before them and zeros after.
  private func lanes(of value: AnimationValue, count: Int) -> [Double] {
    guard case .path(let path) = value else { return value.lanes }
    let lanes = [Double(shapeNumbers[path.shape] ?? 0)] + value.lanes
    return lanes + Array(repeating: 0, count: max(count - lanes.count, 0))
  }

  private mutating func addCurves(_ curves: [TimingFunction], segments: Int) -> (first: Int, count: Int) {
    let first = program.curves.count
    program.curves += curves.prefix(segments).map { CubicBezier($0) }
    return (first, program.curves.count - first)
  }

  /// Key times as given when they are fit to be used, else nil.
  private func usable(_ keyTimes: [Double]?) -> [Double]? {
    guard let keyTimes, !keyTimes.isEmpty else { return nil }
    var last = 0.0
    for time in keyTimes {
      guard time.isFinite, time >= last, time <= 1 else { return nil }
      last = time
    }
    return keyTimes
  }

  private mutating func motionPath(_ keyframes: Keyframes) -> Int? {
    guard let path = keyframes.path, let table = CurveTable(path) else { return nil }
    let slots = table.segmentCount
    var times = usable(keyframes.keyTimes).map { Array($0.prefix(slots + 1)) }
    if let given = times, given.count < 2 { times = nil }
    let keyTimes =
      times
      ?? (keyframes.mode == .discrete
        ? (0..<slots).map { Double($0) / Double(slots) } : (0...slots).map { Double($0) / Double(slots) })
    let (firstCurve, curveCount) = addCurves(keyframes.timingFunctions, segments: slots)
    program.curveTables.append(table)
    program.motionPaths.append(
      SamplerProgram.MotionPath(
        curveTable: program.curveTables.count - 1, mode: keyframes.mode, times: program.pool.count,
        timeCount: keyTimes.count, firstCurve: firstCurve, curveCount: curveCount, pool: program.pool.count))
    program.pool += keyTimes
    return program.motionPaths.count - 1
  }

  private mutating func keyframeTable(_ keyframes: Keyframes, _ operation: SamplerProgram.Operation) -> Int? {
    let lanes = operation.lanes
    let mode = keyframes.mode
    var values = keyframes.values.map { self.lanes(of: $0, count: lanes) }
    var times = mode == .paced || mode == .cubicPaced ? nil : usable(keyframes.keyTimes)
    if let given = times {
      // The common prefix counts; a discrete animation may have one time more than values, the last one's end.
      values = Array(values.prefix(given.count))
      times = Array(given.prefix(mode == .discrete ? values.count + 1 : values.count))
    }
    let count = values.count
    guard count >= 2 else { return nil }
    let keyTimes =
      times
      ?? (mode == .paced
        ? pacedTimes(values, operation.kind)
        : (0..<count).map { Double($0) / Double(mode == .discrete ? count : count - 1) })
    let usesCurves = mode == .linear || mode == .cubic
    let (firstCurve, curveCount) = addCurves(usesCurves ? keyframes.timingFunctions : [], segments: count - 1)
    var table = SamplerProgram.KeyframeTable(
      mode: mode, count: count, lanes: lanes, values: program.pool.count, times: 0, timeCount: keyTimes.count,
      firstCurve: firstCurve, curveCount: curveCount)
    for value in values { program.pool += value }
    table.times = program.pool.count
    program.pool += keyTimes
    if operation.kind == .transform {
      table.firstPair = program.pairs.count
      for (a, b) in zip(values, values.dropFirst()) {
        program.pairs.append(TransformPair(Transform3D(lanes: a), Transform3D(lanes: b)))
      }
    }
    if mode == .cubic || mode == .cubicPaced,
      operation.kind.isVector || operation.kind == .integer || operation.kind == .color
    {
      let tangents = self.tangents(keyframes, values, keyTimes)
      if mode == .cubic {
        table.tangents = program.pool.count
        program.pool += tangents
      } else {
        table.spline = addSpline(values, tangents)
      }
    }
    program.keyframeTables.append(table)
    return program.keyframeTables.count - 1
  }

  private func pacedTimes(_ values: [[Double]], _ kind: AnimationValue.Kind) -> [Double] {
    var sums = [0.0]
    for (a, b) in zip(values, values.dropFirst()) {
      sums.append(sums[sums.count - 1] + zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot())
    }
    let total = sums[sums.count - 1]
    guard total > 0, total.isFinite else { return values.indices.map { Double($0) / Double(values.count - 1) } }
    return sums.map { $0 / total }
  }

  /// Kochanek-Bartels tangents of each segment: leaving its first value, arriving at its second.
  private func tangents(_ keyframes: Keyframes, _ values: [[Double]], _ times: [Double]) -> [Double] {
    let count = values.count
    let lanes = values[0].count
    let sign = choices.cubicSigns == .published ? 1.0 : -1.0
    func parameter(_ list: [Double], _ index: Int) -> Double { index < list.count ? min(max(list[index], -1), 1) : 0 }
    func interval(_ segment: Int) -> Double {
      let segment = min(max(segment, 0), count - 2)
      return times[segment + 1] - times[segment]
    }
    func step(_ from: Int, _ lane: Int) -> Double {
      // Beyond the ends the values go on as a mirror image.
      let segment = min(max(from, 0), count - 2)
      return values[segment + 1][lane] - values[segment][lane]
    }
    func tangent(_ index: Int, _ lane: Int, leaving: Bool) -> Double {
      let t = parameter(keyframes.tensions, index)
      let c = parameter(keyframes.continuities, index) * sign
      let b = parameter(keyframes.biases, index) * sign
      let (before, after) = (step(index - 1, lane), step(index, lane))
      let (dtBefore, dtAfter) = (interval(index - 1), interval(index))
      let width = dtBefore + dtAfter
      let scale = width > 0 ? 2 * (leaving ? dtAfter : dtBefore) / width : 1
      let k = leaving ? c : -c
      return ((1 - t) * (1 + k) * (1 + b) / 2 * before + (1 - t) * (1 - k) * (1 - b) / 2 * after) * scale
    }
    var result: [Double] = []
    result.reserveCapacity(2 * lanes * (count - 1))
    for segment in 0..<(count - 1) {
      for lane in 0..<lanes { result.append(tangent(segment, lane, leaving: true)) }
      for lane in 0..<lanes { result.append(tangent(segment + 1, lane, leaving: false)) }
    }
    return result
  }

  private mutating func addSpline(_ values: [[Double]], _ tangents: [Double]) -> Int {
    let lanes = values[0].count
    var coefficients: [Double] = []
    for segment in 0..<(values.count - 1) {
      let (a, b) = (values[segment], values[segment + 1])
      let leaving = tangents[(segment * 2 * lanes)..<((segment * 2 + 1) * lanes)]
      let arriving = tangents[((segment * 2 + 1) * lanes)..<((segment * 2 + 2) * lanes)]
      let (m, n) = (Array(leaving), Array(arriving))
      coefficients += a
      coefficients += m
      for lane in 0..<lanes {
        let rise: Double = b[lane] - a[lane]
        coefficients.append(3 * rise - 2 * m[lane] - n[lane])
      }
      for lane in 0..<lanes {
        let rise: Double = b[lane] - a[lane]
        coefficients.append(m[lane] + n[lane] - 2 * rise)
      }
    }
    program.curveTables.append(CurveTable(dimensions: lanes, coefficients: coefficients))
    return program.curveTables.count - 1
  }
}

extension AnimationValue.Kind {
  /// Plain numbers in every lane.
  var isVector: Bool {
    switch self {
    case .number, .point, .size, .rect, .numbers: true
    default: false
    }
  }

  /// Has a sum.
  var adds: Bool { isVector || self == .integer || self == .color || self == .path }
}
