import CLineSweep
import SceneModel

/// How every value in a sweep moves, as long as no row changes sides: straight, around one constant.
struct Line: ~Copyable {
  /// A block in the sweep, and between which constants its rows stay on their sides.
  struct Piece: BitwiseCopyable {
    var node: Int32
    var interval: Interval
  }

  /// The constant at which `starts` hold.
  private(set) var origin = 0.0
  /// Within this no block has to be looked at.
  private(set) var present = Interval()
  /// No block has turned since it began: it holds at `origin` although a row may stand on its breakpoint there.
  private var isOriginal = true
  /// Beyond this the line ends.
  var whole = Interval()
  /// By place in the sweep: values at `origin`, and how fast they rise.
  private(set) var starts = Buffer<Approximation>()
  private(set) var rises = Buffer<Approximation>()
  var pieces = Buffer<Piece>()
  /// The same as one double each, for `advance`.
  private var values = Buffer<Double>()
  private var slopes = Buffer<Double>()
  /// How far from the grid a value may lie before more than one double is needed, as long as the constant is within `reach`
  /// of `origin`, and the least of each stretch; that is not a number until it is asked for.
  private var limits = Buffer<Double>()
  private var leastLimits = Buffer<Double>()
  private var reach = 1.0
  /// Stretches are swept one by one.
  static let stretch = Run.length

  var count: Int { starts.count }

  /// Begins anew.
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

  /// The next place: a value that stands still.
  mutating func append(_ number: Approximation) {
    starts.append(.zero)
    rises.append(.zero)
    values.append(0)
    slopes.append(0)
    limits.append(0)
    if count > leastLimits.count * Line.stretch { leastLimits.append(.nan) }
    set(count - 1, start: number, rise: .zero)
  }

  /// Whether every value is where the line says.
  func holds(at constant: Double) -> Bool { present.contains(constant) || isOriginal && constant == origin }

  /// Blocks have been solved again elsewhere.
  mutating func turn() {
    isOriginal = false
    narrow()
  }

  mutating func narrow() {
    present = whole
    for q in 0..<pieces.count { present.formIntersection(pieces[q].interval) }
  }

  /// Changes how one value moves.
  mutating func set(_ place: Int, start: Approximation, rise: Approximation) {
    (starts[place], rises[place]) = (start, rise)
    (values[place], slopes[place]) = (start.value, rise.value)
    limits[place] = limit(at: place)
    leastLimits[place / Line.stretch] = .nan
  }

  /// How far from the grid a value may lie: half a step, less the roundings of `advance` and the margin. A line that leaves
  /// the range is in doubt.
  private func limit(at place: Int) -> Double {
    let (start, rise) = (starts[place], rises[place])
    guard start.value.magnitude + rise.value.magnitude * reach < Tolerance.largestSwept else { return -1 }
    let limit = Tolerance.grid / 2 - (Line.doubt(start) + Tolerance.sweepRounding.absolute + Line.doubt(rise) * reach)
    return limit > 0 ? limit : -1
  }

  /// Whether a value rises by more than rounding may say.
  func isMoving(_ place: Int) -> Bool { slopes[place].magnitude > Tolerance.sweepSlope }

  mutating func swapAt(_ place: Int, _ other: Int) {
    starts.view.swapAt(place, other)
    rises.view.swapAt(place, other)
    values.view.swapAt(place, other)
    slopes.view.swapAt(place, other)
    limits.view.swapAt(place, other)
    (leastLimits[place / Line.stretch], leastLimits[other / Line.stretch]) = (.nan, .nan)
  }

  private static func doubt(_ number: Approximation) -> Double {
    number.value.magnitude * Tolerance.sweepRounding.relative + number.margin
  }

  /// The result of moving a stretch, for all of its values together.
  enum Outcome {
    case allChanged
    case noneChanged
    case mixed
    /// Some are in doubt.
    case doubtful
  }

  /// One multiplication and one addition for each value of the stretch that begins at `first`, rounded to the grid; not a
  /// number where that is in doubt. `numbers`, those reported last, become the new ones, and `before` the former; both begin
  /// with the first of the stretch.
  mutating func advance(
    from first: Int, count: Int, to constant: Double, numbers: UnsafeMutablePointer<Double>,
    before: UnsafeMutablePointer<Double>
  ) -> Outcome {
    let step = constant - origin
    // What a slope's rounding adds grows with the reach: from 2^20 points on, one value of each run is in doubt.
    let isTooWide = reach > Tolerance.longReach && step.magnitude < reach * Tolerance.unusedReach
    if step.magnitude > reach || isTooWide { setReach(max(1, step.magnitude * 2)) }
    let found = line_sweep_run(values.base + first, slopes.base + first, step, numbers, before, count)
    // What is infinite, or not a number, has a limit of -1, which is never met.
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

  /// Puts no number where one double does not tell the value. Whether there is such a place.
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
