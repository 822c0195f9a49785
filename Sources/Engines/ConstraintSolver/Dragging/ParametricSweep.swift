import SceneModel

/// A parametric sweep: while one constant moves and no row changes sides (gets to the other side of its bound), every
/// value is linear in the constant. The second consecutive edit of the same constant computes the slope of each value. The
/// derivative solves the same equations as the values, with other right sides, so slopes are as exact as values. From
/// then on an edit costs one multiplication and one addition per value. A block whose rows would change sides takes up
/// the piece (the slopes and their interval) on which it moved before, or is solved again by itself together with the
/// variables that are computed from it. The nodes stay as they were when the sweep began; any other edit brings them up
/// to date first.
struct ParametricSweep: ~Copyable {
  /// The row whose constant the last edits set, and nothing else; -1 if they edited something else.
  var row: Int32 = -1
  /// Whether the sweep holds the present values. The system's tables then still hold the values with which the sweep began.
  var isFollowed = false
  var isReady = false
  /// The number of edits to wait before another sweep is tried. `penalty` is the number to wait after the next sweep that does not pay.
  var patience = 0
  var penalty = 1
  /// The number of edits for which the sweep was used. Computing its slopes costs as much as a few evaluations.
  var length = 0
  private static let worthwhileLength = 16
  /// The slots and ids of the variables in the sweep, by place.
  private(set) var slots = Buffer<Int32>()
  private(set) var variables = Buffer<Variable>()
  /// The values reported last, by place in the sweep.
  private(set) var reported = Buffer<Double>()
  /// The motion of all values.
  var line = Line()
  /// The values of one stretch before it moved.
  private(set) var before = Buffer<Double>()
  /// All nodes that take part in the sweep.
  var nodes = NodeSet()
  /// The pieces on which the blocks moved in other intervals of the constant.
  var memory = PieceMemory()
  /// The exact lines by slot, for variables that depend on no block and needed fractions.
  var exactLines: [Int32: ExactLine] = [:]
  /// The nodes whose slopes must be computed.
  var dirty = NodeSet()
  /// The slopes of the bounds and of the variables of one block, for use within one call.
  var boundRates = Buffer<Approximation>()
  var rates = Buffer<Approximation>()
}

extension ParametricSweep {
  var isShort: Bool { length < ParametricSweep.worthwhileLength }

  /// Doubles the number of edits to wait after a sweep that did not pay, up to 64.
  mutating func raisePenalty() { penalty = min(64, penalty * 2) }

  /// Starts counting edits of another row's constant; -1 for any other edit. The first edit costs no more than any other.
  mutating func begin(_ row: Int32) {
    (self.row, patience, penalty) = (row, 1, 1)
  }

  mutating func append(_ slot: Int32, _ variable: Variable, _ number: Approximation, reported last: Double) {
    slots.append(slot)
    variables.append(variable)
    reported.append(last)
    line.append(number)
  }

  /// Copies the values reported last, when the sweep begins to be followed. `value` returns the value of a slot.
  mutating func takeReported(_ value: (_ slot: Int32) -> Double) {
    for q in 0..<slots.count { reported[q] = value(slots[q]) }
  }

  /// Moves the stretch that begins at `first`: its reported values become the new ones, NaN where in doubt. Returns its
  /// length too.
  mutating func advance(from first: Int, to constant: Double) -> (count: Int, Line.Outcome) {
    let count = min(Line.stretch, slots.count - first)
    if before.count < count { before.append(repeating: 0, count: count - before.count) }
    return (
      count,
      line.advance(from: first, count: count, to: constant, numbers: reported.base + first, before: before.base)
    )
  }

  /// Restores the reported values of a stretch.
  func takeBackAdvance(from first: Int, count: Int) { (reported.base + first).update(from: before.base, count: count) }

  mutating func removeAll() {
    slots.removeAll()
    variables.removeAll()
    reported.removeAll()
    line.start(at: 0)
    nodes.removeAll()
    memory.removeAll()
    if !exactLines.isEmpty { exactLines.removeAll() }
    dirty.removeAll()
    isFollowed = false
    isReady = false
    length = 0
  }
}
