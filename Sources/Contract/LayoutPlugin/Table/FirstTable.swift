import CLayoutPlugin

/// A table of ABI 1, adapted to ABI 2. The engine that its functions get is an adapter (`FirstSolver`, `FirstSampler`), which calls the functions of
/// ABI 1.
///
/// It is never changed, and its functions may be called from any thread.
struct FirstTable: @unchecked Sendable {
  private let first: lp_plugin_1
  /// The functions of ABI 2. Engines are made by `makeSolver` and `makeSampler`.
  private(set) var table = lp_plugin()

  init(_ first: lp_plugin_1) {
    self.first = first
    (table.abi, table.name, table.version) = (UInt32(LAYOUT_PLUGIN_ABI), first.name, first.version)
    table.capabilities = first.capabilities
    if first.solver_create != nil { table.solver_create = { _ in nil } }
    if first.solver_destroy != nil { table.solver_destroy = { FirstSolver.at($0).destroy() } }
    if first.solver_apply != nil { table.solver_apply = { FirstSolver.at($0).apply($1!.pointee) } }
    if first.solver_apply != nil { table.solver_conflict = { FirstSolver.at($0).conflict($1, $2!) } }
    if first.solver_changes != nil { table.solver_changes = { FirstSolver.at($0).changes($1, $2, $3!) } }
    if first.solver_fault != nil { table.solver_fault = { FirstSolver.at($0).fault } }
    if first.solver_certificate != nil {
      table.solver_certificate = { FirstSolver.at($0).certificate($1, $2, $3, $4!) }
    }
    if first.solver_is_unique != nil { table.solver_is_unique = { FirstSolver.at($0).isUnique($1, $2!) } }
    if first.solver_work != nil { table.solver_work = { FirstSolver.at($0).work($1, $2!) } }
    if first.sampler_create != nil { table.sampler_create = { _, _, _, _ in nil } }
    if first.sampler_destroy != nil { table.sampler_destroy = { FirstSampler.at($0).destroy() } }
    if first.sampler_sample != nil { table.sampler_sample = { FirstSampler.at($0).sample($1, $2, $3, $4!) } }
    (table.solver_tolerance, table.solver_grid) = (first.solver_tolerance, first.solver_grid)
    (table.solver_levels, table.solver_weights) = (first.solver_levels, first.solver_weights)
    table.solver_level_count = UInt64(first.solver_level_count)
    (table.solver_least, table.solver_greatest) = (first.solver_least, first.solver_greatest)
    table.solver_transaction_edits = first.solver_transaction_edits
  }

  func makeSolver() -> UnsafeMutableRawPointer? {
    first.solver_create().map { Unmanaged.passRetained(FirstSolver(first, $0)).toOpaque() }
  }

  func makeSampler(_ timeline: UnsafeBufferPointer<UInt8>, _ valueCount: inout UInt64) -> UnsafeMutableRawPointer? {
    var count = 0
    guard let sampler = first.sampler_create(timeline.baseAddress, timeline.count, &count) else { return nil }
    valueCount = UInt64(truncatingIfNeeded: count)
    return Unmanaged.passRetained(FirstSampler(first, sampler, count)).toOpaque()
  }
}

/// A solver of ABI 1. It keeps the answers that ABI 1 returned at once, and that ABI 2 fetches by separate calls.
private final class FirstSolver {
  typealias Count = UnsafeMutablePointer<UInt64>

