import SceneModel

extension SolverScript {
  /// Returns a random system and a history of edits to it: the same script for the same entropy, on any machine.
  public static func generated(within bounds: ScriptBounds = .fuzzing, using entropy: inout Entropy) -> SolverScript {
    var bounds = bounds
    if !entropy.chance(1, in: bounds.wildScripts) { bounds.wildness = 0 }
    var system = ScriptSketch(bounds: bounds)
    var script = SolverScript()
    var edits: [SolverEdit] = []
    for _ in 0..<entropy.count(bounds.variables) { edits.append(system.declaration(&entropy)) }
    for _ in 0..<entropy.count(bounds.rows) {
      let row = system.row(&entropy)
      system.follow(.add(row))
      edits.append(.add(row))
    }
    if entropy.chance(1, in: 8) { edits.shuffleRows(using: &entropy) }

    // The edits become one transaction, or one transaction each, because engines take different paths through the two.
    if entropy.chance(3, in: 4) {
      script.transactions.append(Transaction(edits: edits))
    } else {
      script.transactions = edits.map { Transaction(edits: [$0]) }
    }
    for _ in 1..<max(2, entropy.count(bounds.transactions)) {
      let count = entropy.count(bounds.editsInTransaction)
      script.transactions.append(Transaction(edits: (0..<count).map { _ in system.edit(&entropy) }))
    }
    // Engines cache things when an edit is repeated. These edits show whether a cache is stale after the next other edit.
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

  /// Returns script `number` of a seed. Most are small; one in sixteen is large, with up to 50 tiers or 60 variables. One in a thousand is crowded:
  /// rows with ratios that compete in one block.
  public static func varied(_ number: Int, seed: UInt64) -> SolverScript {
    var entropy = Entropy(seed: seed)
    entropy = Entropy(seed: entropy.next() ^ (UInt64(number) &* 0x9E37_79B9_7F4A_7C15))
    if entropy.chance(1, in: 1024) {
      let crowd = ScriptBounds(
        variables: 26...30, rows: 45...60, transactions: 3...8, tiers: 5, wildness: 0, drags: 3...6, crowding: 90)
      return .generated(within: crowd, using: &entropy)
    }
    let bounds =
      switch entropy.below(64) {
      case 0: ScriptBounds(variables: 4...16, rows: 40...80, transactions: 1...6, tiers: 50)
      case 1: ScriptBounds(variables: 26...60, rows: 60...140, transactions: 1...6, tiers: 8, wildness: 1)
      case 2...3: ScriptBounds(variables: 3...10, rows: 10...40, transactions: 1...6, tiers: 20)
      case 4...15: ScriptBounds(variables: 2...8, rows: 4...16, transactions: 2...8, tiers: 5, wildness: 1)
      case 16...23: ScriptBounds(variables: 1...6, rows: 1...10, transactions: 1...6, wildness: 12)
      default: ScriptBounds(variables: 1...6, rows: 1...10, transactions: 1...6)
      }
    return .generated(within: bounds, using: &entropy)
  }
}

extension [SolverEdit] {
  /// Shuffles what follows the declarations, which must stay before the first use.
  fileprivate mutating func shuffleRows(using entropy: inout Entropy) {
    let start = partition { if case .declare = $0 { false } else { true } }
    self[start...].shuffle(using: &entropy)
  }
}
