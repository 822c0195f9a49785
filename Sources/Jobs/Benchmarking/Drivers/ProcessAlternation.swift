import Foundation
import LibC
import Synchronization

/// Two processes that run alternately on one processor, a few milliseconds each. What else the machine does slows both down alike. It often changes
/// within a second, and by a factor of two: a neighbour starts on the other half of a processor's core, or stops.
package final class ProcessAlternation: Sendable {
  private struct State {
    var processes: [pid_t] = []
    /// The index of the process that runs.
    var running = 0
  }

  private let state = Mutex(State())
  /// The microseconds for which a process runs: a few rounds of edits, and a thousand times what a change of processes costs.
  private static let slice: UInt32 = 3000

  package init() {}

  /// Adds a process that has just been started. The first of two runs alone until the second is added.
  func add(_ process: pid_t) {
    ProcessFacts.confineToOneProcessor(process)
    let isPair = state.withLock { state in
      state.processes.append(process)
      guard state.processes.count == 2 else { return false }
      kill(process, SIGSTOP)
      state.running = 0
      return true
    }
    guard isPair else { return }
    Thread.detachNewThread { while self.alternate() { usleep(Self.slice) } }
  }

  /// Removes a process that has ended; the other one runs on.
  func remove(_ process: pid_t) {
    state.withLock { state in
      state.processes.removeAll { $0 == process }
      for other in state.processes { kill(other, SIGCONT) }
    }
  }

  /// Stops one process and continues the other. Returns false if there are not two.
  private func alternate() -> Bool {
    state.withLock { state in
      guard state.processes.count == 2 else { return false }
      kill(state.processes[state.running], SIGSTOP)
      state.running = 1 - state.running
      kill(state.processes[state.running], SIGCONT)
      return true
    }
  }
}
