import AnimationSampler
import ArgumentParser
import Benchmarking
import ConstraintSolver
import Foundation
import SceneModel

struct BenchCapacity: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capacity",
    abstract: "How much fits into a frame: the largest feed, list, table and set of animations.",
    discussion: """
      Finds by bisection the largest size of which a tick, a rotation and a first layout take no longer than a frame at \
      120 and at 60 Hz, in the processor's time. Of what is found, 90th and 99th percentile stand beside the median; the \
      interval reaches from the largest size that fits nine times out of ten to the smallest that does not fit one time \
      out of ten. Takes about two minutes.

      Example: layoutlab bench capacity --filter feed/tick
      """)

  @Option(help: "A regular expression on WORKLOAD/OPERATION, such as feed/tick; a leading - negates.")
  var filter: String?

  @Option(help: "A frame in milliseconds (may be repeated); none: 8.33 and 16.67.")
  var frame: [Double] = []

  @Flag(help: "Print the results as JSON.")
  var json = false

  func validate() throws {
    guard frame.allSatisfy({ $0 > 0 && $0 <= 1000 }) else {
      throw ValidationError("--frame is in milliseconds, above 0 and at most 1000")
    }
    do {
      _ = try PathFilter(filter)
    } catch {
      throw ValidationError("--filter is not a regular expression: \(error)")
    }
  }

  func run() throws {
    let filter = try PathFilter(filter)
    let found = try measuredCapacities(frames: frame.isEmpty ? frames : frame, where: filter.accepts)
    guard !found.isEmpty else {
      throw UserMistake("no workload matches --filter. Try feed, list, table or animations.")
    }
    if json {
      print(
        try jsonText(CapacityOutput(machine: Machine.identifier, revision: sourceRevision(), capacities: found)))
    } else {
      print(capacityText(found), terminator: "")
    }
  }

  private struct CapacityOutput: Encodable {
    var machine, revision: String
    var capacities: [Capacity]
  }
}

/// Milliseconds at 120 and at 60 Hz.
let frames = [8.33, 16.67]

func measuredCapacities(frames: [Double], where isWanted: (String) -> Bool) throws -> [Capacity] {
  let probes =
    CapacityProbe.layouts(makeSolver: { ConstraintSolver() }, seconds: processorSeconds)
    + CapacityProbe.animations(makeSampler: { AnimationSampler() }, seconds: processorSeconds)
  return try probes.filter { isWanted("\($0.workload)/\($0.operation)") }.flatMap { probe in
    printToStandardError("\(probe.workload)/\(probe.operation)")
    return try capacities(of: probe, within: frames.map { $0 / 1000 })
  }
}

/// Of this thread: what other programs do beside it adds nothing.
@Sendable private func processorSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
}
