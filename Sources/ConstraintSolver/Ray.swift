import SceneModel

/// While one constant moves and no row changes sides, every value is a straight line in it.
///
/// The second edit of the same constant in a row works out how fast each value moves: the derivative solves the same
/// equations as the values do, with other right sides, so slopes are as exact as values. From then on an edit costs one
/// multiplication and one addition for each value that moves. A block whose rows would change sides is solved
/// again by itself, together with what is peeled off it. The nodes stay where they were when the ray began;
/// whatever else happens brings them up to date first.
struct Ray {
  /// A block on the ray, and between which constants its rows stay on their sides.
  struct Piece: BitwiseCopyable {
    var node: Int32
    var interval: Interval
  }

  /// The row whose constant was edited last, alone; -1 when something else was.
  var row: Int32 = -1
  /// Values are on the ray: `variables` still holds the values at `origin`.
  var isFollowed = false
  var isReady = false
  /// Edits to wait before another ray is worth trying, and how many the last disappointment cost.
  var patience = 0
  var penalty = 1
  /// Edits that this ray has carried. Its slopes cost as much as a few evaluations.
  var length = 0
  private static let worthwhileLength = 16
  /// The constant at which `starts` hold.
  var origin = 0.0
  /// Within this no block has to be looked at.
  var present = Interval()
  /// Beyond this the ray ends.
  var whole = Interval()
  /// What moves: variables, their values at `origin`, how fast these rise, and what was reported last.
  var slots = Buffer<Int32>()
  private(set) var variables = Buffer<Variable>()
  var starts = Buffer<Approximation>()
  var rises = Buffer<Approximation>()
  private(set) var reported = Buffer<Double>()
  /// The same for a plain sweep, in steps of the grid: one double of each, and how far from a step the line may lie before
  /// more than one double is needed, as long as the constant is within `reach` of `origin`.
  private var values = Buffer<Double>()
  private var slopes = Buffer<Double>()
  private var limits = Buffer<Double>()
  private var reach = 1.0
  /// What the sweep has found of one stretch; not a number where it is in doubt.
  private(set) var swept = Buffer<Double>()
  /// Every node on the ray; some more than once.
  var nodes = Buffer<Int32>()
  var pieces = Buffer<Piece>()
  /// Nodes whose slopes must be worked out.
  var dirty = NodeSet()
  /// Of the block at hand.
  var boundRates = Buffer<Approximation>()
  var rates = Buffer<Approximation>()

  func free() {
    slots.free()
    variables.free()
    starts.free()
    rises.free()
    reported.free()
    values.free()
    slopes.free()
    limits.free()
    swept.free()
    nodes.free()
    pieces.free()
    dirty.free()
    boundRates.free()
    rates.free()
  }
}

extension Ray {
  /// What the sweep of a stretch says of it as a whole.
  enum Sweep {
    case allChanged
    case noneChanged
    /// Or some are in doubt.
    case mixed
  }

  /// One multiplication and one addition for each of the values from `first` on, rounded to the grid. Returns how many.
  mutating func sweep(from first: Int, to constant: Double) -> (count: Int, Sweep) {
    let count = min(Run.length, slots.count - first)
    if swept.count < count { swept.append(repeating: 0, count: count - swept.count) }
    let step = constant - origin
    if step.magnitude > reach { widen(to: step.magnitude * 2) }
    let steps = Lanes(repeating: step)
    let (values, slopes, limits) = (values.base + first, slopes.base + first, limits.base + first)
    let (swept, reported) = (swept.base, reported.base + first)
    var isCertain = SIMDMask<SIMD2<Int64>>(repeating: true)
    var isEqual = isCertain
    var isDifferent = isCertain

    @inline(__always)
    func take(_ lanes: Place) {
      let line = lanes.load(values) + lanes.load(slopes) * steps
      // Adding and taking away 1.5 * 2^52 rounds to a whole number, ties to even, up to 2^51; never to -0.
      let whole = (line + Lanes(repeating: 0x1.8p52)) - Lanes(repeating: 0x1.8p52)
      let (distance, limit) = (line - whole, lanes.load(limits))
      let isNear = (distance .< limit) .& (-distance .< limit)
      let value = whole * Lanes(repeating: 0x1p-20)
      let isSame = value .== lanes.load(reported)
      lanes.store(value.replacing(with: .nan, where: .!isNear), swept)
      isCertain = isCertain .& isNear
      isEqual = isEqual .& isSame
      isDifferent = isDifferent .& .!isSame
    }
    var next = 0
    while next + Lanes.scalarCount <= count {
      take(Place(first: next, last: Int.max))
      next += Lanes.scalarCount
    }
    if next < count { take(Place(first: next, last: count - 1)) }
    if !all(isCertain) { return (count, .mixed) }
    return (count, all(isDifferent) ? .allChanged : all(isEqual) ? .noneChanged : .mixed)
  }

