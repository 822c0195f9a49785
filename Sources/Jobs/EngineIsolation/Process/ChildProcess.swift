import CProcessControl
import LibC

/// A process forked from this one. It never outlives this process.
///
/// The forking process must have one thread. Otherwise the child could wait forever for locks that other threads held.
struct ChildProcess {
  let id: pid_t

  /// Whether the process leads a group of processes, which is ended with it. It contains all processes that an engine starts.
  private let leadsGroup: Bool

  /// Starts a child process, in which `body` runs and returns the exit status.
  ///
  /// - Parameters:
  ///   - output: the receiver of both output streams. With it, the child has a process group of its own, which the terminal does not interrupt.
  ///   - errors: the receiver of its standard error.
  ///   - body: gets a descriptor of this process's standard error.
  /// - Throws: `EngineRefusal` if the system cannot make a process.
  init(
    _ streams: EngineProcess.Streams, output: Int32? = nil, errors: Int32? = nil, _ body: (Int32) -> Int32
  ) throws(EngineRefusal) {
    precondition(ChildProcess.hasOneThread, "a process with several threads cannot be forked")
    // Otherwise both processes would write the buffered output.
    fflush(nil)
    let parent = getpid()
    leadsGroup = output != nil
    id = process_fork()
    if id < 0 { throw EngineRefusal(fault: "no process could be started: \(String(cString: strerror(errno)))") }
    guard id == 0 else {
      // Both processes set the group, because either of them may run first.
      if leadsGroup { setpgid(id, id) }
      return
    }
    if leadsGroup { setpgid(0, 0) }
    // The parent may have ended before the child asked to end with it.
    if process_end_with_parent() == 0 || getppid() != parent { _exit(EXIT_FAILURE) }
    let ownErrors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    streams.connect()
    if let errors { dup2(errors, STDERR_FILENO) }
    if let output {
      dup2(output, STDOUT_FILENO)
      dup2(output, STDERR_FILENO)
    }
    let ownHandlers = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGINT, SIGTERM]
    for number in ownHandlers { signal(number, SIG_DFL) }
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    exit(body(ownErrors < 0 ? STDERR_FILENO : ownErrors))
  }

  private static var hasOneThread: Bool {
    (ProcessFacts.threadCount ?? 1) == 1
  }

  /// How a process ended, or that it was stopped by a signal.
  enum End: Equatable {
    case exited(Int32)
    case signaled(Int32)
    case stopped

    /// The exit status, if the process ended itself.
    var status: Int32? { if case .exited(let code) = self { code } else { nil } }

    /// The signal that ended the process, if one did.
    var signal: Int32? { if case .signaled(let number) = self { number } else { nil } }

    var words: String {
      switch self {
      case .exited(let code): "exit status \(code)"
      case .signaled(let number): "signal \(number), \(String(cString: strsignal(number)))"
      case .stopped: "signal \(SIGSTOP), \(String(cString: strsignal(SIGSTOP)))"
      }
    }
  }

  /// Returns how the process ended; nil while it runs. Do not call it again after the end.
  func end() -> End? {
    var status: Int32 = 0
    guard waitpid(id, &status, WNOHANG | WUNTRACED) == id else { return nil }
    let low = status & 0x7F
    if low == 0 { return .exited(status >> 8 & 0xFF) }
    // A stop by the terminal (SIGTSTP) is ignored.
    if low == 0x7F { return status >> 8 & 0xFF == SIGSTOP ? .stopped : nil }
    return .signaled(low)
  }

  /// Ends the process, even if it is stopped, and waits for the end.
  func kill() {
    LibC.kill(id, SIGKILL)
    endGroup()
    waitpid(id, nil, 0)
  }

  /// Ends the processes that it has started and left behind.
  func endGroup() {
    if leadsGroup { LibC.kill(-id, SIGKILL) }
  }
}

extension EngineProcess.Streams {
  /// Redirects the standard streams that are not kept to `/dev/null`. Call it in the child process after the fork.
  fileprivate func connect() {
    let nothing = open("/dev/null", O_RDWR)
    guard nothing >= 0, self != .all else { return }
    dup2(nothing, STDIN_FILENO)
    dup2(nothing, STDOUT_FILENO)
    if self == .none { dup2(nothing, STDERR_FILENO) }
    if nothing > STDERR_FILENO { close(nothing) }
  }
}
