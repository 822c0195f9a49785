/// Every tolerance: when something counts as zero, as equal, or as certain. Those of the groups "numbers in two
/// doubles" and "numbers modulo a prime" can be wrong by chance, and state the probability. The others send doubtful
/// cases to exact arithmetic, or change only how many steps are taken. With `Verification.proved` none of
/// them decides a reported value.
///
/// Units: *points* are those of the layout. A *rate* is a change of cost per point that a row moves. An *entry* is a
/// coefficient of the tableau, points per point. Everything else has no unit.
enum Tolerance {
  // MARK: What is reported

  /// The grid of reported values, in points: each is a multiple of it. It is a millionth of a point, far below a pixel.
  static let grid = 0x1p-20
  /// The number of grid steps in a point.
  static let gridsPerPoint = 0x1p20
  /// The largest magnitude of a reported value, in grid steps. Below it, adding 1.5 times 2⁵² rounds to whole steps.
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
  /// The rounding error of a quotient, relative to the discarded parts. The correction is itself rounded three times, by 2⁻⁵³ each.
  static let quotientRounding = 0x1p-50
  /// The rounding error of a sum for each term, relative to the spread of its low part: two additions of 2⁻⁵³ each, doubled.
  static let sumRounding = 0x1p-51
  /// The relative size above which a sum of three doubles certainly has its sign: the smallest of them is below 2⁻¹⁰⁶ of the largest. For a smaller
  /// sum, relative to the two larger doubles, the sign counts as unknown.
  static let threefoldSign = 0x1p-40
  /// The error of a refined solution of a square system, relative to its largest correction. After two steps of refinement, more than thirty bits
  /// of the correction are right.
  static let refinement = 0x1p-30
  /// The error of a correction by the tableau, relative to it. The tableau has at least ten correct bits; otherwise the check of
  /// `pivotDisagreement` would have failed.
  static let tableauRounding = 0x1p-10

  // MARK: Numbers modulo a prime

  /// The smallest and the largest magnitude of a checked number: its doubles must not be subnormal after one more rounding. A number counts as zero
  /// by its residue modulo 2⁶¹ - 1, which is wrong with a probability of about 2⁻⁶¹ for each number that is not zero.
  static let smallestOrdinary = 0x1p-300
  static let largestOrdinary = 0x1p300

  // MARK: Edits

  /// The smallest change of a constant, in points, that certainly has an effect. Two doubles resolve 2⁻⁶⁶ beside the largest coordinates. A smaller
  /// change may vanish beside them, so everything downstream is evaluated again.
  static let tinyChange = 0x1p-30

  // MARK: The simplex in doubles

  /// The largest number that a solve may drop as zero, for numbers near 1. Cancellation leaves about 2⁻⁵⁰.
  static let negligible = 1e-14
  /// The largest entry that counts as zero. Coefficients of layouts are near 1. Terms that cancel leave about 10⁻¹⁶, and elimination repeats that a
  /// few hundred times.
  static let entry = 1e-12
  /// The largest rate that counts as zero: as large as the sum of a hundred entries that cancel. A rate between this and `tiny` is recorded as
  /// doubtful.
  static let rate = 1e-10
  /// The largest residual that counts as zero, in points: a thousandth of the grid. For such a row, the stored side is used instead of the
  /// residual's sign.
  static let residual = 1e-9
  /// The largest rate or entry that may be nothing but a rounding error. If it is not zero, exact numbers must confirm the active rows.
  static let tiny = 1e-6
  /// The limit of cancellation, relative to the former value. A subtraction that leaves less has cancelled.
  static let leftover = 1e-9
  /// The smallest entry that may be a pivot. If only smaller ones are left, the block is solved exactly.
  static let smallestPivot = 1e-9
  /// The largest difference of two readings of a pivot, relative to it. Its row and its column come from different solves; readings further apart
  /// are spoiled by rounding.
  static let pivotDisagreement = 1e-6
  /// The multiple of the noise up to which a residual is in doubt. On whichever side its row counts, the point changes by no more than its noise.
  static let noisyResidual = 8.0
  /// The margin, in units in the last place of each value, that is added if a row is nearly on its breakpoint.
  static let nearTie = 32.0
  /// The amount, in units in the last place of the terms, by which a residual must exceed `residual` for its sign to be certain.
  static let certainSide = 8.0
  /// The slack in points above which a required inequality needs no check in two doubles.
  static let clearlyRequired = 1e-3
  /// The steps per unit of a row's factors. A row that is a combination of active rows mostly has factors with few binary digits. So the nearest
  /// multiples of 2⁻¹⁰ are tried; sums of them are exact.
  static let factorsPerUnit = 0x1p10

  // MARK: Blocks

  /// The largest coordinate, in points, at which a double holds multiples of the grid.
  static let largestCoordinate = 0x1p40
  /// The largest margin of a value in points, nearly a grid step. A value with a larger margin is computed exactly.
  static let coarsestMargin = 1e-6
  /// The largest ratio of coefficients in one block for doubles. In a sum of rows that differ by more, the digits of the smaller row are lost.
  static let coefficientSpread = 0x1p24
  /// The largest plain coefficient; the smallest one is its inverse. Plain coefficients are powers of two. Their products become small step by step,
  /// so a product is noticed as `tiny` before one is so small that it counts as zero.
  static let plainCoefficient = 8.0

  // MARK: Factors

  /// The smallest pivot that is taken if there is a choice. Dividing by a smaller one would multiply rounding errors by more than a hundred.
  static let pivot = 0.01
  /// The smallest pivot relative to the largest coefficient of its row. If only smaller ones are left, the rows are singular, as far as doubles can
  /// decide.
  static let singularPivot = 1e-9
  /// The smallest pivot relative to the largest in its row that is taken because it causes less fill-in (threshold pivoting).
  static let pivotThreshold = 0.1
  /// The range in which the largest coefficient of a row must lie, so that doubles can hold the inverse.
  static let rowSizes = 1e-9...1e9

  // MARK: Parametric sweeps

  /// The largest distance in points between a row and its bound at which the row counts as being at its bound.
  static let sweepResidual = 0x1p-20
  /// The magnitude in points below which one double may suffice for a value during a sweep. A value that may become larger is computed in two
  /// doubles.
  static let largestSwept = 0x1p30
  /// The rounding errors of one multiplication and two additions in doubles: one relative to the value, one in points.
  static let sweepRounding = (relative: 0x1p-48, absolute: 0x1p-68)
  /// The longest harmless reach of a line, in points. The reach is the distance of the constant from the line's origin that the limits of its values
  /// allow for. With a longer reach, the roundings of the slopes put one value of each run in doubt. Then the reach is made shorter as soon as the
  /// constant is within a 64th of it (`unusedReach`).
  static let longReach = 0x1p20
  static let unusedReach = 0x1p-6
}
