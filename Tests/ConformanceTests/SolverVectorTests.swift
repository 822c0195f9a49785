import ConstraintSolver
import Foundation
import LayoutPlugin
import SceneModel
import SceneOracles
import TestSupport
import Testing

/// What the test suites of other solvers assert (`layout/solver-vectors` of the evidence), replayed through the Swift protocol and through the C table.
@Suite struct SolverVectorTests {
  /// Cases that need what the contract does not have, or assert another tie-break than ours.
  private static let exceptions: [String: String] = [
    "cassowary.js/edit-weight": "weights inside one tier",
    "CassowaryKit/simple1-y-first": "of two equal stays the older one is kept; ours keeps the newer",
  ]

  @Test("Other solvers' vectors hold", arguments: TestedPlugin.all, VectorCase.all)
  func vectorHolds(plugin: TestedPlugin, vector: VectorCase) throws {
    guard Self.exceptions[vector.id] == nil else { return }
    var replay = try VectorReplay(plugin.make())
    for step in vector.steps { try replay.perform(step) }
  }

  @Test("There are at most three exceptions, and each is a case")
  func exceptionsAreFew() {
    #expect(Self.exceptions.count <= 3)
    #expect(Self.exceptions.keys.allSatisfy { name in VectorCase.all.contains { $0.id == name } })
  }
}

/// One case of the file.
struct VectorCase: Decodable, CustomStringConvertible {
  struct Step: Decodable {
    var op: String
    var id: String?
    var ids: [String]?
    var terms: [String: Double]?
    var rel: String?
    var rhs: Double?
    var priority: Double?
    var `var`: String?
    var vars: [String]?
    var value: Argument?
    var values: Assignments?
    var tol: Double?
    var bounds: [String: [Double?]]?
    var violated: [String]?
    var satisfied: [String]?
  }

  /// A number, or a truth value.
  enum Argument: Decodable {
    case number(Double)
    case truth(Bool)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let truth = try? container.decode(Bool.self) {
        self = .truth(truth)
      } else {
        self = .number(try container.decode(Double.self))
      }
    }
  }

  /// Values of variables, or several such answers.
  struct Assignments: Decodable {
    var all: [[String: Double]]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let one = try? container.decode([String: Double].self) {
        all = [one]
      } else {
        all = try container.decode([[String: Double]].self)
      }
    }
  }

  var id: String
  var steps: [Step]

  var description: String { id }

  static let all: [VectorCase] = {
    struct File: Decodable { var cases: [VectorCase] }
    return Evidence.decode(File.self, from: "layout/solver-vectors").cases
  }()
}

/// Plays a case's steps on an engine. What the contract lacks is said in its terms: an edit is an optional equality
/// whose constant is suggested, a stay is one whose constant follows the value.
private struct VectorReplay {
  private let solver: any ConstraintSolving
  private var system = LinearSystem()
  private var values: [Variable: Double] = [:]
  private var variables: [String: Variable] = [:]
  private var constraints: [String: LinearConstraint.ID] = [:]
  private var stays: [(variable: Variable, id: LinearConstraint.ID)] = []
  private var edits: [String: LinearConstraint.ID] = [:]
  private var nextID: UInt32 = 1

  init(_ plugin: Plugin) throws {
    let makeSolver = try #require(plugin.makeSolver)
    solver = makeSolver()
  }

  mutating func perform(_ step: VectorCase.Step) throws {
    switch step.op {
    case "add":
      let constraint = try constraint(step)
      constraints[try needed(step.id)] = constraint.id
      try apply([.add(constraint)])
    case "remove":
      try apply(try needed(step.ids).map { .remove(try needed(constraints.removeValue(forKey: $0))) })
    case "setStrength":
      try apply([.setPriority(try id(step), try needed(step.priority))])
    case "stay":
      let variable = variable(try needed(step.var))
      let id = try hold(variable, at: try number(step), step)
      stays.append((variable, id))
    case "edit":
      let name = try needed(step.var)
      let variable = variable(name)
      edits[name] = try hold(variable, at: values[variable] ?? 0, step)
    case "removeEdit":
      try apply(try needed(step.vars).map { .remove(try needed(edits.removeValue(forKey: $0))) })
    case "suggest":
      try apply([.setConstant(try needed(edits[try needed(step.var)]), try number(step))])
    case "addExpectUnsatisfiable":
      let constraint = try constraint(step)
      let before = values
      guard case .conflict(let members) = try solver.apply([.add(constraint)]) else {
        Issue.record("\(step.id ?? "") was accepted")
        return
      }
      #expect(members.contains(constraint.id))
      try drain()
      #expect(values == before)
    default: try expect(step)
    }
  }

