import SceneModel

/// A run of words in a pool: the terms of a row.
struct TermRun: Equatable, BitwiseCopyable {
  var first: Int32
  /// The length in words, not in terms.
  var length: Int32
}

/// The terms of rows in one piece of memory; freed runs are used again for runs of their length.
///
/// A term is one word: its variable, and an index into `usual` for its coefficient. Another coefficient takes two more words, and a variable that
/// belongs to a constraint one more. So most terms take four bytes, instead of the sixteen that an engine reads.
struct TermPool: ~Copyable {
  private typealias Term = LinearConstraint.Term

  private var base: UnsafeMutablePointer<UInt32>
  private var count = 0
  private var capacity = 0
  /// For each length, where the first free run begins, plus one; 0 for none. In the same form, the first word of a free run says where the next one
  /// begins.
  private var free: [Int32] = []
  /// The run that was read last.
  private var read: UnsafeMutablePointer<UInt32>
  private var readLength = 0
  private var readCapacity = 24

  /// The coefficients that a word stores as an index, which leaves 29 bits for the variable: 25 for its item (`LinearConstraint.ID.itemLimit`), 4 for
  /// its unknown.
  private static let usual: [Double] = [1, -1, 0.5, -0.5, 2, -2]
  private static let other: UInt32 = 7
  /// The code in a word that means: a variable (a constraint's part) and a coefficient follow.
  private static let part: UInt32 = 6

  init() {
    base = .allocate(capacity: 0)
    read = .allocate(capacity: readCapacity)
  }

  deinit {
    base.deallocate()
    read.deallocate()
  }

  mutating func reserveCapacity(_ wished: Int) { if wished > capacity { take(wished) } }

  /// Frees unused memory if there is a lot of it.
  mutating func trim() { if capacity > count + count / 8 { take(count + count / 16) } }

  private mutating func take(_ wished: Int) {
    let moved = UnsafeMutablePointer<UInt32>.allocate(capacity: wished)
    moved.update(from: base, count: count)
    base.deallocate()
    (base, capacity) = (moved, wished)
  }

  /// Encodes terms, for `holds` and `insert`.
  mutating func take(_ terms: UnsafeBufferPointer<LinearConstraint.Term>) {
    if 4 * terms.count > readCapacity {
      read.deallocate()
      readCapacity = 4 * terms.count
      read = .allocate(capacity: readCapacity)
    }
    readLength = 0
    for term in terms {
      if term.variable.isPart {
        put(Self.part)
        put(term.variable.id)
        put(term.coefficient)
        continue
      }
      assert(term.variable.id < 1 << 29, "beyond the numbers of items")
      let name = term.variable.id << 3
      switch term.coefficient {
      case 1: put(name)
      case -1: put(name | 1)
      case 0.5: put(name | 2)
      case -0.5: put(name | 3)
      case 2: put(name | 4)
      case -2: put(name | 5)
      default:
        put(name | Self.other)
        put(term.coefficient)
      }
    }
  }

  @inline(__always)
  private mutating func put(_ word: UInt32) {
    read[readLength] = word
    readLength += 1
  }

  private mutating func put(_ coefficient: Double) {
    put(UInt32(truncatingIfNeeded: coefficient.bitPattern))
    put(UInt32(truncatingIfNeeded: coefficient.bitPattern >> 32))
  }

  /// Whether a run equals the encoded terms.
  func holds(_ run: TermRun) -> Bool {
    guard Int(run.length) == readLength else { return false }
    let own = base + Int(run.first)
    for index in 0..<readLength where own[index] != read[index] { return false }
    return true
  }

  /// Inserts the encoded terms and returns their run.
  mutating func insert() -> TermRun {
    let length = readLength
    var first = count
    if length < free.count, length > 0, free[length] > 0 {
      first = Int(free[length]) - 1
      free[length] = Int32(bitPattern: base[first])
    } else {
      if count + length > capacity { take(max(16, capacity + capacity / 2, count + length)) }
      count += length
    }
    (base + first).update(from: read, count: length)
    return TermRun(first: Int32(first), length: Int32(length))
  }

  /// Frees a run.
  mutating func release(_ run: TermRun) {
    let length = Int(run.length)
    guard length > 0 else { return }
    while free.count <= length { free.append(0) }
    base[Int(run.first)] = UInt32(bitPattern: free[length])
    free[length] = run.first + 1
  }

  @inline(__always)
  private func coefficient(at place: Int) -> Double {
    Double(bitPattern: UInt64(base[place]) | UInt64(base[place + 1]) << 32)
  }

  /// Calls a closure with the terms of a run, in order.
  @inline(__always)
  func each(of run: TermRun, _ body: (LinearConstraint.Term) -> Void) {
    var place = Int(run.first)
    let end = place + Int(run.length)
    while place < end {
      let word = base[place]
      let variable = Variable(word >> 3)
      switch word & 7 {
      case 0: body(Term(1, variable))
      case 1: body(Term(-1, variable))
      case Self.other:
        body(Term(coefficient(at: place + 1), variable))
        place += 2
      case Self.part:
        body(Term(coefficient(at: place + 2), Variable(base[place + 1])))
        place += 3
      case let number: body(Term(Self.usual[Int(number)], variable))
      }
      place += 1
    }
  }
}

/// Terms in the form that engines read. They stay at their addresses until `takeBack`.
struct BorrowedTerms: ~Copyable {
  private typealias Term = LinearConstraint.Term

  private var blocks: [UnsafeMutableBufferPointer<LinearConstraint.Term>] = []
  /// The number of used bytes in the last block.
  private var used = 0

  private static let smallestBlock = 64

  deinit { for block in blocks { block.deallocate() } }

  /// Copies the terms of a run, and returns them.
  mutating func lend(_ run: TermRun, of pool: borrowing TermPool) -> UnsafeBufferPointer<LinearConstraint.Term> {
    let most = Int(run.length)
    let capacity = blocks.last?.count ?? 0
    if used + most > capacity {
      blocks.append(.allocate(capacity: max(2 * capacity, most, Self.smallestBlock)))
      used = 0
    }
    guard let block = blocks.last?.baseAddress else { return UnsafeBufferPointer(start: nil, count: 0) }
    let start = block + used
    var count = 0
    pool.each(of: run) { term in
      (start + count).initialize(to: term)
      count += 1
    }
    used += count
    return UnsafeBufferPointer(start: start, count: count)
  }

  /// Invalidates all returned terms. Keeps the last and largest block, unless it is larger than `count` bytes.
  mutating func takeBack(keepingBytes count: Int) {
    if blocks.isEmpty { return }
    used = 0
    if blocks.count == 1, blocks[0].count * MemoryLayout<LinearConstraint.Term>.stride <= count { return }
    let kept = blocks.popLast()
    for block in blocks { block.deallocate() }
    blocks = []
    guard let kept else { return }
    if kept.count * MemoryLayout<LinearConstraint.Term>.stride <= count { blocks = [kept] } else { kept.deallocate() }
  }
}
