import LibC
import SceneModel

/// A linear program in local numbering: a block as the simplex sees it. Row `i` reads `sum(coefficients) relation
/// bound` at a tier; variables may be non-negative. Rows are in ascending constraint id and variables in ascending
/// variable id, so a higher index is newer. All of it is one piece of memory, which its maker frees.
struct Program {
  private let memory: UnsafeMutableRawPointer
  private let counts: (rows: Int32, variables: Int32, terms: Int32)
  private var filled: (rows: Int32, terms: Int32) = (0, 0)
  private var tierNumber: Int32 = 1

  /// Allocates room for these numbers of rows, variables and terms, which must then be filled.
  init(rowCount: Int, variableCount: Int, termCount: Int) {
    let byteCount = Program.byteCount(rowCount, variableCount, termCount)
    self.init(
      rowCount: rowCount, variableCount: variableCount, termCount: termCount,
      in: .allocate(byteCount: byteCount, alignment: 8))
  }

  /// Makes a program in the caller's memory of `byteCount` bytes, aligned to 8. The caller frees it.
  init(rowCount: Int, variableCount: Int, termCount: Int, in memory: UnsafeMutableRawPointer) {
    counts = (Int32(rowCount), Int32(variableCount), Int32(termCount))
    let used = Program.byteCount(rowCount, variableCount, termCount)
    self.memory = memory
    memory.bindMemory(to: Double.self, capacity: termCount)
    (memory + termCount * 8).bindMemory(to: Int32.self, capacity: termCount + 2 * rowCount + 1)
    let bytes = memory + termCount * 12 + rowCount * 8 + 4
    bytes.bindMemory(to: Int8.self, capacity: rowCount)
    (bytes + rowCount).bindMemory(to: Bool.self, capacity: variableCount)
    rowStart[0] = 0
    // Programs are compared by whole words, so the rest of the last word is cleared.
    let end = termCount * 12 + rowCount * 9 + 4 + variableCount
    (memory + end).initializeMemory(as: UInt8.self, repeating: 0, count: used - end)
  }

  static func byteCount(_ rowCount: Int, _ variableCount: Int, _ termCount: Int) -> Int {
    Arena.aligned(termCount * 12 + rowCount * 9 + 4 + variableCount)
  }

  var byteCount: Int { Program.byteCount(rowCount, variableCount, Int(counts.terms)) }

  @inline(__always)
  var rowCount: Int { Int(counts.rows) }
  @inline(__always)
  var variableCount: Int { Int(counts.variables) }
  /// The number of tiers, with the required one.
  var tierCount: Int {
    get { Int(tierNumber) }
    set { tierNumber = Int32(newValue) }
  }
  /// The number of terms that were appended so far.
  var termCount: Int { Int(filled.terms) }

  @inline(__always)
  var coefficients: UnsafeMutablePointer<Double> { memory.assumingMemoryBound(to: Double.self) }
  @inline(__always)
  var columns: UnsafeMutablePointer<Int32> { (memory + Int(counts.terms) * 8).assumingMemoryBound(to: Int32.self) }
  @inline(__always)
  private var rowStart: UnsafeMutablePointer<Int32> { columns + Int(counts.terms) }
  /// The tier of each row: 0 is required, then 1, 2, … from the highest priority down; `relaxedTier` for a row out of
  /// force.
  @inline(__always)
  var tiers: UnsafeMutablePointer<Int32> { rowStart + rowCount + 1 }
  @inline(__always)
  var relations: UnsafeMutablePointer<Int8> {
    UnsafeMutableRawPointer(tiers + rowCount).assumingMemoryBound(to: Int8.self)
  }
  @inline(__always)
  var isNonNegative: UnsafeMutablePointer<Bool> {
    UnsafeMutableRawPointer(relations + rowCount).assumingMemoryBound(to: Bool.self)
  }

  func free() { memory.deallocate() }

  /// Returns a copy in the caller's memory.
  func copy(in memory: UnsafeMutableRawPointer) -> Program {
    memory.copyMemory(from: self.memory, byteCount: byteCount)
    return Program(memory: memory, counts: counts, filled: filled, tierNumber: tierNumber)
  }

  private init(
    memory: UnsafeMutableRawPointer, counts: (rows: Int32, variables: Int32, terms: Int32),
    filled: (rows: Int32, terms: Int32), tierNumber: Int32
  ) {
    (self.memory, self.counts, self.filled, self.tierNumber) = (memory, counts, filled, tierNumber)
  }

  /// Whether both programs are equal, bit for bit and in the same order.
  static func == (a: Program, b: Program) -> Bool {
    a.counts == b.counts && a.tierNumber == b.tierNumber && memcmp(a.memory, b.memory, a.byteCount) == 0
  }

  /// A hash of the program. The high bits are mixed best.
  var hash: UInt64 {
    var hash: UInt64 = 0
    for offset in stride(from: 0, to: byteCount, by: 8) {
      hash = (hash ^ memory.load(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return hash
  }

  static let relaxedTier = Int32.max

  mutating func append(column: Int32, coefficient: Double) {
    columns[termCount] = column
    coefficients[termCount] = coefficient
    filled.terms += 1
  }

  mutating func endRow(_ relation: Relation, tier: Int) {
    let row = Int(filled.rows)
    relations[row] = Int8(relation.rawValue)
    tiers[row] = Int32(tier)
    rowStart[row + 1] = filled.terms
    filled.rows += 1
  }

  @inline(__always)
  func terms(_ row: Int) -> Range<Int> { Int(rowStart[row])..<Int(rowStart[row + 1]) }

  /// Whether some row has several terms of one variable, whose coefficients have no exact sum.
  var isSplit: Bool {
    (0..<rowCount).contains { row in terms(row).dropFirst().contains { columns[$0] == columns[$0 - 1] } }
  }

  /// The change of cost for each point of residual, below and above the bound. Unit rows of variables come after the
  /// constraints.
  @inline(__always)
  func slopes(_ row: Int) -> (below: Int8, above: Int8) {
    let relation = row < rowCount ? relations[row] : 1
    return (relation < 0 ? 0 : -1, relation > 0 ? 0 : 1)
  }
}