  private mutating func expect(_ step: VectorCase.Step) throws {
    switch step.op {
    case "expect", "expectOneOf":
      let tolerance = max(step.tol ?? 0, 0x1p-20)
      let answers = try needed(step.values).all
      let isMet = answers.contains { answer in
        answer.allSatisfy { abs((values[variable($0)] ?? .nan) - $1) <= tolerance }
      }
      let got = (answers.first ?? [:]).keys.sorted().map { "\($0) = \(values[variable($0)] ?? .nan)" }
      #expect(isMet, "expected \(answers), got \(got)")
    case "expectBounds":
      for (name, bounds) in try needed(step.bounds) {
        let value = try needed(values[variable(name)])
        #expect(value >= (bounds[0] ?? -.infinity) && value <= (bounds[1] ?? .infinity), "\(name) = \(value)")
      }
    case "expectViolated":
      for name in try needed(step.violated) {
        let residual = try residual(name)
        #expect(residual > 0x1p-20)
      }
      for name in try needed(step.satisfied) {
        let residual = try residual(name)
        #expect(residual <= 0x1p-20)
      }
    case "expectMultipleSolutions":
      let uniqueness = ExactSolution.uniqueness(in: system)
      guard case .truth(let isMultiple) = step.value else { throw MalformedCase() }
      #expect(uniqueness.values.contains(false) == isMultiple)
    case "expectAmbiguousVariables":
      let uniqueness = ExactSolution.uniqueness(in: system)
      let expected = Set(try needed(step.vars).map { variable($0) })
      #expect(Set(uniqueness.filter { !$0.value }.keys) == expected)
    case "expectAllVertices":
      // The vertices of a segment: each is what the tie-break makes of one of the two orders of age, and one is ours.
      let answers = try needed(step.values).all
      let isVertex = answers.contains { answer in answer.allSatisfy { values[variable($0)] == $1 } }
      #expect(isVertex)
      #expect(ExactSolution.uniqueness(in: system).values.allSatisfy { !$0 })
    case "expectAffecting":
      let expected = try needed(step.ids).map { try needed(constraints[$0]) }
      let affecting = system.constraintsAffecting(variable(try needed(step.var)))
      #expect(affecting == expected)
    default: throw MalformedCase()
    }
  }

  private mutating func variable(_ name: String) -> Variable {
    if let known = variables[name] { return known }
    let made = Variable(UInt32(variables.count))
    variables[name] = made
    return made
  }

  private func id(_ step: VectorCase.Step) throws -> LinearConstraint.ID {
    try needed(constraints[try needed(step.id)])
  }

  private func number(_ step: VectorCase.Step) throws -> Double {
    guard case .number(let value) = step.value else { throw MalformedCase() }
    return value
  }

  private mutating func constraint(_ step: VectorCase.Step) throws -> LinearConstraint {
    let relations: [String: Relation] = ["==": .equal, "<=": .lessThanOrEqual, ">=": .greaterThanOrEqual]
    defer { nextID += 1 }
    return LinearConstraint(
      id: .init(nextID),
      terms: try needed(step.terms).sorted { $0.key < $1.key }.map { .init($0.value, variable($0.key)) },
      relation: try needed(relations[step.rel ?? ""]), constant: try needed(step.rhs),
      priority: try needed(step.priority))
  }

  /// Adds `variable = constant` at the step's priority.
  private mutating func hold(
    _ variable: Variable, at constant: Double, _ step: VectorCase.Step
  ) throws -> LinearConstraint.ID {
    let id = LinearConstraint.ID(nextID)
    nextID += 1
    try apply([
      .add(
        LinearConstraint(
          id: id, terms: [.init(1, variable)], relation: .equal, constant: constant,
          priority: try needed(step.priority)))
    ])
    return id
  }

  private mutating func apply(_ edits: [SolverEdit]) throws {
    #expect(try solver.apply(edits) == .solved)
    try system.apply(edits)
    try drain()
    let moved = stays.filter { system[$0.id]?.constant != values[$0.variable] }
    if moved.isEmpty { return }
    let following = moved.map { SolverEdit.setConstant($0.id, values[$0.variable] ?? 0) }
    #expect(try solver.apply(following) == .solved)
    try system.apply(following)
    try drain()
  }

  private mutating func drain() throws {
    var changes: [(Variable, Double)] = []
    try solver.drainChanges { changes.append(($0, $1)) }
    for (variable, value) in changes { values[variable] = value }
  }

  private func residual(_ name: String) throws -> Double {
    let constraint = try needed(system[try needed(constraints[name])])
    let sum = constraint.terms.reduce(-constraint.constant) { $0 + $1.coefficient * (values[$1.variable] ?? 0) }
    return switch constraint.relation {
    case .equal: abs(sum)
    case .lessThanOrEqual: sum
    case .greaterThanOrEqual: -sum
    }
  }

  private struct MalformedCase: Error {}

  private func needed<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw MalformedCase() }
    return value
  }
}
