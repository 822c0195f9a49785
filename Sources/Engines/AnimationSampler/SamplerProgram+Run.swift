import LibC
import LayoutPlugin
import SceneModel

/// A program's tables as plain memory, which its owner frees.
struct SamplerTables {
  typealias Numbers = UnsafeMutablePointer<Double>
  typealias Operation = SamplerProgram.Operation

  let nodes: UnsafePointer<SamplerProgram.Node>
  let pool: UnsafePointer<Double>
  let pairs: UnsafePointer<TransformPair>
  let curves: UnsafePointer<CubicBezier>
  let keyframeTables: UnsafePointer<SamplerProgram.KeyframeTable>
  let motionPaths: UnsafePointer<SamplerProgram.MotionPath>
  let curveTables: UnsafePointer<CurveTable>
  /// Memory for four of the widest values.
  let scratch: Numbers
  let widestValue: Int
  let choices: AnimationChoices
}

extension SamplerTables {
  /// Applies one active animation to the row.
  func run(
    _ place: UnsafePointer<Operation>, _ state: UnsafePointer<SamplerProgram.NodeState>, row: Numbers
  ) {
    let operation = place.pointee
    let u = state.pointee.progress
    let value = scratch
    switch operation.form {
    case .transition(let start, let end):
      row[operation.target] = 1
      row[operation.target + 1] = start * (1 - u) + end * u
      return
    case .tangent(let index, let reversed):
      let path = motionPaths[index]
      let (segment, s) = self.place(on: path, at: u)
      guard let direction = curveTables[path.curveTable].direction(segment, s) else { return }
      let angle = atan2(direction.y, direction.x) + (reversed ? Double.pi : 0)
      let (c, t) = (cos(angle), sin(angle))
      let turn = Transform3D(SIMD4(c, t, 0, 0), SIMD4(-t, c, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))
      store(turn * load(row + operation.target), row + operation.target)
      return
    default: break
    }
    let underlying = scratch + widestValue
    if operation.valueFunction == nil { readUnderlying(operation, row: row, into: underlying) }
    evaluate(operation, u, underlying: underlying, temporary: scratch + 2 * widestValue, into: value)
    if operation.isCumulative && state.pointee.completedCycles > 0 {
      let whole = scratch + 3 * widestValue
      evaluate(
        operation, nodes[operation.node].cycleEnd, underlying: underlying, temporary: scratch + 2 * widestValue,
        into: whole)
      accumulate(operation, value, whole, cycles: state.pointee.completedCycles)
    }
    combine(operation, value, row: row)
  }

