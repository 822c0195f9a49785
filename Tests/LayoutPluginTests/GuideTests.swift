import Foundation
import LayoutPlugin
import SceneModel
import Testing

/// The examples of `Guides/plugins.md`, built and asked.
@Suite(.enabled(if: LibraryWorkshop.hasCompiler, "needs a C and a C++ compiler"))
struct GuideTests {
  let workshop: LibraryWorkshop

  init() throws { workshop = try LibraryWorkshop() }

  private func example(_ language: String) throws -> String {
    let guide = try String(contentsOfFile: Package.path("Guides/plugins.md"), encoding: .utf8)
    let parts = guide.components(separatedBy: "```\(language)\n")
    try #require(parts.count == 2)
    return parts[1].components(separatedBy: "```")[0]
  }

  private func row(_ id: UInt32, _ coefficient: Double, _ variable: UInt32, _ constant: Double) -> SolverEdit {
    .add(
      LinearConstraint(
        id: .init(id), terms: [.init(coefficient, Variable(variable))], relation: .equal, constant: constant))
  }

  @Test("The C example solves, names conflicts and refuses what is malformed")
  func c() throws {
    let solver = try newSolver(of: Plugin.load(path: workshop.library("simple", source: try example("c"))))
    func changes() throws -> [Variable: Double] {
      var result: [Variable: Double] = [:]
      try solver.drainChanges { result[$0] = $1 }
      return result
    }
    #expect(try solver.apply([.declare(Variable(9), nonNegative: false), row(1, 2, 5, 10)]) == .solved)
    #expect(try changes() == [Variable(5): 5, Variable(9): 0])
    #expect(try solver.apply([row(2, 1, 5, 6)]) == .conflict([.init(1), .init(2)]))
    #expect(try changes() == [:])
    #expect(faultCode { _ = try solver.apply([row(2, 1, 9, 6), row(1, 1, 9, 6)]) } == "refused-edit")
    #expect(faultCode { _ = try solver.apply([row(2, 1, 9, .infinity)]) } == "refused-edit")
    #expect(try solver.apply([.remove(.init(1)), row(2, 1, 5, 6)]) == .solved)
    #expect(try changes() == [Variable(5): 6])
    // 5 is 6 whatever the weaker row asks for, and 9 follows it.
    let weak = LinearConstraint(
      id: .init(3), terms: [.init(1, Variable(5)), .init(1, Variable(9))], relation: .lessThanOrEqual, constant: -4,
      priority: 250)
    #expect(try solver.apply([.add(weak)]) == .solved)
    #expect(try changes() == [Variable(9): -10])
  }

  @Test("The C++ example turns exceptions into faults")
  func cPlusPlus() throws {
    let path = try workshop.library("declarations", source: try example("cpp"), compiler: "c++")
    let solver = try newSolver(of: Plugin.load(path: path))
    #expect(try solver.apply([.declare(Variable(3), nonNegative: true)]) == .solved)
    #expect(faultCode { _ = try solver.apply([row(1, 1, 3, 1)]) } == "refused-edit")
    var count = 0
    try solver.drainChanges { variable, value in
      #expect(variable == Variable(3) && value == 0)
      count += 1
    }
    #expect(count == 1)
  }

  @Test("The Swift example loads", .enabled(if: LibraryWorkshop.isInPath("swiftc"), "needs swiftc"))
  func swift() throws {
    let path = try workshop.library("idle", source: try example("swift"), compiler: "swiftc")
    let solver = try newSolver(of: Plugin.load(path: path))
    #expect(try solver.apply([]) == .solved)
    #expect(faultCode { _ = try solver.apply([row(1, 1, 3, 1)]) } == "refused-edit")
  }
}
