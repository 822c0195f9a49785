import CLayoutPlugin
import LibC
import LayoutPlugin
import SceneModel

/// A plugin's table, used without conversions, so that a peer is measured and not our bridge to it.
final class TableLibrary {
  let table: UnsafePointer<lp_plugin>
  let name: String
  var isCanonical: Bool { table.pointee.capabilities & UInt64(LP_CANONICAL) != 0 }

  /// A table may end before the function that tells the work.
  var countsWork: Bool {
    let end = MemoryLayout<lp_plugin>.offset(of: \lp_plugin.solver_work)! + MemoryLayout<UInt>.size
    return Int(table.pointee.struct_size) >= end && table.pointee.solver_work != nil
  }

  init(path: String) throws(PluginFault) {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw .cannotLoad(path: path, reason: dlerror().map { String(cString: $0) } ?? "unknown")
    }
    guard let symbol = dlsym(handle, "layout_plugin_entry") else {
      throw .cannotLoad(path: path, reason: "exports no layout_plugin_entry")
    }
    let entry = unsafeBitCast(symbol, to: layout_plugin_entry_function.self)
    guard let table = entry(UInt32(LAYOUT_PLUGIN_ABI)), table.pointee.abi == UInt32(LAYOUT_PLUGIN_ABI),
      table.pointee.solver_create != nil, table.pointee.solver_apply != nil, table.pointee.solver_changes != nil,
      table.pointee.solver_destroy != nil
    else { throw .wrongABI(path: path, found: "no solver for table version \(LAYOUT_PLUGIN_ABI)") }
    self.table = table
    name = table.pointee.name.map { String(cString: $0) } ?? "plugin"
  }
}

/// One transaction, laid out as the table takes it.
final class TableEdits {
  let edits: UnsafeMutableBufferPointer<lp_edit>
  private let terms: UnsafeMutableBufferPointer<lp_term>

  init(_ source: [SolverEdit]) {
    let termCount = source.reduce(0) { if case .add(let constraint) = $1 { $0 + constraint.terms.count } else { $0 } }
    terms = .allocate(capacity: max(1, termCount))
    edits = .allocate(capacity: max(1, source.count))
    var nextTerm = 0
    for (index, edit) in source.enumerated() {
      var row = lp_edit()
      switch edit {
      case .declare(let variable, let nonNegative):
        row.kind = UInt32(LP_DECLARE)
        row.id = variable.id
        row.flags = nonNegative ? 1 : 0
      case .forget(let variable):
        row.kind = UInt32(LP_FORGET)
        row.id = variable.id
      case .add(let constraint):
        row.kind = UInt32(LP_ADD)
        row.id = constraint.id.rawValue
        row.terms = UnsafePointer(terms.baseAddress! + nextTerm)
        row.term_count = UInt32(constraint.terms.count)
        row.relation = constraint.relation.rawValue
        row.constant = constraint.constant
        row.priority = constraint.priority
        for term in constraint.terms {
          (terms.baseAddress! + nextTerm).initialize(
            to: lp_term(variable: term.variable.id, reserved: 0, coefficient: term.coefficient))
          nextTerm += 1
        }
      case .remove(let id):
        row.kind = UInt32(LP_REMOVE)
        row.id = id.rawValue
      case .setConstant(let id, let constant):
        row.kind = UInt32(LP_SET_CONSTANT)
        row.id = id.rawValue
        row.constant = constant
      case .setPriority(let id, let priority):
        row.kind = UInt32(LP_SET_PRIORITY)
        row.id = id.rawValue
        row.priority = priority
      }
      (edits.baseAddress! + index).initialize(to: row)
    }
    count = source.count
  }

  let count: Int

  deinit {
    edits.deallocate()
    terms.deallocate()
  }
}

/// The counterpart of `SolverSession` over the table.
final class TableSession {
  private let library: TableLibrary
  private let solver: UnsafeMutableRawPointer?
  private let values: UnsafeMutableBufferPointer<Double>
  private var changedVariables = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 4096)
  private var changedValues = UnsafeMutableBufferPointer<Double>.allocate(capacity: 4096)
  private(set) var changeCount = 0

  init(_ library: TableLibrary, variableCount: Int) {
    self.library = library
    solver = library.table.pointee.solver_create(host)
    values = .allocate(capacity: variableCount)
    values.initialize(repeating: 0)
  }

  deinit {
    library.table.pointee.solver_destroy(solver)
    host.deallocate()
    values.deallocate()
    changedVariables.deallocate()
    changedValues.deallocate()
  }

  /// A host that shows nothing and never ends a call.
  private let host = {
    let host = UnsafeMutablePointer<lp_host>.allocate(capacity: 1)
    host.initialize(
      to: lp_host(
        struct_size: UInt32(MemoryLayout<lp_host>.size), reserved: 0, context: nil, log: { _, _, _ in },
        is_cancelled: { _ in 0 }))
    return host
  }()

  func apply(_ edits: TableEdits) -> Bool {
    let status = solve(edits)
    forEachChange { values[Int($0)] = $1 }
    return status == LP_OK
  }

  fileprivate func forEachChange(_ body: (UInt32, Double) -> Void) {
    var count = fetchChanges()
    if count > changedVariables.count {
      changedVariables.deallocate()
      changedValues.deallocate()
      changedVariables = .allocate(capacity: count)
      changedValues = .allocate(capacity: count)
      count = fetchChanges()
    }
    for index in 0..<count { body(changedVariables[index], changedValues[index]) }
    changeCount += count
  }

  /// Returns how many changes there are. They were written if there was room for all.
  private func fetchChanges() -> Int {
    var count = UInt64(changedVariables.count)
    let code = library.table.pointee.solver_changes(
      solver, changedVariables.baseAddress, changedValues.baseAddress, &count)
    return Int(code) == LP_OK ? Int(count) : 0
  }

  /// Nil for an engine that does not count.
  var work: SolverWork? {
    guard library.countsWork, let read = library.table.pointee.solver_work else { return nil }
    var counts: [UInt64] = [0, 0]
    var count = UInt64(counts.count)
    guard Int(read(solver, &counts, &count)) == LP_OK, count >= counts.count else { return nil }
    return SolverWork(rows: Int(clamping: counts[Int(LP_ROWS)]), pivots: Int(clamping: counts[Int(LP_PIVOTS)]))
  }

  fileprivate func solve(_ edits: TableEdits) -> Int32 {
    var table = lp_edits(
      first: edits.edits.baseAddress, count: UInt64(edits.count), edit_size: UInt32(MemoryLayout<lp_edit>.stride),
      term_size: UInt32(MemoryLayout<lp_term>.stride))
    return library.table.pointee.solver_apply(solver, &table)
  }
}

/// The table as an engine, for the check before timing.
final class TableSolver: ConstraintSolving {
  private let session: TableSession

  init(_ library: TableLibrary) { session = TableSession(library, variableCount: 0) }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    switch session.solve(TableEdits(edits)) {
    case Int32(LP_OK): return .solved
    case Int32(LP_CONFLICT): return .conflict([])
    default: throw .rejected("the peer refused the edits")
    }
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    session.forEachChange { body(Variable($0), $1) }
  }
}
