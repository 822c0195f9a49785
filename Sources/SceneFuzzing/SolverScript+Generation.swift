import SceneModel

extension SolverScript {
  /// A random system and a history of edits to it: the same script for the same entropy, on any machine.
  public static func generated(within bounds: ScriptBounds = .fuzzing, using entropy: inout Entropy) -> SolverScript {
    var bounds = bounds
    if !entropy.chance(1, in: bounds.wildScripts) { bounds.wildness = 0 }
    var system = LinearSystem(bounds: bounds)
    var script = SolverScript()
    var edits: [SolverEdit] = []
    for _ in 0..<entropy.count(bounds.variables) { edits.append(system.declaration(&entropy)) }
    for _ in 0..<entropy.count(bounds.rows) {
      let row = system.row(&entropy)
      system.follow(.add(row))
      edits.append(.add(row))
    }
    if entropy.chance(1, in: 8) { edits.shuffleRows(using: &entropy) }

    // A batch in one case, one transaction for each edit in the other: engines take different paths through the two.
    if entropy.chance(3, in: 4) {
      script.transactions.append(Transaction(edits: edits))
    } else {
      script.transactions = edits.map { Transaction(edits: [$0]) }
    }
    for _ in 1..<max(2, entropy.count(bounds.transactions)) {
      let count = entropy.count(bounds.editsInTransaction)
      script.transactions.append(Transaction(edits: (0..<count).map { _ in system.edit(&entropy) }))
    }
    // Engines learn from an edit that is repeated: what they learnt must not outlive the next one.
    while entropy.chance(1, in: 3) {
      let edits =
        switch entropy.below(5) {
        case 0, 1: system.drag(&entropy)
        case 2, 3: system.toggle(&entropy)
        default: system.retry(&entropy)
        }
      script.transactions += edits.map { Transaction(edits: [$0]) }
      if entropy.chance(1, in: 2) { script.transactions.append(Transaction(edits: [system.edit(&entropy)])) }
    }
    return script
  }
}

extension [SolverEdit] {
  /// Shuffles what follows the declarations, which must stay before the first use.
  fileprivate mutating func shuffleRows(using entropy: inout Entropy) {
    let start = partition { if case .declare = $0 { false } else { true } }
    self[start...].shuffle(using: &entropy)
  }
}
