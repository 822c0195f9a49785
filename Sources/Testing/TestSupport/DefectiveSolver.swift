import LayoutPlugin
import SceneModel

/// Passes everything on to a sound engine, changed by the given functions.
final class Defective: ConstraintSolving {
  private let sound: any ConstraintSolving
  private let edits: ([SolverEdit]) -> [SolverEdit]
  private let values: (Variable, Double) -> Double?
  private let uniqueness: (Bool) -> Bool
  private let entries: ([CertificateEntry]) -> [CertificateEntry]

  init(
    _ sound: any ConstraintSolving, edits: @escaping ([SolverEdit]) -> [SolverEdit] = { $0 },
    values: @escaping (Variable, Double) -> Double? = { $1 }, uniqueness: @escaping (Bool) -> Bool = { $0 },
    certificate: @escaping ([CertificateEntry]) -> [CertificateEntry] = { $0 }
  ) {
    self.sound = sound
    self.edits = edits
    self.values = values
    self.uniqueness = uniqueness
    entries = certificate
  }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome { try sound.apply(self.edits(edits)) }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    try sound.drainChanges { variable, value in
      if let value = values(variable, value) { body(variable, value) }
    }
  }

  func certificate() throws(PluginFault) -> [CertificateEntry]? { try sound.certificate().map(entries) }

  func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? { try sound.isUnique(variable).map(uniqueness) }
}

/// A sound engine, to which each subclass adds a mistake. Only the subclasses conform to `ConstraintSolving`.
class Wrapper {
  let sound: any ConstraintSolving

  init(_ sound: any ConstraintSolving) { self.sound = sound }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) { try sound.drainChanges(body) }
  func certificate() throws(PluginFault) -> [CertificateEntry]? { try sound.certificate() }
  func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? { try sound.isUnique(variable) }
}

extension SolverEdit {
  /// Returns the edit with its constraint's id replaced.
  func renamed(_ name: (LinearConstraint.ID) -> LinearConstraint.ID) -> SolverEdit {
    switch self {
    case .add(var constraint):
      constraint.id = name(constraint.id)
      return .add(constraint)
    case .remove(let id): return .remove(name(id))
    case .setConstant(let id, let constant): return .setConstant(name(id), constant)
    case .setPriority(let id, let priority): return .setPriority(name(id), priority)
    case .declare, .forget: return self
    }
  }
}

final class OldestFirst: Wrapper, ConstraintSolving {
  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    func turned(_ id: LinearConstraint.ID) -> LinearConstraint.ID { .init(UInt32.max - id.rawValue) }
    switch try sound.apply(edits.map { $0.renamed(turned) }) {
    case .solved: return .solved
    case .conflict(let members): return .conflict(members.map(turned).sorted())
    }
  }
}

final class AgesByInsertion: Wrapper, ConstraintSolving {
  private var names: [LinearConstraint.ID: LinearConstraint.ID] = [:]
  private var next: UInt32 = 1

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    let before = (names, next)
    var renamed: [SolverEdit] = []
    for edit in edits {
      if case .add(let constraint) = edit, names[constraint.id] == nil {
        names[constraint.id] = .init(next)
        next += 1
      }
      renamed.append(edit.renamed { names[$0] ?? .init(UInt32.max) })
      if case .remove(let id) = edit { names[id] = nil }
    }
    do {
      switch try sound.apply(renamed) {
      case .solved: return .solved
      case .conflict(let members):
        let originals = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })
        (names, next) = before
        return .conflict(members.compactMap { originals[$0] }.sorted())
      }
    } catch {
      (names, next) = before
      throw error
    }
  }
}

final class ReportsTwice: Wrapper, ConstraintSolving {
  private var last: (Variable, Double)?

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome { try sound.apply(edits) }

