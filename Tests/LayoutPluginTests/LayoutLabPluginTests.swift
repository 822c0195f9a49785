import CLayoutPlugin
import ConstraintSolver
import Foundation
import LayoutLabPlugin
import LayoutPlugin
import SceneModel
import Testing

@testable import LayoutPlugin

/// Our engine through `libLayoutLabPlugin.so` answers exactly as it does when it is linked in.
@Suite struct LayoutLabPluginTests {
  let loaded: Plugin

  init() throws { loaded = try Plugin.load(path: Package.library) }

  private func row(
    _ id: UInt32, _ terms: [(Double, UInt32)], _ relation: Relation, _ constant: Double, _ priority: Double = 1000
  ) -> LinearConstraint {
    LinearConstraint(
      id: .init(id), terms: terms.map { .init($0.0, Variable($0.1)) }, relation: relation, constant: constant,
      priority: priority)
  }

  @Test("The library presents itself as the linked engine does")
  func manifest() {
    var expected = Plugin.layoutlab.manifest
    expected.path = Package.library
    #expect(loaded.manifest == expected)
  }

  @Test("A term lies in memory as the table's does")
  func termLayout() {
    typealias Term = LinearConstraint.Term
    #expect(MemoryLayout<Term>.size == MemoryLayout<lp_term>.size)
    #expect(MemoryLayout<Term>.stride == MemoryLayout<lp_term>.stride)
    #expect(MemoryLayout<Term>.alignment == MemoryLayout<lp_term>.alignment)
    #expect(MemoryLayout<Term>.offset(of: \.variable.id) == MemoryLayout<lp_term>.offset(of: \.variable))
    #expect(MemoryLayout<Term>.offset(of: \.coefficient) == MemoryLayout<lp_term>.offset(of: \.coefficient))
  }

  @Test("An edit that the table does not have is refused, and nothing has changed", arguments: 0..<4)
  func strangeEdit(_ kind: Int) throws {
    let table = try #require(layoutPluginEntry(UInt32(LAYOUT_PLUGIN_ABI))).pointee
    let solver = table.solver_create(nil)
    defer { table.solver_destroy(solver) }
    var edits = [lp_edit(), lp_edit(), lp_edit()]
    (edits[0].kind, edits[0].id, edits[0].flags) = (UInt32(LP_DECLARE), 7, 0)
    (edits[1].kind, edits[1].id, edits[1].priority) = (UInt32(LP_ADD), 1, 1000)
    edits[2] = edits[1]
    edits[2].id = 2
    switch kind {
    case 0: edits[2].kind = 9
    case 1: edits[2].relation = 2
    case 2: edits[2].term_count = 3
    default: (edits[2].kind, edits[2].flags) = (UInt32(LP_DECLARE), 2)
    }
    func apply(_ count: Int) -> Int32 {
      edits.withUnsafeBufferPointer { edits in
        var table = lp_edits(first: edits.baseAddress, count: UInt64(count), edit_size: 48, term_size: 16)
        return layoutPluginEntry(2)!.pointee.solver_apply(solver, &table)
      }
    }
    #expect(apply(3) == LP_FAULT)
    #expect(try String(cString: #require(table.solver_fault(solver))).hasPrefix("edit 2: kind"))
    // Neither the variable nor the row has stayed.
    edits[0].flags = 1
    #expect(apply(2) == LP_OK)
  }

  /// An edit and a term of a host that has more fields.
  private struct LargeEdit {
    var edit = lp_edit()
    var more: (UInt64, UInt64) = (.max, .max)
  }
  private struct LargeTerm {
    var term: lp_term
    var more = UInt64.max
  }

  @Test(
    "A conflict is written as far as there is room, by an engine that steps by the sizes of its host", arguments: 0..<3)
  func conflictRoom(_ room: Int) throws {
    let table = try #require(layoutPluginEntry(UInt32(LAYOUT_PLUGIN_ABI))).pointee
    let solver = table.solver_create(nil)
    defer { table.solver_destroy(solver) }
    let terms = [1.0, -1].map { LargeTerm(term: lp_term(variable: 1, reserved: 0, coefficient: $0 + 2)) }
    terms.withUnsafeBufferPointer { terms in
      let edits = [1.0, 2].map { constant in
        var large = LargeEdit()
        (large.edit.kind, large.edit.id, large.edit.constant) = (UInt32(LP_ADD), UInt32(constant), constant)
        (large.edit.priority, large.edit.term_count) = (1000, 2)
        large.edit.terms = UnsafeRawPointer(terms.baseAddress!).assumingMemoryBound(to: lp_term.self)
        return large
      }
      edits.withUnsafeBufferPointer { edits in
        var transaction = lp_edits(
          first: UnsafeRawPointer(edits.baseAddress!).assumingMemoryBound(to: lp_edit.self), count: 2,
          edit_size: UInt32(MemoryLayout<LargeEdit>.stride), term_size: UInt32(MemoryLayout<LargeTerm>.stride))
        #expect(table.solver_apply(solver, &transaction) == LP_CONFLICT)
      }
      var (ids, count): ([UInt32], UInt64) = ([0, 0], UInt64(room))
      #expect(table.solver_conflict(solver, &ids, &count) == LP_OK)
      #expect(count == 2)
      #expect(ids == [room > 0 ? 1 : 0, room > 1 ? 2 : 0])
    }
  }

