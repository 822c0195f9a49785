/// Positions told from one another: each free variable may have an anchor, a lower one, and stands for its distance from there.
///
/// Whatever moves a view moves all that is stacked behind it. Told from their anchors only one of them moves, so that a column of
/// a tableau is as short as what really changes, and rows that tell neighbours apart get shorter too.
struct RelativePositions: ~Copyable {
  /// Of each variable; -1: told from zero.
  private let anchors: UnsafeMutablePointer<Int32>
  private let count: Int
  private(set) var areAnchored = false
  /// A row of one position alone is as long as its chain of anchors; what moves a stack moves one position for each so many.
  static let longestChain = 64

  /// Takes the first row that tells a variable from another for its anchor. Sizes have bounds of their own, positions mostly not.
  init(_ program: Program) {
    count = program.variableCount
    let (columns, coefficients) = (program.columns, program.coefficients)
    anchors = .allocate(capacity: count)
    anchors.initialize(repeating: -1, count: count)
    withUnsafeTemporaryAllocation(of: Bool.self, capacity: count) { isBounded in
      for v in 0..<count { isBounded[v] = program.isNonNegative[v] }
      for i in 0..<program.rowCount where program.terms(i).count == 1 {
        isBounded[Int(columns[program.terms(i).lowerBound])] = true
      }
      for i in 0..<program.rowCount where program.terms(i).count > 1 {
        let row = program.terms(i)
        var told: Int?
        for e in row where !isBounded[Int(columns[e])] {
          if told.map({ columns[e] > columns[$0] }) ?? true { told = e }
        }
        guard let told, anchors[Int(columns[told])] < 0 else { continue }
        var anchor: Int32 = -1
        for e in row where coefficients[e] == -coefficients[told] && columns[e] < columns[told] {
          if program.isNonNegative[Int(columns[e])] { continue }
          if anchor < 0 || isBounded[Int(anchor)] && !isBounded[Int(columns[e])] { anchor = columns[e] }
        }
        anchors[Int(columns[told])] = anchor
        if anchor >= 0 { areAnchored = true }
      }
    }
    cutChains()
  }

  private func cutChains() {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { depths in
      for v in 0..<count {
        // Anchors come first.
        depths[v] = anchors[v] < 0 ? 0 : depths[Int(anchors[v])] + 1
        if depths[v] > Self.longestChain { (anchors[v], depths[v]) = (-1, 0) }
      }
    }
  }

  deinit { anchors.deallocate() }

  @inline(__always)
  func anchor(of variable: Int) -> Int? { anchors[variable] < 0 ? nil : Int(anchors[variable]) }

  /// The distances that add up to a variable, its own first.
  @inline(__always)
  func forEachDistance(of variable: Int, _ body: (_ distance: Int) -> Void) {
    var v = Int32(variable)
    while v >= 0 {
      body(Int(v))
      v = anchors[Int(v)]
    }
  }

  /// Writes a row in distances, which costs what there is of them: the way back ends where they cancel.
  ///
  /// `sum` is zero everywhere, before and after.
  func relate(
    _ program: Program, _ row: Int, _ sum: UnsafeMutablePointer<Double>, _ pending: inout NodeSet,
    _ take: (Term<Double>) -> Void
  ) {
    for e in program.terms(row) {
      sum[Int(program.columns[e])] += program.coefficients[e]
      pending.insert(Int(program.columns[e]))
    }
    while let v = pending.popLast() {
      let value = sum[v]
      sum[v] = 0
      if !value.isSignificant { continue }
      take(Term(index: Int32(v), value: value))
      if anchors[v] >= 0 {
        sum[Int(anchors[v])] += value
        pending.insert(Int(anchors[v]))
      }
    }
  }

  /// Turns distances into positions.
  func place<N: Number>(_ values: UnsafeMutablePointer<N>) {
    for v in 0..<count where anchors[v] >= 0 { values[v] = values[v] + values[Int(anchors[v])] }
  }
}
