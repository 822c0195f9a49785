/// The result of a run as its exit status. The worst of several wins.
package enum Outcome: Int32, Comparable, Sendable {
  case clean = 0
  case undecided = 3
  case found = 1
  case badInput = 65
  case ownFault = 70

  /// The rank by badness, which is not the order of the numbers.
  private var rank: Int {
    switch self {
    case .clean: 0
    case .undecided: 1
    case .found: 2
    case .badInput: 3
    case .ownFault: 4
    }
  }

  package static func < (a: Outcome, b: Outcome) -> Bool { a.rank < b.rank }
}
