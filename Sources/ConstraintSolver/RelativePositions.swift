/// Positions told from one another: each free variable may have an anchor, a lower one, and stands for its distance from there.
///
/// Whatever moves a view moves all that is stacked behind it. Told from their anchors only one of them moves, so that a column of
/// a tableau is as short as what really changes, and rows that tell neighbours apart get shorter too.
struct RelativePositions {
  /// Of each variable; -1: told from zero.
  private let anchors: UnsafeMutablePointer<Int32>
  private let count: Int
  private(set) var areAnchored = false

  /// Takes the first row that tells a variable from another for its anchor.
  init(count: Int, _ rows: TermLists, rowCount: Int, isFree: (Int) -> Bool) {
    self.count = count
    anchors = .allocate(capacity: count)
    anchors.initialize(repeating: -1, count: count)
    for i in 0..<rowCount {
      var last: Term?
      for term in rows[i] where isFree(Int(term.index)) && term.index > last?.index ?? -1 { last = term }
      guard let last, anchors[Int(last.index)] < 0 else { continue }
      for term in rows[i] where term.value == -last.value && isFree(Int(term.index)) {
        anchors[Int(last.index)] = term.index
        areAnchored = true
      }
    }
  }

  func free() { anchors.deallocate() }

  /// Adds a multiple of a variable to a combination of distances.
  @inline(__always)
  func add(_ variable: Int, times factor: Double, to sum: SparseVector<Double>) {
    var v = Int32(variable)
    while v >= 0 {
      sum[Int(v)] += factor
      v = anchors[Int(v)]
    }
  }

  /// Turns distances into positions.
  func place(_ values: UnsafeMutablePointer<Double>) {
    if !areAnchored { return }
    for v in 0..<count where anchors[v] >= 0 { values[v] += values[Int(anchors[v])] }
  }
}
