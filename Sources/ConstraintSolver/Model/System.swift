import LayoutPlugin
import SceneModel

/// The engine's state: tables of variables, rows and terms, and the nodes that evaluate them.
///
/// A **node** computes some variables from others: one row that defines one variable, a square system of rows, a
/// block that has to be optimised, or a check of a row whose variables are all known. Nodes stand in an order in which
/// each reads only what earlier ones computed, so an edit marks a few nodes dirty and one pass brings all up to date.
struct System: ~Copyable {
  /// The part of a variable that an analysis walks over, apart from its numbers: an analysis touches many variables, and each more than once.
  struct VariableRecord: BitwiseCopyable {
    /// The first of the variable's terms, linked; -1 for none.
    var firstTerm: Int32 = -1
    /// The node that computes it; -1 when nothing bears on it.
    var node: Int32 = -1
    /// Of an unknown, the rows in which it is still to be found; then its number inside the node.
    var count: Int32 = 0
    var match: Int32 = -1
    var mark: Int32 = 0
    /// Its place in the sweep, or -1. While the sweep is followed, its number is not the present one.
    var sweepPlace: Int32 = -1
    var id: UInt32
    var state = State.known
    var isAlive = true
    var isNonNegative = false
    var isQueued = false

    /// Its number inside the node.
    var local: Int32 {
      get { count }
      set { count = newValue }
    }
  }

  /// The rest of a variable.
  struct ValueRecord: BitwiseCopyable {
    var number = Approximation.zero
    /// Not a number before the first report.
    var reported = Double.nan
  }

  enum State: UInt8, BitwiseCopyable {
    case known
    case unknown
    /// Defined after the blocks, by the only row it stands in.
    case peeled
    /// In a square set that turned out singular: left to a block.
    case deferred
  }

  /// The part of a row that an analysis walks over.
  struct RowRecord: BitwiseCopyable {
    var firstTerm: Int32 = 0
    var termCount: Int32 = 0
    var node: Int32 = -1
    /// How many of its variables are unknown; then its number inside the node.
    var unknowns: Int32 = 0
    var match: Int32 = -1
    var mark: Int32 = 0
    var id: UInt32
    var relation: Int8
    private var marks: Marks

    private struct Marks: OptionSet, BitwiseCopyable {
      let rawValue: UInt8
      static let required = Marks(rawValue: 1)
      static let alive = Marks(rawValue: 2)
      static let done = Marks(rawValue: 4)
      static let split = Marks(rawValue: 8)
      static let reranked = Marks(rawValue: 16)
      static let staysInBlock = Marks(rawValue: 32)
    }

    init(id: UInt32, relation: Int8, isRequired: Bool) {
      (self.id, self.relation) = (id, relation)
      marks = isRequired ? [.alive, .done, .required] : [.alive, .done]
    }

    @inline(__always)
    private subscript(mark: Marks) -> Bool {
      get { marks.contains(mark) }
      set { if newValue { marks.formUnion(mark) } else { marks.subtract(mark) } }
    }

    /// By the priority, which is not looked up each time.
    var isRequired: Bool {
      get { self[.required] }
      set { self[.required] = newValue }
    }
    var isAlive: Bool {
      get { self[.alive] }
      set { self[.alive] = newValue }
    }
    var isDone: Bool {
      get { self[.done] }
      set { self[.done] = newValue }
    }
    /// Coefficients of one variable that have no exact sum in one `Double` stand side by side.
    var isSplit: Bool {
      get { self[.split] }
      set { self[.split] = newValue }
    }
    /// Has got another priority than the one that its node knows.
    var isReranked: Bool {
      get { self[.reranked] }
      set { self[.reranked] = newValue }
    }
    /// Must not define a variable after the blocks: its variables are ambiguous together.
    var mustStayInBlock: Bool {
      get { self[.staysInBlock] }
      set { self[.staysInBlock] = newValue }
    }

    /// The places of its terms.
    @inline(__always)
    var terms: Range<Int32> { firstTerm..<firstTerm + termCount }

    /// Whether the row may define a variable.
    var isDefining: Bool { relation == 0 && !isSplit && isRequired }

    /// Its number inside the node.
    var local: Int32 {
      get { unknowns }
      set { unknowns = newValue }
    }
  }

  /// The rest of a row.
  struct DemandRecord: BitwiseCopyable {
    var constant: Double
    var priority: Double
  }

  struct TermRecord: BitwiseCopyable {
    var variable: Int32
    var row: Int32
    /// The same variable's neighbours.
    var next: Int32
    var previous: Int32
    var coefficient: Double
  }

  enum Kind: UInt8, BitwiseCopyable {
    case definition
    case squareSystem
    case block
    case check
  }

