/// How the blocks in a sweep move where its constant has been, to be taken up again when it comes back there.
///
/// A block reads only what is straight all along the sweep, and its values are a function of what it reads: between two
/// constants they are always the same, whatever the way there.
struct PieceMemory {
  /// How one block moves between two constants: its variables' values at `origin`, and how fast they rise.
  struct Piece {
    var interval: Interval
    var origin: Double
    var starts: [Approximation]
    var rises: [Approximation]
  }

  /// Of one block: the frames of a second. A drag through more breakpoints finds the last ones again when it turns round.
  static let mostPieces = 64
  /// Of all blocks; 48 bytes each.
  private static let mostNumbers = 1 << 18

  /// By block, the oldest first.
  private var pieces: [[Piece]] = []
  private var numberCount = 0
  /// How often a piece was found, and how often there was none.
  private(set) var found = 0
  private(set) var missed = 0

  /// The piece of a block that tells how it moves around a constant.
  mutating func piece(of block: Int32, at constant: Double) -> Piece? {
    let piece = Int(block) < pieces.count ? pieces[Int(block)].last { $0.interval.contains(constant) } : nil
    if piece == nil { missed += 1 } else { found += 1 }
    return piece
  }

  /// Keeps how a block moves, if need be in exchange for its oldest piece.
  mutating func keep(_ piece: Piece, of block: Int32) {
    numberCount += piece.starts.count
    if numberCount > PieceMemory.mostNumbers { (pieces, numberCount) = ([], piece.starts.count) }
    while pieces.count <= Int(block) { pieces.append([]) }
    if pieces[Int(block)].count == PieceMemory.mostPieces {
      numberCount -= pieces[Int(block)].removeFirst().starts.count
    }
    pieces[Int(block)].append(piece)
  }
}
