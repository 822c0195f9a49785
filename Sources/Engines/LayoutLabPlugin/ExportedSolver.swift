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
  private var conflict: [LinearConstraint.ID] = []
  private var fault = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 256)

  init() { fault[0] = 0 }

  deinit { fault.deallocate() }

  static func at(_ solver: UnsafeMutableRawPointer?) -> ExportedSolver {
    guard let solver else { preconditionFailure("a solver function was called with a null solver") }
    return Unmanaged.fromOpaque(solver).takeUnretainedValue()
  }

  var faultText: UnsafePointer<CChar>? { UnsafePointer(fault.baseAddress) }

  func apply(_ source: UnsafePointer<lp_edits>) -> Int32 {
    (proof, conflict) = (nil, [])
    let edits = TableEdits(source.pointee)
    do throws(PluginFault) {
      switch try engine.apply(edits) {
      case .solved:
        if waiting.isEmpty { return Int32(LP_OK) }
        for edit in edits.edits where edit.kind == LP_FORGET { waiting.remove(Variable(edit.id)) }
        return Int32(LP_OK)
      case .conflict(let members):
        conflict = members
        return Int32(LP_CONFLICT)
      }
    } catch {
      return remember(error)
    }
  }

  func conflict(_ constraints: UnsafeMutablePointer<UInt32>?, _ count: UnsafeMutablePointer<UInt64>) -> Int32 {
    for (index, member) in conflict.prefix(Int(clamping: count.pointee)).enumerated() {
      constraints?[index] = member.rawValue
    }
    count.pointee = UInt64(conflict.count)
    return Int32(LP_OK)
  }

  func changes(
    _ variables: UnsafeMutablePointer<UInt32>?, _ values: UnsafeMutablePointer<Double>?,
    _ count: UnsafeMutablePointer<UInt64>
  ) -> Int32 {
    let room = Int(clamping: count.pointee)
    // A local variable: each access to a property would be checked for exclusive access.
    var waiting = WaitingChanges()
    swap(&waiting, &self.waiting)
    defer { swap(&waiting, &self.waiting) }
    var written = 0
    do throws(PluginFault) {
      try engine.drainRuns { changed, numbers in
        if let variables, let values, waiting.isEmpty, changed.count <= room - written {
          copy(changed, to: variables + written)
          copy(numbers, to: values + written)
          written += changed.count
        } else {
          if written > 0, let variables, let values {
            for index in 0..<written { waiting.append(Variable(variables[index]), values[index]) }
            written = 0
          }
          for index in changed.indices { waiting.append(changed[index], numbers[index]) }
        }
      }
    } catch {
      return remember(error)
    }
    if waiting.isEmpty {
      count.pointee = UInt64(written)
      return Int32(LP_OK)
    }
    count.pointee = UInt64(waiting.count)
    if let variables, let values { waiting.move(to: variables, values, room: room) }
    return Int32(LP_OK)
  }

  func certificate(
    _ tiers: UnsafeMutablePointer<UInt32>?, _ constraints: UnsafeMutablePointer<UInt32>?,
    _ multipliers: UnsafeMutablePointer<Double>?, _ count: UnsafeMutablePointer<UInt64>
  ) -> Int32 {
    do throws(PluginFault) {
      // A host calls again if its arrays were too small.
      if proof == nil { proof = try engine.certificate() }
    } catch {
      return remember(error)
    }
    let entries = proof ?? []
    if let tiers, let constraints, let multipliers {
      for (index, entry) in entries.prefix(Int(clamping: count.pointee)).enumerated() {
        tiers[index] = UInt32(entry.tier)
        constraints[index] = entry.constraint.rawValue
        multipliers[index] = entry.multiplier
      }
    }
    count.pointee = UInt64(entries.count)
    return Int32(LP_OK)
  }

  func isUnique(_ variable: UInt32, _ answer: UnsafeMutablePointer<Int32>) -> Int32 {
    do throws(PluginFault) {
      guard let isUnique = try engine.isUnique(Variable(variable)) else {
        return remember(.notOffered("whether a value is unique"))
      }
      answer.pointee = isUnique ? 1 : 0
      return Int32(LP_OK)
    } catch {
      return remember(error)
    }
  }

  /// Writes one number for each kind of work in the C table, as far as the array `numbers` has room, and sets `count` to the number of kinds.
  func work(_ numbers: UnsafeMutablePointer<UInt64>?, _ count: UnsafeMutablePointer<UInt64>) -> Int32 {
    let work = [engine.work.rows, engine.work.pivots]
    for (index, number) in work.prefix(Int(clamping: count.pointee)).enumerated() { numbers?[index] = UInt64(number) }
    count.pointee = UInt64(work.count)
    return Int32(LP_OK)
  }

  /// Stores the text of a fault until the next fault, cut to the buffer's size. Returns the status `LP_FAULT`.
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