  private typealias Lanes = SIMD2<Double>

  /// Where lanes lie in an array; beyond `last`, the last again.
  private struct Place {
    var first: Int
    var last: Int

    @inline(__always)
    func load(_ numbers: UnsafeMutablePointer<Double>) -> Lanes {
      if last == Int.max { return UnsafeRawPointer(numbers + first).loadUnaligned(as: Lanes.self) }
      var lanes = Lanes()
      for q in 0..<Lanes.scalarCount { lanes[q] = numbers[min(first + q, last)] }
      return lanes
    }

    @inline(__always)
    func store(_ lanes: Lanes, _ numbers: UnsafeMutablePointer<Double>) {
      if last == Int.max {
        UnsafeMutableRawPointer(numbers + first).storeBytes(of: lanes, as: Lanes.self)
      } else {
        for q in 0..<Lanes.scalarCount { numbers[min(first + q, last)] = lanes[q] }
      }
    }
  }

  /// The values that the sweep has found are those reported last.
  func takeSwept(from first: Int, count: Int) { (reported.base + first).update(from: swept.base, count: count) }

  private mutating func widen(to distance: Double) {
    reach = distance
    for q in 0..<slots.count { limits[q] = limit(at: q) }
  }

  var isShort: Bool { length < Ray.worthwhileLength }

  mutating func raisePenalty() { penalty = min(64, penalty * 2) }

  mutating func append(_ slot: Int32, _ variable: Variable, reported last: Double) {
    slots.append(slot)
    variables.append(variable)
    starts.append(.zero)
    rises.append(.zero)
    reported.append(last)
    values.append(0)
    slopes.append(0)
    limits.append(0)
  }

  subscript(place: Int) -> (start: Approximation, rise: Approximation) {
    get { (starts[place], rises[place]) }
    set {
      (starts[place], rises[place]) = newValue
      (values[place], slopes[place]) = (newValue.start.value * 0x1p20, newValue.rise.value * 0x1p20)
      limits[place] = limit(at: place)
    }
  }

  /// Half a step, less the roundings of the sweep and the margin; a line that leaves the range is in doubt.
  private func limit(at place: Int) -> Double {
    let (start, rise) = (starts[place], rises[place])
    if start.value.magnitude + rise.value.magnitude > 0x1p30 { return -1 }
    return 0.5 - (Ray.doubt(start) + 0x1p-48 + Ray.doubt(rise) * reach)
  }

  private static func doubt(_ number: Approximation) -> Double {
    number.value.magnitude * 0x1p-28 + number.margin * 0x1p20
  }

  mutating func removeAll() {
    slots.removeAll()
    variables.removeAll()
    starts.removeAll()
    rises.removeAll()
    reported.removeAll()
    values.removeAll()
    slopes.removeAll()
    limits.removeAll()
    reach = 1
    nodes.removeAll()
    pieces.removeAll()
    dirty.removeAll()
    isFollowed = false
    isReady = false
    length = 0
  }
}
