import LayoutPlugin
import SceneModel

extension SamplerCompiler {
  mutating func addCurves(_ curves: [TimingFunction], segments: Int) -> (first: Int, count: Int) {
    let first = program.curves.count
    for curve in curves.prefix(segments) { program.curves.append(CubicBezier(curve)) }
    return (first, program.curves.count - first)
  }

  /// Returns the key times if they can be used; nil if they cannot, or if there are none.
  func usable(_ keyTimes: [Double]?) -> [Double]? {
    guard let keyTimes, !keyTimes.isEmpty else { return nil }
    var last = 0.0
    for time in keyTimes {
      guard time.isFinite, time >= last, time <= 1 else { return nil }
      last = time
    }
    return keyTimes
  }

  mutating func motionPath(_ keyframes: Keyframes) -> Int? {
    guard let path = keyframes.path, let table = CurveTable(path) else { return nil }
    HardState.motionAlongAPath.reach()
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
        timeCount: keyTimes.count, firstCurve: firstCurve, curveCount: curveCount))
    program.pool += keyTimes
    return program.motionPaths.count - 1
  }

  mutating func keyframeTable(_ keyframes: Keyframes, _ operation: SamplerProgram.Operation) -> Int? {
    let lanes = operation.lanes
    let mode = keyframes.mode
    let times = mode == .paced || mode == .cubicPaced ? nil : usable(keyframes.keyTimes)
    // Only as many values are used as there are times, and the reverse. A discrete animation may have one time more, the end of its last value.
    let count = min(keyframes.values.count, times?.count ?? .max)
    guard count >= 2 else { return nil }
    let first = program.pool.count
    for value in keyframes.values.prefix(count) { shapes.appendLanes(of: value, count: lanes, to: &program.pool) }
    let firstTime = program.pool.count
    if let times {
      program.pool += times.prefix(mode == .discrete ? count + 1 : count)
    } else if mode == .paced {
      appendPacedTimes(first, count, lanes)
    } else {
      for index in 0..<count { program.pool.append(Double(index) / Double(mode == .discrete ? count : count - 1)) }
    }
    let usesCurves = mode == .linear || mode == .cubic
    let (firstCurve, curveCount) = addCurves(usesCurves ? keyframes.timingFunctions : [], segments: count - 1)
    var table = SamplerProgram.KeyframeTable(
      mode: mode, count: count, lanes: lanes, values: first, times: firstTime,
      timeCount: program.pool.count - firstTime, firstCurve: firstCurve, curveCount: curveCount)
    if operation.kind == .transform {
      table.firstPair = program.pairs.count
      for place in stride(from: first, to: first + (count - 1) * lanes, by: lanes) {
        program.pairs.append(TransformPair(transform(at: place), transform(at: place + lanes)))
      }
    }
    if mode == .cubic || mode == .cubicPaced,
      operation.kind.isVector || operation.kind == .integer || operation.kind == .color
    {
      table.tangents = program.pool.count
      appendTangents(keyframes, table)
      if mode == .cubicPaced {
        table.spline = addSpline(table)
        program.pool.removeLast(program.pool.count - table.tangents)
        table.tangents = -1
      }
    }
    program.keyframeTables.append(table)
    return program.keyframeTables.count - 1
  }

  mutating func appendPacedTimes(_ first: Int, _ count: Int, _ lanes: Int) {
    HardState.keyframesPaced.reach()
    let start = program.pool.count
    var total = 0.0
    program.pool.append(0)
    for place in stride(from: first, to: first + (count - 1) * lanes, by: lanes) {
      var square = 0.0
      for lane in place..<place + lanes {
        let step = program.pool[lane] - program.pool[lane + lanes]
        square += step * step
      }
      total += square.squareRoot()
      program.pool.append(total)
    }
    for index in 0..<count {
      let even = Double(index) / Double(count - 1)
      program.pool[start + index] = total > 0 && total.isFinite ? program.pool[start + index] / total : even
    }
  }

  /// Appends the Kochanek-Bartels tangents of each segment: leaving its first value, and arriving at its second.
  mutating func appendTangents(_ keyframes: Keyframes, _ table: SamplerProgram.KeyframeTable) {
    HardState.keyframesSmoothed.reach()
    let (count, lanes) = (table.count, table.lanes)
    let sign = choices.cubicSigns == .published ? 1.0 : -1.0
    func parameter(_ list: [Double], _ index: Int) -> Double { index < list.count ? min(max(list[index], -1), 1) : 0 }
    let start = program.pool.count
    program.pool += repeatElement(0, count: 2 * lanes * (count - 1))
    program.pool.withUnsafeMutableBufferPointer { pool in
      func interval(_ segment: Int) -> Double {
        let segment = min(max(segment, 0), count - 2)
        return pool[table.times + segment + 1] - pool[table.times + segment]
      }
      func step(_ from: Int, _ lane: Int) -> Double {
        // Beyond the ends the values go on as a mirror image.
        let place = table.values + min(max(from, 0), count - 2) * lanes + lane
        return pool[place + lanes] - pool[place]
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
      for segment in 0..<(count - 1) {
        for lane in 0..<lanes {
          pool[start + 2 * segment * lanes + lane] = tangent(segment, lane, leaving: true)
          pool[start + (2 * segment + 1) * lanes + lane] = tangent(segment + 1, lane, leaving: false)
        }
      }
    }
  }

  /// Adds the spline through a table's values, with the table's tangents, to `curveTables`. Returns the spline's index there.
  mutating func addSpline(_ table: SamplerProgram.KeyframeTable) -> Int {
    let lanes = table.lanes
    var coefficients: [Double] = []
    for segment in 0..<(table.count - 1) {
      func number(_ first: Int, _ place: Int, _ lane: Int) -> Double { program.pool[first + place * lanes + lane] }
      func rise(_ lane: Int) -> Double {
        number(table.values, segment + 1, lane) - number(table.values, segment, lane)
      }
      func leaving(_ lane: Int) -> Double { number(table.tangents, 2 * segment, lane) }
      func arriving(_ lane: Int) -> Double { number(table.tangents, 2 * segment + 1, lane) }
      for lane in 0..<lanes { coefficients.append(number(table.values, segment, lane)) }
      for lane in 0..<lanes { coefficients.append(leaving(lane)) }
      for lane in 0..<lanes { coefficients.append(3 * rise(lane) - 2 * leaving(lane) - arriving(lane)) }
      for lane in 0..<lanes { coefficients.append(leaving(lane) + arriving(lane) - 2 * rise(lane)) }
    }
    program.curveTables.append(CurveTable(dimensions: lanes, coefficients: coefficients))
    return program.curveTables.count - 1
  }
}
