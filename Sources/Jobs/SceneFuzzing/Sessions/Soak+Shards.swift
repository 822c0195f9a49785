import Foundation
import SceneModel

extension Soak {
  /// Plays `count` scripts from number `first` on, in `threads` parallel tasks. Stops early when `isInterrupted` returns true. `advance` is called
  /// after every few scripts of a task, with the number of these scripts.
  public func run(
    from first: Int, count: Int, threads: Int, isInterrupted: @escaping @Sendable () -> Bool,
    advance: @escaping @Sendable (Int) -> Void
  ) async -> Outcome {
    let bounds = (0...threads).map { first + count * $0 / threads }
    return await withTaskGroup(of: Outcome.self) { group in
      for at in 0..<threads {
        group.addTask {
          var outcome = Outcome()
          var next = bounds[at]
          while next < bounds[at + 1], !isInterrupted() {
            let end = min(next + Soak.portion, bounds[at + 1])
            outcome.add(run(next..<end))
            advance(end - next)
            next = end
          }
          return outcome
        }
      }
      return await group.reduce(into: Outcome()) { $0.add($1) }
    }
  }

  /// The number of scripts between two calls of `isInterrupted`.
  private static let portion = 200
}

/// The outcome of a soak, with a file for each script on which the engine and the reference solver differ (at most 20 files).
public struct SoakReport: Codable, Sendable {
  var scripts, transactions, conflicts, refusals, values, tiers: Int
  var disagreeing: Int
  var seconds: Double
  public var disagreements: [Disagreement]
  /// Whether a signal ended the run before its last script.
  public var isInterrupted: Bool

  public struct Disagreement: Codable, Sendable {
    public var detail, file, reproduce: String
  }

  /// The counts by name. They are the same for the same scripts.
  public var figures: [String: Int] {
    [
      "scripts": scripts, "transactions": transactions, "conflicts": conflicts, "refusals": refusals, "values": values,
      "tiers": tiers, "disagreeing": disagreeing,
    ]
  }

  private static let mostFiles = 20

  /// Makes the report of an outcome, and writes a file for each script on which the engine and the reference solver differ (at most 20 files).
  ///
  /// - Parameters:
  ///   - folder: the folder for the scripts.
  ///   - suffix: the engine's part of the command that reproduces a finding.
  public init(
    _ outcome: Soak.Outcome, of soak: Soak, seconds: Double, isInterrupted: Bool, folder: String, suffix: String
  ) throws(UserMistake) {
    (scripts, transactions, conflicts) = (outcome.scripts, outcome.transactions, outcome.conflicts)
    (refusals, values, tiers) = (outcome.refusals, outcome.values, outcome.tiers)
    disagreeing = outcome.disagreements.count
    (self.seconds, self.isInterrupted) = (seconds, isInterrupted)
    disagreements = []
    for one in outcome.disagreements.sorted(by: { $0.number < $1.number }).prefix(SoakReport.mostFiles) {
      let file = URL(filePath: folder).appending(path: "\(soak.seed)-\(one.number).solver")
      try DurableFile.write(Array(one.script.text.utf8), to: file)
      disagreements.append(
        Disagreement(
          detail: one.detail, file: file.relativePath,
          reproduce: "layoutlab soak --seed \(soak.seed) --first \(one.number) --scripts 1 --threads 1\(suffix)"))
    }
  }

  public var text: String {
    let head = """
      \(scripts) scripts, \(transactions) transactions (\(conflicts) conflicts, \(refusals) refused), \(values) values, \
      up to \(tiers) tiers, in \(Int(seconds.rounded())) s
      \(disagreeing) disagreements
      """
    return ([head] + disagreements.map { "\($0.detail)\n  \($0.file)\nReproduce:  \($0.reproduce)" })
      .joined(separator: "\n")
  }
}
