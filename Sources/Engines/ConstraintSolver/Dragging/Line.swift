import CLineSweep
import SceneModel

/// All values of a sweep as linear functions of its constant, as long as no row changes sides.
struct Line: ~Copyable {
  /// A block in the sweep, and the interval of the constant in which its rows stay on their sides.
  struct Piece: BitwiseCopyable {
    var node: Int32
    var interval: Interval
  }

  /// The constant at which `starts` hold, in points.
  private(set) var origin = 0.0
  /// The interval in which no block has to be solved.
  private(set) var present = Interval()
  /// Whether no basis has changed since the line began. Then the line is valid at `origin`, even if a row stands on its breakpoint there.
  private var isOriginal = true
  /// The interval beyond which the sweep ends.
  var whole = Interval()
  /// The values at `origin` and their slopes. The index is the variable's place in the sweep.
  private(set) var starts = Buffer<Approximation>()
  private(set) var rises = Buffer<Approximation>()
  var pieces = Buffer<Piece>()
  /// The starts and slopes as one double each, for `advance`.
  private var values = Buffer<Double>()
  private var slopes = Buffer<Double>()
  /// For each value, the largest distance from a multiple of `Tolerance.grid` at which one double suffices while the constant is within `reach` of
  /// `origin`. `leastLimits` has the smallest of these for each stretch; NaN until it is needed.
  private var limits = Buffer<Double>()
  private var leastLimits = Buffer<Double>()
  private var reach = 1.0
  /// The number of values in a stretch, which one call of `advance` moves.
  static let stretch = Run.length

  var count: Int { starts.count }

  /// Starts an empty line at a constant.
  mutating func start(at constant: Double) {
    origin = constant
    whole = Interval()
    present = whole
    isOriginal = true
    reach = 1
    starts.removeAll()
    rises.removeAll()
    pieces.removeAll()
    values.removeAll()
    slopes.removeAll()
    limits.removeAll()
    leastLimits.removeAll()
  }

  /// Appends a value that does not move.
  mutating func append(_ number: Approximation) {
    starts.append(.zero)
    rises.append(.zero)
    values.append(0)
    slopes.append(0)
    limits.append(0)
    if count > leastLimits.count * Line.stretch { leastLimits.append(.nan) }
    set(count - 1, start: number, rise: .zero)
  }

  /// Whether the line holds at a constant.
  func holds(at constant: Double) -> Bool { present.contains(constant) || isOriginal && constant == origin }

  /// Notes that the basis of some block has changed.
  mutating func noteBasisChange() {
    isOriginal = false
    narrow()
  }

  /// Computes the interval in which no block has to be solved.
  mutating func narrow() {
    present = whole
    for q in 0..<pieces.count { present.formIntersection(pieces[q].interval) }
  }

  /// Sets how one value moves.
  mutating func set(_ place: Int, start: Approximation, rise: Approximation) {
    (starts[place], rises[place]) = (start, rise)
    (values[place], slopes[place]) = (start.value, rise.value)
    limits[place] = limit(at: place)
    leastLimits[place / Line.stretch] = .nan
  }

  /// The largest distance from a multiple of `Tolerance.grid` at which one double suffices: half a step, less the roundings of `advance` and the
  /// margin. -1 if the value can leave the range of one double.
  private func limit(at place: Int) -> Double {
    let (start, rise) = (starts[place], rises[place])
    guard start.value.magnitude + rise.value.magnitude * reach < Tolerance.largestSwept else { return -1 }
    let limit = Tolerance.grid / 2 - (Line.doubt(start) + Tolerance.sweepRounding.absolute + Line.doubt(rise) * reach)
    return limit > 0 ? limit : -1
  }

  private static func doubt(_ number: Approximation) -> Double {
    number.value.magnitude * Tolerance.sweepRounding.relative + number.margin
  }

  /// The result of moving a stretch of values: whether all of them, none or some changed, or whether some are in doubt.
  enum Outcome {
    case allChanged
    case noneChanged
    case mixed
    /// One double does not suffice for some of the values.
    case doubtful
  }

  /// Moves the values of the stretch that begins at `first`: one multiplication and one addition each, rounded to a
  /// multiple of `Tolerance.grid`. A value is NaN if one double does not suffice. `numbers` holds the values reported last and receives the new
  /// ones; `before` receives the former ones. Both begin with the first of the stretch.
  mutating func advance(
    from first: Int, count: Int, to constant: Double, numbers: UnsafeMutablePointer<Double>,
    before: UnsafeMutablePointer<Double>
  ) -> Outcome {
    let step = constant - origin
    // The rounding of a slope grows with the reach: from 2²⁰ points on, one value of each run is in doubt.
    let isTooWide = reach > Tolerance.longReach && step.magnitude < reach * Tolerance.unusedReach
    if step.magnitude > reach || isTooWide { setReach(max(1, step.magnitude * 2)) }
    let found = line_sweep_run(values.base + first, slopes.base + first, step, numbers, before, count)
    // A value that is infinite or NaN has a limit of -1, which is never met.
    let isCertain = found.furthest < leastLimit(from: first, count: count)
    if !isCertain, markDoubts(from: first, count: count, step: step, in: numbers) { return .doubtful }
    return !found.isAnySame ? .allChanged : found.areAllSame ? .noneChanged : .mixed
  }

  /// The least limit of a stretch.
  private func leastLimit(from first: Int, count: Int) -> Double {
    let stretch = first / Line.stretch
    if leastLimits[stretch].isNaN {
      var least = limits[first]
      for q in first..<first + count where limits[q] < least { least = limits[q] }
      leastLimits[stretch] = least
    }
    return leastLimits[stretch]
  }

  /// Writes NaN where one double does not suffice. Returns whether there is such a place.
  private func markDoubts(from first: Int, count: Int, step: Double, in numbers: UnsafeMutablePointer<Double>) -> Bool {
    var hasDoubts = false
    for q in 0..<count {
      let distance = values[first + q] + slopes[first + q] * step - numbers[q]
      if !(distance.magnitude < limits[first + q]) {
        numbers[q] = .nan
        hasDoubts = true
      }
    }
    return hasDoubts
  }

  private mutating func setReach(_ distance: Double) {
    reach = distance
    for q in 0..<count { limits[q] = limit(at: q) }
    for q in 0..<leastLimits.count { leastLimits[q] = .nan }
  }
}
