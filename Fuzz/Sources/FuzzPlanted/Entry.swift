import AnimationSampler
import CCounterGroups
import ConstraintSolver
import Foundation
import FuzzRuntime
import LayoutPlugin
import TestSupport

/// `LAYOUTLAB_PLANTED` names the bug.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>>>
) -> CInt {
  let name = ProcessInfo.processInfo.environment["LAYOUTLAB_PLANTED"] ?? "wrong-tie"
  FuzzProcess.prepare(lookingAt: [COUNTERS_SOLVER, COUNTERS_KERNEL, COUNTERS_PLAYERS]) {
    guard let bug = PlantedBug.named(name, around: .layoutlab.withAnimationSampler) else {
      preconditionFailure("no planted bug \(name)")
    }
    return FuzzProcess(bug.target, plugin: bug.plugin)
  }
  return 0
}
