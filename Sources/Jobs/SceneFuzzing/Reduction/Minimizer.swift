import SceneModel

/// Makes a document lighter while it still fails: greedy, deterministic, and finished when no pass finds anything.
public struct Minimizer: Sendable {
  public struct Outcome: Sendable {
    public var document: Document
    /// The number of calls of `stillFails`.
    public var attempts: Int
  }

  public var passes: [ReductionPass]
  /// The largest number of calls of `stillFails`. The minimiser then stops with the lightest document so far.
  public var attemptLimit: Int

  public init(passes: [ReductionPass] = ReductionPass.all, attemptLimit: Int = 50_000) {
    self.passes = passes
    self.attemptLimit = attemptLimit
  }

  /// Returns the lightest document found. `stillFails` must be a function of the document alone, and true for `document`.
  public func minimize(_ document: Document, while stillFails: (Document) -> Bool) -> Outcome {
    var lightest = document
    var weight = document.weight
    var attempts = 0

    func tries(_ pass: ReductionPass) -> Bool {
      for proposal in pass.proposals(lightest) {
        let proposed = proposal.weight
        guard proposed < weight, proposal.isWellFormed else { continue }
        guard attempts < attemptLimit else { return false }
        attempts += 1
        if stillFails(proposal) {
          (lightest, weight) = (proposal, proposed)
          return true
        }
      }
      return false
    }

    var foundSome = true
    while foundSome {
      foundSome = false
      for pass in passes {
        while tries(pass) { foundSome = true }
      }
    }
    return Outcome(document: lightest, attempts: attempts)
  }
}

extension Document {
  /// Whether the document can be written to a file and read again. Other documents are useless as findings.
  var isWellFormed: Bool {
    switch self {
    case .scene(let scene): scene.structuralMistake == nil
    case .solver: true
    case .timeline(let timeline): (try? timeline.validate()) != nil
    }
  }
}
