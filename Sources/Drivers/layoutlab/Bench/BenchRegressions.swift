import ArgumentParser
import Foundation
import NightReports
import SceneModel

struct BenchRegressions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regressions",
    abstract: "Lists the benchmarks that became slower from night to night, each with its state.",
    discussion: """
      `layoutlab report --history FILE` finds figures that become worse, at once or little by little. It keeps each beside the \
      history, with its state: open, confirmed, accepted (with a reason) or fixed. A regression whose figure is good again is \
      fixed the next night.

      Example: layoutlab bench regressions
      Example: layoutlab bench regressions 3f2a91c0 --state accepted --reason 'exact rounding costs it' --owner solver
      """)

  @Argument(help: "A regression's id. If absent, all are listed.")
  var id: String?

  @Option(help: "The history of the nights.")
  var history = ".layoutlab/history.jsonl"

  @Option(help: "\(RegressionLedger.State.allCases.map(\.rawValue).joined(separator: ", ")).")
  var state: RegressionLedger.State?

  @Option(help: "The person or team that works on it.")
  var owner: String?

  @Option(help: "Why it is accepted.")
  var reason: String?

  @Flag(help: "Print them as JSON.")
  var json = false

  func validate() throws {
    guard id != nil || (state == nil && owner == nil && reason == nil) else {
      throw ValidationError("Name the regression.")
    }
  }

  func run() throws {
    let file = RegressionLedger.file(of: history)
    guard FileManager.default.fileExists(atPath: file) else {
      throw UserMistake(.fileMissing, "\(file): no such file. Make it: layoutlab report FOLDER --history \(history)")
    }
    var ledger = try RegressionLedger(file: file)
    if let id {
      try ledger.set(id, state, owner: owner, reason: reason)
      try ledger.write(to: file)
    }
    let shown = id.map { id in ledger.entries.filter { $0.id == id } } ?? ledger.standing
    if json { return print(try jsonText(shown)) }
    print(shown.isEmpty ? "no regression stands" : shown.map(\.sentence).joined(separator: "\n"))
  }
}

extension RegressionLedger.State: ExpressibleByArgument {}
