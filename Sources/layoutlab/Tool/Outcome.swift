import ArgumentParser
import Foundation

/// What a run found, as its exit status. The worst of several wins.
enum Outcome: Int32, Comparable {
  case clean = 0
  case undecided = 3
  case found = 1
  case badInput = 65
  case ownFault = 70

  /// Order of badness, which is not the order of the numbers.
  private var rank: Int {
    switch self {
    case .clean: 0
    case .undecided: 1
    case .found: 2
    case .badInput: 3
    case .ownFault: 4
    }
  }

  static func < (a: Outcome, b: Outcome) -> Bool { a.rank < b.rank }

  /// Ends the verb with this status; does nothing when clean.
  func exit() throws {
    if self != .clean { throw ExitCode(rawValue) }
  }
}

func printToStandardError(_ text: String) {
  FileHandle.standardError.write(Data((withoutControls(text) + "\n").utf8))
}
