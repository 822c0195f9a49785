/// The recorded motions of a sweep's blocks, used again when the constant comes back. A block reads only values that are linear all along the
/// sweep, and its values are a function of what it reads. So between two constants the block always moves in the same way, whatever edits came
/// before.
struct PieceMemory: ~Copyable {
  /// The motion of one block within an interval of the sweep's constant: its values at one constant, and their slopes.
  struct Piece {
    var interval: Interval
    /// The constant at which the starts hold, in points.
    var origin: Double
    /// For each variable its value at `origin`, and its slope.
    var motions: [(start: Approximation, rise: Approximation)]
  }

  /// The largest number of pieces for one block, as many as a second has frames. A drag through more breakpoints still finds the last pieces when
  /// it turns round.
  static let mostPieces = 64
  /// The largest number of motions in all blocks; 48 bytes each.
  private static let mostMotions = 1 << 18

  /// The index in `lists` for each block; -1, or beyond the end, for none.
  private var numbers = Buffer<Int32>()
  /// The pieces of each block, the one used last at the end.
  private var lists: [[Piece]] = []
  private var motionCount = 0

  /// Returns the piece of a block whose interval contains a constant, and marks it as used last. Nil if there is none.
  mutating func piece(of block: Int32, at constant: Double) -> Piece? {
    guard block < numbers.count, numbers[block] >= 0 else { return nil }
    let list = Int(numbers[block])
    guard let q = lists[list].lastIndex(where: { $0.interval.contains(constant) }) else { return nil }
    let piece = lists[list].remove(at: q)
    lists[list].append(piece)
    return piece
  }

  /// Keeps a piece; if there are too many, in place of the one unused for longest.
  mutating func keep(_ piece: Piece, of block: Int32) {
    if numbers.count <= block { numbers.append(repeating: -1, count: Int(block) + 1 - numbers.count) }
    if numbers[block] < 0 {
      numbers[block] = Int32(lists.count)
      lists.append([])
    }
    let list = Int(numbers[block])
    motionCount += piece.motions.count
    if lists[list].count == PieceMemory.mostPieces || motionCount > PieceMemory.mostMotions {
      motionCount -= piece.motions.count
      if lists[list].isEmpty { return }
      lists[list].removeFirst()
    }
    lists[list].append(piece)
  }

  mutating func removeAll() {
    numbers.removeAll()
    lists.removeAll()
    motionCount = 0
  }
}
