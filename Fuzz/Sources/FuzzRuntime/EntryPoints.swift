import CCounterGroups
import LibC

/// The modules of which libFuzzer may look at the counters.
public typealias CounterGroup = counter_group

nonisolated(unsafe) private var makeProcess: () -> FuzzProcess = {
  preconditionFailure("LLVMFuzzerInitialize of the executable calls FuzzProcess.prepare")
}
/// Made at the first input.
nonisolated(unsafe) private let process = makeProcess()

extension FuzzProcess {
  /// Prepares libFuzzer's process, before it has read its arguments. Each executable calls it from its `LLVMFuzzerInitialize`.
  ///
  /// - Parameters:
  ///   - groups: The modules whose edges guide libFuzzer, beside what is in no group. It reads each counter after each execution.
  ///   - make: Makes what executes the inputs.
  public static func prepare(lookingAt groups: [CounterGroup], _ make: @escaping () -> FuzzProcess) {
    // The Swift runtime's crash handler would swallow the crash: no artifact. libFuzzer installs its own afterwards.
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(number, SIG_DFL) }
    for group in groups { register_counters(group) }
    makeProcess = make
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func execute(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt { process.execute(data, count) }

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ room: Int, _ seed: UInt32) -> Int {
  process.mutate(data, count, room, seed)
}
