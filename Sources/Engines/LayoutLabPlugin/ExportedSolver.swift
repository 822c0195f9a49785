import CLayoutPlugin
import ConstraintSolver
import LayoutPlugin
import SceneModel

/// The object that a host's `void *solver` points to: an engine, and the state that it keeps between two calls of the C table.
final class ExportedSolver {
  private let engine = ConstraintSolver()
  /// The changes that did not fit into the host's arrays.
  private var waiting = WaitingChanges()
  private var proof: [CertificateEntry]?
  private var fault = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 256)

  init() { fault[0] = 0 }

  deinit { fault.deallocate() }

  static func at(_ solver: UnsafeMutableRawPointer?) -> ExportedSolver {
    guard let solver else { preconditionFailure("a solver function was called with a null solver") }
    return Unmanaged.fromOpaque(solver).takeUnretainedValue()
  }

  var faultText: UnsafePointer<CChar>? { UnsafePointer(fault.baseAddress) }

  func apply(
    _ source: UnsafePointer<lp_edit>?, _ count: Int, _ conflict: UnsafeMutablePointer<UInt32>?,
    _ conflictCount: UnsafeMutablePointer<Int>?
  ) -> Int32 {
    proof = nil
    let room = conflict == nil ? 0 : max(0, conflictCount?.pointee ?? 0)
    conflictCount?.pointee = 0
    let edits = TableEdits(edits: UnsafeBufferPointer(start: source, count: source == nil ? 0 : max(0, count)))
    do throws(PluginFault) {
      guard count >= 0 else { throw .rejected("more edits than memory can hold") }
      switch try engine.apply(edits) {
      case .solved:
        if waiting.isEmpty { return Int32(LP_OK) }
        for edit in edits.edits where edit.kind == LP_FORGET { waiting.remove(Variable(edit.id)) }
        return Int32(LP_OK)
      case .conflict(let members):
        for (index, member) in members.prefix(room).enumerated() { conflict?[index] = member.rawValue }
        conflictCount?.pointee = members.count
        return Int32(LP_CONFLICT)
      }
    } catch {
      return remember(error)
    }
  }

  func changes(
    _ variables: UnsafeMutablePointer<UInt32>?, _ values: UnsafeMutablePointer<Double>?, _ capacity: Int
  ) -> Int {
    guard let variables, let values, capacity > 0 else { return 0 }
    var written = waiting.take(variables, values, capacity)
    if !waiting.isEmpty { return written }
    // A property would be checked for exclusive access at each change.
    var rest = WaitingChanges()
    swap(&rest, &waiting)
    defer { swap(&rest, &waiting) }
    do throws(PluginFault) {
      try engine.drainRuns { changed, numbers in
        let count = min(changed.count, capacity - written)
        if count > 0 {
          copy(changed.baseAddress!, count, to: variables + written)
          (values + written).update(from: numbers.baseAddress!, count: count)
          written += count
        }
        rest.append(changed[count...], numbers[count...])
      }
    } catch {
      // The table has no way to say so here: what is missing shows as a law that is broken.
      _ = remember(error)
    }
    return written
  }

  func certificate(
    _ tiers: UnsafeMutablePointer<UInt32>?, _ constraints: UnsafeMutablePointer<UInt32>?,
    _ multipliers: UnsafeMutablePointer<Double>?, _ capacity: Int
  ) -> Int {
    do throws(PluginFault) {
      // A host asks twice when its room was too small.
      if proof == nil { proof = try engine.certificate() }
      let entries = proof ?? []
      if let tiers, let constraints, let multipliers {
        for (index, entry) in entries.prefix(max(0, capacity)).enumerated() {
          tiers[index] = UInt32(entry.tier)
          constraints[index] = entry.constraint.rawValue
          multipliers[index] = entry.multiplier
        }
      }
      return entries.count
    } catch {
      _ = remember(error)
      return 0
    }
  }

  func isUnique(_ variable: UInt32) -> Int32 {
    do throws(PluginFault) {
      guard let answer = try engine.isUnique(Variable(variable)) else {
        return remember(.notOffered("whether a value is unique"))
      }
      return answer ? 1 : 0
    } catch {
      return -remember(error)
    }
  }

  /// Writes one number for each kind of work in the table, up to `capacity`.
  func work(_ counts: UnsafeMutablePointer<UInt64>?, _ capacity: Int) -> Int {
    guard let counts else { return 0 }
    let work = engine.work
    let numbers = [work.rows, work.pivots].prefix(max(0, capacity))
    for (index, number) in numbers.enumerated() { counts[index] = UInt64(number) }
    return numbers.count
  }

  /// Stores the text of a fault until the next fault, cut to the buffer's size.
  private func remember(_ error: PluginFault) -> Int32 {
    let text =
      switch error {
      case .rejected(let reason): reason
      default: "\(error)"
      }
    var length = 0
    for byte in text.utf8.prefix(fault.count - 1) {
      fault[length] = CChar(bitPattern: byte)
      length += 1
    }
    fault[length] = 0
    return Int32(LP_FAULT)
  }
}