  @Test("The library needs the Swift runtime and the system, nothing else")
  func dependencies() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Package.library))
    for library in ["libFoundation", "lib_FoundationICU"] { #expect(bytes.range(of: Data(library.utf8)) == nil) }
  }

  @Test("The worked example of the contract, through the table")
  func workedExample() throws {
    let solver = try newSolver(of: loaded)
    func changes() throws -> [Variable: Double] {
      var result: [Variable: Double] = [:]
      try solver.drainChanges { result[$0] = $1 }
      return result
    }
    #expect(
      try solver.apply([
        .declare(Variable(1), nonNegative: true), .declare(Variable(2), nonNegative: true),
        .add(row(10, [(1, 1), (1, 2)], .equal, 100)), .add(row(11, [(1, 1)], .equal, 80, 750)),
        .add(row(12, [(1, 2)], .equal, 80, 750)),
      ]) == .solved)
    #expect(try changes() == [Variable(1): 20, Variable(2): 80])
    #expect(try solver.apply([.setConstant(.init(10), 200)]) == .solved)
    #expect(try changes() == [Variable(1): 120])
    #expect(
      try solver.apply([
        .add(row(13, [(1, 1)], .lessThanOrEqual, 50)), .add(row(14, [(1, 2)], .lessThanOrEqual, 60)),
      ]) == .conflict([.init(10), .init(13), .init(14)]))
    #expect(try changes() == [:])
  }

  @Test("A conflict longer than the first room arrives whole")
  func longConflict() throws {
    let solver = try newSolver(of: loaded)
    let count: UInt32 = 70
    let rows =
      [row(0, [(1, 0)], .equal, 0), row(1, [(1, count)], .equal, 7)]
      + (0..<count).map { row($0 + 2, [(1, $0 + 1), (-1, $0)], .equal, 1) }
    #expect(try solver.apply(rows.map { .add($0) }) == .conflict((0..<count + 2).map { .init($0) }))
    #expect(try solver.apply([.add(rows[1])]) == .solved)
  }

  @Test("What the engine refuses, it refuses in its own words")
  func refusals() throws {
    let (linked, other) = (ConstraintSolver(), try newSolver(of: loaded))
    let malformed: [SolverEdit] = [
      .remove(.init(4)), .setConstant(.init(4), 1), .setPriority(.init(4), 1), .forget(Variable(4)),
      .add(row(1, [(.nan, 1)], .equal, 0)), .add(row(1, [(1, 1)], .equal, .infinity)),
      .add(row(1, [(1, 1)], .equal, 0, 0)), .add(row(1, [(1, 1)], .equal, 0, 1001)),
    ]
    for edit in malformed {
      var expected: PluginFault?
      do { _ = try linked.apply([edit]) } catch { expected = error }
      #expect(throws: try #require(expected)) { try other.apply([edit]) }
    }
  }

  @Test("Random histories: same outcomes, changes, proofs and uniqueness", arguments: 0..<40)
  func histories(seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    let engines: [any ConstraintSolving] = [ConstraintSolver(), try newSolver(of: loaded)]
    var next: UInt32 = 1
    var live: [UInt32] = []
    for _ in 0..<20 {
      var edits: [SolverEdit] = []
      var present = live
      for _ in 0..<1 + entropy.below(5) {
        switch present.isEmpty ? 0 : entropy.below(6) {
        case 0, 1, 2:
          let terms = (0..<1 + entropy.below(3)).map { _ in (entropy.pick([1, -1, 2, 0.5]), UInt32(entropy.below(6))) }
          edits.append(
            .add(
              row(
                next, terms, entropy.pick(Relation.allCases), Double(entropy.below(40)) * 2.5,
                entropy.pick([1000, 1000, 750, 500, 250]))))
          present.append(next)
          next += 1
        case 3: edits.append(.remove(.init(present.remove(at: entropy.below(present.count)))))
        case 4: edits.append(.setConstant(.init(entropy.pick(present)), Double(entropy.below(40)) * 1.5))
        default: edits.append(.setPriority(.init(entropy.pick(present)), entropy.pick([1000, 600, 300])))
        }
      }
      let outcomes = try engines.map { try $0.apply(edits) }
      #expect(outcomes[0] == outcomes[1])
      if outcomes[0] == .solved { live = present }
      var changes: [[Variable: UInt64]] = [[:], [:]]
      for (index, engine) in engines.enumerated() {
        try engine.drainChanges { changes[index][$0] = $1.bitPattern }
      }
      #expect(changes[0] == changes[1])
      #expect(try engines[0].certificate() == engines[1].certificate())
      #expect(engines[0].workDone == engines[1].workDone)
      for variable in changes[0].keys.sorted() {
        #expect(try engines[0].isUnique(variable) == engines[1].isUnique(variable))
      }
    }
  }

  @Test("The set of ids keeps what it was given, whatever the order of coming and going", arguments: 0..<20)
  func identifierSet(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    var set = IdentifierSet()
    var expected: Set<UInt32> = []
    for _ in 0..<2000 {
      // Few ids, some far apart, so that runs form and are taken apart again.
      let id = UInt32(entropy.below(60)) &* entropy.pick([1, 1 << 16, 0x0100_0001])
      if entropy.chance(1, in: 2) {
        set.insert(id)
        expected.insert(id)
      } else {
        set.remove(id)
        expected.remove(id)
      }
      #expect(set.count == expected.count)
    }
    for id in UInt32(0)..<60 {
      for step in [1, 1 << 16, 0x0100_0001] as [UInt32] {
        #expect(set.contains(id &* step) == expected.contains(id &* step))
      }
    }
    set.insert(.max)
    #expect(set.contains(.max) && set.contains(0) == expected.contains(0))
  }
}
