import Foundation
import SceneModel
import Testing

@testable import Benchmarking

@Test(
  "Two processes alternate on one processor once both have made their signs, not before, and both come to their ends")
func alternatingProcesses() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("layoutlab-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let alternation = ProcessAlternation()
  let signs = (0..<2).map { folder.appendingPathComponent("sign\($0)") }
  let end = folder.appendingPathComponent("end")
  let processes = try signs.map { sign in
    let process = BenchmarkDrivers.process(["sh", "-c", "while [ ! -e '\(end.path)' ]; do :; done"])
    try process.run()
    alternation.add(process.processIdentifier, sign: sign)
    return process
  }
  #if os(Linux)
    func status(_ key: String) throws -> [String] {
      try processes.map { process in
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        return String(text.split(separator: "\n").first { $0.hasPrefix(key) }?.dropFirst(key.count) ?? "")
      }
    }
    #expect(try status("Cpus_allowed_list:").allSatisfy { !$0.contains { "-,".contains($0) } })
    func areStopped() throws -> [Bool] { try status("State:").map { $0.contains("stopped") } }
    try Data().write(to: signs[0])
    for _ in 0..<20 {
      usleep(5000)
      #expect(try areStopped() == [false, false])
    }
    try Data().write(to: signs[1])
    var wereStopped = [false, false]
    for _ in 0..<2000 where wereStopped.contains(false) {
      usleep(1000)
      wereStopped = zip(wereStopped, try areStopped()).map { $0 || $1 }
    }
    #expect(wereStopped == [true, true])
  #endif
  try Data().write(to: end)
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
