import CAllocationCounter
import EngineConversation
import LibC

extension CommandLoss {
  /// Ends this process in the same way in which the command ended, so that the parent sees the engine's end.
  func endProcessAlike() -> Never {
    switch self {
    case .memory:
      allocation_counter_note_refusal()
      _exit(EXIT_FAILURE)
    case .exit(let status): _exit(status)
    case .signal(let number):
      LimitedResource.coreFile.limit(to: 0)
      // No handler of this process may report the signal: its cause is in the command.
      LibC.signal(number, SIG_DFL)
      var mask = sigset_t()
      sigemptyset(&mask)
      sigprocmask(SIG_SETMASK, &mask, nil)
      kill(getpid(), number)
      _exit(128 + number)
    }
  }
}
