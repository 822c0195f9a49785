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
  var ids = Buffer<UInt32>()
  var starts = Buffer<Approximation>()
  var rises = Buffer<Approximation>()
  var reported = Buffer<Double>()
  /// The same for a plain sweep: one double of each, and how near to a middle, in steps of the grid, the line may come
  /// before more than one double is needed, as long as the constant is within `reach` of `origin`.
  private var values = Buffer<Double>()
  private var slopes = Buffer<Double>()
  private var doubts = Buffer<Float>()
  private var reach = 1.0
  /// What the sweep has found of one stretch; not a number where it is in doubt.
  private(set) var swept = Buffer<Double>()
  /// So many values at a time, which stay in the nearest memory.
  static let stretch = 512
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
    ids.free()
    starts.free()
    rises.free()
    reported.free()
    values.free()
    slopes.free()
    doubts.free()
    swept.free()
    nodes.free()
    pieces.free()
    dirty.free()
    boundRates.free()
    rates.free()
  }
}

extension Ray {
  /// One multiplication and one addition for each of the values from `first` on, rounded to the grid. Returns how many.
  mutating func sweep(from first: Int, to constant: Double) -> Int {
    let count = min(Ray.stretch, slots.count - first)
    if swept.count < count { swept.append(repeating: 0, count: count - swept.count) }
    let step = constant - origin
    if step.magnitude > reach { widen(to: step.magnitude * 2) }
    // Adding and taking away 1.5 * 2^52 rounds to a whole number, ties to even, up to 2^51.
    let magic = 0x1.8p52
    let (values, slopes, doubts) = (values.base + first, slopes.base + first, doubts.base + first)
    let swept = swept.base
    for q in 0..<count {
      let scaled = (values[q] + slopes[q] * step) * 0x1p20
      let whole = (scaled + magic) - magic
      let isCertain = 0.5 - (scaled - whole).magnitude > Double(doubts[q])
      swept[q] = isCertain ? whole * 0x1p-20 + 0 : .nan
    }
    return count
  }

  private mutating func widen(to distance: Double) {
    reach = distance
    for q in 0..<slots.count { doubts[q] = doubt(at: q) }
  }

  var isShort: Bool { length < Ray.worthwhileLength }

  mutating func raisePenalty() { penalty = min(64, penalty * 2) }

  mutating func append(_ slot: Int32, id: UInt32, reported last: Double) {
    slots.append(slot)
    ids.append(id)
    starts.append(.zero)
    rises.append(.zero)
    reported.append(last)
    values.append(0)
    slopes.append(0)
    doubts.append(0)
  }

  subscript(place: Int) -> (start: Approximation, rise: Approximation) {
    get { (starts[place], rises[place]) }
    set {
      (starts[place], rises[place]) = newValue
      (values[place], slopes[place]) = (newValue.start.value, newValue.rise.value)
      doubts[place] = doubt(at: place)
    }
  }

  /// The roundings of the sweep, and the margin; a line that leaves the range is in doubt.
  private func doubt(at place: Int) -> Float {
    let (start, rise) = (starts[place], rises[place])
    if start.value.magnitude + rise.value.magnitude > 0x1p30 { return 1 }
    return Float(Ray.doubt(start) + 0x1p-48 + Ray.doubt(rise) * reach).nextUp
  }

  private static func doubt(_ number: Approximation) -> Double {
    number.value.magnitude * 0x1p-28 + number.margin * 0x1p20
  }

  mutating func removeAll() {
    slots.removeAll()
    ids.removeAll()
    starts.removeAll()
    rises.removeAll()
    reported.removeAll()
    values.removeAll()
    slopes.removeAll()
    doubts.removeAll()
    reach = 1
    nodes.removeAll()
    pieces.removeAll()
    dirty.removeAll()
    isFollowed = false
    isReady = false
    length = 0
  }
}
