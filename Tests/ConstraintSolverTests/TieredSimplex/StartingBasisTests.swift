import SceneModel
import Testing

@testable import ConstraintSolver

@Suite struct StartingBasisTests {
  private struct Row {
    var terms: [(Int32, Double)]
    var relation = Relation.equal
    var bound = 0.0
    var tier = 0
  }

  /// What the guess makes of a program whose variables are free but for some.
  private struct Guess {
    var rows: [Int]
    var values: [Double]
    var order: [Int]
    /// The first tiers that a rise and a fall hurt.
    var firstHurtTiers: [(rise: Int32, fall: Int32)]

    init(_ rows: [Row], variables: Int, nonNegative: Set<Int> = [], tierCount: Int = 10) {
      var program = Program(
        rowCount: rows.count, variableCount: variables, termCount: rows.reduce(0) { $0 + $1.terms.count })
      defer { program.free() }
      for row in rows {
        for (column, coefficient) in row.terms { program.append(column: column, coefficient: coefficient) }
        program.endRow(row.relation, tier: row.tier)
      }
      for v in 0..<variables { program.isNonNegative[v] = nonNegative.contains(v) }
      program.tierCount = tierCount
      let guess = StartingBasis(program) { rows[$0].bound }
      self.rows = (0..<variables).map { Int(guess.rows[$0]) }
      values = (0..<variables).map { guess.values[$0] }
      order = (0..<variables).map { Int(guess.order[$0]) }
      firstHurtTiers = (0..<variables).map { (guess.firstHurtTiers[2 * $0], guess.firstHurtTiers[2 * $0 + 1]) }
    }
  }

  @Test("Each variable follows from others, the important equation first")
  func chain() {
    let guess = Guess(
      [
        Row(terms: [(0, 1)], bound: 7, tier: 2), Row(terms: [(0, 1)], bound: 5, tier: 1),
        Row(terms: [(1, 2), (0, -1)], bound: 1),
      ], variables: 2)
    #expect(guess.rows == [1, 2])
    #expect(guess.values == [5, 3])
    #expect(guess.order == [0, 1])
  }

  @Test("A wish ends at a limit that is more important, and a limit where nothing is wished")
  func limits() {
    let guess = Guess(
      [
        Row(terms: [(0, 1)], relation: .lessThanOrEqual, bound: 60), Row(terms: [(0, 1)], bound: 80, tier: 3),
        Row(terms: [(1, -1)], relation: .lessThanOrEqual, bound: -20),
        Row(terms: [(2, 1)], relation: .lessThanOrEqual, bound: -4),
      ], variables: 4, nonNegative: [1])
    #expect(guess.rows == [0, 2, 3, 4 + 3])
    #expect(guess.values == [60, 20, -4, 0])
  }

  @Test("Of one tier the newer row has its way")
  func newer() {
    let guess = Guess(
      [Row(terms: [(0, 1)], bound: 10, tier: 1), Row(terms: [(0, 1)], bound: 20, tier: 1)], variables: 1)
    #expect(guess.values == [20])
  }

  @Test("Two limits that leave one value are heard where the more important one is")
  func twoLimits() {
    // Variable 0 is as large as its content; the equation for 1 matters less than that, and the limit of 2 least.
    let guess = Guess(
      [
        Row(terms: [(0, 1)], relation: .lessThanOrEqual, bound: 50, tier: 9),
        Row(terms: [(0, 1)], relation: .greaterThanOrEqual, bound: 50, tier: 2),
        Row(terms: [(1, 1)], bound: 7, tier: 5),
        Row(terms: [(2, 1)], relation: .lessThanOrEqual, bound: 1),
      ], variables: 3)
    #expect(guess.order == [0, 1, 2])
  }

  @Test("Where limits of one tier contradict each other, what matters less chooses between them")
  func between() {
    let guess = Guess(
      [
        Row(terms: [(0, 1)], relation: .lessThanOrEqual, bound: 40),
        Row(terms: [(0, 1)], relation: .greaterThanOrEqual, bound: 60), Row(terms: [(0, 1)], bound: 47, tier: 2),
        Row(terms: [(1, 1)], relation: .greaterThanOrEqual, bound: 60, tier: 1),
        Row(terms: [(1, 1)], relation: .lessThanOrEqual, bound: 40), Row(terms: [(1, 1)], bound: 47, tier: 2),
        Row(terms: [(2, 1)], relation: .lessThanOrEqual, bound: -5),
        Row(terms: [(2, 1)], bound: 3, tier: 1),
      ], variables: 3, nonNegative: [2])
    #expect(guess.values == [47, 40, 0])
    #expect(guess.rows == [2, 4, 8 + 2])
  }

  @Test("The guess tells whom it hurts to leave it")
  func firstHurtTiers() {
    let guess = Guess(
      [
        Row(terms: [(0, 1)], relation: .lessThanOrEqual, bound: 60), Row(terms: [(0, 1)], bound: 80, tier: 3),
        Row(terms: [(0, 1)], relation: .greaterThanOrEqual, bound: 20, tier: 1),
        // Upside down: what lowers its residual raises the variable.
        Row(terms: [(1, -2)], relation: .greaterThanOrEqual, bound: -60, tier: 4),
        Row(terms: [(1, 1)], bound: 90, tier: 7),
      ], variables: 3)
    #expect(guess.rows == [0, 3, 5 + 2])
    #expect(guess.firstHurtTiers[0] == (0, 3))
    #expect(guess.firstHurtTiers[1] == (7, 4))
    #expect(guess.firstHurtTiers[2] == (.max, .max))
  }

