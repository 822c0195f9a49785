import LayoutPlugin
import SceneModel

/// The contradiction for which a transaction was refused, kept so that it can be proved on demand.
final class Refusal {
  /// The members, ascending by id.
  let members: [LinearConstraint.ID]
  let program: Program
  let bounds: [Rational]
  /// The variables, in the program's order.
  let variables: [Variable]

  /// Takes ownership of `program`, whose rows are the members.
  init(members: [LinearConstraint.ID], variables: [Variable], _ program: Program, bounds: [Rational]) {
    self.members = members
    self.variables = variables
    self.program = program
    self.bounds = bounds
  }

  deinit { program.free() }

  /// The Farkas vector of the members, computed in exact arithmetic.
  func certificate() throws(PluginFault) -> [CertificateEntry] {
    if program.variableCount == 0 {
      return zip(members, bounds).map {
        CertificateEntry(tier: 0, constraint: $0, multiplier: $1.sign < 0 ? 1 : -1)
      }
    }
    var simplex = LexicographicSimplex<FactoredTableau<Rational>>(program, bounds: bounds)
    try runExactSimplex { () throws(NumericalTrouble) in _ = try simplex.isFeasible() }
    return simplex.multipliers(tier: 0).map {
      CertificateEntry(tier: 0, constraint: members[$0.constraint], multiplier: $0.multiplier.approximation)
    }
  }
}
