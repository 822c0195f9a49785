import SceneModel

/// A linear expression while a workload is built: `box.x + box.width + 8`.
struct Expression {
  var terms: [LinearConstraint.Term]
  var constant: Double

  init(_ variable: Variable) {
    terms = [LinearConstraint.Term(1, variable)]
    constant = 0
  }

  private init(terms: [LinearConstraint.Term], constant: Double) {
    self.terms = terms
    self.constant = constant
  }

  static func + (a: Expression, b: Expression) -> Expression {
    Expression(terms: a.terms + b.terms, constant: a.constant + b.constant)
  }

  static func - (a: Expression, b: Expression) -> Expression { a + -1 * b }
  static func + (a: Expression, b: Double) -> Expression { Expression(terms: a.terms, constant: a.constant + b) }
  static func - (a: Expression, b: Double) -> Expression { a + -b }

  static func * (factor: Double, a: Expression) -> Expression {
    Expression(
      terms: a.terms.map { LinearConstraint.Term(factor * $0.coefficient, $0.variable) }, constant: factor * a.constant)
  }

  static func == (a: Expression, b: Expression) -> Row { Row(a - b, .equal) }
  static func == (a: Expression, b: Double) -> Row { Row(a - b, .equal) }
  static func <= (a: Expression, b: Expression) -> Row { Row(a - b, .lessThanOrEqual) }
  static func <= (a: Expression, b: Double) -> Row { Row(a - b, .lessThanOrEqual) }
  static func >= (a: Expression, b: Expression) -> Row { Row(a - b, .greaterThanOrEqual) }
  static func >= (a: Expression, b: Double) -> Row { Row(a - b, .greaterThanOrEqual) }
}

/// A constraint without id and priority.
struct Row {
  var terms: [LinearConstraint.Term]
  var relation: Relation
  var constant: Double

  /// Makes the row `difference relation 0`, with the constant moved to the right and the terms of each variable added up.
  init(_ difference: Expression, _ relation: Relation) {
    terms = []
    for term in difference.terms {
      if let known = terms.firstIndex(where: { $0.variable == term.variable }) {
        terms[known].coefficient += term.coefficient
      } else {
        terms.append(term)
      }
    }
    terms.removeAll { $0.coefficient == 0 }
    self.relation = relation
    constant = 0 - difference.constant
  }
}
