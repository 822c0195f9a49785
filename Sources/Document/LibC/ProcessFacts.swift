import CProcessControl

/// The file extension of shared libraries.
#if canImport(Darwin)
  public let sharedLibrarySuffix = ".dylib"
#else
  public let sharedLibrarySuffix = ".so"
#endif

/// Facts about processes and the machine. Each system has its own way to query them.
public enum ProcessFacts {
  /// The path of the running executable, whatever name it was called by; nil if the system does not report it.
  public static let executable: String? = {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&path, &size) == 0, let whole = realpath(path, nil) else { return nil }
      defer { free(whole) }
      return String(cString: whole)
    #else
      var path = [UInt8](repeating: 0, count: 1 << 12)
      let size = path.withUnsafeMutableBytes {
        readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
      }
      return size > 0 ? String(decoding: path[..<size], as: UTF8.self) : nil
    #endif
  }()

  /// The path by which this executable can be started once more. On Linux, that works even after its file was replaced. Empty if the system does
  /// not report it.
  public static var pathToStart: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      executable ?? ""
    #endif
  }

  /// The number of threads of this process. Nil if the system does not report it.
  public static var threadCount: Int? {
    guard let folder = opendir("/proc/self/task") else { return nil }
    defer { closedir(folder) }
    // Two of the names are `.` and `..`.
    var count = -2
    while readdir(folder) != nil { count += 1 }
    return count
  }

  /// The bytes that a process has in memory. Nil if the system does not report them, or if there is no such process.
  public static func residentBytes(of process: pid_t) -> Int? {
    guard let file = fopen("/proc/\(process)/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let words = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }.split(separator: " ")
    return words.count > 1 ? Int(words[1]).map { $0 * Int(getpagesize()) } : nil
  }

  /// Confines a process, and the threads that it starts later, to one of the processors that it may use. Does nothing if the system has no such
  /// call.
  public static func confineToOneProcessor(_ process: pid_t) { _ = process_confine_to_one_processor(process) }

  /// The processor's model as the system reports it: on Linux a line of `/proc/cpuinfo`, on macOS a name. Nil if the system does not report it.
  public static var processorModel: String? {
    #if canImport(Darwin)
      var size = 0
      guard sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0) == 0, size > 0 else { return nil }
      var name = [CChar](repeating: 0, count: size)
      guard sysctlbyname("machdep.cpu.brand_string", &name, &size, nil, 0) == 0 else { return nil }
      return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    #else
      guard let file = fopen("/proc/cpuinfo", "r") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 1024)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        if text.hasPrefix("model name") || text.hasPrefix("CPU part") { return String(text.prefix { $0 != "\n" }) }
      }
      return nil
    #endif
  }

  /// The return addresses on the stack, innermost first, at most `depth` of them. Empty if the C library cannot find them.
  public static func returnAddresses(depth: Int) -> [UInt] {
    var frames = [UnsafeMutableRawPointer?](repeating: nil, count: depth)
    let count = Int(process_return_addresses(&frames, Int32(depth)))
    return frames.prefix(max(count, 0)).map { UInt(bitPattern: $0) }
  }

  /// The address at which the running executable is loaded; nil if the system does not report it.
  public static var executableBase: UInt? {
    let base = process_executable_base()
    return base == 0 ? nil : UInt(base)
  }
}
