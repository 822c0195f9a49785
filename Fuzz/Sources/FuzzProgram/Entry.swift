import AnimationSampler
import ConstraintSolver
import FuzzRuntime
import FuzzTargets
import LayoutPlugin
import SceneFuzzing

nonisolated(unsafe) private let process = FuzzProcess(.programs(), plugin: .layoutlab.withAnimationSampler)

@_cdecl("LLVMFuzzerTestOneInput")
public func execute(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt { process.execute(data, count) }

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ room: Int, _ seed: UInt32) -> Int {
  process.mutate(data, count, room, seed)
}
