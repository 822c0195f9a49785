import EngineIsolation
import LibC
import Reports
import Synchronization

/// Reports the progress of work that takes more than a second on the standard error, with its rate and the remaining time.
final class Progress: Sendable {
  private let what: String
  private let total: Int
  private let start = ContinuousClock.now
  private let state = Mutex((done: 0, told: ContinuousClock.now))
  private let isTerminal = isatty(StandardError.descriptor) == 1

  init(_ what: String, total: Int) { (self.what, self.total) = (what, total) }

  func advance(by count: Int) {
    state.withLock { state in
      state.done += count
      let now = ContinuousClock.now
      // Every second on a terminal, otherwise every ten seconds.
      guard now - state.told >= .seconds(isTerminal ? 1 : 10) else { return }
      state.told = now
      let seconds = (now - start) / .seconds(1)
      let rate = (10 * Double(state.done) / seconds).rounded() / 10
      let rest = seconds * Double(total - state.done) / Double(max(1, state.done))
      printToStandardError(
        "\(what): \(state.done) of \(total), \(readable(rate)) a second, \(readable(rest.rounded())) s to go")
    }
  }
}

/// The handling of interrupts: the first one (Ctrl-C, SIGTERM) requests a summary of what was done so far; the second one ends the process.
enum Interrupt {
  nonisolated(unsafe) private(set) static var hasCome: sig_atomic_t = 0

  static func watch() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        Interrupt.hasCome = 1
        signal(number, SIG_DFL)
      }
    }
    // The process that started this one may have blocked these signals, as threads of libdispatch do.
    var both = sigset_t()
    sigemptyset(&both)
    for number in [SIGINT, SIGTERM] { sigaddset(&both, number) }
    sigprocmask(SIG_UNBLOCK, &both, nil)
  }
}