  struct Node: BitwiseCopyable {
    var kind: Kind
    var isDead = false
    /// Whether it depends on no block.
    var isDetermined = true
    /// Of a definition or a check the row; else where it is in `squareSystems` or `blocks`.
    var index: Int32
    /// The variable that is defined.
    var column: Int32 = -1
    var mark: Int32 = 0

    var row: Int32 { index }
  }

  var variables = Buffer<VariableRecord>()
  var values = Buffer<ValueRecord>()
  var rows = Buffer<RowRecord>()
  var demands = Buffer<DemandRecord>()
  var terms = Buffer<TermRecord>()
  var nodes = Buffer<Node>()
  var variableSlots = IdentifierMap()
  var rowSlots = IdentifierMap()
  var freeVariables = Buffer<Int32>()
  var freeRows = Buffer<Int32>()
  /// Longer runs of terms are not used again before the tables are empty.
  static let longestRun = 16
  /// The answers since the last transaction to whether the tiers leave a variable one value.
  var uniqueness: [Int32: Bool] = [:]
  /// The transaction changes a constant by so little that it may vanish beside others: numbers that are equal, and not
  /// exact, may stand for different ones.
  var isFaint = false
  /// A transaction of more edits gives back the room that it did not need; the first one, for which room is reserved,
  /// does so sooner.
  static let manyEdits = 1000
  static let someEdits = 64
  /// Whether the present transaction is worth giving back room after it.
  var isLarge: Bool { editCount > (beganWithoutRows ? System.someEdits : System.manyEdits) }
  /// Of the present transaction; the first one begins without rows.
  var editCount = 0
  var beganWithoutRows = false
  /// There was nothing before the present transaction, so that nothing has to be noted to take it back.
  var beganEmpty = false
  /// The latest run of terms that is free, by length; those before it are linked. Empty until there is one.
  var freeTerms = Buffer<Int32>()
  var squareSystems: [SquareSystem?] = []
  var blocks: [Block?] = []
  var freeBlocks = Buffer<Int32>()
  var shapes = BlockShapes()
  var freeSquareSystems = Buffer<Int32>()
  var deadNodes = 0

  /// The nodes that must be evaluated.
  var dirty = NodeSet()
  /// Every node that is not evaluated yet is dirty: none has to be marked.
  var isEverythingDirty = false
  /// Rows that came, went or changed priority in this transaction.
  var changedRows = Buffer<Int32>()
  /// Nodes of variables that were forgotten in this transaction: only relaxed rows held them there.
  var abandonedNodes = Buffer<Int32>()
  /// Rows removed in this transaction; their terms are kept until it is over.
  var removedRows = Buffer<Int32>()
  /// Changes on their way to whoever asked for them.
  var run = Run()
  /// Variables whose value may differ from the one reported last.
  var queued = Buffer<Int32>()
  /// The edits that undo the present transaction; empty where it began with nothing.
  var journal = Buffer<Inverse>()
  var mark: Int32 = 0
  /// Variables that nothing holds, but that peeled ones are computed from.
  var pendingFree = Buffer<Int32>()
  /// Required rows found violated in this evaluation: one for each check that fails, and of each block that cannot be solved those
  /// that contradict each other.
  var violated = Buffer<Int32>()
  /// Variables found below zero that may not be.
  var negative = Buffer<Int32>()
  /// Of one block after the other, while its program is written down.
  var tierList = TierList()
  var room = SquareSystemRoom()
  /// Where one block after the other is solved.
  var simplexRoom = Buffer<UInt64>()
  /// Where the program of one block after the other is written down.
  var programRoom = Buffer<UInt64>()
  /// Only asks whether the required rows can hold together.
  var isTrial = false
  /// How many coefficients the search for a contradiction may hold. Beyond, trials take its place, which take longer and less memory.
  var conflictSearchLimit = 1 << 22
  /// Exact values worked out since the last transaction.
  var exactValues: [Int32: Rational] = [:]
  /// How everything moves while one constant is edited again and again.
  var sweep = ParametricSweep()
  var work = SolverWork()
  /// Why the last transaction was refused, when it was for a contradiction.
  var refusal: Refusal?
  /// Transactions that were refused one after the other, up to the last.
  var refusals = 0
  /// After so many the next transaction is expected to be refused too.
  static let fewRefusals = 2