/// Copies values, or variables as ids, which have the same form in memory.
private func copy<Element: BitwiseCopyable>(_ elements: Span<Element>, to memory: UnsafeMutableRawPointer) {
  elements.withUnsafeBytes { if let first = $0.baseAddress { memory.copyMemory(from: first, byteCount: $0.count) } }
}

/// Changes that are not reported yet, each variable once.
private struct WaitingChanges {
  private var places: [Variable: Int] = [:]
  private var variables: ContiguousArray<Variable> = []
  private var values: ContiguousArray<Double> = []

  var isEmpty: Bool { variables.isEmpty }
  var count: Int { variables.count }

  mutating func append(_ variable: Variable, _ value: Double) {
    if let place = places[variable] {
      values[place] = value
      return
    }
    places[variable] = variables.count
    variables.append(variable)
    values.append(value)
  }

  /// Copies as many changes as there is room for. If all fit, they are no longer waiting.
  mutating func move(to ids: UnsafeMutablePointer<UInt32>, _ numbers: UnsafeMutablePointer<Double>, room: Int) {
    let copied = min(room, count)
    copy(variables.span.extracting(first: copied), to: ids)
    copy(values.span.extracting(first: copied), to: numbers)
    if copied == count { self = WaitingChanges() }
  }

  mutating func remove(_ variable: Variable) {
    guard places[variable] != nil else { return }
    let rest = zip(variables, values).filter { $0.0 != variable }
    self = WaitingChanges()
    for (variable, value) in rest { append(variable, value) }
  }
}

/// A transaction in the form of the C table.
private struct TableEdits: EditList {
  let edits: UnsafeBufferPointer<lp_edit>
  /// Copies of the edits and terms in the form of this version of the table, made if the host's edits or terms have more fields; otherwise nil. They
  /// are freed with the last reference to them.
  private let copies: Copies?

  init(_ table: lp_edits) {
    if table.edit_size == MemoryLayout<lp_edit>.stride, table.term_size == MemoryLayout<lp_term>.stride {
      (edits, copies) = (UnsafeBufferPointer(start: table.first, count: Int(table.count)), nil)
    } else {
      let copies = Copies(table)
      (edits, self.copies) = (UnsafeBufferPointer(copies.edits), copies)
    }
  }

  private final class Copies {
    let edits: UnsafeMutableBufferPointer<lp_edit>

    init(_ table: lp_edits) {
      edits = .allocate(capacity: Int(table.count))
      for index in edits.indices {
        let place = UnsafeRawPointer(table.first!) + index * Int(table.edit_size)
        var edit = place.loadUnaligned(as: lp_edit.self)
        let terms = UnsafeMutablePointer<lp_term>.allocate(capacity: Int(edit.term_count))
        for term in 0..<Int(edit.term_count) {
          let place = UnsafeRawPointer(edit.terms!) + term * Int(table.term_size)
          (terms + term).initialize(to: place.loadUnaligned(as: lp_term.self))
        }
        edit.terms = UnsafePointer(terms)
        edits.initializeElement(at: index, to: edit)
      }
    }

    deinit {
      for edit in edits { edit.terms.deallocate() }
      edits.deallocate()
    }
  }

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
      // `LinearConstraint.Term` has the layout of the table's term; a test checks that.
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