  override func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    let stale = last
    var reported: [Variable] = []
    try sound.drainChanges { variable, value in
      last = (variable, value)
      reported.append(variable)
      body(variable, value)
    }
    if let (variable, value) = stale, !reported.contains(variable) { body(variable, value) }
  }
}

final class ReportsLastFirst: Wrapper, ConstraintSolving {
  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome { try sound.apply(edits) }

  override func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    var reports: [(Variable, Double)] = []
    try sound.drainChanges { reports.append(($0, $1)) }
    if let (variable, value) = reports.last { body(variable, value + 1) }
    for (variable, value) in reports { body(variable, value) }
  }
}

final class ChangesConflicts: Wrapper, ConstraintSolving {
  private let change: ([LinearConstraint.ID], Set<LinearConstraint.ID>) -> [LinearConstraint.ID]
  private var required: Set<LinearConstraint.ID> = []

  init(
    _ sound: any ConstraintSolving,
    _ change: @escaping ([LinearConstraint.ID], Set<LinearConstraint.ID>) -> [LinearConstraint.ID]
  ) {
    self.change = change
    super.init(sound)
  }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    let outcome = try sound.apply(edits)
    if case .conflict(let members) = outcome { return .conflict(change(members, required).sorted()) }
    for edit in edits {
      switch edit {
      case .add(let constraint) where constraint.isRequired: required.insert(constraint.id)
      case .remove(let id), .setPriority(let id, _): required.remove(id)
      default: break
      }
    }
    return outcome
  }
}

final class RefusesTheFourth: Wrapper, ConstraintSolving {
  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    let outcome = try sound.apply(edits)
    for case .add(let constraint) in edits
    where outcome == .solved && constraint.isRequired && constraint.id.rawValue == 4 {
      return .conflict([constraint.id])
    }
    return outcome
  }
}

final class SwallowsFaults: Wrapper, ConstraintSolving {
  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    do { return try sound.apply(edits) } catch { return .solved }
  }
}

final class KeepsPartOfRefused: Wrapper, ConstraintSolving {
  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    let outcome = try sound.apply(edits)
    if outcome != .solved, edits.count > 1 { _ = try? sound.apply(Array(edits.prefix(1))) }
    return outcome
  }
}

final class KeepsTheLast: Wrapper, ConstraintSolving {
  private var count = 0

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    var left = count
    var passed: [SolverEdit] = []
    for edit in edits {
      switch edit {
      case .add: left += 1
      case .remove:
        left -= 1
        if left == 0 { continue }
      default: break
      }
      passed.append(edit)
    }
    let outcome = try sound.apply(passed)
    if outcome == .solved { count = left }
    return outcome
  }
}

/// Violates the contract from the second transaction on: instead of changes it reports that a value is not a number.
final class LeavesContract: Wrapper, ConstraintSolving {
  private var transactions = 0

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    transactions += 1
    return try sound.apply(edits)
  }

  override func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    if transactions > 1 { throw .broken(ContractViolation(.valueNotFinite, by: "it", ["a value is nan"])) }
    try sound.drainChanges(body)
  }
}

final class LosesWhatDoesNotFit: Wrapper, CapacityLimiting {
  private var hasLittleRoom = false

  func limitRoom() { hasLittleRoom = true }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome { try sound.apply(edits) }

  override func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    var isFirst = true
    try sound.drainChanges { variable, value in
      if isFirst || !hasLittleRoom { body(variable, value) }
      isFirst = false
    }
  }
}

final class LosesReports: Wrapper, ConstraintSolving {
  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    try sound.drainChanges { _, _ in }
    return try sound.apply(edits)
  }
}

/// Reports an amount of work that grows with each transaction, whatever the transaction changes.
final class WorksMoreAndMore: Wrapper, ConstraintSolving {
  private var transactions = 0
  private var work = SolverWork()

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    transactions += 1
    work.rows += 100 * transactions * transactions * transactions
    return try sound.apply(edits)
  }

  var workDone: SolverWork? { work }
}