/// Copies variables as ids; both have the same form in memory.
private func copy(_ variables: UnsafePointer<Variable>, _ count: Int, to ids: UnsafeMutablePointer<UInt32>) {
  UnsafeMutableRawPointer(ids).copyMemory(from: variables, byteCount: count * MemoryLayout<Variable>.stride)
}

/// Changes in the order in which they are to be reported.
private struct WaitingChanges {
  private var variables: [Variable] = []
  private var values: [Double] = []
  private var first = 0

  var isEmpty: Bool { first == variables.count }

  mutating func append(
    _ variables: Slice<UnsafeBufferPointer<Variable>>, _ values: Slice<UnsafeBufferPointer<Double>>
  ) {
    self.variables.append(contentsOf: variables)
    self.values.append(contentsOf: values)
  }

  /// Moves up to `capacity` changes into a host's arrays, and returns how many.
  mutating func take(
    _ variables: UnsafeMutablePointer<UInt32>, _ values: UnsafeMutablePointer<Double>, _ capacity: Int
  ) -> Int {
    let count = min(capacity, self.variables.count - first)
    if count == 0 { return 0 }
    self.variables.withUnsafeBufferPointer { copy($0.baseAddress! + first, count, to: variables) }
    self.values.withUnsafeBufferPointer { values.update(from: $0.baseAddress! + first, count: count) }
    first += count
    if isEmpty { removeAll() }
    return count
  }

  mutating func remove(_ variable: Variable) {
    while let place = variables[first...].firstIndex(of: variable) {
      variables.remove(at: place)
      values.remove(at: place)
    }
    if isEmpty { removeAll() }
  }

  private mutating func removeAll() {
    variables.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    first = 0
  }
}

/// A transaction in the form of the C table.
private struct TableEdits: EditList {
  var edits: UnsafeBufferPointer<lp_edit>

  var count: Int { edits.count }

  func borrowed(_ index: Int) throws(Mistake) -> BorrowedEdit {
    let edit = edits[index]
    let id = LinearConstraint.ID(edit.id)
    switch Int(edit.kind) {
    case LP_DECLARE where edit.flags <= 1: return .declare(Variable(edit.id), nonNegative: edit.flags == 1)
    case LP_FORGET: return .forget(Variable(edit.id))
    case LP_REMOVE: return .remove(id)
    case LP_SET_CONSTANT: return .setConstant(id, edit.constant)
    case LP_SET_PRIORITY: return .setPriority(id, edit.priority)
    case LP_ADD:
      guard let relation = Relation(rawValue: edit.relation), edit.terms != nil || edit.term_count == 0 else {
        fallthrough
      }
      // A term is laid out as the table's, which a test holds.
      let terms = UnsafeRawPointer(edit.terms)?.assumingMemoryBound(to: LinearConstraint.Term.self)
      return .add(
        BorrowedRow(
          id: id, terms: UnsafeBufferPointer(start: terms, count: Int(edit.term_count)), relation: relation,
          constant: edit.constant, priority: edit.priority))
    default:
      throw Mistake(
        reason: "kind \(edit.kind), relation \(edit.relation), flags \(edit.flags) are not of this table")
    }
  }
}
