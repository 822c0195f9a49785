import AnimationSampler
import ArgumentParser
import Benchmarking
import ConstraintSolver
import Foundation
import SceneModel

struct BenchCapacity: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capacity",
    abstract: "Finds how much fits into the time of one frame: the largest feed, list, table and set of animations.",
    discussion: """
      Finds by bisection the largest size for which a tick, a rotation, a first layout and, for a feed, an animated width take no \
      longer than a frame at 120 and at 60 Hz, in processor time. Each result has its median and its 90th and 99th percentile. The \
      interval begins with the largest size that fits in nine of ten runs, and ends with the smallest that fits in fewer than one of \
      ten. This takes about two minutes.

      Example: layoutlab bench capacity --filter feed/tick
      """)

  @Option(help: "A regular expression on WORKLOAD/OPERATION, such as feed/tick; a leading - negates.")
  var filter: String?

  @Option(help: "The time of a frame in milliseconds (may be repeated). If absent, 8.33 and 16.67.")
  var frame: [Double] = []

  @Flag(help: "Print the results as JSON.")
  var json = false

  func validate() throws {
    guard frame.allSatisfy({ $0 > 0 && $0 <= 1000 }) else {
      throw ValidationError("--frame must be above 0 and at most 1000 milliseconds.")
    }
    do {
      _ = try PathFilter(filter)
    } catch {
      throw ValidationError("--filter is not a regular expression: \(error)")
    }
  }

  func run() throws {
    let filter = try PathFilter(filter)
    let found = try Capacity.measured(
      makeSolver: { ConstraintSolver() }, makeSampler: { AnimationSampler() },
      frames: frame.isEmpty ? Capacity.usualFrames : frame, where: filter.accepts, say: printToStandardError)
    guard !found.isEmpty else {
      throw UserMistake(.noneMatch, "no workload matches --filter. Try feed, list, table or animations.")
    }
    if json {
      print(
        try jsonText(CapacityRecord(machine: Machine.identifier, revision: sourceRevision(), capacities: found)))
    } else {
      print(capacityText(found), terminator: "")
    }
  }
}
