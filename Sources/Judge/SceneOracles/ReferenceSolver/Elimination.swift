/// Linear equations, solved one after the other; each eliminates a variable.
struct Elimination {
  /// The eliminated variables in terms of others; after `finish`, in terms of variables that are not eliminated.
  private(set) var solved: [Int: LinearForm] = [:]
  private var order: [Int: Int] = [:]
  private let costs: [Int]

  /// Makes an empty system. `costs` has a number for each variable; an equation eliminates its variable with the lowest number.
  init(costs: [Int]) { self.costs = costs }

  /// Adds the equation `form = 0`. Returns false, and adds nothing, if it contradicts the earlier ones.
  mutating func require(_ form: LinearForm) -> Bool {
    let form = reduced(form)
    let choice = form.terms.min { (costs[$0.variable], $0.variable) < (costs[$1.variable], $1.variable) }
    guard let (variable, coefficient) = choice else { return form.constant.isZero }
    let factor = -coefficient.reciprocal
    order[variable] = order.count
    solved[variable] = LinearForm(
      terms: form.terms.filter { $0.variable != variable }.map { ($0.variable, $0.coefficient * factor) },
      constant: form.constant * factor)
    return true
  }

  /// Substitutes later eliminations into earlier ones. It must be called once, after the last equation.
  mutating func finish() {
    for variable in order.keys.sorted(by: { order[$0, default: 0] > order[$1, default: 0] }) {
      if let form = solved[variable] { solved[variable] = reduced(form) }
    }
  }

  /// Returns the form in terms of variables that are not eliminated.
  func reduced(_ form: LinearForm) -> LinearForm {
    guard form.terms.contains(where: { solved[$0.variable] != nil }) else { return form }
    var terms: [Int: BigRational] = [:]
    var constant = form.constant
    // The form of an eliminated variable may contain variables that were eliminated later, never earlier ones.
    var pending: [Int: Int] = [:]
    func add(_ variable: Int, _ coefficient: BigRational) {
      let sum = terms[variable, default: .zero] + coefficient
      terms[variable] = sum.isZero ? nil : sum
      if let place = order[variable] { pending[place] = variable }
    }
    for (variable, coefficient) in form.terms { add(variable, coefficient) }
    while let first = pending.min(by: { $0.key < $1.key }) {
      pending[first.key] = nil
      guard let coefficient = terms.removeValue(forKey: first.value), let value = solved[first.value] else {
        continue
      }
      constant += coefficient * value.constant
      for (variable, inner) in value.terms { add(variable, coefficient * inner) }
    }
    return LinearForm(
      terms: terms.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, constant: constant)
  }
}
