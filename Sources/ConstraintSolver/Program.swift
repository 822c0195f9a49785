import SceneModel

/// A linear problem in local numbering: what a block of the system looks like to the simplex.
///
/// Row `i` reads `sum(coefficients) relation bound` at a tier; variables may be non-negative. Rows are in ascending
/// constraint id and variables in ascending variable id, so that a higher index is newer. One piece of memory, freed by
/// whoever made it.
struct Program {
  let rowCount: Int
  let variableCount: Int
  private(set) var termCount = 0
  let rowStart: UnsafeMutablePointer<Int32>
  let columns: UnsafeMutablePointer<Int32>
  let coefficients: UnsafeMutablePointer<Double>
  /// 0 is required, then 1, 2, … from the highest priority down; a row out of force has `ghostTier`.
  let tiers: UnsafeMutablePointer<Int32>
  let relations: UnsafeMutablePointer<Int8>
  let isNonNegative: UnsafeMutablePointer<Bool>
  var tierCount = 1
  private var filledRows = 0
  private let memory: UnsafeMutableRawPointer

  init(rowCount: Int, variableCount: Int, termCount: Int) {
    self.rowCount = rowCount
    self.variableCount = variableCount
    memory = .allocate(byteCount: termCount * 12 + rowCount * 9 + 4 + variableCount, alignment: 8)
    coefficients = memory.bindMemory(to: Double.self, capacity: termCount)
    columns = (memory + termCount * 8).bindMemory(to: Int32.self, capacity: termCount)
    rowStart = columns + termCount
    tiers = rowStart + rowCount + 1
    relations = UnsafeMutableRawPointer(tiers + rowCount).bindMemory(to: Int8.self, capacity: rowCount)
    isNonNegative = UnsafeMutableRawPointer(relations + rowCount).bindMemory(to: Bool.self, capacity: variableCount)
    rowStart[0] = 0
  }

  func free() { memory.deallocate() }

  static let ghostTier = Int32.max

  mutating func append(column: Int32, coefficient: Double) {
    columns[termCount] = column
    coefficients[termCount] = coefficient
    termCount += 1
  }

  mutating func endRow(_ relation: Relation, tier: Int) {
    relations[filledRows] = Int8(relation.rawValue)
    tiers[filledRows] = Int32(tier)
    filledRows += 1
    rowStart[filledRows] = Int32(termCount)
  }

  @inline(__always)
  func terms(_ row: Int) -> Range<Int> { Int(rowStart[row])..<Int(rowStart[row + 1]) }

  /// What one point of residual costs below and above the bound; unit rows of variables come after the constraints.
  @inline(__always)
  func slopes(_ row: Int) -> (below: Int8, above: Int8) {
    let relation = row < rowCount ? relations[row] : 1
    return (relation < 0 ? 0 : -1, relation > 0 ? 0 : 1)
  }

  /// By how much the slope changes at the bound.
  func jump(_ row: Int) -> Double {
    let (below, above) = slopes(row)
    return Double(above) - Double(below)
  }
}
