import SceneModel

/// While one constant moves and no row changes sides, every value is a straight line in it.
///
/// The second edit of the same constant in a row works out how fast each value moves: the derivative solves the same
/// equations as the values do, with other right sides, so slopes are as exact as values. From then on an edit costs one
/// multiplication and one addition for each value that moves. A block whose rows would change sides takes up the piece that
/// it moved along when the constant was there before, or is solved again by itself, and what is peeled off it follows. The
/// nodes stay where they were when the sweep began; whatever else happens brings them up to date first.
struct ParametricSweep: ~Copyable {
  /// The row whose constant was edited last, alone; -1 when something else was.
  var row: Int32 = -1
  /// Values are in the sweep: the system's tables still hold those from which it began.
  var isFollowed = false
  var isReady = false
  /// Edits to wait before another sweep is worth trying, and how many the last disappointment cost.
  var patience = 0
  var penalty = 1
  /// Edits that this sweep has carried. Its slopes cost as much as a few evaluations.
  var length = 0
  private static let worthwhileLength = 16
  /// The variables in the sweep, by place.
  private(set) var slots = Buffer<Int32>()
  private(set) var variables = Buffer<Variable>()
  /// The values that were reported last.
  private(set) var reported = Buffer<Double>()
  /// How all of it moves.
  var line = Line()
  /// The values of one stretch that were reported before it moved.
  private(set) var before = Buffer<Double>()
  /// Every node in the sweep.
  var nodes = NodeSet()
  /// How its blocks moved where the constant has been.
  var memory = PieceMemory()
  /// By slot, of determined variables of which fractions were asked.
  var exactLines: [Int32: ExactLine] = [:]
  /// Nodes whose slopes must be worked out.
  var dirty = NodeSet()
  /// Of the block at hand.
  var boundRates = Buffer<Approximation>()
  var rates = Buffer<Approximation>()
}

extension ParametricSweep {
  var isShort: Bool { length < ParametricSweep.worthwhileLength }

  mutating func raisePenalty() { penalty = min(64, penalty * 2) }

  /// Another row's constant is edited, or with -1 something else. The first edit of many costs no more than any.
  mutating func begin(_ row: Int32) {
    (self.row, patience, penalty) = (row, 1, 1)
  }

  mutating func append(_ slot: Int32, _ variable: Variable, _ number: Approximation, reported last: Double) {
    slots.append(slot)
    variables.append(variable)
    reported.append(last)
    line.append(number)
  }

  /// Puts what stands still behind what moves, so that few stretches change in part. `move` is told where each slot comes.
  mutating func putStillPlacesLast(_ move: (_ slot: Int32, _ place: Int) -> Void) {
    var (place, last) = (0, slots.count - 1)
    while true {
      while place < last, line.isMoving(place) { place += 1 }
      while place < last, !line.isMoving(last) { last -= 1 }
      if place >= last { return }
      slots.view.swapAt(place, last)
      variables.view.swapAt(place, last)
      reported.view.swapAt(place, last)
      line.swapAt(place, last)
      move(slots[place], place)
      move(slots[last], last)
    }
  }

  /// Takes over the values that were reported last, when the sweep is entered.
  mutating func takeReported(_ value: (_ slot: Int32) -> Double) {
    for q in 0..<slots.count { reported[q] = value(slots[q]) }
  }

  /// Moves the stretch that begins at `first`: what is reported are its new values, not a number where one is in doubt.
  /// Returns its length too.
  mutating func advance(from first: Int, to constant: Double) -> (count: Int, Line.Outcome) {
    let count = min(Line.stretch, slots.count - first)
    if before.count < count { before.append(repeating: 0, count: count - before.count) }
    return (
      count,
      line.advance(from: first, count: count, to: constant, numbers: reported.base + first, before: before.base)
    )
  }

  /// The stretch could not be reported.
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
