import SceneModel

/// What the last transaction changed, when all it did was to take one row from a block, or to put one there.
///
/// The next one mostly does the opposite: a view is hidden and shown, a cell unfolded and folded. The constraints are
/// then what they were before, and so are the values: the block is solved, and what is computed from it is not.
///
/// Whoever holds it frees it.
struct Toggle {
  enum Mode: BitwiseCopyable {
    case none
    /// The present transaction changes one row of `node`; what it changes is noted.
    case recording
    /// The opposite of the last transaction would bring back what is noted.
    case known
    /// The present transaction is that.
    case returning
  }

  struct Change: BitwiseCopyable {
    var slot: Int32
    /// In the other state.
    var number: Approximation
  }

  var mode = Mode.none
  /// Whether the last transaction put the row there.
  var isPresent = false
  /// The block's; -1 until the row was found in one.
  var node: Int32 = -1
  // What the row says; its block knows the rest.
  var id: UInt32 = 0
  var constant = 0.0
  var terms = Buffer<Term<Double>>()
  var changes = Buffer<Change>()

  func free() {
    terms.free()
    changes.free()
  }

  /// The row was found in a block.
  mutating func noteBlock(_ node: Int32) {
    switch mode {
    case .recording: self.node = node
    case .returning where self.node != node: mode = .none
    default: break
    }
  }

  /// A value is about to change.
  mutating func note(_ slot: Int, _ number: Approximation) { changes.append(Change(slot: Int32(slot), number: number)) }

  /// The transaction stands.
  mutating func finish() {
    switch mode {
    case .recording where node >= 0, .known: mode = .known
    // The block had nothing to tell, or was not even asked.
    case .returning where changes.isEmpty: mode = .known
    default: mode = .none
    }
  }
}

extension System {
  /// Looks at the edits that were made, before they are worked out.
  mutating func considerToggle() {
    guard let inverse = onlyInverse, inverse.kind == .removeRow || inverse.kind == .restoreRow, dirty.isCertainlyEmpty
    else {
      toggle.mode = .none
      return
    }
    let slot = Int(inverse.slot)
    let isPresent = rows[slot].isAlive
    if toggle.mode == .known, toggle.isPresent != isPresent, isToggled(slot) {
      toggle.mode = .returning
    } else {
      toggle.mode = .recording
      toggle.node = -1
      toggle.changes.removeAll()
      (toggle.id, toggle.constant) = (rows[slot].id, demands[slot].constant)
      toggle.terms.removeAll()
      for q in 0..<rows[slot].termCount { toggle.terms.append(toggleTerm(q, of: slot)) }
    }
    toggle.isPresent = isPresent
  }

  /// Whether the row is the one that was toggled last, as far as its block does not know.
  private func isToggled(_ slot: Int) -> Bool {
    guard toggle.id == rows[slot].id, toggle.constant == demands[slot].constant,
      toggle.terms.count == Int(rows[slot].termCount)
    else { return false }
    return (0..<rows[slot].termCount).allSatisfy { toggle.terms[$0] == toggleTerm($0, of: slot) }
  }

  private func toggleTerm(_ q: Int32, of slot: Int) -> Term<Double> {
    let term = terms[rows[slot].firstTerm + q]
    return Term(index: term.variable, value: term.coefficient)
  }

  /// Gives what the last transaction changed its values from before, and notes the present ones. One pass sets no value
  /// twice, so the order does not matter.
  mutating func returnValues() {
    for q in 0..<toggle.changes.count {
      let change = toggle.changes[q]
      toggle.changes[q].number = values[change.slot].number
      values[change.slot].number = change.number
      enqueue(Int(change.slot))
    }
    toggle.mode = .known
  }
}
