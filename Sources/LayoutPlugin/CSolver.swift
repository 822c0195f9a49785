import CLayoutPlugin
import SceneModel

/// One solver of a plugin, spoken to through the C table.
///
/// It holds the engine to the contract: an answer that the contract does not allow (a value that is not finite, an id that
/// does not exist, more changes than variables, an unknown return code) is `PluginFault.broken`, never a value, and the
/// engine is not asked again. Its memory is used again from call to call, so an edit that adds nothing allocates nothing.
final class CSolver: ConstraintSolving {
  let functions: SolverFunctions
  private let name: String
  private let solver: UnsafeMutableRawPointer?
  private var fault: PluginFault?

  var constraints = IdentifierSet()
  var variables = IdentifierSet()
  /// Ids that the last transaction would have added, when it was refused.
  private(set) var refused = IdentifierSet()

  private var edits = Scratch<lp_edit>(capacity: 16)
  private var terms = Scratch<lp_term>(capacity: 64)
  private var conflict = Scratch<UInt32>(capacity: 64)
  private var changedVariables = Scratch<UInt32>(capacity: 64)
  private var changedValues = Scratch<Double>(capacity: 64)

  init(_ functions: SolverFunctions, name: String) {
    self.functions = functions
    self.name = name
    solver = functions.create()
    if solver == nil { fault = .broken("\(name): solver_create returned null") }
  }

  deinit {
    if let solver { functions.destroy(solver) }
  }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    let solver = try usable()
    if refused.count > 0 { refused = IdentifierSet() }
    let isStructural = encode(edits)
    var count = conflict.capacity
    var code = functions.apply(solver, self.edits.start, edits.count, conflict.start, &count)
    if Int(code) == LP_CONFLICT, count > conflict.capacity {
      (code, count) = try repeated(edits.count, solver, size: count)
    }
    switch Int(code) {
    case LP_OK:
      if isStructural { record(edits) }
      return .solved
    case LP_CONFLICT:
      return .conflict(try conflictSet(count, edits))
    case LP_FAULT:
      throw .rejected(faultText(solver))
    default:
      throw broken("solver_apply returned \(code)")
    }
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    let solver = try usable()
    // Room for every variable and one more: it is never filled, and one call is enough.
    changedVariables.reserve(variables.count + 1)
    changedValues.reserve(variables.count + 1)
    let capacity = min(changedVariables.capacity, changedValues.capacity)
    let count = functions.changes(solver, changedVariables.start, changedValues.start, capacity)
    guard 0...variables.count ~= count else {
      throw broken("solver_changes returned \(count), and there are \(variables.count) variables")
    }
    let known = variables
    for index in 0..<count {
      let (variable, value) = (Variable(changedVariables.start[index]), changedValues.start[index])
      guard known.contains(variable.id) else {
        throw broken("solver_changes reported the unknown variable \(variable)")
      }
      guard value.isFinite else { throw broken("solver_changes reported \(variable) = \(value)") }
      body(variable, value)
    }
  }

  /// The engine, unless it has left its contract before.
  func usable() throws(PluginFault) -> UnsafeMutableRawPointer {
    if let fault { throw fault }
    return solver!
  }

  /// Remembers that the engine cannot be trusted any more.
  func broken(_ reason: String) -> PluginFault {
    let fault = PluginFault.broken("\(name): \(reason)")
    self.fault = fault
    return fault
  }

  func faultText(_ solver: UnsafeMutableRawPointer) -> String {
    guard let text = functions.fault(solver) else { return "\(name) gave no reason" }
    return String(cString: text)
  }

  /// Fills `self.edits` and the terms they point to. Returns whether ids come or go.
  private func encode(_ edits: [SolverEdit]) -> Bool {
    var isStructural = false
    var termCount = 0
    for case .add(let constraint) in edits { termCount += constraint.terms.count }
    self.edits.reserve(edits.count)
    terms.reserve(termCount)
    var term = terms.start
    for (index, edit) in edits.enumerated() {
      var result = lp_edit()
      switch edit {
      case .declare(let variable, let isNonNegative):
        result.kind = UInt32(LP_DECLARE)
        result.id = variable.id
        result.flags = isNonNegative ? 1 : 0
        isStructural = true
      case .forget(let variable):
        result.kind = UInt32(LP_FORGET)
        result.id = variable.id
        isStructural = true
      case .add(let constraint):
        result.kind = UInt32(LP_ADD)
        result.id = constraint.id.rawValue
        result.terms = UnsafePointer(term)
        result.term_count = UInt32(constraint.terms.count)
        result.relation = constraint.relation.rawValue
        result.constant = constraint.constant
        result.priority = constraint.priority
        for source in constraint.terms {
          term.initialize(to: lp_term(variable: source.variable.id, reserved: 0, coefficient: source.coefficient))
          term += 1
        }
        isStructural = true
      case .remove(let id):
        result.kind = UInt32(LP_REMOVE)
        result.id = id.rawValue
        isStructural = true
      case .setConstant(let id, let constant):
        result.kind = UInt32(LP_SET_CONSTANT)
        result.id = id.rawValue
        result.constant = constant
      case .setPriority(let id, let priority):
        result.kind = UInt32(LP_SET_PRIORITY)
        result.id = id.rawValue
        result.priority = priority
      }
      (self.edits.start + index).initialize(to: result)
    }
    return isStructural
  }

  /// Keeps the ids that live, once a transaction has been accepted.
  private func record(_ edits: [SolverEdit]) {
    for edit in edits {
      switch edit {
      case .declare(let variable, _): variables.insert(variable.id)
      case .forget(let variable): variables.remove(variable.id)
      case .add(let constraint):
        constraints.insert(constraint.id.rawValue)
        for term in constraint.terms { variables.insert(term.variable.id) }
      case .remove(let id): constraints.remove(id.rawValue)
      case .setConstant, .setPriority: break
      }
    }
  }

  /// A refused transaction has changed nothing, so the whole set is had by trying it again with the room it needs.
  private func repeated(
    _ editCount: Int, _ solver: UnsafeMutableRawPointer, size: Int
  ) throws(PluginFault) -> (code: Int32, count: Int) {
    guard size <= constraints.count + editCount else {
      throw broken("a conflict of \(size) constraints, and there are at most \(constraints.count + editCount)")
    }
    conflict.reserve(size)
    var count = conflict.capacity
    let code = functions.apply(solver, edits.start, editCount, conflict.start, &count)
    guard Int(code) == LP_CONFLICT, count == size else {
      throw broken("a transaction refused for \(size) constraints ended otherwise when it was tried again")
    }
    return (code, count)
  }

  private func conflictSet(_ count: Int, _ edits: [SolverEdit]) throws(PluginFault) -> [LinearConstraint.ID] {
    guard count >= 0 else { throw broken("a conflict of \(count) constraints") }
    for case .add(let constraint) in edits { refused.insert(constraint.id.rawValue) }
    let members = UnsafeBufferPointer(start: conflict.start, count: count).sorted()
    for (index, id) in members.enumerated() {
      guard constraints.contains(id) || refused.contains(id) else {
        throw broken("a conflict names the unknown constraint \(LinearConstraint.ID(id))")
      }
      guard index == 0 || members[index - 1] != id else {
        throw broken("a conflict names \(LinearConstraint.ID(id)) twice")
      }
    }
    return members.map { LinearConstraint.ID($0) }
  }
}
