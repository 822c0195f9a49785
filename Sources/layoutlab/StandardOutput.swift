@preconcurrency import Glibc

/// From now on the process ends with a fault when its standard output could not be written to its end (a full disk): an answer that
/// nobody got must not pass for one. Whoever reads no further (`head`) ends it sooner.
func watchStandardOutput() {
  atexit {
    guard fflush(stdout) != 0 || ferror(stdout) != 0 else { return }
    printToStandardError("layoutlab: the standard output could not be written to its end. Is the disk full?")
    _exit(Outcome.ownFault.rawValue)
  }
}
