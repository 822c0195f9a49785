import LayoutPlugin
import SceneModel

/// The solver's state: tables of variables, rows and terms, and the nodes that compute the values. A **node** computes
/// some variables from others. It is one row that defines one variable, a square system of rows, a block that has to be
/// optimised, or a check of a row whose variables are all known. Each node reads only what earlier ones compute. So an
/// edit marks a few nodes dirty, and one pass in order brings everything up to date.
struct System: ~Copyable {
  /// The part of a variable that an analysis walks over. The numbers are stored separately, because an analysis reads many variables several times,
  /// and less memory is faster.
  struct VariableRecord: BitwiseCopyable {
    /// The first term in the variable's linked list; -1 for none.
    var firstTerm: Int32 = -1
    /// The node that computes the variable; -1 if no row contains it.
    var node: Int32 = -1
    /// For an unknown, the number of rows in which it is still unknown; later its number inside the node.
    var count: Int32 = 0
    var match: Int32 = -1
    var mark: Int32 = 0
    /// The place in the sweep; -1 for none. While the values move along the sweep, the variable's stored number is out of date.
    var sweepPlace: Int32 = -1
    var id: UInt32
    var state = State.known
    var isAlive = true
    var isQueued = false
    /// The bearing (how peeled sizes depend on the variable), and a bit for `isNonNegative`.
    private var marks: UInt8
    init(id: UInt32, isNonNegative: Bool) { (self.id, marks) = (id, isNonNegative ? 4 : 0) }

    var isNonNegative: Bool {
      @inline(__always)
      get { marks & 4 != 0 }
    }
    /// How peeled sizes depend on the variable, directly or through peeled variables. May stay set after a size is gone.
    var bearing: Bearing {
      get { Bearing(rawValue: marks & 3) }
      set { marks = marks & 4 | newValue.rawValue }
    }

    /// The variable's number inside its node.
    var local: Int32 {
      get { count }
      set { count = newValue }
    }
  }

  /// The value of a variable, and the value reported last.
  struct ValueRecord: BitwiseCopyable {
    var number = Approximation.zero
    /// The value reported last, in points; NaN before the first report.
    var reported = Double.nan
  }

  enum State: UInt8, BitwiseCopyable {
    case known
    case unknown
    /// Computed after the blocks, from the only row that contains the variable.
    case peeled
    /// An unknown of a set of equalities that turned out to be singular; a block decides it.
    case deferred
  }

  /// The part of a row that an analysis walks over.
  struct RowRecord: BitwiseCopyable {
    var firstTerm: Int32 = 0
    var termCount: Int32 = 0
    var node: Int32 = -1
    /// The number of the row's unknown variables; later the row's number inside its node.
    var unknowns: Int32 = 0
    var match: Int32 = -1
    var mark: Int32 = 0
    var id: UInt32
    var relation: Int8
    private var marks: Marks
    /// `wait` is the number of analyses before the row may define a size again. `failures` is the logarithm of the number to wait after the next
    /// failure.
    private var wait: UInt8 = 0
    private var failures: UInt8 = 0

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

    /// Whether the priority is required: kept here so that it need not be looked up.
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
    /// Whether coefficients of one variable stand side by side because they have no exact sum in one `Double`.
    var isSplit: Bool {
      get { self[.split] }
      set { self[.split] = newValue }
    }
    /// Whether the row's priority has changed since its node was made.
    var isReranked: Bool {
      get { self[.reranked] }
      set { self[.reranked] = newValue }
    }
    /// Whether the row must not be peeled, because it reads free positions: the tie-break settles them together with the row's other variables.
    var mustStayInBlock: Bool {
      get { self[.staysInBlock] }
      set { self[.staysInBlock] = newValue }
    }

    /// Whether the row may define a non-negative variable that is substituted out (peeled) and evaluated last.
    var mayDefineSize: Bool { wait == 0 }

    /// Makes `mayDefineSize` false for the next analysis; each further call about doubles the number of analyses, up to 127.
    mutating func keepSizes() {
      wait = 2 << failures
      failures = min(failures + 1, 6)
    }

    /// Counts an analysis of the row.
    mutating func countAnalysis() { if wait > 0 { wait -= 1 } }

    /// The range of the row's terms.
    @inline(__always)
    var terms: Range<Int32> { firstTerm..<firstTerm + termCount }

    /// Whether the row may define a variable: a required equality that is not split.
    var isDefining: Bool { relation == 0 && !isSplit && isRequired }

    /// The row's number inside its node.
    var local: Int32 {
      get { unknowns }
      set { unknowns = newValue }
    }
  }

  /// What a row demands: its constant and its priority.
  struct DemandRecord: BitwiseCopyable {
    var constant: Double
    var priority: Double
  }

  struct TermRecord: BitwiseCopyable {
    var variable: Int32
    var row: Int32
    /// The neighbours in the variable's linked list.
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
    /// Whether the node depends on no block.
    var isDetermined = true
    /// The row of a definition or a check; otherwise the index in `squareSystems` or `blocks`.
    var index: Int32
    /// The variable whose value a definition computes from its row; -1 for other nodes.
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
  /// The longest run of terms that is reused. Longer ones stay unused until the tables are empty.
  static let longestRun = 16
  /// The answers to `isUnique` since the last transaction.
  var uniqueness: [Int32: Bool] = [:]
  /// Whether the transaction changes a constant by so little that it may vanish beside others. Then two numbers
  /// that look equal may in truth differ, unless they are exact.
  var hasTinyChange = false
  /// The number of edits from which a transaction gives back unused memory; for the first one, which reserves memory,
  /// it is lower.
  static let manyEdits = 1000
  static let someEdits = 64
  /// Whether unused memory is given back after the present transaction.
  var isLarge: Bool { editCount > (beganWithoutRows ? System.someEdits : System.manyEdits) }
  /// The number of edits of the present transaction, and whether it began without rows.
  var editCount = 0
  var beganWithoutRows = false
  /// Whether the present transaction began with an empty system. Then no journal is needed to undo it.
  var beganEmpty = false
  /// The free runs of terms by length: the latest of each length; earlier ones are linked. Empty until there is one.
  var freeTerms = Buffer<Int32>()
  var squareSystems: [SquareSystem?] = []
  var blocks: [Block?] = []
  var freeBlocks = Buffer<Int32>()
  var shapes = BlockShapes()
  var freeSquareSystems = Buffer<Int32>()
  var deadNodes = 0

