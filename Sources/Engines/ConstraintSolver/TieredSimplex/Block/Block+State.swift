extension Block {
  /// How far a block's answer can be trusted.
  ///
  /// ```
  ///             solve                    exact numbers agree
  ///  new ─┐   ┌───────────────► solved ──────────────────────► confirmed
  ///       ▼   │                   │ a bound changes               │
  ///  unsolved ◄── placed          ▼                               │
  ///      ▲          ▲  a row    outdated ◄────────────────────────┘
  ///      └──────────┴─ changes ───┤ the system's values are not the block's
  ///                               ▼
  ///                             stale
  /// ```
  ///
  /// A solve ends in `solved`, or in `unsolved` where doubles do not suffice. A change of rows that leaves the optimum where it is
  /// keeps `solved`, `outdated` and `stale`.
  enum State: Equatable {
    /// Never solved. If another block of the same shape was solved, the first solve tries its last basis.
    case new
    /// The simplex must run. The residuals are not those of the present bounds.
    case unsolved
    /// The simplex must run. The residuals are those of the present bounds.
    case placed
    /// The active rows were optimal, at other bounds. The system's values need no update.
    case outdated
    /// The active rows were optimal, and the system's values are not the block's: it must be evaluated though no bound changes.
    case stale
    /// The active rows are optimal at the present bounds, as far as doubles tell.
    case solved
    /// As `solved`, and exact numbers have confirmed that every row lies on the side on which it counts.
    case confirmed

    /// Whether the active rows are known to have been optimal.
    var isSolved: Bool {
      switch self {
      case .new, .unsolved, .placed: false
      case .outdated, .stale, .solved, .confirmed: true
      }
    }

    /// Whether the residuals are those of the present bounds at the present active rows.
    var hasPresentResiduals: Bool {
      switch self {
      case .new, .unsolved, .outdated, .stale: false
      case .placed, .solved, .confirmed: true
      }
    }

    /// Whether the picture above has an arrow from this state to another one, or both are the same.
    func mayBecome(_ next: State) -> Bool {
      switch (self, next) {
      case (_, .unsolved): true
      case (.new, .new), (.new, .placed): true
      // The last basis of another block with this shape is tried as one that was optimal at other bounds.
      case (.new, .outdated): true
      case (.unsolved, .placed), (.unsolved, .solved): true
      case (.placed, .placed): true
      case (.outdated, .placed), (.outdated, .outdated), (.outdated, .stale), (.outdated, .solved): true
      case (.stale, .placed), (.stale, .stale), (.stale, .solved): true
      case (.solved, .placed), (.solved, .outdated), (.solved, .stale), (.solved, .solved), (.solved, .confirmed): true
      case (.confirmed, .placed), (.confirmed, .outdated), (.confirmed, .stale), (.confirmed, .solved),
        (.confirmed, .confirmed):
        true
      default: false
      }
    }

    /// The sentence that says what is wrong with a block in this state; nil if nothing is.
    func brokenInvariant(isExactOnly: Bool, hasStarted: Bool) -> String? {
      if isSolved, isExactOnly { return "doubles have solved a block that they are not trusted with" }
      if isSolved, !hasStarted { return "a block counts as \(self) whose simplex has not started" }
      return nil
    }
  }

  /// Whether the active rows are known to have been optimal.
  var isSolved: Bool { state.isSolved }

  /// Records that the system's values are not the block's. A block that must be solved anyway keeps its state.
  func markStale() {
    if isSolved { state = .stale }
  }

  /// Records that the values come from fractions and do not belong to the active rows.
  func markUnsolved() {
    state = state.hasPresentResiduals ? .placed : .unsolved
  }

  /// Records whether exact numbers have confirmed that the active rows of a solved block are optimal, with every row on its present side.
  func setConfirmed(_ isConfirmed: Bool) { state = isConfirmed ? .confirmed : .solved }
}
