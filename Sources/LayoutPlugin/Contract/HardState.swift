import CHardStates

/// Where bugs live: states that an engine or a player is in rarely, and that a night of fuzzing must have reached.
///
/// Whoever is in one says so, at the cost of a load and a store:
///
///     HardState.removedRowTakenBack.reach()
package enum HardState: Int32, CaseIterable, Sendable {
  // The solver.
  /// Tiers left a choice, and the newest row that cares decided it.
  case tieDecidedByAge
  /// Even the tie-break by age left positions free, which came to rest nearest to zero.
  case tieDecidedByPosition
  /// At least ten tiers are missed at once.
  case tenTiersMissed
  /// Doubles did not find the optimum, and exact fractions did.
  case fractionsDecided
  /// The optimum that doubles found had to be confirmed by exact numbers.
  case exactNumbersAsked
  /// A value lay so near to the middle between two of the grid that its last bits decided.
  case lastBitsDecided
  /// An edit of a drag moved the values along a line, without solving.
  case dragFollowedALine
  /// A drag came to where rows change sides, and went on along another line.
  case dragTurned
  /// A drag of several edits ended in a conflict.
  case dragRefused
  /// A row that was removed stays in its block, out of force.
  case removedRowStayed
  /// A removed row that had stayed came back into its place.
  case removedRowTakenBack
  /// A conflict was named, and the transaction was taken back.
  case refusalUndone
  /// Two contradictions were found at once, of which one is named.
  case twoContradictions
  /// A variable that was decided had to give way to what matters more.
  case wishYielded
  /// A block was large enough to keep a factored basis.
  case largeBlockFactored
  /// Several rows defined their variables together.
  case equationsCoupled
  /// A block whose positions are free was put together anew with what depends on it.
  case blockTakenApart
  /// Whether a value is unique could be told from its whole component alone.
  case uniquenessByComponent

  // The kernel.
  /// A layout went into its third round.
  case thirdRound
  /// Updating constraints asked for another update.
  case constraintsUpdatedTwice
  /// A required constraint was broken, as UIKit breaks one.
  case requiredBroken
  /// Three required constraints are broken at once.
  case threeBrokenAtOnce
  /// A broken constraint was tried again.
  case brokenTriedAgain
  /// A broken constraint could be put in force again.
  case brokenHeldAgain
  /// A number came back before the engine had heard that it left.
  case numberCameBack
  /// Margins in a view whose frame was given waited for its subviews.
  case subviewsAwaited
  /// The cells of a table or a collection were measured.
  case cellsMeasured
  /// A text got another height by the width that it was given.
  case textBrokenAnew
  /// Springs lost the proportions in which they share, or got new ones.
  case proportionsLost

  // The player and the sampler.
  /// An animation took the place of one under its key.
  case animationReplaced
  /// It happened again to the one that had taken the place.
  case animationInterruptedTwice
  /// A layer was stopped.
  case layerPaused
  /// A repetition began where the one before ended.
  case cyclesAdded
  /// A value went along a path.
  case motionAlongAPath
  /// Keyframes were spread by the way between them.
  case keyframesPaced
  /// A curve was laid through keyframes.
  case keyframesSmoothed
  /// A transform turned in space by more than next to nothing.
  case turnInSpace

  /// As records and pages spell it: `removed-row-taken-back`.
  package var name: String {
    "\(self)".reduce(into: "") { name, letter in
      if letter.isUppercase { name += "-" }
      name += letter.lowercased()
    }
  }

  /// Says that it is so now.
  package func reach() { hard_state_reach(rawValue) }

  /// How often it was reached in this process, by engines that are linked.
  package var count: Int { Int(hard_state_count(rawValue)) }
}