  mutating func apply(_ edits: some EditList) throws(PluginFault) -> SolverOutcome {
    // Its parts are lent.
    defer { withExtendedLifetime(edits) {} }
    refusal = nil
    if !uniqueness.isEmpty { uniqueness.removeAll() }
    if let (id, constant) = onlyConstant(edits), try follow(id, constant) {
      checkInvariants()
      return .solved
    }
    let isLongDrag = sweep.isReady && sweep.length > 2
    endSweep()
    journal.removeAll()
    isFaint = false
    editCount = edits.count
    beganWithoutRows = rowSlots.count == 0
    beganEmpty = beganWithoutRows && variableSlots.count == 0
    if beganWithoutRows { reserve(editCount: edits.count) }
    for index in 0..<edits.count {
      do throws(Mistake) {
        let edit = try edits.lent(index)
        // Most edits of a large transaction.
        if case .add(let row) = edit { try add(row) } else { try perform(edit) }
      } catch {
        undo()
        try settle()
        checkInvariants()
        throw .rejected("edit \(index): \(error.reason)")
      }
    }
    // Who breaks one constraint after the other has mostly more to break: the values of what is refused are not needed.
    if refusals >= System.fewRefusals, let conflict = try findExpectedConflict() {
      return try refuse(conflict, isLongDrag: isLongDrag)
    }
    let edited = onlyInverse.flatMap { $0.kind == .setConstant ? $0.slot : nil } ?? -1
    try settle()
    if !violated.isEmpty || !negative.isEmpty {
      if let conflict = try findConflict() { return try refuse(conflict, isLongDrag: isLongDrag) }
      // Below the smallest normal double values miss by more than rounding; there, exact arithmetic has the last word.
      guard hasSubnormalCoefficient else {
        throw .doubtful("a violation was seen that exact arithmetic does not confirm")
      }
    }
    refusals = 0
    commit()
    try considerSweep(edited)
    checkInvariants()
    return .solved
  }

  /// Looks at every row: asked only where doubles and fractions disagree.
  private var hasSubnormalCoefficient: Bool {
    (0..<Int32(rows.count)).contains { row in
      rows[row].isAlive && rows[row].terms.contains { terms[$0].coefficient.isSubnormal }
    }
  }

  private mutating func refuse(_ conflict: Refusal, isLongDrag: Bool) throws(PluginFault) -> SolverOutcome {
    HardState.refusalUndone.reach()
    if isLongDrag { HardState.dragRefused.reach() }
    sweep.row = -1
    undo()
    try settle()
    violated.removeAll()
    negative.removeAll()
    refusal = conflict
    refusals += 1
    checkInvariants()
    return .conflict(conflict.members)
  }

  /// The new constant of a transaction that changes nothing else.
  private func onlyConstant(_ edits: some EditList) -> (LinearConstraint.ID, Double)? {
    guard edits.count == 1, sweep.isReady else { return nil }
    // What is wrong with an edit is told when it is performed.
    guard case .setConstant(let id, let constant) = try? edits.lent(0) else { return nil }
    return (id, constant)
  }

  /// Brings nodes and values up to date with the tables.
  mutating func settle() throws(PluginFault) {
    violated.removeAll()
    negative.removeAll()
    if !exactValues.isEmpty { exactValues.removeAll() }
    restructure()
    try evaluate()
    for q in (0..<negative.count).reversed() {
      let slot = Int(negative[q])
      if try exactValue(slot).sign >= 0 {
        negative[q] = negative[negative.count - 1]
        _ = negative.popLast()
      }
    }
  }

  mutating func drainRuns(_ body: RunBody) throws(PluginFault) {
    if sweep.isFollowed { return try drainSweep(body) }
    if queued.isEmpty { return }
    run.reserve(queued.count)
    defer { run.give(to: body) }
    for q in 0..<queued.count {
      let slot = Int(queued[q])
      variables[slot].isQueued = false
      guard variables[slot].isAlive else { continue }
      let value = try reportedValue(slot)
      if values[slot].reported.bitPattern == value.bitPattern { continue }
      values[slot].reported = value
      run.append(Variable(variables[slot].id), value)
      if run.isFull { run.give(to: body) }
    }
    queued.removeAll()
    if isLarge { queued.trim() }
  }

  @inline(__always)
  mutating func enqueue(_ slot: Int) {
    if !variables[slot].isQueued {
      variables[slot].isQueued = true
      queued.append(Int32(slot))
    }
  }

  /// The variables that a node computes.
  @inline(__always)
  func forEachVariable(of index: Int32, _ body: (Int32) -> Void) {
    let node = nodes[index]
    switch node.kind {
    case .check: break
    case .definition: body(node.column)
    case .squareSystem: for variable in squareSystems[Int(node.index)]!.variables { body(variable) }
    case .block:
      let block = blocks[Int(node.index)]!
      for v in 0..<block.variableCount { body(block.variables[v]) }
    }
  }

  /// The rows that a node evaluates.
  @inline(__always)
  func forEachRow(of index: Int32, _ body: (Int32) -> Void) {
    let node = nodes[index]
    switch node.kind {
    case .definition, .check: body(node.row)
    case .squareSystem: for row in squareSystems[Int(node.index)]!.rows { body(row) }
    case .block:
      let block = blocks[Int(node.index)]!
      for i in 0..<block.rowCount where block.rows[i] >= 0 { body(block.rows[i]) }
    }
  }
}
