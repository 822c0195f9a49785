/// The questions about a block that exact numbers answer, and its answers to a sweep.
extension Block {
  /// On which side of its breakpoint each row counts.
  var sides: [Int8] {
    let side = shape.isDense ? shape.simplex(numbers).side : factored!.pointee.side
    return (0..<rowCount + variableCount).map { side[$0] }
  }

  /// On which side of its breakpoint each row lies, -1, 0 or 1; 0 of rows that are active or do not matter. Nil where doubles do not tell.
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

  /// Where it has ended, with rows on these sides of their breakpoints.
  func end(_ certainSides: [Int8]) -> ConfirmedEnds.End {
    shape.isDense ? end(of: shape.simplex(numbers), certainSides) : end(of: factored!.pointee, certainSides)
  }

  private func end<T: Tableau & ~Copyable>(
    of simplex: borrowing LexicographicSimplex<T>, _ certainSides: [Int8]
  ) -> ConfirmedEnds.End where T.Value == Double {
    var rows = certainSides
    for i in rows.indices {
      let matters = simplex.breakpointStage[i] <= simplex.lastStage
      if simplex.place[i] >= 0 {
        rows[i] = matters ? ConfirmedEnds.End.active : ConfirmedEnds.End.activeIdly
      } else {
        rows[i] = matters ? 3 * rows[i] + simplex.side[i] : ConfirmedEnds.End.idle
      }
    }
    return ConfirmedEnds.End(lastStage: simplex.lastStage, rows: rows)
  }

  /// Whether a simplex of the same program ended after no more stages, so that no breakpoint matters to it that does not here.
  func ends<N>(noSoonerThan simplex: borrowing LexicographicSimplex<FactoredTableau<N>>) -> Bool {
    if simplex.lastStage > lastStage { return false }
    // Positions are settled one by one, in one stage.
    for v in rowCount..<rowCount + variableCount {
      if simplex.breakpointStage[v] <= simplex.lastStage, breakpointStage(v) > lastStage { return false }
    }
    return true
  }

  /// The same, with each row that is on its breakpoint on the side that it has here.
  func ends<N>(like simplex: borrowing LexicographicSimplex<FactoredTableau<N>>) -> Bool {
    guard ends(noSoonerThan: simplex) else { return false }
    let sides = sides
    return sides.indices.allSatisfy {
      simplex.place[$0] >= 0 || simplex.breakpointStage[$0] > simplex.lastStage || simplex.side[$0] == sides[$0]
    }
  }

  private func breakpointStage(_ row: Int) -> Int32 {
    shape.isDense ? shape.simplex(numbers).breakpointStage[row] : factored!.pointee.breakpointStage[row]
  }

  private var lastStage: Int32 { shape.isDense ? shape.state.lastStage : factored!.pointee.lastStage }

  /// The row that is active at a place; unit rows follow the constraints.
  func activeRow(_ place: Int) -> Int {
    Int(shape.isDense ? shape.simplex(numbers).active[place] : factored!.pointee.active[place])
  }

  /// How the point moves with a constant that stands at `here`.
  ///
  /// `boundRates` tells how each row's bound moves, `rates` receives the same of each variable. Returns the constants
  /// between which every row stays on its side, or nil when rounding could hide that one leaves it.
  func derive(
    _ boundRates: borrowing Buffer<Approximation>, at here: Double, into rates: inout Buffer<Approximation>,
    in room: inout Buffer<UInt64>
  ) -> Interval? {
    if isExactOnly { return nil }
    let room = lent(&room)
    if !shape.isDense {
      factored!.pointee.borrow(room)
      return factored!.pointee.derive(
        boundRates, at: here, accuracy, sidesAreConfirmed: sidesAreConfirmed, into: &rates)
    }
    return withDense(in: room) {
      $0.derive(boundRates, at: here, accuracy, sidesAreConfirmed: sidesAreConfirmed, into: &rates)
    }
  }

  /// The point that the present active rows define, exactly, if it confirms the side of every row.
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
