/// Sizes that are computed after blocks: a non-negative variable that occurs in one row only, a required equality, is peeled as a free variable is.
/// So the height of a stack does not make one block of all its views.
///
/// A peeled size ignores two rules: nothing keeps it from becoming negative, and stage S3 of the tie-break does not make it small. The answer is
/// the same nevertheless as long as three conditions hold, which every evaluation checks:
///
/// 1. Each block that a peeled size reads, through peeled variables too, is decided by the tiers alone. Or the block has a single variable, which is
///    non-negative, and no peeled size falls when this variable rises.
/// 2. No peeled size is negative.
/// 3. Each variable that a peeled size reads is computed by a node.
///
/// Proof (`Guides/solver.md` has it in smaller steps). Without the bounds of the peeled sizes the blocks are independent. Let X be the
/// points that the tiers and S2 then leave: a product of points and, for the single variables, of intervals. Let x be the point of X at the lower
/// ends of the intervals. At x no peeled size is negative, by 2, and elsewhere in X none is smaller, by 1. So all of X respects the bounds. X is best
/// among all points, so the tiers and S2 leave it with the bounds, too. S3 makes each single variable as small as it can be. With the bounds it also makes
/// each peeled size small in its turn. Either way it ends at x, and after that nothing that a size reads can move.
///
/// If one of the conditions does not hold, or is in doubt, the sizes of the region go back into the block (`Peeling.positions`). That is right in
/// any case. The next analyses of the row leave them there; after each failure, more analyses do so.
extension System {
  /// How peeled sizes depend on a variable.
  struct Bearing: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    /// Some peeled sizes rise when the variable rises.
    static let raises = Bearing(rawValue: 1)
    /// Some peeled sizes fall when the variable rises.
    static let lowers = Bearing(rawValue: 2)

    /// The bearing of a variable that falls when this variable rises.
    var turned: Bearing { Bearing(rawValue: rawValue >> 1 | rawValue << 1 & 2) }
  }

  /// Whether a size may be peeled off its only row. It may not if the row has another unknown that occurs in no other row, because nothing would
  /// determine that one.
  func mayPeel(_ size: Int32, off row: Int32) -> Bool {
    if !rows[row].mayDefineSize { return false }
    for t in rows[row].terms {
      let other = variables[terms[t].variable]
      if terms[t].variable != size, other.state == .unknown, other.count == 1 { return false }
    }
    return true
  }

  /// Records how the peeled sizes depend on the variables that they are computed from. `peeled` is in the order of peeling, in which each variable
  /// may read later ones. With `newNodes` (the index of the first new node), peeled variables may also read variables of older nodes.
  mutating func noteSizes(_ peeled: borrowing Buffer<Peeled>, olderThan newNodes: Int32?) {
    var older = Buffer<Int32>()
    repeat {
      for q in 0..<peeled.count {
        _ = noteOperands(of: peeled[q].row, besides: peeled[q].column, olderThan: newNodes, &older)
      }
    } while noteOlder(&older, than: newNodes)
  }

  /// Records how the peeled sizes depend on the variables from which older nodes compute those in `older`. Empties `older`. Returns whether some
  /// of the variables that it recorded are peeled in the present analysis.
  private mutating func noteOlder(_ older: inout Buffer<Int32>, than newNodes: Int32?) -> Bool {
    var reachedPeeled = false
    while let v = older.popLast() {
      let index = variables[v].node
      let node = nodes[index]
      if node.kind == .definition {
        if noteOperands(of: node.row, besides: v, olderThan: newNodes, &older) { reachedPeeled = true }
      } else if !decidesSizes(blocks[Int(node.index)]!) {
        blocks[Int(node.index)]!.markStale()
        dirty.insert(Int(index))
      }
    }
    return reachedPeeled
  }

  /// Records how peeled sizes depend on the other variables of the row that computes `column`, and lists those of older nodes. Returns whether one
  /// of these variables is peeled.
  private func noteOperands(
    of row: Int32, besides column: Int32, olderThan newNodes: Int32?, _ older: inout Buffer<Int32>
  ) -> Bool {
    let bearing = bearingOfDefined(column)
    if bearing.isEmpty { return false }
    let divisor = coefficient(of: column, in: row)
    var reachedPeeled = false
    for t in rows[row].terms where terms[t].variable != column {
      let v = terms[t].variable
      let own = (terms[t].coefficient < 0) == (divisor > 0) ? bearing : bearing.turned
      if variables[v].bearing.isSuperset(of: own) { continue }
      // Variables that depend on no block are marked, too: a block may decide them later while the row's node stays as it is.
      variables[v].bearing.formUnion(own)
      if variables[v].state == .peeled { reachedPeeled = true }
      if let newNodes, isForeign(v, olderThan: newNodes) { older.append(v) }
    }
    return reachedPeeled
  }

  /// How peeled sizes depend on a peeled variable. If the variable is a size, it counts as one of these sizes.
  func bearingOfDefined(_ column: Int32) -> Bearing {
    variables[column].isNonNegative ? variables[column].bearing.union(.raises) : variables[column].bearing
  }

  /// Whether the sizes that are computed from a solved block may stay peeled (condition 1).
  func decidesSizes(_ block: Block) -> Bool {
    if block.isDecidedByTiers { return true }
    if block.variableCount == 1 {
      let variable = variables[block.variables[0]]
      return variable.bearing.isEmpty || variable.isNonNegative && variable.bearing == .raises
    }
    return !bearsOnSize(block)
  }

  /// Whether a peeled size may be computed from the block.
  func bearsOnSize(_ block: Block) -> Bool {
    for v in 0..<block.variableCount where !variables[block.variables[v]].bearing.isEmpty { return true }
    return false
  }

  /// Removes from `pendingFree` the variables from which peeled sizes are computed, and returns them.
  mutating func takeFreeSizes() -> Buffer<Int32> {
    var taken = Buffer<Int32>()
    var kept = 0
    for q in 0..<pendingFree.count {
      let v = pendingFree[q]
      if !variables[v].bearing.isEmpty {
        taken.append(v)
      } else {
        pendingFree[kept] = v
        kept += 1
      }
    }
    pendingFree.setCount(kept)
    return taken
  }

  /// Calls a closure with each node that computes a peeled variable from `variable`.
  func forEachFollower(of variable: Int32, _ body: (Int32) -> Void) {
    var t = variables[variable].firstTerm
    while t >= 0 {
      let consumer = rows[terms[t].row].node
      if consumer >= 0, nodes[consumer].kind == .definition { body(consumer) }
      t = terms[t].next
    }
  }
}
