import CLayoutPlugin
import SceneModel

/// One solver of a plugin, called through the C table.
///
/// It checks the engine against the contract: an answer that the contract does not allow (a value that is not finite, an id that does not exist, more
/// changes than variables, an unknown return code) is `PluginFault.broken`, never a value, and the engine is not called again. Its memory is reused
/// from call to call, so an edit that adds nothing allocates nothing.
final class CSolver: ConstraintSolving {
  let functions: SolverFunctions
  // Kept, because the engine may call the host as long as the engine lives.
  private let host: HostTable
  private let name: String
  private let solver: UnsafeMutableRawPointer?
  // Behind a pointer, because the runtime checks every access to a variable of a class for exclusivity. These checks were half of the
  // instructions of an edit.
  let state: UnsafeMutablePointer<State>

  struct State: ~Copyable {
    var fault: PluginFault?
    var hasLittleRoom = false
    /// The room, in changes, of the last call with little room: 0, 1 or 2 in turn.
    var littleRoom = 0
    var constraints = IdentifierSet()
    var variables = IdentifierSet()
    var refused = IdentifierSet()
    var edits = Scratch<lp_edit>(capacity: 16)
    var terms = Scratch<lp_term>(capacity: 64)
    var conflict = Scratch<UInt32>(capacity: 64)
    var changedVariables = Scratch<UInt32>(capacity: 64)
    var changedValues = Scratch<Double>(capacity: 64)
  }

  /// The ids of the constraints that exist.
  var constraints: IdentifierSet { state.pointee.constraints }
  var variables: IdentifierSet { state.pointee.variables }
  /// The ids of the constraints that the last transaction would have added, if it was refused with a conflict.
  var refused: IdentifierSet { state.pointee.refused }

  init(_ functions: SolverFunctions, _ host: HostTable, name: String) {
    (self.functions, self.host, self.name) = (functions, host, name)
    solver = functions.create()
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    if solver == nil { _ = broken(.noEngine, "solver_create returned null") }
  }

