/// How the blocks in a sweep move where its constant has been, to be taken up again when it comes back there.
///
/// A block reads only what is straight all along the sweep, and its values are a function of what it reads: between two
/// constants they are always the same, whatever the way there.
struct PieceMemory: ~Copyable {
  /// How one block moves between two constants.
  struct Piece: BitwiseCopyable {
    var interval: Interval
    /// The constant at which its starts hold.
    var origin: Double
    /// Of its first variable, in `starts` and `rises`.
    fileprivate(set) var first: Int32
    /// The same block's piece that was used before this one; -1 for none.
    fileprivate var next: Int32 = -1
  }

  /// Of one block: the frames of a second. A drag through more breakpoints finds the last ones again when it turns round.
  static let mostPieces = 64
  /// Of all blocks; 48 bytes each, and 32 for each piece.
  private static let mostNumbers = 1 << 18
  private static let muchRoom = 1 << 14

  private(set) var starts = Buffer<Approximation>()
  private(set) var rises = Buffer<Approximation>()
  private var pieces = Buffer<Piece>()
  /// By block, the piece used last; -1, or beyond the end, for none.
  private var latest = Buffer<Int32>()
  /// How often a piece was found, and how often there was none.
  private(set) var found = 0
  private(set) var missed = 0

  /// Forgets everything, and keeps little room.
  mutating func removeAll() {
    if starts.capacity > PieceMemory.muchRoom {
      self = PieceMemory()
      return
    }
    starts.removeAll()
    rises.removeAll()
    pieces.removeAll()
    latest.removeAll()
    (found, missed) = (0, 0)
  }

  /// The piece of a block that tells how it moves around a constant.
  mutating func piece(of block: Int32, at constant: Double) -> Piece? {
    var previous: Int32 = -1
    var p = block < latest.count ? latest[block] : -1
    while p >= 0, !pieces[p].interval.contains(constant) { (previous, p) = (p, pieces[p].next) }
    guard p >= 0 else {
      missed += 1
      return nil
    }
    found += 1
    if previous >= 0 {
      pieces[previous].next = pieces[p].next
      pieces[p].next = latest[block]
      latest[block] = p
    }
    return pieces[p]
  }

  /// Keeps how a block of so many variables moves, if need be in exchange for the piece longest unused; `number` tells a
  /// variable's value at `origin`.
  mutating func keep(
    _ interval: Interval, of block: Int32, at origin: Double, rises present: borrowing Buffer<Approximation>,
    _ number: (_ variable: Int) -> Approximation
  ) {
    let count = present.count
    if latest.count <= block { latest.append(repeating: -1, count: Int(block) + 1 - latest.count) }
    guard let p = place(for: block, count: count) else { return }
    let first = pieces[p].first
    pieces[p] = Piece(interval: interval, origin: origin, first: first, next: latest[block])
    latest[block] = p
    for v in 0..<count {
      starts[Int(first) + v] = number(v)
      rises[Int(first) + v] = present[v]
    }
  }

  /// A piece that is in no list.
  private mutating func place(for block: Int32, count: Int) -> Int32? {
    var (previous, last): (Int32, Int32) = (-1, latest[block])
    var known = last < 0 ? 0 : 1
    while last >= 0, pieces[last].next >= 0 {
      (previous, last) = (last, pieces[last].next)
      known += 1
    }
    if known < PieceMemory.mostPieces, starts.count + count <= PieceMemory.mostNumbers {
      let first = starts.append(repeating: .zero, count: count)
      rises.append(repeating: .zero, count: count)
      pieces.append(Piece(interval: Interval(), origin: 0, first: Int32(first)))
      return Int32(pieces.count - 1)
    }
    if last < 0 { return nil }
    if previous < 0 { latest[block] = -1 } else { pieces[previous].next = -1 }
    return last
  }
}
