import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel

/// What became of a target's violations.
public struct FuzzTriage: Codable, Sendable {
  public var findings: [FuzzReport.Item]
  /// Fingerprints of open findings that no longer break their law.
  public var quiet: [String]
}

extension FuzzedEngine {
  /// In the process with the engine: fuzzes without libFuzzer; violations go to the store.
  func campaign(_ target: FuzzTarget, seconds: Double, seed: UInt32, _ blackBox: BlackBox) throws -> FuzzRun {
    let others = OtherProcesses(engine.name, patience: OtherProcesses.patience(within: patience))
    let campaign = Campaign(target.asking(others), plugin: try engine.plugin(), seed: UInt64(seed))
    let clock = ContinuousClock()
    let start = clock.now
    let today = isoDate(Date())
    let again = "layoutlab fuzz \(target.name) --in-process --seed \(seed)"
    var recorded = 0
    var crashes: [FuzzRun.Crash] = []
    var problem: Error?
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { problem = error }
    }
    let outcome = campaign.run(
      willJudge: { blackBox.note($0) },
      until: { outcome in
        // At once: the engine may take everything with it.
        for violation in outcome.violations[recorded...] {
          attempt { try store.record(violation, target: target.name, found: today) }
        }
        recorded = outcome.violations.count
        for violation in outcome.fileViolations[crashes.count...] {
          attempt {
            let file = try store.recordCrash(violation.bytes, target: target.name)
            crashes.append(
              .init(
                file: file.relativePath, reproduce: again, output: "\(violation.law) is broken: \(violation.detail)"))
          }
        }
        // Reading the clock costs more than some executions.
        return problem != nil || outcome.executions % 64 == 0 && clock.now >= start + .seconds(seconds)
      })
    if let problem { throw problem }
    return FuzzRun(
      engine: .inProcess, executions: outcome.executions, seconds: (clock.now - start) / .seconds(1), coverage: nil,
      crashes: crashes)
  }

  /// In the process with the engine: turns the violations of the store into findings.
  func triage(_ target: FuzzTarget, isMinimizing: Bool, _ blackBox: BlackBox) throws -> FuzzTriage {
    let others = OtherProcesses.fresh(engine.name, patience: OtherProcesses.patience(within: patience))
    var triage = Triage(laws: target.asking(others).laws, plugin: try engine.plugin(), known: known)
    if !isMinimizing { triage.minimizer.attemptLimit = 0 }
    let findings = triage.findings(
      from: try store.violations(of: target.name), target: target.name, found: isoDate(Date()),
      willJudge: { blackBox.note($0.compact) })
    let items = try findings.map { finding in
      FuzzReport.Item(try store.record(finding, engine: engine.isOurs ? nil : engine.name), finding, store: store)
    }
    return FuzzTriage(findings: items, quiet: triage.quiet().map(\.fingerprint))
  }
}
