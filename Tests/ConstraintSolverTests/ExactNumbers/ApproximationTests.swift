import Testing

@testable import ConstraintSolver

@Suite struct ApproximationTests {
  @Test("A sum in three doubles whose larger parts cancel is the smallest")
  func threefoldSum() {
    var sum = ThreefoldSum()
    for term in [1, -0x1p-60, 0x1p-130, -1, 0x1p-60] { sum.add(term) }
    #expect(sum.value == 0x1p-130)
  }
}