  deinit {
    if let solver { functions.destroy(solver) }
    state.deinitialize(count: 1)
    state.deallocate()
  }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    let solver = try usable()
    if state.pointee.refused.count > 0 { state.pointee.refused = IdentifierSet() }
    let isStructural = encode(edits)
    var table = lp_edits(
      first: state.pointee.edits.start, count: UInt64(edits.count),
      edit_size: UInt32(MemoryLayout<lp_edit>.stride), term_size: UInt32(MemoryLayout<lp_term>.stride))
    let code = functions.apply(solver, &table)
    switch Int(code) {
    case LP_OK:
      if isStructural { record(edits) }
      return .solved
    case LP_CONFLICT:
      return .conflict(try conflictSet(edits, solver))
    case LP_FAULT: throw .rejected(faultText(solver))
    case LP_CANCELLED: throw .cancelled
    default: throw broken(.unknownReturnCode, "solver_apply returned \(code)")
    }
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    try drainEachOfRuns(body)
  }

  func drainRuns(_ body: RunBody) throws(PluginFault) {
    let solver = try usable()
    if state.pointee.hasLittleRoom { return try drainInLittleRoom(solver, body) }
    // Room for every variable and one more: it is never filled, and one call is enough.
    state.pointee.changedVariables.reserve(state.pointee.variables.count + 1)
    state.pointee.changedValues.reserve(state.pointee.variables.count + 1)
    let room = min(state.pointee.changedVariables.capacity, state.pointee.changedValues.capacity)
    try handOver(try changes(solver, room: room), body)
  }

  /// Fetches the changes, and returns how many there are. They were written only if `room` is enough for all.
  func changes(_ solver: UnsafeMutableRawPointer, room: Int) throws(PluginFault) -> Int {
    var count = UInt64(room)
    let code = functions.changes(
      solver, state.pointee.changedVariables.start, state.pointee.changedValues.start, &count)
    try expectOK(code, "solver_changes")
    guard count <= state.pointee.variables.count else {
      throw broken(
        .wrongChangeCount, "solver_changes found \(count), and there are \(state.pointee.variables.count) variables")
    }
    return Int(count)
  }

  /// Checks the changes that the engine has written, and passes them to the body.
  func handOver(_ count: Int, _ body: RunBody) throws(PluginFault) {
    let known = state.pointee.variables
    let (ids, values) = (state.pointee.changedVariables.start, state.pointee.changedValues.start)
    for index in 0..<count {
      let variable = Variable(ids[index])
      guard known.contains(variable.id) else {
        throw broken(.unknownChangedVariable, "solver_changes reported the unknown variable ", .variable(variable))
      }
      guard values[index].isFinite else {
        throw broken(.valueNotFinite, "solver_changes reported ", .variable(variable), " = \(values[index])")
      }
    }
    if count == 0 { return }
    UnsafePointer(ids).withMemoryRebound(to: Variable.self, capacity: count) {
      body(UnsafeBufferPointer(start: $0, count: count).span, UnsafeBufferPointer(start: values, count: count).span)
    }
  }

  /// Returns the engine, unless it has violated its contract before.
  func usable() throws(PluginFault) -> UnsafeMutableRawPointer {
    if let fault = state.pointee.fault { throw fault }
    return solver!
  }

  /// Records that the engine has violated its contract, so that it is not called again, and returns the fault.
  func broken(_ code: ContractViolation.Code, _ words: ContractViolation.Word...) -> PluginFault {
    let fault = PluginFault.broken(ContractViolation(code, by: name, words))
    state.pointee.fault = fault
    return fault
  }

  /// Throws unless a function succeeded.
  func expectOK(_ code: Int32, _ function: String) throws(PluginFault) {
    switch Int(code) {
    case LP_OK: return
    case LP_CANCELLED: throw .cancelled
    default: throw broken(.unknownReturnCode, .text("\(function) returned \(code)"))
    }
  }

  func faultText(_ solver: UnsafeMutableRawPointer) -> String {
    guard let text = functions.fault(solver) else { return "\(name) gave no reason" }
    return String(cString: text)
  }

  /// Fills the table's edits and the terms they point to. Returns whether ids are added or removed.
  private func encode(_ edits: [SolverEdit]) -> Bool {
    var isStructural = false
    var termCount = 0
    for case .add(let constraint) in edits { termCount += constraint.terms.count }
    state.pointee.edits.reserve(edits.count)
    state.pointee.terms.reserve(termCount)
    var term = state.pointee.terms.start
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
      (state.pointee.edits.start + index).initialize(to: result)
    }
    return isStructural
  }

  /// Updates the existing ids after a transaction was accepted.
  private func record(_ edits: [SolverEdit]) {
    for edit in edits {
      switch edit {
      case .declare(let variable, _): state.pointee.variables.insert(variable.id)
      case .forget(let variable): state.pointee.variables.remove(variable.id)
      case .add(let constraint):
        state.pointee.constraints.insert(constraint.id.rawValue)
        for term in constraint.terms { state.pointee.variables.insert(term.variable.id) }
      case .remove(let id): state.pointee.constraints.remove(id.rawValue)
      case .setConstant, .setPriority: break
      }
    }
  }

  /// Fetches and checks the conflict of the transaction that was refused. Returns its members in ascending order.
  private func conflictSet(
    _ edits: [SolverEdit], _ solver: UnsafeMutableRawPointer
  ) throws(PluginFault) -> [LinearConstraint.ID] {
    for case .add(let constraint) in edits { state.pointee.refused.insert(constraint.id.rawValue) }
    let count =
      state.pointee.hasLittleRoom
      ? try conflictInLittleRoom(solver) : try conflict(solver, rooms: [state.pointee.conflict.capacity])
    let members = UnsafeBufferPointer(start: state.pointee.conflict.start, count: count).sorted()
    for (index, id) in members.enumerated() {
      guard state.pointee.constraints.contains(id) || state.pointee.refused.contains(id) else {
        throw broken(.unknownConflictRow, "a conflict names the unknown constraint ", .row(LinearConstraint.ID(id)))
      }
      guard index == 0 || members[index - 1] != id else {
        throw broken(.repeatedConflictRow, "a conflict names ", .row(LinearConstraint.ID(id)), " twice")
      }
    }
    return members.map { LinearConstraint.ID($0) }
  }

  /// Fetches the conflict with room for each of these numbers of members in turn, until it fits. If it fits in none of them, fetches it with enough
  /// room. Returns the number of members.
  func conflict(
    _ solver: UnsafeMutableRawPointer, rooms: [Int],
    around call: (_ room: Int, () throws(PluginFault) -> Void) throws(PluginFault) -> Void = { _, call in try call() }
  ) throws(PluginFault) -> Int {
    let most = state.pointee.constraints.count + state.pointee.refused.count
    var known: UInt64?
    for room in rooms + [nil] {
      let room = room ?? Int(known!)
      state.pointee.conflict.reserve(room)
      var full = UInt64(room)
      var code: Int32 = 0
      try call(room) { code = functions.conflict(solver, state.pointee.conflict.start, &full) }
      guard Int(code) != LP_FAULT, full == known ?? full else {
        throw broken(
          .unsteadyConflict,
          .text(
            "a conflict of \(known ?? full) constraints had \(Int(code) == LP_OK ? full : 0) when it was fetched again")
        )
      }
      try expectOK(code, "solver_conflict")
      guard full <= most else {
        throw broken(.wrongConflictCount, "a conflict of \(full) constraints, and there are at most \(most)")
      }
      if full <= room { return Int(full) }
      known = full
    }
    preconditionFailure("the last room holds the whole conflict")
  }
}