  /// The nodes that must be evaluated.
  var dirty = NodeSet()
  /// Whether every node not evaluated yet is dirty. Then none has to be marked.
  var isEverythingDirty = false
  /// The rows that were added, removed or given another priority in this transaction.
  var changedRows = Buffer<Int32>()
  /// The nodes of variables that were forgotten in this transaction. These variables occurred only in relaxed rows.
  var abandonedNodes = Buffer<Int32>()
  /// The rows removed in this transaction. Their terms are kept until it is over.
  var removedRows = Buffer<Int32>()
  /// The changes that are about to be reported.
  var run = Run()
  /// The variables whose value may differ from the one reported last.
  var queued = Buffer<Int32>()
  /// The undo log of the present transaction; empty if it began with an empty system.
  var journal = Buffer<Inverse>()
  var mark: Int32 = 0
  /// The variables that only peeled rows contain, so that nothing else determines them. They are not set to 0 at once: the peeled variables that
  /// are computed from them are analysed again with less peeling, so that all of them are decided together.
  var pendingFree = Buffer<Int32>()
  /// The required rows found violated in this evaluation: one for each check that fails, and for each block without a
  /// solution the rows that contradict each other.
  var violated = Buffer<Int32>()
  /// The non-negative variables found below zero.
  var negative = Buffer<Int32>()
  /// The nodes because of which a peeled size may differ from the optimum: see `System+Sizes`.
  var doubtedSizes = Buffer<Int32>()
  /// The tiers of one block at a time, while its program is written.
  var tierList = TierList()
  var squareWorkspace = SquareSystemWorkspace()
  /// The memory in which blocks are solved, one at a time.
  var simplexMemory = Buffer<UInt64>()
  /// The memory in which programs of blocks are written, one at a time.
  var programMemory = Buffer<UInt64>()
  /// The largest number of coefficients of a conflict search. Beyond it trials take its place, which need more time and
  /// less memory.
  var conflictSearchLimit = 1 << 22
  /// The exact values computed since the last transaction.
  var exactValues: [Int32: Rational] = [:]
  /// The motion of all values while one constant is edited again and again.
  var sweep = ParametricSweep()
  var work = SolverWork()
  /// Whether fractions decide everything: `ConstraintSolver.Verification.proved`.
  var isProved = false
  /// The contradiction for which the last transaction was refused; nil if it was not.
  var refusal: Refusal?
  /// The number of consecutive transactions that were refused, up to the last one.
  var refusals = 0
  /// After this many consecutive refused transactions, the next one is searched for a conflict before it is evaluated.
  static let fewRefusals = 2

  mutating func apply(_ edits: some EditList) throws(PluginFault) -> SolverOutcome {
    // Rows of the edits are borrowed, so the list must live as long as this call.
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
    hasTinyChange = false
    editCount = edits.count
    beganWithoutRows = rowSlots.count == 0
    beganEmpty = beganWithoutRows && variableSlots.count == 0
    if beganWithoutRows { reserve(editCount: edits.count) }
    for index in 0..<edits.count {
      do throws(Mistake) {
        let edit = try edits.borrowed(index)
        // The usual edit of a large transaction.
        if case .add(let row) = edit { try add(row) } else { try perform(edit) }
      } catch {
        undo()
        try settle()
        checkInvariants()
        throw .rejected("edit \(index): \(error.reason)")
      }
    }
    // A caller that breaks one constraint after the other mostly has more to break. A refused transaction needs no
    // values.
    if refusals >= System.fewRefusals, let conflict = try findExpectedConflict() {
      return try refuse(conflict, isLongDrag: isLongDrag)
    }
    let edited = onlyInverse.flatMap { $0.kind == .setConstant ? $0.slot : nil } ?? -1
    try settle()
    if !violated.isEmpty || !negative.isEmpty {
      if let conflict = try findConflict() { return try refuse(conflict, isLongDrag: isLongDrag) }
      // Below the smallest normal double, values are off by more than rounding. There exact arithmetic decides.
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

  /// The constraint and its new constant, if the transaction is a single `setConstant` and a sweep is ready; otherwise nil.
  private mutating func onlyConstant(_ edits: some EditList) -> (LinearConstraint.ID, Double)? {
    guard edits.count == 1, sweep.isReady else { return nil }
    // A mistake in the edit is reported when it is performed.
    guard case .setConstant(let id, let constant) = try? edits.borrowed(0) else { return nil }
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
    // The addresses are the same after each write, which the compiler cannot know of variables of `self`.
    let (records, numbers) = (variables.base, values.base)
    for slot in queued.view {
      let slot = Int(slot)
      records[slot].isQueued = false
      guard records[slot].isAlive else { continue }
      let value = try reportedValue(slot)
      if numbers[slot].reported.bitPattern == value.bitPattern { continue }
      numbers[slot].reported = value
      run.append(Variable(records[slot].id), value)
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
}
