/// How the blocks in a sweep move where its constant has been, to be taken up again when it comes back there.
///
/// A block reads only what is straight all along the sweep, and its values are a function of what it reads: between two
/// constants they are always the same, whatever the way there.
struct PieceMemory: ~Copyable {
  /// How one block moves between two constants.
  struct Piece {
    var interval: Interval
    /// The constant at which the starts hold.
    var origin: Double
    /// Of each variable: its value at `origin`, and how fast it rises.
    var motions: [(start: Approximation, rise: Approximation)]
  }

  /// Of one block: the frames of a second. A drag through more breakpoints finds the last ones again when it turns round.
  static let mostPieces = 64
  /// Of all blocks; 48 bytes each.
  private static let mostMotions = 1 << 18

  /// By block, the number of its list; -1, or beyond the end, for none.
  private var numbers = Buffer<Int32>()
  /// Of each block, the piece used last at the end.
  private var lists: [[Piece]] = []
  private var motionCount = 0

  /// The piece of a block that tells how it moves around a constant.
  mutating func piece(of block: Int32, at constant: Double) -> Piece? {
    guard block < numbers.count, numbers[block] >= 0 else { return nil }
    let list = Int(numbers[block])
    guard let q = lists[list].lastIndex(where: { $0.interval.contains(constant) }) else { return nil }
    let piece = lists[list].remove(at: q)
    lists[list].append(piece)
    return piece
  }

  /// Keeps how a block moves, if need be in exchange for the piece longest unused.
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
