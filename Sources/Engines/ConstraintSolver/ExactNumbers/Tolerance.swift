/// Every tolerance: when something counts as zero, as equal, or as certain. Those of the groups "numbers in two
/// doubles" and "numbers modulo a prime" can be wrong by chance, and state the probability. The others send doubtful
/// cases to exact arithmetic, or change only how many steps are taken. With `LayoutLab.verification = .proved` none of
/// them decides a reported value.
///
/// Units: *points* are those of the layout. A *rate* is a change of cost per point that a row moves. An *entry* is a
/// coefficient of the tableau, points per point. Everything else has no unit.
enum Tolerance {
  // MARK: What is reported

  /// Points. Every reported value is a multiple of it: a millionth of a point, far below a pixel.
  static let grid = 0x1p-20
  /// The number of grid steps in a point.
  static let gridsPerPoint = 0x1p20
  /// Grid steps. Adding 1.5 times 2⁵² rounds smaller numbers to whole ones.
  static let largestReported = 0x1p51

  // MARK: Numbers in two doubles

  /// The largest error of a number as a multiple of its noise. The noise is a sample of the error: the same sum of the
  /// same roundings, each as large as it can be, with signs drawn from the numbers' bits. If a million roundings all
  /// have the same sign, their sum is 2²⁰ of them and the sample is 2¹⁰ (a random walk), so the error may be 2¹⁰ times
  /// the sample. The remaining 2³⁴ allow for a sample that happens to be small.
  ///
  /// Wrong with a probability of about 2⁻³⁴ for each number that is compared: the density of a sum of random signs near
  /// zero is about that of its typical size.
  static let noiseMargin = 0x1p44
  /// Relative to what was lost. A quotient's correction is itself rounded three times, by 2⁻⁵³ each.
  static let quotientRounding = 0x1p-50
  /// Relative to the spread of a sum's low part, for each term: two additions of 2⁻⁵³ each, doubled.
  static let sumRounding = 0x1p-51
  /// Relative to the larger parts. The smallest of three doubles is below 2⁻¹⁰⁶ of the largest, so a sum larger than
  /// 2⁻⁴⁰ of it certainly has its sign. For smaller sums the sign counts as unknown.
  static let threefoldSign = 0x1p-40
  /// Relative to the largest correction. After two steps of refinement the solution of a square system has more than
  /// thirty correct bits.
  static let refinement = 0x1p-30
  /// Relative to a correction. The tableau has at least ten correct bits, or `pivotDisagreement` had been seen.
  static let tableauRounding = 0x1p-10

  // MARK: Numbers modulo a prime

  /// The range of checked numbers: their doubles must not be subnormal after one more rounding. A number counts as zero
  /// by its residue modulo 2⁶¹ - 1, which is wrong with a probability of about 2⁻⁶¹ for each number that is not zero.
  static let smallestOrdinary = 0x1p-300
  static let largestOrdinary = 0x1p300

  // MARK: Edits

  /// Points. Two doubles resolve 2⁻⁶⁶ beside the largest coordinates. A smaller change of a constant may vanish beside
  /// them, so everything downstream is evaluated again.
  static let tinyChange = 0x1p-30

  // MARK: The simplex in doubles

  /// The largest error that a solve leaves in place of zero, for numbers near 1. Cancellation leaves about 2⁻⁵⁰.
  static let negligible = 1e-14
  /// Entries. Coefficients of layouts are near 1, and elimination leaves about 10⁻¹⁶ of what cancels, a few hundred
  /// times.
  static let entry = 1e-12
  /// Rates: a hundred entries that cancel. A rate between this and `tiny` is remembered as a doubt.
  static let rate = 1e-10
  /// Points; a thousandth of the grid. A row nearer to its bound stands on it, and its side is combinatorial.
  static let residual = 1e-9
  /// Rates and entries. A smaller one that is not zero may have been made by rounding: exact numbers must confirm the
  /// active rows.
  static let tiny = 1e-6
  /// Relative to what was there. A subtraction that leaves less has cancelled.
  static let leftover = 1e-9
  /// Entries. There is no pivot on a smaller one: the block is solved exactly.
  static let smallestPivot = 1e-9
  /// Relative to a pivot. Its row and its column come from different solves; readings further apart are spoiled.
  static let pivotDisagreement = 1e-6
  /// Relative to the noise. The side on which a smaller residual counts changes the point by no more than its noise.
  static let noisyResidual = 8.0
  /// Units in the last place of each value: the margin that is added if a row is nearly on its breakpoint.
  static let nearTie = 32.0
  /// Units in the last place of the terms, by which a residual must exceed `residual` for its sign to be certain.
  static let certainSide = 8.0
  /// Points. A required inequality that holds by more is not checked in two doubles.
  static let clearlyRequired = 1e-3
  /// Steps per unit. A row that is a combination of active ones mostly has short factors: the nearest multiples of 2⁻¹⁰
  /// are tried, and their sum is exact.
  static let factorsPerUnit = 0x1p10

  // MARK: Blocks

  /// Points. Beyond it a double does not hold the grid.
  static let largestCoordinate = 0x1p40
  /// Points, nearly a grid step. A value with a larger margin is computed exactly.
  static let coarsestMargin = 1e-6
  /// The largest ratio of coefficients in one block for doubles. Rows that differ by more leave no digit of each other.
  static let coefficientSpread = 0x1p24
  /// Powers of two from its inverse up to it are plain: their products become small step by step, so a `tiny` one is
  /// seen before one counts as zero.
  static let plainCoefficient = 8.0

  // MARK: Factors

  /// Relative to one. A smaller pivot is taken only if there is no other: dividing by it multiplies rounding errors by
  /// a hundred.
  static let pivot = 0.01
  /// Relative to the largest coefficient of its row. If no larger pivot is left the rows are singular, as far as
  /// doubles can tell.
  static let singularPivot = 1e-9
  /// Relative to the largest in its row. A pivot that fills in less is taken if it is not smaller (threshold pivoting).
  static let pivotThreshold = 0.1
  /// The largest coefficient of a row for which doubles can hold the inverse.
  static let rowSizes = 1e-9...1e9

  // MARK: Parametric sweeps

  /// Points. A row nearer to its bound counts as standing on it.
  static let sweepResidual = 0x1p-20
  /// Points. A value that may come further out is computed in two doubles.
  static let largestSwept = 0x1p30
  /// Relative to a value, and points: the roundings of one multiplication and two additions in doubles.
  static let sweepRounding = (relative: 0x1p-48, absolute: 0x1p-68)
  /// Points. Limits that allow for a constant further away leave one value of each run in doubt. They are computed
  /// again when the constant is back within a 64th of it.
  static let longReach = 0x1p20
  static let unusedReach = 0x1p-6
}