  @Test("A wish yields to what two rows that matter more leave it, and is decided after them")
  func yielding() {
    // A badge of 100 with margins of 4 in a panel that would be 80 wide.
    func guess(tier: Int, follower: Bool = false) -> Guess {
      var rows = [
        Row(terms: [(0, 1)], bound: 80, tier: 3),
        Row(terms: [(1, 1)], relation: .greaterThanOrEqual, bound: 4, tier: tier),
        Row(terms: [(1, 1), (0, -1)], relation: .lessThanOrEqual, bound: -104, tier: tier),
      ]
      if follower { rows.append(Row(terms: [(2, 1), (0, -1)], bound: 8, tier: 1)) }
      return Guess(rows, variables: 3)
    }
    let yielded = guess(tier: 0)
    #expect(yielded.values == [108, 4, 0])
    #expect(yielded.rows == [2, 1, 3 + 2])
    #expect(yielded.order.prefix(2) == [1, 0])
    #expect(guess(tier: 4).values[0] == 80, "The wish matters more.")
    #expect(guess(tier: 0, follower: true).values[0] == 80, "Another one has followed it.")
  }

  @Test("What has yielded rests on an equation where it can")
  func held() {
    let guess = Guess(
      [
        Row(terms: [(0, 1)], bound: 80, tier: 3), Row(terms: [(1, 1)], relation: .greaterThanOrEqual, bound: 4),
        Row(terms: [(1, 1), (0, -1)], relation: .lessThanOrEqual, bound: -104),
        Row(terms: [(1, 2), (0, -1)], bound: -100, tier: 2),
      ], variables: 2)
    #expect(guess.values == [108, 4])
    #expect(guess.rows == [3, 1])
  }

  @Test("What leaves one value is heard before a limit that only bounds")
  func definiteFirst() {
    // The limit of variable 0 comes first by tier and place; but 1 is held between two rows, and then the equation tells 0.
    let guess = Guess(
      [
        Row(terms: [(1, 1)], relation: .lessThanOrEqual, bound: 30, tier: 4),
        Row(terms: [(1, 1)], relation: .greaterThanOrEqual, bound: 30, tier: 2),
        Row(terms: [(0, 1), (1, -1)], bound: 8, tier: 3),
        Row(terms: [(0, 1)], relation: .greaterThanOrEqual, bound: 1),
      ], variables: 2)
    #expect(guess.values == [38, 30])
    #expect(guess.rows == [2, 1])
  }

  @Test("A coefficient that is next to nothing defines nothing, and a row out of force does not ask")
  func silent() {
    let guess = Guess(
      [
        Row(terms: [(0, 1e-3)], bound: 1), Row(terms: [(1, 1)], bound: 9, tier: Int(Program.relaxedTier)),
        Row(terms: [(0, 1)], relation: .greaterThanOrEqual, bound: 3, tier: 1),
      ], variables: 2)
    #expect(guess.rows == [2, 3 + 1])
    #expect(guess.values == [3, 0])
  }

  @Test("Thousands of limits on one variable, in hundreds of tiers, are heard in passing")
  func hub() {
    let limits = (0..<20_000).map {
      Row(terms: [(0, 1)], relation: .greaterThanOrEqual, bound: Double($0 % 977), tier: $0 % 3 == 0 ? $0 % 900 : 0)
    }
    let guess = Guess(limits, variables: 12, tierCount: 900)
    #expect(guess.values[0] == 976)
  }

  @Test("The rows define a point, whatever the program", arguments: 1...200 as ClosedRange<UInt64>)
  func definesPoint(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    let n = 30
    let rows = (0..<70).map { _ in
      let columns = Set((0..<1 + entropy.below(4)).map { _ in Int32(entropy.below(n)) }).sorted()
      return Row(
        terms: columns.map { ($0, entropy.pick([1, -1, 2, -0.5, 1e-3])) },
        relation: entropy.pick([.equal, .equal, .lessThanOrEqual, .greaterThanOrEqual]),
        bound: Double(entropy.below(50)), tier: entropy.below(5))
    }
    let guess = Guess(rows, variables: n, nonNegative: Set((0..<n).filter { $0 % 3 == 0 }))
    #expect(guess.order.sorted() == Array(0..<n))
    var isKnown = [Bool](repeating: false, count: n)
    for v in guess.order {
      isKnown[v] = true
      guard guess.rows[v] < rows.count else {
        #expect(guess.rows[v] == rows.count + v)
        #expect(guess.values[v] == 0)
        continue
      }
      let row = rows[guess.rows[v]]
      #expect(row.terms.allSatisfy { isKnown[Int($0.0)] }, "of earlier ones")
      #expect(row.terms.contains { Int($0.0) == v && abs($0.1) >= 0.01 })
      let parts = row.terms.map { $0.1 * guess.values[Int($0.0)] }
      let size = parts.reduce(abs(row.bound)) { $0 + abs($1) }
      // A handful of roundings.
      #expect(abs(parts.reduce(-row.bound, +)) <= 16 * size.ulp)
    }
  }
}
