import SceneModel

extension SolverScript {
  /// Returns a small script with ties, tiers, conflicts, malformed edits, and ids that are used again.
  public static func sample(seed: UInt64) -> SolverScript {
    var entropy = Entropy(seed: seed)
    var sampler = Sampler(entropy: entropy.next())
    return SolverScript(transactions: (0..<2 + entropy.below(5)).map { _ in sampler.transaction() })
  }

  private struct Sampler {
    private var entropy: Entropy
    private let variables: Int
    private let scale: Double
    private var live: [LinearConstraint.ID] = []
    private var next: UInt32 = 1

    init(entropy seed: UInt64) {
      entropy = Entropy(seed: seed)
      variables = 1 + entropy.below(6)
      scale = entropy.pick([1, 1, 10, 0.1])
    }

    mutating func transaction() -> Transaction {
      var edits: [SolverEdit] = []
      if next == 1 {
        for id in 0..<variables where entropy.chance(3, in: 4) {
          edits.append(.declare(Variable(UInt32(id)), nonNegative: entropy.chance(1, in: 2)))
        }
      }
      for _ in 0..<1 + entropy.below(4) { edits.append(edit()) }
      return Transaction(edits: edits)
    }

    private mutating func edit() -> SolverEdit {
      guard !live.isEmpty, entropy.chance(1, in: 2) else {
        // Once in a while an id that is taken, or one that comes back.
        let id = entropy.chance(1, in: 12) ? UInt32(1 + entropy.below(Int(next))) : next
        next = max(next, id + 1)
        live.append(.init(id))
        return .add(constraint(.init(id)))
      }
      let place = entropy.below(live.count)
      switch entropy.below(12) {
      case 0, 1, 2: return .remove(live.remove(at: place))
      case 3, 4: return .setPriority(live[place], priority())
      case 5: return .forget(Variable(UInt32(entropy.below(variables))))
      case 6: return .declare(Variable(UInt32(entropy.below(variables))), nonNegative: entropy.chance(1, in: 2))
      default: return .setConstant(live[place], constant())
      }
    }

    private mutating func constraint(_ id: LinearConstraint.ID) -> LinearConstraint {
      let count = entropy.chance(1, in: 20) ? 0 : 1 + entropy.below(3)
      let terms = (0..<count).map { _ in
        LinearConstraint.Term(
          entropy.pick([1, 1, 1, 1, -1, -1, 2, 0.5, -0.25, 0, 1.0 / 3, 0.1]),
          Variable(UInt32(entropy.below(variables))))
      }
      return LinearConstraint(
        id: id, terms: terms, relation: entropy.pick(Relation.allCases), constant: constant(), priority: priority())
    }

    private mutating func constant() -> Double { Double(entropy.below(21) - 6) * scale }

    private mutating func priority() -> Double {
      entropy.pick([1000, 1000, 999.9999999, 750, 750, 500, 250, 250, 250.5, 1])
    }
  }
}