  private let table: lp_plugin_1
  private let solver: UnsafeMutableRawPointer
  private var refusedEdits: (first: UnsafePointer<lp_edit>?, count: Int) = (nil, 0)
  private let members = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 64)
  private var memberCount = 0
  /// Changes that did not fit in the host's arrays.
  private var waiting: (variables: [UInt32], values: [Double]) = ([], [])
  /// An upper bound of the number of variables.
  private var most = 0

  init(_ table: lp_plugin_1, _ solver: UnsafeMutableRawPointer) { (self.table, self.solver) = (table, solver) }

  deinit { members.deallocate() }

  static func at(_ solver: UnsafeMutableRawPointer?) -> FirstSolver {
    Unmanaged.fromOpaque(solver!).takeUnretainedValue()
  }

  var fault: UnsafePointer<CChar>? { table.solver_fault(solver) }

  func destroy() {
    table.solver_destroy(solver)
    Unmanaged.passUnretained(self).release()
  }

  /// Applies the edits, which have the same form in both ABIs. Their memory is read again by `conflict`; the only host, `CSolver`, allows that.
  func apply(_ edits: lp_edits) -> Int32 {
    memberCount = members.count
    let code = table.solver_apply(solver, edits.first, Int(edits.count), members.baseAddress, &memberCount)
    refusedEdits = (edits.first, Int(edits.count))
    if Int(code) == LP_OK {
      for edit in UnsafeBufferPointer(start: edits.first, count: Int(edits.count)) {
        if edit.kind == LP_ADD { most += Int(edit.term_count) } else if edit.kind == LP_DECLARE { most += 1 }
      }
    }
    return code
  }

  /// Copies the conflict of the last transaction. If the host's array is too small for it, the transaction is applied again with that array, as ABI 1
  /// requires. So it is the engine itself that must not write beyond the array.
  func conflict(_ ids: UnsafeMutablePointer<UInt32>?, _ count: Count) -> Int32 {
    let room = Int(count.pointee)
    if memberCount <= min(room, members.count) || room >= members.count && memberCount > room {
      if memberCount > 0 { ids?.update(from: members.baseAddress!, count: min(memberCount, members.count)) }
      count.pointee = UInt64(truncatingIfNeeded: memberCount)
      return Int32(LP_OK)
    }
    var full = room
    let code = table.solver_apply(solver, refusedEdits.first, refusedEdits.count, ids, &full)
    count.pointee = UInt64(truncatingIfNeeded: full)
    return Int32(Int(code) == LP_CONFLICT ? LP_OK : LP_FAULT)
  }

  /// Fetches all changes with the host's arrays, and keeps them if they do not fit. If the engine's count is impossible, `count` becomes
  /// `UInt64.max`, which the host rejects.
  func changes(
    _ variables: UnsafeMutablePointer<UInt32>?, _ values: UnsafeMutablePointer<Double>?, _ count: Count
  ) -> Int32 {
    let room = Int(count.pointee)
    count.pointee = .max
    if waiting.variables.isEmpty {
      guard room > 0, let variables, let values else { return fetchWithoutRoom(count) }
      while true {
        let written = table.solver_changes(solver, variables, values, room)
        guard 0...room ~= written else { return Int32(LP_OK) }
        if written < room, waiting.variables.isEmpty {
          count.pointee = UInt64(written)
          return Int32(LP_OK)
        }
        waiting.variables += UnsafeBufferPointer(start: variables, count: written)
        waiting.values += UnsafeBufferPointer(start: values, count: written)
        guard waiting.variables.count <= most else { return Int32(LP_OK) }
        if written < room { break }
      }
    }
    count.pointee = UInt64(waiting.variables.count)
    if waiting.variables.count <= room {
      _ = UnsafeMutableBufferPointer(start: variables, count: room).update(from: waiting.variables)
      _ = UnsafeMutableBufferPointer(start: values, count: room).update(from: waiting.values)
      waiting = ([], [])
    }
    return Int32(LP_OK)
  }

  private func fetchWithoutRoom(_ count: Count) -> Int32 {
    var (variable, value): (UInt32, Double) = (0, 0)
    count.pointee = 1
    let code = changes(&variable, &value, count)
    if count.pointee == 1 { waiting = ([variable], [value]) }
    return code
  }

  func certificate(
    _ tiers: UnsafeMutablePointer<UInt32>?, _ constraints: UnsafeMutablePointer<UInt32>?,
    _ multipliers: UnsafeMutablePointer<Double>?, _ count: Count
  ) -> Int32 {
    let full = table.solver_certificate(solver, tiers, constraints, multipliers, Int(count.pointee))
    count.pointee = UInt64(truncatingIfNeeded: full)
    return Int32(LP_OK)
  }

  func isUnique(_ variable: UInt32, _ answer: UnsafeMutablePointer<Int32>) -> Int32 {
    answer.pointee = table.solver_is_unique(solver, variable)
    return Int32(LP_OK)
  }

  func work(_ numbers: UnsafeMutablePointer<UInt64>?, _ count: Count) -> Int32 {
    count.pointee = UInt64(truncatingIfNeeded: table.solver_work(solver, numbers, Int(count.pointee)))
    return Int32(LP_OK)
  }
}

/// A sampler of ABI 1.
private final class FirstSampler {
  private let table: lp_plugin_1
  private let sampler: UnsafeMutableRawPointer
  private let valueCount: Int

  init(_ table: lp_plugin_1, _ sampler: UnsafeMutableRawPointer, _ valueCount: Int) {
    (self.table, self.sampler, self.valueCount) = (table, sampler, valueCount)
  }

  static func at(_ sampler: UnsafeMutableRawPointer?) -> FirstSampler {
    Unmanaged.fromOpaque(sampler!).takeUnretainedValue()
  }

  func destroy() {
    table.sampler_destroy(sampler)
    Unmanaged.passUnretained(self).release()
  }

  func sample(
    _ times: UnsafePointer<Double>?, _ timeCount: UInt64, _ values: UnsafeMutablePointer<Double>?,
    _ count: UnsafeMutablePointer<UInt64>
  ) -> Int32 {
    let (room, full) = (count.pointee, timeCount * UInt64(valueCount))
    count.pointee = full
    if full > room { return Int32(LP_OK) }
    return table.sampler_sample(sampler, times, Int(timeCount), values)
  }
}
