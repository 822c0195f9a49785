import LayoutPlugin
import SceneModel

/// While one constant moves and no row changes sides, every value is a straight line in it.
///
/// The second edit of the same constant in a row records how the values move and how far the constant may go before
/// a row would change sides. From then on an edit costs one multiplication and one addition for each value that moves,
/// and no node is evaluated. The nodes' own values stay where they were when the ray began; whatever else happens
/// brings them up to date first.
struct Ray {
  /// The row whose constant is edited; the last one edited alone.
  var row: Int32 = -1
  /// Values are on the ray: `variables` still holds the values at `origin`.
  var isFollowed = false
  var isReady = false
  var isRecording = false
  var isSpoiled = false
  /// The constant where the ray was recorded, and the interval in which it holds.
  var origin = 0.0
  var lower = 0.0
  var upper = 0.0
  /// How far apart the two points are that the slopes were measured between.
  var stretch = 0.0
  /// The constant before the edit that is being recorded.
  var before = 0.0
  var slots = Buffer<Int32>()
  var blocks = Buffer<Int32>()
  var values = Buffer<Double>()
  var slopes = Buffer<Double>()
  var errors = Buffer<Double>()
  var slopeErrors = Buffer<Double>()
  var reported = Buffer<Double>()
  /// Residuals of the blocks before the edit.
  var residuals = Buffer<Double>()
  var recordedBlocks: [Block] = []

  func free() {
    slots.free()
    blocks.free()
    values.free()
    slopes.free()
    errors.free()
    slopeErrors.free()
    reported.free()
    residuals.free()
  }
}

extension System {
  /// Off: a stacked feed of 20 cells that was animated for thousands of ticks came back with required rows violated by
  /// tens of points (the harness's `animate_end`), and never with rays off. A fast wrong value is worth nothing, so rays
  /// wait for the cause and for a law that plays long drags.
  static let followsRays = false

  /// Takes an edit along the ray, when it leads there.
  mutating func follow(_ id: LinearConstraint.ID, _ constant: Double) -> Bool {
    guard ray.isReady, queued.isEmpty, constant > ray.lower, constant < ray.upper else { return false }
    guard let slot = rowSlots[id.rawValue], slot == Int(ray.row) else { return false }
    // A longer stretch gives better slopes: far from where they were measured, they are measured again.
    guard (constant - ray.origin).magnitude <= ray.stretch * 8 else { return false }
    if !ray.isFollowed {
      ray.isFollowed = true
      for q in 0..<ray.slots.count {
        let slot = ray.slots[q]
        variables[slot].isMoving = true
        ray.reported[q] = variables[slot].reported
      }
      for block in ray.recordedBlocks { block.exact = nil }
    }
    rows[slot].constant = constant + 0
    return true
  }

  /// Brings nodes and values up to date with what was done along the ray, in the next sweep.
  mutating func leaveRay() {
    guard ray.isFollowed else { return }
    endRay()
    let node = Int(rows[ray.row].node)
    if node >= 0 { markDirty(node) }
  }

  private mutating func endRay() {
    ray.isFollowed = false
    ray.isReady = false
    if !exactValues.isEmpty { exactValues.removeAll() }
    for q in 0..<ray.slots.count {
      let slot = Int(ray.slots[q])
      variables[slot].isMoving = false
      variables[slot].reported = ray.reported[q]
      enqueue(slot)
    }
  }

  mutating func drainRay(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    let step = rows[ray.row].constant - ray.origin
    let reach = step.magnitude
    let (values, slopes, reported) = (ray.values.base, ray.slopes.base, ray.reported.base)
    let (errors, slopeErrors, slots) = (ray.errors.base, ray.slopeErrors.base, ray.slots.base)
    // Adding and taking away 1.5 * 2^52 rounds to a whole number, ties to even.
    let magic = 0x1.8p52
    for q in 0..<ray.slots.count {
      let scaled = (values[q] + slopes[q] * step) * 0x1p20
      let whole = (scaled + magic) - magic
      var value = whole * 0x1p-20 + 0
      let doubt = (errors[q] + slopeErrors[q] * reach) * 0x1p22
      if !(0.5 - (scaled - whole).magnitude > doubt) || scaled.magnitude > 0x1p50 {
        value = try exactRayValue(Int(slots[q]))
      }
      if value.bitPattern != reported[q].bitPattern {
        reported[q] = value
        body(Variable(variables[slots[q]].id), value)
      }
    }
  }

