/// A resource of a process that the system can limit.
public enum LimitedResource: Sendable {
  /// Bytes of data: the heap and what else can be written.
  case data
  /// Bytes of a core file.
  case coreFile

  /// Lowers the limit for this process and the processes that it starts. It cannot be raised again. Does nothing if the system refuses.
  public func limit(to amount: rlim_t) {
    var limit = rlimit(rlim_cur: amount, rlim_max: amount)
    setrlimit(number, &limit)
  }

  #if canImport(Glibc)
    private var number: __rlimit_resource_t {
      switch self {
      case .data: __rlimit_resource_t(RLIMIT_DATA.rawValue)
      case .coreFile: __rlimit_resource_t(RLIMIT_CORE.rawValue)
      }
    }
  #else
    private var number: Int32 {
      switch self {
      case .data: RLIMIT_DATA
      case .coreFile: RLIMIT_CORE
      }
    }
  #endif
}
