import CLayoutPlugin
import LibC
import LayoutPlugin
import SceneModel

/// A plugin's table, used without conversions, so that a peer is measured and not our bridge to it.
final class TableLibrary {
  /// A table of either version. It is kept as long as the process.
  enum Table {
    case first(UnsafePointer<lp_plugin_1>)
    case second(UnsafePointer<lp_plugin>)
  }

  let table: Table
  let name: String
  let isCanonical: Bool

  init(path: String) throws(PluginFault) {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw .cannotLoad(path: path, reason: dlerror().map { String(cString: $0) } ?? "unknown")
    }
    guard let symbol = dlsym(handle, "layout_plugin_entry") else {
      throw .notAPlugin(path: path, reason: "it exports no layout_plugin_entry")
    }
    let entry = unsafeBitCast(symbol, to: layout_plugin_entry_function.self)
    guard let place = entry(UInt32(LAYOUT_PLUGIN_ABI)) ?? entry(1), let table = Table(at: place) else {
      throw .wrongABI(path: path, found: "no solver for table versions 1 to \(LAYOUT_PLUGIN_ABI)")
    }
    self.table = table
    // These fields are in the same place in every version.
    isCanonical = place.pointee.capabilities & UInt64(LP_CANONICAL) != 0
    name = place.pointee.name.map { String(cString: $0) } ?? "plugin"
  }
}

extension TableLibrary.Table {
  /// Copies a table, with zeros for what it does not have yet; nil if its version is unknown or it has no solver.
  fileprivate init?(at place: UnsafePointer<lp_plugin>) {
    let size = Int(place.pointee.struct_size)
    func copy<Table>(_ empty: Table) -> UnsafeMutablePointer<Table> {
      let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
      table.initialize(to: empty)
      UnsafeMutableRawPointer(table).copyMemory(from: place, byteCount: min(size, MemoryLayout<Table>.size))
      return table
    }
    switch place.pointee.abi {
    case 1:
      let table = copy(lp_plugin_1())
      guard table.pointee.solver_create != nil, table.pointee.solver_apply != nil,
        table.pointee.solver_changes != nil, table.pointee.solver_destroy != nil
      else { return nil }
      self = .first(table)
    case UInt32(LAYOUT_PLUGIN_ABI):
      let table = copy(lp_plugin())
      guard table.pointee.solver_create != nil, table.pointee.solver_apply != nil,
        table.pointee.solver_changes != nil, table.pointee.solver_destroy != nil
      else { return nil }
      self = .second(table)
    default: return nil
    }
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
    solver =
      switch library.table {
      case .first(let table): table.pointee.solver_create()
      case .second(let table): table.pointee.solver_create(host)
      }
    values = .allocate(capacity: variableCount)
    values.initialize(repeating: 0)
  }

  deinit {
    switch library.table {
    case .first(let table): table.pointee.solver_destroy(solver)
    case .second(let table): table.pointee.solver_destroy(solver)
    }
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
    switch library.table {
    case .first(let table):
      var count = 0
      repeat {
        count = table.pointee.solver_changes(
          solver, changedVariables.baseAddress, changedValues.baseAddress, changedVariables.count)
        handOver(min(max(count, 0), changedVariables.count), body)
      } while count == changedVariables.count
    case .second(let table):
      var count = fetchChanges(table)
      if count > changedVariables.count {
        changedVariables.deallocate()
        changedValues.deallocate()
        changedVariables = .allocate(capacity: count)
        changedValues = .allocate(capacity: count)
        count = min(fetchChanges(table), count)
      }
      handOver(count, body)
    }
  }

  private func handOver(_ count: Int, _ body: (UInt32, Double) -> Void) {
    for index in 0..<count { body(changedVariables[index], changedValues[index]) }
    changeCount += count
  }

  /// Returns how many changes there are. They were written if there was room for all.
  private func fetchChanges(_ table: UnsafePointer<lp_plugin>) -> Int {
    var count = UInt64(changedVariables.count)
    let code = table.pointee.solver_changes(solver, changedVariables.baseAddress, changedValues.baseAddress, &count)
    return Int(code) == LP_OK ? Int(count) : 0
  }

  /// Nil for an engine that does not count.
  var work: SolverWork? {
    var numbers: [UInt64] = [0, 0]
    var count = 0
    switch library.table {
    case .first(let table): count = table.pointee.solver_work?(solver, &numbers, numbers.count) ?? 0
    case .second(let table):
      var full = UInt64(numbers.count)
      guard let read = table.pointee.solver_work, Int(read(solver, &numbers, &full)) == LP_OK else { return nil }
      count = Int(clamping: full)
    }
    guard count >= numbers.count else { return nil }
    return SolverWork(rows: Int(clamping: numbers[Int(LP_ROWS)]), pivots: Int(clamping: numbers[Int(LP_PIVOTS)]))
  }

  fileprivate func solve(_ edits: TableEdits) -> Int32 {
    switch library.table {
    case .first(let table):
      var room = 0
      return table.pointee.solver_apply(solver, edits.edits.baseAddress, edits.count, nil, &room)
    case .second(let table):
      var list = lp_edits(
        first: edits.edits.baseAddress, count: UInt64(edits.count), edit_size: UInt32(MemoryLayout<lp_edit>.stride),
        term_size: UInt32(MemoryLayout<lp_term>.stride))
      return table.pointee.solver_apply(solver, &list)
    }
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