  private func load(_ numbers: UnsafePointer<Double>) -> Transform3D {
    Transform3D(
      SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]), SIMD4(numbers[4], numbers[5], numbers[6], numbers[7]),
      SIMD4(numbers[8], numbers[9], numbers[10], numbers[11]),
      SIMD4(numbers[12], numbers[13], numbers[14], numbers[15]))
  }

  private func store(_ transform: Transform3D, _ numbers: Numbers) {
    func store(_ row: SIMD4<Double>, _ at: Int) {
      numbers[at] = row.x
      numbers[at + 1] = row.y
      numbers[at + 2] = row.z
      numbers[at + 3] = row.w
    }
    store(transform.row1, 0)
    store(transform.row2, 4)
    store(transform.row3, 8)
    store(transform.row4, 12)
  }

  private func readUnderlying(_ operation: Operation, row: Numbers, into out: Numbers) {
    guard operation.transformComponent != .whole else {
      out.update(from: row + operation.offset, count: operation.lanes)
      return
    }
    let parts = TransformComponents(load(row + operation.target))
    out[0] = parts[operation.transformComponent]
    if operation.lanes > 1 { out[1] = parts.translation.y }
  }

  private func evaluate(
    _ operation: Operation, _ u: Double, underlying: Numbers, temporary: Numbers, into out: Numbers
  ) {
    switch operation.form {
    case .basic(let start, let end):
      let first = pool + operation.constants
      let last = first + operation.lanes
      let a = start == .constant ? first : UnsafePointer(underlying)
      var b = last
      switch end {
      case .constant: break
      case .underlying: b = UnsafePointer(underlying)
      case .underlyingPlusConstant:
        add(operation.kind, UnsafePointer(underlying), last, lanes: operation.lanes, into: temporary)
        b = UnsafePointer(temporary)
      }
      interpolate(
        operation.kind, a, b, u, lanes: operation.lanes, pair: operation.pair, into: out)
    case .keyframes(let index): keyframes(keyframeTables[index], operation.kind, u, into: out)
    case .motionPath(let index):
      let path = motionPaths[index]
      let (segment, s) = self.place(on: path, at: u)
      curveTables[path.curveTable].position(segment, s, into: out)
    case .tangent, .transition: break
    }
  }

  private func add(
    _ kind: AnimationValue.Kind, _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, lanes: Int, into out: Numbers
  ) {
    if kind == .transform {
      store(load(b) * load(a), out)
    } else if kind == .color {
      for lane in 0..<4 { out[lane] = a[lane] + b[lane] }
      out[4] = max(a[4], b[4])
    } else if kind == .path && a[0] != b[0] || !kind.adds {
      out.update(from: b, count: lanes)
    } else {
      for lane in 0..<lanes { out[lane] = a[lane] + b[lane] }
      if kind == .path { out[0] = a[0] }
    }
  }

  private func interpolate(
    _ kind: AnimationValue.Kind, _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ u: Double, lanes: Int,
    pair: Int, into out: Numbers
  ) {
    switch kind {
    case .number, .point, .size, .rect, .numbers:
      for lane in 0..<lanes { out[lane] = a[lane] * (1 - u) + b[lane] * u }
    case .integer:
      out[0] = (a[0] * (1 - u) + b[0] * u).rounded(.toNearestOrAwayFromZero)
    case .boolean, .token: out[0] = u == 0 ? a[0] : b[0]
    case .color:
      let isColor = a[4] != 0 && b[4] != 0
      for lane in 0..<4 { out[lane] = isColor ? a[lane] * (1 - u) + b[lane] * u : 0 }
      out[4] = isColor ? 1 : 0
    case .contents: (out[0], out[1], out[2]) = (a[1], b[1], u)
    case .path:
      if a[0] == b[0] {
        for lane in 1..<lanes { out[lane] = a[lane] * (1 - u) + b[lane] * u }
        out[0] = a[0]
      } else {
        let jumps = choices.pathsJumpHalfWay ? u >= 0.5 : u > 0
        out.update(from: jumps ? b : a, count: lanes)
      }
    case .transform:
      let blend = pair >= 0 ? pairs[pair].value(at: u) : TransformPair(load(a), load(b)).value(at: u)
      store(blend, out)
    }
  }

  /// Returns the last index whose time is not after `u`; 0 if all `count` times are after it.
  private func slot(_ u: Double, _ times: UnsafePointer<Double>, _ count: Int) -> Int {
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= u { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the segment that contains `u`, and the eased fraction of that segment. There is one segment less than there are times. With `holds`,
  /// or if the segment has an easing, a fraction outside [0, 1] is moved to the nearer end.
  private func segment(
    _ u: Double, times: UnsafePointer<Double>, segments: Int, firstCurve: Int, curveCount: Int, holds: Bool
  ) -> (Int, Double) {
    let index = min(slot(u, times, segments + 1), segments - 1)
    let width = times[index + 1] - times[index]
    var s = width > 0 ? (u - times[index]) / width : 1
    if holds || index < curveCount { s = min(max(s, 0), 1) }
    return (index, index < curveCount ? curves[firstCurve + index].value(at: s) : s)
  }

  private func keyframes(
    _ table: SamplerProgram.KeyframeTable, _ kind: AnimationValue.Kind, _ u: Double, into out: Numbers
  ) {
    let values = pool + table.values
    let times = pool + table.times
    let lanes = table.lanes
    if table.mode == .discrete {
      let index = min(slot(u, times, table.timeCount), table.count - 1)
      out.update(from: values + index * lanes, count: lanes)
      return
    }
    if table.spline >= 0 {
      let (segment, s) = curveTables[table.spline].place(at: u)
      curveTables[table.spline].position(segment, s, into: out)
      finishCubic(kind, values + segment * lanes, lanes: lanes, out)
      return
    }
    let (index, s) = segment(
      u, times: times, segments: table.count - 1, firstCurve: table.firstCurve, curveCount: table.curveCount,
      holds: choices.keyframesHoldOvershoot)
    let a = values + index * lanes
    let b = a + lanes
    guard table.tangents >= 0 else {
      interpolate(
        kind, a, b, s, lanes: lanes, pair: table.firstPair >= 0 ? table.firstPair + index : -1, into: out)
      return
    }
    let leaving = pool + table.tangents + index * 2 * lanes
    let arriving = leaving + lanes
    let (s2, s3) = (s * s, s * s * s)
    let (h00, h10) = (2 * s3 - 3 * s2 + 1, s3 - 2 * s2 + s)
    let (h01, h11) = (3 * s2 - 2 * s3, s3 - s2)
    for lane in 0..<lanes {
      out[lane] = h00 * a[lane] + h10 * leaving[lane] + h01 * b[lane] + h11 * arriving[lane]
    }
    finishCubic(kind, a, lanes: lanes, out)
  }

  /// Corrects the result of a spline, which computes plain numbers: a whole number is rounded, and a colour is none if one of the segment's ends is
  /// none.
  private func finishCubic(
    _ kind: AnimationValue.Kind, _ segment: UnsafePointer<Double>, lanes: Int, _ out: Numbers
  ) {
    if kind == .integer { out[0] = out[0].rounded(.toNearestOrAwayFromZero) }
    guard kind == .color else { return }
    let isColor = segment[4] != 0 && segment[lanes + 4] != 0
    for lane in 0..<4 where !isColor { out[lane] = 0 }
    out[4] = isColor ? 1 : 0
  }

  private func place(on path: SamplerProgram.MotionPath, at u: Double) -> (segment: Int, parameter: Double) {
    let times = pool + path.times
    switch path.mode {
    case .paced, .cubicPaced: return curveTables[path.curveTable].place(at: u)
    case .discrete:
      return (min(slot(u, times, path.timeCount), curveTables[path.curveTable].segmentCount - 1), 0)
    case .linear, .cubic:
      return segment(
        u, times: times, segments: path.timeCount - 1, firstCurve: path.firstCurve, curveCount: path.curveCount,
        holds: true)
    }
  }

  /// Adds the value of a full cycle once for each completed cycle.
  private func accumulate(_ operation: Operation, _ value: Numbers, _ whole: Numbers, cycles: Double) {
    HardState.cyclesAdded.reach()
    let kind = operation.kind
    if kind == .transform {
      var power = load(whole)
      var result = load(value)
      var left = cycles < 0x1p53 ? UInt64(cycles) : 0
      while left > 0 {
        if left & 1 == 1 { result = result * power }
        power = power * power
        left >>= 1
      }
      store(result, value)
    } else if kind == .path {
      guard value[0] == whole[0] else { return }
      for lane in 1..<operation.lanes { value[lane] += cycles * whole[lane] }
    } else if kind.adds {
      for lane in 0..<(kind == .color ? 4 : operation.lanes) { value[lane] += cycles * whole[lane] }
    }
  }

  /// Replaces the value in the row by the animation's value, or adds it.
  private func combine(_ operation: Operation, _ value: Numbers, row: Numbers) {
    if let function = operation.valueFunction {
      let matrix = function.transform(value)
      let out = row + operation.target
      store(operation.isAdditive ? matrix * load(out) : matrix, out)
    } else if operation.transformComponent != .whole {
      var parts = TransformComponents(load(row + operation.target))
      let component = operation.transformComponent
      let isAdditive = operation.isAdditive
      if component == .scale && isAdditive {
        parts.scale += SIMD3(repeating: value[0])
      } else {
        parts[component] = isAdditive ? parts[component] + value[0] : value[0]
      }
      if operation.lanes > 1 {
        parts.translation.y = isAdditive ? parts.translation.y + value[1] : value[1]
      }
      store(parts.transform, row + operation.target)
    } else if operation.isAdditive {
      let out = row + operation.offset
      add(operation.kind, UnsafePointer(out), UnsafePointer(value), lanes: operation.lanes, into: out)
    } else {
      (row + operation.offset).update(from: value, count: operation.lanes)
    }
  }
}
