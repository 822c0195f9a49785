/// Every number that decides whether something counts as nothing, as the same, or as certain.
///
/// None of them decides a reported bit alone. Those of the first three groups can be wrong by chance only, and say how likely that
/// is; those of the others send what they are not sure of to exact arithmetic, or change how many steps are taken.
///
/// Units: *points* are those of the layout; a *rate* is a change of cost for each point that a row moves; an *entry* is a
/// coefficient of the tableau, points for each point; everything else has no unit.
enum Tolerance {
  // MARK: What is reported

  /// Points. Every reported value is a multiple of it: a millionth of a point, far below a pixel.
  static let grid = 0x1p-20
  /// How many of them make a point.
  static let gridsPerPoint = 0x1p20
  /// Grids. Adding 1.5 times 2^52 rounds numbers below it to whole ones, and none above.
  static let largestReported = 0x1p51

  // MARK: Numbers in two doubles

  /// How many times its noise a number may be off.
  ///
  /// The noise is a sample of the error: the same sum of the same roundings, each as large as it can be, with signs drawn from the
  /// numbers' bits. A million roundings that all have the same sign are 2^20 of them, their sample is 2^10 (a random walk), so
  /// the error may be 2^10 times the sample. The other 2^34 allow for a sample that comes out small by chance.
  ///
  /// Wrong with a probability of 2^-34 for each number that is asked: the density of a sum of random signs near zero is about
  /// that of its typical size.
  static let noiseMargin = 0x1p44
  /// Of what was lost. A quotient's correction is itself rounded three times, by 2^-53 each.
  static let quotientRounding = 0x1p-50
  /// Of the spread of a sum's low part, for each term: two additions of 2^-53 each, doubled.
  static let sumRounding = 0x1p-51
  /// Of the larger parts. The smallest of three doubles is below 2^-106 of the largest, so a sum that is larger than 2^-40 of it has
  /// its sign for certain; where it is not, nothing is told.
  static let threefoldSign = 0x1p-40
  /// Of the largest correction. After two steps of refinement the solution of a square system has more than thirty good bits.
  static let refinement = 0x1p-30
  /// Of a correction. The tableau that it is found with has ten good bits at least, or `pivotDisagreement` had been seen.
  static let tableauRounding = 0x1p-10

  // MARK: Numbers modulo a prime

  /// Sizes of checked numbers: their doubles must not be subnormal after one more rounding. That a number is zero is told by its
  /// residue modulo 2^61 - 1; wrong with a probability of 2^-61 for each number that is not.
  static let smallestOrdinary = 0x1p-300
  static let largestOrdinary = 0x1p300

  // MARK: Edits

  /// Points. Two doubles tell 2^-66 beside the largest coordinates; a smaller change of a constant may vanish beside them, and
  /// makes everything downstream look again.
  static let faintChange = 0x1p-30

  // MARK: The simplex in doubles

  /// Of numbers near 1. A solve leaves some 2^-50 of what cancels.
  static let nothing = 1e-14
  /// Entries. Coefficients of layouts are near 1, and elimination leaves about 1e-16 of what cancels, a few hundred times.
  static let entry = 1e-12
  /// Rates: a hundred entries that cancel. What lies between this and `faint` is remembered as a doubt.
  static let rate = 1e-10
  /// Points; a thousandth of the grid. A row that is nearer to its bound stands on it, and its side is combinatorial.
  static let residual = 1e-9
  /// Rates and entries. What is smaller and not zero may have been made by rounding: the active rows are confirmed in exact numbers.
  static let faint = 1e-6
  /// Of what was there. A subtraction that leaves less has cancelled.
  static let leftover = 1e-9
  /// Entries. An exchange on a smaller pivot is not made: the block is solved exactly.
  static let exchange = 1e-9
  /// Of a pivot. Its row and its column are read by different solves; readings further apart are spoiled.
  static let pivotDisagreement = 1e-6
  /// Of the noise. Which side a residual below it is counted on changes the point by no more than its noise says already.
  static let noisyResidual = 8.0
  /// Units in the last place of each value, as doubt, where a row is that near to its breakpoint.
  static let nearTie = 32.0
  /// Units in the last place of what it is summed from, by which a residual must exceed `residual` for its sign to be certain.
  static let certainSide = 8.0
  /// Points. A required inequality that holds with that much room is not looked at in two doubles.
  static let clearlyRequired = 1e-3
  /// A row that adds up from active ones does so with short factors: the nearest multiples of 2^-10 are tried, and what they add
  /// up to is exact.
  static let factorsPerUnit = 0x1p10

  // MARK: Blocks

  /// Points. Further out a double does not hold the grid.
  static let largestCoordinate = 0x1p40
  /// Points. A value that may be off by more, nearly a grid, is worked out exactly.
  static let coarsestMargin = 1e-6
  /// Coefficients of one block further apart are no work for doubles: two such rows leave no digit of each other.
  static let coefficientSpread = 0x1p24
  /// Powers of two up to it, and down to its inverse, are plain: their products become small step by step, so that a `faint` one is
  /// seen before one counts as nothing.
  static let plainCoefficient = 8.0

  // MARK: Factors

  /// Beside one. A smaller pivot is taken only where there is no other: dividing by it makes rounding a hundred times what it was.
  static let pivot = 0.01
  /// Of the largest coefficient of its row: where no larger pivot is left the rows are singular, as far as doubles tell.
  static let singularPivot = 1e-9
  /// Of the largest in its row. A pivot that fills in less is taken if it is not smaller (threshold pivoting).
  static let pivotThreshold = 0.1
  /// Sizes of rows whose inverse doubles can hold.
  static let rowSizes = 1e-9...1e9

  // MARK: Parametric sweeps

  /// Points. A row this near to its bound counts as standing on it.
  static let sweepResidual = 0x1p-20
  /// Points for each point of the constant: what rises less stands still, for the order in which values are stored, and nothing else.
  static let sweepSlope = 0x1p-40
  /// Points. A value that may come further out is worked out in two doubles.
  static let largestSwept = 0x1p30
  /// Of a value, and points: the roundings of one multiplication and two additions in doubles.
  static let sweepRounding = (relative: 0x1p-48, absolute: 0x1p-68)
  /// Points. Limits that allow for a constant further away leave one value of each run in doubt: they are worked out anew when the
  /// constant is back within a 64th of it.
  static let longReach = 0x1p20
  static let unusedReach = 0x1p-6
}
