import CHardStates

/// The rare states of an engine or a player, where bugs are likely. A night of fuzzing must have reached them. Code that reaches one records it, at
/// the cost of a load and a store:
///
///     HardState.removedRowTakenBack.reach()
package enum HardState: Int32, CaseIterable, Sendable {
  // The solver.
  /// The tiers left a choice, and the newest of the rows concerned decided it.
  case tieDecidedByAge
  /// The tie-break by age also left positions free; they were placed as near to zero as possible.
  case tieDecidedByPosition
  /// At least ten tiers have a violated row at once.
  case tenTiersMissed
  /// Doubles did not find the optimum; fractions did.
  case fractionsDecided
  /// The optimum that doubles found had to be confirmed in exact numbers.
  case exactNumbersAsked
  /// A value was so near the middle between two grid values that fractions had to decide how it is rounded.
  case lastBitsDecided
  /// An edit of a drag (repeated edits of one constant) moved the values along a line, without solving.
  case dragFollowedALine
  /// A drag reached a point where a row gets to the other side of its bound, and continued with other slopes.
  case dragTurned
  /// A drag of several edits ended in a conflict.
  case dragRefused
  /// A row that was removed stays in its block, out of force.
  case removedRowStayed
  /// A removed row that had stayed in its block was added again and took its old place.
  case removedRowTakenBack
  /// A transaction was refused for a conflict, and undone.
  case refusalUndone
  /// Two contradictions were found at once, of which one is reported.
  case twoContradictions
  /// While the starting basis was built, a variable's value was taken back because rows of higher priority demanded another.
  case wishYielded
  /// A block was large enough to keep a factored basis.
  case largeBlockFactored
  /// Several rows determined their variables together: a square system.
  case equationsCoupled
  /// A block with free positions was analysed again together with the variables that depend on it.
  case blockTakenApart
  /// To decide whether a value is unique, its whole component had to be solved.
  case uniquenessByComponent

  // The kernel.
  /// A layout pass needed a third round.
  case thirdRound
  /// A view's `updateConstraints` requested another update.
  case constraintsUpdatedTwice
  /// A required constraint was broken, as UIKit breaks one.
  case requiredBroken
  /// Three required constraints are broken at once.
  case threeBrokenAtOnce
  /// The kernel tried to put a broken constraint into force again.
  case brokenTriedAgain
  /// A broken constraint could be put into force again.
  case brokenHeldAgain
  /// A row number was used again before the engine had received its removal.
  case numberCameBack
  /// Margins in a view whose frame was set by code were computed only after the pass had placed its subviews.
  case subviewsAwaited
  /// The cells of a table or a collection were measured.
  case cellsMeasured
  /// A text was wrapped at a given width and got another height.
  case textBrokenAnew
  /// The flexible parts of an autoresizing mask shrank to a total length of zero or less, so that they share later changes equally; or they have a
  /// length again.
  case proportionsLost

  // The player and the sampler.
  /// An animation replaced another one under the same key.
  case animationReplaced
  /// The animation that had replaced another one was replaced, too.
  case animationInterruptedTwice
  /// A layer's clock was stopped at the present time, by setting its speed to 0.
  case layerPaused
  /// A repetition of a cumulative animation began at the value at which the previous repetition ended.
  case cyclesAdded
  /// A value moved along a path.
  case motionAlongAPath
  /// Keyframes were paced by the distance between them.
  case keyframesPaced
  /// A curve was laid through keyframes.
  case keyframesSmoothed
  /// A transform rotated in space by more than a negligible angle.
  case turnInSpace

  /// The name in records and pages: `removed-row-taken-back`.
  package var name: String {
    "\(self)".reduce(into: "") { name, letter in
      if letter.isUppercase { name += "-" }
      name += letter.lowercased()
    }
  }

  /// Records that the state was reached.
  package func reach() { hard_state_reach(rawValue) }

  /// How often the state was reached in this process, by linked engines.
  package var count: Int { Int(hard_state_count(rawValue)) }
}
