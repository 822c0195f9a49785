import SceneModel

/// A small linear problem in local numbering: what a block of the system looks like to the simplex.
///
/// Row `i` reads `sum(coefficients) relation bound` at a tier; variables may be non-negative.
struct Program {
  /// Rows in ascending constraint id, so that a higher index is a newer constraint.
  var rowStart: [Int32] = [0]
  var columns: [Int32] = []
  var coefficients: [Double] = []
  var relations: [Relation] = []
  /// 0 is required, then 1, 2, … from the highest priority down.
  var tiers: [Int32] = []
  var tierCount = 1
  /// In ascending variable id, so that a higher index is a higher id.
  var isNonNegative: [Bool] = []

  var rowCount: Int { relations.count }
  var variableCount: Int { isNonNegative.count }
}
