import AnimationSampler
import ConstraintSolver
import Foundation
import FuzzRuntime
import LayoutPlugin
import TestSupport

nonisolated(unsafe) private let process: FuzzProcess = {
  let name = ProcessInfo.processInfo.environment["LAYOUTLAB_PLANTED"] ?? "wrong-tie"
  guard let bug = PlantedBug.named(name, around: .layoutlab.withAnimationSampler) else {
    preconditionFailure("no planted bug \(name)")
  }
  return FuzzProcess(bug.target, plugin: bug.plugin)
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func execute(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt { process.execute(data, count) }

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ room: Int, _ seed: UInt32) -> Int {
  process.mutate(data, count, room, seed)
}
