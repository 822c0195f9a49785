import SceneModel

/// Builds a linear system for a workload: it assigns variables and constraint ids in order.
///
/// Variables are free, as in the systems for which the solver's performance goals were set. Recordings of a kernel (`screens`) use the kernel's
/// declarations.
struct SystemBuilder {
  /// A view in absolute coordinates, as four variables.
  struct Box {
    var x, y, width, height: Expression

    var maxX: Expression { x + width }
    var maxY: Expression { y + height }
    /// Twice the centre, which keeps halves out of the coefficients.
    var midX2: Expression { 2 * x + width }
    var midY2: Expression { 2 * y + height }
  }

  private(set) var constraints: [LinearConstraint] = []
  private(set) var variableCount = 0

  /// Returns the constraint with this id as it was added.
  subscript(id: LinearConstraint.ID) -> LinearConstraint { constraints[Int(id.rawValue) - 1] }

  mutating func variable() -> Expression {
    variableCount += 1
    return Expression(Variable(UInt32(variableCount - 1)))
  }

  mutating func box() -> Box { Box(x: variable(), y: variable(), width: variable(), height: variable()) }

  @discardableResult
  mutating func add(_ row: Row, at priority: Double = LinearConstraint.requiredPriority) -> LinearConstraint.ID {
    let id = LinearConstraint.ID(UInt32(constraints.count) + 1)
    constraints.append(
      LinearConstraint(
        id: id, terms: row.terms, relation: row.relation, constant: row.constant, priority: priority))
    return id
  }

  /// Adds a natural size `size` on one axis, which resists growth at `hugging` and shrinking at `resistance`.
  @discardableResult
  mutating func addIntrinsic(
    _ extent: Expression, _ size: Double, hugging: Double, resistance: Double
  ) -> [LinearConstraint.ID] {
    [add(extent <= size, at: hugging), add(extent >= size, at: resistance)]
  }
}
