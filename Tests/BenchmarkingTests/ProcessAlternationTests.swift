import Foundation
import SceneModel
import Testing

@testable import Benchmarking

@Test("Two processes that alternate on one processor both come to their ends")
func alternatingProcesses() throws {
  let alternation = ProcessAlternation()
  let processes = try (0..<2).map { _ in
    let process = BenchmarkDrivers.process(["sh", "-c", "i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done"])
    try process.run()
    alternation.add(process.processIdentifier)
    return process
  }
  #if os(Linux)
    for process in processes {
      let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let processors = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
      #expect(processors?.contains { "-,".contains($0) } == false, "\(processors ?? "")")
    }
  #endif
  // The one that is waited for second may be stopped when the first has ended.
  for process in processes {
    process.waitUntilExit()
    alternation.remove(process.processIdentifier)
    #expect(process.terminationStatus == 0)
  }
}

/// A build that keeps the alternation of each of its runs.
private final class AlternatingBuild: MeasuredBuild, @unchecked Sendable {
  let revision: String, facts: [String: String] = [:], digest: String? = nil
  let canAlternate: Bool
  private(set) var alternations: [ProcessAlternation?] = []

  init(_ revision: String, canAlternate: Bool) { (self.revision, self.canAlternate) = (revision, canAlternate) }

  func run(only paths: [String]?, alternation: ProcessAlternation?) throws -> BenchmarkReport {
    alternations.append(alternation)
    var report = BenchmarkReport()
    report.rows = [BenchmarkRow(path: "solver/tick/feed-200", nanoseconds: 100)]
    return report
  }
  func countInstructions(say: (String) -> Void) throws -> [CountedRun]? { nil }
  func profile(of path: String) throws -> CallgrindDump? { nil }
}

@Test("Both builds of a pair run at once where both can; an engine with a clock of its own is never stopped")
func pairsAtOnce() throws {
  func alternations(_ first: Bool, _ second: Bool) throws -> [[ProcessAlternation?]] {
    let builds = [AlternatingBuild("a", canAlternate: first), AlternatingBuild("b", canAlternate: second)]
    let paired = PairedComparison(pairs: 3, say: { _ in })
    _ = try paired.compare(BuildMeasurement(builds[0]), BuildMeasurement(builds[1]))
    return builds.map(\.alternations)
  }
  let both = try alternations(true, true)
  #expect(both[0].count >= 3 && !both[0].contains { $0 == nil })
  #expect(zip(both[0], both[1]).allSatisfy { $0 === $1 })
  #expect(try alternations(true, false).joined().allSatisfy { $0 == nil })
}
