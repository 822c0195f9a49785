/// The order of the ratio test's candidates: a heap with the nearest on top.
extension LexicographicSimplex where T: ~Copyable {
  /// Whether candidate `a` stops the point before candidate `b`. Of two at the same distance, the one with the larger pivot stops
  /// it; by Bland's rule, the one with the lower row.
  @inline(__always)
  func isNearer(_ a: Int, _ b: Int, _ usesBlandsRule: Bool) -> Bool {
    if step[a] < step[b] { return true }
    if step[b] < step[a] { return false }
    let (p, q) = (Int(workspace.candidate[a]), Int(workspace.candidate[b]))
    if usesBlandsRule { return tableau.columnRows[p] < tableau.columnRows[q] }
    return tableau.columnValues[q].magnitude < tableau.columnValues[p].magnitude
  }

  /// Restores the heap below a candidate that may be too far away for its place.
  @inline(__always)
  func siftDown(_ start: Int, _ count: Int, _ usesBlandsRule: Bool) {
    var c = start
    while 2 * c + 1 < count {
      var child = 2 * c + 1
      if child + 1 < count, isNearer(child + 1, child, usesBlandsRule) { child += 1 }
      guard isNearer(child, c, usesBlandsRule) else { return }
      (workspace.candidate[c], workspace.candidate[child]) = (workspace.candidate[child], workspace.candidate[c])
      (step[c], step[child]) = (step[child], step[c])
      c = child
    }
  }
}
