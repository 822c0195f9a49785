import Foundation
import LibC
import Synchronization

/// Two processes that run alternately on one processor, a few milliseconds each, so that other load slows both down equally. Such load often
/// changes within a second, and by a factor of two, for example if another program uses the other half of a processor's core.
package final class ProcessAlternation: Sendable {
  private struct State {
    /// The processes, each with the file that it creates when it may be stopped.
    var processes: [(id: pid_t, sign: URL)] = []
    /// The index of the process that runs.
    var running = 0
    var hasThread = false
  }

  private let state = Mutex(State())
  /// The microseconds for which a process runs: some rounds of edits, and a thousand times the cost of switching processes.
  private static let slice: UInt32 = 3000

  package init() {}

  /// Adds a process that has just been started.
  ///
  /// - Parameter sign: the file that the process creates as soon as it is set up to end together with its parent. Until both processes have created
  ///   their files, neither is stopped: if this process were killed, a stopped process would never end.
  func add(_ process: pid_t, sign: URL) {
    ProcessFacts.confineToOneProcessor(process)
    let needsThread = state.withLock { state in
      state.processes.append((process, sign))
      state.running = 0
      guard state.processes.count == 2, !state.hasThread else { return false }
      state.hasThread = true
      return true
    }
    guard needsThread else { return }
    Thread.detachNewThread { while self.alternate() { usleep(Self.slice) } }
  }

  /// Removes a process that has ended. The other one then runs without pauses.
  func remove(_ process: pid_t) {
    state.withLock { state in
      state.processes.removeAll { $0.id == process }
      for other in state.processes { kill(other.id, SIGCONT) }
    }
  }

  /// Stops one process and continues the other, if both may be stopped. Returns false if there are not two.
  private func alternate() -> Bool {
    state.withLock { state in
      state.hasThread = state.processes.count == 2
      guard state.hasThread else { return false }
      guard state.processes.allSatisfy({ access($0.sign.path, F_OK) == 0 }) else { return true }
      kill(state.processes[state.running].id, SIGSTOP)
      state.running = 1 - state.running
      kill(state.processes[state.running].id, SIGCONT)
      return true
    }
  }
}
