/// Comparisons of a block's result with exact numbers, and its derivative for a sweep.
extension Block {
  /// The side of its breakpoint on which each row counts: -1 or 1, constraints first, then variables.
  var sides: [Int8] {
    let side = shape.isDense ? shape.simplex(numbers).side : factored!.pointee.side
    return (0..<rowCount + variableCount).map { side[$0] }
  }

  /// The side of its breakpoint on which each row lies: -1, 0 or 1. It is 0 for rows that are active or do not matter.
  /// Nil if doubles cannot tell for some row.
  var certainSides: [Int8]? {
    shape.isDense ? certainSides(of: shape.simplex(numbers)) : certainSides(of: factored!.pointee)
  }

  private func certainSides<T: Tableau & ~Copyable>(
    of simplex: borrowing LexicographicSimplex<T>
  ) -> [Int8]? where T.Value == Double {
    var result = [Int8](repeating: 0, count: rowCount + variableCount)
    for i in result.indices where simplex.place[i] < 0 && simplex.breakpointStage[i] <= simplex.lastStage {
      guard let side = simplex.certainSide(i, accuracy) else { return nil }
      result[i] = Int8(side)
    }
    return result
  }

  /// The optimal basis that the simplex found, given the sides on which the rows lie.
  func basis(_ certainSides: [Int8]) -> ConfirmedBases.Basis {
    shape.isDense ? basis(of: shape.simplex(numbers), certainSides) : basis(of: factored!.pointee, certainSides)
  }

  private func basis<T: Tableau & ~Copyable>(
    of simplex: borrowing LexicographicSimplex<T>, _ certainSides: [Int8]
  ) -> ConfirmedBases.Basis where T.Value == Double {
    var rows = certainSides
    for i in rows.indices {
      let matters = simplex.breakpointStage[i] <= simplex.lastStage
      if simplex.place[i] >= 0 {
        rows[i] = matters ? ConfirmedBases.Basis.active : ConfirmedBases.Basis.activeButUnneeded
      } else {
        rows[i] = matters ? 3 * rows[i] + simplex.side[i] : ConfirmedBases.Basis.unneeded
      }
    }
    return ConfirmedBases.Basis(lastStage: simplex.lastStage, rows: rows)
  }

  /// Whether a simplex of the same program needed no later stage than this block. Then every breakpoint that matters to the simplex also matters to
  /// the block.
  func agreesOnStages<N>(with simplex: borrowing LexicographicSimplex<FactoredTableau<N>>) -> Bool {
    if simplex.lastStage > lastStage { return false }
    // Positions are settled one by one, in one stage.
    for v in rowCount..<rowCount + variableCount {
      if simplex.breakpointStage[v] <= simplex.lastStage, breakpointStage(v) > lastStage { return false }
    }
    return true
  }

  /// Whether a simplex of the same program needed no later stage, and counts each row on the same side.
  func agreesOnSides<N>(with simplex: borrowing LexicographicSimplex<FactoredTableau<N>>) -> Bool {
    guard agreesOnStages(with: simplex) else { return false }
    let sides = sides
    return sides.indices.allSatisfy {
      simplex.place[$0] >= 0 || simplex.breakpointStage[$0] > simplex.lastStage || simplex.side[$0] == sides[$0]
    }
  }

  private func breakpointStage(_ row: Int) -> Int32 {
    shape.isDense ? shape.simplex(numbers).breakpointStage[row] : factored!.pointee.breakpointStage[row]
  }

  private var lastStage: Int32 { shape.isDense ? shape.state.lastStage : factored!.pointee.lastStage }

  /// The row that is active at a place. Unit rows of variables follow the constraints.
  func activeRow(_ place: Int) -> Int {
    Int(shape.isDense ? shape.simplex(numbers).active[place] : factored!.pointee.active[place])
  }

  /// Computes how the block's values move with one constant, whose present value is `here`. `boundRates` holds the rate
  /// of each row's bound. `rates` receives the rate of each variable. Returns the interval of the constant in which
  /// every row stays on its side, or nil if rounding could hide that one leaves it.
  func derive(
    _ boundRates: borrowing Buffer<Approximation>, at here: Double, into rates: inout Buffer<Approximation>,
    in room: inout Buffer<UInt64>
  ) -> Interval? {
    if isExactOnly { return nil }
    let room = lent(&room)
    if !shape.isDense {
      factored!.pointee.borrow(room)
      return factored!.pointee.derive(
        boundRates, at: here, accuracy, sidesAreConfirmed: state == .confirmed, into: &rates)
    }
    return withDense(in: room) {
      $0.derive(boundRates, at: here, accuracy, sidesAreConfirmed: state == .confirmed, into: &rates)
    }
  }

  /// The exact point that the active rows define, in fractions. Nil if it contradicts the side of some row.
  func exactPoint(bounds: [Rational]) -> [Rational]? {
    if isExactOnly { return nil }
    let simplex = LexicographicSimplex<FactoredTableau<Rational>>(
      program, bounds: bounds, startingFrom: activeRows)
    guard simplex.hasStarted else { return nil }
    let sides = sides
    for i in 0..<rowCount + variableCount where simplex.place[i] < 0 && breakpointStage(i) <= lastStage {
      let sign = simplex.residual[i].sign
      if sign == 0 { continue }
      // A required row must hold: on the side where it costs nothing.
      let slopes = program.slopes(i)
      let slope = sign < 0 ? slopes.below : slopes.above
      if sign != Int(sides[i]) || breakpointStage(i) == 0 && slope != 0 { return nil }
    }
    return (0..<variableCount).map { simplex.value($0) }
  }
}
