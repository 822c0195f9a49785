import AnimationSampler
import CCounterGroups
import ConstraintSolver
import Foundation
import FuzzRuntime
import FuzzTargets
import LayoutPlugin
import SceneFuzzing

/// The target is the one that `LAYOUTLAB_FUZZ_TARGET` names, or else the executable's own name: services that know a target by its file copy this one.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>>>
) -> CInt {
  let name =
    ProcessInfo.processInfo.environment["LAYOUTLAB_FUZZ_TARGET"]
    ?? URL(filePath: String(cString: arguments.pointee.pointee)).lastPathComponent
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
    FileHandle.standardError.write(
      Data("\(name) is no fuzz target. Set LAYOUTLAB_FUZZ_TARGET to one of \(names).\n".utf8))
    exit(64)
  }
  FuzzProcess.prepare(lookingAt: counters(of: name)) { FuzzProcess(target, plugin: .layoutlab.withAnimationSampler) }
  return 0
}

/// What the target is there to fuzz.
private func counters(of target: String) -> [CounterGroup] {
  switch target {
  case "FuzzImport": [COUNTERS_READERS]
  case "FuzzLayout": [COUNTERS_KERNEL]
  case "FuzzPlayer": [COUNTERS_KERNEL, COUNTERS_PLAYERS]
  case "FuzzProgram": [COUNTERS_KERNEL, COUNTERS_PLAYERS, COUNTERS_INTERFACE]
  default: [COUNTERS_SOLVER, COUNTERS_KERNEL, COUNTERS_PLAYERS]
  }
}
