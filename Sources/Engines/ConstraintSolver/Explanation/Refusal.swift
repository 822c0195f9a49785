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

  /// The prices of the members in their contradiction, computed in exact arithmetic. Nil if they can hold together.
  func farkasVector() throws(PluginFault) -> [(constraint: Int, multiplier: Rational)]? {
    var simplex = LexicographicSimplex<FactoredTableau<Rational>>(program, bounds: bounds)
    var isFeasible = false
    try runExactSimplex { () throws(NumericalTrouble) in isFeasible = try simplex.isFeasible() }
    return isFeasible ? nil : simplex.multipliers(tier: 0)
  }

  /// The Farkas vector of the members, for the caller of the solver.
  func certificate() throws(PluginFault) -> [CertificateEntry] {
    try farkasVector()!.map {
      CertificateEntry(tier: 0, constraint: members[$0.constraint], multiplier: $0.multiplier.approximation)
    }
  }
}