  /// Moving values are worked out from the rows; the doubles in `variables` are not theirs now.
  private mutating func exactRayValue(_ slot: Int) throws(PluginFault) -> Double {
    exactValues.removeAll()
    let value = try exactValue(slot).reported
    exactValues.removeAll()
    for block in ray.recordedBlocks { block.exact = nil }
    return value
  }

  // MARK: Recording

  /// Before a sweep: records it when it follows the second edit in a row of one constant alone.
  mutating func startRecording(_ edits: [SolverEdit]) {
    ray.isReady = false
    guard System.followsRays, journal.count == 1, journal[0].kind == .setConstant, edits.count == 1 else {
      ray.row = -1
      return
    }
    let row = journal[0].slot
    guard row == ray.row else {
      ray.row = row
      ray.origin = rows[row].constant
      return
    }
    ray.isRecording = true
    ray.isSpoiled = false
    // After a ray was followed, the nodes still stand where it began, not at the constant of the edit before.
    ray.before = ray.origin
    ray.slots.removeAll()
    ray.values.removeAll()
    ray.errors.removeAll()
    ray.residuals.removeAll()
    ray.recordedBlocks.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  mutating func record(_ slot: Int) {
    ray.slots.append(Int32(slot))
    ray.values.append(variables[slot].value)
    ray.errors.append(variables[slot].error)
  }

  mutating func record(_ block: Block) {
    ray.recordedBlocks.append(block)
    block.forEachResidual { residual, _ in ray.residuals.append(residual) }
  }

  /// After a sweep: turns what was recorded into a ray, unless something other than values changed.
  mutating func finishRecording() {
    guard ray.isRecording else { return }
    ray.isRecording = false
    let here = rows[ray.row].constant
    let step = here - ray.before
    ray.origin = here
    guard !ray.isSpoiled, violated.isEmpty, negative.isEmpty, step != 0, step.isFinite else { return }
    var (lower, upper) = (-Double.infinity, Double.infinity)
    func limit(_ distance: Double, _ slope: Double) {
      // How far the constant may go before a distance that shrinks at this slope is used up.
      let reach = max(distance, 0) / slope.magnitude
      if slope < 0 { upper = min(upper, here + reach) } else { lower = max(lower, here - reach) }
    }
    ray.slopes.removeAll()
    ray.slopeErrors.removeAll()
    ray.reported.removeAll()
    for q in 0..<ray.slots.count {
      let slot = ray.slots[q]
      let (value, error) = (variables[slot].value, variables[slot].error)
      let slope = (value - ray.values[q]) / step
      let before = ray.values[q]
      ray.slopes.append(slope)
      ray.slopeErrors.append(
        (ray.errors[q] + error + (value - before).ulp + value.ulp * 0x1p-1) / step.magnitude + slope.ulp)
      ray.values[q] = value
      ray.errors[q] = error + value.ulp * 2
      ray.reported.append(0)
      if variables[slot].isNonNegative, slope.magnitude > 1e-12 { limit(value - 1e-6, slope) }
      if !(value.magnitude < 0x1p30) { return }
    }
    var next = 0
    // What rounding alone may make of a residual that does not move.
    let noise = 1e-10 + 1e-11 / step.magnitude
    for block in ray.recordedBlocks {
      block.forEachResidual { residual, side in
        let slope = (residual - ray.residuals[next]) / step
        next += 1
        if slope.magnitude > noise { limit(residual.magnitude - 1e-9, side < 0 ? -slope : slope) }
      }
    }
    (ray.lower, ray.upper) = (lower, upper)
    ray.stretch = step.magnitude
    ray.isReady = true
  }
}
